#!/usr/bin/env python3
"""A small shop as an HTTP API, correct unless started with the name of a defect.

    shop.py PORT [DEFECT]      serves on 127.0.0.1; port 0 means any free port; prints "listening on PORT"
    shop.py --document         prints its OpenAPI document
    shop.py --defects          prints the names of its defects, one per line

A tester needs only the document: its examples are the credentials of the login.
"""
import datetime
import json
import re
import secrets
import sys
import threading
import time
import traceback
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DEFECTS = {
    "name-too-long": "createItem accepts names of more than 80 characters",
    "name-empty": "replaceItem accepts an empty name",
    "price-negative": "createItem accepts a negative price",
    "kind-unknown": "createItem accepts a kind that is not in the enumeration",
    "tags-twice": "createItem accepts the same tag twice",
    "surplus-member": "createItem accepts members that the schema excludes",
    "size-limit": "listItems accepts a size of 101",
    "stars-limit": "createReview accepts six stars",
    "sort-unknown": "listItems accepts any sort order",
    "emoji-fails": "createItem responds with 500 to a name with a character outside the BMP",
    "big-number-fails": "createOrder responds with 500 to a quantity of 2^63 and more",
    "naive-moment-fails": "listItems responds with 500 to a time without a zone",
    "invalid-utf8-fails": "createReview responds with 500 to a body that is not UTF-8",
    "no-lines-fails": "createOrder responds with 500 to an empty list of lines",
    "invoice-fails": "createOrder responds with 500 to payment by invoice",
    "null-fails": "updateItem responds with 500 to a price of null",
    "path-fails": "getOrder responds with 500 to an id that is not an integer",
    "empty-file-fails": "putImage responds with 500 to an empty file",
    "depth-fails": "createItem responds with 500 if both a size and a release date are given",
    "no-login-create": "createItem works without a login",
    "any-login-order": "createOrder accepts any session",
    "malformed-400": "createItem rejects an invalid body with 400, which is not declared",
    "teapot": "listReviews responds with 418 to page 0",
    "html-error": "getItem reports a missing item as HTML",
    "html-success": "health sends text as application/json",
    "no-allow": "a response with 405 has no Allow",
    "no-location": "createItem sends no Location",
    "member-missing": "getItem leaves out the price",
    "wrong-kind-shown": "getItem returns a kind that is not in the enumeration",
    "wrong-type-shown": "getOrder returns the total as a string",
    "trace-shown": "deleteOrder returns a stack trace for a missing order",
    "hang": "listItems does not respond to a size of 0",
    "still-there": "a deleted item can still be read",
    "still-listed": "a deleted item is still in the list",
    "order-still-there": "a deleted order can still be read",
    "vanished": "a created order cannot be read",
    "put-loses": "replaceItem forgets the optional note",
    "patch-resets": "updateItem clears the tags when it changes another member",
    "patch-lost": "updateItem does not keep the price",
}
defect = None
lock = threading.Lock()


class Refusal(Exception):
    def __init__(self, status, detail, headers=None):
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers or {}


# MARK: The document

def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


ITEM = {
    "sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4,8}$", "description": "unique"},
    "name": {"type": "string", "minLength": 1, "maxLength": 80},
    "price": {"type": "number", "minimum": 0, "maximum": 1000000},
    "kind": {"type": "string", "enum": ["book", "tool", "toy"]},
    "tags": {"type": "array", "items": {"type": "string", "minLength": 1, "maxLength": 20}, "maxItems": 5,
             "uniqueItems": True},
    "size": ref("Size"),
    "released": {"type": "string", "format": "date"},
    "contact": {"type": "string", "format": "email"},
    "note": {"type": ["string", "null"], "maxLength": 200},
    "supplierKey": {"type": "string", "maxLength": 40, "writeOnly": True},
}
REQUIRED_ITEM = ["sku", "name", "price", "kind"]


def item_patch():
    return {name: schema for name, schema in ITEM.items() if name not in ("sku", "supplierKey")}


def document():
    problem = {"description": "what is wrong", "content": {"application/problem+json": {"schema": ref("Problem")}}}
    def failures(*codes):
        return {str(code): problem for code in codes}
    def body(schema, kind="application/json"):
        return {"required": True, "content": {kind: {"schema": schema}}}
    def answer(schema, text="what was asked for", headers=None):
        found = {"description": text, "content": {"application/json": {"schema": schema}}}
        if headers:
            found["headers"] = {name: {"required": True, "schema": {"type": "string"}} for name in headers}
        return found
    def param(name, place, schema, required=False):
        return {"name": name, "in": place, "required": required or place == "path", "schema": schema}
    uuid = {"type": "string", "format": "uuid"}
    login = [{"session": []}]
    item_id, order_id = param("item_id", "path", uuid), param("order_id", "path", {"type": "integer", "minimum": 1})
    paging = [param("page", "query", {"type": "integer", "minimum": 1, "default": 1}),
              param("size", "query", {"type": "integer", "minimum": 1, "maximum": 100, "default": 20})]
    match = param("If-Match", "header", {"type": "string"})
    return {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1.0"},
        "paths": {
            "/health": {"get": {"operationId": "health", "responses": {
                "200": {"description": "well", "content": {"text/plain": {"schema": {"type": "string"}}}}}}},
            "/session": {"post": {"operationId": "login", "requestBody": body(ref("Login")), "responses": {
                "200": answer(ref("Session"), headers=["Set-Cookie"]), **failures(401, 422)}}},
            "/items": {
                "get": {"operationId": "listItems", "parameters": paging + [
                    param("tag", "query", {"type": "array", "items": {"type": "string"}}),
                    param("sort", "query", {"type": "string", "enum": ["name", "price"]}),
                    param("since", "query", {"type": "string", "format": "date-time"})],
                    "responses": {"200": answer(ref("ItemPage")), **failures(422)}},
                "post": {"operationId": "createItem", "security": login, "requestBody": body(ref("NewItem")),
                         "responses": {"201": answer(ref("Item"), headers=["Location"]), **failures(401, 409, 422)}}},
            "/items/{item_id}": {
                "get": {"operationId": "getItem", "parameters": [item_id], "responses": {
                    "200": answer(ref("Item"), headers=["ETag"]), **failures(404, 422)}},
                "put": {"operationId": "replaceItem", "security": login, "parameters": [item_id, match],
                        "requestBody": body(ref("NewItem")),
                        "responses": {"200": answer(ref("Item")), **failures(401, 404, 409, 412, 422)}},
                "patch": {"operationId": "updateItem", "security": login, "parameters": [item_id],
                          "requestBody": body(ref("ItemPatch")),
                          "responses": {"200": answer(ref("Item")), **failures(401, 404, 422)}},
                "delete": {"operationId": "deleteItem", "security": login, "parameters": [item_id], "responses": {
                    "204": {"description": "deleted"}, **failures(401, 404, 422)}}},
            "/items/{item_id}/image": {
                "put": {"operationId": "putImage", "security": login, "parameters": [item_id],
                        "requestBody": body({"type": "object", "required": ["file"], "properties": {
                            "file": {"type": "string", "format": "binary"},
                            "caption": {"type": "string", "maxLength": 40}}}, "multipart/form-data"),
                        "responses": {"201": answer(ref("Image")), **failures(401, 404, 422)}},
                "get": {"operationId": "getImage", "parameters": [item_id], "responses": {
                    "200": {"description": "the file", "content": {"application/octet-stream": {}}},
                    **failures(404, 422)}}},
            "/items/{item_id}/reviews": {
                "get": {"operationId": "listReviews", "parameters": [item_id, paging[0]], "responses": {
                    "200": answer({"type": "array", "items": ref("Review")}), **failures(404, 422)}},
                "post": {"operationId": "createReview", "parameters": [item_id], "requestBody": body(ref("Review")),
                         "responses": {"201": answer(ref("Review")), **failures(404, 422)}}},
            "/orders": {
                "get": {"operationId": "listOrders", "security": login, "parameters": [
                    param("status", "query", {"type": "string", "enum": ["open", "paid"]})],
                    "responses": {"200": answer({"type": "array", "items": ref("Order")}), **failures(401, 422)}},
                "post": {"operationId": "createOrder", "security": login, "requestBody": body(ref("NewOrder")),
                         "responses": {"201": answer(ref("Order"), headers=["Location"]),
                                       **failures(401, 404, 422)}}},
            "/orders/{order_id}": {
                "get": {"operationId": "getOrder", "security": login, "parameters": [order_id], "responses": {
                    "200": answer(ref("Order")), **failures(401, 404, 422)}},
                "delete": {"operationId": "deleteOrder", "security": login, "parameters": [order_id], "responses": {
                    "204": {"description": "deleted"}, **failures(401, 404, 422)}}},
        },
        "components": {
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "sid"}},
            "schemas": {
                "Problem": {"type": "object", "required": ["title", "status"], "properties": {
                    "title": {"type": "string"}, "status": {"type": "integer"}, "detail": {"type": "string"}}},
                "Login": {"type": "object", "required": ["user", "password"], "additionalProperties": False,
                          "properties": {"user": {"type": "string", "example": "ann"},
                                         "password": {"type": "string", "example": "tulip"}}},
                "Session": {"type": "object", "required": ["user"], "properties": {"user": {"type": "string"}}},
                "Size": {"type": "object", "required": ["width", "height"], "additionalProperties": False,
                         "properties": {name: {"type": "integer", "minimum": 1, "maximum": 10000}
                                        for name in ("width", "height", "depth")}},
                "NewItem": {"type": "object", "required": REQUIRED_ITEM, "additionalProperties": False,
                            "properties": ITEM},
                "ItemPatch": {"type": "object", "minProperties": 1, "additionalProperties": False,
                              "properties": item_patch()},
                "Item": {"type": "object", "required": ["id", "created"] + REQUIRED_ITEM, "properties": {
                    "id": {**uuid, "readOnly": True}, "created": {"type": "string", "format": "date-time"},
                    **{name: schema for name, schema in ITEM.items() if name != "supplierKey"}}},
                "ItemPage": {"type": "object", "required": ["items", "total"], "properties": {
                    "items": {"type": "array", "items": ref("Item")}, "total": {"type": "integer"}}},
                "Image": {"type": "object", "required": ["bytes"], "properties": {
                    "bytes": {"type": "integer"}, "caption": {"type": "string"}}},
                "Review": {"type": "object", "required": ["stars"], "additionalProperties": False, "properties": {
                    "stars": {"type": "integer", "minimum": 1, "maximum": 5},
                    "text": {"type": "string", "maxLength": 400}}},
                "Line": {"type": "object", "required": ["item_id", "quantity"], "additionalProperties": False,
                         "properties": {"item_id": uuid,
                                        "quantity": {"type": "integer", "minimum": 1}}},
                "Card": {"type": "object", "required": ["method", "number"], "additionalProperties": False,
                         "properties": {"method": {"const": "card"},
                                        "number": {"type": "string", "pattern": "^[0-9]{12,19}$"}}},
                "Invoice": {"type": "object", "required": ["method", "address"], "additionalProperties": False,
                            "properties": {"method": {"const": "invoice"},
                                           "address": {"type": "string", "minLength": 1, "maxLength": 200}}},
                "NewOrder": {"type": "object", "required": ["lines", "payment"], "additionalProperties": False,
                             "properties": {
                                 "lines": {"type": "array", "items": ref("Line"), "maxItems": 20},
                                 "payment": {"oneOf": [ref("Card"), ref("Invoice")],
                                             "discriminator": {"propertyName": "method", "mapping": {
                                                 "card": "#/components/schemas/Card",
                                                 "invoice": "#/components/schemas/Invoice"}}}}},
                "Order": {"type": "object", "required": ["id", "status", "total", "lines"], "properties": {
                    "id": {"type": "integer"}, "status": {"enum": ["open", "paid"]}, "total": {"type": "number"},
                    "lines": {"type": "array", "items": ref("Line")}}},
            },
        },
    }


# MARK: What is right

def is_moment(text, zone_needed=True):
    if not re.fullmatch(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)" + ("" if zone_needed else "?"), text):
        return False
    try:
        # RFC 3339 allows leap seconds (section 5.7); Python's own parser rejects them.
        datetime.datetime.fromisoformat(text[:10] + "T" + text[11:19].replace(":60", ":59"))
        return True
    except ValueError:
        return False


def is_date(text):
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool) or isinstance(value, float) and value.is_integer()


FORMATS = {
    "uuid": lambda text: bool(re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", text)),
    "date": is_date,
    "date-time": is_moment,
    "email": lambda text: bool(re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text)),
}


def same(one, other):
    return type(one) is type(other) and one == other


def check(value, schema, schemas, place="body"):
    """Raises a Refusal for a violation of the schema; supports only the keywords in the document."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    if "oneOf" in schema:
        branches = [schemas[one["$ref"].rsplit("/", 1)[1]] for one in schema["oneOf"]]
        method = value.get("method") if isinstance(value, dict) else None
        for branch in branches:
            if branch["properties"]["method"]["const"] == method:
                return check(value, branch, schemas, place)
        raise Refusal(422, f"{place}: no such method")
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    tests = {"string": lambda: isinstance(value, str), "integer": lambda: is_integer(value),
             "number": lambda: isinstance(value, (int, float)) and not isinstance(value, bool),
             "array": lambda: isinstance(value, list), "object": lambda: isinstance(value, dict),
             "null": lambda: value is None}
    if kinds and not any(tests[kind]() for kind in kinds):
        raise Refusal(422, f"{place}: expected {kinds}")
    if "const" in schema and not same(value, schema["const"]):
        raise Refusal(422, f"{place}: expected {schema['const']}")
    if "enum" in schema and value not in schema["enum"]:
        raise Refusal(422, f"{place}: not one of {schema['enum']}")
    if isinstance(value, str):
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 1 << 30):
            raise Refusal(422, f"{place}: length {len(value)}")
        if "pattern" in schema and not re.search(schema["pattern"].replace("$", r"\Z"), value):
            raise Refusal(422, f"{place}: pattern")
        if schema.get("format") in FORMATS and not FORMATS[schema["format"]](value):
            raise Refusal(422, f"{place}: not a {schema['format']}")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if not schema.get("minimum", float("-inf")) <= value <= schema.get("maximum", float("inf")):
            raise Refusal(422, f"{place}: out of range")
    elif isinstance(value, list):
        if len(value) > schema.get("maxItems", 1 << 30) or len(value) < schema.get("minItems", 0):
            raise Refusal(422, f"{place}: {len(value)} elements")
        if schema.get("uniqueItems") and len({json.dumps(one) for one in value}) < len(value):
            raise Refusal(422, f"{place}: twice")
        for index, one in enumerate(value):
            check(one, schema.get("items", {}), schemas, f"{place}.{index}")
    elif isinstance(value, dict):
        if len(value) < schema.get("minProperties", 0):
            raise Refusal(422, f"{place}: empty")
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                raise Refusal(422, f"{place}.{name}: missing")
        for name, member in value.items():
            if name in properties:
                check(member, properties[name], schemas, f"{place}.{name}")
            elif schema.get("additionalProperties") is False:
                raise Refusal(422, f"{place}.{name}: unknown")


class Shop:
    def __init__(self):
        self.document = document()
        self.schemas = self.document["components"]["schemas"]
        self.items, self.orders, self.images, self.reviews, self.sessions = {}, {}, {}, {}, set()
        self.deleted = {}
        self.number = 0
        self.relaxed = json.loads(json.dumps(self.schemas))
        new_item = self.relaxed["NewItem"]["properties"]
        if defect == "name-too-long":
            del new_item["name"]["maxLength"]
        if defect == "price-negative":
            del new_item["price"]["minimum"]
        if defect == "kind-unknown":
            del new_item["kind"]["enum"]
        if defect == "tags-twice":
            del new_item["tags"]["uniqueItems"]
        if defect == "surplus-member":
            del self.relaxed["NewItem"]["additionalProperties"]
        if defect == "stars-limit":
            self.relaxed["Review"]["properties"]["stars"]["maximum"] = 6


shop = None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one segment; otherwise a delayed acknowledgement costs 40 ms each time.
    wbufsize = -1

    def log_message(self, *_):
        pass

    def respond(self, status, value=None, kind="application/json", headers=None):
        data = b"" if value is None else value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        if value is not None:
            self.send_header("Content-Type", kind)
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def refuse(self, status, detail, headers=None):
        self.respond(status, {"title": "refused", "status": status, "detail": detail},
                     "application/problem+json", headers)

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(length)
        url = urllib.parse.urlsplit(self.path)
        try:
            parts = [urllib.parse.unquote(part, errors="strict") for part in url.path.split("/")[1:]]
            self.query = urllib.parse.parse_qs(url.query, keep_blank_values=True, errors="strict")
        except UnicodeDecodeError:
            return self.refuse(422, "path or query: not UTF-8")
        try:
            with lock:
                self.route(parts)
        except Refusal as refusal:
            self.refuse(refusal.status, refusal.detail, refusal.headers)
        except (BrokenPipeError, ConnectionResetError):
            pass
        except Exception:
            self.refuse(500, "internal error")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_TRACE = do_QUERY = handle_any

    def route(self, parts):
        shapes = {
            ("health",): {"GET": self.health},
            ("session",): {"POST": self.login},
            ("items",): {"GET": self.list_items, "POST": self.create_item},
            ("items", "*"): {"GET": self.get_item, "PUT": self.replace_item, "PATCH": self.update_item,
                             "DELETE": self.delete_item},
            ("items", "*", "image"): {"GET": self.get_image, "PUT": self.put_image},
            ("items", "*", "reviews"): {"GET": self.list_reviews, "POST": self.create_review},
            ("orders",): {"GET": self.list_orders, "POST": self.create_order},
            ("orders", "*"): {"GET": self.get_order, "DELETE": self.delete_order},
        }
        for shape, methods in shapes.items():
            if len(shape) == len(parts) and all(a in ("*", b) for a, b in zip(shape, parts)):
                found = [b for a, b in zip(shape, parts) if a == "*"]
                if self.command in methods:
                    return methods[self.command](*found)
                allow = {} if defect == "no-allow" else {"Allow": ", ".join(methods)}
                raise Refusal(405, "no such method here", allow)
        raise Refusal(404, "no such path")

    # Parts of requests

    def json_body(self, schema, relaxed=False):
        kind = (self.headers.get("Content-Type") or "").split(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal(422, "the body has to be application/json")
        try:
            value = json.loads(self.body.decode("utf-8"), parse_constant=lambda text: 1 / 0)
        except UnicodeDecodeError:
            if defect == "invalid-utf8-fails" and schema == "Review":
                raise
            raise Refusal(422, "the body is not UTF-8")
        except (ValueError, ZeroDivisionError, RecursionError):
            if defect == "malformed-400" and schema == "NewItem":
                raise Refusal(400, "the body is not JSON")
            raise Refusal(422, "the body is not JSON")
        check(value, {"$ref": "/" + schema}, shop.relaxed if relaxed else shop.schemas)
        return value

    def integer(self, name, default, low, high=1 << 62):
        text = self.query.get(name, [str(default)])[-1]
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not low <= int(text) <= high:
            raise Refusal(422, f"query.{name}: expected an integer from {low} to {high}")
        return int(text)

    def session(self, strict=True):
        cookies = dict(part.strip().split("=", 1) for part in (self.headers.get("Cookie") or "").split(";") if "=" in part)
        sid = cookies.get("sid")
        if sid is None or strict and sid not in shop.sessions:
            raise Refusal(401, "log in first")

    def item(self, text):
        if not FORMATS["uuid"](text):
            raise Refusal(422, "path.item_id: not a uuid")
        found = shop.items.get(text.lower())
        if found is None:
            raise Refusal(404, "no such item")
        return found

    def order(self, text):
        if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
            if defect == "path-fails" and self.command == "GET":
                int(text + "x")
            raise Refusal(422, "path.order_id: not a positive integer")
        found = shop.orders.get(int(text))
        if found is None:
            raise Refusal(404, "no such order")
        return found

    # Operations

    def health(self):
        self.respond(200, b"well", "application/json" if defect == "html-success" else "text/plain; charset=utf-8")

    def login(self):
        given = self.json_body("Login")
        if (given["user"], given["password"]) != ("ann", "tulip"):
            raise Refusal(401, "wrong user or password")
        sid = secrets.token_hex(16)
        shop.sessions.add(sid)
        self.respond(200, {"user": given["user"]}, headers={"Set-Cookie": f"sid={sid}; Path=/; HttpOnly"})

    def list_items(self):
        if defect == "hang" and self.query.get("size") == ["0"]:
            lock.release()
            time.sleep(20)
            lock.acquire()
        page = self.integer("page", 1, 1)
        size = self.integer("size", 20, 1, 101 if defect == "size-limit" else 100)
        sort = self.query.get("sort", ["name"])[-1]
        if sort not in ("name", "price") and defect != "sort-unknown":
            raise Refusal(422, "query.sort: name or price")
        for since in self.query.get("since", []):
            # In form encoding, a plus is a blank; both spellings are accepted.
            since = since.replace(" ", "+")
            if defect == "naive-moment-fails" and is_moment(since, False) and not is_moment(since):
                raise ValueError("can't compare offset-naive and offset-aware datetimes")
            if not is_moment(since):
                raise Refusal(422, "query.since: not a moment")
        tags = self.query.get("tag", [])
        found = list(shop.items.values()) + ([one for one in shop.deleted.values() if "sku" in one] if defect == "still-listed" else [])
        found = [one for one in found if all(tag in one.get("tags", []) for tag in tags)]
        found.sort(key=lambda one: one["price"] if sort == "price" else one["name"])
        self.respond(200, {"items": [self.shown(one) for one in found[(page - 1) * size:page * size]], "total": len(found)})

    @staticmethod
    def shown(item):
        return {name: value for name, value in item.items() if name not in ("supplierKey", "version")}

    def create_item(self):
        if defect != "no-login-create":
            self.session()
        new = self.json_body("NewItem", relaxed=True)
        if defect == "emoji-fails" and any(ord(one) > 0xFFFF for one in new["name"]):
            raise ValueError("latin")
        if defect == "depth-fails" and "size" in new and "released" in new:
            raise KeyError("depth")
        if any(one["sku"] == new["sku"] for one in shop.items.values()):
            raise Refusal(409, "the sku is taken")
        identifier = f"{secrets.token_hex(4)}-{secrets.token_hex(2)}-4{secrets.token_hex(2)[1:]}-8{secrets.token_hex(2)[1:]}-{secrets.token_hex(6)}"
        created = datetime.datetime.now(datetime.timezone.utc).isoformat()
        item = shop.items[identifier] = {"id": identifier, "created": created, **new, "version": 1}
        self.respond(201, self.shown(item), headers={} if defect == "no-location" else {"Location": f"/items/{identifier}"})

    def get_item(self, text):
        try:
            item = self.item(text)
        except Refusal as refusal:
            if defect == "still-there" and text.lower() in shop.deleted:
                item = shop.deleted[text.lower()]
            elif defect == "html-error" and refusal.status == 404:
                return self.respond(404, b"<h1>Not found</h1>", "text/html")
            else:
                raise
        value = self.shown(item)
        if defect == "member-missing":
            del value["price"]
        if defect == "wrong-kind-shown":
            value["kind"] = "thing"
        self.respond(200, value, headers={"ETag": f'"{item["version"]}"'})

    def replace_item(self, text):
        self.session()
        item = self.item(text)
        if defect == "name-empty":
            shop.relaxed["NewItem"]["properties"]["name"]["minLength"] = 0
        new = self.json_body("NewItem", relaxed=defect == "name-empty")
        match = self.headers.get("If-Match")
        if match is not None and match.strip() != "*" and f'"{item["version"]}"' not in match:
            raise Refusal(412, "changed meanwhile")
        if any(one["sku"] == new["sku"] and one is not item for one in shop.items.values()):
            raise Refusal(409, "the sku is taken")
        if defect == "put-loses":
            new.pop("note", None)
        kept = {"id": item["id"], "created": item["created"], "version": item["version"] + 1}
        shop.items[item["id"]] = item = {**kept, **new}
        self.respond(200, self.shown(item))

    def update_item(self, text):
        self.session()
        item = self.item(text)
        if defect == "null-fails" and b'"price": null' in self.body.replace(b'":null', b'": null'):
            raise TypeError("None")
        changes = self.json_body("ItemPatch")
        if defect == "patch-lost":
            changes = {name: value for name, value in changes.items() if name != "price"}
        item.update(changes)
        if defect == "patch-resets" and "tags" not in changes and "tags" in item:
            item["tags"] = []
        item["version"] += 1
        self.respond(200, self.shown(item))

    def delete_item(self, text):
        self.session()
        item = self.item(text)
        shop.deleted[item["id"]] = shop.items.pop(item["id"])
        shop.images.pop(item["id"], None)
        shop.reviews.pop(item["id"], None)
        self.respond(204)

    def put_image(self, text):
        self.session()
        item = self.item(text)
        match = re.match(r'multipart/form-data\s*;.*boundary="?([^";]+)"?', self.headers.get("Content-Type") or "", re.I)
        if not match:
            raise Refusal(422, "the body has to be multipart/form-data")
        parts = {}
        for part in self.body.split(b"--" + match[1].encode())[1:-1]:
            head, _, data = part.partition(b"\r\n\r\n")
            name = re.search(rb'[; ]name="?([^";\r\n]*)"?', head)
            if name:
                is_file = b"filename" in head
                parts[name[1].decode("latin-1")] = (data[:-2], is_file)
        if "file" not in parts:
            raise Refusal(422, "the form has no file")
        data = parts["file"][0]
        if defect == "empty-file-fails" and not data:
            raise IndexError("empty")
        value = {"bytes": len(data)}
        if "caption" in parts:
            caption = parts["caption"][0].decode("utf-8", "replace")
            if len(caption) > 40:
                raise Refusal(422, "form.caption: too long")
            value["caption"] = caption
        shop.images[item["id"]] = data
        self.respond(201, value)

    def get_image(self, text):
        item = self.item(text)
        if item["id"] not in shop.images:
            raise Refusal(404, "no image")
        self.respond(200, shop.images[item["id"]], "application/octet-stream")

    def list_reviews(self, text):
        item = self.item(text)
        if defect == "teapot" and self.query.get("page") == ["0"]:
            raise Refusal(418, "short and stout")
        page = self.integer("page", 1, 1)
        self.respond(200, shop.reviews.get(item["id"], [])[(page - 1) * 50:page * 50])

    def create_review(self, text):
        item = self.item(text)
        review = self.json_body("Review", relaxed=True)
        shop.reviews.setdefault(item["id"], []).append(review)
        self.respond(201, review)

    def list_orders(self):
        self.session()
        status = self.query.get("status", [None])[-1]
        if status not in (None, "open", "paid"):
            raise Refusal(422, "query.status: open or paid")
        self.respond(200, [one for one in shop.orders.values() if status in (None, one["status"])][:100])

    def create_order(self):
        self.session(strict=defect != "any-login-order")
        new = self.json_body("NewOrder")
        if defect == "no-lines-fails" and not new["lines"]:
            raise ZeroDivisionError("average")
        if defect == "invoice-fails" and new["payment"]["method"] == "invoice":
            raise NotImplementedError("invoice")
        total = 0
        for line in new["lines"]:
            if line["item_id"].lower() not in shop.items:
                raise Refusal(404, "no such item")
            if defect == "big-number-fails" and line["quantity"] >= 2**63:
                raise OverflowError("int too large")
            total += line["quantity"] * shop.items[line["item_id"].lower()]["price"]
        shop.number += 1
        order = {"id": shop.number, "status": "open", "total": min(total, 1e300), "lines": new["lines"]}
        if defect != "vanished":
            shop.orders[shop.number] = order
        self.respond(201, order, headers={"Location": f"/orders/{shop.number}"})

    def get_order(self, text):
        self.session()
        try:
            order = self.order(text)
        except Refusal as refusal:
            if defect == "order-still-there" and text.isdigit() and ("order", int(text)) in shop.deleted:
                order = shop.deleted["order", int(text)]
            else:
                raise
        self.respond(200, {**order, "total": str(order["total"])} if defect == "wrong-type-shown" else order)

    def delete_order(self, text):
        self.session()
        try:
            order = self.order(text)
        except Refusal as refusal:
            if defect == "trace-shown" and refusal.status == 404:
                try:
                    {}[text]
                except KeyError:
                    raise Refusal(404, traceback.format_exc())
            raise
        shop.deleted["order", order["id"]] = shop.orders.pop(order["id"])
        self.respond(204)


def main(arguments):
    global defect, shop
    if arguments[:1] == ["--document"]:
        return print(json.dumps(document(), indent=1))
    if arguments[:1] == ["--defects"]:
        return print("\n".join(DEFECTS))
    defect = arguments[1] if len(arguments) > 1 else None
    if defect is not None and defect not in DEFECTS:
        sys.exit(f"unknown defect {defect}; --defects lists them")
    shop = Shop()
    server = ThreadingHTTPServer(("127.0.0.1", int(arguments[0])), Handler)
    server.daemon_threads = True
    print(f"listening on {server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])

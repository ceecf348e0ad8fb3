"""A client of TOAST Push and NHN Cloud Push that reports its actions.

MISTAKE makes it make one mistake; "silent" stops the reports.

usage: cloud_push.py [MISTAKE] [silent]
"""
import datetime
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

mistake = sys.argv[1] if len(sys.argv) > 1 else ""
silent = "silent" in sys.argv
base = os.environ["ASSAY_URL"]; key = os.environ[[k for k in os.environ if k.endswith("APP_KEY")][0]]
push, ring = "a" * 64, "b" * 64
def say(**line):
    if not silent:
        with open(os.environ["ASSAY_CALLS"], "a") as f: f.write(json.dumps(line) + "\n")
def call(method, path, body=None, **query):
    root = os.environ["ASSAY_URL_COLLECTOR"] if path == "/events" else base
    q = "?" + urllib.parse.urlencode(query) if query else ""
    r = urllib.request.Request(root + PREFIX + path + q, json.dumps(body).encode() if body is not None else None, {"Content-Type": "application/json"}, method=method)
    return json.loads(urllib.request.urlopen(r).read())
PREFIX = "/push/v2.4/appkeys/" + key
user, agreement, device = None, None, "device-1"
def uid(): return user or device
def token(token, kind, consents, who=None, **more):
    body = dict(token=token, pushType=kind, isNotificationAgreement=consents[0], isAdAgreement=consents[1], isNightAdAgreement=consents[2],
        timezoneId="Asia/Seoul", country="KR", language="ko", uid=who or uid(), deviceId=device, **more)
    if mistake.startswith("omit-"): body.pop(mistake[5:], None)
    if mistake == "consents": body["isAdAgreement"] = not body["isAdAgreement"]
    if mistake == "user": body["uid"] = "somebody"
    if mistake == "country": body["country"] = "JP"
    if mistake == "type": body["pushType"] = body["pushType"].replace("APNS", "APNS_SANDBOX").replace("SANDBOX_VOIP", "SANDBOXVOIP")
    call("POST", "/tokens", body)
say(state={"deviceToken": push, "callToken": ring, "deviceId": device})
say(call="initWithConfiguration", arguments={"key": key, "countryCode": "KR"})
say(call="registerWithAgreement", arguments={"allowNotifications": True, "allowAdvertisements": False, "allowNightAdvertisements": False})
def query(): call("GET", "/tokens/" + push, pushType="APNS" if mistake != "type" else "APNS_SANDBOX")
if mistake == "order":
    try: query()
    except urllib.error.HTTPError: pass
    token(push, "APNS", (True, False, False))
else:
    token(push, "APNS", (True, False, False)); query()
say(call="setUserID", arguments={"id": "user-1"})
if mistake != "no-update": token(push, "APNS", (True, False, False), "user-1")
user = "user-1"
payload = {"messageDeliveryReceipt": True, "messageDeliveryReceiptData": {"messageId": 7}}
def event(name, event, who=None):
    body = dict(event=event, messageId=8 if mistake == "message" else 7, uid="user-2" if mistake == "opened-for-another" and event == "OPENED" else uid(),
        token=push, pushType="APNS", eventDateTime="yesterday" if mistake == "time" else datetime.datetime.now().strftime("%Y-%m-%dT%H:%M:%S+09:00"))
    if mistake == "kind": body["event"] = "OPENED"
    call("POST", "/events", {"events": [body]})
say(call="didReceive", arguments={"payload": payload}); event("didReceive", "RECEIVED")
say(call="didOpen", arguments={"payload": payload})
if mistake != "never-reports": event("didOpen", "OPENED")
if mistake == "twice": event("didOpen", "OPENED")
say(call="didOpen", arguments={"payload": {"aps": {}}})
if mistake == "without-receipt": event("didOpen", "OPENED")
say(call="setUserTag", arguments={"tagIds": []})
call("PUT", "/uids/%s/tag-ids" % ("user-2" if mistake == "tags-of-another" else uid()), {"tagIds": []})
say(call="setUserID", arguments={"id": None}); user = None
if mistake == "logout-deletes": call("DELETE", "/tokens/" + push, pushType="APNS")
say(call="unregister")
if mistake != "logout-deletes": call("DELETE", "/tokens/" + push, pushType="APNS")

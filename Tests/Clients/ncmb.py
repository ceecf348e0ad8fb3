"""A client of NCMB and Nifty Cloud that reports its actions.

MISTAKE makes it make one mistake; "silent" stops the reports.

usage: ncmb.py [MISTAKE] [silent]
"""
import base64
import datetime
import hashlib
import hmac
import json
import os
import sys
import urllib.parse
import urllib.request

mistake = sys.argv[1] if len(sys.argv) > 1 else ""
silent = "silent" in sys.argv
base = os.environ["ASSAY_URL"]
token = "0123456789abcdef" * 4


def variable(end):
    return next(os.environ[name] for name in os.environ if name.endswith(end))


def say(**line):
    if not silent:
        with open(os.environ["ASSAY_CALLS"], "a") as file:
            file.write(json.dumps(line) + "\n")


def send(method, path, body=None, query=""):
    path = "/2013-09-01" + path
    key = variable("APP_KEY")
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    fields = ["SignatureMethod=HmacSHA256", "SignatureVersion=2",
              "X-NCMB-Application-Key=" + key, "X-NCMB-Timestamp=" + now]
    fields = sorted(fields + ([query] if query else []))
    text = "\n".join([method, "127.0.0.1", path, "&".join(fields)])
    code = hmac.new(variable("CLIENT_KEY").encode(), text.encode(), hashlib.sha256).digest()
    request = urllib.request.Request(
        base + path + ("?" + query if query else ""),
        None if body is None else json.dumps(body).encode(),
        {"Content-Type": "application/json", "X-NCMB-Application-Key": key,
         "X-NCMB-Timestamp": now, "X-NCMB-Signature": base64.b64encode(code).decode()},
        method=method)
    return json.loads(urllib.request.urlopen(request).read() or "{}")


def installation():
    body = {"deviceToken": token, "deviceType": "ios", "applicationName": "Notes", "appVersion": "7",
            "sdkVersion": "3.2.1", "timeZone": "Asia/Tokyo", "osVersion": "16"}
    if mistake.startswith("omit-"):
        body.pop(mistake[5:], None)
    if mistake == "other-token":
        body["deviceToken"] = "f" * 64
    if mistake == "system":
        body["osVersion"] = "15"
    return body


say(state={"deviceToken": token, "osVersion": "16"})
say(call="saveInstallation")
if mistake != "never-saves":
    created = send("POST", "/installations", installation())["objectId"]
    say(call="updateExistInstallation")
    where = urllib.parse.quote(json.dumps({"deviceToken": token}, separators=(",", ":")), safe="")
    if mistake != "no-look-up":
        query = "" if mistake == "looks-up-any" else "where=" + where
        send("GET", "/installations", query=query)
    least = {"deviceToken": token, "deviceType": "ios"}
    whole = mistake != "overwrites-token"
    send("PUT", "/installations/" + created, installation() if whole else least)
    send("DELETE", "/installations/" + created)
    say(call="reRegistInstallation")
    send("POST", "/installations", least if mistake == "clears-values" else installation())
arguments = {"message": "hello", "immediateDeliveryFlag": True, "target": ["ios"], "sound": "default"}
say(call="sendPush", arguments=arguments)
push = dict(arguments)
if mistake == "message":
    push["message"] = "bye"
if mistake == "sound":
    del push["sound"]
if mistake == "target":
    push["target"] = ["android"]
send("POST", "/push", push)

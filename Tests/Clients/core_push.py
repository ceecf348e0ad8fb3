"""A client of CORE PUSH that reports its actions.

MISTAKE makes it make one mistake; "silent" stops the reports.

usage: core_push.py [MISTAKE] [silent]
"""
import base64
import datetime
import json
import os
import sys
import urllib.parse
import urllib.request

mistake = sys.argv[1] if len(sys.argv) > 1 else ""
silent = "silent" in sys.argv
base = os.environ["ASSAY_URL"]; key = os.environ["CORE_PUSH_IOS_KEY"]
token = "0123456789abcdef" * 4
def say(**line):
    if silent: return
    with open(os.environ["ASSAY_CALLS"], "a") as f: f.write(json.dumps(line) + "\n")
def post(path, **form):
    form = {k: v for k, v in form.items() if v is not None}
    r = urllib.request.Request(base + path, urllib.parse.urlencode(form).encode())
    return json.loads(urllib.request.urlopen(r).read())
state = dict(user=None, cats=None, multi=None, loc=False, dev=False, hash=False)
def category():
    if state["multi"] is not None: return json.dumps(state["multi"], ensure_ascii=False)
    if state["cats"] is not None: return (";" if mistake == "separator" else ",").join(state["cats"] if mistake != "order-ids" else state["cats"][::-1])
    return "0" if mistake == "default-category" else "1"
def token_request(**more):
    form = dict(config_key=key, device_token=token, mode="1", category_id=category(), device_id="1",
        device_name="iPhone12", os_version="15.1", app_user_id=state["user"],
        last_use=datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S"),
        lat="35.6" if state["loc"] else "0", lon="139.7" if state["loc"] else "0")
    for field in form:
        if mistake == "omit-" + field: form[field] = None
    if mistake == "other-user" and state["user"]: form["app_user_id"] = "somebody"
    if mistake == "last-use": form["last_use"] = "now"
    if mistake == "old-use": form["last_use"] = "1970-01-01 00:00:00"
    if mistake == "position": form["lat"] = "35.6"
    post("/iphone_token_regist.php", **form)
say(state={"deviceToken": token})
say(call="registerForRemoteNotifications"); token_request()
post("/iphone_push_request.php", config_key=key, request_data=base64.b64encode(json.dumps([{"app_user_id":"9999999999","message":"M"}]).encode()).decode())
say(call="requestNotificationHistory"); ID = post("/notify_history.php", config_type="1", config_key=key)["results"][0]["history_id"]
say(call="setAppUserId", arguments={"userId": "u1"}); state["user"] = "u1"
say(call="setCategoryIds", arguments={"ids": ["3", "4"]}); state["cats"] = ["3", "4"]
say(call="registerForRemoteNotifications"); token_request()
say(call="setMultiCategoryIds", arguments={"ids": {"4": ["音楽", "読書"]}})
if mistake != "multi-loses": state["multi"] = {"4": ["音楽", "読書"]}
say(call="registerForRemoteNotifications"); token_request()
say(call="setLocationServiceEnabled", arguments={"enabled": True}); state["loc"] = True
say(call="reportCurrentLocation"); token_request()
say(call="handleBackgroundNotification", arguments={"userInfo": {"push_id": ID}})
if mistake != "never-reports":
    post("/push_analytics.php", config_type="1", action_key="001", config_key=key, push_id="452" if mistake == "other-id" else ID, device_token=token, device_id="1")
say(call="handleBackgroundNotification", arguments={"userInfo": {"aps": {}}})
if mistake == "reports-without-id":
    post("/push_analytics.php", config_type="1", action_key="001", config_key=key, push_id=ID, device_token=token, device_id="1")
say(call="requestNotificationHistory"); post("/notify_history.php", config_type="1", config_key=key)
say(call="unregisterDeviceToken"); post("/iphone_token_regist.php", config_key=key, device_token=token, mode="1" if mistake == "mode" else "2", device_id="1", category_id="1")

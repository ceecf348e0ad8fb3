"""A small push gateway: POST /messages queues a message, one thread sends it to APNs over HTTP/2.

Its first argument is its mistake: "drops" loses one of every hundred messages, "twice" repeats one, "misdirects"
sends one to another device, "silent" sends none, and "sound" makes no mistake. The second argument is its port.
Like other gateways, it reads its settings from the environment.
"""

import json
import os
import queue
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from google.auth import jwt
from google.auth.crypt import es

mistake, port = sys.argv[1], int(sys.argv[2])
with open(os.environ["APNS_KEY"]) as file:
    signer = es.EsSigner.from_string(file.read(), key_id=os.environ["APNS_KEY_ID"])
claims = {"iss": os.environ["APNS_TEAM_ID"], "iat": int(time.time())}
headers = {
    "authorization": "bearer " + jwt.encode(signer, claims).decode(),
    "apns-topic": "com.example.app",
}
apns = httpx.Client(
    http2=True,
    verify=ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"]),
    base_url=os.environ["APNS_URL"] + "/3/device/",
    headers=headers,
    trust_env=False,
)
messages = queue.Queue()


def deliver(token, text):
    answer = apns.post(token, json={"aps": {"alert": text}})
    if answer.status_code != 200:
        print(token, answer.status_code, answer.text, file=sys.stderr, flush=True)


def work():
    number = 0
    while True:
        token, text = messages.get()
        number += 1
        every = number % 100 == 0
        if mistake == "silent" or every and mistake == "drops":
            print("dropped", text, flush=True)
            continue
        if every and mistake == "misdirects":
            token = token[::-1]
        deliver(token, text)
        if every and mistake == "twice":
            deliver(token, text)


class Gateway(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        self.answer(200)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        messages.put((message["token"], message["text"]))
        self.answer(202)

    def log_message(self, *_):
        pass


threading.Thread(target=work, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", port), Gateway).serve_forever()

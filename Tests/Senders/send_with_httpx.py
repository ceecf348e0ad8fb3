"""Sends to an APNs sink with httpx over one connection: a delivery, then four mistakes."""

import json
import sys

import httpx

options = json.loads(sys.argv[1])


def answer(response):
    reason = response.json()["reason"] if response.content else None
    return [response.http_version, response.status_code, reason]


with httpx.Client(http2=True, base_url=options["origin"] + "/3/device/") as client:

    def send(device, token=options["token"]):
        headers = {"authorization": "bearer " + token, "apns-topic": "com.example.app"}
        return answer(client.post(device, headers=headers, json={"aps": {"alert": "hello"}}))

    print(
        json.dumps(
            [
                send("00"),
                send("xyz"),
                send(options["dead"]),
                send("00", options["oldToken"]),
                answer(client.get("00")),
            ]
        )
    )

"""Sends to a Web Push sink with pywebpush and prints the statuses: one delivery, then two mistakes."""

import json
import sys

from py_vapid import Vapid
from pywebpush import WebPushException, webpush

subscription = json.loads(sys.argv[1])
key = Vapid()
key.generate_keys()


def send(subscription, **claims):
    claims["sub"] = "mailto:a@example.com"
    try:
        answer = webpush(
            subscription, data="hello", vapid_private_key=key, ttl=30, vapid_claims=claims
        )
        return answer.status_code
    except WebPushException as error:
        return error.response.status_code


unknown = dict(subscription, endpoint=subscription["endpoint"] + "A")
print(json.dumps([send(subscription), send(unknown), send(subscription, aud="https://example.com")]))

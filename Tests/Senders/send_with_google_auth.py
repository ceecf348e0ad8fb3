"""Sends to an FCM sink with google-auth and requests: one delivery, then three mistakes."""

import json
import sys

from google.auth.exceptions import RefreshError
from google.auth.transport.requests import AuthorizedSession
from google.oauth2 import service_account

options = json.loads(sys.argv[1])
url = options["origin"] + "/v1/projects/reference/messages:send"


def session(**changes):
    return AuthorizedSession(
        service_account.Credentials.from_service_account_info(
            dict(options["account"], **changes),
            scopes=["https://www.googleapis.com/auth/firebase.messaging"],
        )
    )


good = session()


def send(message):
    return good.post(url, json={"message": message}).status_code


answers = [
    send({"token": options["token"], "notification": {"title": "hello"}}),
    send({"token": "no token"}),
    send({}),
]
try:
    session(client_email="nobody@example.com").post(url, json={})
except RefreshError as error:
    answers.append(error.args[1]["error"])
print(json.dumps(answers))

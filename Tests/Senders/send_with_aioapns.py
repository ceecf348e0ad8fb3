"""Sends to an APNs sink with aioapns: 200 deliveries at once, then six mistakes.

Its proxy option uses a socket API that Python removed in 3.11, so the address of the sink is set instead.
"""

import asyncio
import json
import sys

from aioapns import APNs, NotificationRequest
from aioapns.connection import APNsDevelopmentClientProtocol

options = json.loads(sys.argv[1])


class Sink(APNsDevelopmentClientProtocol):
    APNS_SERVER = "localhost"
    APNS_PORT = options["port"]


def client(team_id="ASSAYTEAM1", key_id="ASSAYKEY01"):
    apns = APNs(
        key=options["key"],
        key_id=key_id,
        team_id=team_id,
        topic="com.example.app",
        max_connection_attempts=1,
    )
    apns.pool.protocol_class = Sink
    return apns


async def send(apns, device, **fields):
    message = {"aps": {"alert": "hello"}}
    request = NotificationRequest(device_token=device, message=message, **fields)
    answer = await apns.send_notification(request)
    assert answer.notification_id == request.notification_id
    return [answer.status, answer.description, answer.timestamp is not None]


async def main():
    apns = client()
    many = await asyncio.gather(*[send(apns, "%064x" % number) for number in range(200)])
    return [
        sum(answer == ["200", None, False] for answer in many),
        await send(apns, "xyz"),
        await send(apns, options["dead"]),
        await send(apns, "00", collapse_key="x" * 65),
        await send(apns, "00", priority=7),
        await send(client(key_id="ASSAYKEY09"), "00"),
        await send(client(team_id="ASSAYTEAM2"), "00"),
    ]


print(json.dumps(asyncio.run(main())))

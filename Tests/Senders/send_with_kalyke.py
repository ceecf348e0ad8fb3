"""Sends to APNs with kalyke, which has fixed addresses: two deliveries, then four mistakes."""

import asyncio
import json
import sys

from kalyke import ApnsClient, ApnsConfig, Payload, PayloadAlert
from kalyke.exceptions import ApnsProviderException

options = json.loads(sys.argv[1])


async def send(device, text="hello", sandbox=True, team_id="ASSAYTEAM1"):
    client = ApnsClient(
        use_sandbox=sandbox,
        team_id=team_id,
        auth_key_id="ASSAYKEY01",
        auth_key_filepath=options["keyFile"],
    )
    payload = Payload(alert=PayloadAlert(title=text))
    try:
        await client.send_message(device, payload, ApnsConfig(topic="com.example.app"))
        return "delivered"
    except ApnsProviderException as error:
        return type(error).__name__


async def main():
    return [
        await send("00"),
        await send("00", sandbox=False),
        await send("xyz"),
        await send(options["dead"]),
        await send("00", text="x" * 4_096),
        await send("00", team_id="ASSAYTEAM2"),
    ]


print(json.dumps(asyncio.run(main())))

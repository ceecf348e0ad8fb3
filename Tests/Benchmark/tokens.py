#!/usr/bin/env python3
"""Loads a server whose access tokens expire after 20 s, and measures how their renewal affects latencies.

The server grants tokens, accepts each for exactly 20 s and rejects any other with 401. Three runs of three
minutes at 500/s: undisturbed; with a token endpoint that fails for 30 s, so that arrivals wait; and the same
with a timeout shorter than the time without a token, which must end the run with status 3.
"""

import argparse
import asyncio
import json
import multiprocessing
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hdrh.histogram import HdrHistogram

HERE = Path(__file__).resolve().parent
LIFE = 20.0


class Server:
    """A minimal HTTP/1.1 server."""

    def __init__(self, failing):
        self.failing, self.tokens, self.first = failing, {}, None

    async def serve(self, ready):
        server = await asyncio.start_server(self.connection, "127.0.0.1", 0)
        ready.put(server.sockets[0].getsockname()[1])
        async with server:
            await server.serve_forever()

    async def connection(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.decode().split("\r\n")
                fields = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
                await reader.readexactly(int(fields.get("content-length", 0)))
                status, body = self.answer(lines, time.monotonic())
                writer.write(
                    f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
                )
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def answer(self, lines, now):
        if lines[0].startswith("POST /oauth/token "):
            self.first = self.first or now
            if self.failing[0] <= now - self.first < self.failing[1]:
                return "503 Service Unavailable", '{"error":"temporarily_unavailable"}'
            token = secrets.token_urlsafe(24)
            self.tokens[token] = now + LIFE
            return "200 OK", json.dumps({"access_token": token, "expires_in": int(LIFE)})
        word = next((x for x in lines if x.lower().startswith("authorization: bearer ")), "")
        if self.tokens.get(word[len("authorization: bearer "):], 0) > now:
            return "201 Created", '{"id":"a"}'
        return "401 Unauthorized", '{"error":"invalid_token"}'


def serve(failing, ready):
    asyncio.run(Server(failing).serve(ready))


def run(assay, folder, name, failing=(0, 0), profile="tokens.yaml"):
    """Returns the result, the exit status and the output."""
    ready = multiprocessing.Queue()
    server = multiprocessing.Process(target=serve, args=(failing, ready), daemon=True)
    server.start()
    output = folder / f"{name}.json"
    try:
        ended = subprocess.run(
            [assay, "load", HERE / profile, "--target", f"http://127.0.0.1:{ready.get()}",
             "--output", output, "--quiet"],
            stdout=subprocess.PIPE, text=True,
        )
    finally:
        server.terminate()
        server.join()
    return json.loads(output.read_text()), ended


def percentiles(slices):
    """Returns p50, p99 and the maximum latency of expected responses in some seconds, in ms."""
    pooled = HdrHistogram(100, 3_600_000_000_000, 2)
    for part in slices:
        pooled.decode_and_add(part["histograms"][0]["encoded"])
    values = [pooled.get_value_at_percentile(50), pooled.get_value_at_percentile(99)]
    greatest = max(part["histograms"][0]["greatest"] for part in slices)
    return "  ".join(f"{value / 1e6:8.3f} ms" for value in values + [greatest])


def report(name, result, ended):
    token = result["parts"][0]["tokens"][0]
    totals, renewals = result["totals"], token["renewals"]
    print(f"{name}: status {ended.returncode}, {ended.stdout.splitlines()[1]}")
    print(f"  {totals['due']} due, {totals['due'] - totals['good']} without an expected response; renewed at "
          + " ".join(f"{moment:.1f}" for moment in renewals))
    print(f"  {sum(failure['count'] for failure in token['failures'])} attempts failed, "
          f"{token['secondsWithout']:.1f} s without a token, {token['waited']} arrivals waited, "
          f"{token['meanWaitSeconds']:.2f} s on average, {token['longestWaitSeconds']:.2f} s at most")
    return renewals


def undisturbed(name, result, ended):
    renewals = report(name, result, ended)
    near, far = [], []
    for part in result["slices"]:
        start = part["startSeconds"]
        if start < 0 or part["good"] == 0:
            continue
        isNear = any(int(moment) - 1 <= start <= int(moment) + 1 for moment in renewals)
        (near if isNear else far).append(part)
    print("                                      p50          p99          max")
    print(f"  {len(near):3} seconds around a renewal  {percentiles(near)}")
    print(f"  {len(far):3} seconds elsewhere         {percentiles(far)}")
    totals = result["totals"]
    return ended.returncode == 0 and totals["good"] == totals["due"] and len(renewals) >= 10


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    assay = parser.parse_args().assay
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        isSound = undisturbed("undisturbed", *run(assay, folder, "undisturbed"))
        result, ended = run(assay, folder, "failing", (50, 80))
        report("the endpoint fails for 30 s", result, ended)
        totals = result["totals"]
        isSound &= ended.returncode == 0 and totals["good"] == totals["due"]
        result, ended = run(assay, folder, "lost", (50, 80), "tokens-short.yaml")
        report("the same, with a timeout of 5 s", result, ended)
        isSound &= ended.returncode == 3 and "no access token was good" in ended.stdout
    if not isSound:
        sys.exit("a renewal affected the run in an unexpected way")


if __name__ == "__main__":
    main()

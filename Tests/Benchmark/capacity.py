"""Searches for the capacity of three servers over sockets, and checks the claim of each search against the known
capacity.

The first server carries 200/s. The second pauses for 2 s in every 20 s and therefore carries nothing. The third is
cold for 10 s and then rejects requests above 200/s.
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ANSWER = b"HTTP/1.1 %b\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

# Behaviour of a server, and the bounds of its capacity; None: no capacity.
SERVERS = {
    "2 servers of 10 ms": ({"servers": 2, "seconds": 0.01}, (200, 200)),
    "the same, paused for 2 s in every 20 s": ({"servers": 2, "seconds": 0.01, "every": 20, "rest": 2}, None),
    "cold for 10 s, then 200/s with a burst of 100": ({"seconds": 0.003, "cold": 10, "limit": 200}, (200, 203.7)),
}


class Server:
    def __init__(self, servers=0, seconds=0.0, every=0, rest=0, cold=0, limit=0):
        self.free = [0.0] * servers
        self.seconds, self.every, self.rest = seconds, every, rest
        self.cold, self.limit = cold, limit
        self.tokens, self.last, self.began = 100.0, time.monotonic(), None

    def plan(self, now):
        """When the response is due, and its status."""
        self.began = self.began or now
        if self.limit:
            self.tokens = min(self.tokens + (now - self.last) * self.limit, 100)
            self.last = now
            if self.tokens < 1:
                return now, b"429 Too Many Requests"
            self.tokens -= 1
        seconds = self.seconds * (100 if now - self.began < self.cold else 1)
        start = now
        if self.free:
            lane = self.free.index(min(self.free))
            start = max(now, self.free[lane])
        phase = (start - self.began) % self.every if self.every else 0
        if self.every and phase > self.every - self.rest:
            start += self.every - phase
        if self.free:
            self.free[lane] = start + seconds
        return start + seconds, b"200 OK"

    async def serve(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"(?i)content-length: *(\d+)", head)
                await reader.readexactly(int(length.group(1)) if length else 0)
                end, status = self.plan(time.monotonic())
                await asyncio.sleep(max(end - time.monotonic(), 0))
                writer.write(ANSWER % status)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def serve(settings):
    server = await asyncio.start_server(Server(**settings).serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def is_true(result, truth):
    rate, upper, verdict = result["rate"], result["upperRate"], result["verdict"]
    if truth is None:
        return verdict in ("lessThan", "nothing")
    low, high = truth
    return {
        "carries": lambda: low * 0.97 <= rate <= high * 1.03,
        "between": lambda: rate <= high * 1.01 and upper >= low * 0.99,
        "atLeast": lambda: rate <= high * 1.01,
        "lessThan": lambda: upper >= low * 0.99,
        "nothing": lambda: True,
    }[verdict]()


def search(assay, folder, settings):
    command = [sys.executable, __file__, "--serve", json.dumps(settings)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = f"http://127.0.0.1:{server.stdout.readline().strip()}"
            output = folder / "capacity.json"
            run = subprocess.run(
                [assay, "capacity", HERE / "capacity.yaml", "--rate", "50/s", "--target", url,
                 "--output", output, "--force", "--quiet"],
                capture_output=True, text=True, timeout=400,
            )
            if run.returncode not in (0, 6, 8):
                sys.exit(f"bench: capacity: {run.stderr or run.stdout}")
            return run.returncode, run.stdout.strip().splitlines(), json.loads(output.read_text())
        finally:
            server.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", type=Path, help="the binary")
    parser.add_argument("--serve", type=json.loads, help="run as a server with these settings, as JSON")
    arguments = parser.parse_args()
    if arguments.serve:
        return asyncio.run(serve(arguments.serve))
    print("capacity: servers of known behaviour over sockets; each claim must contain the known capacity")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (settings, truth) in SERVERS.items():
            status, lines, result = search(arguments.assay.resolve(), Path(folder), settings)
            isTrue = is_true(result, truth) and (status == 0) == (result["verdict"] == "carries")
            wrong += not isTrue
            print(f"  {name}: {'true' if isTrue else 'FALSE'}, status {status}, "
                  f"{result['elapsedSeconds']:.0f} s: {' '.join(lines)}", flush=True)
    if wrong:
        sys.exit("bench: capacity: a claim was false")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares `assay load` over HTTP/2 with h2load, and checks its results against known ones.

cost: processor time per request, in pairs with h2load, against nginx and against nghttpd.
lag: delay of requests at 20,000/s.
stall: percentiles with a server that stops for half a second in every five and allows ten streams per
  connection.
goaway: nginx ends each connection after 1,000 requests; the arrivals are compared with its log.
"""

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from compare import BODY, Failed, Server, free_port, measured, number, spread, table
from truth import accounted, lag, load, percentile, stalled

HERE = Path(__file__).resolve().parent
ANSWER = '{"objectId":"GVd8rLK2mVTqEQ4S","createDate":"2026-01-01T00:00:00.000Z"}'
CONNECTIONS, STREAMS = 8, 100


class FileServer:
    """nghttpd, which responds to each request with a file."""

    def __init__(self, folder):
        files = folder / "files"
        files.mkdir()
        (files / "push").write_text(ANSWER)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            ["nghttpd", "--no-tls", "-a", "127.0.0.1", "-d", files, str(port)],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise Failed("nghttpd does not respond")

    def stop(self):
        self.process.terminate()
        self.process.wait(5)


def assay(arguments, folder, url):
    seconds = arguments.seconds
    result, processor, _ = load(arguments.assay, folder, "http2", url, "--duration", f"{seconds}s")
    totals = result["totals"]
    if totals["completed"] != totals["sent"]:
        raise Failed(f"assay: {totals['sent']} sent, {totals['completed']} completed")
    return totals["completed"] / seconds, processor / totals["completed"] * 1e6


def h2load(arguments, folder, url):
    body = folder / "body.json"
    body.write_text(BODY)
    text, processor, _ = measured(
        ["h2load", "-t1", f"-c{CONNECTIONS}", f"-m{STREAMS}", "-D", str(arguments.seconds),
         "-d", body, "-H", "content-type: application/json", f"{url}/push"]
    )
    count = number(r"(\d+) succeeded", text, "h2load")
    return count / arguments.seconds, processor / count * 1e6


def pairs(arguments, folder, name, url):
    """Runs both alternately, in reverse order in every other round; returns a row of the table."""
    rounds = []
    for index in range(arguments.rounds):
        pair = {}
        for contender in (assay, h2load) if index % 2 == 0 else (h2load, assay):
            pair[contender] = contender(arguments, folder, url)
        rounds.append(pair)
        print(f"round {index + 1} of {arguments.rounds} against {name}, µs a request: "
              f"assay {pair[assay][1]:.1f}, h2load {pair[h2load][1]:.1f}", flush=True)
    median = [
        f"{statistics.median(pair[contender][place] for pair in rounds):,.{place}f}{unit}"
        for contender in (assay, h2load) for place, unit in ((0, "/s"), (1, " µs"))
    ]
    ratios = [
        spread([pair[assay][place] / pair[h2load][place] for pair in rounds]) for place in (1, 0)
    ]
    return [name, *median, *ratios]


def cost(arguments, folder):
    if missing := [tool for tool in ("h2load", "nghttpd") if not shutil.which(tool)]:
        print(f"NOT RUN: {' and '.join(missing)} not installed.", file=sys.stderr)
        return
    rows = [["", "assay", "CPU/request", "h2load", "CPU/request", "CPU, of h2load's",
             "rate, of h2load's"]]
    servers = {"nginx": lambda folder: Server(folder, http2=True), "nghttpd": FileServer}
    for name, start in servers.items():
        server = start(folder)
        try:
            rows.append(pairs(arguments, folder, name, server.url))
        finally:
            server.stop()
    print(f"\ncost: {CONNECTIONS} connections of {STREAMS} streams; medians, in parentheses the least "
          "and the greatest ratio of a round")
    table(rows)


def http2_lag(arguments, folder):
    lag(arguments.assay, folder, "http2-lag", http2=True)


def stall(arguments, folder):
    program = folder / "stallserver"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "stallserver.c", "-lnghttp2"], check=True)
    streams, service, period, stop = 10, 100e-6, 5, 0.5
    server = subprocess.Popen([program, *map(str, (streams, service, period, stop))],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = f"http://127.0.0.1:{server.stdout.readline().strip()}"
    result, _, _ = load(arguments.assay, folder, "http2-stall", url)
    count, most = server.communicate()[0].split()
    expected = [stalled(1000, service, period, stop, 60, phase / 8 * period) for phase in range(8)]
    print(f"stall: 1,000/s for 60 s, paused for {stop} s in every {period} s, {streams} streams per "
          "connection")
    print(f"  {accounted(result)}, {int(count):,} responses of the server with the warm-up, at "
          f"most {most} streams at once")
    for name, q in [("p95", 0.95), ("p99", 0.99)]:
        truth = statistics.mean(percentile(values, q) for values in expected)
        found = result["totals"]["latency"][name]
        print(f"  {name}: {1e3 * found:.1f} ms, must be {1e3 * truth:.1f} ms: "
              f"{100 * (found / truth - 1):+.1f} %")


def goaway(arguments, folder):
    log = folder / "access.log"
    server = Server(folder, http2=True, requests=1000, log=log)
    try:
        result, _, _ = load(arguments.assay, folder, "http2-goaway", server.url)
    finally:
        server.stop()
    logged = len(log.read_text().splitlines())
    outcomes = {name: outcome["count"] for name, outcome in result["outcomes"].items()}
    print("goaway: 5,000/s for 20 s, each connection ended after 1,000 requests")
    print(f"  {accounted(result)}: {json.dumps(outcomes)}; nginx logged {logged:,}")
    if outcomes.get("201") != logged:
        raise Failed(f"nginx logged {logged} requests, but assay counted {outcomes}")


CHECKS = {"cost": cost, "lag": http2_lag, "stall": stall, "goaway": goaway}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--assay", required=True, type=Path, help="the binary, a release build")
    parser.add_argument("--rounds", type=int, default=11, help="rounds of cost (default: 11)")
    parser.add_argument("--seconds", type=int, default=4, help="duration of each run of cost (default: 4)")
    parser.add_argument("check", nargs="*", choices=[*CHECKS, []], help="checks to run (default: all)")
    arguments = parser.parse_args()
    arguments.assay = arguments.assay.resolve()
    for name in arguments.check or CHECKS:
        with tempfile.TemporaryDirectory() as folder:
            CHECKS[name](arguments, Path(folder))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"bench: {failure}")

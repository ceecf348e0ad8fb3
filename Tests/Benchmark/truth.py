#!/usr/bin/env python3
"""Compares results of `assay load`, `capacity` and `compare` with known ones.

lag: delay of requests at 20,000/s, compared with a bare loop of timerfd and epoll.
stall: percentiles with a server that stops for 1 s in every 10 s.
queue: mean wait at a server of known capacity, compared with the calculated waits of the same arrivals.
connections: memory of 10,000 plain connections.
capacity: five searches on a stub with four servers of 2 ms each, which carries 2,000/s.
compare: servers with service times of 2.0 and 2.2 ms, five alternating runs each.
redaction: time to find secrets in a response of 10 MB.
"""

import argparse
import http.server
import json
import math
import random
import re
import resource
import signal
import statistics
import string
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from compare import Failed, Server, measured

HERE = Path(__file__).resolve().parent
MASK = (1 << 64) - 1


class Stub:
    """`assay serve` of the benchmark's contract, with a pace."""

    def __init__(self, assay, *pace):
        command = [assay, "serve", HERE / "contract.yaml", *pace]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise Failed(f"assay serve: no address in {line!r}")
        self.url = found.group(0)

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


def load(assay, folder, profile, url, *options, accepted=(0, 8)):
    """Runs once; returns the result, and the processor seconds of the whole program."""
    output = folder / "result.json"
    command = [assay, "load", HERE / f"{profile}.yaml", "--target", url, "--output", output,
               "--force", "--quiet", *options]
    _, processor, elapsed = measured(command, accepted)
    return json.loads(output.read_text()), processor, elapsed


def share_above(encoded, nanoseconds):
    from hdrh.histogram import HdrHistogram  # pip install hdrhistogram

    histogram = HdrHistogram.decode(encoded)
    above = sum(
        item.count_added_in_this_iter_step
        for item in histogram.get_recorded_iterator()
        if item.value_iterated_to > nanoseconds
    )
    return above / histogram.get_total_count()


def accounted(result):
    totals = result["totals"]
    counted = sum(outcome["count"] for outcome in result["outcomes"].values())
    return f"{totals['due']:,} due, {counted:,} with an outcome"


def lag(assay, folder, profile="lag", http2=False):
    loop = folder / "timerloop"
    subprocess.run(["cc", "-O2", "-o", loop, HERE / "timerloop.c"], check=True)
    server = Server(folder, http2=http2)
    try:
        before = subprocess.check_output([loop, "20000", "10"], text=True).split()
        result, processor, elapsed = load(assay, folder, profile, server.url)
        after = subprocess.check_output([loop, "20000", "10"], text=True).split()
    finally:
        server.stop()
    clock = result["totals"]["generatorLag"]
    late = 100 * share_above(result["recording"]["generatorLag"]["encoded"], 1_000_000)
    print(f"lag: 20,000/s for 20 s against nginx{', HTTP/2' if http2 else ''}")
    print(f"  {accounted(result)}")
    print(f"  generator lag: median {1e6 * clock['p50']:.0f} µs, later than 1 ms {late:.2f} %")
    print(f"  bare loop before and after: median {before[1]} and {after[1]} µs, "
          f"later than 1 ms {float(before[0]):.2f} and {float(after[0]):.2f} %")
    print(f"  processor: {processor / elapsed:.2f} of a core")


def percentile(values, q):
    return sorted(values)[math.ceil(q * len(values)) - 1]


def stalled(rate, service, period, length, seconds, phase):
    """Returns the latencies of constant arrivals at one server that stalls at the end of each period."""
    latencies, free = [], 0.0
    for index in range(int(rate * seconds)):
        due = phase + index / rate
        start = max(due, free)
        into = start % period
        if into >= period - length:
            start += period - into
        free = start + service
        latencies.append(free - due)
    return latencies


def stall(assay, folder):
    pace = ["--service-time", "100us", "--servers", "1", "--stall", "every=10s,for=1s"]
    with Stub(assay, *pace) as url:
        result, _, _ = load(assay, folder, "stall", url)
    expected = [stalled(1000, 100e-6, 10, 1, 60, phase / 8 * 10) for phase in range(8)]
    print("stall: 1,000/s for 60 s, paused for 1 s in every 10 s")
    print(f"  {accounted(result)}")
    for name, q in [("p95", 0.95), ("p99", 0.99), ("p999", 0.999)]:
        truth = statistics.mean(percentile(values, q) for values in expected)
        found = result["totals"]["latency"][name]
        print(f"  {name}: {1e3 * found:.1f} ms, must be {1e3 * truth:.1f} ms: "
              f"{100 * (found / truth - 1):+.1f} %")


def mixed(value):
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def poisson(rate, seconds, seed):
    """Returns the due times of a profile's arrivals with this seed."""
    position, index, slot = 0.0, 0, MASK
    while True:
        state = mixed(mixed(mixed((seed + 0x9E3779B97F4A7C15) & MASK) ^ index) ^ slot)
        unit = (mixed((state + 0x9E3779B97F4A7C15) & MASK) >> 11) * 2.0**-53
        position -= math.log1p(-unit)
        if position >= rate * seconds:
            return
        yield position / rate
        index += 1


def departures(arrivals, service, servers):
    """Returns the mean wait of these arrivals, first come, first served."""
    done, waits = [], []
    for index, due in enumerate(arrivals):
        start = max(due, done[index - servers]) if index >= servers else due
        waits.append(start - due)
        done.append(start + service)
    return statistics.mean(waits)


def queue(assay, folder):
    """Sends the same arrivals twice: to the queue, and to a server without queueing."""
    print("queue: Poisson arrivals for 20 s, 2 ms of service")
    time = ["--service-time", "2ms"]
    for servers in (1, 4):
        with Stub(assay, *time, "--servers", str(servers)) as url, \
                Stub(assay, *time, "--servers", "1000") as idle:
            for percent in (60, 80, 90):
                rate = percent / 100 * servers / 2e-3
                options = ["--rate", f"{rate:g}/s"]
                unloaded = load(assay, folder, "queue", idle, *options)[0]["totals"]
                loaded = load(assay, folder, "queue", url, *options)[0]["totals"]
                truth = departures(poisson(rate, 20, 7), 2e-3, servers)
                found = loaded["latency"]["mean"] - unloaded["latency"]["mean"]
                print(f"  {servers} at {percent} %: wait {1e3 * found:.3f} ms, must be "
                      f"{1e3 * truth:.3f} ms: {100 * (found / truth - 1):+.1f} % "
                      f"({loaded['due']:,} arrivals)", flush=True)


def connections(assay, folder):
    server = Server(folder)
    try:
        result, _, _ = load(assay, folder, "lag", server.url, "--rate", "5000/s",
                            "--duration", "10s", "--connections", "10000")
    finally:
        server.stop()
    # The peak of the largest child process so far; all others are far smaller.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    opened = result["parts"][0]["statistics"]["opened"]
    print(f"connections: {opened:,} opened, {accounted(result)}, at most {peak:.0f} MB")


def capacity(assay, folder):
    print("capacity: 4 servers of 2 ms, p99 < 100 ms; must be 2,000/s ± 3 %, found within 90 s")
    output, rates = folder / "capacity.json", []
    for number in range(1, 6):
        with Stub(assay, "--service-time", "2ms", "--servers", "4") as url:
            command = [assay, "capacity", HERE / "capacity.yaml", "--target", url,
                       "--budget", "90s", "--output", output, "--force", "--quiet"]
            _, _, elapsed = measured(command, (0, 8))
        result = json.loads(output.read_text())
        ending = "" if result["ending"] == "found" else f", {result['ending']}"
        rates.append(result["rate"] or math.nan)
        print(f"  search {number}: {rates[-1]:,.0f}/s after {elapsed:.0f} s{ending}", flush=True)
    print(f"  farthest from 2,000/s {100 * max(abs(rate / 2000 - 1) for rate in rates):.1f} %, "
          f"between searches {100 * (max(rates) / min(rates) - 1):.1f} %")


def compare(assay, folder):
    print("compare: Poisson arrivals, 400/s for 10 s, five alternating runs each")
    for new in ("2.2ms", "2ms"):
        with Stub(assay, "--service-time", "2ms", "--servers", "1") as old_url, \
                Stub(assay, "--service-time", new, "--servers", "1") as new_url:
            command = [assay, "compare", "--interleave", "--runs", "5", "--duration", "10s",
                       "--seed", "7", old_url, new_url, HERE / "queue.yaml"]
            run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode not in (0, 7):
            raise Failed(run.stderr or run.stdout)
        print(f"  2.0 ms against {new}: status {run.returncode}, "
              f"{run.stdout.strip().splitlines()[-1]}", flush=True)


class Answering:
    """A server on loopback that responds with 500 and a fixed body."""

    def __init__(self, body):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.send_response(500)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def report(assay, folder, secrets, url):
    """Returns the processor time of a report with the response of a failed case, the median of three."""
    contract = {
        "contract": "1",
        "info": {"title": "Long responses"},
        "targets": {"api": {"documented": "https://api.example.com"}},
        "variables": {
            f"s{number}": {"default": secret, "secret": True}
            for number, secret in enumerate(secrets)
        },
        "operations": {
            "get": {"request": {"method": "GET", "path": "/"}, "responses": {"200": {}}}
        },
        "cases": {"one": {"steps": [{"call": "get"}]}},
    }
    path = folder / "long.yaml"
    path.write_text(json.dumps(contract))
    output = folder / "long.json"
    command = [assay, "verify", path, "--target", url, "--report", f"json={output}"]
    times = [measured(command, accepted=(4,))[1] for _ in range(3)]
    return statistics.median(times), output.read_text()


def redaction(assay, folder):
    """Redacts secrets in a response of 10 MB, for adversarial responses and secrets."""
    size = 10 << 20
    print(f"redaction: a response of {size >> 20} MB in a report")
    letters = random.Random(1)

    def text(count):
        return "".join(letters.choices(string.ascii_lowercase + string.digits, k=count))

    secrets = [text(40) for _ in range(100)]
    body = text(size - 40 * 1_000) + "".join(secrets) * 10
    cases = {
        "100 secrets of 40 letters, each ten times in it": (secrets, body),
        "a secret of 200,000 times x in a response of x": (["x" * 200_000], "x" * size),
    }
    for name, (secrets, body) in cases.items():
        with Answering(body.encode()) as url:
            alone, _ = report(assay, folder, [], url)
            hidden, shown = report(assay, folder, secrets, url)
        if any(secret in shown for secret in secrets):
            raise Failed(f"{name}: the report contains a secret")
        print(f"  {name}: {hidden - alone:.1f} s in addition to {alone:.1f} s", flush=True)


CHECKS = {
    "lag": lag, "stall": stall, "queue": queue, "connections": connections,
    "capacity": capacity, "compare": compare, "redaction": redaction,
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--assay", required=True, type=Path, help="the binary, a release build")
    parser.add_argument("check", nargs="*", choices=[*CHECKS, []], help="checks to run (default: all)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.check or CHECKS:
            CHECKS[name](arguments.assay.resolve(), Path(folder))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"bench: {failure}")

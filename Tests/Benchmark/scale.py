#!/usr/bin/env python3
"""Measures how the cost of a request depends on the rate, the connections and the sends.

Each row is a run against one nginx worker on loopback. The processor time of starting the program is
measured with a run of one request and subtracted. A line below each series shows the law that it follows.
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

from compare import Failed, Server, measured

HERE = Path(__file__).resolve().parent
RATES = (100, 1_000, 5_000, 20_000, 50_000, 100_000)
CONNECTIONS = (1, 10, 100, 1_000, 10_000)
SENDS = (1, 10, 100)
# Values for the series that do not vary them.
RATE, CONNECTION_COUNT = 5_000, 64


class Scale:
    def __init__(self, assay, server, folder, seconds):
        self.assay, self.server, self.folder, self.seconds = assay, server, folder, seconds
        self.start = self.processor(rate=1, seconds=1)[0]

    def processor(self, rate=RATE, connections=CONNECTION_COUNT, sends=1, seconds=None):
        """Returns the processor seconds of a run, and its number of requests."""
        seconds = seconds or self.seconds
        profile, output = self.folder / "profile.yaml", self.folder / "result.json"
        entries = ", ".join(f"{{ name: s{index}, call: static }}" for index in range(sends))
        profile.write_text(
            'profile: "1"\n'
            'info: { title: "Scale" }\n'
            f"contract: {HERE / 'contract.yaml'}\n"
            f"seed: 1\nsends: [{entries}]\n"
            f"load: {{ connections: {connections}, "
            f"stages: [{{ rate: {rate}/s, for: {seconds}s }}] }}\n"
        )
        _, processor, _ = measured(
            [self.assay, "load", profile, "--target", self.server.url, "--output", output,
             "--force", "--quiet"],
            # Status 8: the machine was too busy for reliable latencies, which are not used here.
            accepted=(0, 8),
        )
        return processor, json.loads(output.read_text())["totals"]["completed"]

    def cost(self, **what):
        """Returns microseconds of processor time for each request."""
        processor, count = self.processor(**what)
        return (processor - self.start) / count * 1e6

    def series(self, name, values, law):
        costs = [self.cost(**{name: value}) for value in values]
        longest = max(costs)
        print()
        print(f"{name:>11}  CPU/request")
        for value, cost in zip(values, costs):
            print(f"{value:>11,}  {cost:8.1f} µs  {'█' * max(round(24 * cost / longest), 1)}")
        print(f"  law: {law(values, costs)}")


def line(values, costs):
    """Fits processor time per second as a linear function of the rate, by relative errors."""
    rows = [(rate, rate * cost / 1e6, 1 / (rate * cost)) for rate, cost in zip(values, costs)]
    total = sum(weight**2 for _, _, weight in rows)
    rate = sum(x * w**2 for x, _, w in rows) / total
    load = sum(y * w**2 for _, y, w in rows) / total
    slope = sum(w**2 * (x - rate) * (y - load) for x, y, w in rows) / sum(
        w**2 * (x - rate) ** 2 for x, _, w in rows)
    return f"{max(load - slope * rate, 0) * 1e3:.1f} ms/s and {slope * 1e6:.1f} µs/request"


def growth(values, costs):
    return f"{costs[-1] / costs[0]:.2f} times the cost for {values[-1] // values[0]:,} times as many"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True, type=Path, help="the binary, a release build")
    parser.add_argument("--seconds", type=int, default=6, help="duration of each run (default: 6)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            scale = Scale(arguments.assay.resolve(), server, folder, arguments.seconds)
            print(f"scale: {RATE:,}/s over {CONNECTION_COUNT} connections, unless varied; "
                  f"starting the program takes {scale.start * 1e3:.0f} ms")
            scale.series("rate", RATES, line)
            scale.series("connections", CONNECTIONS, growth)
            scale.series("sends", SENDS, growth)
        except Failed as failure:
            print(failure, file=sys.stderr)
            return 1
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Compares the cost of a step of a journey with that of a single request with as many varying values.

The rate is higher than one nginx worker can serve over 64 connections, so that requests follow each other directly:
at lower rates, waking up dominates the cost. They run alternately; the result is the ratio of processor time per request
within a round.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from compare import HERE, Server

GOAL = 1.3


def cost(assay, profile, url, folder):
    """Returns nanoseconds of processor time for each request."""
    output = folder / "result.json"
    subprocess.run([assay, "load", HERE / profile, "--target", f"api={url}", "--quiet", "--output", output,
                    "--force"], stdout=subprocess.DEVNULL)
    result = json.loads(output.read_text())
    bad = [name for name, outcome in result["outcomes"].items()
           if outcome["good"] == 0 and name not in ("unsent", "unanswered", "not-finished")]
    if bad:
        sys.exit(f"{profile}: outcomes of requests: {', '.join(bad)}")
    requests = sum(part["statistics"]["settled"] for part in result["parts"])
    return result["processTimeSeconds"] / requests * 1e9


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            ratios = []
            for round_number in range(arguments.rounds):
                profiles = ["plain.yaml", "journey.yaml"]
                if round_number % 2:
                    profiles.reverse()
                costs = {profile: cost(arguments.assay, profile, server.url, folder) for profile in profiles}
                ratios.append(costs["journey.yaml"] / costs["plain.yaml"])
                print(f"  plain {costs['plain.yaml'] / 1000:.2f} µs, step {costs['journey.yaml'] / 1000:.2f} µs "
                      f"of processor time: {ratios[-1]:.2f}")
        finally:
            server.stop()
    median = statistics.median(ratios)
    print(f"A step of a journey costs {median:.2f} times a plain request "
          f"({min(ratios):.2f} to {max(ratios):.2f}); the goal is at most {GOAL}.")
    sys.exit(median > GOAL)


if __name__ == "__main__":
    main()

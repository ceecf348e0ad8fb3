#!/usr/bin/env python3
"""Loads each reference service for ten minutes over 1,000 connections and records its memory.

One request in twenty is malformed. Prints the resident memory every minute, and all outcomes by send. A
service passes if malformed requests get their error, all others their success, and the memory grows only
with the stored objects. The script does not check this itself.
"""

import argparse
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent / "endurance"
SERVICES = ["ncmb", "nifty", "nhn-push", "toast-push", "core-push"]


def resident(process):
    """Returns the resident memory in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def targets(process, count):
    """Returns options with the hosts that a service prints once it listens."""
    options = []
    while len(options) < 2 * count:
        found = re.match(r"serving \S*?(?:\.(\w+))? at (http://\S+)", process.stdout.readline())
        if found:
            name, url = found.groups()
            options += ["--target", f"{name}={url}" if name else url]
    return options


class Run:
    def __init__(self, assay, service, minutes, folder):
        self.service, self.output = service, folder / f"{service}.json"
        hosts = 2 if service in ("nhn-push", "toast-push") else 1
        self.server = subprocess.Popen(
            [assay, "serve", service], stdout=subprocess.PIPE, text=True
        )
        options = targets(self.server, hosts)
        self.client = subprocess.Popen(
            [assay, "load", HERE / f"{service}.yaml", *options, "--duration", f"{minutes}m",
             "--output", self.output, "--force", "--quiet"],
            stdout=subprocess.DEVNULL,
        )
        self.memory = []

    def sample(self):
        if self.client.poll() is None:
            self.memory.append(resident(self.server))

    def report(self):
        status = self.client.wait()
        self.server.send_signal(signal.SIGTERM)
        self.server.wait(30)
        result = json.loads(self.output.read_text())
        totals = result["totals"]
        memory = " ".join(f"{value:.0f}" for value in self.memory)
        print(f"{self.service}: {totals['due']:,} due, {totals['completed']:,} completed, "
              f"load exited with status {status}")
        print(f"  MB each minute: {memory}")
        for name, outcome in result["outcomes"].items():
            sends = ", ".join(f"{send} {count:,}" for send, count in outcome["sends"].items())
            print(f"  {name}: {sends}")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--assay", required=True, type=Path, help="the binary, a release build")
    parser.add_argument("--minutes", type=int, default=10, help="duration of each run (default: 10)")
    parser.add_argument("service", nargs="*", default=SERVICES, help="services to load (default: all)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # In parallel: memory and responses are measured, not latencies.
        runs = [
            Run(arguments.assay.resolve(), service, arguments.minutes, Path(folder))
            for service in arguments.service
        ]
        begin = time.monotonic()
        for minute in range(1, arguments.minutes + 1):
            time.sleep(max(0, begin + 60 * minute - 1 - time.monotonic()))
            for run in runs:
                run.sample()
        for run in runs:
            run.report()


if __name__ == "__main__":
    main()

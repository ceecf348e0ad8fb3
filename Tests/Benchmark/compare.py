#!/usr/bin/env python3
"""Compares `assay load` with wrk, ab, h2load, hey and k6 on one nginx worker, on loopback.

All tools send the same small POST over 64 persistent connections, as fast as the server allows. They take
turns, in reverse order every other round, so that a machine that becomes slower affects all tools alike.
The result is the ratio within a round; processor time is that of the whole client process, including its
start.
"""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BODY = '{"message":"hello","target":["ios","android"]}'
CONNECTIONS = 64


class Failed(Exception):
    """Raised for a contender without results."""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """One nginx worker that responds with 201, with a limit of requests for each connection."""

    def __init__(self, folder, http2=False, requests=1_000_000_000, log="off"):
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.port = free_port()
        text = (HERE / "nginx.conf.in").read_text()
        values = {"FOLDER": folder, "PORT": self.port, "PROTOCOL": " http2" if http2 else "",
                  "REQUESTS": requests, "LOG": log}
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        config = folder / "nginx.conf"
        config.write_text(text)
        self.process = subprocess.Popen([nginx, "-p", folder, "-c", config])
        self.url = f"http://127.0.0.1:{self.port}"
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise Failed("nginx does not respond")

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def measured(command, accepted=(0,)):
    """Runs a command; returns its output, its processor time and its wall time, both in seconds."""
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        elapsed = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if process.returncode not in accepted:
        raise Failed(f"{command[0]} exited with status {process.returncode}: {text.strip()[-400:]}")
    return text, usage.ru_utime + usage.ru_stime, elapsed


def number(pattern, text, name):
    found = re.search(pattern, text)
    if not found:
        raise Failed(f"{name}: no figure in: {text.strip()[-400:]}")
    return float(found.group(1))


class Bench:
    def __init__(self, assay, server, folder, seconds):
        self.assay, self.server, self.folder, self.seconds = assay, server, folder, seconds
        self.body = folder / "body.json"
        self.body.write_text(BODY)
        self.url = f"{server.url}/push"

    def run(self, name):
        """Runs a contender once; returns requests per second, and processor microseconds for each request."""
        count, processor, elapsed = getattr(self, name.replace("-", "_"))()
        return count / elapsed, processor / count * 1e6

    def assay_load(self, profile):
        output = self.folder / "result.json"
        _, processor, _ = measured(
            [self.assay, "load", HERE / f"{profile}.yaml", "--target", self.server.url,
             "--duration", f"{self.seconds}s", "--output", output, "--force", "--quiet"],
            # Status 8: the machine was too busy for reliable latencies, which are not used here.
            accepted=(0, 8),
        )
        totals = json.loads(output.read_text())["totals"]
        if totals["completed"] != totals["sent"]:
            raise Failed(f"assay: {totals['sent']} sent, {totals['completed']} completed")
        return totals["completed"], processor, self.seconds

    def assay_static(self):
        return self.assay_load("static")

    def assay_signed(self):
        return self.assay_load("signed")

    def wrk(self):
        script = self.folder / "post.lua"
        script.write_text(
            'wrk.method = "POST"\n'
            'wrk.headers["Content-Type"] = "application/json"\n'
            f"wrk.body = '{BODY}'\n"
        )
        text, processor, _ = measured(
            ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{self.seconds}s", "-s", script, self.url]
        )
        count = number(r"(\d+) requests in", text, "wrk")
        return count, processor, self.seconds

    def ab(self):
        text, processor, _ = measured(
            ["ab", "-q", "-k", "-c", str(CONNECTIONS), "-t", str(self.seconds), "-n", "100000000",
             "-T", "application/json", "-p", self.body, self.url]
        )
        count = number(r"Complete requests:\s+(\d+)", text, "ab")
        return count, processor, number(r"Time taken for tests:\s+([\d.]+)", text, "ab")

    def h2load(self):
        text, processor, _ = measured(
            ["h2load", "--h1", "-t1", f"-c{CONNECTIONS}", "-D", str(self.seconds),
             "-d", self.body, "-H", "content-type: application/json", self.url]
        )
        return number(r"(\d+) succeeded", text, "h2load"), processor, self.seconds

    def hey(self):
        text, processor, _ = measured(
            ["hey", "-z", f"{self.seconds}s", "-c", str(CONNECTIONS), "-m", "POST",
             "-T", "application/json", "-d", BODY, self.url]
        )
        count = number(r"\[201\]\s+(\d+) responses", text, "hey")
        return count, processor, number(r"Total:\s+([\d.]+) secs", text, "hey")

    def k6(self):
        script, summary = self.folder / "post.js", self.folder / "k6.json"
        script.write_text(
            "import http from 'k6/http';\n"
            f"const body = '{BODY}';\n"
            "const options_ = { headers: { 'Content-Type': 'application/json' } };\n"
            f"export default function () {{ http.post('{self.url}', body, options_); }}\n"
        )
        _, processor, _ = measured(
            ["k6", "run", "--quiet", "--no-usage-report", "--vus", str(CONNECTIONS),
             "--duration", f"{self.seconds}s", "--summary-export", summary, script]
        )
        count = json.loads(summary.read_text())["metrics"]["http_reqs"]["count"]
        return count, processor, self.seconds


def table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *others = row
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:])]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip())


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True, type=Path, help="the binary, a release build")
    parser.add_argument("--rounds", type=int, default=11, help="rounds of Assay and wrk (default: 11)")
    parser.add_argument("--other-rounds", type=int, default=5, help="rounds of the other tools (default: 5)")
    parser.add_argument("--seconds", type=int, default=4, help="duration of each run (default: 4)")
    parser.add_argument("--tools", default="ab,h2load,hey,k6",
                        help="tools in addition to wrk (default: ab,h2load,hey,k6)")
    arguments = parser.parse_args()
    others = [tool for tool in arguments.tools.split(",") if tool]
    for tool in [tool for tool in ["wrk", *others] if not shutil.which(tool)]:
        print(f"NOT RUN: {tool} is not installed.", file=sys.stderr)
        others = [name for name in others if name != tool]
    if not shutil.which("wrk"):
        return 1
    contenders = ["assay-static", "wrk", "assay-signed", *others]
    figures = {name: {} for name in contenders}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            bench = Bench(arguments.assay.resolve(), server, folder, arguments.seconds)
            for index in range(arguments.rounds):
                turn = [
                    contender for contender in contenders
                    if contender not in others or index < arguments.other_rounds
                ]
                for contender in turn if index % 2 == 0 else reversed(turn):
                    figures[contender][index] = bench.run(contender)
                line = ", ".join(f"{name} {figures[name][index][1]:.1f}" for name in turn)
                print(f"round {index + 1} of {arguments.rounds}, µs a request: {line}", flush=True)
        finally:
            server.stop()
    rows = [["", "requests/s", "CPU/request", "CPU, of wrk's", "rate, of wrk's"]]
    wrk = figures["wrk"]
    for contender, rounds in figures.items():
        rows.append([
            contender,
            f"{statistics.median(rate for rate, _ in rounds.values()):,.0f}",
            f"{statistics.median(processor for _, processor in rounds.values()):.1f} µs",
            spread([processor / wrk[index][1] for index, (_, processor) in rounds.items()]),
            spread([rate / wrk[index][0] for index, (rate, _) in rounds.items()]),
        ])
    print("\nMedians; in parentheses the least and the greatest ratio of a round.")
    table(rows)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(f"bench: {failure}")

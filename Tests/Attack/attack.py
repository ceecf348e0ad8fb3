#!/usr/bin/env python3
"""Runs Assay on corrupted files and against hostile servers. It must finish properly, in time and within its
memory limit.

Every server of a table is tested with `verify` and `load`, those for HTTP/2 with `load` alone. For servers
that count requests, the result of `load` is compared with their counts. Every file is made from a seed and its
number: one of the project's own contracts, profiles, results and fixtures, corrupted and read by a command
for such files. Assay's own servers are tested with hostile clients, and runs with limits of the system.

Fails if a command is killed by a signal, exits with a status that its help does not list, exceeds its time limits
by more than two seconds, uses more than 300 MB of memory, leaves a file behind, accepts an invalid response, or
miscounts.

All traffic stays on this machine.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import accounting
import child
import ours
from corpus import Corpus
from samples import HERE, Made
from servers import LONG, MODES

# Time in seconds for a command without a limit of its own.
READING = 10
# Duration in seconds: the stage and the drain of accounting-load.yaml.
ACCOUNT = 19.2
SERVED = {
    # Two requests and a probe, each half a second at most.
    "verify": (1.5, ["verify", HERE / "service.yaml", "--connect-timeout", "0.5", "--max-time", "0.5",
                     "--verbose", "--har", "a.har", "--report", "junit=a.xml"], ["a.har", "a.xml"]),
    # Duration by its profile: connecting, the stage, and the drain.
    "load": (1.4, ["load", HERE / "load.yaml", "--connect-timeout", "0.5", "--output", "a.json"],
             ["a.json"]),
    "http2": (1.4, ["load", HERE / "load-http2.yaml", "--connect-timeout", "0.5", "--output", "a.json"],
              ["a.json"]),
}

# Known failures, as printed after FAILED, with reasons. A known failure that no longer occurs fails
# the run.
KNOWN = {}

Verdict = collections.namedtuple("Verdict", "name ending folder again")


class Bench:
    """State of one process of the run, made once in each."""

    def __init__(self, assay, made, seed, keep):
        self.assay, self.keep = assay, keep
        self.corpus = Corpus(made, seed)
        self.identity = made.identity
        self.statuses = {}
        self.work = Path(tempfile.mkdtemp(prefix="work-", dir=made.folder))
        # Bound but not listening, so connections are refused.
        self.closed = socket.socket()
        self.closed.bind(("127.0.0.1", 0))
        self.server = Server("servers.py", "in order", self.identity)

    def allowed(self, command):
        """Returns the statuses in the help of a command, except for those of a defect and an interruption."""
        words = [word for word in command[:2] if re.fullmatch("[a-z]+", word)]
        key = tuple(words if words[:1] in (["schema"], ["history"]) else words[:1])
        if key not in self.statuses:
            text = subprocess.run([self.assay, "help", *key], capture_output=True, text=True).stdout
            found = re.findall(r"^  (\d+) +\w", text.partition("Exit status:\n")[2], re.M)
            # An unknown command has the status of an invalid command line.
            self.statuses[key] = {int(status) for status in found} - {70, 130} or {0, 1}
        return self.statuses[key]

    def file(self, number):
        """Runs a command on the input of this number."""
        item = self.corpus.input(number)
        closed = "://{}:{}".format(*self.closed.getsockname())
        addresses = {"CLOSED": "http" + closed, "TLS": "https" + closed, "SERVER": self.server.url}
        words = [addresses.get(word, word) for word in item.command]
        folder = self.work / str(number)
        folder.mkdir()
        for name, data in item.files.items():
            (folder / name).write_bytes(data)
        again = f"--input {number}"
        return self._run(f"input {number}, {item.format}", words, folder, READING, item.written, again)

    def serve(self, name, command):
        """Runs a command against the server of this name."""
        mode = next(mode for mode in MODES if mode.name == name)
        limit, words, written = SERVED[command]
        folder = self.work / f"{command}-{MODES.index(mode)}"
        folder.mkdir()
        with Server("servers.py", name, self.identity) as server:
            target = ["--target", server.url, "--insecure"]
            again = f"--server {shlex.quote(name)}"

            def judge(ending):
                must_fail = mode.held is False or mode.held is LONG and command == "verify"
                if must_fail and ending.status == 0:
                    return ["accepted an invalid response"]
                # Status 8: a busy machine.
                if mode.held is True and ending.status not in (0, 8):
                    return [f"rejected a valid response with status {ending.status}"]
                return []

            return self._run(f"{command}: {name}", words + target, folder, limit, written, again, judge)

    def account(self, kind):
        """Compares what `load` reports about a server of this kind with the server's account."""
        folder = self.work / f"account-{list(accounting.KINDS).index(kind)}"
        folder.mkdir()
        with Server("accounting.py", kind) as server:
            words = ["load", HERE / "accounting-load.yaml", "--target", server.url, "--output", "a.json"]
            name, again = f"account: {kind}", f"--account {shlex.quote(kind)}"

            def judge(ending):
                try:
                    result = json.loads((folder / "a.json").read_text())
                except OSError:
                    return ["wrote no result"]
                return accounting.differences(kind, json.loads(server.end()), result)

            return self._run(name, words, folder, ACCOUNT, ["a.json"], again, judge)

    def _run(self, name, words, folder, limit, written, again, judge=None):
        temporary = self.work / (folder.name + ".tmp")
        temporary.mkdir()
        command = [str(word) for word in (self.assay, *words)]
        allowed = self.allowed(command[1:])
        ending = child.run(command, folder, str(temporary), limit, allowed, written)
        if not ending.faults and judge:
            ending.faults += judge(ending)
        place = None
        if ending.faults:
            place = self.keep / re.sub(r"\W+", "-", name).strip("-")
            shutil.rmtree(place, ignore_errors=True)
            shutil.move(folder, place)
            (place / "output.txt").write_text(ending.output)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(temporary)
        os.remove(str(temporary) + ".log")
        return Verdict(name, ending, place, again)


def commands(name):
    """Returns the commands for the server of this name."""
    mode = next(mode for mode in MODES if mode.name == name)
    return ["http2"] if mode.http2 else ["verify", "load"]


class Server:
    """A server in a separate process: its memory would count as that of commands started here."""

    def __init__(self, script, *arguments):
        command = [sys.executable, HERE / script, *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def end(self):
        """Stops it normally; returns its final output."""
        return self.process.communicate()[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # It also exits on its own once its standard input is closed.
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


bench = None


def prepare(*arguments):
    global bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bench = Bench(*arguments)


def work(task):
    kind, *arguments = task
    return {"server": bench.serve, "account": bench.account, "input": bench.file}[kind](*arguments)


class Run:
    """Runs all tasks and records failures."""

    def __init__(self, options, made):
        self.options, self.made = options, made
        self.deadline = time.monotonic() + 60 * options.minutes
        self.failures, self.count = [], 0

    def all(self, tasks, jobs):
        """Runs tasks in parallel; returns how many were left at the time limit."""
        options, rest = self.options, len(tasks)
        if not tasks or time.monotonic() > self.deadline:
            return rest
        needs = (options.assay, self.made, options.seed, options.keep)
        with concurrent.futures.ProcessPoolExecutor(jobs, initializer=prepare, initargs=needs) as pool:
            for verdict in pool.map(work, tasks):
                rest -= 1
                self.take(verdict)
                if time.monotonic() > self.deadline:
                    pool.shutdown(cancel_futures=True)
                    break
        return rest

    def take(self, verdict):
        self.count += 1
        reason = KNOWN.get(verdict.name)
        if verdict.ending.faults and reason:
            print(f"known: {verdict.name}: {'; '.join(verdict.ending.faults)} ({reason})", flush=True)
        elif verdict.ending.faults:
            self.failures.append(verdict.name)
            self.show(verdict)
        elif reason:
            self.failures.append(verdict.name)
            print(f"FAILED {verdict.name}: is a known failure ({reason}), but passed", flush=True)

    def show(self, verdict):
        ending = verdict.ending
        print(f"FAILED {verdict.name}: {'; '.join(ending.faults)} "
              f"({ending.seconds:.1f} s, {ending.megabytes:.0f} MB, status {ending.status})")
        print(f"  cd {shlex.quote(str(verdict.folder))} && {shlex.join(ending.command)}")
        print(f"  python3 {Path(__file__)} --assay {self.options.assay} --seed {self.options.seed} "
              f"--megabytes {self.options.megabytes} {verdict.again}", flush=True)


def options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )

    def path(text):
        return Path(text).resolve()

    def add(name, text, **others):
        parser.add_argument(name, help=text, **others)

    add("--assay", "the binary", type=path, required=True)
    add("--seed", "seed of the inputs (default: 1)", type=int, default=1)
    add("--inputs", "number of corrupted files (default: 3000)", type=int, default=3000)
    add("--megabytes", "size of long bodies in MB (default: 8)", type=int, default=8)
    add("--jobs", "number of parallel commands (default: 2)", type=int, default=2)
    add("--minutes", "time limit of the run (default: 6)", type=float, default=6)
    add("--keep", "folder for failed inputs (default: .build/attack)", type=path,
        default=path(".build/attack"))
    add("--input", "run only the input with this number", type=int, action="append")
    add("--server", "run only the server with this name", action="append")
    add("--account", "run only the counting server of this kind", action="append")
    return parser.parse_args()


def main():
    chosen = options()
    if not shutil.which("openssl"):
        sys.exit("attack.py: the openssl command is needed (apt install openssl)")
    child.protect_machine()
    os.environ["ATTACK_MEGABYTES"] = str(chosen.megabytes)
    chosen.keep.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        run = Run(chosen, Made(chosen.assay, Path(folder)))
        only = chosen.input or chosen.server or chosen.account
        kinds = (chosen.account or []) if only else accounting.KINDS
        names = (chosen.server or []) if only else [mode.name for mode in MODES]
        numbers = (chosen.input or []) if only else range(chosen.inputs)
        # First, while the machine is idle.
        rest = run.all([("account", kind) for kind in kinds], chosen.jobs)
        if not only:
            for fault in ours.all_faults(chosen.assay, HERE / "load.yaml"):
                run.failures.append(fault)
                print(f"FAILED {fault}", flush=True)
        # Tasks with a server mostly wait for it.
        servers = [("server", name, command) for name in names for command in commands(name)]
        rest += run.all(servers, 3 * chosen.jobs)
        rest += run.all([("input", number) for number in numbers], chosen.jobs)
    seconds = time.monotonic() - begin
    print(f"{len(kinds) + len(names)} servers, {len(numbers)} inputs, seed {chosen.seed}: "
          f"{run.count} commands, {len(run.failures)} failed, {seconds:.0f} s")
    if rest:
        print(f"NOT RUN: {rest} commands, because the time limit was reached; see --minutes.", file=sys.stderr)
    return 1 if run.failures or rest else 0


if __name__ == "__main__":
    sys.exit(main())

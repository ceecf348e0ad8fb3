#!/usr/bin/env python3
"""Runs the built tests several times on a busy machine, and lists every test that failed at least once.

    flaky.py RUNS LOOPS COMMAND...

COMMAND runs the tests once; it gets the options that make Swift Testing write its events. The status is 1
if a test failed in any run, and 2 if a run wrote no events.
"""

import collections
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

# Each loop checks from time to time whether this process still exists, in case it is not killed.
LOOP = 'while kill -0 "$0" 2> /dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done'


def events(path):
    """Yields the events of a run: one JSON object per line; the last line may be incomplete."""
    try:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                try:
                    record = json.loads(line)
                except ValueError:
                    return
                if record.get("kind") == "event":
                    yield record["payload"]
    except FileNotFoundError:
        return


def text(payload):
    """Returns the place and the message of an issue, on one line."""
    place = payload.get("issue", {}).get("sourceLocation") or {}
    words = [message["text"] for message in payload.get("messages", [])]
    where = f"{place['fileID']}:{place['line']}: " if "fileID" in place else ""
    return where + " ".join(" ".join(words).split())


def name(identifier):
    """Returns a test in the form for --filter: without its place in the file."""
    return identifier.rsplit("/", 1)[0] if identifier.count("/") > 1 else identifier


def failures(path, status):
    """Returns the first message of each failed test, and the number of tests that ran."""
    found, running, count = {}, set(), 0
    for payload in events(path):
        kind, test = payload.get("kind"), name(payload.get("testID") or "")
        if kind == "testStarted":
            running.add(test)
        elif kind == "testEnded":
            running.discard(test)
            count += 1
        elif kind == "issueRecorded" and payload.get("issue", {}).get("isFailure", True):
            if not payload.get("issue", {}).get("isKnown"):
                found.setdefault(test, text(payload))
    if status and not found:
        # A crash; the event log does not show in which test.
        for test in sorted(test for test in running if "(" in test) or ["the run itself"]:
            found[test] = f"was running when the tests exited with status {status}"
    return found, count


def main():
    runs, loops, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    busy = [subprocess.Popen(["sh", "-c", LOOP, str(os.getpid())]) for _ in range(loops)]
    failed, messages = collections.Counter(), {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for run in range(1, runs + 1):
                path, log = os.path.join(folder, "events"), os.path.join(folder, "log")
                if os.path.exists(path):
                    os.remove(path)
                start = time.monotonic()
                with open(log, "wb") as output:
                    status = subprocess.call(
                        command + ["--event-stream-output-path", path],
                        stdout=output,
                        stderr=subprocess.STDOUT,
                    )
                found, count = failures(path, status)
                seconds = time.monotonic() - start
                print(f"run {run} of {runs}: {count} tests, {len(found)} failed, {seconds:.0f} s", flush=True)
                if not count:
                    with open(log, encoding="utf-8", errors="replace") as lines:
                        sys.stderr.write("".join(lines.readlines()[-20:]))
                    return 2
                failed.update(found.keys())
                for test, message in found.items():
                    messages.setdefault(test, message)
    except KeyboardInterrupt:
        return 130
    finally:
        for loop in busy:
            loop.kill()
            loop.wait()
    for test, times in sorted(failed.items(), key=lambda item: (-item[1], item[0])):
        print(f"{times} of {runs}  {test}\n    {messages[test]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

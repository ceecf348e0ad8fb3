"""Attacks Assay's own servers, and starts Assay with too few resources.

Each check returns the faults that it found, as texts.
"""

import os
import re
import resource
import signal
import socket
import subprocess
import time

HEAD = b"POST /3/device/aa HTTP/1.1\r\nHost: h\r\n"
GET = b"GET /x HTTP/1.1\r\nHost: h\r\n\r\n"
# Requests, and the beginning of their responses; each ends the connection.
FRAMING = [
    (HEAD + b"Content-Length: +1\r\n\r\na", b"400"), (HEAD + b"Content-Length: -0\r\n\r\n" + GET, b"400"),
    (HEAD + b"Content-Length: 1\r\nContent-Length: 0\r\n\r\na", b"400"),
    (HEAD + b"Content-Length: 1, 2\r\n\r\na", b"400"), (HEAD + b"Content-Length : 1\r\n\r\na", b"400"),
    (HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + GET, b"400"),
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n+1\r\na\r\n0\r\n\r\n", b"400"),
    (HEAD + b"Transfer-Encoding: chunked\r\n\r\n-0\r\n\r\n", b"400"),
    (HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", b"501"),
    (HEAD + b"X: a\0b\r\n\r\n", b"400"), (HEAD + b"X: a\rb\r\n\r\n", b"400"),
    (b"GET / HTTP/1.1x\r\nHost: h\r\n\r\n", b"400"),
    (HEAD + b"Transfer-Encoding: Chunked\r\nConnection: keep-alive, close\r\n\r\n0\r\n\r\n" + GET, b"4"),
]
# Endless bytes from a client that reads nothing.
FLOODS = {
    "pipelined requests": (b"", GET * 2000),
    "a chunk size": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0" * 65536),
    "trailers": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: y\r\n" * 10000),
    "bytes after a rejected request": (b"X\r\n\r\n", b"x" * 65536),
}
MEGABYTES = 200


class Sink:
    """An APNs sink in a separate process."""

    def __init__(self, assay, *options):
        self.process = subprocess.Popen(
            [assay, "serve", "apns", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.port = int(re.search(r":(\d+)$", self.process.stdout.readline().strip())[1])

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=3)

    def megabytes(self):
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) // 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(15)
        self.process.stdout.close()


def framing(assay):
    faults = []
    with Sink(assay) as sink:
        for sent, status in FRAMING:
            with sink.connect() as client:
                client.sendall(sent)
                answer = b""
                try:
                    while data := client.recv(65536):
                        answer += data
                except TimeoutError:
                    faults.append(f"{sent!r}: the connection stays open")
                if not answer.startswith(b"HTTP/1.1 " + status) or answer.count(b"HTTP/1.1 ") != 1:
                    faults.append(f"{sent!r}: {answer[:60]!r}")
    return faults


def floods(assay):
    faults = []
    for name, (head, chunk) in FLOODS.items():
        for options in [[], ["--latency", "5s"]]:
            with Sink(assay, *options) as sink:
                with sink.connect() as client:
                    client.settimeout(0.5)
                    count, end = 0, time.monotonic() + 1.5
                    try:
                        client.sendall(head)
                        while count < 400 << 20 and time.monotonic() < end:
                            count += client.send(chunk)
                    except OSError:
                        pass
                    if sink.megabytes() > MEGABYTES:
                        faults.append(f"{name}, {options}: {sink.megabytes()} MB")
                    with sink.connect() as other:
                        other.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        if not options and not other.recv(9).startswith(b"HTTP/1.1"):
                            faults.append(f"{name}: other clients get no response")
    return faults


def shortages(assay, profile):
    """System limits that make a run impossible: it must report the missing resource and exit."""
    faults = []
    for name, kind, value, wanted in [
        ("an address space of 400 MB", resource.RLIMIT_AS, 400_000 << 10, None),
        ("an address space of 250 MB", resource.RLIMIT_AS, 250_000 << 10, {3}),
        ("6 descriptors", resource.RLIMIT_NOFILE, 6, {3}),
    ]:
        def limit(kind=kind, value=value):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(kind, (value, value))

        try:
            ending = subprocess.run(
                [assay, "load", str(profile), "--target", "http://127.0.0.1:9"], preexec_fn=limit,
                capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            faults.append(f"{name}: does not exit")
            continue
        # The loader itself may lack memory.
        if ending.returncode < 0 or wanted and ending.returncode not in wanted | {127}:
            faults.append(f"{name}: status {ending.returncode}: {ending.stderr[-200:]}")
        elif ending.returncode == 3 and not ending.stderr:
            faults.append(f"{name}: prints no error")
    return faults


def all_faults(assay, profile):
    """Runs all checks; returns the faults, one line each."""
    checks = [("framing", framing, ()), ("flood", floods, ()), ("shortage", shortages, (profile,))]
    return [f"{name}: {fault}" for name, check, more in checks for fault in check(assay, *more)]

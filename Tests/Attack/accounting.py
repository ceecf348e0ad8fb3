#!/usr/bin/env python3
"""Serves HTTP and counts its reactions to requests, for comparison with the result of `load`.

    accounting.py KIND

Prints its URL and serves until its standard input ends; then prints the number of requests by outcome, and
how many arrived twice.
"""

import collections
import json
import re
import socket
import socketserver
import struct
import sys
import threading
import time
from random import Random

CREATED = b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}"
LAST = CREATED.replace(b"Content-Length", b"Connection: close\r\nContent-Length")
FAILURE = b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"

# Reactions to a request: the bytes to send, whether the connection then ends, and the outcome.
ANSWERED = (CREATED, "keep", "201")
CLOSED = (LAST, "close", "201")
UNANNOUNCED = (CREATED, "close", "201")
FAILED = (FAILURE, "keep", "500")
EMPTY = (b"", "close", "closed-before-response")
RESET = (b"", "reset", "reset")
TRUNCATED = (CREATED[:-1], "close", "truncated")
MALFORMED = (b"no answer\r\n\r\n", "close", "malformed")
# Longer than the timeout of the profile.
LATE = (b"", "sleep", "timeout")

# Reactions of each kind of server, with weights.
KINDS = {
    "keeps connections": {ANSWERED: 1},
    "closes after each response": {CLOSED: 1},
    "closes after each response, unannounced": {UNANNOUNCED: 1},
    "varies its reactions": {
        ANSWERED: 60, CLOSED: 10, FAILED: 10, EMPTY: 5, RESET: 5, TRUNCATED: 5, MALFORMED: 5,
    },
    "sometimes responds late": {ANSWERED: 500, LATE: 1},
}
# Outcomes of requests that cross the end of their connection; the server does not see these requests.
UNSEEN = {"closed-before-response", "reset"}
LATENESS = 4


class Account:
    def __init__(self, kind):
        self.lock = threading.Lock()
        self.deeds, self.weights = zip(*KINDS[kind].items())
        self.random = Random(kind)
        self.outcomes = collections.Counter()
        self.seen = collections.Counter()

    def deed(self, request):
        """Returns the reaction to this request."""
        with self.lock:
            self.seen[re.search(rb'"text":"([^"]*)"', request).group(1)] += 1
            deed = self.random.choices(self.deeds, self.weights)[0]
            self.outcomes[deed[2]] += 1
            return deed

    def sum(self):
        with self.lock:
            twice = sum(1 for count in self.seen.values() if count > 1)
            return {"outcomes": self.outcomes, "twice": twice}


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        received = b""
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            head, end, rest = received.partition(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: *(\d+)", head) if end else None
            if not length or len(rest) < int(length.group(1)):
                try:
                    data = self.request.recv(65536)
                except OSError:
                    return
                if not data:
                    return
                received += data
                continue
            body, received = rest[: int(length.group(1))], rest[int(length.group(1)):]
            answer, then, _ = self.server.account.deed(body)
            if then == "sleep":
                time.sleep(LATENESS)
            try:
                self.request.sendall(answer)
            except OSError:
                return
            if then == "reset":
                self.request.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                # Closed here, as the shutdown by the server class would send a FIN first.
                self.request.close()
            if then != "keep":
                return


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 1024

    def shutdown_request(self, request):
        request.close()


def differences(kind, account, result):
    """Returns differences between a result and the server's account, as sentences."""
    reported = {name: outcome["count"] for name, outcome in result["outcomes"].items()}
    due, total = result["totals"]["due"], sum(reported.values())
    found = []
    if total != due:
        found.append(f"{due} arrivals were due, but {total} outcomes are reported")
    if account["twice"]:
        found.append(f"{account['twice']} requests arrived twice")
    loose = UNSEEN if kind == "closes after each response, unannounced" else set()
    # In flight at the end of the run: the server may have received them, with any reaction.
    cut = reported.pop("unanswered", 0) + reported.pop("not-finished", 0)
    for name in sorted({*reported, *account["outcomes"]} - {"unsent"} - loose):
        here, there = reported.get(name, 0), account["outcomes"].get(name, 0)
        if 0 < there - here <= cut:
            cut -= there - here
        elif here != there:
            found.append(f"{name}: {here} are reported, but the server counted {there}")
    return found


def main():
    if len(sys.argv) < 2:
        print(__doc__, *KINDS, sep="\n")
        return
    server = Server(("127.0.0.1", 0), Handler)
    server.account = Account(sys.argv[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("http://{}:{}".format(*server.server_address), flush=True)
    sys.stdin.read()
    print(json.dumps(server.account.sum()))


if __name__ == "__main__":
    main()

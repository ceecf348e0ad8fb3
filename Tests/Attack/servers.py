#!/usr/bin/env python3
"""Serves one of a table of servers with unusual or invalid responses.

    servers.py NAME [CERTIFICATE]

Prints its URL and serves on this machine until its standard input ends.

A row of the table describes the behaviour on a connection, and whether the response may pass: `held` is True
if it must pass, False if it must not, and None if both are acceptable. LONG means False for `verify` alone:
`load` reads at most a megabyte of a body.
"""

import collections
import functools
import gzip
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import zlib

import frames

LONG = "long"
# Size of long bodies in bytes: at most as much as a build without optimization reads in a second.
LARGE = int(os.environ.get("ATTACK_MEGABYTES", "8")) << 20

Mode = collections.namedtuple("Mode", "name serve held tls alpn http2", defaults=[False])

GOOD = {"id": 1, "text": "note"}
BODY = json.dumps(GOOD).encode()
END = b"\r\n\r\n"


class Peer:
    """The client of a connection; any error ends the connection."""

    def __init__(self, connection, stop):
        self.connection = connection
        self.stop = stop
        self.received = b""

    def request(self):
        """Returns the next request; empty at the end."""
        while END not in self.received:
            if not self._receive():
                return b""
        head, _, rest = self.received.partition(END)
        length = 0
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                length = int(line[15:])
        while len(rest) < length:
            if not self._receive():
                return b""
            rest = self.received.partition(END)[2]
        self.received = rest[length:]
        return head

    def _receive(self):
        data = self.connection.recv(65536)
        self.received += data
        return len(data)

    def take(self, count):
        """Reads a number of bytes."""
        while len(self.received) < count:
            if not self._receive():
                raise ConnectionError
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def send(self, data):
        self.connection.sendall(data)

    def flood(self, data, pause=0.0):
        """Repeats the same bytes until the client is gone."""
        while not self.stop.is_set():
            self.send(data)
            if pause:
                time.sleep(pause)

    def drip(self, data, pause=0.05):
        """Sends bytes one by one."""
        for byte in data:
            self.send(bytes([byte]))
            time.sleep(pause)

    def wait(self):
        """Reads until the client is gone, or the server ends."""
        while self.connection.recv(65536):
            pass

    def reset(self):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def head(*fields, status=b"HTTP/1.1 200 OK"):
    return b"\r\n".join([status, *fields]) + END


def answer(body=BODY, *fields, status=b"HTTP/1.1 200 OK"):
    """Returns a complete response with its length."""
    return head(b"Content-Length: %d" % len(body), *fields, status=status) + body


def fields(count):
    return (b"X-%d: 1" % number for number in range(count))


def chunked(*parts, trailers=b""):
    """Returns a complete response in chunks."""
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return head(b"Transfer-Encoding: chunked") + chunks + b"0\r\n" + trailers + b"\r\n"


CHUNKED = head(b"Transfer-Encoding: chunked")
ENDLESS = head(b"Connection: close")

# Actions of rows on a connection.


def each(data):
    """Responds to each request and keeps the connection; a callable makes each response."""

    def serve(peer):
        while peer.request():
            peer.send(data() if callable(data) else data)

    return serve


def made(make):
    """Bytes made once, on demand: those of the whole table take time."""
    return functools.lru_cache(make)


def once(data):
    """Responds to one request, and closes the connection."""

    def serve(peer):
        if peer.request():
            peer.send(data)

    return serve


def stuck(data):
    """Responds to one request, then stays silent."""

    def serve(peer):
        if peer.request():
            peer.send(data)
        peer.wait()

    return serve


def endless(start, more, pause=0.0):
    """Begins with some bytes, then repeats others endlessly."""

    def serve(peer):
        if peer.request():
            peer.send(start)
            peer.flood(more, pause)

    return serve


def slowly(data):
    """Responds to each request byte by byte."""

    def serve(peer):
        while peer.request():
            peer.drip(data)

    return serve


def script(*steps):
    """Performs steps: bytes to send, or functions of the peer."""

    def serve(peer):
        for step in steps:
            if isinstance(step, bytes):
                peer.send(step)
            else:
                step(peer)

    return serve


def request(peer):
    peer.request()


def wait(peer):
    peer.wait()


def reset(peer):
    peer.reset()


def pause(seconds):
    return lambda peer: time.sleep(seconds)


def each_in_parts(*parts):
    """Responds to each request in parts with pauses between them."""

    def serve(peer):
        while peer.request():
            for part in parts:
                peer.send(part)
                time.sleep(0.03)

    return serve


# Bodies.


def bomb(megabytes, level=9):
    """Returns a small gzip text of some megabytes of zeros, followed by a JSON value."""
    block = 1 << 20
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    first = packer.compress(bytes(block)) + packer.flush(zlib.Z_FULL_FLUSH)
    # A flushed block is independent, so it can be repeated.
    start = b"\x1f\x8b\x08" + bytes(6) + b"\x03"
    last = zlib.compressobj(9, zlib.DEFLATED, -15)
    rest = last.compress(BODY) + last.flush()
    size = (megabytes * block + len(BODY)) & 0xFFFFFFFF
    return start + first * megabytes + rest + struct.pack("<II", 0, size)


def packed(body, *fields):
    return answer(body, b"Content-Encoding: gzip", *fields)


def deep(opening, closing, depth):
    return answer(opening * depth + b"1" + closing * depth)


def listed(item):
    """Returns an object with a list of equal items."""
    count = LARGE // (len(item) + 1)
    return b'{"id":1,"text":"note","list":[' + b",".join([item] * count) + b"]}"


def members(count):
    """Returns an object with many members."""
    return b'{"id":1,"text":"note",' + b",".join(b'"%d":1' % number for number in range(count)) + b"}"


def refusal(code):
    return answer(b'{"error":"%b"}' % code, status=b"HTTP/1.1 403 Forbidden")


def numbered(template):
    """Returns a different response each time."""
    numbers = iter(range(1 << 60))
    return lambda: refusal(template % next(numbers))


GZIPPED = gzip.compress(BODY, mtime=0)
HALVES = gzip.compress(BODY[:9], mtime=0) + gzip.compress(BODY[9:], mtime=0)
# A gzip head with a file name that never ends.
NAMED = b"\x1f\x8b\x08\x08" + bytes(6)
HTTP2_SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"

# A row is a name, its action, and whether a response may pass.
PLAIN = [
    ("in order", each(answer()), True),
    ("in order, in chunks", each(chunked(BODY)), True),
    # Connections.
    ("never responds", stuck(b""), False),
    ("never reads", script(lambda peer: peer.stop.wait(10)), False),
    ("closes immediately", script(), False),
    ("resets immediately", script(reset), False),
    ("closes instead of responding", script(request), False),
    ("resets instead of responding", script(request, reset), False),
    ("closes after each response, unannounced", once(answer()), None),
    ("resets after a response", script(request, answer(), reset), None),
    # Heads.
    ("half a status line, closed", once(b"HTTP/1.1 20"), False),
    ("half a status line, stuck", stuck(b"HTTP/1.1 20"), False),
    ("half a head, closed", once(b"HTTP/1.1 200 OK\r\nContent-Le"), False),
    ("half a head, stuck", stuck(b"HTTP/1.1 200 OK\r\nContent-Le"), False),
    ("slow head", slowly(answer()), False),
    ("endless head", endless(b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n" * 1000), False),
    ("slow endless head", endless(b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n", 0.05), False),
    ("endless header line", endless(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x" * 65536), False),
    ("endless status line", endless(b"HTTP/1.1 200 ", b"O" * 65536), False),
    ("endless folded header", endless(b"HTTP/1.1 200 OK\r\nX: 1\r\n", b" more\r\n" * 1000), False),
    ("header line of 1 MB", each(made(lambda: answer(BODY, b"X-Long: " + b"x" * (1 << 20)))), False),
    ("100,000 header fields", each(made(lambda: answer(BODY, *fields(100_000)))), False),
    ("1,000 header fields", each(answer(BODY, *fields(1000))), True),
    ("header without a name", each(answer(BODY, b": nameless")), None),
    ("header without a colon", each(answer(BODY, b"colourless")), None),
    ("space before the colon", each(answer(BODY, b"X-Spaced : 1")), None),
    ("NUL in a header", each(answer(BODY, b"X-Nul: a\0b")), None),
    ("NUL bytes as a response", stuck(bytes(4096)), False),
    ("NUL in the status line", each(answer(status=b"HTTP/1.1 2\0000 OK")), False),
    ("bare line feeds", each(answer().replace(b"\r\n", b"\n")), None),
    ("bare carriage returns", stuck(answer().replace(b"\r\n", b"\r")), False),
    ("not HTTP", stuck(b"SSH-2.0-OpenSSH_9.2\r\n"), False),
    ("HTTP/0.9", once(BODY), False),
    ("HTTP/9.9", stuck(answer(status=b"HTTP/9.9 200 OK")), False),
    ("ICY", stuck(answer(status=b"ICY 200 OK")), False),
    ("status 999", each(answer(status=b"HTTP/1.1 999 What")), False),
    ("status 000", each(answer(status=b"HTTP/1.1 000 What")), False),
    ("status 1000", each(answer(status=b"HTTP/1.1 1000 What")), False),
    ("status -1", each(answer(status=b"HTTP/1.1 -1 What")), False),
    ("status without digits", each(answer(status=b"HTTP/1.1 abc What")), False),
    ("reason of 64 kB", each(answer(status=b"HTTP/1.1 200 " + b"O" * 65536)), None),
    ("endless 1xx", endless(b"", head(status=b"HTTP/1.1 102 Processing") * 100), False),
    ("slow endless 1xx", endless(b"", head(status=b"HTTP/1.1 100 Continue"), 0.05), False),
    ("1,000 early hints first", each(head(status=b"HTTP/1.1 103 Early Hints") * 1000 + answer()), True),
    ("unsolicited 101", each(answer(status=b"HTTP/1.1 101 Switching Protocols")), False),
    # Lengths.
    ("Content-Length too long, closed", once(answer(BODY + b" ")[:-1]), False),
    ("Content-Length too long, stuck", stuck(answer(BODY + b" ")[:-1]), False),
    ("Content-Length too short", each(head(b"Content-Length: 5") + BODY), False),
    ("Content-Length negative", each(head(b"Content-Length: -5") + BODY), False),
    ("Content-Length 2^63", stuck(head(b"Content-Length: 9223372036854775808") + BODY), False),
    ("Content-Length 2^64+22", stuck(head(b"Content-Length: 18446744073709551638") + BODY), False),
    ("Content-Length in hexadecimal", each(head(b"Content-Length: 0x16") + BODY), False),
    ("Content-Length empty", once(head(b"Content-Length:") + BODY), None),
    ("Content-Length twice, the same", each(answer(BODY, b"Content-Length: %d" % len(BODY))), None),
    ("Content-Length twice, different", stuck(answer(BODY, b"Content-Length: 5")), False),
    ("Content-Length and chunks",
     once(chunked(BODY).replace(b"\r\n", b"\r\nContent-Length: 5\r\n", 1)), None),
    ("no length, endless", endless(ENDLESS, b"x" * 65536), False),
    ("slow body",
     script(request, head(b"Content-Length: %d" % len(BODY)), lambda peer: peer.drip(BODY)), False),
    # Chunks.
    ("chunk size 0x8", once(CHUNKED + b"0x16\r\n" + BODY + b"\r\n0\r\n\r\n"), False),
    ("chunk size negative", once(CHUNKED + b"-16\r\n" + BODY + b"\r\n0\r\n\r\n"), False),
    ("chunk size 2^64-1", stuck(CHUNKED + b"ffffffffffffffff\r\n" + BODY), False),
    ("chunk size of 17 digits",
     stuck(CHUNKED + b"10000000000000016\r\n" + BODY + b"\r\n0\r\n\r\n"), False),
    ("chunk size missing", once(CHUNKED + b"\r\n" + BODY + b"\r\n0\r\n\r\n"), False),
    ("chunk longer than its size", once(CHUNKED + b"5\r\n" + BODY + b"\r\n0\r\n\r\n"), False),
    ("chunks that end early", once(CHUNKED + b"16\r\n" + BODY), False),
    ("endless chunk", endless(CHUNKED + b"7fffffff\r\n", b"x" * 65536), False),
    ("endless chunks", endless(CHUNKED, b"1\r\nx\r\n" * 8000), False),
    ("slow endless chunks", endless(CHUNKED, b"1\r\nx\r\n", 0.05), False),
    ("endless chunk size", endless(CHUNKED, b"0" * 65536), False),
    ("endless chunk extension", endless(CHUNKED + b"16;", b"x" * 65536), False),
    ("endless trailers", endless(CHUNKED + b"0\r\n", b"X-More: 1\r\n" * 4000), False),
    ("slow endless trailers", endless(CHUNKED + b"0\r\n", b"X-More: 1\r\n", 0.05), False),
    ("trailer of 1 MB",
     each(made(lambda: chunked(BODY, trailers=b"X: " + b"x" * (1 << 20) + b"\r\n"))), False),
    ("chunks of a byte", each(chunked(*(bytes([byte]) for byte in BODY))), True),
    ("coded and then chunked", each(chunked(BODY).replace(b": chunked", b": nothing, chunked")), None),
    ("unknown transfer coding",
     once(ENDLESS.replace(b"Connection: close", b"Transfer-Encoding: x") + BODY), None),
    ("chunks in HTTP/1.0", once(chunked(BODY).replace(b"1.1", b"1.0", 1)), None),
    # Compression.
    ("gzip of 100 MB of zeros", each(made(lambda: packed(bomb(100)))), False),
    ("gzip of gigabytes of zeros", each(made(lambda: packed(bomb(LARGE >> 10)))), LONG),
    ("gzip of gzip of 1 GB",
     each(made(lambda: packed(gzip.compress(bomb(1000)), b"Content-Encoding: gzip"))), False),
    ("deflate of 64 MB",
     each(made(lambda: answer(zlib.compress(bytes(64 << 20)), b"Content-Encoding: deflate"))), False),
    ("gzip of two members", each(packed(HALVES)), True),
    ("gzip of 50,000 empty members",
     each(made(lambda: packed(gzip.compress(b"") * 50_000 + GZIPPED))), None),
    ("truncated gzip", each(packed(GZIPPED[:-9])), False),
    ("gzip with a wrong checksum", each(packed(GZIPPED[:-8] + bytes(8))), False),
    ("gzip with a long name", each(made(lambda: packed(NAMED + b"n" * LARGE))), LONG),
    ("body not in gzip", each(packed(BODY)), False),
    ("empty body as gzip", each(packed(b"")), False),
    ("gzip a thousand times",
     each(answer(BODY, b"Content-Encoding: " + b"gzip, " * 999 + b"gzip")), False),
    ("unknown content coding", each(answer(BODY, b"Content-Encoding: squeezed")), None),
    # Order. Late bytes may cross the next request, and do not belong to its response.
    ("bytes after the response", each(answer() + b"more"), True),
    ("bytes after the response, later", each_in_parts(answer(), b"more"), None),
    ("two responses at once", each(answer() + answer()), True),
    ("bytes after chunks", each(chunked(BODY) + b"more"), True),
    ("a response before its request", script(answer(), wait), None),
    ("a response before its request, closed", script(answer()), None),
    ("a head before its request",
     script(head(b"Content-Length: %d" % len(BODY)), request, BODY, wait), None),
    # Bodies.
    ("JSON arrays 100,000 deep", each(deep(b"[", b"]", 100_000)), False),
    ("JSON objects 100,000 deep", each(deep(b'{"id":', b"}", 100_000)), False),
    ("JSON arrays that never close", each(made(lambda: answer(b"[" * (1 << 20)))), LONG),
    ("JSON of 1,1,1…", each(made(lambda: answer(listed(b"1")))), None),
    ("JSON of {},{}…", each(made(lambda: answer(listed(b"{}")))), None),
    ("JSON of [],[]…", each(made(lambda: answer(listed(b"[]")))), None),
    ('JSON of "","",…', each(made(lambda: answer(listed(b'""')))), None),
    ("JSON of many members",
     each(made(lambda: answer(members(LARGE // 20)))), None),
    ("JSON of one repeated name",
     each(made(lambda: answer(b'{"text":"note"' + b',"id":1' * (LARGE // 20) + b"}"))), None),
    ("a long text",
     each(made(lambda: answer(b'{"id":1,"text":"note","more":"' + b"n" * LARGE + b'"}'))), None),
    ("a long text and its pattern",
     each(made(lambda: answer(b'{"id":1,"text":"' + b"n" * (LARGE // 16) + b'"}'))), None),
    ("a text that its pattern rejects slowly",
     each(answer(b'{"id":1,"text":"' + b"not" * (LARGE // 2048) + b'!"}')), False),
    ("a long number",
     each(made(lambda: answer(b'{"text":"note","id":' + b"9" * (LARGE // 8) + b"}"))), None),
    ("the number 1e999999999", each(answer(b'{"text":"note","id":1e999999999}')), None),
    ("a long name",
     each(made(lambda: answer(b'{"id":1,"text":"note","' + b"n" * LARGE + b'":1}'))), None),
    ("a long text of escapes",
     each(made(lambda: answer(b'{"id":1,"text":"' + b"\\u0000" * (LARGE // 6) + b'"}'))), LONG),
    ("lone surrogates", each(answer(b'{"id":1,"text":"\\ud800"}')), False),
    ("bytes that are not UTF-8", each(answer(b'{"id":1,"text":"\xff\xc0"}')), False),
    ("UTF-16", each(answer(json.dumps(GOOD).encode("utf-16"))), False),
    ("a body of NUL bytes", each(made(lambda: answer(bytes(LARGE // 8)))), LONG),
    ("many blanks", each(made(lambda: answer(b" " * LARGE + BODY))), None),
    ("no body", each(answer(b"")), False),
    ("a new error code each time", each(numbered(b"E%d")), False),
    ("a long error code",
     each(made(lambda: refusal(b"E" * (LARGE // 8)))), False),
    # Fields.
    ("a redirect to itself",
     each(answer(BODY, b"Location: /notes/1", status=b"HTTP/1.1 302 Found")), False),
    ("a redirect of 64 kB",
     each(answer(BODY, b"Location: /" + b"x" * 65000, status=b"HTTP/1.1 308 Away")), False),
    ("a challenge",
     each(answer(BODY, b"WWW-Authenticate: Digest ,,=", status=b"HTTP/1.1 401 No")), False),
    ("a challenge of a proxy",
     each(answer(BODY, b"Proxy-Authenticate: x", status=b"HTTP/1.1 407 No")), False),
    ("417", each(answer(BODY, status=b"HTTP/1.1 417 No")), False),
    ("Retry-After without end",
     each(answer(BODY, b"Retry-After: 99999999999999999999", status=b"HTTP/1.1 503 No")), False),
    ("1,000 cookies", each(answer(BODY, *(b"Set-Cookie: a%d=b" % n for n in range(1000)))), True),
    ("an upgrade to HTTP/2", each(answer(BODY, b"Upgrade: h2c", b"Connection: Upgrade")), None),
]

TLS = [
    ("TLS: in order", each(answer()), True, ()),
    ("TLS: ends without close_notify", once(ENDLESS + BODY), False, ()),
    ("TLS: ends within the body", once(head(b"Content-Length: 99") + BODY), False, ()),
    ("TLS: closes instead of responding", script(request), False, ()),
    ("TLS: endless body", endless(ENDLESS, b"x" * 65536), False, ()),
    ("TLS: bytes after the response", each(answer() + b"more"), True, ()),
    ("TLS: HTTP/2, then silent", script(wait), False, ("h2",)),
    ("TLS: HTTP/2, then HTTP/1.1", script(request, answer(), wait), False, ("h2",)),
    ("TLS: endless settings of HTTP/2", endless(b"", HTTP2_SETTINGS * 1000), False, ("h2",)),
]

# Servers without TLS that clients contact over TLS.
NO_TLS = [
    ("no TLS: silent", script(wait), False),
    ("no TLS: a response", script(answer(), wait), False),
    ("no TLS: endless NUL bytes", script(lambda peer: peer.flood(bytes(65536))), False),
    ("no TLS: an alert", script(b"\x15\x03\x03\x00\x02\x02\x28"), False),
    ("no TLS: half a record", script(b"\x16\x03\x03\x40\x00\x02", wait), False),
]

MODES = (
    [Mode(name, serve, held, False, None) for name, serve, held in PLAIN]
    + [Mode(name, serve, held, True, alpn) for name, serve, held, alpn in TLS]
    + [Mode(name, serve, held, True, None) for name, serve, held in NO_TLS]
    + [Mode(f"HTTP/2: {name}", serve, held, False, None, True) for name, serve, held in frames.ROWS]
)


class Server:
    """Serves one mode on its own port."""

    def __init__(self, mode, certificate):
        self.mode = mode
        self.stop = threading.Event()
        self.context = None
        if mode.alpn is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
            if mode.alpn:
                self.context.set_alpn_protocols(mode.alpn)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        port = self.listener.getsockname()[1]
        self.url = f"http{'s' if mode.tls else ''}://127.0.0.1:{port}"

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        connection.settimeout(10)
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.context:
                connection = self.context.wrap_socket(connection, server_side=True)
            self.mode.serve(Peer(connection, self.stop))
        except (OSError, ValueError):
            pass
        finally:
            connection.close()


def main():
    if len(sys.argv) < 2:
        print(__doc__, *(mode.name for mode in MODES), sep="\n")
        return
    mode = next(mode for mode in MODES if mode.name == sys.argv[1])
    server = Server(mode, sys.argv[2] if len(sys.argv) > 2 else None)
    threading.Thread(target=server.run, daemon=True).start()
    print(server.url, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()

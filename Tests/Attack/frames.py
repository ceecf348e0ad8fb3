"""Servers of HTTP/2 that violate its rules, frame by frame (RFC 9113).

A row is a name, the behaviour on a connection, and whether a response may pass, as in servers.py.
"""

import random
import time

BODY = b'{"id": 1, "text": "note"}'
(DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE,
 CONTINUATION) = range(10)
END_STREAM = ACKNOWLEDGEMENT = 1
END_HEADERS, PADDED = 4, 8
# Number 8 of the static table (RFC 7541 appendix A) is `:status: 200`.
OK = b"\x88"
PREFACE = 24
INTERNAL_ERROR, REFUSED_STREAM, ENHANCE_YOUR_CALM = 2, 7, 11


def frame(kind, flags=0, stream=0, payload=b""):
    head = len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
    return head + payload


def number(value, size=4):
    return value.to_bytes(size, "big")


def length(value):
    """Encodes an integer with a prefix of seven bits (RFC 7541 §5.1)."""
    if value < 127:
        return bytes([value])
    value -= 127
    octets = [127]
    while value > 127:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes([*octets, value])


def field(name, value):
    """Encodes a field without an index and without Huffman."""
    return b"\x00" + length(len(name)) + name + length(len(value)) + value


def status(text):
    # The name is that of entry 8.
    return b"\x08" + length(len(text)) + text


def settings(*pairs):
    return frame(SETTINGS, payload=b"".join(number(key, 2) + number(value) for key, value in pairs))


def head(stream, block=OK, flags=END_HEADERS):
    return frame(HEADERS, flags, stream, block)


def data(stream, body=BODY, flags=END_STREAM):
    return frame(DATA, flags, stream, body)


def answer(stream, block=OK, body=BODY):
    return head(stream, block) + data(stream, body)


def long_block(stream, count, part):
    """Returns a response with a header block of many frames."""
    parts = frame(CONTINUATION, 0, stream, part) * count
    return head(stream, OK, 0) + parts + frame(CONTINUATION, END_HEADERS, stream) + data(stream)


def goaway(last, code=0, text=b""):
    return frame(GOAWAY, payload=number(last) + number(code) + text)


def reset(stream, code):
    return frame(RST_STREAM, 0, stream, number(code))


def requests(peer):
    """Yields the streams of complete requests."""
    peer.take(PREFACE)
    while True:
        size, kind, flags, stream = _head(peer.take(9))
        peer.take(size)
        if kind == SETTINGS and not flags & ACKNOWLEDGEMENT:
            peer.send(frame(SETTINGS, ACKNOWLEDGEMENT))
        if kind in (HEADERS, DATA) and flags & END_STREAM:
            yield stream


def _head(octets):
    return (int.from_bytes(octets[:3], "big"), octets[3], octets[4],
            int.from_bytes(octets[5:], "big") & 0x7FFFFFFF)


def each(make, greeting=frame(SETTINGS)):
    """Responds to each request with the result of `make` for its stream."""

    def serve(peer):
        peer.send(greeting)
        for stream in requests(peer):
            peer.send(make(stream))

    return serve


def greets(octets):
    """Sends some frames at once, then responds correctly."""
    return each(answer, octets)


def once(make):
    """Responds to one request, and closes the connection."""

    def serve(peer):
        peer.send(frame(SETTINGS))
        peer.send(make(next(requests(peer))))

    return serve


def endless(make, start=lambda stream: b"", pause=0.0):
    """Responds to one request with endless repetitions."""

    def serve(peer):
        peer.send(frame(SETTINGS))
        stream = next(requests(peer))
        peer.send(start(stream))
        peer.flood(make(stream), pause)

    return serve


def slowly(peer):
    """Sends a response byte by byte, in separate frames."""
    peer.send(frame(SETTINGS))
    for stream in requests(peer):
        peer.send(head(stream))
        for octet in BODY:
            peer.send(data(stream, bytes([octet]), 0))
            time.sleep(0.05)


def silent(peer):
    peer.wait()


def damaged(seed):
    """Returns responses with a few bytes changed."""
    draw = random.Random(seed)

    def make(stream):
        octets = bytearray(settings((3, 100)) + head(stream, OK + field(b"a", b"b")) + data(stream))
        for _ in range(draw.randrange(1, 4)):
            octets[draw.randrange(len(octets))] = draw.randrange(256)
        return bytes(octets)

    return each(make)


def noise(seed):
    """Returns frames of any kind and length."""
    draw = random.Random(seed)

    def make(stream):
        return b"".join(
            frame(draw.randrange(12), draw.randrange(256), draw.choice([0, stream, stream, 2, 99]),
                  draw.randbytes(draw.choice([0, 1, 4, 5, 6, 8, 40])))
            for _ in range(20)
        )

    return each(make)


ROWS = [
    ("in order", each(answer), True),
    # Greetings.
    ("silent", silent, False),
    ("HTTP/1.1", greets(b"HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n"), False),
    ("SETTINGS only", each(lambda stream: b""), False),
    ("no SETTINGS at the start", each(answer, frame(PING, payload=bytes(8))), False),
    ("no stream allowed", greets(settings((3, 0))), False),
    ("one stream allowed", greets(settings((3, 1))), None),
    ("settings of 5 bytes", greets(frame(SETTINGS, payload=bytes(5))), False),
    ("settings on a stream", greets(frame(SETTINGS, 0, 1)), False),
    ("a window of 2^31", greets(settings((4, 1 << 31))), False),
    ("a window of 0 bytes", greets(settings((4, 0))), None),
    ("a frame size limit of 0", greets(settings((5, 0))), False),
    ("a table of 4 GB", greets(settings((1, 0xFFFFFFFF))), True),
    ("unknown settings", greets(settings((0xFFFF, 1), (0x99, 2))), True),
    ("endless SETTINGS", endless(lambda stream: frame(SETTINGS) * 1000), None),
    # Frames.
    ("a frame of 16 MB", each(lambda stream: b"\xff\xff\xff\x00\x00" + number(stream)), False),
    ("half a frame", once(lambda stream: answer(stream)[:-3]), False),
    ("half a frame header", once(lambda stream: head(stream)[:5]), False),
    ("unknown frames",
     each(lambda stream: frame(0x42, 0xFF, stream, b"what") + answer(stream)), True),
    ("PING of 7 bytes", each(lambda stream: frame(PING, payload=bytes(7))), False),
    ("endless PING", endless(lambda stream: frame(PING, payload=bytes(8)) * 1000), False),
    ("endless unknown frames",
     endless(lambda stream: frame(0x42, 0, stream) * 1000), False),
    ("endless PRIORITY", endless(lambda stream: frame(PRIORITY, 0, stream, bytes(5)) * 1000), False),
    ("endless window updates",
     endless(lambda stream: frame(WINDOW_UPDATE, payload=number(1)) * 1000), False),
    ("a window update of 0 bytes",
     each(lambda stream: frame(WINDOW_UPDATE, payload=bytes(4)) + answer(stream)), False),
    ("window overflow",
     each(lambda stream: frame(WINDOW_UPDATE, payload=number(0x7FFFFFFF)) * 2 + answer(stream)),
     False),
    ("DATA on stream 0", each(lambda stream: data(0) + answer(stream)), False),
    ("HEADERS on stream 0", each(lambda stream: head(0)), False),
    ("DATA before HEADERS", each(data), False),
    ("an unsolicited response", each(lambda stream: answer(stream + 1000)), False),
    ("a response on an even stream", each(lambda stream: answer(stream + 1)), False),
    ("a server push",
     each(lambda stream: frame(PUSH_PROMISE, END_HEADERS, stream, number(2) + OK) + answer(stream)),
     False),
    ("padding longer than its frame",
     each(lambda stream: head(stream) + data(stream, b"\xff" + BODY, END_STREAM | PADDED)), False),
    ("padding",
     each(lambda stream: head(stream)
          + data(stream, b"\x64" + BODY + bytes(100), END_STREAM | PADDED)), True),
    # Header blocks.
    ("CONTINUATION alone", each(lambda stream: frame(CONTINUATION, END_HEADERS, stream, OK)), False),
    ("DATA within a block", each(lambda stream: head(stream, OK, 0) + data(stream)), False),
    ("entry 0 of the table", each(lambda stream: answer(stream, b"\x80")), False),
    ("a missing entry of the table", each(lambda stream: answer(stream, b"\xff\xff\x7f")), False),
    ("an invalid Huffman code", each(lambda stream: answer(stream, OK + b"\x00\x84\xff\xff\xff\xff\x01a")), False),
    ("an endless length", each(lambda stream: answer(stream, OK + b"\x00\x7f" + b"\xff" * 20)), False),
    ("a table larger than allowed", each(lambda stream: answer(stream, b"\x3f\xff\xff\x7f" + OK)), False),
    ("16 MB of fields",
     each(lambda stream: long_block(stream, 1024, field(b"x", b"y" * 16_000))), False),
    ("a field of 1 MB",
     each(lambda stream: long_block(stream, 64, b"y" * 16_000)), False),
    ("1,000 empty parts of a block", each(lambda stream: long_block(stream, 1000, b"")), None),
    ("an endless header block",
     endless(lambda stream: frame(CONTINUATION, 0, stream, field(b"x", b"y" * 1000)),
             lambda stream: head(stream, OK, 0)), False),
    ("a field name in upper case", each(lambda stream: answer(stream, OK + field(b"X-A", b"b"))), False),
    ("a field of HTTP/1.1", each(lambda stream: answer(stream, OK + field(b"connection", b"close"))),
     False),
    ("a line feed in a field", each(lambda stream: answer(stream, OK + field(b"a", b"b\r\nc: d"))), None),
    ("no status", each(lambda stream: answer(stream, field(b"a", b"b"))), False),
    ("two statuses", each(lambda stream: answer(stream, OK + OK)), False),
    ("a status after a field", each(lambda stream: answer(stream, field(b"a", b"b") + OK)), False),
    ("status 1000", each(lambda stream: answer(stream, status(b"1000"))), False),
    ("status 20x", each(lambda stream: answer(stream, status(b"20x"))), False),
    ("status 101", each(lambda stream: head(stream, status(b"101")) + answer(stream)), False),
    ("endless 1xx", endless(lambda stream: head(stream, status(b"103")) * 100), False),
    ("1,000 early hints first", each(lambda stream: head(stream, status(b"103")) * 1000 + answer(stream)),
     True),
    # Bodies.
    ("a length too long", each(lambda stream: answer(stream, OK + field(b"content-length", b"99"))),
     False),
    ("a length too short", each(lambda stream: answer(stream, OK + field(b"content-length", b"5"))),
     False),
    ("a body without END_STREAM", each(lambda stream: head(stream) + data(stream, BODY, 0)), False),
    ("slow body", slowly, False),
    ("endless body", endless(lambda stream: data(stream, bytes(16_384), 0), head), False),
    ("endless empty DATA", endless(lambda stream: data(stream, b"", 0) * 1000, head), False),
    ("trailers",
     each(lambda stream: head(stream) + data(stream, BODY, 0)
          + head(stream, field(b"a", b"b"), END_STREAM | END_HEADERS)), True),
    ("trailers without END_STREAM",
     each(lambda stream: head(stream) + data(stream, BODY, 0) + head(stream, field(b"a", b"b"))),
     False),
    ("trailers with a status",
     each(lambda stream: head(stream) + data(stream, BODY, 0)
          + head(stream, OK, END_STREAM | END_HEADERS)), False),
    ("two responses", each(lambda stream: answer(stream) * 2), None),
    # Endings.
    ("reset instead of a response", each(lambda stream: reset(stream, INTERNAL_ERROR)), False),
    ("refuses every stream", each(lambda stream: reset(stream, REFUSED_STREAM)), False),
    ("reset within the body",
     each(lambda stream: head(stream) + data(stream, BODY, 0) + reset(stream, INTERNAL_ERROR)), False),
    ("reset after the response", each(lambda stream: answer(stream) + reset(stream, 0)), True),
    ("reset of an idle stream", each(lambda stream: reset(stream + 1000, 2)), False),
    ("endless resets", endless(lambda stream: reset(stream, INTERNAL_ERROR) * 1000), False),
    ("GOAWAY at the start", greets(frame(SETTINGS) + goaway(0)), False),
    ("GOAWAY after each response", once(lambda stream: goaway(stream) + answer(stream)), None),
    ("GOAWAY instead of a response", once(lambda stream: goaway(0)), False),
    ("GOAWAY with an error",
     once(lambda stream: goaway(0, ENHANCE_YOUR_CALM, b"too many\x1b[31m calls")), False),
    ("GOAWAY with 16 kB of text", once(lambda stream: goaway(0, 2, b"x" * 16_000)), False),
    ("GOAWAY with a higher last stream",
     each(lambda stream: goaway(0) + goaway(0x7FFFFFFF) + answer(stream)), None),
    ("endless GOAWAY", endless(lambda stream: goaway(0x7FFFFFFF) * 1000), False),
    *((f"damaged responses {seed}", damaged(seed), None) for seed in range(8)),
    *((f"noise {seed}", noise(seed), None) for seed in range(8)),
]

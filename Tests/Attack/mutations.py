"""Corrupts texts and documents in ways that often break parsers."""

import json
import re

NUMBERS = [
    "0", "-1", "1", "2", "255", "256", "65536", "2147483647", "2147483648", "-2147483649",
    "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
    "1e3", "1e18", "1e19", "1e308", "1e309", "-1e309", "1e-400", "1e999999999", "0.1", "-0", "0x10",
    "0o17", "1_000", "NaN", ".inf", "-.inf", "00", "1.", ".5", "9" * 400, "0." + "3" * 400,
]
UNITS = ["ns", "ms", "s", "m", "h", "d", "/s", "/m", "/h", "%", "k", "M", "G", "y", ""]
TEXTS = [
    "", " ", "null", "~", "true", "yes", "{}", "[]", "{{", "}}", "{{}}", "{{x}}", "{{index}}",
    "{{hex 0}}", "{{hex 99999999999}}", "{{digits -1}}", "{{alnum 1e9}}", "{{seq}}", "{{uuid}}",
    "{{now +99999999999999d}}", "{{now '%'}}", "{{now unix -292277026596y}}", "{{'{{'}}", "{{a.b.c}}",
    "{{recipients}}", "{{recipient}}", "$", "$..*", "$[?@]", "$[0:1:0]", "$[-9223372036854775808]",
    "$[?(@.a==1)]", "$" + "[0]" * 2000, "$" + "..a" * 200, "/", "/-", "/a/~2", "/0/99999999999999999999",
    "#", "#/schemas/", "#/", "*/*", "*", "**/x", "(a+)+$", "(a|a)*b", "[", "(", "\\", "(?<a>.)\\k<a>",
    "a{99999}", "((a{1000}){1000}){1000}", "[^]", "\\p{L}", "\\u{110000}", "(?=a)*", "http://", "http://[",
    "http://127.0.0.1:99999", "http://a@b:c@d", "https://\u00e9", "file:///etc/passwd", "..", "../..", "/",
    "/dev/null", "/nonexistent", "a\0b", "\ufeff", "\u202e", "\U0001f600", "e\u0301" * 50, "\r\n", "\t",
    "x" * 70_000, "%00", "%", "%zz", "1970-01-01", "9999-99-99T99:99:99Z", "0000-00-00", "-----BEGIN",
    "2026-01-31T12:00:00+99:99", "none", "all", "GET", "CONNECT", "TRACE", "text/plain;;", ";", ",", "=",
    "bytes=0-", "\x7f", "\x1b[2J", "<script>", "]]>", "'; drop table run; --", "audience",
]
# Fragments for any position in a text.
PIECES = [
    b"\0", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\n", b"\t", b"\\", b'"', b"'",
    b"{", b"}", b"[", b"]", b"{{", b"}}", b":", b": ", b"- ", b"? ", b"#", b"&a ", b"*a", b"!!binary ",
    b"!!str ", b"!x ", b"<<: ", b"|\n", b">-\n", b"---\n", b"...\n", b"%YAML 9.9\n", b"@", b"`", b",", b"\\u0000",
    b"\\ud800", b"\\x", b"$(x)", b"${x}", b"`x`", b"<<EOF\n", b"|", b"&&", b";", b"\\\n", b"$'\\x00'",
]


def damaged(data, random):
    """Corrupts bytes; in half of the cases keeps the syntax and changes values."""
    blows = random.choice((_BLOWS, _REPLACEMENTS))
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        data = random.choice(blows)(data, random)
    return data


def _span(data, random, most=200):
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.randint(1, most))


def _flip(data, random):
    if not data:
        return data
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1:]


def _cut(data, random):
    return data[: random.randrange(len(data) + 1)]


def _remove(data, random):
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _repeat(data, random):
    start, end = _span(data, random)
    return data[:start] + data[start:end] * random.choice((2, 3, 100)) + data[end:]


def _insert(data, random):
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(PIECES) * random.choice((1, 1, 1, 2, 50)) + data[place:]


def _move(data, random):
    start, end = _span(data, random)
    rest = data[:start] + data[end:]
    place = random.randrange(len(rest) + 1)
    return rest[:place] + data[start:end] + rest[place:]


def _lines(data, random):
    lines = data.split(b"\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    what = random.randrange(5)
    if what == 0:
        lines[first], lines[second] = lines[second], lines[first]
    elif what == 1:
        lines.insert(first, lines[second])
    elif what == 2:
        del lines[first]
    elif what == 3:
        lines[first] = b"  " + lines[first]
    else:
        lines[first] = lines[first].removeprefix(b"  ")
    return b"\n".join(lines)


def _replace(pattern, spellings):
    expression = re.compile(pattern)

    def blow(data, random):
        found = list(expression.finditer(data))
        if not found:
            return _insert(data, random)
        match = random.choice(found)
        return data[: match.start()] + spellings(data, random, found) + data[match.end():]

    return blow


def _number(data, random, found):
    return random.choice(NUMBERS).encode()


def _quantity(data, random, found):
    return (random.choice(NUMBERS) + random.choice(UNITS)).encode()


def _text(data, random, found):
    return json.dumps(random.choice(TEXTS), ensure_ascii=random.random() < 0.5).encode()


def _other_word(data, random, found):
    return random.choice(found).group()


_REPLACEMENTS = [
    _replace(rb"-?\d+(\.\d+)?", _number),
    _replace(rb"\b\d+(\.\d+)?(ms|s|m|h|d|/s|%)", _quantity),
    _replace(rb'"[^"\n]*"', _text),
    _replace(rb'"[^"\n]*"', _other_word),
    _replace(rb"(?<=: )[^\s{\[\"][^\n,}]*", _text),
    _replace(rb"(?<=[:,] )[\w.]+(?=[,}\n ])", _other_word),
    _replace(rb"\{[^{}\n]*\}", _other_word),
    _replace(rb"\[[^\[\]\n]*\]", _other_word),
]
_BLOWS = [
    _flip, _cut, _remove, _repeat, _insert, _insert, _move, _lines, _lines,
    _replace(rb"[A-Za-z]\w*", _other_word),
    _replace(rb"(?<=: )[{\[\w\"][^\n]*", _other_word),
    *_REPLACEMENTS[:4],
]

# Replacement values in a document.


def _deep(random):
    value = 1
    for _ in range(random.choice((10, 60, 130, 600))):
        value = [value] if random.random() < 0.5 else {"a": value}
    return value


def _value(random):
    kind = random.randrange(8)
    if kind < 2:
        return random.choice(TEXTS)
    if kind < 5:
        return random.choice((
            0, -1, 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 1e308, -1e308, 5e-324,
            0.5, -0.0, float("inf"), float("nan"),
        ))
    if kind == 5:
        return random.choice((None, True, False, [], {}, [[]], {"": {}}, [None] * 1000))
    if kind == 6:
        return {text: 1 for text in TEXTS}
    return _deep(random)


def _places(value, found):
    """Returns every container of a document, with its keys."""
    if isinstance(value, dict):
        found.extend((value, key) for key in value)
        children = list(value.values())
    elif isinstance(value, list):
        found.extend((value, index) for index in range(len(value)))
        children = value
    else:
        return found
    for child in children:
        _places(child, found)
    return found


def rebuilt(data, random):
    """Returns a JSON document with some values replaced."""
    document = json.loads(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        places = _places(document, [])
        if not places:
            return json.dumps(_value(random)).encode()
        holder, key = random.choice(places)
        kind = random.randrange(6)
        if kind == 0:
            del holder[key]
        elif kind == 1:
            other, name = random.choice(places)
            # A copy, so that no value contains itself.
            holder[key] = json.loads(json.dumps(other[name])) if _has(other, name) else None
        elif kind == 2 and isinstance(holder, list):
            holder.extend([holder[key]] * random.choice((1, 50)))
        elif kind == 2:
            holder[random.choice(TEXTS)] = holder[key]
        else:
            holder[key] = _value(random)
    return json.dumps(document).encode()


def _has(holder, key):
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _bomb():
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return "\n".join(lines).encode()


# Complete documents that are difficult for parsers of text.
DOCUMENTS = [
    b"", b" ", b"\n" * 100_000, b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"null", b"1", b'""', b"[]", b"{}", b"-",
    b"[" * 100_000, b"{" * 100_000, b'{"a":' * 100_000, b"[" * 50_000 + b"]" * 50_000, b"- " * 20_000, b"? " * 20_000,
    b"[" + b"1," * 1_000_000 + b"1]", b"[" + b"{}," * 700_000 + b"{}]", b'"' + b"x" * 2_000_000,
    b"a: " + b"x" * 2_000_000, b"9" * 1_000_000, b"1e" + b"9" * 100_000, _bomb(), b"a: &a [*a]", b"&a *a",
    b"<<: *a", b"a: &a {<<: *a}", b"--- a\n--- b\n", b"%TAG ! tag:x,2000:\n--- !x {}", b"\t- a", b"a:\n\t b: 1",
    b"a: |9\n x", b"'" * 100_000, b'"\\' * 50_000, b"!" * 50_000, b"#" * 100_000, b"\r" * 10_000,
    "{}".encode("utf-16"), "{}".encode("utf-32"), b"{" + b'"a":1,' * 200_000 + b'"a":1}',
    b"\n".join(b"k%d: 1" % number for number in range(50_000)), b"\n".join(b" " * n + b"a:" for n in range(2000)),
]

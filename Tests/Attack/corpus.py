"""Corrupted files of each format that Assay reads, and the commands that read them."""

import sqlite3
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import samples
from mutations import DOCUMENTS, NUMBERS, TEXTS, UNITS, damaged, rebuilt
from samples import EXCHANGE, LOAD, ROOT, SERVICE, Sample, of


@dataclass
class Format:
    """`share` is the share of inputs in this format, relative to the other formats.

    In a command, TARGET stands for the corrupted file, CLOSED for an address that refuses connections and
    SERVER for one that responds. The command may write the files after `->`.
    """

    name: str
    share: int
    samples: list
    commands: list
    is_json: bool = False
    alter: object = None


@dataclass
class Input:
    format: str
    files: dict
    command: list
    written: list = field(default_factory=list)


# Commands that read each format.
CONTRACT = [
    "lint .", "lint .", "coverage . --verbose", "diff TARGET old.yaml",
    "diff old.yaml TARGET --format json", "export openapi TARGET --yaml",
    "verify . --target CLOSED --har a.har -> a.har",
]
PROFILE = [
    "lint TARGET", "lint TARGET", "load TARGET --target CLOSED", "capacity TARGET --target CLOSED",
    "compare --interleave CLOSED CLOSED TARGET --runs 1",
]
RECIPIENTS = [
    "lint p.yaml", "load p.yaml --target SERVER --rate 50/s --duration 100ms",
    "load p.yaml --target SERVER --rate 50/s --duration 100ms --workers 2",
]
REPORT = ["report TARGET -o page.html -> page.html"]
LOAD_RESULT = [
    *REPORT, "report TARGET old.json -o page.html -> page.html", "compare TARGET old.json",
    "compare old.json TARGET --format json", "merge TARGET old.json",
    "merge TARGET -o all.json --csv a.csv --hdr a.hdr -> all.json a.csv a.hdr",
    "history add TARGET --history h.db -> h.db",
]
VERIFY_RESULT = [
    *REPORT, "compare TARGET old.json", "compare old.json TARGET",
    "history add TARGET --history h.db -> h.db",
    f"coverage {ROOT}/contracts/nifty --results TARGET",
]
HISTORY = [
    "history list --history TARGET", "history list --history TARGET --format json",
    "history show 1 --history TARGET", "history show 4 --history TARGET",
    "history trend --history TARGET", "history trend --history TARGET --format json",
    "history prune --history TARGET --older-than 1d --keep 1",
    "history add new.json --history TARGET",
    "compare new.json --against-history main --history TARGET",
]
DOCUMENT = [
    "query $..[?@.name] TARGET --paths", "query $[*]..*[0:2] TARGET",
]
KEYS = [
    f"load load.yaml --target TLS --{option} TARGET" for option in ("cacert", "cert", "key")
]


def formats(made):
    """Returns all formats; some samples were made by the program."""
    capacities = sorted((ROOT / "Tests/ReportsTests/Fixtures").glob("capacity-*.json"))
    result = made.loads[0].read_bytes()
    service = {"service.yaml": SERVICE, "load.yaml": LOAD}
    loads = of(made.loads, "r.json", **{"old.json": result})
    verifies = of([made.verify], "r.json", **{"old.json": made.verify.read_bytes()})
    histories = of([made.history], "h.db", **{"new.json": result})
    documents = of(made.loads, "i.json")
    scripts = sorted(EXCHANGE.glob("*.sh"))
    records = [EXCHANGE / "letters.har", made.har]
    others = {"load.yaml": LOAD, "open.json": result, "cut.json": made.loads[1].read_bytes()}
    whole = Sample("service.yaml", SERVICE, **others, **{"history.db": made.history.read_bytes()})
    return [
        Format("contract", 230, samples.contracts(), CONTRACT),
        Format("contract in JSON", 60, samples.json_contracts(), CONTRACT, is_json=True),
        Format("profile", 140, samples.profiles(), PROFILE),
        Format("recipients", 50, samples.recipients(), RECIPIENTS),
        Format("load result", 110, loads, LOAD_RESULT, is_json=True),
        Format("capacity result", 40, of(capacities, "r.json"), REPORT, is_json=True),
        Format("verify result", 50, verifies, VERIFY_RESULT, is_json=True),
        Format("coverage result", 15, of([made.coverage], "r.json"), REPORT, is_json=True),
        Format("history", 90, histories, HISTORY, alter=_odd_history),
        Format("OpenAPI", 50, samples.descriptions(), ["import openapi a.yaml"]),
        Format("OpenAPI in JSON", 35, of([made.openapi], "a.json"), ["import openapi TARGET"], is_json=True),
        Format("HAR", 45, of(records, "a.har"), ["import har TARGET -o a.yaml -> a.yaml"], is_json=True),
        Format("curl", 45, of(scripts, "a.sh"), ["import curl TARGET"]),
        Format("document", 25, documents, DOCUMENT, is_json=True),
        Format("keys", 10, of([made.identity], "k.pem", **service), KEYS),
        Format("command line", 50, [whole], [_arguments], alter=lambda data, random: data),
    ]


# Invalid values for rows of a history.
ODD_VALUES = [
    0, -1, 1, 2**31, 2**63 - 1, -(2**63), 1e308, float("inf"), None, "", "main", "\0", "x" * 100_000,
    "{}", "[]", "[" * 10_000, b"\0\xff",
]
ODD_CHANGES = [
    "DROP TABLE figure", "DELETE FROM run", "PRAGMA user_version = 999", "DROP INDEX run_by_branch",
    "ALTER TABLE run RENAME TO other",
]


def _odd_history(data, random):
    """Returns a history with invalid values in its rows, or with corrupted pages."""
    if random.random() < 0.4:
        return damaged(data, random)
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        base = sqlite3.connect(file.name)
        for _ in range(random.choice((1, 2, 3))):
            try:
                _change(base, random)
            except (sqlite3.Error, OverflowError):
                # The table rejects this value, or is missing.
                pass
        base.commit()
        base.close()
        return Path(file.name).read_bytes()


def _change(base, random):
    if random.random() < 0.1:
        base.execute(random.choice(ODD_CHANGES))
        return
    table = random.choice(("run", "run", "figure"))
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")] or ["id"]
    rows = random.choice(("1", "rowid % 2", "id = 1")) if table == "run" else "name < 'p'"
    value = random.choice((*ODD_VALUES, random.choice(TEXTS)))
    base.execute(f"UPDATE {table} SET {random.choice(columns)} = ? WHERE {rows}", [value])


QUERIES = [
    "$.results[?@.badge > 3].objectId", "$..id", "$[?match(@.a, 'x.*') && length(@.b) > 2]",
    "$[1:-1:2]['a','b']", "$.a[?(@.b == 'c' || !@.d)][*]",
    "$[?count(@..*) > 1 && value($.x) != null]",
]
LOAD_OPTIONS = [
    "--rate", "--duration", "--seed", "--connections", "--shard", "--workers", "--connect-timeout",
    "--resolve", "--proxy", "--target-pid", "--listen",
]
VERIFY_OPTIONS = [
    "--jobs", "--retries", "--repeat", "--seed", "--case", "--require-coverage", "--max-time",
    "--max-filesize", "--var", "--resolve", "--proxy", "--basis",
]
HISTORY_OPTIONS = ["--last", "--keep", "--older-than", "--branch", "--metric"]


def _arguments(random):
    """Returns a command with an unusual value."""
    number = random.choice(NUMBERS)[:300]
    quantity = number + random.choice(UNITS)
    value = random.choice((quantity, number, random.choice(TEXTS).replace("\0", "")))
    query = damaged(random.choice(QUERIES).encode(), random).replace(b"\0", b"")
    of_history = ["history", random.choice(("list", "trend", "prune", "show"))]
    compare = ["compare", "open.json", "cut.json"]
    return random.choice((
        ["load", "load.yaml", "--target", "CLOSED", random.choice(LOAD_OPTIONS), value],
        ["verify", "service.yaml", "--target", "CLOSED", random.choice(VERIFY_OPTIONS), value],
        ["verify", "service.yaml", "--connect-timeout", "0.2", "--target", value or "x:"],
        ["query", query.decode(errors="replace"), "open.json"],
        [*of_history, "--history", "history.db", random.choice(HISTORY_OPTIONS), value],
        [*compare, random.choice(("--min-effect", "--min-latency", "--metric")), value],
        ["export", "openapi", "service.yaml", "--seed", value],
        ["schema", "print", value],
        ["serve", "ncmb", "--list-defects", "--app-key", value],
        ["fault", "--upstream", value, "--fault", quantity],
        ["import", "curl", value],
        ["completion", value],
        ["help", value],
        [value, "x"],
    ))


class Corpus:
    """Returns inputs by number: the same number and seed yield the same input."""

    def __init__(self, made, seed):
        self.seed = seed
        self.formats = formats(made)

    def input(self, number):
        random = Random(f"{self.seed}/{number}")
        form = random.choices(self.formats, [form.share for form in self.formats])[0]
        sample = random.choice(form.samples)
        broken = self._broken(form, sample.files[sample.target], random)
        files = {**sample.files, sample.target: broken}
        command = random.choice(form.commands)
        if callable(command):
            return Input(form.name, files, command(random))
        command, _, written = command.partition(" -> ")
        words = [sample.target if word == "TARGET" else word for word in command.split(" ")]
        return Input(form.name, files, words, written.split(" ") if written else [])

    @staticmethod
    def _broken(form, data, random):
        if form.alter:
            return form.alter(data, random)
        kind = random.random()
        if kind < 0.04:
            return random.choice(DOCUMENTS)
        if kind < 0.06:
            place = random.randrange(len(data) + 1)
            return data[:place] + random.choice(DOCUMENTS) + data[place:]
        if form.is_json and kind < 0.65:
            return rebuilt(data, random)
        return damaged(data, random)

#!/usr/bin/env python3
"""Counts phrases that read as if translated, in texts and sources. None may become more frequent.

counts.txt has a line for each phrase: the number of occurrences, and a regular expression. A phrase with 0 must
not occur. The check fails if a phrase occurs more often. It also fails if a phrase occurs less often: then lower
the number, so that it cannot rise again.
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COUNTS = HERE / "counts.txt"
PLACES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "Sources", "Tests", "contracts", "examples", "loadprofiles"]
# These files contain the old words, to name their replacements.
ALLOWED = {"Sources/ContractFile/Keys/RenamedKeys.swift", "Tests/ContractFileTests/Keys/RenamedKeyTests.swift"}
SUFFIXES = {".swift", ".md", ".yaml", ".json", ".h", ".c", ".py", ".sh"}


def files():
    places = [ROOT / place for place in PLACES]
    paths = [path for place in places for path in (place.rglob("*") if place.is_dir() else [place])]
    names = sorted(str(path.relative_to(ROOT)) for path in paths if path.is_file())
    return [name for name in names if Path(name).suffix in SUFFIXES and name not in ALLOWED]


def main():
    rows = [line.split(maxsplit=1) for line in COUNTS.read_text().splitlines() if line and line[0] != "#"]
    phrases = {phrase: int(count) for count, phrase in rows}
    found = {phrase: {} for phrase in phrases}
    for name in files():
        text = (ROOT / name).read_text(encoding="utf-8", errors="replace")
        for phrase in phrases:
            count = len(re.findall(phrase, text, re.IGNORECASE))
            if count:
                found[phrase][name] = count
    failed = False
    for phrase, most in phrases.items():
        count = sum(found[phrase].values())
        if count == most:
            continue
        failed = True
        if count < most:
            print(f"{COUNTS.relative_to(ROOT)}: \"{phrase}\" occurs {count} times, not {most}: lower its number",
                  file=sys.stderr)
            continue
        places = sorted(found[phrase].items(), key=lambda place: -place[1])[:8]
        listed = ", ".join(f"{name} ({number})" for name, number in places)
        print(f"\"{phrase}\" occurs {count} times, at most {most} are allowed; rephrase it: {listed}",
              file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Checks that Package.swift declares the targets that each target imports, and no others.

The compiler's own check, --explicit-target-dependency-import-check, ignores tests, and does not report
a declared dependency that is not used.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?(\w+)",
    re.MULTILINE,
)


def described():
    """Returns the targets of the package by name."""
    command = ["swift", "package", "--scratch-path", ".build/checked", "describe", "--type", "json"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    return {target["name"]: target for target in json.loads(output)["targets"]}


def imported(target):
    """Returns each imported module with the first file that imports it."""
    modules = {}
    for source in target["sources"]:
        path = os.path.join(target["path"], source)
        if path.endswith(".swift"):
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                for module in IMPORT.findall(file.read()):
                    modules.setdefault(module, path)
    return modules


def complaints(targets):
    """Yields the violations, one line each."""
    for name, target in sorted(targets.items()):
        declared = set(target.get("target_dependencies", []))
        modules = imported(target)
        for module, path in sorted(modules.items()):
            if module in targets and module not in declared | {name}:
                yield f"{path}: imports {module}, which Package.swift does not declare for {name}"
        for module in sorted(declared - set(modules)):
            yield f"Package.swift: declares {module} for {name}, but no file imports it"


def main():
    found = list(complaints(described()))
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(1 if found else 0)


main()

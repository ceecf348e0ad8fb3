#!/usr/bin/env python3
"""Measures how the cost of work on contracts grows with their size.

Each kind of work runs at three sizes, each four times the previous one. The figure is processor time
without the start of the program. Fails if the time per item grows by more than a factor of 1.3 from one
size to the next. Also prints the peak memory of each run.
"""
import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GROWTH = 1.3
SIZES = (300, 1_200, 4_800)
# The system's clock cannot measure shorter times.
SHORTEST_SECONDS = 0.2


def measured(command, accepted=(0,), **options):
    """Runs a command; returns its processor time in seconds, and its peak memory in MiB."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          **options) as process:
        message = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in accepted:
        sys.exit(f"{' '.join(map(str, command))} exited with status {process.returncode}: {message[-400:]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def openapi(count):
    """Returns a document with `count` operations, half of them with a body."""
    paths, schemas = {}, {}
    for index in range(count // 2):
        name = f"S{index // 5}"
        schemas[name] = {"type": "object", "required": ["id"], "properties": {
            "id": {"type": "string", "maxLength": 40}, "count": {"type": "integer"}}}
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        paths[f"/t{index}/things"] = {"post": {
            "operationId": f"make{index}", "requestBody": {"required": True, "content": content},
            "responses": {"201": {"description": "Made.", "content": content}}}}
        paths[f"/t{index}/things/{{id}}"] = {"get": {
            "operationId": f"get{index}",
            "parameters": [{"name": "id", "in": "path", "required": True,
                            "schema": {"type": "string"}}],
            "responses": {"200": {"description": "There.", "content": content},
                          "404": {"description": "Not found."}}}}
    return {"openapi": "3.0.3", "info": {"title": "Things", "version": "1"}, "paths": paths,
            "servers": [{"url": "http://127.0.0.1:1"}], "components": {"schemas": schemas}}


def net(count):
    """Returns a document with one operation and `count` schemas that refer to each other."""
    schemas = {
        f"S{index}": {"type": "object", "properties": {
            "next": {"$ref": f"#/components/schemas/S{(index + 1) % count}"},
            "other": {"$ref": f"#/components/schemas/S{(index * 7 + 3) % count}"}}}
        for index in range(count)}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/S0"}}}
    return {"openapi": "3.0.3", "info": {"title": "Net", "version": "1"},
            "paths": {"/n": {"get": {"operationId": "n", "responses": {
                "200": {"description": "One.", "content": content}}}}},
            "components": {"schemas": schemas}}


def chain(folder, count):
    """Writes a chain of files, each of which uses the next."""
    folder.mkdir()
    for index in range(count):
        use = f"use: [f{index + 1}.yaml]" if index + 1 < count else "targets: { api: {} }"
        (folder / f"f{index}.yaml").write_text(
            f'contract: "1"\n{use}\nschemas: {{ S{index}: {{ type: string }} }}\n'
            f"operations: {{ o{index}: {{ request: {{ path: /o{index} }} }} }}\n")
    return folder / "f0.yaml"


def failing(count):
    """Returns a contract with `count` cases, each of which needs a missing file."""
    cases = "".join(f"  c{index}: {{ steps: [ {{ call: o }} ] }}\n" for index in range(count))
    return ('contract: "1"\ntargets: { api: {} }\noperations:\n'
            '  o: { request: { path: /missing }, responses: { "200": {} } }\ncases:\n' + cases)


class Work:
    """Kinds of work; each measures its processor time and its memory at a size."""

    def __init__(self, assay, folder):
        self.assay, self.folder = assay, folder

    def contract(self, size):
        """Returns an imported contract of a size, and its source document."""
        document, contract = self.folder / f"api{size}.json", self.folder / f"api{size}.yaml"
        if not contract.exists():
            document.write_text(json.dumps(openapi(size)))
            measured([self.assay, "import", "openapi", document, "-o", contract])
        return document, contract

    def import_net(self, size):
        document = self.folder / f"net{size}.json"
        document.write_text(json.dumps(net(size)))
        return measured([self.assay, "import", "openapi", document, "-o", "/dev/null", "--force"])

    def diff(self, size):
        _, contract = self.contract(size)
        return measured([self.assay, "diff", contract, contract])

    def diff_openapi(self, size):
        document, _ = self.contract(size)
        return measured([self.assay, "diff", document, document])

    def export(self, size):
        _, contract = self.contract(size)
        return measured([self.assay, "export", "openapi", contract])

    def use_chain(self, size):
        # Each file contains the tables of all files it uses, so the cost of long chains is quadratic.
        return measured([self.assay, "lint", chain(self.folder / f"chain{size}", size // 64)])

    def unordered(self, size):
        """Compares a list with its reverse, so that no element keeps its position."""
        elements = [{"id": index, "name": f"n{index}"} for index in range(size)]
        body, case = self.folder / "body.json", self.folder / f"list{size}.yaml"
        body.write_text(json.dumps({"list": elements[::-1]}))
        case.write_text(
            'contract: "1"\ntargets: { api: {} }\noperations:\n  o:\n    request: { path: /body.json }\n'
            '    responses: { "200": { arrays: unordered, contains: '
            + json.dumps({"list": elements}) + " } }\ncases: { o: { steps: [ { call: o } ] } }\n")
        return self.verify(case)

    def verify(self, contract, *options, accepted=(0,)):
        """Verifies a server of files."""
        with subprocess.Popen([sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, env=dict(os.environ, PYTHONUNBUFFERED="1")) as server:
            try:
                port = re.search(r"port (\d+)", server.stdout.readline()).group(1)
                return measured([self.assay, "verify", contract, "--target",
                                 f"http://127.0.0.1:{port}", *options], accepted)
            finally:
                server.terminate()

    def repeat(self, size):
        """Repeats one case."""
        contract = self.folder / "repeated.yaml"
        contract.write_text('contract: "1"\ntargets: { api: {} }\noperations:\n'
                            '  o: { request: { path: / }, responses: { "200": {} } }\n'
                            'cases: { c: { steps: [ { call: o } ] } }\n')
        return self.verify(contract, "--repeat", str(size))

    def serve(self, size, requests=0):
        """Starts a stub, and sends requests for unknown paths."""
        _, contract = self.contract(size)
        with subprocess.Popen([self.assay, "serve", contract, "--listen", "0"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            try:
                port = next(found.group(1) for found in (
                    re.search(r"127\.0\.0\.1:(\d+)", line) for line in process.stdout) if found)
                begin = self.usage(process.pid)
                connection = http.client.HTTPConnection("127.0.0.1", int(port))
                for number in range(requests):
                    connection.request("GET", f"/nothing/{number}/here")
                    connection.getresponse().read()
                end = self.usage(process.pid)
                memory = self.memory(process.pid)
            finally:
                process.terminate()
        return (end - begin if requests else begin), memory

    def not_found(self, size):
        return self.serve(size, requests=2_000)

    def report(self, size):
        contract, results = self.folder / f"failing{size}.yaml", self.folder / f"failing{size}.json"
        contract.write_text(failing(size))
        self.verify(contract, "--report", f"json={results}", accepted=(4,))
        return measured([self.assay, "report", results, "-o", self.folder / "page.html", "--force"])

    @staticmethod
    def usage(process):
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @staticmethod
    def memory(process):
        text = Path(f"/proc/{process}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", text).group(1)) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True, help="the release binary")
    parser.add_argument("--only", help="the only kind of work to run")
    arguments = parser.parse_args()
    too_much = []
    with tempfile.TemporaryDirectory() as folder:
        work = Work(os.path.abspath(arguments.assay), Path(folder))
        start, _ = measured([work.assay, "--version"])
        # Work for each request does not depend on the size: its items are requests.
        kinds = {"serve": 1, "not_found": 0, "diff": 1, "diff_openapi": 1, "export": 1,
                 "use_chain": 1, "import_net": 1, "unordered": 1, "repeat": 1,
                 "report": 1}
        for kind, power in kinds.items():
            if arguments.only not in (None, kind):
                continue
            before = None
            for size in SIZES:
                seconds, memory = getattr(work, kind)(size)
                seconds = max(seconds - (start if kind != "not_found" else 0), 0.001)
                growth = (seconds / before) / 4 ** power if before else 1
                print(f"{kind} at {size}: {seconds:.2f} s of processor time, {memory:.0f} MiB"
                      + (f", growth {growth:.2f}" if before else ""), flush=True)
                if growth > GROWTH and seconds > SHORTEST_SECONDS:
                    too_much.append(f"{kind} at {size}: {growth:.2f}")
                before = seconds
    if too_much:
        sys.exit(f"expected growth of at most {GROWTH}, got {'; '.join(too_much)}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Searches for each defect of Tests/Shop/shop.py with assay and, if installed, with Schemathesis. Both know only the
OpenAPI document.

    defects.py --assay BINARY [--time SECONDS] [--seeds N] [DEFECT ...]

A finding that also occurs on the shop without defects is false, and does not count as detection.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

SHOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Shop", "shop.py")


def served(defect, run):
    """Runs a check against a separate shop."""
    command = [sys.executable, SHOP, "0"] + ([defect] if defect else [])
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = server.stdout.readline().split()[-1]
        began = time.monotonic()
        findings = run(f"http://127.0.0.1:{port}")
        return findings, time.monotonic() - began
    finally:
        server.kill()
        server.wait()


def assay(arguments, document, seed):
    def run(url):
        command = [arguments.assay, "verify", "--openapi", document, "--target", url, "--generate",
                   "--time", f"{arguments.time}s", "--seed", str(seed), "--format", "json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=arguments.time * 4 + 60)
        if not done.stdout:
            sys.exit(f"{' '.join(command)}: {done.returncode}: {done.stderr}")
        cases = [case for contract in json.loads(done.stdout)["contracts"] for case in contract["cases"]]
        return {case["name"] for case in cases if case["verdict"] == "failed"}
    return run


def schemathesis(program, arguments, document, seed, folder):
    def run(url):
        report = os.path.join(folder, "schemathesis.xml")
        command = [program, "run", document, "--url", url, "--seed", str(seed), "--no-color",
                   "--max-time", str(arguments.time), "--report", "junit", "--report-junit-path", report]
        subprocess.run(command, capture_output=True, text=True, timeout=arguments.time * 4 + 60, cwd=folder)
        import xml.etree.ElementTree as tree
        found = set()
        for case in tree.parse(report).iter("testcase"):
            for failure in case.iter("failure"):
                lines = [line.strip("- ") for line in (failure.get("message") or failure.text or "").splitlines()]
                found |= {f"{case.get('name')}: {line}" for line in lines if line[:2].isdigit() or line.startswith("ST")
                          or "- " in line} or {case.get("name")}
        return found
    return run


def runs(program):
    """Whether it starts. The packages of "make oracles" do not start after their folder was moved."""
    try:
        return subprocess.run([program, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--time", type=int, default=15)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("defects", nargs="*")
    arguments = parser.parse_args()
    names = arguments.defects or subprocess.check_output([sys.executable, SHOP, "--defects"], text=True).split()
    with tempfile.TemporaryDirectory() as folder:
        document = os.path.join(folder, "shop.json")
        with open(document, "wb") as file:
            file.write(subprocess.check_output([sys.executable, SHOP, "--document"]))
        tools = {"assay": lambda seed: assay(arguments, document, seed)}
        oracles = os.path.join(os.path.dirname(SHOP), "..", "..", ".build", "oracles", "bin")
        peer = shutil.which("schemathesis", path=os.pathsep.join([oracles, os.environ["PATH"]]))
        if peer and runs(peer):
            tools["schemathesis"] = lambda seed: schemathesis(peer, arguments, document, seed, folder)
        else:
            print("NOT RUN: Schemathesis does not start; \"make oracles\" installs it.")
        print(f"{'tool':14} {'found':>9} {'false':>6} {'seconds':>8}")
        for tool, run in tools.items():
            false = set()
            for seed in range(1, arguments.seeds + 1):
                false |= served(None, run(seed))[0]
            missed, seconds = [], []
            for name in names:
                findings, took = served(name, run(1))
                seconds.append(took)
                if not findings - false:
                    missed.append(name)
            print(f"{tool:14} {len(names) - len(missed):3} of {len(names):2} {len(false):6} "
                  f"{sorted(seconds)[len(seconds) // 2]:8.1f}")
            for name in missed:
                print(f"  not found: {name}")
            for name in sorted(false):
                print(f"  false: {name}")


if __name__ == "__main__":
    main()

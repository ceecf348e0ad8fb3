#!/usr/bin/env python3
"""Measures how long `verify` takes to mutate all responses of all contracts, and how many mutations it detects.

Fails after more than 20 seconds; this limit was set on a machine with two processors.
"""
import argparse
import json
import subprocess
import sys
import time

LIMIT_SECONDS = 20


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True, help="the release binary")
    arguments = parser.parse_args()
    begun = time.monotonic()
    run = subprocess.run(
        [arguments.assay, "verify", "contracts", "--mutants=responses", "--format", "json", "--seed", "1"],
        stdout=subprocess.PIPE,
        check=False,
    )
    seconds = time.monotonic() - begun
    if run.returncode != 0:
        sys.exit(f"assay verify --mutants=responses exited with status {run.returncode}")
    found = json.loads(run.stdout)["mutations"]
    altered = found["detected"] + found["undetected"] + found["unspecified"]
    print(f"mutations: {altered} tested in {seconds:.1f} s, {found['detected']} detected, "
          f"{found['undetected']} undetected, {found['unspecified']} not specified by the contracts")
    if seconds > LIMIT_SECONDS:
        sys.exit(f"expected at most {LIMIT_SECONDS} s")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many failing submissions get a smallest case that is proven, and how long the search for it takes.

usage: bench/shrink.py [PRESET]     (default release; build it first)

Grades every submission of tests/submissions that fails on some case (expected.tsv has one for it). One line a
submission: seconds of the search, which compiling and the ladder are no part of, the smallest case, what is known of
the smaller ones. The last lines count those that are proven in less than 5 seconds, of all and of those whose
smallest case lies within 64 x 64; exit code 1 if the latter are less than 95 %.
"""
import csv
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WANTED_SHARE = 0.95
WANTED_SECONDS = 5
LONGEST_SIDE = 64
UNITS = {"s": 1, "ms": 1e-3, "us": 1e-6}


def failing():
    """(exercise, file) of every submission that fails on a case."""
    for table in sorted(ROOT.glob("tests/submissions/*/expected.tsv")):
        for row in csv.DictReader(table.open(), delimiter="\t"):
            if row["rows"] != "-":
                yield table.parent.name, table.parent / row["outcome"] / (row["name"] + ".cu")


def grade(warpgrade, exercise, file):
    """The text report."""
    command = [warpgrade, "grade", file, "--exercise", exercise, "--device", "emulated"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def search_of(report):
    """(smallest case, what is known of the smaller ones, seconds) as the report tells them.

    There is no search, hence no time of it, where giant cases alone fail.
    """
    smallest = re.search(r"smallest failing case +(\d+(?: x \d+)*) +\((.*)\)", report)
    seconds = re.search(r"graded in .*, ([\d.]+) (s|ms|us) of it in search", report)
    if not smallest:
        sys.exit(f"no smallest case in this report:\n{report}")
    return smallest[1], smallest[2], float(seconds[1]) * UNITS[seconds[2]] if seconds else 0.0


def count(what, proven):
    """Prints how many are proven; returns their share."""
    share = sum(proven) / len(proven)
    print(f"{sum(proven)} of {len(proven)} ({100 * share:.0f} %) {what} are proven in less than {WANTED_SECONDS} s")
    return share


def main():
    preset = sys.argv[1] if len(sys.argv) > 1 else "release"
    warpgrade = ROOT / "build" / preset / "bin/warpgrade"
    proven, within = [], []
    for exercise, file in failing():
        smallest, known, seconds = search_of(grade(warpgrade, exercise, file))
        print(f"{seconds:7.3f} s  {smallest:<14} {file.stem:<28} {known}", flush=True)
        proven.append("there may be a smaller one" not in known and seconds < WANTED_SECONDS)
        if max(int(side) for side in smallest.split(" x ")) <= LONGEST_SIDE:
            within.append(proven[-1])
    count("of all", proven)
    share = count(f"with a smallest case within {LONGEST_SIDE} x {LONGEST_SIDE}", within)
    return 0 if share >= WANTED_SHARE else 1


if __name__ == "__main__":
    sys.exit(main())

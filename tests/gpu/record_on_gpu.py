#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records on this machine's GPU what the emulated device is compared with. Needs nvcc, and ncu or compute-sanitizer.

  tests/gpu/record_on_gpu.py programs [NAME ...]   what each tests/programs/NAME.cu prints, to NAME.out
  tests/gpu/record_on_gpu.py counters [NAME ...]   ncu's counters of their kernels, to tests/programs/h200_counters.tsv
  tests/gpu/record_on_gpu.py checks [NAME ...]     what compute-sanitizer's four tools report of the cases of
                                                   tests/faults/NAME.cu, to tests/faults/compute_sanitizer.tsv

Rows of what is not named stay. Programs are compiled for the GPU's own architecture with nvcc -O3 -lineinfo. Exit code 1
if a program fails. The comparisons are the end-to-end tests Programs and Faults, which need no GPU.
Example: tests/gpu/record_on_gpu.py counters matmul_tiled transpose_shared
"""

import argparse
import csv
import io
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / "tests/programs"
FAULTS = ROOT / "tests/faults"
SECONDS = 60
CHECK_SECONDS = 20  # A case that hangs by intent is killed after this.
TIMED_OUT = 124  # what timeout(1) answers

# Columns of h200_counters.tsv after program and kernel, and ncu's metric of each.
METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared_wavefronts": "memory_l1_wavefronts_shared",
    "shared_ideal": "memory_l1_wavefronts_shared_ideal",
}

# compute-sanitizer's tools, with the options that make them look at all that we check.
TOOLS = {
    "memcheck": ["--leak-check", "full"],
    "racecheck": ["--racecheck-report", "all"],
    "initcheck": [],
    "synccheck": [],
}


def run(command, seconds=SECONDS):
    """What the command printed; one that runs too long is killed and answers TIMED_OUT."""
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, TIMED_OUT, "", f"killed after {seconds} s")


def gpu_architecture():
    asked = run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"])
    if asked.returncode != 0:
        sys.exit("record_on_gpu: nvidia-smi finds no GPU")
    return "sm_" + asked.stdout.split()[0].replace(".", "")


def compile_all(sources, folder):
    """Path of each program that compiles, by name."""
    architecture = gpu_architecture()

    def compile_one(source):
        program = Path(folder) / source.stem
        done = run(["nvcc", "-O3", "-lineinfo", f"-arch={architecture}", "-o", str(program), str(source)])
        if done.returncode != 0:
            print(f"{source.stem}: nvcc refuses it: {done.stderr.splitlines()[:1]}")
            return None
        return program

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        programs = list(pool.map(compile_one, sources))
    return {p.name: p for p in programs if p}


def sources_in(folder, names):
    found = sorted(folder.glob("*.cu"))
    return [s for s in found if not names or s.stem in names]


def update_table(path, header, rows, done):
    """Writes the table sorted, with `rows` instead of those whose first column is in `done`."""
    kept = []
    if path.exists():
        lines = [line.split("\t") for line in path.read_text().splitlines()]
        kept = [line for line in lines if not line[0].startswith("#") and line[0] not in done]
    text = "".join("\t".join(map(str, row)) + "\n" for row in sorted(kept + [list(map(str, r)) for r in rows]))
    path.write_text("# " + "\t".join(header) + "\n" + text)


def record_programs(names):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, program in compile_all(sources_in(PROGRAMS, names), folder).items():
            done = run([str(program)])
            recorded = PROGRAMS / f"{name}.out"
            before = recorded.read_text() if recorded.exists() else None
            if done.returncode != 0:
                verdict = f"exit code {done.returncode}: {done.stdout.splitlines()[-1:]} {done.stderr.splitlines()[-1:]}"
                failed += 1
            else:
                recorded.write_text(done.stdout)
                verdict = "new" if before is None else ("same" if before == done.stdout else "DIFFERS from before")
            print(f"{name:32} {verdict}")
    return failed


def base_name(kernel):
    """A kernel's name without return type, template arguments and parameters."""
    return re.sub(r"<.*", "", re.sub(r"\(.*", "", kernel)).split()[-1].split("::")[-1]


def measured_counters(program):
    """By kernel: ncu's sums over all its launches."""
    done = run(["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--metrics", ",".join(METRICS.values()), str(program)])
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    sums = {}
    for row in list(csv.DictReader(io.StringIO("\n".join(lines))))[1:]:  # The first row holds units.
        if "nan" in (row.get(metric) for metric in METRICS.values()):
            continue  # A launch that was refused.
        counters = sums.setdefault(base_name(row["Kernel Name"]), dict.fromkeys(METRICS, 0))
        for column, metric in METRICS.items():
            text = (row.get(metric) or "0").split(" ")[0].replace(",", "")
            counters[column] += int(float(text or 0))
    return sums


def record_counters(names):
    failed = 0
    header = ["program", "kernel", *METRICS]
    with tempfile.TemporaryDirectory() as folder:
        for name, program in compile_all(sources_in(PROGRAMS, names), folder).items():
            kernels = measured_counters(program)
            rows = [[name, kernel, *counters.values()] for kernel, counters in kernels.items()]
            update_table(PROGRAMS / "h200_counters.tsv", header, rows, {name})
            failed += not rows
            print(f"{name:32} {len(rows)} kernels")
    return failed


def cases_of(source):
    return re.findall(r"^CASE\((\w+)\)", source.read_text(), re.MULTILINE)


def reports_of(program, case, tool):
    """Number of a tool's reports, and the lines of the source that they name."""
    command = ["compute-sanitizer", "--tool", tool, *TOOLS[tool], "--print-limit", "20", str(program), case]
    done = run(command, seconds=CHECK_SECONDS)
    text = done.stdout + done.stderr
    summary = re.search(r"SUMMARY: (\d+)", text)
    lines = sorted({int(n) for n in re.findall(r"(?:in|at) \S+\.cu:(\d+)", text)})
    return int(summary.group(1)) if summary else 0, lines


def record_checks(names):
    table = FAULTS / "compute_sanitizer.tsv"
    with tempfile.TemporaryDirectory() as folder:
        sources = sources_in(FAULTS, names)
        programs = compile_all(sources, folder)
        work = [(s.stem, case, tool) for s in sources if s.stem in programs for case in cases_of(s) for tool in TOOLS]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda item: reports_of(programs[item[0]], item[1], item[2]), work)
            for (name, case, tool), (count, lines) in zip(work, results):
                row = [f"{name}/{case}/{tool}", count, ",".join(map(str, lines)) or "-"]
                update_table(table, ["case and tool", "reports", "lines"], [row] if count else [], {row[0]})
                print(*row)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["programs", "counters", "checks"])
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    record = {"programs": record_programs, "counters": record_counters, "checks": record_checks}[options.what]
    return record(options.names) > 0


if __name__ == "__main__":
    sys.exit(main())

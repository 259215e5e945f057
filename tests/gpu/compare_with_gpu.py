#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the emulated device with the GPU of this machine. Needs nvcc, and ncu or compute-sanitizer.

  tests/gpu/compare_with_gpu.py programs [--record] [NAME ...]   output of tests/programs, natively and as recorded
  tests/gpu/compare_with_gpu.py counters [NAME ...]              sectors and wavefronts, ncu's and the emulator's
  tests/gpu/compare_with_gpu.py checks [NAME ...]                tests/faults under compute-sanitizer's four tools

Programs are compiled for the GPU's own architecture with nvcc -O3 -lineinfo. --record writes tests/programs/NAME.out.
The exit code is 1 if anything differs. Example: tests/gpu/compare_with_gpu.py counters matmul_tiled transpose_shared
"""

import argparse
import csv
import io
import json
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
WARPGRADE = ROOT / "build/dev/bin/warpgrade"
SECONDS = 120

# What ncu calls it, and where the emulator's report has it.
METRICS = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": ("global_load", "requests"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": ("global_load", "sectors"),
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": ("global_store", "requests"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": ("global_store", "sectors"),
    "memory_l1_wavefronts_shared": ("shared", "wavefronts"),
    "memory_l1_wavefronts_shared_ideal": ("shared", "wavefronts_ideal"),
}

# compute-sanitizer's tools, with the options that make them look at all that we check.
TOOLS = {
    "memcheck": ["--leak-check", "full"],
    "racecheck": ["--racecheck-report", "all"],
    "initcheck": ["--initcheck-address-space", "all"],
    "synccheck": [],
}


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, **more)


def gpu_architecture():
    asked = run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"])
    if asked.returncode != 0:
        sys.exit("compare_with_gpu: nvidia-smi finds no GPU")
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


def compare_programs(names, record):
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, program in compile_all(sources_in(PROGRAMS, names), folder).items():
            done = run([str(program)])
            recorded = PROGRAMS / f"{name}.out"
            if done.returncode != 0:
                verdict = f"exit code {done.returncode}: {done.stdout.splitlines()[-1:]} {done.stderr.splitlines()[-1:]}"
            elif record:
                recorded.write_text(done.stdout)
                verdict = "recorded"
            elif not recorded.exists():
                verdict = "runs, not recorded"
            else:
                verdict = "same" if recorded.read_text() == done.stdout else "DIFFERS from what is recorded"
            wrong += done.returncode != 0 or "DIFFERS" in verdict
            print(f"{name:32} {verdict}")
    return wrong


def base_name(kernel):
    """A kernel's name without return type, template arguments and parameters."""
    return re.sub(r"<.*", "", re.sub(r"\(.*", "", kernel)).split()[-1].split("::")[-1]


def add(sums, kernel, metric, value):
    sums.setdefault(base_name(kernel), {}).setdefault(metric, 0)
    sums[base_name(kernel)][metric] += value


def measured_counters(program):
    """By kernel: ncu's sums over all its launches."""
    done = run(["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--metrics", ",".join(METRICS), str(program)])
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    sums = {}
    for row in rows[1:]:  # The first row holds units.
        for metric in METRICS:
            text = (row.get(metric) or "0").split(" ")[0].replace(",", "")
            add(sums, row["Kernel Name"], metric, int(float(text or 0)))
    return sums


def modelled_counters(source):
    """The same from the emulator, with shared loads as written and as ptxas is thought to merge them."""
    plain, merged = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run([str(WARPGRADE), "run", str(source), "--card", "h200", "--format", "json", "--output", str(report)])
        kernels = json.loads(report.read_text())["kernels"]
    for k in kernels:
        for metric, (space, unit) in METRICS.items():
            if space != "shared":
                value = k[space][unit]
                add(plain, k["kernel"], metric, value)
                add(merged, k["kernel"], metric, value)
                continue
            add(plain, k["kernel"], metric, k["shared_load"][unit] + k["shared_store"][unit])
            add(merged, k["kernel"], metric, k["shared_load_estimated"][unit] + k["shared_store"][unit])
    return plain, merged


def compare_kernel(name, kernel, measured, plain, merged):
    differences = []
    for metric in METRICS:
        want, got, other = measured.get(metric, 0), plain.get(metric, 0), merged.get(metric, 0)
        if want not in (got, other):
            differences.append(f"{metric}: ncu {want}, emulated {got}" + (f", merged {other}" if other != got else ""))
    exact = all(measured.get(m, 0) == merged.get(m, 0) for m in METRICS)
    verdict = "exact" if exact else ("exact but for merging" if not differences else "DIFFERS")
    print(f"{name:28} {kernel:28} {verdict}")
    for line in differences:
        print(f"    {line}")
    return bool(differences)


def compare_counters(names):
    wrong = 0
    sources = sources_in(PROGRAMS, names)
    with tempfile.TemporaryDirectory() as folder:
        programs = compile_all(sources, folder)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            modelled = dict(zip([s.stem for s in sources], pool.map(modelled_counters, sources)))
        for name, program in programs.items():
            measured = measured_counters(program)
            plain, merged = modelled[name]
            for kernel, sums in measured.items():
                wrong += compare_kernel(name, kernel, sums, plain.get(kernel, {}), merged.get(kernel, {}))
    return wrong


def cases_of(source):
    return re.findall(r"^CASE\((\w+)\)", source.read_text(), re.MULTILINE)


def reports_of(program, case, tool):
    """Lines of the source that a tool names, and the number of its reports."""
    done = run(["compute-sanitizer", "--tool", tool, *TOOLS[tool], "--print-limit", "20", str(program), case])
    text = done.stdout + done.stderr
    summary = re.search(r"SUMMARY: (\d+)", text)
    lines = sorted({int(n) for n in re.findall(r"in \S+\.cu:(\d+)", text) + re.findall(r"at \S+\.cu:(\d+)", text)})
    return int(summary.group(1)) if summary else 0, lines


def our_findings(program, case):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run([str(WARPGRADE), "run", str(program), "--format", "json", "--output", str(report), "--", case])
        return json.loads(report.read_text())["findings"]


def compare_checks(names):
    """Everything that compute-sanitizer reports, we report, too."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as shared:
        sources = sources_in(FAULTS, names)
        programs = compile_all(sources, folder)
        emulated = {}
        for source in sources:
            program = Path(shared) / source.stem
            run(["nvcc", "-O2", "-lineinfo", "-arch=compute_75", "-cudart", "shared", "-o", str(program), str(source)])
            emulated[source.stem] = program
        work = [(s, c) for s in sources if s.stem in programs for c in cases_of(s)]

        def look(item):
            source, case = item
            theirs = {tool: reports_of(programs[source.stem], case, tool) for tool in TOOLS}
            return source.stem, case, theirs, our_findings(emulated[source.stem], case)

        with ThreadPoolExecutor(4) as pool:
            for name, case, theirs, ours in pool.map(look, work):
                reported = {tool: seen for tool, seen in theirs.items() if seen[0] > 0}
                missed = bool(reported) and not ours
                wrong += missed
                kinds = sorted({f"{f['kind']}:{f['line']}" for f in ours})
                text = " ".join(f"{tool}={count}{lines}" for tool, (count, lines) in reported.items())
                print(f"{name}/{case:32} {'MISSED' if missed else 'ok':7} ours {kinds} theirs {text or 'nothing'}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["programs", "counters", "checks"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--record", action="store_true", help="write tests/programs/NAME.out")
    options = parser.parse_args()
    if options.what == "programs":
        return compare_programs(options.names, options.record) > 0
    return {"counters": compare_counters, "checks": compare_checks}[options.what](options.names) > 0


if __name__ == "__main__":
    sys.exit(main())

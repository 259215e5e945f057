#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints how long a grading takes, as ratios to one bare `nvcc -c` of the same file taken in the same run.
# usage: bench/grade.sh [RUNS]     (default 5; the least of the runs counts)
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/lib.sh
runs=${1:-5}
file=solutions/shared_memory/shared_memory.cu
build=build/${WARPGRADE_PRESET:-release}
nvcc=$(find_nvcc)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Seconds of the fastest of $runs runs of a command; its output is dropped, its failure is not.
least_seconds() {
  local least='' start seconds
  for ((i = 0; i < runs; ++i)); do
    start=$EPOCHREALTIME
    "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; return 1; }
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
    least=$(awk -v a="${least:-$seconds}" -v b="$seconds" 'BEGIN { print (a < b) ? a : b }')
  done
  echo "$least"
}
grade_uncached() { rm -rf "$scratch/cache" && XDG_CACHE_HOME=$scratch/cache "$build/bin/warpgrade" grade "$file"; }
grade_cached() { XDG_CACHE_HOME=$scratch/cache "$build/bin/warpgrade" grade "$file"; }

bare=$(least_seconds "$nvcc" -c -o "$scratch/bare.o" "$file")
uncached=$(least_seconds grade_uncached)
cached=$(least_seconds grade_cached)
printf 'least of %d runs, %d cores\n' "$runs" "$(nproc)"
awk -v b="$bare" -v u="$uncached" -v c="$cached" 'BEGIN {
  printf "nvcc -c of the file         %6.3f s  1.00\n", b
  printf "grade, empty cache          %6.3f s  %.2f  (goal: at most %.2f, nvcc -c + 2 s)\n", u, u / b, (b + 2) / b
  printf "grade, compile cached       %6.3f s  %.2f  (goal: at most %.2f, 2 s)\n", c, c / b, 2 / b
}'

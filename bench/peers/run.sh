#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints how fast the emulated device is, beside Oclgrind and Numba's CUDA simulator, all in one run.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=scripts/lib.sh
. scripts/lib.sh

usage() {
  cat <<'END'
usage: bench/peers/run.sh [--quick]     e.g. bench/peers/run.sh | tee speed.txt

Builds the preset release and prints three tables, with their goals:
  - lane instructions a second and core of the lesson's kernels on 2003x3001, all counters on; the tiled
    transpose with every check on, on two cores;
  - elements a second beside Oclgrind (the same kernels in OpenCL C) and Numba's CUDA simulator;
  - cost an element from 10^4 to 10^8 elements.
Takes some minutes; --quick, one: peers on smaller shapes, and up to 10^7 elements. What the peers need:
  apt-get install oclgrind opencl-headers ocl-icd-opencl-dev python3-numba
Single-threaded figures are made of CPU seconds, so that other programs on the machine matter less.
END
}

quick=false
for argument in "$@"; do
  case $argument in
    -h | --help) usage && exit ;;
    --quick) quick=true ;;
    *) usage >&2 && exit 2 ;;
  esac
done

mapfile -t missing < <(missing_packages oclgrind opencl-headers ocl-icd-opencl-dev python3-numba)
[ "${#missing[@]}" -eq 0 ] || die "Debian packages are missing; as root, run: apt-get install ${missing[*]}"
python=/usr/bin/python3  # Debian's own: another one does not see Debian's numba.
need_packages "${PACKAGES_TO_BUILD[@]}"
need_nvcc
configure release
build release emulator_seconds
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${CXX:-g++}" -std=c++20 -O2 -o "$scratch/opencl_seconds" bench/peers/opencl_seconds.cpp -lOpenCL

# Each prints: cpu seconds, wall seconds (and lane instructions) of a launch of KERNEL on ROWS x COLS.
emulator() { build/release/bin/emulator_seconds "$@"; }
oclgrind_seconds() { oclgrind --num-threads 1 "$scratch/opencl_seconds" bench/peers/transpose.cl "$@"; }
numba_seconds() { "$python" bench/peers/numba_seconds.py "$@"; }

kernels=(copy naive_strided_store tiled_static)
load() { cut -d' ' -f1-3 /proc/loadavg; }
printf '%s, %s cores, load %s\n\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(load)"

printf 'emulated device, 2003x3001, one thread\n%-22s %12s %12s %12s\n' kernel counters 'all checks' 'M elements/s'
for kernel in "${kernels[@]}"; do
  read -r cpu _ lanes < <(emulator "$kernel" 2003 3001 counters 1)
  read -r checked _ _ < <(emulator "$kernel" 2003 3001 checks 1)
  awk -v k="$kernel" -v c="$cpu" -v d="$checked" -v l="$lanes" 'BEGIN {
    printf "%-22s %7.2f G/s  %7.2f G/s  %12.1f\n", k, l / c / 1e9, l / d / 1e9, 2003 * 3001 / c / 1e6 }'
done
echo '(lane instructions a second and core; goal: at least 0.8 G/s with all counters on)'
read -r cpu wall _ < <(emulator tiled_static 2003 3001 checks 2)
printf 'tiled, every check on, 2 threads: %.3f s of wall time, %.3f s of CPU time (goal: under 0.4 s on 2 cores)\n\n' "$wall" "$cpu"

# beside PEER KERNEL ROWS COLS GOAL COLUMN COMMAND...: one row; COLUMN: 1 for CPU seconds, 2 for wall seconds.
beside() {
  local peer=$1 kernel=$2 rows=$3 cols=$4 goal=$5 column=$6 theirs counted checked
  shift 6
  theirs=$("$@" | cut -d' ' -f"$column")
  counted=$(emulator "$kernel" "$rows" "$cols" counters 1 | cut -d' ' -f"$column")
  checked=$(emulator "$kernel" "$rows" "$cols" checks 1 | cut -d' ' -f"$column")
  awk -v p="$peer" -v k="$kernel" -v r="$rows" -v c="$cols" -v t="$theirs" -v a="$counted" -v b="$checked" -v g="$goal" '
    BEGIN { printf "%-9s %-20s %9s %12.0f %12.0f %8.0fx %8.0fx  (goal: %sx)\n", p, k, r "x" c, r * c / t, r * c / a, t / a, t / b, g }'
}
printf 'elements a second, one thread\n%-9s %-20s %9s %12s %12s %9s %9s\n' peer kernel shape theirs ours ratio 'checked'
oclgrind_shape=(2003 3001)
numba_shape=(203 301)
if "$quick"; then oclgrind_shape=(501 751) numba_shape=(64 96); fi
for kernel in "${kernels[@]}"; do
  beside oclgrind "$kernel" "${oclgrind_shape[@]}" 50 1 oclgrind_seconds "$kernel" "${oclgrind_shape[@]}"
done
beside numba tiled_static "${numba_shape[@]}" 5000 2 numba_seconds "${numba_shape[@]}"
echo '(ours with all counters on; checked: with every check on as well. The peers count and check nothing.'
echo ' Oclgrind in CPU seconds; Numba in wall seconds: its threads mostly wait for each other)'

# Tiles are whole, so that equal work is compared; a launch of one tile shows what starting costs.
shapes=('96 96' '320 320' '992 1024' '3136 3200' '10016 9984')
if "$quick"; then unset 'shapes[4]'; fi
read -r start _ < <(emulator tiled_static 1 1 counters 1)
read -r start_checked _ < <(emulator tiled_static 1 1 checks 1)
printf '\ncost an element beyond start-up (%.1f us; with checks %.1f us), tiled, one thread\n%-12s %12s %14s\n' \
  "$(awk -v s="$start" 'BEGIN { print s * 1e6 }')" "$(awk -v s="$start_checked" 'BEGIN { print s * 1e6 }')" elements counters 'every check'
for shape in "${shapes[@]}"; do
  read -r rows cols <<<"$shape"
  read -r cpu _ < <(emulator tiled_static "$rows" "$cols" counters 1)
  read -r checked _ < <(emulator tiled_static "$rows" "$cols" checks 1)
  awk -v r="$rows" -v c="$cols" -v a="$cpu" -v s="$start" -v b="$checked" -v t="$start_checked" 'BEGIN {
    printf "%-12d %9.2f ns %11.2f ns\n", r * c, (a - s) / (r * c) * 1e9, (b - t) / (r * c) * 1e9 }'
done | tee "$scratch/line"
awk 'NR == 1 { a = $2; b = $4 } { x = $2; y = $4 } END {
  printf "largest to smallest: %.2f, with checks %.2f (goal: 1, flat)\n", x / a, y / b }' "$scratch/line"
printf '\nload at the end: %s\n' "$(load)"

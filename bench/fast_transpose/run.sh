#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Times the fast transpose on this machine's GPU beside the lesson's copy, cudaMemcpy, the padded tile, cuBLAS and
# PyTorch (where python3 has it), and checks every output.
# usage: bench/fast_transpose/run.sh [--once] [ROWSxCOLS ...]
#          the table, by default of the four shapes of docs/fast_transpose.md; --once: one launch of each, for a profiler
#        bench/fast_transpose/run.sh --why      what stores of sectors in parts cost
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
nvcc=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build() { "$nvcc" -std=c++17 -O3 -arch="${CUDA_ARCH:-native}" -o "$scratch/$1" "$here/$2" "${@:3}" -ldl; }

cuda=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$cuda/lib64
if [[ ${1:-} == --why ]]; then
  build partial_stores partial_stores.cu
  "$scratch/partial_stores"
elif python3 -c 'import torch' 2>/dev/null; then
  build bench.so bench.cu -shared -Xcompiler -fPIC
  python3 "$here/torch_row.py" "$scratch/bench.so" "$@"
else
  build bench bench.cu
  "$scratch/bench" "$@"
fi

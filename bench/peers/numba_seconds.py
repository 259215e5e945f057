# SPDX-License-Identifier: Apache-2.0
"""Times the tiled transpose of the lesson in Numba's CUDA simulator, for bench/peers/run.sh.

numba_seconds.py ROWS COLS prints cpu seconds and wall seconds of one launch. Fails if the output is wrong.
"""
import os
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # Read when numba is imported.

import numpy as np  # noqa: E402
from numba import cuda, float32  # noqa: E402

TILE = 32
BLOCK_ROWS = 8


@cuda.jit
def tiled(source, target, rows, cols):
    tile = cuda.shared.array((TILE, TILE), float32)
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y
    col = cuda.blockIdx.x * TILE + x
    for j in range(0, TILE, BLOCK_ROWS):
        row = cuda.blockIdx.y * TILE + y + j
        if row < rows and col < cols:
            tile[y + j, x] = source[row, col]
    cuda.syncthreads()
    col = cuda.blockIdx.y * TILE + x
    for j in range(0, TILE, BLOCK_ROWS):
        row = cuda.blockIdx.x * TILE + y + j
        if row < cols and col < rows:
            target[row, col] = tile[x, y + j]


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: numba_seconds.py ROWS COLS")
    rows, cols = int(sys.argv[1]), int(sys.argv[2])
    source = np.arange(rows * cols, dtype=np.float32).reshape(rows, cols)
    target = np.zeros((cols, rows), dtype=np.float32)
    grid = ((cols + TILE - 1) // TILE, (rows + TILE - 1) // TILE)
    cpu, wall = time.process_time(), time.perf_counter()
    tiled[grid, (TILE, BLOCK_ROWS)](source, target, rows, cols)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if not np.array_equal(target, source.T):
        sys.exit("numba_seconds.py: the output is wrong")
    print(f"{cpu:.9f} {wall:.9f}")


main()

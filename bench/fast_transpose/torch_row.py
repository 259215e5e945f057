# SPDX-License-Identifier: Apache-2.0
"""Runs the bench library given first, with PyTorch's transpose among its contenders.

usage: torch_row.py LIBRARY [ROWSxCOLS ...]
"""
import ctypes
import sys

import torch

Transpose = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)


class DeviceArray:
    """A row-major float matrix at a device address, as PyTorch takes it without a copy."""

    def __init__(self, address: int, rows: int, cols: int):
        self.__cuda_array_interface__ = {
            "shape": (rows, cols), "typestr": "<f4", "data": (address, False), "version": 3,
        }


views = {}
result = None


@Transpose
def transpose(address: int, rows: int, cols: int) -> int:
    global result
    key = (address, rows, cols)
    if key not in views:
        views[key] = torch.as_tensor(DeviceArray(*key), device="cuda")
    result = None  # Its memory is the next result's.
    result = views[key].t().contiguous()
    return result.data_ptr()


def main() -> int:
    torch.cuda.init()
    library = ctypes.CDLL(sys.argv[1])
    arguments = (ctypes.c_char_p * (len(sys.argv) - 1))(*(a.encode() for a in sys.argv[1:]))
    return library.run_bench(len(arguments), arguments, transpose)


sys.exit(main())

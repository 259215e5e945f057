// SPDX-License-Identifier: Apache-2.0
// The toolkit's declarations of what we define, and the aliases under which the same code is also
// exported.
#pragma once

#include <cuda_runtime_api.h>

/// cudaKernel_t, which the headers before CUDA 12.1 lack.
using KernelHandle = struct CUkern_st*;

/// Exports `name` under `other` too. The function must be defined in the same file.
// Neither name is an expression that parentheses could go round.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define WARPGRADE_ALIAS(name, other) extern "C" decltype(name) other __attribute__((alias(#name)))

/// The spellings that programs use when built with --default-stream per-thread.
#define WARPGRADE_PTSZ(name) WARPGRADE_ALIAS(name, name##_ptsz)
#define WARPGRADE_PTDS(name) WARPGRADE_ALIAS(name, name##_ptds)

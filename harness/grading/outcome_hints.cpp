// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/outcome_hints.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::grading {
namespace {

struct Row {
  Outcome outcome;
  std::string_view hint;
};

constexpr std::array kRows{
    Row{Outcome::unsupported,
        "nothing is wrong with your file: the emulated device cannot run it; write it another way"},
    Row{Outcome::did_not_compile,
        "make the tile smaller, or declare it extern __shared__ and pass its size at launch"},
    Row{Outcome::crashed,
        "in and out are device pointers: only kernels may read and write them; do not call exit()"},
    Row{Outcome::time_limit, "check that every loop advances: over tiles by gridDim, not blockIdx"},
    Row{Outcome::output_limit, "print less"},
    Row{Outcome::launch_failed,
        "check grid, block and shared bytes of the launch against the limit above, and look at "
        "cudaGetLastError() after it"},
    Row{Outcome::barrier_fault,
        "let every thread of the block reach the same __syncthreads(): guard the load and the "
        "store, "
        "never the barrier"},
    Row{Outcome::out_of_bounds,
        "guard the load with the input's row and column against rows and cols, and the store with "
        "the output's row and column against cols and rows"},
    Row{Outcome::input_modified, "in is const: store to out and to the tile only"},
    Row{Outcome::shared_memory_race,
        "put __syncthreads() after the tile is filled, and again before it is filled anew"},
    Row{Outcome::not_own_kernel, "let a kernel of your own write every cell of out"},
    Row{Outcome::suspect, "do all the work in every call of solve()"},
    Row{Outcome::no_faster_than_naive,
        "stage a tile in shared memory so that neighbouring threads read and write neighbouring "
        "addresses on both sides"},
    Row{Outcome::undecided, "grade without --case to time it"},
};

}  // namespace

std::string_view outcome_hint(Outcome outcome) {
  const auto* const found = std::ranges::find(kRows, outcome, &Row::outcome);
  return found == kRows.end() ? std::string_view{} : found->hint;
}

}  // namespace warpgrade::grading

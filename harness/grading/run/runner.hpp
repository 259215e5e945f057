// SPDX-License-Identifier: Apache-2.0
// The pipeline's view of running a submission: one solve() on one case, everything observed.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/core/patch.hpp"
#include "harness/core/signature.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::run {

/// How one call of solve() ended, as far as its process can be believed.
enum class End {
  returned,
  crashed,  ///< A signal, or an exit before the reply.
  time_limit,
  output_limit,
};

struct RunResult {
  End end = End::returned;
  int signal = 0;       ///< Of a crash; 0: it exited by itself.
  int exit_status = 0;  ///< Of an exit.
  std::string crash;    ///< One line for a crash: "read device memory on the host: in + 0 bytes".
  std::vector<std::uint32_t>
      output;  ///< Words of the output; empty unless the device could be read.
  bool input_modified = false;
  std::string modified_input;        ///< Of several inputs, the first that changed: its name.
  std::int64_t first_modified = -1;  ///< Of all inputs' words, the first that changed.
  bool guard_written = false;        ///< Bytes just before or after one of the buffers changed.
  std::string guard;                 ///< One line: "4 bytes after the end of out were written".
  std::uint64_t output_words_written_by_kernels = 0;
  std::vector<Patch> touched_in;   ///< Of a sampled run, instead of `output`: what kernels touched.
  std::vector<Patch> touched_out;  ///< The same of the output.
  Evidence evidence;
  std::string printed;  ///< stdout and stderr of this call, capped.
};

struct RunRequest {
  Shape input;                            ///< The sizes.
  std::span<const std::uint32_t> values;  ///< Words of all inputs, one after the other.
  bool checks = true;                     ///< Shared races and unset reads.
  bool count = true;
  double seconds = 10;  ///< Wall clock of this call.
  const Signature* signature = &transpose_signature();
  /// Run only the first and last blocks of each launch, over matrices that are only there where
  /// they are touched; of a transpose. `values` is empty; the input is the fill `index` with this
  /// seed.
  bool sampled = false;
  std::uint64_t seed = 0;
};

/// Runs one compiled submission. Keeps its worker and device alive from call to call, and replaces
/// both after anything but a clean return.
class Runner {
 public:
  virtual ~Runner() = default;
  /// @throws std::runtime_error if the harness itself fails (no worker, no device server).
  virtual RunResult run(const RunRequest& request) = 0;
  /// The next run gets a new worker and a new device.
  virtual void restart() = 0;
};

}  // namespace warpgrade::run

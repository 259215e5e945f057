// SPDX-License-Identifier: Apache-2.0
// Compiled programs through a real server and a real worker, on the emulated device.
#include "harness/grading/timing/program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace warpgrade::timing {
namespace {

namespace fs = std::filesystem;
using device::Movement;

constexpr Extent kInput{70, 165};

run::SessionOptions options_for(const std::string& program) {
  const fs::path build = WARPGRADE_BINARY_DIR;
  run::SessionOptions options;
  options.device_binary = build / "bin/warpgrade-device";
  options.worker_binary = build / "bin/warpgrade-worker";
  options.cudart = build / "lib/libcudart.so";
  options.library = build / "bin/gpu_programs" / (program + ".so");
  options.card_file = WARPGRADE_SOURCE_DIR "/cards/t4.toml";
  options.threads = 1;
  return options;
}

TEST(Programs, AreRecordedOnceAndReplayedOnFreshData) {
  for (const std::string name : {"copy", "naive", "tiled", "padded"}) {
    Program program(options_for(name),
                    moved_matrix(kInput, name == "copy" ? Movement::copied : Movement::transposed));
    ASSERT_EQ(program.record(1, 20), "") << name;
    double seconds = 0;
    for (std::uint64_t seed = 2; seed < 4; ++seed) {
      const auto sample = program.sample(seed, true);
      EXPECT_FALSE(sample.failed) << name;
      EXPECT_EQ(sample.wrong_cells, 0U) << name;
      EXPECT_GT(sample.seconds, 0) << name;
      EXPECT_TRUE(seconds == 0 || seconds == sample.seconds) << "modelled time is deterministic";
      seconds = sample.seconds;
    }
  }
}

TEST(Programs, ThatAreWrongAreNotTimed) {
  Program program(options_for("copy"), moved_matrix(kInput, Movement::transposed));
  EXPECT_NE(program.record(1, 20).find("are wrong"), std::string::npos);
}

TEST(Programs, TheDevicesOwnCopyIsOne) {
  Program program(options_for("copy"), moved_matrix(kInput, Movement::copied));
  ASSERT_EQ(program.record_copy(1), "");
  EXPECT_EQ(program.sample(2, false).wrong_cells, 0U);
}

}  // namespace
}  // namespace warpgrade::timing

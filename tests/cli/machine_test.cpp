// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/machine.hpp"

#include "harness/cli/usage_error.hpp"
#include "harness/device/cuda/presence.hpp"

#include <gtest/gtest.h>

namespace warpgrade::cli {
namespace {

const std::filesystem::path kRoot = WARPGRADE_SOURCE_DIR;

device::cuda::Presence with(const std::string& name) {
  device::cuda::Presence presence;
  presence.gpu.emplace().name = name;
  return presence;
}
device::cuda::Presence h200() { return with("NVIDIA H200"); }
device::cuda::Presence nothing() { return {std::nullopt, "no NVIDIA driver", 0}; }
device::cuda::Presence never() {
  ADD_FAILURE() << "the driver was asked";
  return nothing();
}

TEST(ChooseMachine, WithoutAGpuTheT4IsEmulated) {
  const auto machine = choose_machine(kRoot, {"auto", ""}, nothing);
  EXPECT_FALSE(machine.gpu);
  EXPECT_EQ(machine.card_file, kRoot / "cards/t4.toml");
  EXPECT_EQ(machine.note, "");
}

TEST(ChooseMachine, AGpuBringsItsOwnCard) {
  const auto machine = choose_machine(kRoot, {"auto", ""}, h200);
  ASSERT_TRUE(machine.gpu);
  EXPECT_EQ(machine.card_file, kRoot / "cards/h200.toml");
}

TEST(ChooseMachine, ACardThatIsNamedIsTaken) {
  const auto machine = choose_machine(kRoot, {"cuda", "t4"}, h200);
  ASSERT_TRUE(machine.gpu);
  EXPECT_EQ(machine.card_file, kRoot / "cards/t4.toml");
}

TEST(ChooseMachine, AGpuWithoutACardGetsANote) {
  const auto machine = choose_machine(kRoot, {"auto", ""}, [] { return with("NVIDIA B300"); });
  EXPECT_TRUE(machine.gpu);
  EXPECT_EQ(machine.card_file, kRoot / "cards/t4.toml");
  EXPECT_NE(machine.note.find("NVIDIA B300"), std::string::npos) << machine.note;
  EXPECT_NE(machine.note.find("warpgrade calibrate"), std::string::npos) << machine.note;
}

TEST(ChooseMachine, EmulatedLeavesTheDriverAlone) {
  EXPECT_FALSE(choose_machine(kRoot, {"emulated", ""}, never).gpu);
}

TEST(ChooseMachine, CudaWithoutAGpuSaysWhy) {
  try {
    choose_machine(kRoot, {"cuda", ""}, nothing);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--device cuda: no NVIDIA driver");
  }
}

}  // namespace
}  // namespace warpgrade::cli

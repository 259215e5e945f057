// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/gpu_checkups.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::cli {
namespace {

device::cuda::Presence h200() {
  device::cuda::Presence presence;
  presence.gpu.emplace();
  presence.gpu->name = "NVIDIA H200";
  presence.gpu->total_memory_bytes = std::uint64_t{140} << 30;
  presence.driver_version = 13000;
  return presence;
}

/// nvidia-smi that prints these two tables.
Smi smi(const std::string& fields, const std::string& programs) {
  return [=](const std::vector<std::string>& arguments) -> std::optional<std::string> {
    return arguments.at(0).starts_with("--query-gpu=") ? fields : programs;
  };
}

Checkup find(const std::vector<Checkup>& checkups, std::string_view what) {
  const auto found = std::ranges::find(checkups, what, &Checkup::what);
  return found == checkups.end() ? Checkup{"missing", Health::broken, "", ""} : *found;
}

const char* const kWell = "345 MHz, 1980 MHz, Not Active, Enabled, Enabled, 0\n";

TEST(ExamineGpu, WithoutOneAllIsEmulated) {
  const auto checkups =
      examine_gpu({std::nullopt, "no NVIDIA driver", 0}, "13.0", false, smi("", ""));
  ASSERT_EQ(checkups.size(), 1U);
  EXPECT_EQ(checkups[0].health, Health::good);
  EXPECT_NE(checkups[0].found.find("no NVIDIA driver"), std::string::npos);
}

TEST(ExamineGpu, AllIsWell) {
  const auto checkups = examine_gpu(h200(), "13.0", true, smi(kWell, ""));
  for (const auto& checkup : checkups) {
    EXPECT_EQ(checkup.health, Health::good) << checkup.what << ": " << checkup.found;
    EXPECT_EQ(checkup.remedy, "") << checkup.what;
  }
  EXPECT_EQ(find(checkups, "clock").found, "345 MHz now");
  EXPECT_EQ(find(checkups, "driver").found, "runs CUDA 13.0");
}

TEST(ExamineGpu, ANewerToolkitThanTheDriverIsBroken) {
  auto presence = h200();
  presence.driver_version = 12040;
  const auto checkups = examine_gpu(presence, "13.0", true, smi(kWell, ""));
  EXPECT_EQ(find(checkups, "driver").health, Health::broken);
  EXPECT_EQ(find(examine_gpu(presence, "12.8", true, smi(kWell, "")), "driver").health,
            Health::good)
      << "minor versions of one CUDA run on each other's drivers";
}

TEST(ExamineGpu, NamesWhatDisturbsTimings) {
  const auto checkups = examine_gpu(
      h200(), "13.0", false,
      smi("345 MHz, 1980 MHz, Active, Enabled, Disabled, 3\n", "71, python3\n90, hog\n"));
  for (const auto* what : {"gpu", "throttling", "persistence", "ecc errors", "other programs"}) {
    const auto checkup = find(checkups, what);
    EXPECT_EQ(checkup.health, Health::warning) << what;
    EXPECT_NE(checkup.remedy, "") << what;
  }
  EXPECT_EQ(find(checkups, "other programs").found, "2 on the GPU: 71, python3; 90, hog");
}

TEST(ExamineGpu, NvidiaSmiMayBeMissing) {
  const auto checkups = examine_gpu(h200(), "13.0", true, [](const auto&) { return std::nullopt; });
  EXPECT_EQ(find(checkups, "nvidia-smi").health, Health::warning);
}

}  // namespace
}  // namespace warpgrade::cli

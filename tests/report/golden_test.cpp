// SPDX-License-Identifier: Apache-2.0
// Whole reports against the files in golden/. After a change that is wanted, run the test with
// WARPGRADE_UPDATE_GOLDEN=1 and read the difference.
#include "harness/report/formats.hpp"
#include "samples.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>

namespace warpgrade::report {
namespace {

class Golden : public testing::TestWithParam<std::tuple<Format, Sample>> {};

std::string read(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

TEST_P(Golden, IsAsBefore) {
  const auto& [format, sample] = GetParam();
  const auto file = std::filesystem::path{WARPGRADE_SOURCE_DIR} / "tests/report/golden" /
                    (std::string{sample.name} + '.' + std::string{format.name});
  const auto text = format.write(sample.make(), {});
  if (std::getenv("WARPGRADE_UPDATE_GOLDEN") != nullptr) std::ofstream{file} << text;
  ASSERT_TRUE(std::filesystem::exists(file)) << file;
  EXPECT_EQ(text, read(file));
}

INSTANTIATE_TEST_SUITE_P(Reports, Golden,
                         testing::Combine(testing::ValuesIn(formats().begin(), formats().end()),
                                          testing::ValuesIn(kSamples)),
                         [](const auto& each) {
                           return std::string{std::get<0>(each.param).name} + '_' +
                                  std::string{std::get<1>(each.param).name};
                         });

}  // namespace
}  // namespace warpgrade::report

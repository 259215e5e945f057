// SPDX-License-Identifier: Apache-2.0
#include "tests/submission/cudart/hardware.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

namespace warpgrade::cudart {
namespace {

std::vector<std::string> lines(std::istream&& in) {
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace

void expect_as_on_hardware(const Ran& ran, const std::string& file) {
  EXPECT_EQ(ran.wait_status, 0);
  const auto path = WARPGRADE_SOURCE_DIR "/tests/submission/cudart/h200/" + file;
  const auto want = lines(std::ifstream(path));
  const auto got = lines(std::istringstream(ran.printed));
  ASSERT_FALSE(want.empty());
  EXPECT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i) {
    EXPECT_EQ(got[i], want[i]) << file << ":" << i + 1 << " after " << (i > 0 ? want[i - 1] : "");
  }
}

}  // namespace warpgrade::cudart

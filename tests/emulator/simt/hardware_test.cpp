// SPDX-License-Identifier: Apache-2.0
// What an H200 gave for every form that is not approximate, on 512 samples each: h200_forms.tsv
// holds the hashes of the results. Taken in November 2026 by loading the same PTX through the
// driver.
#include "tests/emulator/simt/forms.hpp"
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/samples.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace warpgrade::simt {
namespace {

struct Row {
  std::string form;
  std::string registers;
  std::string suffix;
  std::uint64_t hash = 0;
};

std::vector<Row> read_rows() {
  std::ifstream file(WARPGRADE_SOURCE_DIR "/tests/emulator/simt/h200_forms.tsv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    Row row;
    std::string hash;
    std::getline(fields, row.form, '\t');
    std::getline(fields, row.registers, '\t');
    std::getline(fields, row.suffix, '\t');
    std::getline(fields, hash, '\t');
    row.hash = std::stoull(hash, nullptr, 16);
    rows.push_back(row);
  }
  return rows;
}

TEST(Hardware, EveryFormGivesWhatAnH200Gives) {
  const auto rows = read_rows();
  ASSERT_GT(rows.size(), 390U);
  for (const Row& row : rows) {
    const FormCase form{row.form.c_str(), row.registers.c_str(), {}, 0, row.suffix.c_str()};
    Machine machine(ptx_of(form, Reach::own_inputs));
    const auto in = machine.upload(sample_inputs(row.registers));
    const auto out = machine.upload(std::vector<std::uint64_t>(kSamples, 0));
    machine.config.block = {128, 1, 1};
    machine.config.grid = {kSamples / 128, 1, 1};
    machine.launch("k", in, out);
    EXPECT_EQ(hash_of(machine.download<std::uint64_t>(out, kSamples)), row.hash)
        << row.form << " " << row.registers << row.suffix;
  }
}

}  // namespace
}  // namespace warpgrade::simt

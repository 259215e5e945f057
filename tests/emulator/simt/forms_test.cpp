// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/forms.hpp"
#include "tests/emulator/simt/machine.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

class Forms : public testing::TestWithParam<FormCase> {};

void check(const FormCase& form, Reach reach) {
  Machine machine(ptx_of(form, reach));
  const auto in = machine.upload(form.inputs.empty() ? std::vector<std::uint64_t>{0} : form.inputs);
  const auto out = machine.upload(std::vector<std::uint64_t>(32, 0));
  ASSERT_EQ(machine.launch("k", in, out).end, LaunchEnd::completed);
  const auto results = machine.download<std::uint64_t>(out, 32);
  for (std::size_t lane = 0; lane < results.size(); ++lane) {
    const bool executed = reach == Reach::all || lane % 2 == 1;
    EXPECT_EQ(results[lane], executed ? form.expected : untouched(form.registers[0]))
        << form.form << form.suffix << " in lane " << lane << " way " << static_cast<int>(reach);
    if (testing::Test::HasFailure()) break;
  }
}

TEST_P(Forms, GivesItsResult) {
  for (const Reach reach : {Reach::all, Reach::divided, Reach::guarded}) check(GetParam(), reach);
}

std::string name_of(const testing::TestParamInfo<FormCase>& param) {
  std::string name = param.param.form;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name + "_" + std::to_string(param.index);
}

INSTANTIATE_TEST_SUITE_P(All, Forms, testing::ValuesIn(all_cases()), name_of);

}  // namespace
}  // namespace warpgrade::simt

// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/demangle.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::ptx {
namespace {

struct Named {
  const char* mangled;
  const char* name;
};

class DemangledName : public testing::TestWithParam<Named> {};

TEST_P(DemangledName, IsWhatTheAuthorWrote) {
  EXPECT_EQ(demangled_name(GetParam().mangled), GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Demangle, DemangledName,
    testing::Values(
        Named{"_Z6paddedPKfPfmm", "padded"}, Named{"_Z4tmplIdLi3EEvPT_", "tmpl<double, 3>"},
        Named{"_ZN2ns4innsE3Big6float34int2cbsPf", "ns::inns"},
        Named{"_ZN40_GLOBAL__N__1268de8e_8_calls_cu_209e62035tiledEPf", "tiled"},
        Named{"_ZN38_INTERNAL_1268de8e_8_calls_cu_209e620340_GLOBAL__N__1268de8e_8_calls_cu_"
              "209e62035twiceILi2EEEii",
              "twice<2>"},
        Named{"_Z3fooIPFivEEvT_", "foo<int (*)()>"}, Named{"bounds", "bounds"},
        Named{"_Z2fnIXadL_Z7half_offEEEvPf", "fn<&(half_of(float))>"},
        Named{"_ZN5outer2v14packILb1EJiPfRKdEEEvDpT0_",
              "outer::v1::pack<true, int, float*, double const&>"},
        Named{"_Zgarbage", "_Zgarbage"}, Named{"", ""}, Named{"_Z", "_Z"},
        Named{"vprintf", "vprintf"}));

TEST(Demangle, LeavesLongNamesAlone) {
  const auto name = "_Z" + std::string("5000") + std::string(5000, 'x') + "v";
  EXPECT_EQ(demangled_name(name), name);
}

// Each pair of references doubles the text: the demangler would need gigabytes.
TEST(Demangle, DropsArgumentsThatExplode) {
  std::string name = "_Z1fI1AIiiEE";
  for (char c = '0'; c <= '9'; ++c) name += std::string{"1AIS"} + c + "_S" + c + "_E";
  for (char c = 'A'; c <= 'Z'; ++c) name += std::string{"1AIS"} + c + "_S" + c + "_E";
  EXPECT_EQ(demangled_name(name + "vv"), "f");
}

TEST(Demangle, KeepsNamespacesWhereItDropsArguments) {
  const std::string references = "I1AIS_S0_S1_S2_S3_S4_S5_S6_S7_S8_S9_SA_SB_EEvv";
  EXPECT_EQ(demangled_name("_ZN3cub6detail6reduce6KernelI" + references + "E"),
            "cub::detail::reduce::Kernel");
  EXPECT_EQ(demangled_name("_ZN12_GLOBAL__N_16KernelI" + references + "E"), "Kernel");
  for (const auto* cut : {"_Z99f", "_ZN", "_Z99999999999999999999f", "_ZNK3", "_Z0"}) {
    EXPECT_EQ(demangled_name(cut + references), cut + references);
  }
}

TEST(Demangle, SurvivesDeepNames) {
  const auto name = "_Z1f" + std::string(4000, 'P') + "i";
  EXPECT_FALSE(demangled_name(name).empty());
}

}  // namespace
}  // namespace warpgrade::ptx

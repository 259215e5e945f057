// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/signature_file.hpp"

#include "harness/exercise/exercise.hpp"
#include "tests/exercise/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::exercise {
namespace {

const std::string kA =
    "[[parameter]]\nname = \"a\"\ndirection = \"in\"\ntype = \"int\"\n"
    "extent = [\"n\", 32]\nfill = \"small\"\n";
const std::string kOut =
    "[[parameter]]\nname = \"out\"\ndirection = \"out\"\ntype = \"double\"\n"
    "extent = [\"n\"]\n";
const std::string kN = "[[parameter]]\nname = \"n\"\ntype = \"size\"\n";

Signature read(const std::string& text) {
  ScratchFolder folder;
  const auto file = folder.write("exercise.toml", text);
  const auto table = parse_toml(file);
  return read_signature(Section{file, table, "", {kSignatureKeys.begin(), kSignatureKeys.end()}});
}

TEST(SignatureFile, WithoutParametersIsATranspose) {
  EXPECT_EQ(read("output = [\"cols\", \"rows\"]\n"), transpose_signature());
}

TEST(SignatureFile, ReadsBuffersAndSizesInOrder) {
  const auto signature = read("sizes = [\"n\"]\ncopy = \"a\"\n" + kA + kOut + kN);
  EXPECT_EQ(declaration(signature, "solve"), "void solve(const int* a, double* out, size_t n)");
  EXPECT_EQ(signature.parameters[0].extent({7}), (Extent{7, 32}));
  EXPECT_EQ(signature.parameters[0].fill, Fill::small);
  EXPECT_EQ(signature.output().extent({7}), (Extent{7, 1}));
  EXPECT_EQ(signature.copied_extent({7}), (Extent{7, 32}));
  EXPECT_FALSE(signature.transposes);
}

TEST(SignatureFile, CopiesTheOutputUnlessToldOtherwise) {
  EXPECT_EQ(read("sizes = [\"n\"]\n" + kA + kOut + kN).copied, 1U);
}

struct Broken {
  std::string text;
  std::string message;  ///< What follows "FILE:".
};
class BrokenSignature : public testing::TestWithParam<Broken> {};

TEST_P(BrokenSignature, IsTold) {
  const auto message = error_of([] { read(GetParam().text); });
  EXPECT_NE(message.find("exercise.toml:" + GetParam().message), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    SignatureFile, BrokenSignature,
    testing::Values(
        Broken{"# nothing\n", "1: output is missing; add output = [\"cols\", \"rows\"]"},
        Broken{"sizes = [\"n\"]\n", "1: sizes is there without a [[parameter]]"},
        Broken{"output = [\"rows\"]\n", "1: output is [rows]; write output = "},
        Broken{"output = [\"cols\", \"rows\"]\nsizes = [\"n\"]\n" + kA + kOut,
               "1: output is there beside a [[parameter]]"},
        Broken{"sizes = [\"n\", \"n\"]\n" + kA + kOut, "1: sizes has \"n\""},
        Broken{"sizes = [\"seed\"]\n" + kA + kOut, "1: sizes has \"seed\""},
        Broken{"sizes = []\n" + kA + kOut, "1: sizes has 0 names; name 1 to 4 sizes"},
        Broken{"sizes = [\"n\"]\n" + kA, "2: parameter tables declare no output, or several"},
        Broken{"sizes = [\"n\"]\n" + kOut, "2: parameter tables declare no input"},
        Broken{"sizes = [\"n\"]\n" + kA + kOut + kOut, "2: parameter \"out\" is there twice"},
        Broken{"sizes = [\"m\"]\n" + kA + kOut,
               "6: [[parameter]] extent has \"n\", which is no size; write numbers or sizes: m"},
        Broken{"sizes = [\"n\"]\ncopy = \"n\"\n" + kA + kOut + kN,
               "2: copy is \"n\", which is no buffer"},
        Broken{"sizes = [\"n\"]\n" + kA + kOut + "fill = \"index\"\n",
               "13: [[parameter]] fill is of an output"},
        Broken{"sizes = [\"n\"]\n" + kA + kOut + kN + "extent = [1]\n",
               "16: [[parameter]] extent is of a size"},
        Broken{"sizes = [\"n\"]\n" + kA + kOut + "[[parameter]]\nname = \"m\"\ntype = \"size\"\n",
               "14: [[parameter]] name is \"m\", which is no size; write one of n"},
        Broken{"sizes = [\"n\"]\n[[parameter]]\nname = \"a b\"\n",
               "3: [[parameter]] name is \"a b\""},
        Broken{"sizes = [\"n\"]\n[[parameter]]\nname = \"a\"\ntype = \"half\"\n",
               "4: [[parameter]] type is \"half\""},
        Broken{"sizes = [\"n\"]\n[[parameter]]\nname = \"a\"\ntype = \"int\"\ndirection = \"up\"\n",
               "5: [[parameter]] direction is \"up\""},
        Broken{"sizes = [\"n\"]\n[[parameter]]\nname = \"a\"\ntype = \"int\"\ndirection = \"in\"\n"
               "extent = [1, 2, 3]\n",
               "6: [[parameter]] extent has 3 sides"},
        Broken{"sizes = [\"n\"]\n[[parameter]]\nname = \"a\"\ntype = \"int\"\ndirection = \"in\"\n"
               "extent = [0]\n",
               "6: [[parameter]] extent holds 0; write names in quotes or whole numbers from 1"}));

TEST(CasesOfASignature, GiveItsSizes) {
  ScratchFolder folder;
  auto signature = transpose_signature();
  signature.sizes = {"rows", "cols", "inner"};
  const auto good = folder.write("good.toml", "[[case]]\nrows = 2\ncols = 3\ninner = 4\n");
  EXPECT_EQ(read_cases(good, signature).front().input, (Shape{2, 3, 4}));
  const auto missing = folder.write("missing.toml", "[[case]]\nrows = 2\ncols = 3\n");
  EXPECT_EQ(
      error_of([&] { static_cast<void>(read_cases(missing, signature)); }),
      missing.string() + ":1: [[case]] inner is missing; add inner = N, a whole number from 1 on");
  const auto unknown = folder.write("unknown.toml", "[[case]]\nrows = 2\ncols = 3\ninner = 4\n");
  EXPECT_NE(error_of([&] {
              static_cast<void>(read_cases(unknown));
            }).find(":4: [[case]] inner is not a key that we know"),
            std::string::npos);
}

}  // namespace
}  // namespace warpgrade::exercise

// SPDX-License-Identifier: Apache-2.0
// Exercises whose solve() takes something else than a transpose's: declared in a folder of one's
// own, and ours.
#include "program.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPGRADE_SOURCE_DIR;
const std::string kProduct = (kRoot / "solutions/matmul_tiled/matmul_tiled.cu").string();

// out[i] = weights[i] * counts[i % 4] in double, of an int and a double input and one size.
constexpr const char* kDeclaration = R"(title = "Weights"
file = "weights.cu"
sizes = ["n"]
cases = "weights"
timing_case = { n = 5000 }
starter_outcome = "passed"
[[parameter]]
name = "counts"
direction = "in"
type = "int"
extent = [4]
fill = "small"
[[parameter]]
name = "weights"
direction = "in"
type = "double"
extent = ["n"]
[[parameter]]
name = "n"
type = "size"
[[parameter]]
name = "out"
direction = "out"
type = "double"
extent = ["n"]
)";
constexpr const char* kKernel = R"(
__global__ void weigh(const int* counts, const double* weights, int n, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = weights[i] * counts[i % 4];
}
void solve(const int* counts, const double* weights, int n, double* out) {
  weigh<<<(n + 63) / 64, 64>>>(counts, weights, n, out);
}
)";

class Declared : public testing::Test {
 protected:
  Declared() {
    write("exercise.toml", kDeclaration);
    write("weights.toml", "[[case]]\nn = 1\n[[case]]\nn = 5\n[[case]]\nn = 65\n");
    write("README.md", "# Weights\n");
    write("weights.cu", kKernel);
    write("naive.cu", kKernel);
    write("reference.cpp",
          "#include <cstddef>\n"
          "extern \"C\" void reference(const int* counts, const double* weights, std::size_t n,\n"
          "                          double* out) {\n"
          "  for (std::size_t i = 0; i < n; ++i) out[i] = weights[i] * counts[i % 4];\n"
          "}\n");
  }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream{scratch_.path() / name} << text;
    return (scratch_.path() / name).string();
  }
  /// The report on a kernel in which `from` has become `to`.
  nlohmann::json grade_with(const std::string& from, const std::string& to) {
    std::string text = kKernel;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
    return grade(write("changed.cu", text), {"--exercise", scratch_.path().string()});
  }

  ScratchFolder scratch_;
};

TEST_F(Declared, IsGradedAsDeclared) {
  const auto report = grade_with("int i =", "int i =");
  EXPECT_EQ(report["outcome"], "passed") << report["summary"];
  EXPECT_EQ(report["timing"]["sizes"]["n"], 5000);
  EXPECT_EQ(report["timing"]["bytes_moved"], 2 * 8 * 5000 + 16);
}

TEST_F(Declared, WrongCellsAreThoseOfTheOutput) {
  const auto report = grade_with("if (i < n)", "if (i < n - 1)");
  EXPECT_EQ(report["outcome"], "wrong_output");
  EXPECT_EQ(report["correctness"]["element"], "double");
  EXPECT_EQ(report["correctness"]["smallest_failing_case"]["sizes"]["n"], 1);
  EXPECT_EQ(report["correctness"]["first_wrong_cells"][0]["holds"], "unwritten");
  EXPECT_EQ(report["correctness"]["diagnosis"]["pattern"], "none");
}

TEST_F(Declared, EveryInputIsCheckedForChanges) {
  const auto report =
      grade_with("if (i < n)", "if (i == 0) const_cast<int*>(counts)[3] = 7;\n if (i < n)");
  EXPECT_EQ(report["outcome"], "input_modified") << report["summary"];
  EXPECT_NE(report["summary"].get<std::string>().find("the input counts was changed"),
            std::string::npos);
}

TEST_F(Declared, AnotherSolveIsToldWhatIsExpected) {
  const auto report = grade_with("weights, int n, double* out) {\n  weigh<<<",
                                 "weights, double* out) {\n  const int n = 1;\n  weigh<<<");
  EXPECT_EQ(report["outcome"], "no_solve");
  EXPECT_NE(
      report["summary"].get<std::string>().find(
          "expected void solve(const int* counts, const double* weights, size_t n, double* out)"),
      std::string::npos)
      << report["summary"];
}

TEST(Product, ThreeSizesAreACase) {
  const auto report = grade(kProduct, {"--case", "31x33x7"});
  EXPECT_EQ(report["correctness"]["cases_run"], 1);
  EXPECT_EQ(report["outcome"], "undecided") << "one case alone is not timed";
  const auto two = run({"grade", kProduct, "--case", "31x33"});
  EXPECT_EQ(two.code, 2);
  EXPECT_NE(two.err.find("not ROWSxCOLSxINNER"), std::string::npos) << two.err;
}

TEST(Product, ItsCasesAreShownWithTheirSizes) {
  const auto end = run({"cases", "matmul_tiled"});
  EXPECT_EQ(end.code, 0);
  EXPECT_NE(end.out.find("rows x cols x inner"), std::string::npos);
  EXPECT_NE(end.out.find("31 x 33 x 7  one short of a tile, one over"), std::string::npos);
  EXPECT_NE(end.out.find("--case 1x1x1"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::end_to_end

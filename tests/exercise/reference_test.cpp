// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/reference.hpp"

#include "harness/core/poison.hpp"
#include "harness/exercise/exercise.hpp"
#include "tests/exercise/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace warpgrade::exercise {
namespace {

const std::filesystem::path kSource{WARPGRADE_SOURCE_DIR};

const std::string kEntry =
    "#include <cstdint>\n"
    "extern \"C\" void warpgrade_reference(const std::uint64_t* a) {\n"
    "  reference((const float*)a[0], (float*)a[1], a[2], a[3]);\n"
    "}\n";

/// Compiles `source` and the entry point that compile_reference() adds, into `folder`.
std::filesystem::path compile(const std::filesystem::path& source, ScratchFolder& folder) {
  auto library = folder.path() / "reference.so";
  const auto unit = folder.write("unit.cpp", "#include \"" + source.string() + "\"\n" + kEntry);
  const auto command =
      "c++ -std=c++17 -shared -fPIC -o '" + library.string() + "' '" + unit.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return library;
}

TEST(Reference, SharedMemorysTransposesBitForBit) {
  ScratchFolder folder;
  const auto reference =
      load_reference(compile(kSource / "exercises/shared_memory/reference.cpp", folder));
  const Extent input{67, 130};  // More than one patch either way.
  std::vector<std::uint32_t> values(std::size_t{67} * 130);
  for (std::uint32_t i = 0; i < values.size(); ++i)
    values[i] = 0x7f800000 - 5000 + i;  // With NaNs.
  const auto output = reference(input, values);
  ASSERT_EQ(output.size(), values.size());
  for (std::size_t r = 0; r < 67; ++r) {
    for (std::size_t c = 0; c < 130; ++c) ASSERT_EQ(output[c * 67 + r], values[r * 130 + c]);
  }
}

TEST(Reference, CellsItForgetsHoldThePoison) {
  ScratchFolder folder;
  const auto source =
      folder.write("lazy.cpp",
                   "extern \"C\" void reference(const float* in, float* out, unsigned long, "
                   "unsigned long) { out[0] = in[0]; }");
  const auto reference = load_reference(compile(source, folder));
  const std::vector<std::uint32_t> values{1, 2};
  EXPECT_EQ(reference({1, 2}, values), (std::vector<std::uint32_t>{1, kOutputPoison}));
}

TEST(Reference, ALibraryWithoutTheEntryPointIsNamed) {
  ScratchFolder folder;
  const auto source = folder.write("none.cpp", "int reference(const float*, float*, long, long);");
  const auto library = folder.path() / "none.so";
  ASSERT_EQ(
      std::system(("c++ -shared -fPIC -o " + library.string() + ' ' + source.string()).c_str()), 0);
  const auto message = error_of([&] { static_cast<void>(load_reference(library)); });
  EXPECT_TRUE(message.starts_with(library.string() + ":1: has no function warpgrade_reference; "))
      << message;
}

TEST(Reference, AFileThatIsNoLibraryIsNamed) {
  ScratchFolder folder;
  const auto file = folder.write("text.so", "text");
  const auto message = error_of([&] { static_cast<void>(load_reference(file)); });
  EXPECT_TRUE(message.starts_with(file.string() + ":1: ")) << message;
}

}  // namespace
}  // namespace warpgrade::exercise

// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/exercise.hpp"
#include "tests/exercise/scratch_folder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

/// What reading `text` says, with the file's path cut off in front: "LINE: what; remedy".
std::string error_in(const std::string& text) {
  ScratchFolder folder;
  const auto file = folder.write("cases.toml", text);
  const auto message = error_of([&file] { static_cast<void>(read_cases(file)); });
  EXPECT_TRUE(message.starts_with(file.string() + ":")) << message;
  return message.substr(std::min(message.size(), file.string().size() + 1));
}

TEST(CasesFile, ReadsEveryKeyInOrder) {
  ScratchFolder folder;
  const auto file = folder.write("cases.toml",
                                 "[[case]]\nrows = 31\ncols = 33\nwhy = \"one short\"\n"
                                 "[[case]]\nrows = 1\ncols = 2\nfill = \"index\"\nseed = 7\n");
  const std::vector<Case> expected{{{31, 33}, {}, 0, "one short"}, {{1, 2}, Fill::index, 7, ""}};
  EXPECT_EQ(read_cases(file), expected);
}

TEST(CasesFile, SameShapeWithAnotherSeedIsNoDuplicate) {
  ScratchFolder folder;
  const auto file =
      folder.write("cases.toml", "case = [{rows = 2, cols = 3}, {rows = 2, cols = 3, seed = 1}]\n");
  EXPECT_EQ(read_cases(file).size(), 2U);
}

TEST(CasesFile, AGiantCaseMayBeLargerThanAnyOther) {
  ScratchFolder folder;
  const auto file = folder.write(
      "cases.toml",
      "[[case]]\nrows = 46341\ncols = 46342\ngiant = true\n[[case]]\nrows = 1\ncols = 1\n");
  const auto cases = read_cases(file);
  EXPECT_TRUE(cases.front().giant);
  EXPECT_FALSE(cases.back().giant);
  EXPECT_NE(error_in("[[case]]\nrows = 46341\ncols = 46342\n").find("make the case smaller"),
            std::string::npos);
  EXPECT_NE(error_in("[[case]]\nrows = 65536\ncols = 65536\ngiant = true\n")
                .find("make the case smaller"),
            std::string::npos);
}

TEST(CasesFile, LargestCaseIsAccepted) {
  ScratchFolder folder;
  const auto file = folder.write("cases.toml", "[[case]]\nrows = 65536\ncols = 32768\n");
  EXPECT_EQ(read_cases(file).front().input, (Shape{65536, 32768}));
}

struct Broken {
  const char* text;
  const char* message;
};

class CasesFileErrors : public testing::TestWithParam<Broken> {};

TEST_P(CasesFileErrors, NameLineAndRemedy) {
  EXPECT_EQ(error_in(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, CasesFileErrors,
    testing::Values(
        Broken{"[[case]]\nrows = 0\ncols = 3\n",
               "2: [[case]] rows is 0; write a whole number of at least 1"},
        Broken{"[[case]]\nrows = 3\ncols = -4\n",
               "3: [[case]] cols is -4; write a whole number of at least 1"},
        Broken{"[[case]]\nrows = 3\ncols = 4.5\n",
               "3: [[case]] cols is 4.5; write a whole number, without quotes or point"},
        Broken{"[[case]]\nrows = \"3\"\ncols = 4\n",
               "2: [[case]] rows is \"3\"; write a whole number, without quotes or point"},
        Broken{
            "[[case]]\nrows = 2026-01-01\ncols = 4\n",
            "2: [[case]] rows is a date or a time; write a whole number, without quotes or point"},
        Broken{"[[case]]\nrows = [3]\ncols = 4\n",
               "2: [[case]] rows is an array; write a whole number, without quotes or point"},
        Broken{"[[case]]\nrows = 2147483649\ncols = 1\n",
               "2: [[case]] rows is 2147483649; write a whole number of at most 2147483648"},
        Broken{"[[case]]\nrows = 65536\ncols = 32769\n",
               "2: [[case]] rows x cols is 65536 x 32769 elements; make the case smaller: at most "
               "2147483648 elements"},
        Broken{"[[case]]\nrows = 2147483648\ncols = 2147483648\n",
               "2: [[case]] rows x cols is 2147483648 x 2147483648 elements; make the case "
               "smaller: at most "
               "2147483648 elements"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, CasesFileErrors,
    testing::Values(Broken{"[[case]]\nrows = 1\ncols = 1\n\n[[case]]\nrwos = 2\ncols = 3\n",
                           "6: [[case]] rwos is not a key that we know; did you mean rows? Known "
                           "keys: rows, cols, fill, seed, why, extreme, giant"},
                    Broken{
                        "[[cases]]\nrows = 1\ncols = 1\n",
                        "1: cases is not a key that we know; did you mean case? Known keys: case"},
                    Broken{"[[case]]\ncols = 1\n",
                           "1: [[case]] rows is missing; add rows = N, a whole number from 1 on"},
                    Broken{"[[case]]\nrows = 1\n",
                           "1: [[case]] cols is missing; add cols = N, a whole number from 1 on"},
                    Broken{"[[case]]\nrows = 1\ncols = 1\nfill = \"indx\"\n",
                           "4: [[case]] fill is \"indx\", which is no fill that we know; leave the "
                           "line out, or write fill = "
                           "\"index\" or \"small\""},
                    Broken{"[[case]]\nrows = 1\ncols = 1\nseed = -1\n",
                           "4: [[case]] seed is -1; write a whole number of at least 0"},
                    Broken{"[[case]]\nrows = 1\ncols = 1\nwhy = \"\"\n",
                           "4: [[case]] why is empty; write a text between the quotes"},
                    Broken{"[[case]]\nrows = 1\ncols = 1\nwhy = 3\n",
                           "4: [[case]] why is 3, not a text; put it in quotes"}));

INSTANTIATE_TEST_SUITE_P(
    Files, CasesFileErrors,
    testing::Values(
        Broken{"[[case]]\nrows = 5\ncols = 7\n[[case]]\nrows = 1\ncols = 1\n[[case]]\nrows = "
               "5\ncols = 7\nwhy = \"x\"\n",
               "8: [[case]] rows x cols (5 x 7) with this fill and seed is there already, on line "
               "1; remove one of the "
               "two"},
        Broken{"# nothing\n",
               "1: case is missing: the file holds no cases; add at least one [[case]]"},
        Broken{"case = []\n",
               "1: case is missing: the file holds no cases; add at least one [[case]]"},
        Broken{"case = 3\n",
               "1: case is 3, not an array of tables; begin each entry with [[case]] on a line of "
               "its own"},
        Broken{"[case]\nrows = 1\ncols = 1\n",
               "1: case is a table, not an array of tables; begin each entry with [[case]] on a "
               "line of its own"},
        Broken{"", "1: cannot be read, or is empty; check that the file exists and holds TOML"}));

TEST(CasesFile, SyntaxErrorsHaveTheirLine) {
  for (const auto* text : {"[[case]]\nrows = 1\ncols = \n", "[[case]]\nrows = 1\nrows = 2 2\n",
                           "[[case]]\nrows = 1\ncols = 99999999999999999999\n"}) {
    const auto message = error_in(text);
    EXPECT_TRUE(message.starts_with("3: ")) << message;
    EXPECT_TRUE(message.ends_with("; correct the TOML syntax there")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(CasesFile, MissingFileAndFolderAreNamed) {
  ScratchFolder folder;
  const std::string rest =
      ":1: cannot be read, or is empty; check that the file exists and holds TOML";
  for (const auto& path : {folder.path() / "none.toml", folder.path()}) {
    EXPECT_EQ(error_of([&path] { static_cast<void>(read_cases(path)); }), path.string() + rest);
  }
}

TEST(CasesFile, BinaryFilesAreErrors) {
  const std::string binary{
      "\x7f"
      "ELF\x02\x01\x01\0\0\0\xff\xfe",
      12};
  EXPECT_TRUE(error_in(binary).starts_with("1: "));
}

}  // namespace
}  // namespace warpgrade::exercise

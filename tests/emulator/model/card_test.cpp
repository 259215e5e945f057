// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/card.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace warpgrade::model {
namespace {

namespace fs = std::filesystem;

const fs::path kCards = fs::path(WARPGRADE_SOURCE_DIR) / "cards";

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The T4's card with `from` replaced by `to`, and what reading it says.
class CardTest : public testing::Test {
 protected:
  ~CardTest() override { fs::remove_all(folder_); }

  std::string message(const std::string& from, const std::string& to) {
    std::string text = text_of(kCards / "t4.toml");
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return message_of(text);
  }
  std::string message_of(const std::string& text) {
    fs::create_directories(folder_);
    const fs::path file = folder_ / "card.toml";
    std::ofstream(file) << text;
    try {
      read_card(file);
    } catch (const CardError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.substr(0, file.string().size() + 1), file.string() + ":");
      return what.substr(file.string().size() + 1);
    }
    return "no error";
  }

  fs::path folder_ =
      fs::path(testing::TempDir()) /
      (std::string("cards_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(CardTest, reads_every_card_that_we_ship) {
  int cards = 0;
  for (const auto& entry : fs::directory_iterator(kCards)) {
    if (entry.path().extension() != ".toml") continue;
    const Card card = read_card(entry.path());
    EXPECT_EQ(card.id, entry.path().stem());
    EXPECT_FALSE(card.name.empty());
    EXPECT_GE(card.shared_bytes_per_block_optin, card.shared_bytes_per_block);
    EXPECT_GE(card.shared_bytes_per_multiprocessor, card.shared_bytes_per_block_optin);
    EXPECT_LT(card.time.copy_bytes_per_second, card.time.peak_bytes_per_second);
    const double bus = 2 * card.memory_clock_hz * card.memory_bus_bits / 8;
    EXPECT_NEAR(bus / card.time.peak_bytes_per_second, 1, 0.03) << card.id;
    ++cards;
  }
  EXPECT_GE(cards, 3);
}

TEST_F(CardTest, t4_is_the_card_of_the_lesson) {
  const Card card = read_card(kCards / "t4.toml");
  EXPECT_EQ(card.id, "t4");
  EXPECT_EQ(card.name, "Tesla T4");
  EXPECT_EQ(card.cc_major, 7u);
  EXPECT_EQ(card.cc_minor, 5u);
  EXPECT_EQ(card.multiprocessors, 40u);
  EXPECT_EQ(card.shared_bytes_per_block, 49'152u);
  EXPECT_EQ(card.shared_bytes_per_block_optin, 65'536u);
  EXPECT_EQ(card.time.cycles_per_wavefront, 2);
}

TEST_F(CardTest, a_misspelt_key_names_line_and_the_nearest_key) {
  EXPECT_EQ(message("\nclock_hz", "\nclock_herz"),
            "25: unknown key 'clock_herz' of [time]; did you mean 'clock_hz'?");
  EXPECT_EQ(message("[limits]", "[limit]"), "8: unknown key 'limit'; did you mean 'limits'?");
}

TEST_F(CardTest, a_missing_key_names_its_table) {
  EXPECT_EQ(message("\nclock_hz ", "\n# clock_hz "),
            "23: key 'clock_hz' of [time] is missing; add 'clock_hz = ...'");
  EXPECT_EQ(message("name = \"Tesla T4\"", ""),
            "1: key 'name' is missing; add 'name = \"...\"' at the top");
  EXPECT_EQ(message_of("name = \"x\"\n"), "1: table [limits] is missing; add a line [limits]");
}

TEST_F(CardTest, wrong_types) {
  EXPECT_EQ(message("multiprocessors = 40  ", "multiprocessors = \"40\""),
            "11: 'multiprocessors' of [limits] must be a number, as in 'multiprocessors = 1'");
  EXPECT_EQ(message("multiprocessors = 40  ", "multiprocessors = 40.5"),
            "11: 'multiprocessors' of [limits] must be a whole number of at most 32 bits");
  EXPECT_EQ(message("multiprocessors = 40  ", "multiprocessors = 5_000_000_000"),
            "11: 'multiprocessors' of [limits] must be a whole number of at most 32 bits");
  EXPECT_EQ(message("name = \"Tesla T4\"", "name = 4"),
            "6: 'name' must be a text, as in 'name = \"Tesla T4\"'");
  EXPECT_EQ(message_of("name = \"x\"\nlimits = 3\n"),
            "2: 'limits' must be a table; write [limits] above its keys");
}

TEST_F(CardTest, values_out_of_range) {
  EXPECT_EQ(message("multiprocessors = 40  ", "multiprocessors = -1"),
            "11: 'multiprocessors' of [limits] is -1; it must be more than 0");
  EXPECT_EQ(message("clock_hz = 1.59e9", "clock_hz = 0"),
            "25: 'clock_hz' of [time] is 0; it must be more than 0");
  EXPECT_EQ(message("launch_seconds = 3.0e-6", "launch_seconds = -1e-6"),
            "24: 'launch_seconds' of [time] is -1e-06; it must be 0 or more");
  EXPECT_EQ(message("shared_overlap = 0.91", "shared_overlap = 1.5"),
            "35: 'shared_overlap' of [time] is 1.5; it must be between 0 and 1");
  EXPECT_EQ(message("clock_hz = 1.59e9", "clock_hz = nan"),
            "25: 'clock_hz' of [time] is nan; it must be more than 0");
}

TEST_F(CardTest, what_is_no_toml_names_the_line) {
  EXPECT_EQ(message_of("name = \"x\"\nlimits = = 3\n").substr(0, 2), "2:");
  EXPECT_EQ(message("cc_minor = 5 ", "cc_major = 5 ").substr(0, 3), "10:");
}

TEST_F(CardTest, a_file_that_is_not_there_says_so) {
  const fs::path file = folder_ / "none.toml";
  try {
    read_card(file);
    FAIL();
  } catch (const CardError& error) {
    EXPECT_EQ(std::string(error.what()),
              file.string() + ": no such card file; give a100, h200, rtx4070, t4 or a file");
  }
}

}  // namespace
}  // namespace warpgrade::model

// SPDX-License-Identifier: Apache-2.0
// Every command that README.md and docs/*.md show is run as it stands there. A fence says what it
// is: ```sh (exit code 0), ```sh exit=1, ```sh gpu (needs one), ```sh skip="why".
#include "harness/core/outcome.hpp"
#include "program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = WARPGRADE_SOURCE_DIR;

/// One fenced block.
struct Fence {
  std::size_t line = 0;  ///< Of its first line, from 1.
  std::string info;      ///< "sh exit=1"
  std::string text;
};

std::vector<Fence> fences_of(const std::string& markdown) {
  std::vector<Fence> fences;
  std::istringstream in{markdown};
  bool inside = false;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.starts_with("```")) {
      if (inside) fences.back().text += line + '\n';
      continue;
    }
    inside = !inside;
    if (inside) fences.push_back({number + 1, line.substr(3), ""});
  }
  EXPECT_FALSE(inside) << "a fence is not closed";
  return fences;
}

bool is_commands(const Fence& fence) { return fence.info == "sh" || fence.info.starts_with("sh "); }

/// What comes behind `sh`: how it ends, or why it is not run here.
struct Plan {
  int exit = 0;
  bool run = true;
};

Plan plan_of(const Fence& fence) {
  const auto words = fence.info.substr(2);
  if (words.empty()) return {};
  if (words == " gpu") return {0, false};
  constexpr std::string_view skip = " skip=\"";
  if (words.starts_with(skip) && words.ends_with('"') && words.size() > skip.size() + 1) {
    return {0, false};
  }
  constexpr std::string_view exit = " exit=";
  const bool digit = words.size() == exit.size() + 1 && std::isdigit(words.back()) != 0;
  EXPECT_TRUE(words.starts_with(exit) && digit) << "what is ```" << fence.info << "?";
  return {words.back() - '0', true};
}

/// A checkout as the reader has it, with a home of its own: the files are ours, what commands write
/// goes away with the folder.
class Checkout {
 public:
  Checkout() {
    for (const auto* const folder : {"exercises", "solutions", "cases", "cards", "tests", "docs"}) {
      fs::create_symlink(kRoot / folder, folder_.path() / folder);
    }
    fs::create_directory(folder_.path() / "scripts");
    fs::create_symlink(WARPGRADE_BINARY_DIR "/bin/warpgrade", folder_.path() / "scripts/warpgrade");
    fs::create_directory(folder_.path() / "home");
  }

  /// Runs lines of a shell there. @returns the exit code; what they printed goes to `said`.
  int run(const std::string& script, std::string& said) {
    const auto file = folder_.path() / "home/commands.sh";
    const auto log = folder_.path() / "home/log";
    write_file(file, script);
    const auto command = "cd '" + folder_.path().string() + "' && env -u XDG_STATE_HOME HOME='" +
                         (folder_.path() / "home").string() +
                         "' XDG_CACHE_HOME='" WARPGRADE_BINARY_DIR
                         "/end_to_end_cache' CUDA_VISIBLE_DEVICES=-1 bash -eu '" +
                         file.string() + "' > '" + log.string() + "' 2>&1 < /dev/null";
    const int status = std::system(command.c_str());
    said = read_file(log);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  ScratchFolder folder_;
};

std::vector<std::string> documents() {
  std::vector<std::string> all{"README.md"};
  for (const auto& entry : fs::directory_iterator{kRoot / "docs"}) {
    if (entry.path().extension() == ".md")
      all.push_back("docs/" + entry.path().filename().string());
  }
  std::ranges::sort(all);
  return all;
}

class Docs : public testing::TestWithParam<std::string> {};

TEST_P(Docs, CommandsDoWhatIsWritten) {
  Checkout checkout;
  for (const auto& fence : fences_of(read_file(kRoot / GetParam()))) {
    if (!is_commands(fence)) continue;
    SCOPED_TRACE(GetParam() + ':' + std::to_string(fence.line));
    const auto plan = plan_of(fence);
    if (!plan.run) continue;
    std::string said;
    const int code = checkout.run(fence.text, said);
    EXPECT_EQ(code, plan.exit) << fence.text << said;
  }
}

// Else a command could be shown that no test runs.
TEST_P(Docs, CommandsStandInFencesOfTheirOwn) {
  for (const auto& fence : fences_of(read_file(kRoot / GetParam()))) {
    if (is_commands(fence)) continue;
    std::istringstream in{fence.text};
    for (std::string line; std::getline(in, line);) {
      const bool command = line.starts_with("scripts/") || line.starts_with("nvcc ") ||
                           line.starts_with("warpgrade ") || line.starts_with("$ ");
      EXPECT_FALSE(command) << GetParam() << ':' << fence.line << ": " << line;
    }
  }
}

// A link to a file of the repository leads to one.
TEST_P(Docs, LinksLeadSomewhere) {
  const auto text = read_file(kRoot / GetParam());
  for (auto at = text.find("]("); at != std::string::npos; at = text.find("](", at + 1)) {
    const auto target = text.substr(at + 2, text.find(')', at) - at - 2);
    if (target.starts_with("http") || target.starts_with("#")) continue;
    const auto file = (kRoot / GetParam()).parent_path() / target.substr(0, target.find('#'));
    EXPECT_TRUE(fs::exists(file)) << GetParam() << ": " << target;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Docs, testing::ValuesIn(documents()), [](const auto& document) {
  auto name = document.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

// Every outcome has its row, with its exit code, in order of precedence.
TEST(DocsOfOutcomes, AreComplete) {
  const auto text = read_file(kRoot / "docs/outcomes.md");
  std::size_t last = 0;
  for (int i = 0; i < kOutcomes; ++i) {
    const auto outcome = static_cast<Outcome>(i);
    const auto row = "| `" + std::string{outcome_name(outcome)} + "` | " +
                     std::to_string(exit_code(outcome)) + " |";
    const auto at = text.find(row);
    ASSERT_NE(at, std::string::npos) << row;
    EXPECT_GT(at, last) << row << " is not in its place";
    last = at;
  }
}

// Every field of the result file stands in its table.
TEST(DocsOfTheResultFile, NameEveryField) {
  const auto text = read_file(kRoot / "docs/result_file.md");
  const auto schema = nlohmann::json::parse(read_file(kRoot / "docs/result.schema.json"));
  const auto mentioned = [&](const std::string& name) {
    return text.find('`' + name) != std::string::npos || text.find('.' + name) != std::string::npos;
  };
  for (const auto& [name, field] : schema["properties"].items()) {
    EXPECT_TRUE(mentioned(name)) << name;
  }
  for (const auto& [name, field] : schema["properties"]["correctness"]["properties"].items()) {
    EXPECT_TRUE(mentioned(name)) << "correctness." << name;
  }
}

}  // namespace
}  // namespace warpgrade::end_to_end

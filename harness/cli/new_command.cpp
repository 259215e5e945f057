// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/usage_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModel =
    "naive_transpose";  ///< Whose starter a new exercise begins with.

struct NewOptions {
  std::string name;
  std::string folder = ".";
};

/// Names become folders, file names and arguments: letters, digits and underscores.
void check_name(const std::string& name) {
  const bool plain =
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (plain && !name.empty()) return;
  throw UsageError{
      fmt::format("\"{}\" is no name for an exercise; use letters, digits and underscores", name)};
}

std::string toml_of(const std::string& name) {
  return fmt::format(R"(title = "TODO: what it is about, in a few words"
file = "{}.cu"
output = ["cols", "rows"]                   # a transpose; or declare each [[parameter]] of solve(), see docs/adding_an_exercise.md
cases = "transpose"                         # cases/transpose.toml; or NAME.toml beside this file
baseline = "shared_memory"                  # whose naive.cu and reference.cpp serve, or drop it and add your own
timing_case = {{ rows = 2003, cols = 3001 }}
tile = 32
starter_outcome = "wrong_output"
unfinished = true                           # drop this line when warpgrade check has nothing to say

# [goal]                                    # beyond right values; each is optional
# faster_than_naive = 1.10
# max_sectors_vs_copy = 2.0
# max_wavefronts_vs_ideal = 1.05
# min_share_of_copy = 0.90
# min_dynamic_shared_bytes = 49_153
)",
                     name);
}

std::string readme_of(const std::string& name) {
  return fmt::format(R"(# TODO: the title

## Task

TODO: what `solve()` in `{0}.cu` has to do, and what the starter does.

```
warpgrade start {0}
warpgrade grade {0}.cu
```

## Hints

<details><summary>1. TODO: a question</summary>

TODO: what helps without giving it away. `warpgrade hint` shows these blocks one by one.
</details>
)",
                     name);
}

std::string read(const fs::path& file) {
  std::ifstream in{file};
  return {std::istreambuf_iterator<char>{in}, {}};
}

int make(const NewOptions& options) {
  check_name(options.name);
  const auto root = find_installation().root;
  const auto folder = fs::path{options.folder} / options.name;
  if (fs::exists(folder)) {
    throw UsageError{fmt::format("{}: exists already and is not overwritten", folder.string())};
  }
  std::error_code failed;
  fs::create_directories(folder / "solution", failed);
  if (failed) {
    throw UsageError{fmt::format("{}: cannot be made: {}; name another folder with --dir",
                                 folder.string(), failed.message())};
  }
  const auto model = fmt::format("{}/{}.cu", kModel, kModel);
  write_file(folder / "exercise.toml", toml_of(options.name));
  write_file(folder / "README.md", readme_of(options.name));
  write_file(folder / (options.name + ".cu"), read(root / "exercises" / model));
  write_file(folder / "solution" / (options.name + ".cu"), read(root / "solutions" / model));
  const auto shown = shell_word(folder.lexically_normal().string());
  print(
      fmt::format("{}: exercise.toml, README.md, the starter and a solution, all to be changed\n"
                  "check: warpgrade check {}\ngrade: warpgrade grade FILE --exercise {}\n",
                  folder.string(), shown, shown));
  return 0;
}

}  // namespace

void add_new(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<NewOptions>();
  auto* const command =
      app.add_subcommand("new", "For instructors: the skeleton of an exercise in a new folder");
  command->add_option("exercise", options->name, "Its name")->required();
  command->add_option("--dir", options->folder, "Where to put its folder")->capture_default_str();
  command->footer("Example: warpgrade new row_sums --dir my_course");
  command->callback([&chosen, options] { chosen = [options] { return make(*options); }; });
}

}  // namespace warpgrade::cli

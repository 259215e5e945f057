// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"

#include "harness/cli/usage_error.hpp"
#include "harness/core/index_fill.hpp"
#include "harness/exercise/fill.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

// A whole number from 1 on that is all of `text`; 0 otherwise.
std::int64_t parse_size(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value > 0 ? value : 0;
}

/// "ROWSxCOLS"
std::string case_form(const Signature& signature) {
  std::string form;
  for (const auto& size : signature.sizes) {
    if (!form.empty()) form += 'x';
    for (const unsigned char c : size) form += static_cast<char>(std::toupper(c));
  }
  return form;
}

Shape example_of(const Signature& signature) {
  constexpr std::array<std::int64_t, Shape::kMostSizes> sizes{31, 33, 7, 5};
  return Shape{std::span{sizes}.first(signature.sizes.size())};
}

}  // namespace

Shape parse_case(std::string_view text, const Signature& signature) {
  std::vector<std::int64_t> sizes;
  for (auto rest = text; sizes.size() <= signature.sizes.size();) {
    const auto cross = std::min(rest.find('x'), rest.size());
    sizes.push_back(parse_size(rest.substr(0, cross)));
    if (cross == rest.size()) break;
    rest.remove_prefix(cross + 1);
  }
  if (sizes.size() != signature.sizes.size() || std::ranges::count(sizes, 0) > 0) {
    throw UsageError{fmt::format("--case {}: not {} with whole numbers from 1 on, as in --case {}",
                                 text, case_form(signature),
                                 shape_text(example_of(signature), "x"))};
  }
  // A transpose too large to be run as a whole is sampled.
  const auto most = signature.transposes ? IndexFill::kMostCells : exercise::kMostElements;
  const Shape shape{std::span<const std::int64_t>{sizes}};
  if (shape.exceeds(most) || signature.input_words(shape) > static_cast<std::uint64_t>(most)) {
    throw UsageError{
        fmt::format("--case {}: more than {} elements; name a smaller case", text, most)};
  }
  return shape;
}

std::vector<std::string> card_names(const fs::path& root) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator{root / "cards", none}) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

fs::path find_card(const fs::path& root, const std::string& name) {
  const auto names = card_names(root);
  if (std::ranges::find(names, name) != names.end()) return root / "cards" / (name + ".toml");
  if (fs::is_regular_file(name)) return name;
  throw UsageError{fmt::format("--card {}: no such card and no such file; there are {}", name,
                               fmt::join(names, ", "))};
}

exercise::Exercise find_exercise(const exercise::Library& library, const std::string& name,
                                 const fs::path& submission) {
  try {
    return name.empty() ? exercise::exercise_for_file(library, submission)
                        : exercise::load_exercise(library, name);
  } catch (const exercise::ExerciseError& error) {
    // Was it named wrongly, or is what it names broken? Only the first is the caller's fault.
    const bool found = fs::exists(library.root / "exercises" / name / "exercise.toml") ||
                       fs::exists(fs::path{name} / "exercise.toml");
    if (!name.empty() && found) throw;
    exercise::list_exercises(library);
    throw UsageError{error.what()};
  }
}

void check_submission(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (!fs::exists(status)) {
    throw UsageError{fmt::format(
        "{}: no such file; warpgrade list shows the exercises, warpgrade start makes their files",
        file.string())};
  }
  if (fs::is_directory(status)) {
    throw UsageError{fmt::format("{}: is a folder; name the .cu file in it", file.string())};
  }
  if (access(file.c_str(), R_OK) != 0) {
    throw UsageError{fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno))};
  }
}

double patience() {
  const char* const text = std::getenv("WARPGRADE_PATIENCE");
  if (text == nullptr || *text == '\0') return 1;
  constexpr double most = 1000;
  const auto* const end = text + std::strlen(text);
  double value = 0;
  const auto [rest, error] = std::from_chars(text, end, value);
  if (error == std::errc{} && rest == end && value >= 1 && value <= most) return value;
  throw UsageError{fmt::format(
      "WARPGRADE_PATIENCE is {}: set it to how many times the usual time limits are needed, from 1 "
      "to {}",
      text, most)};
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:@%+,";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string{c};
  return quoted + "'";
}

}  // namespace warpgrade::cli

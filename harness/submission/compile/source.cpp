// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace warpgrade::compile {

namespace fs = std::filesystem;

std::string read_source(const fs::path& file) {
  const auto status = fs::status(file);
  if (fs::is_directory(status)) {
    throw std::runtime_error(fmt::format("{} is a folder: name the .cu file in it", file.string()));
  }
  std::ifstream in{file, std::ios::binary};
  if (!fs::exists(status) || !in) {
    const auto* why = fs::exists(status) ? std::strerror(errno) : "there is no such file";
    throw std::runtime_error(fmt::format("cannot read {}: {}", file.string(), why));
  }
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

namespace {

// A built program or library. Without the shared runtime's name in it there is nothing to
// intercept.
std::string binary_summary(std::string_view bytes) {
  const bool is_elf = bytes.starts_with(
      "\x7f"
      "ELF");
  if (is_elf && bytes.find("libcudart.so") == std::string_view::npos) {
    return "the file is a program built with the static CUDA runtime, which cannot be intercepted: "
           "grade the .cu source (or rebuild with nvcc -cudart shared)";
  }
  return is_elf ? "the file is a built program or library: grade the .cu source it was built from"
                : "the file is binary: grade the .cu source";
}

}  // namespace

std::optional<Refused> source_problem(std::string_view text, std::uint64_t most_bytes) {
  const auto refuse = [](Outcome outcome, std::string summary) {
    return Refused{outcome, {}, std::move(summary), {}};
  };
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return refuse(Outcome::did_not_compile, "the file is UTF-16: save it as UTF-8");
  }
  if (text.find('\0') != std::string_view::npos) {
    return refuse(Outcome::did_not_compile, binary_summary(text));
  }
  if (text.size() > most_bytes) {
    return refuse(Outcome::compile_limit,
                  fmt::format("the file has {} bytes, the limit is {}", text.size(), most_bytes));
  }
  if (std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; })) {
    return refuse(Outcome::did_not_compile, "the file is empty");
  }
  return std::nullopt;
}

std::string safe_name(const fs::path& file) {
  const auto name = file.filename().string();
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  };
  const bool usable = !name.starts_with('-') && !name.starts_with('.') && name != "unit.cu" &&
                      name.ends_with(".cu") && std::ranges::all_of(name, plain);
  return usable ? name : "submission.cu";
}

}  // namespace warpgrade::compile

// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& file) {
  throw std::runtime_error{
      fmt::format("{} cannot be written: {}", file.string(), std::strerror(errno))};
}

void write_plainly(const fs::path& file, std::string_view text) {
  std::ofstream out{file, std::ios::binary | std::ios::trunc};
  out << text << std::flush;
  if (!out) cannot_write(file);
}

}  // namespace

bool stdout_takes_colors() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool unwanted = no_color != nullptr && *no_color != '\0';
  const bool dumb = terminal == nullptr || std::string_view{terminal} == "dumb";
  return !unwanted && !dumb && isatty(STDOUT_FILENO) == 1;
}

void print(std::string_view text) {
  const auto written = std::fwrite(text.data(), 1, text.size(), stdout);
  if ((written != text.size() || std::fflush(stdout) != 0) && errno != EPIPE)
    cannot_write("stdout");
}

void write_file(const fs::path& file, std::string_view text) {
  if (fs::exists(file) && !fs::is_regular_file(file)) return write_plainly(file, text);
  // Through a link to what it means, so that the link stays one.
  const auto target = fs::is_symlink(file) ? fs::weakly_canonical(file) : file;
  auto temporary = target;
  temporary += fmt::format(".{}.part", getpid());
  try {
    write_plainly(temporary, text);
    fs::rename(temporary, target);
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
}

Progress::Progress() : terminal_{isatty(STDERR_FILENO) == 1} {}

Progress::~Progress() {
  if (terminal_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(std::string_view what) const {
  if (terminal_) fmt::print(stderr, "\r\x1b[K  {}", what);
}

}  // namespace warpgrade::cli

// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

/// @param state  Where it remembers: by default each run starts with an empty memory.
Environment whole_environment(const fs::path& state, const Environment& changes) {
  Environment all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    all[text.substr(0, equals)] = text.substr(equals + 1);
  }
  all["XDG_CACHE_HOME"] = WARPGRADE_BINARY_DIR "/end_to_end_cache";
  all["XDG_STATE_HOME"] = state.string();
  if (test_device() == nullptr) all["CUDA_VISIBLE_DEVICES"] = "-1";
  for (const auto& [name, value] : changes) {
    all[name] = value;
    if (value.empty()) all.erase(name);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (auto& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  auto name = (fs::temp_directory_path() / "warpgrade-e2e-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error{"no temporary folder"};
  path_ = name;
}

ScratchFolder::~ScratchFolder() { fs::remove_all(path_); }

Program::Program(const std::vector<std::string>& arguments, const Environment& environment) {
  std::vector<std::string> argv{WARPGRADE_BINARY_DIR "/bin/warpgrade"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  std::vector<std::string> envp;
  for (const auto& [name, value] : whole_environment(files_.path(), environment))
    envp.push_back(name + '=' + value);
  const auto out = files_.path() / "out";
  const auto err = files_.path() / "err";
  constexpr mode_t mode = 0600;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, mode);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, mode);
  const int failed = posix_spawn(&pid_, argv.front().c_str(), &files, nullptr,
                                 pointers(argv).data(), pointers(envp).data());
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::runtime_error{argv.front() + " cannot be started"};
}

Program::~Program() {
  if (pid_ < 0) return;
  kill(pid_, SIGTERM);
  wait();
}

std::string Program::output_so_far() const { return read_file(files_.path() / "out"); }

Ended Program::wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(files_.path() / "out"),
          read_file(files_.path() / "err")};
}

const char* test_device() { return std::getenv("WARPGRADE_TEST_DEVICE"); }

Ended run(const std::vector<std::string>& arguments, const Environment& environment) {
  return Program{arguments, environment}.wait();
}

nlohmann::json grade(const std::string& file, std::vector<std::string> arguments, int* exit_code) {
  arguments.insert(arguments.begin(), {"grade", file, "--format", "json"});
  if (const char* const device = test_device())
    arguments.insert(arguments.end(), {"--device", device});
  const auto end = run(arguments);
  if (exit_code != nullptr) *exit_code = end.code;
  auto json = nlohmann::json::parse(end.out, nullptr, false);
  if (json.is_discarded()) ADD_FAILURE() << file << ": no JSON\n" << end.out << end.err;
  return json;
}

std::string read_file(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

void write_file(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream{file, std::ios::binary} << text;
}

std::vector<std::vector<std::string>> read_table(const fs::path& file) {
  std::istringstream text{read_file(file)};
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells{line};
    auto& row = rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
  }
  return rows;
}

}  // namespace warpgrade::end_to_end

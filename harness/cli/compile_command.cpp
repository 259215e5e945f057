// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/signals.hpp"
#include "harness/cli/workshop.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

struct CompileOptions {
  std::vector<std::string> files;
  std::string into;
};

/// That of the exercise whose folder the file lies in.
Signature signature_of(const fs::path& file, const exercise::Library& library) {
  const auto folder = fs::absolute(file).parent_path();
  if (!fs::is_regular_file(folder / "exercise.toml")) return copy_signature();
  return exercise::load_exercise(library, folder.string()).signature;
}

void compile_one(const fs::path& file, const Signature& signature,
                 const compile::Settings& settings) {
  if (file.extension() == ".cpp") {
    compile::compile_reference(file, signature, settings);
    return;
  }
  const auto result = compile::compile_submission(file, signature, settings);
  if (const auto* refused = std::get_if<compile::Refused>(&result)) {
    throw std::runtime_error{fmt::format("{}: {}", file.string(), refused->summary)};
  }
}

int compile_all(const CompileOptions& options) {
  const auto installation = find_installation();
  const CleanEnd clean_end;
  auto settings = compile_settings(installation);
  settings.cache = options.into;
  settings.read_caches.clear();
  for (const auto& file : options.files) {
    compile_one(file, signature_of(file, installation.library()), settings);
  }
  return 0;
}

}  // namespace

void add_compile(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CompileOptions>();
  auto* const command =
      app.add_subcommand("compile", "Compiles files with solve() or reference() into a cache");
  command->group("");  // Hidden: the build calls it.
  command->add_option("files", options->files, "The files")->required();
  command->add_option("--into", options->into, "The cache")->required();
  command->footer("Example: warpgrade compile exercises/copy.cu --into build/release/cache");
  command->callback([&chosen, options] { chosen = [options] { return compile_all(*options); }; });
}

}  // namespace warpgrade::cli

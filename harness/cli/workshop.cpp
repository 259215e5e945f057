// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/workshop.hpp"

#include "harness/cli/arguments.hpp"
#include "harness/grading/run/session_runner.hpp"

namespace warpgrade::cli {

compile::Settings compile_settings(const Installation& installation) {
  compile::Settings settings;
  settings.toolchain = compile::find_toolchain(installation.toolchain);
  settings.read_caches = {installation.primed_cache};
  settings.cache = installation.cache;
  settings.include = installation.include;
  settings.seconds *= patience();
  return settings;
}

Workshop make_workshop(const Installation& installation, const std::filesystem::path& card_file,
                       unsigned threads) {
  const auto settings = compile_settings(installation);
  run::SessionOptions session;
  session.device_binary = installation.device_binary;
  session.worker_binary = installation.worker_binary;
  session.cudart = installation.cudart;
  session.card_file = card_file;
  session.threads = threads;
  return {[settings](const auto& source) { return compile::compile_submission(source, settings); },
          [settings](const auto& source) {
            return exercise::load_reference(compile::compile_reference(source, settings));
          },
          [session](const auto& library) {
            auto options = session;
            options.library = library;
            return run::make_session_runner(options);
          },
          patience()};
}

}  // namespace warpgrade::cli

// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/workshop.hpp"

#include "harness/cli/arguments.hpp"
#include "harness/grading/run/session_runner.hpp"

#include <fmt/format.h>

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

Workshop make_workshop(const Installation& installation, const Machine& machine,
                       const Emulation& emulation) {
  auto settings = compile_settings(installation);
  run::SessionOptions session;
  session.device_binary = installation.device_binary;
  session.worker_binary = installation.worker_binary;
  session.cudart = installation.cudart;
  session.card_file = machine.card_file;
  session.threads = emulation.threads;
  session.schedule_seed = emulation.schedule_seed;
  Workshop workshop;
  workshop.patience = patience();
  if (machine.gpu) {
    settings.machine = fmt::format("sm_{}{}", machine.gpu->cc_major, machine.gpu->cc_minor);
    workshop.gpu = [session, gpu = *machine.gpu](const Contenders& contenders, const Say& say) {
      auto on_gpu = session;
      on_gpu.device = "cuda";
      return std::make_unique<GpuBench>(on_gpu, contenders, gpu, say);
    };
  }
  workshop.compile = [settings](const auto& source, const Signature& signature) {
    return compile::compile_submission(source, signature, settings);
  };
  workshop.reference = [settings](const auto& source, const Signature& signature) {
    return exercise::load_reference(compile::compile_reference(source, signature, settings),
                                    signature);
  };
  workshop.runner = [session](const auto& library) {
    auto options = session;
    options.library = library;
    return run::make_session_runner(options);
  };
  return workshop;
}

}  // namespace warpgrade::cli

// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/doctor.hpp"

#include "harness/cli/arguments.hpp"
#include "harness/cli/gpu_checkups.hpp"
#include "harness/cli/machine.hpp"
#include "harness/cli/workshop.hpp"
#include "harness/emulator/model/card.hpp"
#include "harness/exercise/fill.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <string_view>
#include <thread>
#include <variant>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto kRebuild = "run scripts/warpgrade once more: it builds what is missing";

Checkup check_nvcc(const Installation& installation) {
  try {
    const auto toolchain = compile::find_toolchain(installation.toolchain);
    return {"nvcc", Health::good,
            fmt::format("{}, version {}", toolchain.nvcc.string(), toolchain.version), ""};
  } catch (const compile::ToolchainError& error) {
    return {"nvcc", Health::broken, error.what(),
            "set CUDACXX to an nvcc, or let scripts/warpgrade install one"};
  }
}

Checkup check_host_compiler(const Installation& /*installation*/) {
  const auto compiler = find_in_path("g++");
  if (!compiler.empty()) return {"host compiler", Health::good, compiler.string(), ""};
  return {"host compiler", Health::broken, "g++ is not in PATH", "apt-get install g++"};
}

Checkup check_cpu(const Installation& /*installation*/) {
  return {"cpu", Health::good,
          fmt::format("{} threads{}", std::thread::hardware_concurrency(),
                      __builtin_cpu_supports("avx2") ? ", AVX2" : ""),
          ""};
}

Checkup check_programs(const Installation& installation) {
  for (const auto& program : {installation.device_binary, installation.worker_binary}) {
    if (access(program.c_str(), X_OK) != 0) {
      return {"programs", Health::broken, program.string() + " is missing", kRebuild};
    }
  }
  return {"programs", Health::good, installation.device_binary.parent_path().string(), ""};
}

Checkup check_cudart(const Installation& installation) {
  if (!installation.cudart.empty())
    return {"runtime", Health::good, installation.cudart.string(), ""};
  return {"runtime", Health::broken, "our libcudart.so is missing", kRebuild};
}

Checkup check_cards(const Installation& installation) {
  const auto names = card_names(installation.root);
  if (names.empty()) {
    return {"cards", Health::broken, "none in " + (installation.root / "cards").string(),
            "check out warpgrade anew"};
  }
  try {
    for (const auto& name : names) model::read_card(find_card(installation.root, name));
  } catch (const model::CardError& error) {
    return {"cards", Health::broken, error.what(), "mend the file"};
  }
  return {"cards", Health::good, fmt::format("{}", fmt::join(names, ", ")), ""};
}

Checkup check_exercises(const Installation& installation) {
  try {
    const auto exercises = exercise::list_exercises(installation.library());
    return {"exercises", Health::good,
            fmt::format("{} in {}", exercises.size(), (installation.root / "exercises").string()),
            ""};
  } catch (const exercise::ExerciseError& error) {
    return {"exercises", Health::broken, error.what(), "mend the file"};
  }
}

Checkup check_cache(const Installation& installation) {
  if (!installation.note.empty()) {
    return {"cache", Health::warning, installation.cache.string(), installation.note};
  }
  return {"cache", Health::good, installation.cache.string(), ""};
}

std::string toolkit_version(const Installation& installation) {
  try {
    return compile::find_toolchain(installation.toolchain).version;
  } catch (const compile::ToolchainError&) {
    return "";  // Its own line says so.
  }
}

// The seccomp filter and the limits are set by the worker itself; a kernel without them would let
// it run unwatched.
Checkup check_sandbox(const Installation& /*installation*/) {
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0) {
    return {"sandbox", Health::good,
            "system calls filtered (seccomp), memory, files and processes limited; the worker can "
            "read what you can read",
            ""};
  }
  return {"sandbox", Health::broken, "this kernel has no seccomp",
          "grade only files that you trust, or use a kernel with CONFIG_SECCOMP_FILTER"};
}

// The whole path once, on a shape with ragged edges: nvcc, worker, runtime, device server,
// emulator.
void run_copy(const Installation& installation) {
  const auto workshop =
      make_workshop(installation, {{}, find_card(installation.root, "t4"), {}}, {});
  const auto compiled = workshop.compile(installation.root / "exercises/copy.cu", copy_signature());
  if (const auto* refused = std::get_if<compile::Refused>(&compiled)) {
    throw std::runtime_error{"exercises/copy.cu does not compile: " + refused->summary};
  }
  const auto runner = workshop.runner(std::get<compile::Compiled>(compiled).library);
  const Case small{{33, 65}, {}, 0, ""};
  const auto values = exercise::make_input(small);
  run::RunRequest request;
  request.input = small.input;
  request.values = values;
  const auto result = runner->run(request);
  if (result.end != run::End::returned) throw std::runtime_error{"the copy kernel crashed"};
  if (result.output != values) throw std::runtime_error{"the copy kernel gave wrong values"};
}

Checkup check_self(const Installation& installation) {
  try {
    run_copy(installation);
    return {"self-test", Health::good, "a kernel was compiled and ran on the emulated device", ""};
  } catch (const std::exception& error) {
    return {"self-test", Health::broken, error.what(),
            "see the lines above; else report it as a bug"};
  }
}

}  // namespace

fs::path find_in_path(std::string_view program) {
  const char* const variable = std::getenv("PATH");
  std::string_view path = variable != nullptr ? variable : "";
  while (!path.empty()) {
    const auto end = std::min(path.find(':'), path.size());
    auto candidate = fs::path{path.substr(0, end)} / program;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return {};
}

std::vector<Checkup> examine(const Installation& installation) {
  constexpr std::array checks{check_nvcc,    check_host_compiler, check_cpu,       check_programs,
                              check_cudart,  check_cards,         check_exercises, check_cache,
                              check_sandbox, check_self};
  std::vector<Checkup> checkups;
  checkups.reserve(checks.size());
  for (const auto check : checks) checkups.push_back(check(installation));
  const auto presence = device::cuda::look_for_gpu();
  const bool has_card = presence.gpu && !card_of(installation.root, presence.gpu->name).empty();
  std::ranges::move(examine_gpu(presence, toolkit_version(installation), has_card, run_smi),
                    std::back_inserter(checkups));
  return checkups;
}

}  // namespace warpgrade::cli

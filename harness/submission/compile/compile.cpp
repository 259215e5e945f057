// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <sstream>

#include "harness/submission/compile/advice.hpp"
#include "harness/submission/compile/cache.hpp"
#include "harness/submission/compile/command.hpp"
#include "harness/submission/compile/diagnostics.hpp"
#include "harness/submission/compile/nvcc.hpp"
#include "harness/submission/compile/source.hpp"
#include "harness/submission/compile/wrapper.hpp"

namespace warpgrade::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDiagnostics = 20;

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream file{path, std::ios::binary};
  file << text;
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

bool is_error(const Diagnostic& d) { return d.severity == Severity::error; }

// Errors first, then what belongs to them. An open brace makes errors in our wrapper and in the
// headers it includes: those of the learner's file, or of no file (the linker), come alone where
// there are any.
std::vector<Diagnostic> shown(std::vector<Diagnostic> all, const std::string& name) {
  const auto elsewhere = [&](const Diagnostic& d) {
    return d.where.file != name && !d.where.file.empty();
  };
  if (!std::ranges::all_of(all, elsewhere)) std::erase_if(all, elsewhere);
  std::ranges::stable_sort(all, {}, &Diagnostic::severity);
  if (all.size() > kMostDiagnostics) all.resize(kMostDiagnostics);
  return all;
}

std::string solve_summary(const SolveProblem& problem, const Signature& signature) {
  using Kind = SolveProblem::Kind;
  const auto expected = "expected " + declaration(signature, "solve");
  switch (problem.kind) {
    case Kind::wrong_type:
      return fmt::format("solve has the wrong type: found {}, {}", problem.found, expected);
    case Kind::overloaded:
      return fmt::format("more than one solve: keep one, {}", expected);
    case Kind::undefined:
      return fmt::format("solve is declared but has no body: {}", expected);
    case Kind::missing:
    case Kind::none:
      break;
  }
  return fmt::format("no solve found: {}", expected);
}

Refused refused_by_nvcc(const CommandEnd& end, const std::string& name,
                        const Signature& signature) {
  auto diagnostics = read_diagnostics(end.text);
  const bool own_error = std::ranges::any_of(
      diagnostics, [&](const Diagnostic& d) { return is_error(d) && d.where.file == name; });
  const auto problem = own_error ? SolveProblem{} : read_solve_problem(diagnostics);
  Refused refused;
  if (problem.kind != SolveProblem::Kind::none) {
    refused.outcome = Outcome::no_solve;
    refused.summary = solve_summary(problem, signature);
    return refused;
  }
  refused.diagnostics = shown(std::move(diagnostics), name);
  const auto first = std::ranges::find_if(refused.diagnostics, is_error);
  if (first == refused.diagnostics.end()) {
    refused.summary = end.signal == 0 ? "the compiler stopped without naming an error"
                                      : "the compiler crashed on this file";
  } else if (first->where.line == 0) {
    refused.summary = first->message;
  } else {
    refused.summary = fmt::format("line {}: {}", first->where.line, first->message);
  }
  // What is to be done is said first; nvcc's own words follow with the diagnostics.
  if (const auto known = advice(refused.diagnostics); !known.empty()) {
    refused.summary = "does not compile: " + known;
  }
  return refused;
}

// Tells a broken toolchain from a file that breaks the compiler: the same command on a trivial
// file.
void check_toolchain(const Settings& settings, const fs::path& parent) {
  const ScratchFolder scratch{parent};
  write_file(scratch.path() / "control.cu", "extern \"C\" int control() { return 0; }\n");
  const auto end = run_command(nvcc_command(settings, scratch.path(), "control.cu"));
  if (end.signal == 0 && end.exit_status == 0 && !end.timed_out) return;
  const auto diagnostics = read_diagnostics(end.text);
  const auto why = diagnostics.empty() ? end.text.substr(0, 300) : diagnostics.front().message;
  throw ToolchainError(
      fmt::format("nvcc at {} cannot compile even a trivial file: {}; check that the toolkit is "
                  "complete and that its host compiler is installed (warpgrade doctor)",
                  settings.toolchain.nvcc.string(), why));
}

bool is_unexplained(const Refused& refused) {
  return refused.outcome == Outcome::did_not_compile &&
         std::ranges::none_of(refused.diagnostics,
                              [](const Diagnostic& d) { return is_error(d) && d.where.line != 0; });
}

Refused refused(const CommandEnd& end, const Settings& settings, const fs::path& parent,
                const std::string& name, const Signature& signature) {
  if (end.timed_out || end.signal == SIGXCPU || end.signal == SIGXFSZ) {
    return {Outcome::compile_limit,
            {},
            fmt::format("compiling took more than the {:.0f} seconds or the space allowed",
                        settings.seconds),
            {}};
  }
  auto result = refused_by_nvcc(end, name, signature);
  if (is_unexplained(result)) check_toolchain(settings, parent);
  return result;
}

std::string cache_key(const Settings& settings, const std::string& name, const std::string& wrapper,
                      const std::string& text) {
  std::string all = fmt::format("v1\n{}\n{}\n{}\n", settings.toolchain.version,
                                settings.toolchain.nvcc.string(), name);
  for (const auto& argument : nvcc_command(settings, {}, name).argv) all += argument + '\n';
  return sha256(all + wrapper + text);
}

/// @param first  The first error, or null.
std::string reference_problem(const fs::path& source, const Signature& signature,
                              const Diagnostic* first) {
  if (first == nullptr) return fmt::format("{}: does not compile", source.string());
  if (first->where.file == kReferenceWrapperName) {
    return fmt::format(
        "{}: has no reference() of the type that the exercise declares; define "
        "extern \"C\" {}",
        source.string(), declaration(signature, "reference"));
  }
  return fmt::format("{}:{}: {}", source.string(), first->where.line, first->message);
}

}  // namespace

Result compile_submission(const fs::path& source, const Signature& signature,
                          const Settings& settings) {
  const auto text = read_source(source);
  const auto digest = sha256(text);
  if (auto problem = source_problem(text, settings.source_bytes)) {
    problem->sha256 = digest;
    return *std::move(problem);
  }
  const auto name = safe_name(source);
  const Cache cache{settings.cache, settings.read_caches};
  const auto wrapper = wrapper_source(name, signature);
  const auto key = cache_key(settings, name, wrapper, text);
  if (const auto found = cache.find(key)) return Compiled{*found, digest, true, {}};

  const ScratchFolder scratch{cache.folder()};
  write_file(scratch.path() / name, text);
  write_file(scratch.path() / "unit.cu", wrapper);
  write_file(scratch.path() / kExportsName, kExports);
  const auto end = run_command(nvcc_command(settings, scratch.path(), "unit.cu"));
  const auto library = scratch.path() / kLibraryName;
  if (end.timed_out || end.signal != 0 || end.exit_status != 0 || !fs::exists(library)) {
    auto problem = refused(end, settings, cache.folder(), name, signature);
    problem.sha256 = digest;
    return problem;
  }
  if (solve_is_kernel(library)) {
    return Refused{
        Outcome::no_solve,
        digest,
        fmt::format("solve is a __global__ kernel: it must be a host function that launches "
                    "one, expected {}",
                    declaration(signature, "solve")),
        {}};
  }
  return Compiled{cache.store(key, library), digest, false,
                  shown(read_diagnostics(end.text), name)};
}

fs::path compile_reference(const fs::path& source, const Signature& signature,
                           const Settings& settings) {
  const auto text = read_source(source);
  const Cache cache{settings.cache, settings.read_caches};
  const ScratchFolder scratch{cache.folder()};
  const auto command = reference_command(scratch.path());
  std::string all = "reference v1\n";
  for (std::size_t i = 0; i + 1 < command.argv.size(); ++i) all += command.argv[i] + '\n';
  const auto wrapper = reference_wrapper("reference.cpp", signature);
  const auto key = sha256(all + wrapper + text);
  if (const auto found = cache.find(key)) return *found;
  write_file(scratch.path() / "reference.cpp", text);
  write_file(scratch.path() / "unit.cpp", wrapper);
  const auto end = run_command(command);
  if (end.exit_status != 0 || end.signal != 0 || end.timed_out) {
    const auto diagnostics = read_diagnostics(end.text);
    const auto first = std::ranges::find_if(diagnostics, is_error);
    throw std::runtime_error(
        reference_problem(source, signature, first == diagnostics.end() ? nullptr : &*first));
  }
  return cache.store(key, scratch.path() / kLibraryName);
}

}  // namespace warpgrade::compile

// SPDX-License-Identifier: Apache-2.0
// warpgrade-worker CUDART LIBRARY PARENT: the process in which the learner's host code runs. It
// knows no expected output, no clock and no verdict.
#include "harness/submission/worker/crash_note.hpp"
#include "harness/submission/worker/hardening.hpp"
#include "harness/submission/worker/messages.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <typeinfo>

namespace warpgrade::worker {
namespace {

using Solve = void(const std::uint64_t* arguments);

void send_reply(ReplyKind kind, std::uint64_t sequence, std::string_view text) {
  ReplyMessage reply;
  reply.kind = kind;
  reply.sequence = sequence;
  text.copy(reply.text.data(), reply.text.size() - 1);
  send(kCallFd, &reply, sizeof reply, MSG_NOSIGNAL);
}

[[noreturn]] void give_up(ReplyKind kind, std::uint64_t sequence, std::string_view text) {
  std::fflush(nullptr);
  send_reply(kind, sequence, text);
  _exit(1);
}

/// "solve() threw std::runtime_error: text" of the exception being handled.
std::string describe_exception() {
  std::string text = "solve() threw ";
  const auto* type = abi::__cxa_current_exception_type();
  int status = 0;
  char* name =
      type == nullptr ? nullptr : abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  text += name == nullptr ? "an exception" : name;
  std::free(name);
  try {
    throw;
  } catch (const std::exception& error) {
    return text + ": " + error.what();
  } catch (...) {
    return text;
  }
}

Solve* load_submission(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    give_up(ReplyKind::not_loaded, 0, std::string("it could not be loaded: ") + dlerror());
  }
  auto* solve = reinterpret_cast<Solve*>(dlsym(handle, kEntryPoint));
  if (solve == nullptr) {
    give_up(ReplyKind::not_loaded, 0, std::string("it has no ") + kEntryPoint);
  }
  return solve;
}

void run(Solve* solve, const CallMessage& call) {
  try {
    solve(call.arguments.data());
  } catch (const abi::__forced_unwind&) {
    throw;  // pthread_exit() and pthread_cancel() may not be stopped.
  } catch (...) {
    give_up(ReplyKind::threw, call.sequence, describe_exception());
  }
  std::fflush(nullptr);
  send_reply(ReplyKind::returned, call.sequence, {});
}

/// Serves calls until the grader closes the socket.
[[noreturn]] void serve(Solve* solve) {
  for (;;) {
    CallMessage call;
    const auto got = recv(kCallFd, &call, sizeof call, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got != static_cast<ssize_t>(sizeof call)) _exit(0);
    run(solve, call);
  }
}

[[noreturn]] void fail(const std::string& what, const char* why) {
  give_up(ReplyKind::failed, 0, "the worker could not be set up: " + what + ": " + why);
}

[[noreturn]] void work(const char* cudart, const char* library, const char* parent) {
  if (const char* failed = harden(static_cast<pid_t>(std::atol(parent))); failed != nullptr) {
    fail(failed, std::strerror(errno));
  }
  install_crash_note();
  // The loader then takes this one wherever a library asks for the same SONAME.
  if (dlopen(cudart, RTLD_NOW | RTLD_GLOBAL) == nullptr) fail("loading the runtime", dlerror());
  if (!filter_system_calls()) fail("seccomp", std::strerror(errno));
  send_reply(ReplyKind::sandboxed, 0, {});
  auto* solve = load_submission(library);
  send_reply(ReplyKind::ready, 0, {});
  serve(solve);
}

}  // namespace
}  // namespace warpgrade::worker

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("warpgrade-worker is started by warpgrade, not by hand\n", stderr);
    return 2;
  }
  warpgrade::worker::work(argv[1], argv[2], argv[3]);
}

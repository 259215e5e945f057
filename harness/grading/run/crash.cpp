// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/crash.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>

#include "harness/device/address.hpp"

namespace warpgrade::run {
namespace {

struct SignalText {
  int signal;
  std::string_view text;
};

constexpr std::array kSignals{
    SignalText{SIGSEGV, "SIGSEGV: the host code used memory that is not there"},
    SignalText{SIGBUS, "SIGBUS: the host code used memory that is not there"},
    SignalText{SIGFPE, "SIGFPE: the host code divided by zero"},
    SignalText{SIGILL, "SIGILL: the host code ran an instruction that does not exist"},
    SignalText{SIGABRT, "SIGABRT: the host code called abort()"},
    SignalText{SIGKILL, "SIGKILL: the process was killed, perhaps for its memory"},
    SignalText{SIGXCPU, "SIGXCPU: the host code used too much CPU time"},
    SignalText{SIGXFSZ, "SIGXFSZ: the host code wrote too large a file"},
};

std::string describe_device_address(std::uint64_t address, std::span<const BufferPlace> places) {
  constexpr std::string_view why = "is a device pointer, which host code cannot read or write";
  for (const auto& place : places) {
    if (address < place.address || address >= place.address + place.bytes) continue;
    return fmt::format("the host code used {0}[{1}]: {0} {2}", place.name,
                       (address - place.address) / place.element_bytes, why);
  }
  return fmt::format("the host code used {:#x}, which {}", address, why);
}

}  // namespace

std::string describe_crash(int signal, int exit_status, std::uint64_t fault_address,
                           std::string_view text, std::span<const BufferPlace> places) {
  if (signal == 0) {
    const auto said = text.empty() ? std::string{} : fmt::format(" ({})", text);
    return fmt::format("solve() ended the process with exit status {} instead of returning{}",
                       exit_status, said);
  }
  const bool is_memory_fault = signal == SIGSEGV || signal == SIGBUS;
  if (is_memory_fault && device::is_device_address(fault_address)) {
    return describe_device_address(fault_address, places);
  }
  if (!text.empty()) return std::string{text};
  for (const auto& known : kSignals) {
    if (known.signal == signal) return std::string{known.text};
  }
  return fmt::format("the host code died of signal {}", signal);
}

}  // namespace warpgrade::run

// SPDX-License-Identifier: Apache-2.0
// How many registers a kernel takes is decided by ptxas, not by PTX: it is asked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace warpgrade::device::emulated {

/// Registers of a thread, by the kernel's mangled name.
using Registers = std::map<std::string, std::uint32_t, std::less<>>;

/// What `ptxas -v` says of every kernel in a module's PTX when it makes machine code for a card of
/// `capability` (75 for 7.5). It writes no file. Empty where it cannot be run, refuses the text or
/// takes longer than 20 seconds: the registers are unknown then, which is no error.
Registers ask_ptxas(const std::filesystem::path& ptxas, std::string_view ptx,
                    std::uint32_t capability);

/// The registers in what `ptxas -v` printed.
Registers read_ptxas(std::string_view printed);

}  // namespace warpgrade::device::emulated

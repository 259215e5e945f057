// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace warpgrade::device::emulated {

/// Decodes one LZ4 block of untrusted bytes into exactly `bytes` characters; nothing if the block
/// is malformed or has another size. (Own decoder: Debian's headers for it are not among our
/// packages.)
std::optional<std::string> decode_lz4(std::span<const std::byte> block, std::size_t bytes);

}  // namespace warpgrade::device::emulated

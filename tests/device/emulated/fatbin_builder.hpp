// SPDX-License-Identifier: Apache-2.0
// Builds fat binaries by hand, as nvcc 13.0 lays them out.
#pragma once

#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::emulated {

/// Bytes that grow by little-endian numbers and text.
class FatbinBuilder {
 public:
  static constexpr std::uint16_t kPtx = 1;
  static constexpr std::uint16_t kElf = 2;
  static constexpr std::uint64_t kLz4 = 0x2000;
  static constexpr std::uint64_t kZstd = 0x8000;

  /// An entry whose payload is `stored`; `uncompressed` is 0 where it is stored as it is.
  FatbinBuilder& entry(std::uint16_t kind, std::uint32_t architecture, std::string_view stored,
                       std::uint64_t codec = 0, std::uint64_t uncompressed = 0,
                       std::string_view options = "") {
    const std::size_t header_bytes = 64 + (options.empty() ? 0 : 16 + (options.size() + 7) / 8 * 8);
    const std::size_t padded = (stored.size() + 7) / 8 * 8;
    std::string e;
    put<std::uint16_t>(e, kind);
    put<std::uint16_t>(e, 0x0101);
    put<std::uint32_t>(e, static_cast<std::uint32_t>(header_bytes));
    put<std::uint64_t>(e, padded);
    put<std::uint32_t>(e, codec != 0 ? static_cast<std::uint32_t>(stored.size()) : 0);
    put<std::uint32_t>(e, options.empty() ? 0 : 64);
    put<std::uint32_t>(e, 9U << 16U);
    put<std::uint32_t>(e, architecture);
    put<std::uint64_t>(e, 0);
    put<std::uint64_t>(e, 0x11 | codec);
    put<std::uint64_t>(e, 0);
    put<std::uint64_t>(e, uncompressed);
    e.append(options.empty() ? 0 : 16, '\0');
    e.append(options);
    e.resize(header_bytes, '\0');
    e.append(stored);
    e.resize(header_bytes + padded, '\0');
    entries_ += e;
    return *this;
  }

  FatbinBuilder& zstd_ptx(std::uint32_t architecture, std::string_view text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return entry(kPtx, architecture, packed, kZstd, text.size());
  }

  [[nodiscard]] std::vector<std::byte> build() const {
    std::string all;
    put<std::uint32_t>(all, 0xBA55ED50);
    put<std::uint16_t>(all, 1);
    put<std::uint16_t>(all, 16);
    put<std::uint64_t>(all, entries_.size());
    all += entries_;
    std::vector<std::byte> bytes(all.size());
    std::memcpy(bytes.data(), all.data(), all.size());
    return bytes;
  }

 private:
  template <class T>
  static void put(std::string& to, T value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::string entries_;
};

}  // namespace warpgrade::device::emulated

// SPDX-License-Identifier: Apache-2.0
// The LZ4 block format: sequences of a token, literals, and a match that repeats earlier output.
#include "harness/device/emulated/lz4.hpp"

#include <utility>

namespace warpgrade::device::emulated {
namespace {

constexpr std::size_t kShortestMatch = 4;
constexpr std::size_t kLongLength =
    15;  ///< A length field of the token that goes on in the bytes after it.

class Decoder {
 public:
  Decoder(std::span<const std::byte> block, std::size_t bytes) : rest_(block), bytes_(bytes) {
    out_.reserve(bytes);
  }

  std::optional<std::string> run() {
    while (sequence()) {
    }
    if (!ok_ || out_.size() != bytes_) return std::nullopt;
    return std::move(out_);
  }

 private:
  std::size_t byte() {
    if (rest_.empty()) {
      ok_ = false;
      return 0;
    }
    const auto value = std::to_integer<std::size_t>(rest_.front());
    rest_ = rest_.subspan(1);
    return value;
  }

  std::size_t length(std::size_t field) {
    if (field != kLongLength) return field;
    for (std::size_t more = 255; ok_ && more == 255;) field += more = byte();
    return field;
  }

  /// False at the end of the block, which is after the literals of the last sequence, and on an
  /// error.
  bool sequence() {
    const auto token = byte();
    literals(length(token >> 4U));
    if (!ok_ || rest_.empty()) return false;
    const auto low = byte();
    const auto high = byte();
    match(low | high << 8U, length(token & 15U) + kShortestMatch);
    return ok_;
  }

  void literals(std::size_t count) {
    ok_ = ok_ && count <= rest_.size() && count <= bytes_ - out_.size();
    if (!ok_) return;
    out_.append(reinterpret_cast<const char*>(rest_.data()), count);
    rest_ = rest_.subspan(count);
  }

  void match(std::size_t distance, std::size_t count) {
    ok_ = ok_ && distance > 0 && distance <= out_.size() && count <= bytes_ - out_.size();
    if (!ok_) return;
    // Byte by byte: a match may overlap what it appends.
    for (; count > 0; --count) out_.push_back(out_[out_.size() - distance]);
  }

  std::span<const std::byte> rest_;
  std::size_t bytes_;
  std::string out_;
  bool ok_ = true;
};

}  // namespace

std::optional<std::string> decode_lz4(std::span<const std::byte> block, std::size_t bytes) {
  return Decoder(block, bytes).run();
}

}  // namespace warpgrade::device::emulated

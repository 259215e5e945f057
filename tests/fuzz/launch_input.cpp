// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/launch_input.hpp"

#include <algorithm>
#include <cstring>

namespace warpgrade::fuzz {
namespace {

constexpr std::array<Dim3, 6> kGrids{
    {{2, 1, 1}, {1, 1, 1}, {2, 2, 1}, {4, 1, 1}, {1, 1, 3}, {0, 1, 1}}};
constexpr std::array<Dim3, 8> kBlocks{{{64, 1, 1},
                                       {32, 1, 1},
                                       {32, 2, 1},
                                       {33, 1, 1},
                                       {8, 4, 3},
                                       {1, 1, 1},
                                       {128, 1, 1},
                                       {16, 16, 1}}};
constexpr std::array<std::uint64_t, 6> kDynamicShared{0, 64, 1030, 4096, 49152, 49153};

/// What a selector byte means, by its lowest two bits.
enum class Way : std::uint8_t { pointer, offset_pointer, small_number, raw };

std::uint64_t value_of(std::uint64_t bytes, std::uint64_t pointer, Bytes& input) {
  constexpr std::uint64_t by_default = 64;
  const std::uint8_t selector = input.next();
  const auto way = static_cast<Way>(selector % 4);
  const unsigned rest = selector / 4;
  if (way == Way::small_number) return rest;
  if (way == Way::raw) {
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < bytes; ++i) value |= std::uint64_t{input.next()} << (8 * i);
    return value;
  }
  if (bytes < 8) return by_default;
  return way == Way::pointer ? pointer : pointer + std::uint64_t{rest} * 4;
}

}  // namespace

std::uint8_t Bytes::next() {
  if (rest_.empty()) return 0;
  const auto byte = static_cast<std::uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return byte;
}

LaunchShape launch_shape(Bytes& bytes) {
  LaunchShape shape;
  shape.grid = kGrids[bytes.next() % kGrids.size()];
  shape.block = kBlocks[bytes.next() % kBlocks.size()];
  shape.dynamic_shared_bytes = kDynamicShared[bytes.next() % kDynamicShared.size()];
  const unsigned schedule = bytes.next();
  shape.schedule_seed = schedule % 4;
  shape.resident_ctas = 1 + schedule / 4 % 4;
  shape.cooperative = schedule / 16 % 4 == 1;
  if (shape.cooperative) shape.resident_ctas = volume(shape.grid);
  return shape;
}

std::vector<std::byte> arguments(const ptx::Function& kernel, const Buffers& buffers,
                                 Bytes& bytes) {
  std::vector<std::byte> packed(kernel.parameter_bytes);
  std::size_t pointers = 0;
  for (const auto& parameter : kernel.parameters) {
    const auto size = std::min<std::uint64_t>(parameter.variable.bytes, 8);
    const auto value = value_of(size, buffers[pointers % buffers.size()], bytes);
    if (size == 8) ++pointers;
    std::memcpy(packed.data() + parameter.offset, &value, size);
  }
  return packed;
}

}  // namespace warpgrade::fuzz

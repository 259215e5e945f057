// SPDX-License-Identifier: Apache-2.0
#include "harness/device/channel.hpp"
#include "harness/device/client_call.hpp"

#include <algorithm>

namespace warpgrade::device {

using wire::Opcode;
using wire::Reader;
using wire::Writer;

namespace {

/// Calls `part(offset, bytes)` for every chunk of a transfer, the last one first: a transfer that
/// runs past the end of its allocation is refused before anything has moved.
template <class Part>
Status in_chunks(std::size_t bytes, Part part) {
  auto end = bytes;
  do {
    const auto begin = end == 0 ? 0 : (end - 1) / wire::kChunkBytes * wire::kChunkBytes;
    if (const auto status = part(begin, end - begin); status != Status::success) return status;
    end = begin;
  } while (end > 0);
  return Status::success;
}

}  // namespace

Status Client::allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::allocate, pack(owner, bytes), address);
}

Status Client::allocate_mapped(Owner owner, std::uint64_t bytes, std::uint64_t& address) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::allocate_mapped, pack(owner, bytes), address);
}

MappedWindow Client::mapped_window() {
  const std::lock_guard lock(mutex_);
  MappedWindow window;
  if (exchange(Opcode::mapped_window, pack(), {}, &window.fd) != Status::success) return window;
  Reader reader(reply_);
  reader(window.base, window.bytes);
  if (!reader.finished()) lose();
  return window;
}

Status Client::release(Owner owner, std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::release, pack(owner, address));
}

Status Client::upload(std::uint64_t address, std::span<const std::byte> data) {
  const std::lock_guard lock(mutex_);
  return in_chunks(data.size(), [&](std::size_t begin, std::size_t bytes) {
    return exchange(Opcode::upload, pack(address + begin, std::uint64_t{bytes}),
                    data.subspan(begin, bytes));
  });
}

Status Client::download(std::uint64_t address, std::span<std::byte> data) {
  const std::lock_guard lock(mutex_);
  return in_chunks(data.size(), [&](std::size_t begin, std::size_t bytes) {
    const auto status = exchange(Opcode::download, pack(address + begin, std::uint64_t{bytes}));
    if (status != Status::success) return status;
    if (reply_.size() != bytes) return lose();
    std::ranges::copy(reply_, data.subspan(begin).begin());
    return status;
  });
}

Status Client::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::copy, pack(to, from, bytes));
}

Status Client::fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
                    std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::fill, pack(address, value, element_bytes, count));
}

Status Client::find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::find, pack(address), base, bytes);
}

Status Client::memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::memory, pack(), free_bytes, total_bytes);
}

Status Client::allocate_sparse(const SparseBuffer& buffer, std::uint64_t& address) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::allocate_sparse, pack(buffer), address);
}

Status Client::touched(std::uint64_t address, std::vector<Patch>& patches) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::touched, pack(address), patches);
}

Status Client::fill_index(std::uint64_t address, const Formula& formula) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::fill_index, pack(address, formula));
}

Status Client::count_wrong(std::uint64_t address, const Formula& formula, Movement movement,
                           std::uint64_t& wrong) {
  const std::lock_guard lock(mutex_);
  return call(Opcode::count_wrong, pack(address, formula, movement), wrong);
}

}  // namespace warpgrade::device

// SPDX-License-Identifier: Apache-2.0
#include "harness/device/request_call.hpp"

#include <vector>

namespace warpgrade::device::request {

void allocate(Call& c) {
  c.with<Owner, u64>([&](Owner owner, u64 bytes) {
    u64 address = 0;
    const auto status = c.device().allocate(c.owner(owner), bytes, address);
    return c.done(status, address);
  });
}

void allocate_mapped(Call& c) {
  c.with<Owner, u64>([&](Owner owner, u64 bytes) {
    u64 address = 0;
    const auto status = c.device().allocate_mapped(c.owner(owner), bytes, address);
    return c.done(status, address);
  });
}

void mapped_window(Call& c) {
  c.with<>([&] {
    const auto window = c.device().mapped_window();
    c.answer.descriptor = window.fd;
    return c.done(Status::success, window.base, window.bytes);
  });
}

void release(Call& c) {
  c.with<Owner, u64>(
      [&](Owner owner, u64 address) { return c.device().release(c.owner(owner), address); });
}

void upload(Call& c) {
  c.with<u64, Bytes>([&](u64 address, Bytes data) { return c.device().upload(address, data); });
}

void download(Call& c) {
  c.with<u64, u64>([&](u64 address, u64 bytes) {
    if (bytes > wire::kChunkBytes) return Status::invalid_value;
    std::vector<std::byte> data(bytes);
    const auto status = c.device().download(address, data);
    if (status == Status::success) c.answer.results.raw(data);
    return status;
  });
}

void copy(Call& c) {
  c.with<u64, u64, u64>(
      [&](u64 to, u64 from, u64 bytes) { return c.device().copy(to, from, bytes); });
}

void fill(Call& c) {
  c.with<u64, u32, u32, u64>([&](u64 address, u32 value, u32 element_bytes, u64 count) {
    return c.device().fill(address, value, element_bytes, count);
  });
}

void find(Call& c) {
  c.with<u64>([&](u64 address) {
    u64 base = 0;
    u64 bytes = 0;
    const auto status = c.device().find(address, base, bytes);
    return c.done(status, base, bytes);
  });
}

void memory(Call& c) {
  c.with<>([&] {
    u64 free_bytes = 0;
    u64 total_bytes = 0;
    const auto status = c.device().memory(free_bytes, total_bytes);
    return c.done(status, free_bytes, total_bytes);
  });
}

void allocate_sparse(Call& c) {
  c.with<SparseBuffer>([&](const SparseBuffer& buffer) {
    u64 address = 0;
    const auto status = c.device().allocate_sparse(buffer, address);
    return c.done(status, address);
  });
}

void touched(Call& c) {
  c.with<u64>([&](u64 address) {
    std::vector<Patch> patches;
    const auto status = c.device().touched(address, patches);
    return c.done(status, patches);
  });
}

void fill_index(Call& c) {
  c.with<u64, Formula>(
      [&](u64 address, const Formula& formula) { return c.device().fill_index(address, formula); });
}

void count_wrong(Call& c) {
  c.with<u64, Formula, Movement>([&](u64 address, const Formula& formula, Movement movement) {
    u64 wrong = 0;
    const auto status = c.device().count_wrong(address, formula, movement, wrong);
    return c.done(status, wrong);
  });
}

}  // namespace warpgrade::device::request

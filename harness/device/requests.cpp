// SPDX-License-Identifier: Apache-2.0
#include "harness/device/requests.hpp"

#include <array>
#include <new>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace warpgrade::device {
namespace {

using wire::Opcode;
using Bytes = std::span<const std::byte>;
using Name = std::string_view;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// One request on its way through its row.
struct Call {
  Session& session;
  Role role;
  wire::Reader arguments;
  Answer& answer;

  [[nodiscard]] Device& device() const { return session.device; }
  /// Nobody allocates or frees in another's name.
  [[nodiscard]] Owner owner(Owner asked) const {
    return role == Role::client ? Owner::submission : asked;
  }

  /// Decodes all arguments, and calls `action` with them only if the message is well formed.
  template <class... Arguments, class Action>
  void with(Action action) {
    std::tuple<Arguments...> values;
    std::apply([&](auto&... each) { arguments(each...); }, values);
    answer.well_formed = arguments.finished();
    if (answer.well_formed) answer.status = std::apply(action, values);
  }

  /// The results of a call that succeeded.
  template <class... Results>
  [[nodiscard]] Status done(Status status, const Results&... results) const {
    if (status == Status::success) answer.results(results...);
    return status;
  }
};

void info(Call& c) {
  c.with<>([&] { return c.done(Status::success, c.device().info()); });
}

void set_options(Call& c) {
  c.with<RunOptions>([&](const RunOptions& options) {
    c.device().set_options(options);
    return Status::success;
  });
}

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

void load_module(Call& c) {
  c.with<Bytes>([&](Bytes fatbin) {
    ModuleId module = 0;
    const auto status = c.device().load_module(fatbin, module);
    return c.done(status, module);
  });
}

void unload_module(Call& c) {
  c.with<ModuleId>([&](ModuleId module) { return c.device().unload_module(module); });
}

void kernel_info(Call& c) {
  c.with<ModuleId, Name>([&](ModuleId module, Name kernel) {
    KernelInfo result;
    const auto status = c.device().kernel_info(module, kernel, result);
    return c.done(status, result);
  });
}

void set_max_dynamic_shared(Call& c) {
  c.with<ModuleId, Name, u64>([&](ModuleId module, Name kernel, u64 bytes) {
    return c.device().set_max_dynamic_shared(module, kernel, bytes);
  });
}

void variable(Call& c) {
  c.with<ModuleId, Name>([&](ModuleId module, Name name) {
    u64 address = 0;
    u64 bytes = 0;
    const auto status = c.device().variable(module, name, address, bytes);
    return c.done(status, address, bytes);
  });
}

void launch(Call& c) {
  c.with<LaunchRequest>([&](const LaunchRequest& request) { return c.device().launch(request); });
}

void synchronize(Call& c) {
  c.with<>([&] { return c.device().synchronize(); });
}

void reset(Call& c) {
  c.with<>([&] {
    c.session.submission_reset |= c.role == Role::client;
    return c.device().reset();
  });
}

void note_unsupported(Call& c) {
  c.with<Name>([&](Name name) {
    c.device().note_unsupported(name);
    return Status::success;
  });
}

void clock_seconds(Call& c) {
  c.with<>([&] { return c.done(Status::success, c.device().clock_seconds()); });
}

void take_printed(Call& c) {
  c.with<>([&] { return c.done(Status::success, c.device().take_printed()); });
}

void take_evidence(Call& c) {
  c.with<>([&] {
    auto evidence = c.device().take_evidence();
    evidence.device_reset = evidence.device_reset && c.session.submission_reset;
    c.session.submission_reset = false;
    return c.done(Status::success, evidence);
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

void begin_recording(Call& c) {
  c.with<>([&] {
    c.device().begin_recording();
    return Status::success;
  });
}

void end_recording(Call& c) {
  c.with<>([&] {
    std::string problem;
    const auto status = c.device().end_recording(problem);
    return c.done(status, problem);
  });
}

void replay(Call& c) {
  c.with<bool>([&](bool cold) {
    Replay result;
    const auto status = c.device().replay(cold, result);
    return c.done(status, result);
  });
}

enum class For { everyone, control };

struct Row {
  Opcode opcode;
  For whom;
  void (*act)(Call&);
};

constexpr std::array<Row, wire::kOpcodes> kRows{{
    {Opcode::info, For::everyone, info},
    {Opcode::set_options, For::control, set_options},
    {Opcode::allocate, For::everyone, allocate},
    {Opcode::allocate_mapped, For::everyone, allocate_mapped},
    {Opcode::mapped_window, For::everyone, mapped_window},
    {Opcode::release, For::everyone, release},
    {Opcode::upload, For::everyone, upload},
    {Opcode::download, For::everyone, download},
    {Opcode::copy, For::everyone, copy},
    {Opcode::fill, For::everyone, fill},
    {Opcode::find, For::everyone, find},
    {Opcode::memory, For::everyone, memory},
    {Opcode::load_module, For::everyone, load_module},
    {Opcode::unload_module, For::everyone, unload_module},
    {Opcode::kernel_info, For::everyone, kernel_info},
    {Opcode::set_max_dynamic_shared, For::everyone, set_max_dynamic_shared},
    {Opcode::variable, For::everyone, variable},
    {Opcode::launch, For::everyone, launch},
    {Opcode::synchronize, For::everyone, synchronize},
    {Opcode::reset, For::everyone, reset},
    {Opcode::note_unsupported, For::everyone, note_unsupported},
    {Opcode::clock_seconds, For::everyone, clock_seconds},
    {Opcode::take_printed, For::everyone, take_printed},
    {Opcode::take_evidence, For::control, take_evidence},
    {Opcode::allocate_sparse, For::control, allocate_sparse},
    {Opcode::touched, For::control, touched},
    {Opcode::fill_index, For::control, fill_index},
    {Opcode::count_wrong, For::control, count_wrong},
    {Opcode::begin_recording, For::control, begin_recording},
    {Opcode::end_recording, For::control, end_recording},
    {Opcode::replay, For::control, replay},
}};

constexpr bool rows_stand_in_order() {
  for (u32 i = 0; i < wire::kOpcodes; ++i) {
    if (kRows[i].opcode != static_cast<Opcode>(i)) return false;
  }
  return true;
}
static_assert(rows_stand_in_order());

}  // namespace

Answer answer(Session& session, Role role, std::uint32_t code, std::span<const std::byte> body) {
  Answer result;
  if (code >= wire::kOpcodes) return result;
  const auto& row = kRows[code];
  if (row.whom == For::control && role != Role::control) return result;
  Call call{session, role, wire::Reader(body), result};
  try {
    row.act(call);
  } catch (const std::bad_alloc&) {
    result.status = Status::memory_allocation;
    result.results = {};
  }
  return result;
}

}  // namespace warpgrade::device

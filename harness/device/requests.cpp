// SPDX-License-Identifier: Apache-2.0
#include "harness/device/requests.hpp"

#include "harness/device/request_call.hpp"

#include <array>
#include <new>
#include <string>
#include <vector>

namespace warpgrade::device {
namespace request {
namespace {

void info(Call& c) {
  c.with<>([&] { return c.done(Status::success, c.device().info()); });
}

void set_options(Call& c) {
  c.with<RunOptions>([&](const RunOptions& options) {
    c.device().set_options(options);
    return Status::success;
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

}  // namespace
}  // namespace request

namespace {

using request::Call;
using wire::Opcode;

enum class For { everyone, control };

struct Row {
  Opcode opcode;
  For whom;
  void (*act)(Call&);
};

constexpr std::array<Row, wire::kOpcodes> kRows{{
    {Opcode::info, For::everyone, request::info},
    {Opcode::set_options, For::control, request::set_options},
    {Opcode::allocate, For::everyone, request::allocate},
    {Opcode::allocate_mapped, For::everyone, request::allocate_mapped},
    {Opcode::mapped_window, For::everyone, request::mapped_window},
    {Opcode::release, For::everyone, request::release},
    {Opcode::upload, For::everyone, request::upload},
    {Opcode::download, For::everyone, request::download},
    {Opcode::copy, For::everyone, request::copy},
    {Opcode::fill, For::everyone, request::fill},
    {Opcode::find, For::everyone, request::find},
    {Opcode::memory, For::everyone, request::memory},
    {Opcode::load_module, For::everyone, request::load_module},
    {Opcode::unload_module, For::everyone, request::unload_module},
    {Opcode::kernel_info, For::everyone, request::kernel_info},
    {Opcode::set_max_dynamic_shared, For::everyone, request::set_max_dynamic_shared},
    {Opcode::variable, For::everyone, request::variable},
    {Opcode::launch, For::everyone, request::launch},
    {Opcode::synchronize, For::everyone, request::synchronize},
    {Opcode::reset, For::everyone, request::reset},
    {Opcode::note_unsupported, For::everyone, request::note_unsupported},
    {Opcode::clock_seconds, For::everyone, request::clock_seconds},
    {Opcode::take_printed, For::everyone, request::take_printed},
    {Opcode::take_evidence, For::control, request::take_evidence},
    {Opcode::allocate_sparse, For::control, request::allocate_sparse},
    {Opcode::touched, For::control, request::touched},
    {Opcode::fill_index, For::control, request::fill_index},
    {Opcode::count_wrong, For::control, request::count_wrong},
    {Opcode::begin_recording, For::control, request::begin_recording},
    {Opcode::end_recording, For::control, request::end_recording},
    {Opcode::replay, For::control, request::replay},
}};

constexpr bool rows_stand_in_order() {
  for (std::uint32_t i = 0; i < wire::kOpcodes; ++i) {
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

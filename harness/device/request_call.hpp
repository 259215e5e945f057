// SPDX-License-Identifier: Apache-2.0
// A request on its way through its row of requests.cpp, and the rows that speak of memory.
#pragma once

#include "harness/device/requests.hpp"

#include <string_view>
#include <tuple>

namespace warpgrade::device::request {

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

/// Requests on memory, as Device has them.
void allocate(Call& c);
void allocate_mapped(Call& c);
void mapped_window(Call& c);
void release(Call& c);
void upload(Call& c);
void download(Call& c);
void copy(Call& c);
void fill(Call& c);
void find(Call& c);
void memory(Call& c);
void allocate_sparse(Call& c);
void touched(Call& c);
void fill_index(Call& c);
void count_wrong(Call& c);

}  // namespace warpgrade::device::request

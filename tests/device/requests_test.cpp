// SPDX-License-Identifier: Apache-2.0
// What a server makes of well-formed, cut and wild requests.
#include "harness/device/requests.hpp"

#include "tests/device/fake_device.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace warpgrade::device {
namespace {

using wire::Opcode;
using wire::Writer;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class... T>
Writer arguments(const T&... values) {
  Writer writer;
  writer(values...);
  return writer;
}

struct Sample {
  Opcode opcode;
  Writer body;
};

/// One well-formed body for each request.
std::vector<Sample> samples() {
  const std::string_view name = "name";
  const std::vector<std::byte> data(20);
  const LaunchRequest launch{1, "k", {}, {}, 0, 0, false, data};
  return {{Opcode::info, arguments()},
          {Opcode::set_options, arguments(RunOptions{})},
          {Opcode::allocate, arguments(Owner::harness, u64{8})},
          {Opcode::allocate_mapped, arguments(Owner::harness, u64{8})},
          {Opcode::mapped_window, arguments()},
          {Opcode::release, arguments(Owner::harness, u64{8})},
          {Opcode::upload, arguments(FakeDevice::kBase, data)},
          {Opcode::download, arguments(FakeDevice::kBase, u64{8})},
          {Opcode::copy, arguments(u64{1}, u64{2}, u64{3})},
          {Opcode::fill, arguments(u64{1}, u32{2}, u32{4}, u64{3})},
          {Opcode::find, arguments(u64{1})},
          {Opcode::memory, arguments()},
          {Opcode::load_module, arguments(data)},
          {Opcode::unload_module, arguments(u32{1})},
          {Opcode::kernel_info, arguments(u32{1}, name)},
          {Opcode::set_max_dynamic_shared, arguments(u32{1}, name, u64{5})},
          {Opcode::variable, arguments(u32{1}, name)},
          {Opcode::launch, arguments(launch)},
          {Opcode::synchronize, arguments()},
          {Opcode::reset, arguments()},
          {Opcode::note_unsupported, arguments(name)},
          {Opcode::clock_seconds, arguments()},
          {Opcode::take_printed, arguments()},
          {Opcode::take_evidence, arguments()},
          {Opcode::allocate_sparse, arguments(SparseBuffer{{{2, 3}, 4}, true})},
          {Opcode::touched, arguments(u64{1})},
          {Opcode::fill_index, arguments(u64{1}, Formula{{2, 3}, 4})},
          {Opcode::count_wrong, arguments(u64{1}, Formula{{2, 3}, 4}, Movement::transposed)},
          {Opcode::begin_recording, arguments()},
          {Opcode::end_recording, arguments()},
          {Opcode::replay, arguments(true)}};
}

Answer ask(FakeDevice& device, Role role, Opcode opcode, std::span<const std::byte> body) {
  Session session{device};
  return answer(session, role, static_cast<u32>(opcode), body);
}

TEST(Requests, EveryOpcodeHasASample) {
  const auto all = samples();
  ASSERT_EQ(all.size(), wire::kOpcodes);
  for (u32 i = 0; i < wire::kOpcodes; ++i) EXPECT_EQ(static_cast<u32>(all[i].opcode), i);
}

TEST(Requests, WellFormedOnesAreCarriedOut) {
  FakeDevice device;
  device.bytes.resize(64);
  for (const auto& sample : samples()) {
    const auto result = ask(device, Role::control, sample.opcode, sample.body.bytes());
    EXPECT_TRUE(result.well_formed) << static_cast<u32>(sample.opcode);
    EXPECT_EQ(result.status, Status::success) << static_cast<u32>(sample.opcode);
  }
}

TEST(Requests, EveryTruncationOfEveryRequestIsMalformedAndReachesNoDevice) {
  FakeDevice device;
  device.bytes.resize(64);
  for (const auto& sample : samples()) {
    const auto body = sample.body.bytes();
    for (std::size_t size = 0; size < body.size(); ++size) {
      const auto result = ask(device, Role::control, sample.opcode, body.first(size));
      EXPECT_FALSE(result.well_formed) << static_cast<u32>(sample.opcode) << " cut to " << size;
    }
  }
  EXPECT_TRUE(device.calls.empty());
}

TEST(Requests, TrailingBytesAreMalformed) {
  FakeDevice device;
  for (auto& sample : samples()) {
    sample.body(std::uint8_t{0});
    EXPECT_FALSE(ask(device, Role::control, sample.opcode, sample.body.bytes()).well_formed);
  }
  EXPECT_TRUE(device.calls.empty());
}

TEST(Requests, TheClientMayNotAskForWhatIsTheGraders) {
  for (const auto& sample : samples()) {
    FakeDevice device;
    device.bytes.resize(64);
    const bool allowed =
        sample.opcode != Opcode::set_options && sample.opcode < Opcode::take_evidence;
    const auto result = ask(device, Role::client, sample.opcode, sample.body.bytes());
    EXPECT_EQ(result.well_formed, allowed) << static_cast<u32>(sample.opcode);
    EXPECT_TRUE(allowed || device.calls.empty());
  }
}

TEST(Requests, UnknownOpcodesAreMalformed) {
  FakeDevice device;
  Session session{device};
  for (const u32 code : {wire::kOpcodes, wire::kOpcodes + 1, ~u32{0}}) {
    EXPECT_FALSE(answer(session, Role::control, code, {}).well_formed);
  }
}

TEST(Requests, ADownloadOfMoreThanAMessageIsRefused) {
  FakeDevice device;
  const auto body = arguments(u64{0}, ~u64{0});
  const auto result = ask(device, Role::client, Opcode::download, body.bytes());
  EXPECT_TRUE(result.well_formed);
  EXPECT_EQ(result.status, Status::invalid_value);
  EXPECT_TRUE(result.results.bytes().empty());
}

}  // namespace
}  // namespace warpgrade::device

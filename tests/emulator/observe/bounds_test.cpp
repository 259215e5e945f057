// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/bounds.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

using Reason = simt::BadAccess::Reason;
using ptx::StateSpace;
using simt::AccessKind;

constexpr simt::Allocation kOnly{simt::kDeviceBase + 4096, 4092};

std::optional<simt::Allocation> only(std::uint64_t) { return kOnly; }
std::optional<simt::Allocation> nothing(std::uint64_t) { return std::nullopt; }

class BoundsTest : public testing::Test {
 protected:
  void bad(std::uint32_t warp, std::uint32_t pc, AccessKind kind, StateSpace space,
           std::uint64_t address, simt::Mask active = 1, std::uint32_t bytes = 4,
           Reason reason = Reason::out_of_bounds) {
    const simt::LaneAddresses lanes = apart(address, 4);
    bad_at(warp, pc, kind, space, lanes, active, bytes, reason);
  }
  void bad_at(std::uint32_t warp, std::uint32_t pc, AccessKind kind, StateSpace space,
              const simt::LaneAddresses& lanes, simt::Mask active, std::uint32_t bytes,
              Reason reason) {
    const simt::BadAccess event{
        {feeder_.place(warp, pc), kind, space, bytes, active, &lanes, nullptr}, reason};
    feeder_.tell(simt::kBadAccess, [&](simt::Observer& o) { o.bad_access(event); });
  }
  [[nodiscard]] std::vector<Finding> findings(std::vector<SharedVariable> shared = {}) const {
    return bounds_.findings(
        {module_, module_.functions[0], {4, 2, 1}, {32, 8, 1}, std::move(shared)});
  }
  [[nodiscard]] std::string only_message(std::vector<SharedVariable> shared = {}) const {
    const auto all = findings(std::move(shared));
    return all.size() == 1 ? all[0].message : "not one finding";
  }

  ptx::Module module_ = module_of(8);
  BoundsObserver bounds_{only};
  Feeder feeder_{module_, {&bounds_}};
};

TEST_F(BoundsTest, names_line_kernel_block_thread_and_how_often) {
  feeder_.start(5);
  bad(2, 3, AccessKind::store, StateSpace::global, kOnly.base + 4092 - 4 * 4, 0xfff0);
  const auto all = findings();
  ASSERT_EQ(all.size(), 1u);
  const Finding& f = all[0];
  EXPECT_EQ(f.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(f.severity, Severity::error);
  EXPECT_EQ(f.where, (SourceLine{"kernel.cu", 13}));
  EXPECT_EQ(f.other.line, 0);
  EXPECT_EQ(f.kernel, "tile");
  EXPECT_EQ(f.block, (Dim3{1, 1, 0}));
  EXPECT_EQ(f.thread, (Dim3{4, 2, 0}));
  EXPECT_EQ(f.count, 12u);
  EXPECT_EQ(f.message, "write of 4 bytes, 0 bytes after the nearest allocation of 4092 bytes");
}

TEST_F(BoundsTest, words_for_global_addresses) {
  struct Row {
    std::uint64_t address;
    std::uint32_t bytes;
    AccessKind kind;
    const char* message;
  };
  const Row rows[] = {
      {kOnly.base - 4, 4, AccessKind::load,
       "read of 4 bytes, 4 bytes before the nearest allocation of 4092 bytes"},
      {kOnly.base + 5000, 1, AccessKind::load,
       "read of 1 byte, 908 bytes after the nearest allocation of 4092 bytes"},
      {kOnly.base + 4080, 16, AccessKind::store,
       "write of 16 bytes, the last 4 of them past the end of an allocation of 4092 bytes"},
      {8, 4, AccessKind::load, "read of 4 bytes through a null pointer (address 0x8)"},
      {0x7fff'0000'0000, 4, AccessKind::atomic,
       "atomic operation of 4 bytes at 0x7fff00000000, which is no device address"},
  };
  for (const Row& row : rows) {
    bounds_ = BoundsObserver(only);
    feeder_.start(0);
    bad(0, 0, row.kind, StateSpace::global, row.address, 1, row.bytes);
    EXPECT_EQ(only_message(), row.message);
  }
  bounds_ = BoundsObserver(nothing);
  bad(0, 0, AccessKind::load, StateSpace::generic, simt::kDeviceBase);
  EXPECT_EQ(only_message(), "read of 4 bytes at 0xb0000000000: nothing is allocated");
}

TEST_F(BoundsTest, misaligned_is_a_kind_of_its_own) {
  feeder_.start(0);
  bad(0, 0, AccessKind::load, StateSpace::global, kOnly.base + 4, 1, 16, Reason::misaligned);
  const auto all = findings();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].kind, FindingKind::misaligned);
  EXPECT_EQ(all[0].message, "read of 16 bytes at 0xb0000001004, which is no multiple of 16");
}

TEST_F(BoundsTest, shared_accesses_name_the_array) {
  feeder_.start(0);
  bad(0, 0, AccessKind::store, StateSpace::shared, 4096);
  EXPECT_EQ(only_message({{"tile", 0, 4096, false}}),
            "write of 4 bytes past the end of shared array tile (4096 bytes)");
  EXPECT_EQ(only_message({{"a", 0, 4096, false}, {"b", 4096, 0, true}}),
            "write of 4 bytes past the end of shared array b (0 bytes, as the launch asked for)");
  EXPECT_EQ(only_message(),
            "write of 4 bytes past the end of the block's shared memory (4096 bytes)");
}

TEST_F(BoundsTest, negative_shared_offsets_lie_before_the_start) {
  feeder_.start(0);
  bad(0, 0, AccessKind::load, StateSpace::shared, 0xffff'fffc);
  EXPECT_EQ(only_message({{"tile", 0, 4096, false}}),
            "read of 4 bytes, 4 bytes before the start of shared memory");
}

TEST_F(BoundsTest, local_accesses) {
  feeder_.start(0);
  bad(0, 0, AccessKind::load, StateSpace::local, 64);
  EXPECT_EQ(only_message(), "read of 4 bytes past the end of the thread's local memory");
}

TEST_F(BoundsTest, a_read_and_a_write_of_one_line_are_two_findings_and_two_reads_one) {
  for (auto& instruction : module_.functions[0].instructions) instruction.where.line = 30;
  feeder_.start(0);
  bad(0, 0, AccessKind::load, StateSpace::global, kOnly.base + 4092);
  bad(0, 1, AccessKind::load, StateSpace::global, kOnly.base + 4092);
  bad(0, 2, AccessKind::store, StateSpace::global, kOnly.base + 4092);
  ASSERT_EQ(findings().size(), 2u);
  EXPECT_EQ(findings()[0].count, 2u);
}

TEST_F(BoundsTest, instructions_without_a_line_stay_apart) {
  for (auto& instruction : module_.functions[0].instructions) instruction.where.line = 0;
  feeder_.start(0);
  bad(0, 0, AccessKind::load, StateSpace::global, kOnly.base + 4092);
  bad(0, 1, AccessKind::load, StateSpace::global, kOnly.base + 4092);
  EXPECT_EQ(findings().size(), 2u);
}

TEST_F(BoundsTest, one_finding_for_each_instruction_and_the_first_block_whatever_the_order) {
  BoundsObserver second(only);
  Feeder other(module_, {&second});
  feeder_.start(7);
  bad(0, 1, AccessKind::load, StateSpace::global, kOnly.base + 4092, kAll);
  feeder_.start(6);
  bad(1, 1, AccessKind::load, StateSpace::global, kOnly.base + 5092, 0x2);
  other.start(3);
  const simt::LaneAddresses lanes = apart(kOnly.base + 6092, 4);
  const simt::BadAccess event{
      {other.place(4, 1), AccessKind::load, StateSpace::global, 4, 0x4, &lanes, nullptr},
      Reason::out_of_bounds};
  second.bad_access(event);

  BoundsObserver merged(only);
  merged.merge(bounds_);
  merged.merge(second);
  BoundsObserver turned(only);
  turned.merge(second);
  turned.merge(bounds_);
  for (const BoundsObserver* observer : {&merged, &turned}) {
    const auto all = observer->findings({module_, module_.functions[0], {4, 2, 1}, {32, 8, 1}, {}});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].block, (Dim3{3, 0, 0}));
    EXPECT_EQ(all[0].thread, (Dim3{2, 4, 0}));
    EXPECT_EQ(all[0].count, 34u);
    EXPECT_EQ(all[0].message,
              "read of 4 bytes, 2008 bytes after the nearest allocation of 4092 bytes");
  }
}

TEST_F(BoundsTest, at_most_sixteen_findings_in_order_of_place) {
  module_ = module_of(40);
  feeder_.start(0);
  for (std::uint32_t pc = 40; pc-- > 0;) {
    bad(0, pc, AccessKind::load, StateSpace::global, kOnly.base + 4092);
  }
  const auto all = findings();
  ASSERT_EQ(all.size(), kMostFindings);
  for (int i = 0; i < static_cast<int>(all.size()); ++i)
    EXPECT_EQ(all[static_cast<std::size_t>(i)].where.line, 10 + i);
}

}  // namespace
}  // namespace warpgrade::observe::test

// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/program.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::simt {
namespace {

using ptx::Special;

struct SpecialPlace {
  Special special;
  Slot slot;
};

constexpr std::array kSpecials{
    SpecialPlace{Special::tid_x, slot_of(WarpSlot::tid_x)},
    SpecialPlace{Special::tid_y, slot_of(WarpSlot::tid_y)},
    SpecialPlace{Special::tid_z, slot_of(WarpSlot::tid_z)},
    SpecialPlace{Special::warpid, slot_of(WarpSlot::warpid)},
    SpecialPlace{Special::ntid_x, slot_of(UniformSlot::ntid_x)},
    SpecialPlace{Special::ntid_y, slot_of(UniformSlot::ntid_y)},
    SpecialPlace{Special::ntid_z, slot_of(UniformSlot::ntid_z)},
    SpecialPlace{Special::ctaid_x, slot_of(UniformSlot::ctaid_x)},
    SpecialPlace{Special::ctaid_y, slot_of(UniformSlot::ctaid_y)},
    SpecialPlace{Special::ctaid_z, slot_of(UniformSlot::ctaid_z)},
    SpecialPlace{Special::nctaid_x, slot_of(UniformSlot::nctaid_x)},
    SpecialPlace{Special::nctaid_y, slot_of(UniformSlot::nctaid_y)},
    SpecialPlace{Special::nctaid_z, slot_of(UniformSlot::nctaid_z)},
    SpecialPlace{Special::laneid, slot_of(UniformSlot::laneid)},
    SpecialPlace{Special::nwarpid, slot_of(UniformSlot::nwarpid)},
    // One multiprocessor, one grid: any number is a legal answer, and this one depends on no
    // schedule.
    SpecialPlace{Special::smid, slot_of(UniformSlot::zero)},
    SpecialPlace{Special::nsmid, slot_of(UniformSlot::one)},
    SpecialPlace{Special::lanemask_eq, slot_of(UniformSlot::lanemask_eq)},
    SpecialPlace{Special::lanemask_le, slot_of(UniformSlot::lanemask_le)},
    SpecialPlace{Special::lanemask_lt, slot_of(UniformSlot::lanemask_lt)},
    SpecialPlace{Special::lanemask_ge, slot_of(UniformSlot::lanemask_ge)},
    SpecialPlace{Special::lanemask_gt, slot_of(UniformSlot::lanemask_gt)},
    SpecialPlace{Special::envreg1, slot_of(UniformSlot::envreg1)},
    SpecialPlace{Special::envreg2, slot_of(UniformSlot::envreg2)},
    SpecialPlace{Special::dynamic_smem_size, slot_of(UniformSlot::dynamic_smem_size)},
    SpecialPlace{Special::total_smem_size, slot_of(UniformSlot::total_smem_size)},
};

}  // namespace

std::optional<Slot> plain_special(Special special) {
  const auto* const found = std::ranges::find(kSpecials, special, &SpecialPlace::special);
  if (found == kSpecials.end()) return std::nullopt;
  return found->slot;
}

}  // namespace warpgrade::simt

// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/special_registers.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::ptx {
namespace {

// A special register is one row.
constexpr std::array kRows{
    SpecialRegister{"%tid.x", Special::tid_x, Type::u32},
    SpecialRegister{"%tid.y", Special::tid_y, Type::u32},
    SpecialRegister{"%tid.z", Special::tid_z, Type::u32},
    SpecialRegister{"%ntid.x", Special::ntid_x, Type::u32},
    SpecialRegister{"%ntid.y", Special::ntid_y, Type::u32},
    SpecialRegister{"%ntid.z", Special::ntid_z, Type::u32},
    SpecialRegister{"%ctaid.x", Special::ctaid_x, Type::u32},
    SpecialRegister{"%ctaid.y", Special::ctaid_y, Type::u32},
    SpecialRegister{"%ctaid.z", Special::ctaid_z, Type::u32},
    SpecialRegister{"%nctaid.x", Special::nctaid_x, Type::u32},
    SpecialRegister{"%nctaid.y", Special::nctaid_y, Type::u32},
    SpecialRegister{"%nctaid.z", Special::nctaid_z, Type::u32},
    SpecialRegister{"%laneid", Special::laneid, Type::u32},
    SpecialRegister{"%warpid", Special::warpid, Type::u32},
    SpecialRegister{"%nwarpid", Special::nwarpid, Type::u32},
    SpecialRegister{"%smid", Special::smid, Type::u32},
    SpecialRegister{"%nsmid", Special::nsmid, Type::u32},
    SpecialRegister{"%gridid", Special::gridid, Type::u64},
    SpecialRegister{"%lanemask_eq", Special::lanemask_eq, Type::u32},
    SpecialRegister{"%lanemask_le", Special::lanemask_le, Type::u32},
    SpecialRegister{"%lanemask_lt", Special::lanemask_lt, Type::u32},
    SpecialRegister{"%lanemask_ge", Special::lanemask_ge, Type::u32},
    SpecialRegister{"%lanemask_gt", Special::lanemask_gt, Type::u32},
    SpecialRegister{"%clock", Special::clock, Type::u32},
    SpecialRegister{"%clock64", Special::clock64, Type::u64},
    SpecialRegister{"%globaltimer", Special::globaltimer, Type::u64},
    SpecialRegister{"%envreg1", Special::envreg1, Type::b32},
    SpecialRegister{"%envreg2", Special::envreg2, Type::b32},
    SpecialRegister{"%dynamic_smem_size", Special::dynamic_smem_size, Type::u32},
    SpecialRegister{"%total_smem_size", Special::total_smem_size, Type::u32},
};

}  // namespace

std::span<const SpecialRegister> special_registers() { return kRows; }

const SpecialRegister* find_special_register(std::string_view name) {
  const auto* const found = std::ranges::find(kRows, name, &SpecialRegister::name);
  return found == kRows.end() ? nullptr : found;
}

}  // namespace warpgrade::ptx

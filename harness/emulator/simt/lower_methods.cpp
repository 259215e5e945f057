// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/lower.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::simt {

using ptx::Opcode;

// Opcodes that are not here are rows of the tables in handlers_*.cpp.
const std::array<FunctionLowering::Method, 56> FunctionLowering::kMethods{{
    {Opcode::addc, &FunctionLowering::lower_carry, false},
    {Opcode::subc, &FunctionLowering::lower_carry, false},
    {Opcode::madc, &FunctionLowering::lower_mad_carry, false},
    {Opcode::set, &FunctionLowering::lower_set, false},
    {Opcode::setp, &FunctionLowering::lower_setp, false},
    {Opcode::mov, &FunctionLowering::lower_mov, false},
    {Opcode::cvta, &FunctionLowering::lower_cvta, false},
    {Opcode::cvt, &FunctionLowering::lower_cvt, false},
    {Opcode::isspacep, &FunctionLowering::lower_isspacep, false},
    {Opcode::ld, &FunctionLowering::lower_ld, false},
    {Opcode::ldu, &FunctionLowering::lower_ld, false},
    {Opcode::st, &FunctionLowering::lower_st, false},
    {Opcode::atom, &FunctionLowering::lower_atom, false},
    {Opcode::red, &FunctionLowering::lower_atom, false},
    {Opcode::cp_async, &FunctionLowering::lower_cp_async, false},
    {Opcode::cp_async_commit_group, &FunctionLowering::lower_cp_async_commit, false},
    {Opcode::cp_async_wait_group, &FunctionLowering::lower_cp_async_wait, false},
    {Opcode::cp_async_wait_all, &FunctionLowering::lower_cp_async_wait, false},
    {Opcode::cp_async_mbarrier_arrive, &FunctionLowering::lower_cp_async_arrive, false},
    {Opcode::mbarrier_init, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_inval, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_arrive, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_arrive_drop, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_expect_tx, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_complete_tx, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_test_wait, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_try_wait, &FunctionLowering::lower_mbarrier, false},
    {Opcode::mbarrier_pending_count, &FunctionLowering::lower_mbarrier_pending, false},
    {Opcode::griddepcontrol, &FunctionLowering::lower_nothing, false},
    {Opcode::prefetch, &FunctionLowering::lower_nothing, false},
    {Opcode::membar, &FunctionLowering::lower_nothing, false},
    {Opcode::fence, &FunctionLowering::lower_nothing, false},
    {Opcode::nanosleep, &FunctionLowering::lower_nothing, false},
    {Opcode::pmevent, &FunctionLowering::lower_nothing, false},
    {Opcode::setmaxnreg, &FunctionLowering::lower_nothing, false},
    {Opcode::bra, &FunctionLowering::lower_bra, true},
    {Opcode::brx_idx, &FunctionLowering::lower_brx, true},
    {Opcode::call, &FunctionLowering::lower_call, true},
    {Opcode::ret, &FunctionLowering::lower_ret, true},
    {Opcode::exit, &FunctionLowering::lower_exit, true},
    {Opcode::trap, &FunctionLowering::lower_trap, true},
    {Opcode::brkpt, &FunctionLowering::lower_trap, true},
    {Opcode::bar, &FunctionLowering::lower_bar, true},
    {Opcode::barrier, &FunctionLowering::lower_bar, true},
    {Opcode::bar_warp_sync, &FunctionLowering::lower_bar_warp_sync, true},
    {Opcode::shfl, &FunctionLowering::lower_shfl, true},
    {Opcode::vote, &FunctionLowering::lower_vote, true},
    {Opcode::match, &FunctionLowering::lower_match, true},
    {Opcode::redux, &FunctionLowering::lower_redux, true},
    {Opcode::elect, &FunctionLowering::lower_elect, true},
    {Opcode::wmma_load, &FunctionLowering::lower_wmma_move, true},
    {Opcode::wmma_store, &FunctionLowering::lower_wmma_move, true},
    {Opcode::wmma_mma, &FunctionLowering::lower_mma, true},
    {Opcode::mma, &FunctionLowering::lower_mma, true},
    {Opcode::ldmatrix, &FunctionLowering::lower_ldmatrix, true},
    {Opcode::activemask, &FunctionLowering::lower_activemask, false},
}};

const FunctionLowering::Method* FunctionLowering::method_of(Opcode opcode) {
  const auto* const found = std::ranges::find(kMethods, opcode, &Method::opcode);
  return found == kMethods.end() ? nullptr : found;
}

}  // namespace warpgrade::simt

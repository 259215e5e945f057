// SPDX-License-Identifier: Apache-2.0
// Handlers that the lowering names itself, because no table of forms leads to them.
#pragma once

#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/op.hpp"

#include <cstdint>

namespace warpgrade::simt {

// handlers_control.cpp. `jump`: to the target.
const Op* nothing_handler(Warp& warp, const Op& op);
const Op* branch_handler(Warp& warp, const Op& op);
const Op* branch_if_handler(Warp& warp, const Op& op);  ///< a: predicate
const Op* branch_unless_handler(Warp& warp, const Op& op);
/// As the two before, for guards: the source has no branch here, so observers hear of none.
const Op* quiet_branch_if_handler(Warp& warp, const Op& op);
const Op* quiet_branch_unless_handler(Warp& warp, const Op& op);
/// Runs the next `jump` operations for lanes whose predicate `a` is true, or false.
const Op* guard_if_handler(Warp& warp, const Op& op);
const Op* guard_unless_handler(Warp& warp, const Op& op);
const Op* branch_indexed_handler(Warp& warp,
                                 const Op& op);  ///< a: index; x, offset: targets in the pool
const Op* exit_handler(Warp& warp, const Op& op);
const Op* return_handler(Warp& warp, const Op& op);
const Op* trap_handler(Warp& warp, const Op& op);
const Op* round_toward_zero_handler(Warp& warp, const Op& op);
const Op* round_down_handler(Warp& warp, const Op& op);
const Op* round_up_handler(Warp& warp, const Op& op);
const Op* round_to_nearest_handler(Warp& warp, const Op& op);

// handlers_call.cpp. x: index into Lowered::calls.
const Op* call_handler(Warp& warp, const Op& op);
const Op* call_indirect_handler(Warp& warp, const Op& op);  ///< a: address
const Op* print_handler(Warp& warp, const Op& op);  ///< vprintf; a: format, b: arguments, d: result
const Op* malloc_handler(Warp& warp, const Op& op);  ///< a: bytes, d: address
const Op* free_handler(Warp& warp, const Op& op);    ///< a: address
const Op* assert_handler(Warp& warp, const Op& op);  ///< a: message, b: file, c: line, e: function

// handlers_barrier.cpp. a: id, b: count (or zeros), c: predicate of .red
const Op* barrier_sync_handler(Warp& warp, const Op& op);
const Op* barrier_arrive_handler(Warp& warp, const Op& op);
const Op* barrier_red_handler(Warp& warp, const Op& op);
const Op* barrier_popc_handler(Warp& warp, const Op& op);  ///< After barrier_red: d is its result.
const Op* barrier_and_handler(Warp& warp, const Op& op);
const Op* barrier_or_handler(Warp& warp, const Op& op);
const Op* warp_barrier_handler(Warp& warp, const Op& op);  ///< e: members

// handlers_warp.cpp. e: members
const Op* activemask_handler(Warp& warp, const Op& op);
const Op* elect_handler(Warp& warp, const Op& op);  ///< d: leader, x: predicate slot
Handler shuffle_handler(ptx::Mode mode);            ///< d, a, b, c; x: predicate slot
Handler vote_handler(ptx::Mode mode);               ///< d, a
Handler match_handler(ptx::Mode mode, bool wide);   ///< d, a; x: predicate slot
Handler reduce_handler(ptx::Operation operation, bool is_signed);  ///< d, a; null if there is none

// handlers_async.cpp. a, b, offset: address, as for loads
const Op* async_load_handler(Warp& warp, const Op& op);  ///< e: bytes of the source; x: of the copy
const Op* async_copy_handler(Warp& warp, const Op& op);  ///< x: bytes
const Op* async_commit_handler(Warp& warp, const Op& op);
const Op* async_wait_group_handler(Warp& warp, const Op& op);  ///< x: groups that may be pending
const Op* async_wait_all_handler(Warp& warp, const Op& op);

// handlers_mbarrier.cpp. a, b, offset: address
const Op* async_arrive_handler(Warp& warp, const Op& op);      ///< x: 1 for .noinc
const Op* mbarrier_pending_handler(Warp& warp, const Op& op);  ///< d, a: state
/// d: state before, or predicate; e: count, bytes, state or parity. Null if there is none.
Handler mbarrier_handler(ptx::Opcode opcode, ptx::Mode mode);

// handlers_matrix.cpp. e: members (all lanes); moves: a, b, offset: address, d: index into
// Lowered::matrix_moves; products: d: index into Lowered::matrix_products
const Op* matrix_load_handler(Warp& warp, const Op& op);
const Op* matrix_store_handler(Warp& warp, const Op& op);
const Op* matrix_multiply_handler(Warp& warp, const Op& op);
const Op* matrix_rows_handler(Warp& warp, const Op& op);  ///< ldmatrix

// handlers_move.cpp. x: elements in the pool
Handler pack_handler(std::uint32_t element_bytes, std::uint32_t count);
Handler unpack_handler(std::uint32_t element_bytes, std::uint32_t count);
const Op* clock_handler(Warp& warp, const Op& op);
const Op* clock64_handler(Warp& warp, const Op& op);
const Op* local_address_handler(Warp& warp, const Op& op);  ///< offset: in the function's frame
const Op* is_in_space_handler(Warp& warp, const Op& op);    ///< a: address; x: ptx::StateSpace
const Op* load_field_handler(Warp& warp, const Op& op);     ///< See lower_memory.cpp.
const Op* store_field_handler(Warp& warp, const Op& op);

// handlers_load.cpp, handlers_store.cpp, handlers_atomic.cpp. a: address, b.bits: whether it is 64
// bits wide, offset; d: value, or x: values in the pool; c.bits: cache entry
Handler load_handler(ptx::StateSpace space, ptx::Type type, std::uint32_t vector);
Handler store_handler(ptx::StateSpace space, ptx::Type type, std::uint32_t vector);
/// d: old value; e: operand, x: second operand's slot. Null if there is none.
Handler atomic_handler(ptx::StateSpace space, ptx::Type type, ptx::Operation operation);

}  // namespace warpgrade::simt

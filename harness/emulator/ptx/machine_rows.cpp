// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/opcodes.hpp"

namespace warpgrade::ptx {
namespace {

using enum Opcode;

// clang-format off
constexpr OpcodeRow kRows[] = {  // NOLINT(modernize-avoid-c-arrays): a table without its length
    // 9.7.9 data movement and conversion
    {mov, "mov", ".pred", "d, a"},
    {mov, "mov", ".b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "d:pack, a:pack"},
    {shfl, "shfl.sync", ".up|down|bfly|idx.b32", "d|p, a, b:u32, c:u32, membermask:u32"},
    {prmt, "prmt", ".b32{.f4e|b4e|rc8|ecl|ecr|rc16}", "d, a, b, c"},
    {ld, "ld", "{.weak|volatile}{.space}{.ca|cg|cs|lu|cv}{.evict}{.prefetch}{.vec}.memory",
     "d:vec, [a]"},
    {ld, "ld", ".relaxed|acquire.scope{.global|shared|shared::cta}{.evict}{.prefetch}{.vec}.memory",
     "d:vec, [a]"},
    {ld, "ld", ".global{.ca|cg|cs}.nc{.evict}{.prefetch}{.vec}.memory", "d:vec, [a]"},
    {ldu, "ldu", "{.global}{.vec}.memory", "d:vec, [a]"},
    {st, "st", "{.weak|volatile}{.global|local|param|shared|shared::cta|param::func}"
               "{.wb|cg|cs|wt}{.evict}{.vec}.memory", "[a], b:vec"},
    {st, "st", ".relaxed|release.scope{.global|shared|shared::cta}{.evict}{.vec}.memory",
     "[a], b:vec"},
    {prefetch, "prefetch", "{.global|local}.=L1", "[a]"},
    {prefetch, "prefetch", "{.global|local}.=L2", "[a]"},
    {prefetch, "prefetchu", ".=L1", "[a]"},
    {isspacep, "isspacep", ".const|global|local|shared|shared::cta|param|param::entry",
     "p:pred, a:addr"},
    {cvta, "cvta", "{.to}.const|global|local|shared|shared::cta|param|param::entry.u32|u64",
     "d, a"},
    {cvt, "cvt", "{.sat}.integer.integer", "d+, a:source+"},
    {cvt, "cvt", ".irnd{.ftz}{.sat}.integer.f32", "d+, a:source+"},
    {cvt, "cvt", ".irnd{.sat}.integer.f16|f64", "d+, a:source+"},
    {cvt, "cvt", ".irnd.integer.bf16", "d+, a:source+"},
    {cvt, "cvt", ".rnd{.ftz}{.sat}.f32.integer", "d+, a:source+"},
    {cvt, "cvt", ".rnd{.sat}.f16|f64.integer", "d+, a:source+"},
    {cvt, "cvt", ".rnd.bf16.integer", "d+, a:source+"},
    {cvt, "cvt", ".rnd{.ftz}{.sat}.f32.f64", "d+, a:source+"},
    {cvt, "cvt", ".rnd{.ftz}{.sat}.f16.f32", "d+, a:source+"},
    {cvt, "cvt", ".rnd{.sat}.f16.f64", "d+, a:source+"},
    {cvt, "cvt", ".rnd.bf16.f16|f32|f64", "d+, a:source+"},
    {cvt, "cvt", ".rnd.f16.bf16", "d+, a:source+"},
    {cvt, "cvt", "{.irnd}{.sat}.f16.f16", "d+, a:source+"},
    {cvt, "cvt", "{.irnd}.bf16.bf16", "d+, a:source+"},
    {cvt, "cvt", "{.irnd}{.ftz}{.sat}.f32.f32", "d+, a:source+"},
    {cvt, "cvt", "{.irnd}{.sat}.f64.f64", "d+, a:source+"},
    {cvt, "cvt", "{.ftz}{.sat}.f32.f16", "d+, a:source+"},
    {cvt, "cvt", "{.sat}.f64.f16", "d+, a:source+"},
    {cvt, "cvt", "{.ftz}.f32.bf16", "d+, a:source+"},
    {cvt, "cvt", ".f64.bf16", "d+, a:source+"},
    {cvt, "cvt", "{.ftz}{.sat}.f64.f32", "d+, a:source+"},
    {cvt, "cvt", ".rn|rz{.relu}.f16x2|bf16x2.f32", "d, a:source, b:source"},
    {cvt, "cvt", ".rn|rz.relu.f16|bf16.f32", "d+, a:source+"},
    {cvt, "cvt", ".=rna.tf32.f32", "d, a:source"},
    {cp_async, "cp.async", ".bypass.shared|shared::cta.global{.prefetch}",
     "[d], [a]:source, i:u32{, b:u32}"},
    {cp_async_commit_group, "cp.async.commit_group", "", ""},
    {cp_async_wait_group, "cp.async.wait_group", "", "i:u32"},
    {cp_async_wait_all, "cp.async.wait_all", "", ""},
    {cp_async_mbarrier_arrive, "cp.async.mbarrier.arrive", "{.noinc}{.shared|shared::cta}.b64",
     "[a]"},

    // 9.7.12 control flow
    {bra, "bra", "{.uniform}", "label"},
    {brx_idx, "brx.idx", "{.uniform}", "a:u32, targets"},
    {call, "call", "{.uniform}", "call"},
    {ret, "ret", "{.uniform}", ""},
    {exit, "exit", "", ""},

    // 9.7.13 synchronisation
    {bar_warp_sync, "bar.warp.sync", "", "membermask:u32"},
    {bar, "bar", "{.cta}.sync", "a:u32{, b:u32}"},
    {bar, "bar", "{.cta}.arrive", "a:u32, b:u32"},
    {bar, "bar", "{.cta}.red.popc.u32", "d, a:u32{, b:u32}, {!}c:pred"},
    {bar, "bar", "{.cta}.red.and|or.pred", "p, a:u32{, b:u32}, {!}c:pred"},
    {barrier, "barrier", "{.cta}.sync{.aligned}", "a:u32{, b:u32}"},
    {barrier, "barrier", "{.cta}.arrive{.aligned}", "a:u32, b:u32"},
    {barrier, "barrier", "{.cta}.red.popc{.aligned}.u32", "d, a:u32{, b:u32}, {!}c:pred"},
    {barrier, "barrier", "{.cta}.red.and|or{.aligned}.pred", "p, a:u32{, b:u32}, {!}c:pred"},
    {membar, "membar", ".cta|sys", ""},
    {membar, "membar", ".gl", ""},
    {fence, "fence", "{.acq_rel|sc|acquire|release}.scope", ""},
    {fence, "fence.proxy.alias", "", ""},
    {fence, "fence.proxy.async", "{.global|shared::cta}", ""},
    {fence, "fence.mbarrier_init.release.cluster", "", ""},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".and|or|xor.b32|b64", "d_, [a], b"},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".exch.b32|b64", "d_, [a], b"},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".cas.b16|b32|b64", "d_, [a], b, c"},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".inc|dec.u32", "d_, [a], b"},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".add.u32|s32|u64|f32|f64", "d_, [a], b"},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".add.=noftz.f16|f16x2|bf16|bf16x2", "d_, [a], b"},
    {atom, "atom", "{.relaxed|acquire|release|acq_rel}{.scope}{.global|shared|shared::cta}"
                   ".min|max.u32|u64|s32|s64", "d_, [a], b"},
    {red, "red", "{.relaxed|release}{.scope}{.global|shared|shared::cta}.and|or|xor.b32|b64",
     "[a], b"},
    {red, "red", "{.relaxed|release}{.scope}{.global|shared|shared::cta}.inc|dec.u32", "[a], b"},
    {red, "red", "{.relaxed|release}{.scope}{.global|shared|shared::cta}.add.u32|s32|u64|f32|f64",
     "[a], b"},
    {red, "red", "{.relaxed|release}{.scope}{.global|shared|shared::cta}"
                 ".add.=noftz.f16|f16x2|bf16|bf16x2", "[a], b"},
    {red, "red", "{.relaxed|release}{.scope}{.global|shared|shared::cta}.min|max.u32|u64|s32|s64",
     "[a], b"},
    {vote, "vote.sync", ".all|any|uni.pred", "d, {!}a, membermask:u32"},
    {vote, "vote.sync", ".ballot.b32", "d, {!}a:pred, membermask:u32"},
    {match, "match", ".any.=sync.b32|b64", "d:b32, a, membermask:u32"},
    {match, "match", ".all.=sync.b32|b64", "d|p:b32, a, membermask:u32"},
    {activemask, "activemask", ".b32", "d"},
    {redux, "redux.sync", ".add|min|max.u32|s32", "d, a, membermask:u32"},
    {redux, "redux.sync", ".and|or|xor.b32", "d, a, membermask:u32"},
    {mbarrier_init, "mbarrier.init", "{.shared|shared::cta}.b64", "[a], b:u32"},
    {mbarrier_inval, "mbarrier.inval", "{.shared|shared::cta}.b64", "[a]"},
    {mbarrier_arrive, "mbarrier.arrive", "{.release|relaxed}{.cta|cluster}{.shared|shared::cta}.b64",
     "d_, [a]{, b:u32}"},
    {mbarrier_arrive, "mbarrier.arrive", ".noComplete{.release}{.cta}{.shared|shared::cta}.b64",
     "d_, [a], b:u32"},
    {mbarrier_arrive, "mbarrier.arrive",
     ".expect_tx{.release|relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "d_, [a], b:u32"},
    {mbarrier_arrive_drop, "mbarrier.arrive_drop",
     "{.release|relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "d_, [a]{, b:u32}"},
    {mbarrier_arrive_drop, "mbarrier.arrive_drop",
     ".noComplete{.release}{.cta}{.shared|shared::cta}.b64", "d_, [a], b:u32"},
    {mbarrier_arrive_drop, "mbarrier.arrive_drop",
     ".expect_tx{.release|relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "d_, [a], b:u32"},
    {mbarrier_expect_tx, "mbarrier.expect_tx", "{.relaxed}{.cta|cluster}{.shared|shared::cta}.b64",
     "[a], b:u32"},
    {mbarrier_complete_tx, "mbarrier.complete_tx",
     "{.relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "[a], b:u32"},
    {mbarrier_test_wait, "mbarrier.test_wait",
     "{.acquire|relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "p:pred, [a], b"},
    {mbarrier_test_wait, "mbarrier.test_wait",
     ".parity{.acquire|relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "p:pred, [a], b:u32"},
    {mbarrier_try_wait, "mbarrier.try_wait",
     "{.acquire|relaxed}{.cta|cluster}{.shared|shared::cta}.b64", "p:pred, [a], b{, c:u32}"},
    {mbarrier_try_wait, "mbarrier.try_wait",
     ".parity{.acquire|relaxed}{.cta|cluster}{.shared|shared::cta}.b64",
     "p:pred, [a], b:u32{, c:u32}"},
    {mbarrier_pending_count, "mbarrier.pending_count", ".b64", "d:u32, a"},
    {griddepcontrol, "griddepcontrol.wait", "", ""},
    {griddepcontrol, "griddepcontrol.launch_dependents", "", ""},
    {elect, "elect.sync", "", "d|p:b32, membermask:u32"},

    // 9.7.19 miscellaneous
    {nanosleep, "nanosleep", ".u32", "a"},
    {trap, "trap", "", ""},
    {brkpt, "brkpt", "", ""},
    {pmevent, "pmevent", "{.=mask}", "i:u32"},
    {setmaxnreg, "setmaxnreg.inc.sync.aligned", ".u32", "i"},
    {setmaxnreg, "setmaxnreg.dec.sync.aligned", ".u32", "i"},
};
// clang-format on

}  // namespace

std::span<const OpcodeRow> machine_rows() { return kRows; }

}  // namespace warpgrade::ptx

// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/modifiers.hpp"

#include <array>
#include <utility>

namespace warpgrade::ptx {
namespace {

template <class Enum>
constexpr std::uint8_t of(Enum value) {
  return static_cast<std::uint8_t>(value);
}

// A modifier is one word here, behind its predecessor in the enumeration.
constexpr std::array kClasses{
    ModifierClass{"type", Field::type, of(Type::pred),
                  "pred b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 "
                  "f16 f16x2 bf16 bf16x2 f32 f64"},
    ModifierClass{"type", Field::type, of(Type::tf32), "tf32 u16x2 s16x2"},
    // Types that memory can hold, and integers.
    ModifierClass{"memory", Field::type, of(Type::b8),
                  "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64"},
    ModifierClass{"memory", Field::type, of(Type::f32), "f32 f64"},
    ModifierClass{"integer", Field::type, of(Type::u8), "u8 u16 u32 u64 s8 s16 s32 s64"},
    ModifierClass{"space", Field::space, of(StateSpace::constant),
                  "const global local param shared"},
    ModifierClass{"space", Field::space, of(StateSpace::shared), "shared::cta"},
    ModifierClass{"space", Field::space, of(StateSpace::param), "param::entry"},
    ModifierClass{"space", Field::space, of(StateSpace::param), "param::func"},
    ModifierClass{"part", Field::part, of(Part::lo), "lo hi wide"},
    ModifierClass{"signed_cmp", Field::compare, of(Compare::eq), "eq ne lt le gt ge"},
    ModifierClass{"int_cmp", Field::compare, of(Compare::eq), "eq ne lt le gt ge lo ls hi hs"},
    ModifierClass{"float_cmp", Field::compare, of(Compare::eq), "eq ne lt le gt ge"},
    ModifierClass{"float_cmp", Field::compare, of(Compare::equ), "equ neu ltu leu gtu geu num nan"},
    ModifierClass{"rnd", Field::rounding, of(Rounding::rn), "rn rz rm rp"},
    ModifierClass{"irnd", Field::rounding, of(Rounding::rni), "rni rzi rmi rpi"},
    ModifierClass{"bool", Field::operation, of(Operation::and_), "and or xor"},
    ModifierClass{"op", Field::operation, of(Operation::add),
                  "add min max and or xor inc dec exch cas popc"},
    ModifierClass{
        "mode", Field::mode, of(Mode::up),
        "up down bfly idx all any uni ballot sync arrive red l r f4e b4e rc8 ecl ecr rc16 "
        "finite infinite number notanumber normal subnormal to parity expect_tx noComplete relu "
        "NaN a b c trans"},
    ModifierClass{"scope", Field::scope, of(Scope::cta), "cta cluster gpu sys"},
    ModifierClass{"level", Field::scope, of(Scope::gpu), "gl"},
    ModifierClass{"sem", Field::ordering, of(Ordering::weak),
                  "weak volatile relaxed acquire release acq_rel sc"},
    ModifierClass{"vec", Field::vector, 2, "v2"},
    ModifierClass{"vec", Field::vector, 4, "v4"},
    ModifierClass{"cache", Field::ignored, 0, "ca cg cs lu cv wb wt"},
    ModifierClass{"evict", Field::ignored, 0,
                  "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last "
                  "L1::no_allocate"},
    ModifierClass{"prefetch", Field::ignored, 0, "L2::64B L2::128B L2::256B"},
    ModifierClass{"flag_ftz", Field::ftz, 1, "ftz"},
    ModifierClass{"flag_sat", Field::sat, 1, "sat"},
    ModifierClass{"flag_approx", Field::approx, 1, "approx"},
    ModifierClass{"flag_full", Field::full, 1, "full"},
    ModifierClass{"flag_cc", Field::carry_out, 1, "cc"},
    ModifierClass{"clamping", Field::wrap, 0, "clamp wrap"},
    ModifierClass{"flag_shiftamt", Field::shiftamt, 1, "shiftamt"},
    ModifierClass{"uniform", Field::uniform, 1, "uni"},
    ModifierClass{"flag_nc", Field::non_coherent, 1, "nc"},
    ModifierClass{"flag_aligned", Field::aligned, 1, "aligned"},
    ModifierClass{"flag_noinc", Field::noinc, 1, "noinc"},
    ModifierClass{"shape", Field::shape, of(Shape::m16n16k16),
                  "m16n16k16 m32n8k16 m8n32k16 m16n16k8 m16n8k4 m16n8k8 m16n8k16 m16n8k32 m8n8"},
    ModifierClass{"layout_", Field::layout, of(Layout::row), "row col"},
    ModifierClass{"matrices", Field::vector, 1, "x1 x2"},
    ModifierClass{"matrices", Field::vector, 4, "x4"},
    ModifierClass{"flag_satfinite", Field::sat, 1, "satfinite"},
    ModifierClass{"bypass", Field::zero_or_bypass, 0, "ca cg"},
};

using Setter = void (*)(Instruction&, std::uint8_t);

template <auto kMember>
void set(Instruction& instruction, std::uint8_t value) {
  auto& member = instruction.*kMember;
  member = static_cast<std::remove_reference_t<decltype(member)>>(value);
}

constexpr std::array<Setter, static_cast<std::size_t>(Field::count)> kSetters{
    [](Instruction&, std::uint8_t) {},
    set<&Instruction::type>,
    set<&Instruction::source_type>,
    set<&Instruction::space>,
    set<&Instruction::source_space>,
    set<&Instruction::compare>,
    set<&Instruction::rounding>,
    set<&Instruction::part>,
    set<&Instruction::operation>,
    set<&Instruction::mode>,
    set<&Instruction::scope>,
    set<&Instruction::ordering>,
    set<&Instruction::vector>,
    set<&Instruction::ftz>,
    set<&Instruction::sat>,
    set<&Instruction::approx>,
    set<&Instruction::full>,
    set<&Instruction::carry_out>,
    set<&Instruction::wrap>,
    set<&Instruction::shiftamt>,
    set<&Instruction::uniform>,
    set<&Instruction::non_coherent>,
    set<&Instruction::aligned>,
    set<&Instruction::noinc>,
    set<&Instruction::zero_or_bypass>,
    set<&Instruction::shape>,
    set<&Instruction::layout>,
    set<&Instruction::layout_b>,
};

}  // namespace

std::span<const ModifierClass> modifier_classes() { return kClasses; }

void apply_modifier(Field field, std::uint8_t value, Instruction& instruction) {
  kSetters.at(static_cast<std::size_t>(field))(instruction, value);
}

}  // namespace warpgrade::ptx

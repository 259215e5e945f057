// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/forms.hpp"

#include <fmt/format.h>

#include <string_view>

namespace warpgrade::simt {
namespace {

std::string_view type_of(char kind) {
  switch (kind) {
    case 'h':
      return "u16";
    case 'f':
      return "f32";
    case 'g':
      return "f64";
    case 'd':
      return "u64";
    default:
      return "u32";
  }
}

std::string load(char kind, std::size_t index) {
  const auto at = 8 * (index - 1);
  if (kind == 'p') {
    return fmt::format("  ld.global.u32 %t0, [%in+{}];\n  setp.ne.u32 %p{}, %t0, 0;\n", at, index);
  }
  return fmt::format("  ld.global.{} %{}{}, [%in+{}];\n", type_of(kind), kind, index, at);
}

std::string preset(char kind) {
  if (kind == 'p') return "  setp.ne.u32 %p0, %t1, %t1;\n";
  if (kind == 'h') return "  mov.b16 %h0, 0x5a5a;\n";
  if (kind == 'f') return "  mov.b32 %f0, 0x5a5a5a5a;\n";
  if (kind == 'r') return "  mov.b32 %r0, 0x5a5a5a5a;\n";
  return fmt::format("  mov.b64 %{}0, 0x5a5a5a5a5a5a5a5a;\n", kind);
}

std::string store(char kind) {
  switch (kind) {
    case 'p':
      return "  selp.u64 %q, 1, 0, %p0;\n";
    case 'h':
      return "  cvt.u64.u16 %q, %h0;\n";
    case 'r':
      return "  cvt.u64.u32 %q, %r0;\n";
    case 'f':
      return "  mov.b32 %t0, %f0;\n  cvt.u64.u32 %q, %t0;\n";
    case 'g':
      return "  mov.b64 %q, %g0;\n";
    default:
      return "  mov.u64 %q, %d0;\n";
  }
}

std::string instruction(const FormCase& form) {
  std::string text = form.form;
  const std::string_view kinds = form.registers;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    text += fmt::format("{} %{}{}", i == 0 ? "" : ",", kinds[i], i);
  }
  return text + form.suffix + ";\n";
}

}  // namespace

std::uint64_t untouched(char kind) {
  switch (kind) {
    case 'p':
      return 0;
    case 'h':
      return kUntouched & 0xffff;
    case 'r':
    case 'f':
      return kUntouched & 0xffffffff;
    default:
      return kUntouched;
  }
}

std::string ptx_of(const FormCase& form, Reach reach) {
  const std::string_view kinds = form.registers;
  std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 p_in, .param .u64 p_out)\n{\n"
      "  .reg .pred %p<8>;\n  .reg .pred %odd;\n  .reg .b16 %h<8>;\n  .reg .b32 %r<8>;\n"
      "  .reg .b64 %d<8>;\n  .reg .f32 %f<8>;\n  .reg .f64 %g<8>;\n  .reg .b32 %t<4>;\n"
      "  .reg .b64 %in;\n  .reg .b64 %out;\n  .reg .b64 %q;\n  .reg .b64 %at;\n"
      "  ld.param.u64 %in, [p_in];\n  ld.param.u64 %out, [p_out];\n"
      "  mov.u32 %t1, %tid.x;\n  mov.u32 %t2, %ctaid.x;\n  mov.u32 %t3, %ntid.x;\n"
      "  mad.lo.u32 %t1, %t2, %t3, %t1;\n  mul.wide.u32 %at, %t1, 8;\n  add.u64 %out, %out, %at;\n"
      "  and.b32 %t2, %t1, 1;\n  setp.ne.u32 %odd, %t2, 0;\n";
  if (reach == Reach::own_inputs) {
    text += fmt::format("  mul.wide.u32 %at, %t1, {};\n  add.u64 %in, %in, %at;\n", kInputBytes);
  }
  for (std::size_t i = 1; i < kinds.size(); ++i) text += load(kinds[i], i);
  text += preset(kinds[0]);
  if (reach == Reach::divided) text += "  @!%odd bra DONE;\n";
  text += reach == Reach::guarded ? "  @%odd " : "  ";
  text += instruction(form) + "DONE:\n" + store(kinds[0]);
  return text + "  st.global.u64 [%out], %q;\n  ret;\n}\n";
}

std::vector<FormCase> all_cases() {
  std::vector<FormCase> all;
  for (const auto& cases : {integer_cases(), bit_cases(), float_cases(), compare_cases(),
                            convert_cases(), half_cases(), bfloat_cases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

}  // namespace warpgrade::simt

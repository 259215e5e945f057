// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/parser.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::ptx {
namespace {

TEST(Errors, NameTheOpcodeItsPlacesAndItsText) {
  const auto error =
      error_of(kernel_text(".loc 1 42 7\n\n@%p1 tex.2d.v4.f32.s32 {%f1,\n %f2}, [%rd1];") +
               ".file 1 \"/home/x/tile.cu\"\n");
  EXPECT_EQ(error.kind(), PtxError::Kind::unsupported);
  EXPECT_STREQ(error.what(), "instruction tex.2d.v4.f32.s32 is not supported (PTX line 12)");
  EXPECT_EQ(error.text(), "@%p1 tex.2d.v4.f32.s32 {%f1, %f2}, [%rd1];");
  EXPECT_EQ(error.where().ptx_line, 12U);
  EXPECT_EQ(error.where().file, 1U);
  EXPECT_EQ(error.where().line, 42U);
  EXPECT_EQ(error.file(), "/home/x/tile.cu");
}

TEST(Errors, NameTheModifier) {
  const auto error = error_of(kernel_text("min.abs.f32 %f1, %f2, %f3;"));
  EXPECT_EQ(error.kind(), PtxError::Kind::unsupported);
  EXPECT_STREQ(error.what(),
               "instruction min.abs.f32 is not supported with modifier .abs (PTX line 10)");
  EXPECT_STREQ(error_of(kernel_text("cvt.s32.f32 %r1, %f1;")).what(),
               "instruction cvt.s32.f32 is not supported: a modifier is missing (PTX line 10)");
  EXPECT_STREQ(error_of(kernel_text("add %r1, %r1, 1;")).what(),
               "instruction add is not supported: a modifier is missing (PTX line 10)");
}

TEST(Errors, NameRegistersThatWeDoNotHave) {
  const auto error = error_of(kernel_text("mov.u32 %r1, %clusterid.x;"));
  EXPECT_EQ(error.kind(), PtxError::Kind::unsupported);
  EXPECT_NE(std::string{error.what()}.find("'%clusterid'"), std::string::npos);
}

TEST(Errors, RefuseWideVectorsAsUnsupported) {
  const auto error = error_of(kernel_text("ld.global.v4.f64 {%fd1, %fd2, %fd3, %fd4}, [%rd1];"));
  EXPECT_EQ(error.kind(), PtxError::Kind::unsupported);
}

TEST(Errors, SayWhichTypeMustStandThere) {
  EXPECT_STREQ(error_of(kernel_text("add.s32 %r1, %r2, %rd3;")).what(),
               "add: a .b64 register where .s32 must stand (PTX line 10)");
}

// Both texts come from learners: one line, printable, capped.
TEST(Errors, AreOneShortPrintableLine) {
  const std::string name(5000, 'x');
  const auto error = error_of(kernel_text(name + "\x1b[31m." + name + " \n\n %r1;"));
  const std::string message = error.what();
  EXPECT_LT(message.size(), 400U);
  EXPECT_LT(error.text().size(), 200U);
  for (const auto& text : {message, error.text()}) {
    EXPECT_EQ(text.find_first_of("\n\x1b"), std::string::npos);
  }
}

// Whatever is quoted: tests/fuzz found a stray byte that was not one of a name.
TEST(Errors, QuoteOtherBytesAsQuestionMarks) {
  EXPECT_STREQ(error_of(kernel_text("add.s32 %r1, %r2, \xeb;")).what(),
               "expected an operand before '?' (PTX line 10)");
  const auto error = error_of(".version 8.0\n\xd0\x9a\n");
  EXPECT_EQ(std::string{error.what()}.find_first_of("\xd0\x9a"), std::string::npos);
  EXPECT_LT(
      std::string{error_of(kernel_text("add.s32 %r1, \"" + std::string(5000, 'x') + "\";")).what()}
          .size(),
      450U);
}

TEST(Errors, KnowNoFileWhereNoneIsGiven) {
  const auto error = error_of(kernel_text(".loc 7 42 7\n foo;"));
  EXPECT_EQ(error.file(), "");
  EXPECT_EQ(error.where().line, 42U);
  EXPECT_STREQ(error.what(), "instruction foo is not supported (PTX line 11)");
}

}  // namespace
}  // namespace warpgrade::ptx

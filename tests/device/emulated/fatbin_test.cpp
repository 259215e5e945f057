// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/fatbin.hpp"

#include "harness/device/emulated/lz4.hpp"
#include "tests/device/emulated/fatbin_builder.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <variant>
#include <vector>

namespace warpgrade::device::emulated {
namespace {

using Bytes = std::vector<std::byte>;

PtxImage image(const Bytes& data, std::uint32_t capability = 75) {
  const auto result = read_fatbin(data, capability);
  if (const auto* problem = std::get_if<FatbinProblem>(&result)) {
    ADD_FAILURE() << problem->message;
    return {};
  }
  return std::get<PtxImage>(result);
}

FatbinProblem problem(const Bytes& data, std::uint32_t capability = 75) {
  const auto result = read_fatbin(data, capability);
  if (const auto* got = std::get_if<FatbinProblem>(&result)) return *got;
  ADD_FAILURE() << "read " << std::get<PtxImage>(result).text;
  return {};
}

TEST(Fatbin, ReadsPlainText) {
  // Padded with NULs to a multiple of 8, which the parser ignores.
  const auto got = image(FatbinBuilder().entry(FatbinBuilder::kPtx, 75, ".version 9.0").build());
  EXPECT_EQ(got.text, std::string(".version 9.0\0\0\0\0", 16));
  EXPECT_EQ(got.architecture, 75U);
}

TEST(Fatbin, ReadsZstd) {
  const std::string text(5000, 'p');
  EXPECT_EQ(image(FatbinBuilder().zstd_ptx(75, text).build()).text, text);
}

TEST(Fatbin, ReadsLz4) {
  // "abcd", then a match of 4 + 2 characters 4 back, then "xy".
  const std::string block(
      "\x42"
      "abcd"
      "\x04\x00"
      "\x20"
      "xy",
      10);
  EXPECT_EQ(image(FatbinBuilder().entry(1, 75, block, FatbinBuilder::kLz4, 12).build()).text,
            "abcdabcdabxy");
}

TEST(Fatbin, PicksTheHighestPtxThatTheCardCanRun) {
  const auto data = FatbinBuilder()
                        .zstd_ptx(70, "seventy")
                        .zstd_ptx(75, "seventy-five")
                        .entry(FatbinBuilder::kElf, 75, "machine code")
                        .zstd_ptx(80, "eighty")
                        .zstd_ptx(90, "ninety")
                        .build();
  EXPECT_EQ(image(data, 75).text, "seventy-five");
  EXPECT_EQ(image(data, 89).text, "eighty");
  EXPECT_EQ(image(data, 90).text, "ninety");
  EXPECT_EQ(image(data, 72).text, "seventy");
}

TEST(Fatbin, SaysWhichFlagIsMissing) {
  const auto elf =
      FatbinBuilder().entry(2, 90, "elf").entry(2, 80, "elf").entry(2, 80, "x").build();
  EXPECT_EQ(problem(elf).message,
            "only machine code for sm_80, sm_90, no PTX: compile with -arch=compute_75, without "
            "-rdc=true");
  EXPECT_EQ(problem(elf).status, Status::no_kernel_image_for_device);
  EXPECT_EQ(problem(FatbinBuilder().zstd_ptx(90, "p").build()).message,
            "the PTX is for compute_90, which is newer than this card's compute capability 7.5: "
            "compile with -arch=compute_75");
}

TEST(Fatbin, RefusesRelocatableDeviceCode) {
  EXPECT_EQ(
      problem(
          FatbinBuilder().entry(1, 75, "p", 0, 0, "--compile-only  --generate-line-info ").build())
          .message,
      "relocatable device code (-rdc=true) is not supported: compile without it");
  EXPECT_NE(problem(FatbinBuilder().build()).message.find("-rdc=true"), std::string::npos);
  EXPECT_EQ(
      image(FatbinBuilder().entry(1, 75, "p", 0, 0, " --generate-line-info ").build()).architecture,
      75U);
}

TEST(Fatbin, AnEmptyContainerBeforeTheRealOneIsPassedOver) {
  auto data = FatbinBuilder().build();
  const auto real = FatbinBuilder().zstd_ptx(75, "text").build();
  data.insert(data.end(), real.begin(), real.end());
  EXPECT_EQ(image(data).text, "text");
}

TEST(Fatbin, RefusesSizesThatLie) {
  // Uncompressed size: too large for us, and unlike what is really in it.
  const auto huge = FatbinBuilder().entry(1, 75, "xx", FatbinBuilder::kZstd, ~std::uint64_t{0});
  EXPECT_EQ(problem(huge.build()).message,
            "the device code is damaged: its PTX is larger than 64 MiB");
  const auto wrong = FatbinBuilder().entry(1, 75, "xx", FatbinBuilder::kZstd, 4);
  EXPECT_EQ(problem(wrong.build()).message, "the device code is damaged: its PTX does not unpack");
  EXPECT_EQ(problem(Bytes(64)).message, "the device code is damaged: it is no fat binary");
  EXPECT_EQ(problem({}).message, "the device code is damaged: it is no fat binary");
}

TEST(Fatbin, EveryTruncationIsAProblem) {
  const auto whole =
      FatbinBuilder().entry(2, 75, "elf").zstd_ptx(75, std::string(300, 'x')).build();
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes));
    EXPECT_TRUE(std::holds_alternative<FatbinProblem>(read_fatbin(cut, 75))) << bytes;
  }
}

TEST(Fatbin, DamageNeverReadsOutOfBounds) {
  // Run under the asan preset this shows more; here it must only come back.
  const auto whole = FatbinBuilder()
                         .entry(1, 70,
                                "\x42"
                                "abcd"
                                "\x04",
                                FatbinBuilder::kLz4, 12)
                         .zstd_ptx(75, std::string(300, 'x'))
                         .build();
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    auto damaged = whole;
    for (int hits = 0; hits < 4; ++hits) {
      damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    }
    const auto result = read_fatbin(damaged, i % 2 == 0 ? 75 : 70);
    const auto* got = std::get_if<PtxImage>(&result);
    EXPECT_TRUE(got == nullptr || got->text.size() <= kMaxPtxBytes);
  }
}

TEST(Lz4, FollowsLongLengths) {
  // 15 + 255 + 30 = 300 literals; a match of 4 + 15 + 6 = 25 characters, 1 back; 5 literals at the
  // end.
  std::string block("\xff\xff\x1e", 3);
  block += std::string(300, 'l');
  block += std::string("\x01\x00\x06", 3);
  block +=
      "\x50"
      "12345";
  const auto bytes = std::as_bytes(std::span(block));
  EXPECT_EQ(decode_lz4(bytes, 330), std::string(325, 'l') + "12345");
  EXPECT_EQ(decode_lz4(bytes, 329), std::nullopt);
  EXPECT_EQ(decode_lz4(bytes, 331), std::nullopt);
}

TEST(Lz4, RefusesAMatchBeforeTheBegin) {
  const std::string block(
      "\x10"
      "a"
      "\x02\x00"
      "\x10"
      "z",
      6);
  EXPECT_EQ(decode_lz4(std::as_bytes(std::span(block)), 6), std::nullopt);
  const std::string zero(
      "\x10"
      "a"
      "\x00\x00"
      "\x10"
      "z",
      6);
  EXPECT_EQ(decode_lz4(std::as_bytes(std::span(zero)), 6), std::nullopt);
  EXPECT_EQ(decode_lz4({}, 0), std::nullopt);
}

}  // namespace
}  // namespace warpgrade::device::emulated

// SPDX-License-Identifier: Apache-2.0
// Values survive the way to bytes and back; every cut and every lie about a size is noticed.
#include "harness/device/wire.hpp"

#include "harness/device/messages.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::wire {
namespace {

template <class... T>
std::vector<std::byte> packed(const T&... values) {
  Writer writer;
  writer(values...);
  return {writer.bytes().begin(), writer.bytes().end()};
}

TEST(Wire, ScalarsComeBack) {
  const auto bytes = packed(std::uint8_t{200}, std::int64_t{-5}, 0.1, true, Owner::submission);
  Reader reader(bytes);
  std::uint8_t a = 0;
  std::int64_t b = 0;
  double c = 0;
  bool d = false;
  auto e = Owner::harness;
  reader(a, b, c, d, e);
  EXPECT_TRUE(reader.finished());
  EXPECT_EQ(a, 200);
  EXPECT_EQ(b, -5);
  EXPECT_EQ(c, 0.1);
  EXPECT_TRUE(d);
  EXPECT_EQ(e, Owner::submission);
}

TEST(Wire, TextAndListsComeBack) {
  const std::string text("a\0b", 3);
  const std::vector<std::string> list{"x", "", "yz"};
  const std::vector<std::byte> data{std::byte{1}, std::byte{255}};
  const auto bytes =
      packed(text, list, data, std::string_view("view"), std::vector<Dim3>{{1, 2, 3}});
  Reader reader(bytes);
  std::string a;
  std::vector<std::string> b;
  std::vector<std::byte> c;
  std::string_view d;
  std::vector<Dim3> e;
  reader(a, b, c, d, e);
  EXPECT_TRUE(reader.finished());
  EXPECT_EQ(a, text);
  EXPECT_EQ(b, list);
  EXPECT_EQ(c, data);
  EXPECT_EQ(d, "view");
  EXPECT_EQ(e, (std::vector<Dim3>{{1, 2, 3}}));
}

TEST(Wire, RawDataTravelsOneByteAByte) {
  EXPECT_EQ(packed(std::vector<std::byte>(100)).size(), 108U);
}

TEST(Wire, ALengthBeyondTheMessageFailsWithoutAllocating) {
  for (const std::uint64_t length : {std::uint64_t{1}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    const auto bytes = packed(length);
    std::string text;
    std::vector<std::byte> data;
    std::vector<Dim3> list;
    Reader of_text(bytes);
    of_text(text);
    Reader of_data(bytes);
    of_data(data);
    Reader of_list(bytes);
    of_list(list);
    EXPECT_FALSE(of_text.ok() || of_data.ok() || of_list.ok());
    EXPECT_LE(list.capacity(), 1U);
  }
}

TEST(Wire, ValuesOutsideTheirTypeFail) {
  bool flag = false;
  const auto two = packed(std::uint8_t{2});
  Reader of_flag(two);
  of_flag(flag);
  EXPECT_FALSE(of_flag.ok());
  for (const std::int32_t number : {-1, 2, 1000}) {
    const auto bytes = packed(number);
    auto owner = Owner::harness;
    Reader reader(bytes);
    reader(owner);
    EXPECT_FALSE(reader.ok()) << number;
  }
}

TEST(Wire, LeftOverBytesAreNoFinish) {
  const auto bytes = packed(1, 2);
  int value = 0;
  Reader reader(bytes);
  reader(value);
  EXPECT_TRUE(reader.ok());
  EXPECT_FALSE(reader.finished());
}

/// Every struct that travels, filled so that no list in it is empty.
Evidence full_evidence() {
  Evidence evidence;
  auto& step = evidence.steps.emplace_back();
  step.what = "k";
  step.counters.kernel = "k";
  step.counters.lines.push_back({LineCounters::Kind::global_store, {"a.cu", 3}, 1, 2, 3, 4});
  step.touched.push_back({1, 2, 3});
  evidence.findings.emplace_back().message = "m";
  evidence.device_text = "t";
  return evidence;
}

template <class T>
void expect_every_cut_fails(const T& value) {
  const auto bytes = packed(value);
  T back{};
  Reader whole(bytes);
  whole(back);
  EXPECT_TRUE(whole.finished());
  EXPECT_EQ(packed(back), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    T cut{};
    Reader reader({bytes.data(), size});
    reader(cut);
    EXPECT_FALSE(reader.ok()) << "cut to " << size << " of " << bytes.size();
  }
}

TEST(Wire, EveryTruncationOfEveryStructFails) {
  expect_every_cut_fails(full_evidence());
  expect_every_cut_fails(DeviceInfo{});
  expect_every_cut_fails(RunOptions{});
  expect_every_cut_fails(KernelInfo{{{0, 8}, {8, 8}}, 16, 1, 2, 3, 4, 5, 6, 7});
  expect_every_cut_fails(LaunchRequest{1, "k", {}, {}, 0, 0, false, {std::byte{1}}});
}

}  // namespace
}  // namespace warpgrade::device::wire

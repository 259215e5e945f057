// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/device_text.hpp"

#include "harness/emulator/simt/cta.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace warpgrade::simt {

namespace {

constexpr std::size_t kMostString = 1024;
constexpr std::size_t kMostLine = 4096;
/// Widths and precisions beyond this would only fill memory.
constexpr int kMostWidth = 512;

std::string take(const std::string& text, std::size_t& at, const char* of) {
  const std::size_t end = std::min(text.find_first_not_of(of, at), text.size());
  std::string taken = text.substr(at, end - at);
  at = end;
  return taken;
}

/// `*` or a number of at most kMostWidth.
std::string take_number(const std::string& text, std::size_t& at) {
  if (at < text.size() && text[at] == '*') return text.substr(at++, 1);
  const std::string digits = take(text, at, "0123456789");
  const bool big = digits.size() > 3 || (!digits.empty() && std::stoi(digits) > kMostWidth);
  return big ? std::to_string(kMostWidth) : digits;
}

/// The conversion whose `%` stands before `at`.
DeviceText::Conversion parse_conversion(const std::string& text, std::size_t at) {
  DeviceText::Conversion found;
  found.flags = take(text, at, "-+ #0").substr(0, 5);
  found.width = take_number(text, at);
  if (at < text.size() && text[at] == '.') {
    found.precision = '.';
    found.precision.append(take_number(text, ++at));
  }
  const std::string length = take(text, at, "hlzjtL");
  found.is_long = length.find_first_of("lzjt") != std::string::npos;
  const bool known = at < text.size() && std::string_view("diuoxXeEfFgGaAcsp%").find(text[at]) !=
                                             std::string_view::npos;
  found.letter = known ? text[at] : '\0';
  found.end = std::min(at + 1, text.size());
  return found;
}

template <class T>
std::string print(const std::string& spec, T value) {
  std::array<char, kMostString> text{};
  // The format was taken apart before: one conversion, of T.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(text.data(), text.size(), spec.c_str(), value);
#pragma GCC diagnostic pop
  return {text.data(),
          std::min<std::size_t>(static_cast<std::size_t>(std::max(length, 0)), text.size() - 1)};
}

}  // namespace

bool DeviceText::read(std::uint64_t address, void* to, std::size_t bytes) const {
  const auto inside = [&](std::uint64_t window, std::uint64_t size) {
    return address >= window && address - window < size && bytes <= size - (address - window);
  };
  if (inside(kSharedWindow, warp_.cta().shared_bytes())) {
    std::memcpy(to, warp_.cta().shared() + (address - kSharedWindow), bytes);
    return true;
  }
  if (inside(kLocalWindow, warp_.local_bytes())) {
    std::memcpy(to, warp_.local(lane_) + (address - kLocalWindow), bytes);
    return true;
  }
  const auto view = warp_.worker().memory.view(address, bytes);
  if (view.size() != bytes) return false;
  std::memcpy(to, view.data(), bytes);
  return true;
}

std::string DeviceText::string(std::uint64_t address) const {
  std::string text;
  char c = 0;
  while (text.size() < kMostString && read(address + text.size(), &c, 1) && c != 0) text += c;
  return text;
}

/// The next argument; zero where there is none.
std::uint64_t DeviceText::argument(std::uint64_t& at, std::size_t bytes) const {
  at = (at + bytes - 1) / bytes * bytes;
  std::uint64_t value = 0;
  static_cast<void>(read(at, &value, bytes));
  at += bytes;
  return value;
}

/// A width or precision that stands among the arguments.
std::string DeviceText::number(const std::string& text, std::uint64_t& at) const {
  const std::size_t star = text.find('*');
  if (star == std::string::npos) return text;
  const auto given = static_cast<std::int32_t>(argument(at, 4));
  return text.substr(0, star) + std::to_string(std::clamp(given, -kMostWidth, kMostWidth));
}

/// One conversion with the argument it takes.
std::string DeviceText::converted(const Conversion& conversion, std::uint64_t& at) const {
  const char letter = conversion.letter;
  const std::string width = number(conversion.width, at);
  const std::string precision = number(conversion.precision, at);
  std::string head = "%";
  head.append(conversion.flags).append(width);
  if (!precision.starts_with(".-")) head.append(precision);
  const std::size_t bytes = conversion.is_long ? 8 : 4;
  const auto is_one_of = [letter](std::string_view letters) {
    return letters.find(letter) != std::string_view::npos;
  };
  if (letter == '%') return "%";
  if (is_one_of("di")) {
    const std::uint64_t bits = argument(at, bytes);
    return print(head + "lld", conversion.is_long
                                   ? static_cast<long long>(bits)
                                   : static_cast<long long>(static_cast<std::int32_t>(bits)));
  }
  if (is_one_of("uoxX"))
    return print(head + "ll" + letter, static_cast<unsigned long long>(argument(at, bytes)));
  if (is_one_of("eEfFgGaA")) return print(head + letter, std::bit_cast<double>(argument(at, 8)));
  if (letter == 'c') return print(head + letter, static_cast<int>(argument(at, 4)));
  if (letter == 's') return print(head + "s", string(argument(at, 8)).c_str());
  return print("%#llx", static_cast<unsigned long long>(argument(at, 8)));
}

std::string DeviceText::formatted(std::uint64_t format, std::uint64_t arguments) const {
  const std::string text = string(format);
  std::string line;
  std::uint64_t at = arguments;
  for (std::size_t i = 0; i < text.size() && line.size() < kMostLine;) {
    if (text[i] != '%') {
      line += text[i++];
      continue;
    }
    const Conversion conversion = parse_conversion(text, i + 1);
    if (conversion.letter == 0) break;
    line += converted(conversion, at);
    i = conversion.end;
  }
  return line;
}

}  // namespace warpgrade::simt

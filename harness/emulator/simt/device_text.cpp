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
constexpr std::size_t kMostSpec = 24;
/// Widths and precisions beyond this would only fill memory.
constexpr std::int32_t kMostWidth = 512;

/// Cuts the numbers in a conversion down to kMostWidth.
std::string capped(const std::string& spec) {
  std::string text;
  for (std::size_t i = 0; i < spec.size();) {
    const std::size_t end = std::min(spec.find_first_not_of("0123456789", i), spec.size());
    const bool digits = end != i && spec[i] != '0';
    const std::string number = spec.substr(i, digits ? end - i : 1);
    const bool big = digits && (number.size() > 3 || std::stoi(number) > kMostWidth);
    text += big ? std::to_string(kMostWidth) : number;
    i += number.size();
  }
  return text;
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

/// One conversion, e.g. "%5.2f", with the argument it takes.
std::string DeviceText::conversion(std::string spec, std::uint64_t& at) const {
  const char kind = spec.back();
  const bool is_long = spec.find('l') != std::string::npos || spec.find('z') != std::string::npos ||
                       spec.find('j') != std::string::npos || spec.find('t') != std::string::npos;
  const auto star = spec.find('*');
  if (star != std::string::npos) {
    const auto width = static_cast<std::int32_t>(argument(at, 4));
    spec.replace(star, 1, std::to_string(std::clamp(width, -kMostWidth, kMostWidth)));
    return conversion(spec, at);
  }
  std::erase_if(spec, [](char c) { return std::strchr("hlzjtL", c) != nullptr; });
  const std::string head = spec.substr(0, spec.size() - 1);
  if (std::strchr("di", kind) != nullptr) {
    const std::uint64_t bits = argument(at, is_long ? 8 : 4);
    return print(head + "lld", is_long ? static_cast<long long>(bits)
                                       : static_cast<long long>(static_cast<std::int32_t>(bits)));
  }
  if (std::strchr("uoxX", kind) != nullptr) {
    return print(head + "ll" + kind,
                 static_cast<unsigned long long>(argument(at, is_long ? 8 : 4)));
  }
  if (std::strchr("eEfFgGaA", kind) != nullptr) {
    return print(spec, std::bit_cast<double>(argument(at, 8)));
  }
  if (kind == 'c') return {1, static_cast<char>(argument(at, 4))};
  if (kind == 's') return print(spec, string(argument(at, 8)).c_str());
  return print(head + "#llx", static_cast<unsigned long long>(argument(at, 8)));
}

std::string DeviceText::formatted(std::uint64_t format, std::uint64_t arguments) const {
  const std::string text = string(format);
  std::string line;
  std::uint64_t at = arguments;
  for (std::size_t i = 0; i < text.size() && line.size() < kMostLine; ++i) {
    if (text[i] != '%') {
      line += text[i];
      continue;
    }
    const std::size_t end = text.find_first_not_of("-+ #0123456789.*hlzjtL", i + 1);
    if (end == std::string::npos || end - i > kMostSpec) break;
    const bool known =
        std::string_view("diuoxXeEfFgGaAcsp").find(text[end]) != std::string_view::npos;
    if (known) line += conversion(capped(text.substr(i, end - i + 1)), at);
    if (text[end] == '%') line += '%';
    i = end;
  }
  return line;
}

}  // namespace warpgrade::simt

// SPDX-License-Identifier: Apache-2.0
// Values <-> bytes of the device protocol. Both ends run on one machine, so scalars travel as they
// lie in memory. Every read is checked against the bytes that are there: a Reader never allocates
// more than the message holds, and one bad field fails the whole message.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace warpgrade::device::wire {

/// What stands before every body: its size, and the opcode (request) or Status (reply).
struct Header {
  std::uint32_t bytes = 0;
  std::uint32_t code = 0;
};

/// Most data bytes that one message carries; longer transfers are cut into several.
inline constexpr std::size_t kChunkBytes = std::size_t{16} << 20;
/// Largest request body that a server reads; more is garbage.
inline constexpr std::size_t kMaxRequestBytes = kChunkBytes + (std::size_t{64} << 10);
/// Largest reply body that a client reads.
inline constexpr std::size_t kMaxReplyBytes = std::size_t{512} << 20;

/// The highest value of an enumeration that travels; specialised beside the fields (messages.hpp).
template <class E>
inline constexpr E kLast{};

template <class T>
concept Number = (std::integral<T> && !std::same_as<T, bool>) || std::floating_point<T>;

template <class T>
concept Enumeration = std::is_enum_v<T> && !std::same_as<T, std::byte>;

/// A struct that describes itself: `fields(archive, value)` hands every member to the archive, in
/// order.
template <class T, class Archive>
concept Described = std::is_class_v<T> && requires(Archive& archive, T& value) {
  fields(archive, value);
};

/// Appends values to a message body.
class Writer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  /// Bytes without a length in front: the last field of a body.
  void raw(std::span<const std::byte> data) {
    bytes_.insert(bytes_.end(), data.begin(), data.end());
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <Number T>
  void put(const T& value) {
    raw(std::as_bytes(std::span<const T, 1>(&value, 1)));
  }
  void put(const bool& value) { put(static_cast<std::uint8_t>(value)); }
  template <Enumeration T>
  void put(const T& value) {
    put(static_cast<std::int32_t>(value));
  }
  void put(const std::string_view& text) { put(std::as_bytes(std::span(text))); }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const std::span<const std::byte>& data) {
    put(static_cast<std::uint64_t>(data.size()));
    raw(data);
  }
  void put(const std::vector<std::byte>& data) { put(std::span(data)); }
  template <class T>
  void put(const std::vector<T>& items) {
    put(static_cast<std::uint64_t>(items.size()));
    for (const auto& item : items) put(item);
  }
  template <class T>
  requires Described<const T, Writer>
  void put(const T& value) { fields(*this, value); }

  std::vector<std::byte> bytes_;
};

/// Takes values out of a message body. After the first field that does not fit, every later one
/// keeps its default and ok() stays false.
class Reader {
 public:
  Reader() = default;
  explicit Reader(std::span<const std::byte> body) : rest_(body) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  [[nodiscard]] bool ok() const { return ok_; }
  /// All fields were there and nothing is left over.
  [[nodiscard]] bool finished() const { return ok_ && rest_.empty(); }

 private:
  template <Number T>
  void get(T& value) {
    if (const auto data = take(sizeof(T)); ok_) std::memcpy(&value, data.data(), sizeof(T));
  }
  void get(bool& value) {
    std::uint8_t number = 0;
    get(number);
    ok_ = ok_ && number <= 1;
    value = ok_ && number == 1;
  }
  template <Enumeration T>
  void get(T& value) {
    std::int32_t number = 0;
    get(number);
    ok_ = ok_ && number >= 0 && number <= static_cast<std::int32_t>(kLast<T>);
    if (ok_) value = static_cast<T>(number);
  }
  void get(std::span<const std::byte>& data) {
    std::uint64_t bytes = 0;
    get(bytes);
    data = take(bytes);
  }
  void get(std::string_view& text) {
    std::span<const std::byte> data;
    get(data);
    text = {reinterpret_cast<const char*>(data.data()), data.size()};
  }
  void get(std::string& text) {
    std::string_view view;
    get(view);
    text = view;
  }
  void get(std::vector<std::byte>& data) {
    std::span<const std::byte> view;
    get(view);
    data.assign(view.begin(), view.end());
  }
  template <class T>
  void get(std::vector<T>& items) {
    std::uint64_t count = 0;
    get(count);
    items.clear();
    // Grows with what is really there, whatever `count` says.
    for (; ok_ && count > 0; --count) {
      if (rest_.empty()) ok_ = false;
      if (ok_) get(items.emplace_back());
    }
  }
  template <class T>
  requires Described<T, Reader>
  void get(T& value) { fields(*this, value); }

  std::span<const std::byte> take(std::uint64_t bytes) {
    ok_ = ok_ && bytes <= rest_.size();
    if (!ok_) return {};
    const auto data = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return data;
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace warpgrade::device::wire

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace warpgrade::worker {

/// What a worker prints: read from its pipe, counted in full, kept in part.
class Printed {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;   ///< More ends the worker.
  static constexpr std::size_t kKeptBytes = std::size_t{64} << 10;  ///< Of one take().

  Printed() = default;
  /// Takes over the read end of a pipe; it must not block.
  explicit Printed(int fd) : fd_(fd) {}
  Printed(Printed&& other) noexcept;
  Printed& operator=(Printed&& other) noexcept;
  ~Printed();

  /// Reads what is there, at most until too_much().
  void drain();
  [[nodiscard]] bool too_much() const { return bytes_ > kMostBytes; }
  /// The text since the last take(), the first kKeptBytes of it.
  std::string take() { return std::exchange(text_, {}); }
  /// To poll for input; -1 once all writers are gone.
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_ = -1;
  std::size_t bytes_ = 0;
  std::string text_;
};

}  // namespace warpgrade::worker

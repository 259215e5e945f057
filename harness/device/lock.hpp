// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace warpgrade::device {

/// One grading at a time measures on one piece of hardware. The lock is the kernel's (flock), so it
/// is gone with the process that holds it, however that ends.
class Lock {
 public:
  /// Waits until it is free.
  /// @param folder   Shared by all who grade, e.g. /tmp.
  /// @param name     DeviceInfo::uuid; characters other than letters, digits and '-' are left out.
  /// @param waiting  Called once if somebody else holds it; may be empty.
  /// @param seconds  Longest wait.
  /// @throws std::runtime_error if the file cannot be opened, or the wait is over.
  static Lock take(const std::filesystem::path& folder, const std::string& name,
                   const std::function<void()>& waiting, double seconds);

  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&& other) noexcept;
  ~Lock();

 private:
  explicit Lock(int fd) : fd_(fd) {}

  int fd_ = -1;
};

}  // namespace warpgrade::device

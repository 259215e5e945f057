// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace warpgrade::cli {

/// The command was asked for in a way that cannot work: exit 2. The message says what is wrong and
/// what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace warpgrade::cli

// SPDX-License-Identifier: Apache-2.0
// What the expected values of the wrong cells have in common, and how got values lie to them.
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <string>

namespace warpgrade::diagnose {

/// The kind of value ("0", "a negative number", ...) that every wrong cell should hold, if every
/// cell that should hold one is wrong; null if there is no such kind, or the expected output is not
/// known.
const char* common_value(const Evidence& e);

/// The narrower type ("half precision", ...) to which every wrong cell's own value was rounded;
/// null if there is none.
const char* rounded_to(const Evidence& e);

/// The value that every wrong cell holds ("0"), if they all hold one that was written on purpose:
/// not a poison, and not a value that only the input has. Empty if they do not.
std::string one_value(const Evidence& e);

}  // namespace warpgrade::diagnose

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::ptx {

/// A kernel's or function's name as its author wrote it: `tiled`, `ns::scale<float, 3>`. Return
/// type, parameters, anonymous namespaces and nvcc's file-local namespaces are left out; template
/// arguments, too, where they could be expensive to read (names come from untrusted text). Returns
/// `mangled` itself if it is no mangled name, or a very long one.
std::string demangled_name(std::string_view mangled);

}  // namespace warpgrade::ptx

// SPDX-License-Identifier: Apache-2.0
// Reads harness/layers.txt and finds the includes that it does not allow.
#pragma once

#include <istream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpgrade::architecture {

/// Folder of harness/ -> folders it may include, itself among them.
using Layers = std::map<std::string, std::set<std::string>>;

/// Parses "folder : folder folder ..." lines; '#' starts a comment line.
Layers read_layers(std::istream& in);

/// The longest row that `path` (relative to harness/, with its file name) lies in; empty if none
/// does.
std::string folder_of(const Layers& layers, const std::string& path);

/// Lines of `file`, which lies in `folder`, that include what the folder may not: another folder of
/// ours, a file of ours that no row covers or that is named without "harness/", or a CUDA header
/// outside the two folders that may see one.
std::vector<std::string> forbidden_includes(const Layers& layers, const std::string& folder,
                                            std::istream& file);

/// Rows that allow a folder without a row, or that are not below all rows that may include them.
std::vector<std::string> broken_rows(std::istream& in);

}  // namespace warpgrade::architecture

// SPDX-License-Identifier: Apache-2.0
// A checker for the part of JSON Schema that docs/result.schema.json uses.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace warpgrade::report {

/// What is wrong with `value`, one line each, "/path: why"; empty if it is valid. A keyword that
/// the checker lacks is a complaint too, and so is a property that the schema does not know.
std::vector<std::string> schema_complaints(const nlohmann::json& schema,
                                           const nlohmann::json& value);

}  // namespace warpgrade::report

// SPDX-License-Identifier: Apache-2.0
#include "schema.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>

namespace warpgrade::report {
namespace {

using Json = nlohmann::json;

struct Checker {
  const Json& root;
  std::vector<std::string> complaints;

  void check(const Json& schema, const Json& value, const std::string& path);
  void complain(const std::string& path, const std::string& why) {
    complaints.push_back(path + ": " + why);
  }
};

bool has_type(const Json& value, const std::string& type) {
  static const std::map<std::string, std::function<bool(const Json&)>> types{
      {"object", [](const Json& v) { return v.is_object(); }},
      {"array", [](const Json& v) { return v.is_array(); }},
      {"string", [](const Json& v) { return v.is_string(); }},
      {"boolean", [](const Json& v) { return v.is_boolean(); }},
      {"integer", [](const Json& v) { return v.is_number_integer(); }},
      {"number", [](const Json& v) { return v.is_number(); }},
      {"null", [](const Json& v) { return v.is_null(); }}};
  return types.at(type)(value);
}

bool has_one_type(const Json& value, const Json& types) {
  if (types.is_string()) return has_type(value, types);
  return std::ranges::any_of(types, [&](const Json& type) { return has_type(value, type); });
}

using Rule = void (*)(Checker&, const Json& argument, const Json& value, const std::string& path);

void check_properties(Checker& checker, const Json& properties, const Json& value,
                      const std::string& path) {
  if (!value.is_object()) return;
  for (const auto& [name, member] : value.items()) {
    if (properties.contains(name)) {
      checker.check(properties[name], member, path + '/' + name);
    } else {
      checker.complain(path, "unknown property " + name);
    }
  }
}

void check_required(Checker& checker, const Json& names, const Json& value,
                    const std::string& path) {
  if (!value.is_object()) return;
  for (const std::string name : names) {
    if (!value.contains(name)) checker.complain(path, "misses " + name);
  }
}

void check_items(Checker& checker, const Json& schema, const Json& value, const std::string& path) {
  if (!value.is_array()) return;
  for (std::size_t i = 0; i < value.size(); ++i) {
    checker.check(schema, value[i], path + '/' + std::to_string(i));
  }
}

void check_reference(Checker& checker, const Json& reference, const Json& value,
                     const std::string& path) {
  const auto pointer = reference.get<std::string>().substr(1);
  checker.check(checker.root.at(Json::json_pointer(pointer)), value, path);
}

void check_type(Checker& checker, const Json& types, const Json& value, const std::string& path) {
  if (!has_one_type(value, types)) checker.complain(path, "is no " + types.dump());
}

void check_enum(Checker& checker, const Json& values, const Json& value, const std::string& path) {
  if (std::ranges::find(values, value) == values.end())
    checker.complain(path, "is none of " + values.dump());
}

void check_const(Checker& checker, const Json& expected, const Json& value,
                 const std::string& path) {
  if (value != expected) checker.complain(path, "is not " + expected.dump());
}

void check_pattern(Checker& checker, const Json& pattern, const Json& value,
                   const std::string& path) {
  if (!value.is_string()) return;
  if (!std::regex_search(value.get<std::string>(), std::regex{pattern.get<std::string>()})) {
    checker.complain(path, "does not match " + pattern.dump());
  }
}

void check_minimum(Checker& checker, const Json& least, const Json& value,
                   const std::string& path) {
  if (value.is_number() && value < least) checker.complain(path, "is below " + least.dump());
}

void check_least_items(Checker& checker, const Json& least, const Json& value,
                       const std::string& path) {
  if (value.is_array() && value.size() < least) checker.complain(path, "has too few items");
}

void check_most_items(Checker& checker, const Json& most, const Json& value,
                      const std::string& path) {
  if (value.is_array() && value.size() > most) checker.complain(path, "has too many items");
}

void accept(Checker& /*checker*/, const Json& /*argument*/, const Json& /*value*/,
            const std::string& /*path*/) {}

const std::map<std::string, Rule>& rules() {
  static const std::map<std::string, Rule> table{
      {"$schema", accept},           {"title", accept},
      {"description", accept},       {"$defs", accept},
      {"type", check_type},          {"properties", check_properties},
      {"required", check_required},  {"items", check_items},
      {"$ref", check_reference},     {"enum", check_enum},
      {"const", check_const},        {"pattern", check_pattern},
      {"minimum", check_minimum},    {"minItems", check_least_items},
      {"maxItems", check_most_items}};
  return table;
}

void Checker::check(const Json& schema, const Json& value, const std::string& path) {
  for (const auto& [keyword, argument] : schema.items()) {
    const auto rule = rules().find(keyword);
    if (rule == rules().end()) {
      complain(path, "the schema uses " + keyword + ", which this checker lacks");
    } else {
      rule->second(*this, argument, value, path);
    }
  }
}

}  // namespace

std::vector<std::string> schema_complaints(const Json& schema, const Json& value) {
  Checker checker{schema, {}};
  checker.check(schema, value, "");
  return checker.complaints;
}

}  // namespace warpgrade::report

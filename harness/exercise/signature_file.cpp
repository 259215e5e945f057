// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/signature_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace warpgrade::exercise {
namespace {

using Kind = Parameter::Kind;

constexpr std::int64_t kMostConstant = std::int64_t{1} << 20;
constexpr std::string_view kSizeType = "size";

/// Sizes and parameters become names in C++.
bool is_identifier(std::string_view name) {
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::ranges::all_of(name, plain) &&
         std::isdigit(static_cast<unsigned char>(name.front())) == 0;
}

void check_output(const Section& top) {
  const std::vector<std::string> transposed{"cols", "rows"};
  const auto output =
      top.required(top.texts("output"), "output", R"(add output = ["cols", "rows"])");
  if (output == transposed) return;
  top.fail("output", fmt::format("is [{}]", fmt::join(output, ", ")),
           R"(write output = ["cols", "rows"], or declare every [[parameter]] of solve())");
}

std::vector<std::string> read_sizes(const Section& top) {
  auto sizes = top.texts("sizes").value_or(std::vector<std::string>{"rows", "cols"});
  if (sizes.empty() || sizes.size() > Shape::kMostSizes) {
    top.fail("sizes", fmt::format("has {} names", sizes.size()),
             fmt::format("name 1 to {} sizes", Shape::kMostSizes));
  }
  constexpr std::array<std::string_view, 4> taken{"fill", "seed", "why", "extreme"};
  for (const auto& size : sizes) {
    const bool free = std::ranges::find(taken, size) == taken.end();
    if (free && is_identifier(size) && std::ranges::count(sizes, size) == 1) continue;
    top.fail("sizes", fmt::format("has \"{}\"", size),
             "give every size another name of letters, digits and underscores, none of which is "
             "a key of a case");
  }
  return sizes;
}

Side read_side(const Section& section, const Section::Word& word,
               const std::vector<std::string>& sizes) {
  if (const auto* constant = std::get_if<std::int64_t>(&word)) return {std::nullopt, *constant};
  const auto& name = std::get<std::string>(word);
  const auto found = std::ranges::find(sizes, name);
  if (found != sizes.end()) return {static_cast<std::size_t>(found - sizes.begin()), 1};
  section.fail("extent", fmt::format("has \"{}\", which is no size", name),
               fmt::format("write numbers or sizes: {}", fmt::join(sizes, ", ")));
}

void read_extent(const Section& section, const std::vector<std::string>& sizes,
                 Parameter& parameter) {
  const auto words = section.required(section.words("extent", kMostConstant), "extent",
                                      R"(add extent = ["rows", "cols"])");
  if (words.empty() || words.size() > 2) {
    section.fail("extent", fmt::format("has {} sides", words.size()), "write one side or two");
  }
  parameter.rows = read_side(section, words.front(), sizes);
  if (words.size() == 2) parameter.cols = read_side(section, words.back(), sizes);
}

void read_buffer(const Section& section, const std::vector<std::string>& sizes,
                 Parameter& parameter) {
  const auto direction =
      section.required(section.text("direction"), "direction", R"(add direction = "in" or "out")");
  if (direction != "in" && direction != "out") {
    section.fail("direction", fmt::format("is \"{}\"", direction), R"(write "in" or "out")");
  }
  parameter.kind = direction == "in" ? Kind::in : Kind::out;
  read_extent(section, sizes, parameter);
  const auto fill = section.text("fill");
  if (!fill) return;
  if (parameter.kind == Kind::out) section.fail("fill", "is of an output", "drop the line");
  const auto known = fill_of_name(*fill);
  if (!known) {
    section.fail("fill", fmt::format("is \"{}\", which is no fill that we know", *fill),
                 R"(write fill = "index" or "small")");
  }
  parameter.fill = *known;
}

void read_size(const Section& section, const std::vector<std::string>& sizes,
               Parameter& parameter) {
  for (const auto* key : {"direction", "extent", "fill"}) {
    if (section.has(key)) section.fail(key, "is of a size", "drop the line: a size is a number");
  }
  const auto found = std::ranges::find(sizes, parameter.name);
  if (found == sizes.end()) {
    section.fail("name", fmt::format("is \"{}\", which is no size", parameter.name),
                 fmt::format("write one of {}", fmt::join(sizes, ", ")));
  }
  parameter.kind = Kind::size;
  parameter.size = static_cast<std::size_t>(found - sizes.begin());
}

Parameter read_parameter(const Section& section, const std::vector<std::string>& sizes) {
  Parameter parameter;
  parameter.name = section.required(section.text("name"), "name", "add name = \"...\"");
  if (!is_identifier(parameter.name)) {
    section.fail("name", fmt::format("is \"{}\"", parameter.name),
                 "write a name of letters, digits and underscores");
  }
  const auto type = section.required(section.text("type"), "type",
                                     R"(add type = "float", "double", "int" or "size")");
  if (type == kSizeType) {
    read_size(section, sizes, parameter);
    return parameter;
  }
  const auto element = element_of_name(type);
  if (!element) {
    section.fail("type", fmt::format("is \"{}\"", type),
                 R"(write "float", "double", "int" or "size")");
  }
  parameter.type = *element;
  read_buffer(section, sizes, parameter);
  return parameter;
}

void check_parameters(const Section& top, const std::vector<Parameter>& parameters) {
  const auto fail = [&](std::string_view what, std::string_view remedy) {
    top.fail("parameter", what, remedy);
  };
  if (parameters.size() > Signature::kMostParameters) {
    fail(fmt::format("is there {} times", parameters.size()),
         fmt::format("declare at most {}", Signature::kMostParameters));
  }
  for (const auto& parameter : parameters) {
    if (std::ranges::count(parameters, parameter.name, &Parameter::name) > 1) {
      fail(fmt::format("\"{}\" is there twice", parameter.name), "give each another name");
    }
  }
  if (std::ranges::count(parameters, Kind::out, &Parameter::kind) != 1) {
    fail("tables declare no output, or several", "declare exactly one with direction = \"out\"");
  }
  if (std::ranges::count(parameters, Kind::in, &Parameter::kind) == 0) {
    fail("tables declare no input", "declare at least one with direction = \"in\"");
  }
}

/// The buffer that the baseline copies: by default the output.
std::size_t read_copied(const Section& top, const Signature& signature) {
  const auto name = top.text("copy").value_or(signature.output().name);
  const auto found = std::ranges::find(signature.parameters, name, &Parameter::name);
  if (found != signature.parameters.end() && found->kind != Kind::size) {
    return static_cast<std::size_t>(found - signature.parameters.begin());
  }
  top.fail("copy", fmt::format("is \"{}\", which is no buffer", name),
           "name a [[parameter]] with an extent");
}

}  // namespace

Signature read_signature(const Section& top) {
  const auto sections = top.sections("parameter", {"name", "type", "direction", "extent", "fill"});
  if (sections.empty()) {
    for (const auto* key : {"sizes", "copy"}) {
      if (top.has(key)) top.fail(key, "is there without a [[parameter]]", "declare them, too");
    }
    check_output(top);
    return transpose_signature();
  }
  if (top.has("output")) {
    top.fail("output", "is there beside a [[parameter]]", "drop the line: they say its extent");
  }
  Signature signature;
  signature.sizes = read_sizes(top);
  signature.parameters.reserve(sections.size());
  for (const auto& section : sections) {
    signature.parameters.push_back(read_parameter(section, signature.sizes));
  }
  check_parameters(top, signature.parameters);
  signature.copied = read_copied(top, signature);
  return signature;
}

}  // namespace warpgrade::exercise

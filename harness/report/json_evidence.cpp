// SPDX-License-Identifier: Apache-2.0
#include "harness/report/json_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace warpgrade::report {
namespace {

// In the order of Holds and of Basis.
constexpr std::array<std::string_view, 4> kHolds{"unwritten", "unset", "input", "other"};
constexpr std::array<std::string_view, 2> kBasis{"modelled", "measured"};

using Names = std::vector<std::string>;

/// All sizes by name, and the first two as rows and cols, which readers of any exercise find there.
Json case_json(const Shape& shape, const Names& names) {
  Json sizes = Json::object();
  for (std::size_t i = 0; i < std::min(names.size(), shape.size()); ++i) sizes[names[i]] = shape[i];
  const auto extent = shape.extent();
  return {{"rows", extent.rows}, {"cols", extent.cols}, {"sizes", std::move(sizes)}};
}

/// `json` with the sizes of a case in it.
Json with_case(Json json, const Shape& shape, const Names& names) {
  json.update(case_json(shape, names));
  return json;
}

Json triple(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

// As a number (nine digits name every float), null for NaN and infinities, which JSON lacks.
Json value_of(std::uint64_t bits, ElementType type) {
  const auto word = static_cast<std::uint32_t>(bits);
  if (type == ElementType::int32) return static_cast<std::int32_t>(word);
  if (type == ElementType::float32) return number(static_cast<double>(std::bit_cast<float>(word)));
  const auto value = std::bit_cast<double>(bits);
  return std::isfinite(value) ? Json(value) : Json();
}

std::string bits_text(std::uint64_t bits, ElementType type) {
  constexpr int digits_of_a_word = 8;
  return fmt::format("0x{:0{}x}", bits, digits_of_a_word * words_of(type));
}

Json wrong_cell(const WrongCell& cell, ElementType type) {
  return {{"row", cell.row},
          {"col", cell.col},
          {"expected", value_of(cell.expected, type)},
          {"got", value_of(cell.got, type)},
          {"expected_bits", bits_text(cell.expected, type)},
          {"got_bits", bits_text(cell.got, type)},
          {"holds", kHolds.at(static_cast<std::size_t>(cell.holds))},
          {"from_row", cell.from_row},
          {"from_col", cell.from_col}};
}

Json wrong_cells(const std::vector<WrongCell>& cells, ElementType type) {
  Json rows = Json::array();
  for (const auto& cell : cells) rows.push_back(wrong_cell(cell, type));
  return rows;
}

Json smallest(const SmallestCase& smallest, const Names& names) {
  return with_case({{"smaller_shapes_tried", smallest.smaller_shapes_tried},
                    {"proved_smallest", smallest.proved_smallest}},
                   smallest.input, names);
}

Json diagnosis(const Diagnosis& diagnosis, const Names& names) {
  return with_case({{"pattern", diagnosis.pattern}, {"sentence", diagnosis.sentence}},
                   diagnosis.input, names);
}

Json global(const GlobalCounters& counters, double vs_copy) {
  const auto requests = static_cast<double>(counters.requests);
  const auto sectors = static_cast<double>(counters.sectors);
  return {{"requests", counters.requests},
          {"sectors", counters.sectors},
          {"sectors_ideal", counters.sectors_ideal},
          {"sectors_per_request", number(counters.requests == 0 ? 0 : sectors / requests)},
          {"sectors_vs_copy", number(vs_copy)}};
}

Json shared(const SharedCounters& counters) {
  return {{"requests", counters.requests},
          {"wavefronts", counters.wavefronts},
          {"wavefronts_ideal", counters.wavefronts_ideal}};
}

Json sampled(const std::vector<SampledCase>& cases) {
  Json rows = Json::array();
  for (const auto& c : cases) {
    rows.push_back({{"rows", c.input.rows},
                    {"cols", c.input.cols},
                    {"blocks_run", c.blocks_run},
                    {"blocks", c.blocks},
                    {"cells_checked", c.cells_checked},
                    {"not_run", c.not_run}});
  }
  return rows;
}

}  // namespace

Json number(double value) {
  if (!std::isfinite(value)) return {};
  return std::stod(fmt::format("{:.9g}", value));
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(); }

Json correctness_json(const Correctness& c, const Names& sizes) {
  return {{"cases_run", c.cases_run},
          {"cases_failed", c.cases_failed},
          {"smallest_failing_case",
           c.smallest_failing_case ? smallest(*c.smallest_failing_case, sizes) : Json()},
          {"smallest_same_pattern",
           c.smallest_same_pattern ? case_json(*c.smallest_same_pattern, sizes) : Json()},
          {"rule", c.rule},
          {"wrong_cells", c.wrong_cells},
          {"element", element_name(c.element)},
          {"first_wrong_cells", wrong_cells(c.first_wrong_cells, c.element)},
          {"diagnosis", c.diagnosis ? diagnosis(*c.diagnosis, sizes) : Json()},
          {"sampled", sampled(c.sampled)},
          {"picture", c.picture}};
}

Json findings_json(const std::vector<Finding>& findings) {
  Json rows = Json::array();
  for (const auto& finding : findings) {
    rows.push_back({{"kind", finding_kind_name(finding.kind)},
                    {"severity", severity_name(finding.severity)},
                    {"message", finding.message},
                    {"file", finding.where.file},
                    {"line", finding.where.line},
                    {"other_line", finding.other.line},
                    {"kernel", finding.kernel},
                    {"block", triple(finding.block)},
                    {"thread", triple(finding.thread)},
                    {"count", finding.count}});
  }
  return rows;
}

Json timing_json(const Timing& timing, const Names& sizes) {
  Json json{
      {"basis", kBasis.at(static_cast<std::size_t>(timing.basis))},
      {"fits_in_l2", timing.fits_in_l2},
      {"bytes_moved", timing.bytes_moved},
      {"bytes_copied", timing.bytes_copied},
      {"copy_seconds", number(timing.copy_seconds)},
      {"naive_seconds", number(timing.naive_seconds)},
      {"solve_seconds", number(timing.solve_seconds)},
      {"memcpy_seconds", number(timing.memcpy_seconds)},
      {"ratio_to_copy", number(timing.ratio_to_copy)},
      {"ratio_interval", Json::array({number(timing.ratio_low), number(timing.ratio_high)})},
      {"speedup_over_naive", number(timing.speedup_over_naive)},
      {"speedup_interval", Json::array({number(timing.speedup_low), number(timing.speedup_high)})},
      {"samples", timing.samples},
      {"discarded", timing.discarded},
      {"undecided", timing.undecided},
      {"noise", timing.noise}};
  return with_case(std::move(json), timing.input, sizes);
}

Json counters_json(const std::vector<CountersReport>& counters) {
  Json rows = Json::array();
  for (const auto& [k, load_vs_copy, store_vs_copy] : counters) {
    rows.push_back({{"kernel", k.kernel},
                    {"launches", k.launches},
                    {"grid", triple(k.grid)},
                    {"block", triple(k.block)},
                    {"static_shared_bytes", k.static_shared_bytes},
                    {"dynamic_shared_bytes", k.dynamic_shared_bytes},
                    {"global_load", global(k.global_load, load_vs_copy)},
                    {"global_store", global(k.global_store, store_vs_copy)},
                    {"shared_load", shared(k.shared_load)},
                    {"shared_store", shared(k.shared_store)},
                    {"shared_load_estimated", shared(k.shared_load_estimated)},
                    {"shared_atomic", shared(k.shared_atomic)}});
  }
  return rows;
}

}  // namespace warpgrade::report

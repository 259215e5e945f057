// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/exercise_file.hpp"

#include "harness/exercise/nearest.hpp"
#include "harness/exercise/signature_file.hpp"
#include "harness/exercise/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::exercise {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kWidestTile = 1024;

/// The folder's own name, also for "." and with a slash at the end.
std::string folder_name(const fs::path& folder) {
  const auto whole = fs::weakly_canonical(folder);
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

bool is_plain_name(const std::string& name) {
  return fs::path{name}.filename() == name && name != "." && name != "..";
}

std::string read_file_name(const Section& top) {
  auto name =
      top.required(top.text("file"), "file", "add file = \"NAME.cu\", the learner's file name");
  if (!is_plain_name(name) || fs::path{name}.extension() != ".cu") {
    top.fail("file", fmt::format("is \"{}\"", name), "write a plain file name that ends in .cu");
  }
  return name;
}

fs::path cases_file(const Section& top, const Library& library, const fs::path& folder,
                    const std::string& name) {
  const auto file = name + ".toml";
  for (auto candidate : {folder / file, library.root / "cases" / file}) {
    if (is_plain_name(name) && fs::is_regular_file(candidate)) return candidate;
  }
  top.fail("cases",
           fmt::format("is \"{}\", but neither {} nor {} is a file", name, (folder / file).string(),
                       (library.root / "cases" / file).string()),
           "write the name of a cases file without folder and .toml");
}

/// The cases of one file, or of several, one file after the other.
std::vector<Case> read_ladder(const Section& top, const Library& library, const fs::path& folder,
                              const Signature& signature) {
  std::vector<Case> ladder;
  for (const auto& name : top.required(top.text_or_texts("cases"), "cases",
                                       "add cases = \"NAME\" for cases/NAME.toml")) {
    const auto file = cases_file(top, library, folder, name);
    for (auto& one : read_cases(file, signature)) {
      if (std::ranges::any_of(ladder, [&one](const Case& c) { return same_input(c, one); })) {
        top.fail("cases",
                 fmt::format("holds the case {} twice: in {} and in a file before it",
                             shape_text(one.input), file.string()),
                 "remove the case from one of the two");
      }
      ladder.push_back(std::move(one));
    }
  }
  return ladder;
}

std::vector<std::int64_t> read_wavefronts(const Section& section) {
  constexpr std::string_view key = "wavefronts_per_request";
  constexpr std::int64_t lanes = 32;
  std::vector<std::int64_t> wavefronts;
  for (const auto& word : section.words(key, lanes).value_or(std::vector<Section::Word>{})) {
    const auto* number = std::get_if<std::int64_t>(&word);
    if (number == nullptr) section.fail(key, "holds a text", "write whole numbers from 1 to 32");
    wavefronts.push_back(*number);
  }
  return wavefronts;
}

Goals read_goals(const Section& top) {
  const auto section =
      top.section("goal", {"faster_than_naive", "max_sectors_vs_copy", "max_load_sectors_vs_naive",
                           "max_wavefronts_vs_ideal", "min_share_of_copy",
                           "min_dynamic_shared_bytes", "wavefronts_per_request"});
  if (!section) return {};
  Goals goals;
  goals.faster_than_naive = section->positive("faster_than_naive");
  goals.max_sectors_vs_copy = section->positive("max_sectors_vs_copy");
  goals.max_load_sectors_vs_naive = section->positive("max_load_sectors_vs_naive");
  goals.max_wavefronts_vs_ideal = section->positive("max_wavefronts_vs_ideal");
  goals.min_share_of_copy = section->positive("min_share_of_copy");
  if (const auto bytes = section->integer("min_dynamic_shared_bytes", 1)) {
    goals.min_dynamic_shared_bytes = static_cast<std::uint64_t>(*bytes);
  }
  goals.wavefronts_per_request = read_wavefronts(*section);
  return goals;
}

Outcome read_outcome(const Section& top, Outcome otherwise) {
  const auto name = top.text("starter_outcome");
  if (!name) return otherwise;
  if (const auto outcome = outcome_of_name(*name)) return *outcome;
  std::vector<std::string> names;
  names.reserve(kOutcomes);
  for (int i = 0; i < kOutcomes; ++i) names.emplace_back(outcome_name(static_cast<Outcome>(i)));
  top.fail("starter_outcome", fmt::format("is \"{}\", which is no outcome", *name),
           fmt::format("did you mean {}?", nearest_first(*name, std::move(names)).front()));
}

/// `folder`/`name`, which must be there for the exercise to work.
fs::path part(const fs::path& folder, const std::string& name, std::string_view what) {
  auto path = folder / name;
  if (fs::is_regular_file(path)) return path;
  throw ExerciseError{fmt::format("{}:1: {} is missing from the folder; add {}",
                                  (folder / kExerciseFile).string(), name, what)};
}

/// Where naive.cu and reference.cpp lie: in the folder, or in that of the exercise that `baseline`
/// names.
fs::path baseline_folder(const Section& top, const Library& library, const fs::path& folder) {
  const auto name = top.text("baseline");
  if (!name) return folder;
  auto other = library.root / "exercises" / *name;
  if (is_plain_name(*name) && fs::is_regular_file(other / kExerciseFile)) return other;
  top.fail("baseline", fmt::format("is \"{}\", which is no exercise of ours", *name),
           "name one of warpgrade list, or drop the line and add naive.cu and reference.cpp");
}

void find_parts(Exercise& e, const fs::path& baseline) {
  e.starter = part(e.folder, e.file, "the starter, under the learner's file name");
  e.naive = part(baseline, "naive.cu", "the naive kernel that submissions are compared with");
  e.reference = part(baseline, "reference.cpp", "the reference that runs on the host");
  e.readme = part(e.folder, "README.md", "the task and its hints");
}

}  // namespace

Exercise read_exercise(const Library& library, const fs::path& folder) {
  const auto file = folder / kExerciseFile;
  const auto table = parse_toml(file);
  std::vector<std::string> known{"title",           "file", "cases",  "timing_case", "tile",
                                 "starter_outcome", "goal", "claims", "baseline",    "unfinished"};
  known.insert(known.end(), kSignatureKeys.begin(), kSignatureKeys.end());
  const Section top{file, table, "", std::move(known)};
  Exercise e;
  e.id = folder_name(folder);
  e.folder = folder;
  e.title = top.required(top.text("title"), "title", "add title = \"...\"");
  e.file = read_file_name(top);
  e.signature = read_signature(top);
  const auto& sizes = e.signature.sizes;
  e.timing_case.input = top.required(top.section("timing_case", sizes), "timing_case",
                                     "add timing_case = { rows = 2003, cols = 3001 }")
                            .shape(sizes);
  e.tile = top.integer("tile", 1, kWidestTile).value_or(e.tile);
  e.starter_outcome = read_outcome(top, e.starter_outcome);
  e.goals = read_goals(top);
  e.unfinished = top.boolean("unfinished").value_or(false);
  if (const auto claims = top.section("claims", {"required"})) {
    e.claims_required = claims->boolean("required").value_or(false);
  }
  e.ladder = read_ladder(top, library, folder, e.signature);
  find_parts(e, baseline_folder(top, library, folder));
  return e;
}

}  // namespace warpgrade::exercise

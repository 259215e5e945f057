// SPDX-License-Identifier: Apache-2.0
#include "harness/mutation/mutants.hpp"

#include "harness/mutation/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace warpgrade::mutation {
namespace {

/// Byte offset of an edit's start and end in the source.
Range bytes_of(const Source& source, const Edit& edit) {
  const auto [begin, end] = edit.range;
  if (begin < end) return {source.token(begin).at, source.token(end - 1).end()};
  // An insertion stands right behind the token before it.
  const auto at = begin == 0 ? 0 : source.token(begin - 1).end();
  return {at, at};
}

/// The source from `first` to `last` token with the change applied; edits outside have no effect.
std::string changed(const Source& source, const Change& change, Range bytes) {
  std::string text;
  auto at = bytes.begin;
  for (const auto& edit : change) {
    const auto [begin, end] = bytes_of(source, edit);
    if (begin < at || end > bytes.end) continue;
    text += source.text().substr(at, begin - at);
    text += edit.text;
    at = end;
  }
  text += source.text().substr(at, bytes.end - at);
  return text;
}

/// Comments and blanks do not count.
std::string canonical(std::string_view text) {
  std::string all;
  for (const auto& token : tokenize(text)) all.append(token.text).append(" ");
  return all;
}

/// Runs of blanks as one, none at the ends.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) line += c;
    if (blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

std::string_view line_around(std::string_view text, std::size_t at) {
  const auto begin = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const auto from = begin == std::string_view::npos ? 0 : begin + 1;
  return text.substr(from, text.find('\n', at) - from);
}

/// Bytes of a range of at least one token.
Range bytes_of(const Source& source, Range tokens) {
  return {source.token(tokens.begin).at, source.token(tokens.end - 1).end()};
}

/// One more token on each side, as far as they stand on the same line.
Range widened(const Source& source, Range range) {
  const auto first = source.token(range.begin).line;
  const auto last = source.token(range.end - 1).line;
  if (range.begin > 0 && source.token(range.begin - 1).line == first) --range.begin;
  if (range.end < source.size() && source.token(range.end).line == last) ++range.end;
  return range;
}

/// The tokens that tell a reader what is changed: the changed ones, with neighbours until their
/// text stands once on the line, says more than an operator, and something is left of it.
Range telling(const Source& source, const Change& change) {
  Range range{change.front().range.begin, change.back().range.end};
  const bool inserts = change.front().range.begin == change.front().range.end;
  if (inserts && range.begin > 0) --range.begin;
  range.end = std::max(range.end, range.begin + 1);
  const auto line = line_around(source.text(), source.token(range.begin).at);
  const auto says_enough = [&] {
    return range.end - range.begin > 1 && occurrences(line, source.text_of(range)) < 2 &&
           !one_line(changed(source, change, bytes_of(source, range))).empty();
  };
  while (!says_enough()) {
    const auto wider = widened(source, range);
    if (wider.begin == range.begin && wider.end == range.end) break;
    range = wider;
  }
  while (range.begin > 0 && (source.is(range.begin, ".") || source.is(range.begin, "="))) {
    --range.begin;
  }
  return range;
}

Mutant make(const Source& source, std::string_view kind, const Change& change) {
  const auto range = telling(source, change);
  Mutant mutant;
  mutant.line = source.token(range.begin).line;
  mutant.kind = kind;
  mutant.before = one_line(source.text_of(range));
  mutant.after = one_line(changed(source, change, bytes_of(source, range)));
  mutant.text = changed(source, change, {0, source.text().size()});
  mutant.id = fmt::format("{}: {} -> {}", mutant.line, mutant.before, mutant.after);
  return mutant;
}

}  // namespace

std::vector<Mutant> make_mutants(std::string_view text) {
  const Source source{text};
  std::set<std::string> programs{canonical(text)};
  std::vector<Mutant> mutants;
  for (const auto& [kind, find] : operators()) {
    std::vector<Change> changes;
    find(source, changes);
    for (const auto& change : changes) {
      auto mutant = make(source, kind, change);
      if (programs.insert(canonical(mutant.text)).second) mutants.push_back(std::move(mutant));
    }
  }
  std::ranges::stable_sort(mutants, {}, &Mutant::line);
  std::map<std::string, int> seen;
  for (auto& mutant : mutants) {
    const auto count = ++seen[mutant.id];
    if (count > 1) mutant.id += fmt::format(" ({})", count);
  }
  return mutants;
}

}  // namespace warpgrade::mutation

// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/grammar.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>

namespace warpgrade::ptx {
namespace {

using WordId = std::uint16_t;
constexpr std::uint8_t kNoValue = 0xFF;

/// Calls `visit` for each part of `text` between separators.
template <class Visit>
void split(std::string_view text, char separator, Visit visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

class Grammar {
 public:
  Grammar();
  [[nodiscard]] Match match(std::string_view opcode, std::span<const std::string_view> words,
                            Instruction& instruction) const;

 private:
  WordId intern(std::string_view word);
  [[nodiscard]] std::optional<WordId> find(std::string_view word) const;
  void add_class(const ModifierClass& modifiers);
  void add_row(const OpcodeRow& row);
  Slot read_slot(std::string_view notation, bool optional);
  bool add_alternative(std::string_view word, Slot& slot);
  /// How many words the form takes, in order; all of them only if nothing is missing.
  bool try_form(const Form& form, std::span<const std::string_view> words, Instruction& instruction,
                std::size_t& taken) const;
  [[nodiscard]] static Slot const* choose(const Form& form, std::uint64_t used, WordId word);

  std::map<std::string_view, WordId> words_;
  std::array<std::array<std::uint8_t, kMostWords>, static_cast<std::size_t>(Field::count)>
      values_{};
  std::map<std::string_view, std::vector<Form>> forms_;
};

Grammar::Grammar() {
  for (auto& values : values_) values.fill(kNoValue);
  for (const auto& modifiers : modifier_classes()) add_class(modifiers);
  for (const auto rows : opcode_rows()) {
    for (const auto& row : rows) add_row(row);
  }
  assert(words_.size() <= kMostWords);
}

WordId Grammar::intern(std::string_view word) {
  return words_.try_emplace(word, static_cast<WordId>(words_.size())).first->second;
}

std::optional<WordId> Grammar::find(std::string_view word) const {
  const auto found = words_.find(word);
  if (found == words_.end()) return std::nullopt;
  return found->second;
}

void Grammar::add_class(const ModifierClass& modifiers) {
  auto value = modifiers.first;
  split(modifiers.words, ' ', [&](std::string_view word) {
    values_.at(static_cast<std::size_t>(modifiers.field)).at(intern(word)) = value++;
  });
}

/// Adds a class, or a word of the slot's field, to the slot. The first one decides the field.
bool Grammar::add_alternative(std::string_view word, Slot& slot) {
  const bool first = slot.accepts.none();
  bool added = false;
  for (const auto& modifiers : modifier_classes()) {
    const bool other_field = modifiers.field != slot.field;
    if (other_field && (!first || added)) continue;
    const bool whole = modifiers.name == word;
    bool here = false;
    split(modifiers.words, ' ', [&](std::string_view each) {
      if (!whole && each != word) return;
      slot.accepts.set(intern(each));
      here = true;
    });
    if (!here) continue;
    added = true;
    slot.field = modifiers.field;
    if (!whole) break;
  }
  return added;
}

Slot Grammar::read_slot(std::string_view notation, bool optional) {
  Slot slot;
  slot.optional = optional;
  if (notation.starts_with('=')) {
    slot.accepts.set(intern(notation.substr(1)));
    return slot;
  }
  split(notation, '|', [&](std::string_view word) {
    [[maybe_unused]] const bool known = add_alternative(word, slot);
    assert(known && "a row names a modifier that modifiers.cpp does not have");
  });
  return slot;
}

void Grammar::add_row(const OpcodeRow& row) {
  Form form;
  form.row = &row;
  split(row.name, '.', [&](std::string_view word) { form.name.push_back(word); });
  const auto opcode = form.name.front();
  form.name.erase(form.name.begin());

  for (auto rest = row.modifiers; !rest.empty();) {
    const bool optional = rest.starts_with('{');
    rest.remove_prefix(optional ? 2 : 1);  // "{." or "."
    const auto end = std::min(rest.find_first_of(".{}"), rest.size());
    auto slot = read_slot(rest.substr(0, end), optional);
    slot.group = slot.field;
    const bool again = std::ranges::any_of(
        form.slots, [&](const Slot& other) { return other.field == slot.field; });
    if (again && slot.field == Field::type) slot.field = Field::source_type;
    if (again && slot.field == Field::layout) slot.field = Field::layout_b;
    if (again && slot.field == Field::space) slot.field = Field::source_space;
    form.slots.push_back(slot);
    rest.remove_prefix(std::min(end + (optional ? 1 : 0), rest.size()));
  }
  form.operands = read_operand_specs(row.operands);
  form.required_operands =
      static_cast<std::size_t>(std::ranges::count(form.operands, false, &OperandSpec::optional));
  forms_[opcode].push_back(std::move(form));
}

const Slot* Grammar::choose(const Form& form, std::uint64_t used, WordId word) {
  for (std::size_t i = 0; i < form.slots.size(); ++i) {
    const auto& slot = form.slots[i];
    if ((used >> i & 1) != 0 || !slot.accepts.test(word)) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = form.slots[j].group == slot.group && slot.group != Field::ignored;
      if (same && (used >> j & 1) == 0) return nullptr;
    }
    return &slot;
  }
  return nullptr;
}

bool Grammar::try_form(const Form& form, std::span<const std::string_view> words,
                       Instruction& instruction, std::size_t& taken) const {
  taken = 0;
  for (const auto name : form.name) {
    if (taken == words.size() || words[taken] != name) return false;
    ++taken;
  }
  std::uint64_t used = 0;
  for (; taken < words.size(); ++taken) {
    const auto word = find(words[taken]);
    const Slot* slot = word ? choose(form, used, *word) : nullptr;
    if (slot == nullptr) return false;
    used |= std::uint64_t{1} << (slot - form.slots.data());
    apply_modifier(slot->field, values_.at(static_cast<std::size_t>(slot->group)).at(*word),
                   instruction);
  }
  for (std::size_t i = 0; i < form.slots.size(); ++i) {
    const auto& slot = form.slots[i];
    if ((used >> i & 1) != 0) continue;
    if (!slot.optional) return false;
    if (slot.field == Field::space) instruction.space = StateSpace::generic;
  }
  return true;
}

Match Grammar::match(std::string_view opcode, std::span<const std::string_view> words,
                     Instruction& instruction) const {
  Match result;
  const auto found = forms_.find(opcode);
  if (found == forms_.end()) return result;
  result.known_opcode = true;
  for (const auto& form : found->second) {
    Instruction candidate;
    std::size_t taken = 0;
    if (try_form(form, words, candidate, taken)) {
      candidate.opcode = form.row->opcode;
      instruction = std::move(candidate);
      result.form = &form;
      return result;
    }
    result.bad_word = std::max(result.bad_word, taken);
  }
  return result;
}

}  // namespace

Match match_opcode(std::string_view opcode, std::span<const std::string_view> words,
                   Instruction& instruction) {
  static const Grammar grammar;
  return grammar.match(opcode, words, instruction);
}

}  // namespace warpgrade::ptx

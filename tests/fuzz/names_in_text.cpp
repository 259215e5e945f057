// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/names_in_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace warpgrade::fuzz {
namespace {

constexpr std::size_t kMost = 48;
constexpr std::uint32_t kMostOfOneRange = 16;

Names::Width width_of(std::string_view type) {
  if (type == ".pred") return Names::Width::pred;
  if (type.ends_with("64")) return Names::Width::bits64;
  return type.ends_with("16x2") || type.ends_with("32") ? Names::Width::bits32
                                                        : Names::Width::bits16;
}

void add(std::vector<std::string>& list, std::string name) {
  if (list.size() < kMost) list.push_back(std::move(name));
}

bool is_directive(std::string_view word) {
  constexpr std::array<std::string_view, 5> spaces{".global", ".const", ".shared", ".local",
                                                   ".param"};
  return std::ranges::find(spaces, word) != spaces.end();
}

/// Reads words, each a name or `.word`, and what stands directly behind it.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// False at the end.
  bool next() {
    begin_ = end_;
    while (begin_ < text_.size() && !starts(begin_)) ++begin_;
    end_ = std::min(begin_ + 1, text_.size());
    while (end_ < text_.size() && is_word_character(text_[end_])) ++end_;
    return begin_ < text_.size();
  }
  [[nodiscard]] std::string_view word() const { return text_.substr(begin_, end_ - begin_); }
  [[nodiscard]] bool dotted() const { return text_[begin_] == '.'; }
  [[nodiscard]] char behind() const { return end_ < text_.size() ? text_[end_] : ' '; }
  /// Whether a semicolon stands between this word and the next.
  [[nodiscard]] bool last_of_statement() const {
    const auto at = text_.find_first_of(";{", end_);
    const auto next = std::ranges::find_if(text_.substr(end_), is_word_character);
    return at != std::string_view::npos && text_.begin() + static_cast<std::ptrdiff_t>(at) < next;
  }
  /// The number in `<4>` behind the word, or 0; it is read over.
  std::uint32_t range() {
    std::uint32_t count = 0;
    if (behind() != '<') return 0;
    const char* const first = text_.data() + end_ + 1;
    const auto read = std::from_chars(first, text_.data() + text_.size(), count);
    end_ = static_cast<std::size_t>(read.ptr - text_.data());
    return std::min(count, kMostOfOneRange);
  }

 private:
  [[nodiscard]] bool starts(std::size_t at) const {
    const bool inside = at > 0 && is_word_character(text_[at - 1]);
    return !inside && (text_[at] == '.' || is_word_character(text_[at]));
  }

  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// `.pred %p<4>, q;` behind `.reg`.
void read_registers(Scanner& in, Names& names) {
  if (!in.next() || !in.dotted()) return;
  auto& list = names.registers[static_cast<std::size_t>(width_of(in.word()))];
  do {
    if (!in.next() || in.dotted()) return;
    const std::string name(in.word());
    const auto count = in.range();
    if (count == 0) add(list, name);
    for (std::uint32_t i = 0; i < count; ++i) add(list, name + std::to_string(i));
  } while (!in.last_of_statement());
}

/// `.align 4 .b8 name` behind a space, or the name behind `.entry`.
void read_name(Scanner& in, std::vector<std::string>& list) {
  while (in.next()) {
    const bool number = std::isdigit(static_cast<unsigned char>(in.word().front())) != 0;
    if (in.dotted() || number) continue;
    add(list, std::string(in.word()));
    return;
  }
}

}  // namespace

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '%' || c == '$';
}

Names names_in(std::string_view text) {
  Names names;
  Scanner in(text);
  while (in.next()) {
    if (in.word() == ".reg") {
      read_registers(in, names);
    } else if (is_directive(in.word())) {
      read_name(in, names.symbols);
    } else if (in.word() == ".entry" || in.word() == ".func") {
      read_name(in, names.functions);
    } else if (!in.dotted() && in.behind() == ':') {
      add(names.labels, std::string(in.word()));
    }
  }
  return names;
}

std::string pick(const std::vector<std::string>& list, Random& random, std::string_view otherwise) {
  return list.empty() ? std::string(otherwise) : list[random() % list.size()];
}

}  // namespace warpgrade::fuzz

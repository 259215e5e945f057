// SPDX-License-Identifier: Apache-2.0
// TOML with the errors that instructors need: every one is an ExerciseError "FILE:LINE: what is
// wrong; what to do".
#pragma once

#include "harness/core/shape.hpp"
#include "harness/exercise/fill.hpp"

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpgrade::exercise {

/// One table of a file. Names the file, the line and the table in what it throws (ExerciseError,
/// all members).
class Section {
 public:
  /// @param path   Of the table inside the file, for messages: "" for the file itself, "[goal]",
  /// "[[case]]".
  /// @param known  The keys that it may hold. Any other is an error that names the nearest known
  /// one.
  Section(const std::filesystem::path& file, const toml::table& table, std::string path,
          std::vector<std::string> known);

  [[nodiscard]] bool has(std::string_view key) const { return table_->contains(key); }

  /// The text of `key`, not empty; nothing where the key is absent.
  [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
  /// A whole number from `least` to `most`.
  [[nodiscard]] std::optional<std::int64_t> integer(
      std::string_view key, std::int64_t least,
      std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  /// A finite number above zero, written with or without a point.
  [[nodiscard]] std::optional<double> positive(std::string_view key) const;
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view key) const;
  /// One text or an array of them, which is not empty.
  [[nodiscard]] std::optional<std::vector<std::string>> text_or_texts(std::string_view key) const;
  /// The table `key` as a section with the keys `known`.
  [[nodiscard]] std::optional<Section> section(std::string_view key,
                                               std::vector<std::string> known) const;
  /// The tables of the array `key`, in order; none where the key is absent.
  [[nodiscard]] std::vector<Section> sections(std::string_view key,
                                              const std::vector<std::string>& known) const;
  /// A text or a whole number from 1 to `most`.
  using Word = std::variant<std::string, std::int64_t>;
  [[nodiscard]] std::optional<std::vector<Word>> words(std::string_view key,
                                                       std::int64_t most) const;
  /// The sizes of this table by name: all there, whole, above zero, not more than `most`
  /// multiplied.
  [[nodiscard]] Shape shape(const std::vector<std::string>& sizes,
                            std::int64_t most = kMostElements) const;

  /// `value`, or an error if it is absent: "KEY is missing; REMEDY".
  template <class T>
  [[nodiscard]] T required(std::optional<T> value, std::string_view key,
                           std::string_view remedy) const {
    if (!value) missing(key, remedy);
    return *std::move(value);
  }

  /// Throws for the value of `key` (for the table itself, where there is none).
  [[noreturn]] void fail(std::string_view key, std::string_view what,
                         std::string_view remedy) const;

  /// Line of the table's header in the file, from 1.
  [[nodiscard]] unsigned line() const { return table_->source().begin.line; }

 private:
  [[noreturn]] void missing(std::string_view key, std::string_view remedy) const;
  [[nodiscard]] const toml::node* find(std::string_view key) const;

  const std::filesystem::path* file_;
  const toml::table* table_;
  std::string path_;
};

/// The parsed file. @throws ExerciseError if it cannot be read or is no TOML.
toml::table parse_toml(const std::filesystem::path& file);

}  // namespace warpgrade::exercise

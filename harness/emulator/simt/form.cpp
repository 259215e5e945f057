// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/form.hpp"

#include <unordered_map>

namespace warpgrade::simt {
namespace {

std::unordered_map<std::uint64_t, const Row*> index_rows() {
  std::unordered_map<std::uint64_t, const Row*> index;
  for (const auto rows :
       {integer_rows(), integer_rows_more(), logic_rows(), bit_rows(), float_rows(), half_rows(),
        compare_rows(), half_compare_rows(), packed_rows(), convert_rows(), small_convert_rows()}) {
    for (const Row& row : rows) index.emplace(row.form.key(), &row);
  }
  return index;
}

}  // namespace

const Row* find_row(const Form& form) {
  static const auto index = index_rows();
  const auto found = index.find(form.key());
  return found == index.end() ? nullptr : found->second;
}

}  // namespace warpgrade::simt

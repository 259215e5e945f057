// SPDX-License-Identifier: Apache-2.0
// Writes the kernels of the tests of instruction forms into files: fuzz_seeds FOLDER.
#include "tests/emulator/simt/forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using warpgrade::simt::FormCase;
using warpgrade::simt::Reach;

/// Kernels in a file: as many as the executor launches.
constexpr std::size_t kKernels = 3;

/// `ptx_of` as the n-th kernel of a file.
std::string kernel(const FormCase& form, std::size_t n) {
  const auto text = warpgrade::simt::ptx_of(form, n % 2 == 0 ? Reach::divided : Reach::guarded);
  constexpr std::string_view entry = ".visible .entry k";
  const auto at = text.find(entry);
  const auto start = n == 0 ? 0 : at;
  const auto name_end = at + entry.size();
  return fmt::format("{}{}{}", std::string_view{text}.substr(start, name_end - start), n,
                     std::string_view{text}.substr(name_end));
}

/// The first case of every form.
std::vector<FormCase> forms() {
  std::vector<FormCase> all = warpgrade::simt::all_cases();
  const auto same = [](const FormCase& a, const FormCase& b) {
    return std::string_view{a.form} == b.form;
  };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: fuzz_seeds FOLDER\nwrites a .ptx file for every three instruction forms\n",
               stderr);
    return 2;
  }
  const auto all = forms();
  for (std::size_t first = 0; first < all.size(); first += kKernels) {
    const auto name = fmt::format("{}/forms-{:03}.ptx", argv[1], first);
    std::ofstream file(name);
    for (std::size_t i = 0; i < std::min(kKernels, all.size() - first); ++i) {
      file << kernel(all[first + i], i);
    }
    if (!file.flush()) {
      fmt::print(stderr, "cannot write {}\n", name);
      return 3;
    }
  }
  return 0;
}

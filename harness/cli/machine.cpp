// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/machine.hpp"

#include "harness/cli/arguments.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/device/cuda/presence.hpp"
#include "harness/emulator/model/card.hpp"

#include <fmt/format.h>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto kUsualCard = "t4";

void choose_card(const fs::path& root, const std::string& wanted, Machine& machine) {
  if (!wanted.empty() || !machine.gpu) {
    machine.card_file = find_card(root, wanted.empty() ? kUsualCard : wanted);
    return;
  }
  machine.card_file = card_of(root, machine.gpu->name);
  if (!machine.card_file.empty()) return;
  machine.card_file = find_card(root, kUsualCard);
  machine.note = fmt::format(
      "there is no card file for {}: findings and counters are those of an emulated Tesla T4; "
      "warpgrade calibrate writes a card file",
      machine.gpu->name);
}

}  // namespace

fs::path card_of(const fs::path& root, const std::string& gpu) {
  for (const auto& name : card_names(root)) {
    auto file = find_card(root, name);
    if (model::read_card(file).name == gpu) return file;
  }
  return {};
}

Machine choose_machine(const fs::path& root, const Wish& wish,
                       const std::function<device::cuda::Presence()>& look) {
  Machine machine;
  if (wish.device != "emulated") {
    auto presence = look();
    machine.gpu = std::move(presence.gpu);
    if (!machine.gpu && wish.device == "cuda") {
      throw UsageError{fmt::format("--device cuda: {}", presence.why_not)};
    }
  }
  choose_card(root, wish.card, machine);
  return machine;
}

}  // namespace warpgrade::cli

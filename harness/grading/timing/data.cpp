// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/data.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace warpgrade::timing {
namespace {

using device::Status;

class MovedMatrix : public Data {
 public:
  MovedMatrix(Extent input, device::Movement movement)
      : input_(input), shape_(input), movement_(movement) {}

  [[nodiscard]] const Signature& signature() const override {
    return movement_ == device::Movement::copied ? copy_signature() : transpose_signature();
  }
  [[nodiscard]] const Shape& shape() const override { return shape_; }

  bool fill(device::Device& device, std::span<const std::uint64_t> buffers,
            std::uint64_t seed) override {
    return device.fill_index(buffers.front(), {input_, seed}) == Status::success;
  }
  bool count_wrong(device::Device& device, std::uint64_t out, std::uint64_t seed,
                   std::uint64_t& wrong) override {
    return device.count_wrong(out, {input_, seed}, movement_, wrong) == Status::success;
  }

 private:
  Extent input_;
  Shape shape_;
  device::Movement movement_;
};

class HostMade : public Data {
 public:
  HostMade(Signature signature, const Shape& shape, MakeData make)
      : signature_(std::move(signature)), shape_(shape), make_(std::move(make)) {}

  [[nodiscard]] const Signature& signature() const override { return signature_; }
  [[nodiscard]] const Shape& shape() const override { return shape_; }

  bool fill(device::Device& device, std::span<const std::uint64_t> buffers,
            std::uint64_t seed) override {
    auto values = std::span<const std::uint32_t>{set_of(seed).values};
    std::size_t buffer = 0;
    for (const auto& parameter : signature_.parameters) {
      if (parameter.kind == Parameter::Kind::size) continue;
      const auto address = buffers[buffer++];
      if (parameter.kind == Parameter::Kind::out) continue;
      const auto words = parameter.words(shape_);
      const auto status = device.upload(address, std::as_bytes(values.first(words)));
      if (status != Status::success) return false;
      values = values.subspan(words);
    }
    return true;
  }

  bool count_wrong(device::Device& device, std::uint64_t out, std::uint64_t seed,
                   std::uint64_t& wrong) override {
    const auto& expected = set_of(seed).expected;
    std::vector<std::uint32_t> output(expected.size());
    const auto status = device.download(out, std::as_writable_bytes(std::span{output}));
    if (status != Status::success) return false;
    const auto cell = words_of(signature_.output().type);
    wrong = 0;
    for (std::size_t i = 0; i < output.size(); i += cell) {
      const auto begin = output.begin() + static_cast<std::ptrdiff_t>(i);
      const auto right = expected.begin() + static_cast<std::ptrdiff_t>(i);
      wrong += std::equal(begin, begin + static_cast<std::ptrdiff_t>(cell), right) ? 0 : 1;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kSets = 3;  // Each costs a run of the reference on the host.

  const HostData& set_of(std::uint64_t seed) {
    const auto [set, is_new] = sets_.try_emplace(seed % kSets);
    // The first seed of a set is its seed: no submission can know it beforehand.
    if (is_new) set->second = make_(shape_, seed);
    return set->second;
  }

  Signature signature_;
  Shape shape_;
  MakeData make_;
  std::map<std::uint64_t, HostData> sets_;
};

}  // namespace

std::unique_ptr<Data> moved_matrix(Extent input, device::Movement movement) {
  return std::make_unique<MovedMatrix>(input, movement);
}

std::unique_ptr<Data> host_made(const Signature& signature, const Shape& shape, MakeData make) {
  return std::make_unique<HostMade>(signature, shape, std::move(make));
}

}  // namespace warpgrade::timing

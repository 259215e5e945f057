// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/buffers.hpp"

#include <stdexcept>
#include <string>

#include "harness/core/poison.hpp"

namespace warpgrade::run {
namespace {

using device::Owner;
using device::Status;

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);

void require(Status status, const char* step) {
  if (status != Status::success) device_failed(step);
}

}  // namespace

void device_failed(const char* step) {
  throw std::runtime_error(std::string{"the device server failed while it was to "} + step);
}

Buffers::Buffers(device::Device& device, const RunRequest& request)
    : device_(device), signature_(*request.signature), shape_(request.input) {
  auto values = request.values;
  for (const auto& parameter : signature_.parameters) {
    if (parameter.kind == Parameter::Kind::size) continue;
    const auto words = parameter.words(shape_);
    const auto address = allocate(words);
    places_.push_back(
        {parameter.name, address, words * kWordBytes, words_of(parameter.type) * kWordBytes});
    if (parameter.kind == Parameter::Kind::out) {
      out_ = places_.size() - 1;
      require(device_.fill(address, kOutputPoison, kWordBytes, words), "poison the output");
    } else {
      require(device_.upload(address, std::as_bytes(values.first(words))), "fill the input");
      values = values.subspan(words);
    }
  }
}

Buffers::~Buffers() {
  for (const auto& place : places_) device_.release(Owner::harness, place.address);
}

std::vector<std::uint64_t> Buffers::arguments() const {
  std::vector<std::uint64_t> arguments;
  arguments.reserve(signature_.parameters.size());
  auto place = places_.begin();
  for (const auto& parameter : signature_.parameters) {
    arguments.push_back(parameter.kind == Parameter::Kind::size
                            ? static_cast<std::uint64_t>(shape_[parameter.size])
                            : (place++)->address);
  }
  return arguments;
}

std::vector<std::uint32_t> Buffers::read(const BufferPlace& place) const {
  std::vector<std::uint32_t> words(place.bytes / kWordBytes);
  const auto status = device_.download(place.address, std::as_writable_bytes(std::span{words}));
  if (status != Status::success) words.clear();
  return words;
}

std::uint64_t Buffers::allocate(std::size_t words) {
  std::uint64_t address = 0;
  require(device_.allocate(Owner::harness, words * kWordBytes, address), "allocate a buffer");
  return address;
}

SparseBuffers::SparseBuffers(device::Device& device, const RunRequest& request)
    : device_(device), input_(request.input.extent()) {
  const device::Formula formula{input_, request.seed};
  require(device.allocate_sparse({formula, false}, in_), "allocate a sparse input");
  require(device.allocate_sparse({formula, true}, out_), "allocate a sparse output");
}

SparseBuffers::~SparseBuffers() {
  device_.release(Owner::harness, in_);
  device_.release(Owner::harness, out_);
}

std::vector<std::uint64_t> SparseBuffers::arguments() const {
  return {in_, out_, static_cast<std::uint64_t>(input_.rows),
          static_cast<std::uint64_t>(input_.cols)};
}

bool SparseBuffers::read(RunResult& result) const {
  return device_.touched(in_, result.touched_in) == Status::success &&
         device_.touched(out_, result.touched_out) == Status::success;
}

}  // namespace warpgrade::run

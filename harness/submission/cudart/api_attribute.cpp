// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetAttribute: one row an attribute.
#include "harness/submission/cudart/api.hpp"

#include <algorithm>
#include <array>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

using Info = device::DeviceInfo;

struct AttributeRow {
  cudaDeviceAttr attribute;
  std::uint64_t (*value)(const Info&);
};

template <auto Member>
std::uint64_t field(const Info& info) {
  return static_cast<std::uint64_t>(info.*Member);
}

template <int Value>
std::uint64_t always(const Info& /*info*/) {
  return Value;
}

/// Memory that host code maps is what only an emulated device has.
std::uint64_t shares_memory(const Info& info) { return info.kind == "emulated" ? 1 : 0; }

std::uint64_t kilohertz(double hertz) { return static_cast<std::uint64_t>(hertz / 1e3); }

constexpr auto kAttributes = std::to_array<AttributeRow>({
    {cudaDevAttrMaxThreadsPerBlock, field<&Info::max_threads_per_block>},
    {cudaDevAttrMaxBlockDimX, [](const Info& i) { return std::uint64_t{i.max_block.x}; }},
    {cudaDevAttrMaxBlockDimY, [](const Info& i) { return std::uint64_t{i.max_block.y}; }},
    {cudaDevAttrMaxBlockDimZ, [](const Info& i) { return std::uint64_t{i.max_block.z}; }},
    {cudaDevAttrMaxGridDimX, [](const Info& i) { return std::uint64_t{i.max_grid.x}; }},
    {cudaDevAttrMaxGridDimY, [](const Info& i) { return std::uint64_t{i.max_grid.y}; }},
    {cudaDevAttrMaxGridDimZ, [](const Info& i) { return std::uint64_t{i.max_grid.z}; }},
    {cudaDevAttrMaxSharedMemoryPerBlock, field<&Info::shared_bytes_per_block>},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, field<&Info::shared_bytes_per_block_optin>},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, field<&Info::shared_bytes_per_multiprocessor>},
    {cudaDevAttrReservedSharedMemoryPerBlock, field<&Info::reserved_shared_bytes_per_block>},
    {cudaDevAttrTotalConstantMemory, field<&Info::constant_bytes>},
    {cudaDevAttrWarpSize, always<32>},
    {cudaDevAttrMaxPitch, always<2147483647>},
    {cudaDevAttrMaxRegistersPerBlock, field<&Info::registers_per_block>},
    {cudaDevAttrMaxRegistersPerMultiprocessor, field<&Info::registers_per_multiprocessor>},
    {cudaDevAttrClockRate, [](const Info& i) { return kilohertz(i.clock_hz); }},
    {cudaDevAttrMemoryClockRate, [](const Info& i) { return kilohertz(i.memory_clock_hz); }},
    {cudaDevAttrGlobalMemoryBusWidth, field<&Info::memory_bus_bits>},
    {cudaDevAttrL2CacheSize, field<&Info::l2_bytes>},
    {cudaDevAttrMultiProcessorCount, field<&Info::multiprocessors>},
    {cudaDevAttrMaxThreadsPerMultiProcessor, field<&Info::max_threads_per_multiprocessor>},
    {cudaDevAttrMaxBlocksPerMultiprocessor, field<&Info::max_blocks_per_multiprocessor>},
    {cudaDevAttrComputeCapabilityMajor, field<&Info::cc_major>},
    {cudaDevAttrComputeCapabilityMinor, field<&Info::cc_minor>},
    {cudaDevAttrTextureAlignment, always<512>},
    {cudaDevAttrTexturePitchAlignment, always<32>},
    {cudaDevAttrSurfaceAlignment, always<512>},
    {cudaDevAttrGpuOverlap, always<1>},
    {cudaDevAttrAsyncEngineCount, always<3>},
    {cudaDevAttrConcurrentKernels, always<1>},
    {cudaDevAttrUnifiedAddressing, always<1>},
    {cudaDevAttrStreamPrioritiesSupported, always<1>},
    {cudaDevAttrGlobalL1CacheSupported, always<1>},
    {cudaDevAttrLocalL1CacheSupported, always<1>},
    {cudaDevAttrComputePreemptionSupported, always<1>},
    {cudaDevAttrCooperativeLaunch, always<1>},
    {cudaDevAttrHostRegisterSupported, always<1>},
    {cudaDevAttrCanMapHostMemory, always<1>},
    {cudaDevAttrManagedMemory, shares_memory},
    {cudaDevAttrConcurrentManagedAccess, shares_memory},
});

/// The attribute's value; 0 for one that the toolkit knows and the table lacks (an ability we do
/// not have).
int attribute_value(const Info& info, cudaDeviceAttr attribute) {
  const auto* row = std::ranges::find(kAttributes, attribute, &AttributeRow::attribute);
  return row == kAttributes.end() ? 0 : static_cast<int>(row->value(info));
}

}  // namespace

extern "C" cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
  return query([&](Runtime&, device::Device& device) {
    if (value == nullptr || attribute < 1 || attribute >= cudaDevAttrMax) {
      return cudaErrorInvalidValue;
    }
    if (number != 0) return cudaErrorInvalidDevice;
    return give(value, attribute_value(device.info(), attribute));
  });
}

// SPDX-License-Identifier: Apache-2.0
// An emulated Tesla T4 with kernels written in PTX, for tests.
#pragma once

#include "harness/device/emulated/emulated_device.hpp"
#include "harness/emulator/model/card.hpp"
#include "tests/device/emulated/fatbin_builder.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::emulated {

/// A module with one entry `k(.u64 p0, .u32 p1)`, file "k.cu". `body` may use %r, %rd, %p and %f
/// registers.
inline std::string kernel_text(std::string_view body, std::string_view module_variables = "") {
  return std::string(".version 9.0\n.target sm_75\n.address_size 64\n") +
         std::string(module_variables) +
         "\n.visible .entry k(.param .u64 p0, .param .u32 p1)\n{\n"
         ".reg .pred %p<4>;\n.reg .b32 %r<10>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<10>;\n.loc 1 7 "
         "3\n" +
         std::string(body) + "\n}\n.file 1 \"k.cu\"\n";
}

/// out[i] = i + p1 for i = the linear thread index; out is p0.
inline constexpr std::string_view kIota = R"(
ld.param.u64 %rd1, [p0];
ld.param.u32 %r1, [p1];
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %ntid.x;
mov.u32 %r4, %tid.x;
mad.lo.s32 %r5, %r2, %r3, %r4;
cvta.to.global.u64 %rd2, %rd1;
mul.wide.s32 %rd3, %r5, 4;
add.s64 %rd4, %rd2, %rd3;
add.s32 %r6, %r5, %r1;
st.global.u32 [%rd4], %r6;
ret;)";

class Machine : public testing::Test {
 protected:
  Machine() : device(model::read_card(WARPGRADE_SOURCE_DIR "/cards/t4.toml"), 2) {}

  ModuleId load(std::string_view body, std::string_view module_variables = "") {
    return load_text(kernel_text(body, module_variables));
  }
  ModuleId load_text(const std::string& text) {
    ModuleId module = 0;
    const auto fatbin = FatbinBuilder().zstd_ptx(75, text).build();
    EXPECT_EQ(device.load_module(fatbin, module), Status::success);
    return module;
  }

  LaunchRequest request(ModuleId module, Dim3 grid = {}, Dim3 block = {}, std::uint64_t p0 = 0,
                        std::uint32_t p1 = 0) {
    LaunchRequest launch;
    launch.module = module;
    launch.kernel = "k";
    launch.grid = grid;
    launch.block = block;
    launch.parameters.resize(12);
    std::memcpy(launch.parameters.data(), &p0, sizeof p0);
    std::memcpy(launch.parameters.data() + sizeof p0, &p1, sizeof p1);
    return launch;
  }

  std::uint64_t allocate(std::uint64_t bytes, Owner owner = Owner::harness) {
    std::uint64_t address = 0;
    EXPECT_EQ(device.allocate(owner, bytes, address), Status::success);
    return address;
  }

  std::vector<std::uint32_t> words(std::uint64_t address, std::size_t count) {
    std::vector<std::uint32_t> data(count);
    EXPECT_EQ(device.download(address, std::as_writable_bytes(std::span(data))), Status::success);
    return data;
  }

  EmulatedDevice device;
};

}  // namespace warpgrade::device::emulated

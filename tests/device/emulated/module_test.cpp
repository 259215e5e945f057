// SPDX-License-Identifier: Apache-2.0
// Loading: what a kernel is like, variables, and modules that cannot run.
#include "tests/device/emulated/machine.hpp"

namespace warpgrade::device::emulated {
namespace {

class ModuleLoading : public Machine {
 protected:
  /// The module loads, every use of it fails, and each use leaves the finding in the evidence.
  Finding broken(const std::vector<std::byte>& fatbin, Status status) {
    ModuleId module = 0;
    EXPECT_EQ(device.load_module(fatbin, module), Status::success);
    const auto at_load = device.take_evidence();
    EXPECT_EQ(device.launch(request(module)), status);
    const auto at_launch = device.take_evidence();
    KernelInfo info;
    EXPECT_EQ(device.kernel_info(module, "k", info), status);
    EXPECT_EQ(device.set_max_dynamic_shared(module, "k", 1), status);
    device.take_evidence();
    EXPECT_EQ(at_load.findings.size(), 1U);
    EXPECT_EQ(at_launch.findings.size(), 1U);
    EXPECT_EQ(at_launch.steps.at(0).error, static_cast<int>(status));
    if (at_load.findings.empty() || at_launch.findings.empty()) return {};
    EXPECT_EQ(at_load.findings[0].message, at_launch.findings[0].message);
    return at_launch.findings[0];
  }
};

TEST_F(ModuleLoading, DescribeTheirKernels) {
  const auto module = load(kIota, ".shared .align 16 .b8 tile[4096];\n.const .align 4 .b8 c[100];");
  KernelInfo info;
  ASSERT_EQ(device.kernel_info(module, "k", info), Status::success);
  ASSERT_EQ(info.parameters.size(), 2U);
  EXPECT_EQ(info.parameters[0].offset, 0U);
  EXPECT_EQ(info.parameters[0].bytes, 8U);
  EXPECT_EQ(info.parameters[1].offset, 8U);
  EXPECT_EQ(info.parameters[1].bytes, 4U);
  EXPECT_EQ(info.parameter_bytes, 12U);
  EXPECT_EQ(info.max_threads_per_block, 1024U);
  EXPECT_EQ(info.constant_bytes, 100U);
  EXPECT_EQ(info.ptx_version, 75U);
  EXPECT_EQ(info.static_shared_bytes + info.max_dynamic_shared_bytes, 49152U);
}

TEST_F(ModuleLoading, HaveVariables) {
  const auto module = load(kIota, ".visible .global .align 4 .u32 counter[4] = {1, 2, 3, 4};");
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  ASSERT_EQ(device.variable(module, "counter", address, bytes), Status::success);
  EXPECT_EQ(bytes, 16U);
  EXPECT_EQ(words(address, 4), (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(device.variable(module, "nothing", address, bytes), Status::invalid_symbol);
  EXPECT_EQ(device.variable(module + 1, "counter", address, bytes),
            Status::invalid_resource_handle);
  EXPECT_EQ(device.release(Owner::submission, address), Status::invalid_value);
}

TEST_F(ModuleLoading, WithoutPtxSayWhichFlagIsMissing) {
  const auto finding =
      broken(FatbinBuilder().entry(2, 80, "elf").build(), Status::no_kernel_image_for_device);
  EXPECT_EQ(finding.kind, FindingKind::unsupported_instruction);
  EXPECT_EQ(
      finding.message,
      "only machine code for sm_80, no PTX: compile with -arch=compute_75, without -rdc=true");
}

TEST_F(ModuleLoading, WithAnUnknownInstructionNameItsLineAndText) {
  const auto finding =
      broken(FatbinBuilder().zstd_ptx(75, kernel_text("frobnicate.u32 %r1, %r2;\nret;")).build(),
             Status::no_kernel_image_for_device);
  EXPECT_EQ(finding.kind, FindingKind::unsupported_instruction);
  EXPECT_EQ(finding.where.line, 7);
  EXPECT_NE(finding.message.find("frobnicate.u32 %r1, %r2"), std::string::npos) << finding.message;
}

TEST_F(ModuleLoading, OfNonsenseAreInvalid) {
  broken(FatbinBuilder().zstd_ptx(75, "this is no PTX").build(), Status::invalid_ptx);
  broken(std::vector<std::byte>(100), Status::invalid_kernel_image);
}

TEST_F(ModuleLoading, WithTooMuchStaticSharedMemorySayTheLimit) {
  const auto text =
      kernel_text("st.shared.u32 [tile], %r1;\nret;", ".shared .align 4 .b8 tile[66048];");
  const auto finding = broken(FatbinBuilder().zstd_ptx(75, text).build(), Status::invalid_ptx);
  EXPECT_EQ(finding.kind, FindingKind::static_shared_limit);
  EXPECT_EQ(finding.kernel, "k");
  EXPECT_NE(finding.message.find("66048"), std::string::npos);
}

TEST_F(ModuleLoading, AreNotUnlimited) {
  const auto nothing = FatbinBuilder().build();
  ModuleId module = 0;
  auto status = Status::success;
  std::size_t loaded = 0;
  while (status == Status::success && loaded < 5000) {
    status = device.load_module(nothing, module);
    if (status == Status::success) ++loaded;
  }
  EXPECT_EQ(loaded, Modules::kMaxModules);
  EXPECT_EQ(status, Status::memory_allocation);
}

}  // namespace
}  // namespace warpgrade::device::emulated

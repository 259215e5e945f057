// SPDX-License-Identifier: Apache-2.0
// Registers as ptxas tells them; where it cannot be asked, kernels run as ever.
#include "harness/device/emulated/ptxas.hpp"

#include "tests/device/emulated/machine.hpp"

#include <filesystem>
#include <fstream>

namespace warpgrade::device::emulated {
namespace {

namespace fs = std::filesystem;

// What `ptxas -v` of CUDA 13.0 printed of two kernels, a function among them.
constexpr const char* kPrinted = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z2k2Pf' for 'sm_75'
ptxas info    : Function properties for _Z6helperPf
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 1 barriers, 128 bytes smem, 360 bytes cmem[0]
ptxas info    : Compile time = 19.107 ms
ptxas info    : Compiling entry function '_Z1kPf' for 'sm_75'
ptxas info    : Used 168 registers, used 0 barriers, 360 bytes cmem[0])";

TEST(Ptxas, TellsTheRegistersOfEveryKernel) {
  EXPECT_EQ(read_ptxas(kPrinted), (Registers{{"_Z2k2Pf", 10}, {"_Z1kPf", 168}}));
  EXPECT_TRUE(read_ptxas("").empty());
  EXPECT_TRUE(read_ptxas("ptxas info    : Used 10 registers").empty());
}

TEST(Ptxas, ThatCannotBeRunTellsNothing) {
  EXPECT_TRUE(ask_ptxas("/nowhere/ptxas", ".version 7.0", 75).empty());
  EXPECT_TRUE(ask_ptxas("/bin/false", ".version 7.0", 75).empty());
}

/// A device whose ptxas is a script that prints `text`.
class AskingPtxas : public testing::Test {
 public:
  AskingPtxas(const AskingPtxas&) = delete;
  AskingPtxas& operator=(const AskingPtxas&) = delete;

 protected:
  AskingPtxas() {
    auto name = (fs::temp_directory_path() / "warpgrade-ptxas-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~AskingPtxas() override { fs::remove_all(folder_); }

  fs::path script(const std::string& commands) {
    auto path = folder_ / "ptxas";
    std::ofstream{path} << "#!/bin/sh\n" << commands << '\n';
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  [[nodiscard]] fs::path log() const { return folder_ / "log"; }

 private:
  fs::path folder_;
};

TEST_F(AskingPtxas, LimitsThreadsAndSaysWhatFits) {
  const auto ptxas = script("cat >/dev/null; echo $2 $3 >>" + log().string() +
                            "; echo \"Compiling entry function 'k' for\"; "
                            "echo 'info : Used 100 registers'");
  EmulatedDevice device(model::read_card(WARPGRADE_SOURCE_DIR "/cards/t4.toml"), 1, ptxas);
  ModuleId module = 0;
  const auto fatbin = FatbinBuilder().zstd_ptx(75, kernel_text(kIota)).build();
  ASSERT_EQ(device.load_module(fatbin, module), Status::success);
  EXPECT_FALSE(fs::exists(log())) << "only when it is asked";
  KernelInfo info;
  ASSERT_EQ(device.kernel_info(module, "k", info), Status::success);
  EXPECT_EQ(info.registers, 100U);
  // 100 registers take 3328 a warp; 65536 of them are there for 19 warps, 16 in equal parts.
  EXPECT_EQ(info.max_threads_per_block, 512U);

  std::uint64_t out = 0;
  ASSERT_EQ(device.allocate(Owner::submission, 4096, out), Status::success);
  LaunchRequest launch;
  launch.module = module;
  launch.kernel = "k";
  launch.block = {192, 1, 1};
  launch.parameters.resize(12);
  std::memcpy(launch.parameters.data(), &out, sizeof out);
  ASSERT_EQ(device.launch(launch), Status::success);
  const auto occupancy = device.take_evidence().steps.at(0).occupancy;
  EXPECT_EQ(occupancy.registers, 100U);
  EXPECT_EQ(occupancy.blocks, 2U);
  EXPECT_EQ(occupancy.warps, 12U);
  EXPECT_EQ(occupancy.most_warps, 32U);
  EXPECT_EQ(occupancy.limit, Occupancy::Limit::registers);
  launch.block.x = 544;
  EXPECT_EQ(device.launch(launch), Status::launch_out_of_resources);

  std::ifstream calls{log()};
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>{calls}, {}), "-v -\n") << "once a module";
}

}  // namespace
}  // namespace warpgrade::device::emulated

// SPDX-License-Identifier: Apache-2.0
// warpgrade run: programs of a course on the emulated device.
#include "program.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

namespace warpgrade::end_to_end {
namespace {

const std::string kLesson = WARPGRADE_SOURCE_DIR "/exercises/shared_memory/lesson.cu";

constexpr const char* kProgram = R"(
#include <cstdio>
__global__ void hello(int n) { if (threadIdx.x < n) printf("thread %d\n", threadIdx.x); }
__global__ void past_the_end(float* p) { p[threadIdx.x + 1] = 1; }
int main(int argc, char** argv) {
  std::printf("before\n");
  hello<<<1, 32>>>(2);
  cudaDeviceSynchronize();
  std::printf("after\n");
  if (argc > 1) {
    float* p = nullptr;
    cudaMalloc(&p, 32 * sizeof *p);
    past_the_end<<<1, 32>>>(p);
    cudaDeviceSynchronize();
  }
  return argc > 2 ? std::atoi(argv[2]) : 0;
}
)";

/// The last number of each row of the lesson's table, by kernel.
std::map<std::string, double> ratios(const std::string& text) {
  std::map<std::string, double> found;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line) && found.size() < 4;) {
    std::istringstream words{line};
    std::string name;
    double milliseconds = 0;
    double rate = 0;
    double ratio = 0;
    if (words >> name >> milliseconds >> rate >> ratio) found[name] = ratio;
  }
  return found;
}

TEST(Run, TheLessonPrintsItsTable) {
  const auto end = run({"run", kLesson, "--card", "t4"});
  EXPECT_EQ(end.code, 0) << end.err;
  const auto table = ratios(end.out);
  ASSERT_EQ(table.size(), 4U) << end.out;
  for (const auto& [kernel, ratio] : {std::pair{"copy_row_major", 1.0},
                                      {"transpose_naive", 3.24},
                                      {"transpose_tiled_static", 1.78},
                                      {"transpose_tiled_dynamic", 1.79}}) {
    EXPECT_NEAR(table.at(kernel), ratio, 0.1 * ratio) << kernel;
  }
  for (const auto* part : {"49152 bytes default, 65536 bytes opt-in", "no opt-in: invalid argument",
                           "after cudaFuncSetAttribute:         no error",
                           "all four kernels match the CPU", "modelled"}) {
    EXPECT_NE(end.out.find(part), std::string::npos) << part;
  }
}

class RunProgram : public testing::Test {
 protected:
  RunProgram() : source_{(scratch_.path() / "program.cu").string()} {
    write_file(source_, kProgram);
  }
  ScratchFolder scratch_;
  std::string source_;
};

TEST_F(RunProgram, WhatKernelsPrintStandsWhereTheHostWaits) {
  const auto end = run({"run", source_});
  EXPECT_EQ(end.code, 0) << end.err;
  EXPECT_TRUE(end.out.starts_with("before\nthread 0\nthread 1\nafter\n")) << end.out;
  EXPECT_NE(end.out.find("findings                none"), std::string::npos) << end.out;
}

TEST_F(RunProgram, AFaultIsFoundAndSetsTheExitCode) {
  const auto end = run({"run", source_, "--error-exitcode", "9", "--", "bad"});
  EXPECT_EQ(end.code, 9) << end.err;
  EXPECT_NE(end.out.find("program.cu:4: write of 4 bytes"), std::string::npos) << end.out;
  EXPECT_EQ(run({"run", source_, "--", "bad", "3"}).code, 3) << "the program's own code is first";
}

TEST_F(RunProgram, JsonHasStdoutForItself) {
  const auto end = run({"run", source_, "--format", "json", "--", "bad"});
  const auto json = nlohmann::json::parse(end.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << end.out;
  EXPECT_EQ(json["schema"], "warpgrade/run/v1");
  EXPECT_EQ(json["kernels"][0]["kernel"], "hello");
  EXPECT_EQ(json["findings"][0]["kind"], "out_of_bounds");
  EXPECT_EQ(json["unfreed_bytes"], 128);
  const auto& occupancy = json["kernels"][0]["occupancy"];
  EXPECT_GT(occupancy["registers"], 1) << "as ptxas says";
  EXPECT_EQ(occupancy["warps"], 16);
  EXPECT_EQ(occupancy["most_warps"], 32);
  EXPECT_EQ(occupancy["limit"], "blocks") << "a T4 holds 16 blocks of one warp";
  EXPECT_NE(end.err.find("thread 1"), std::string::npos);
}

TEST_F(RunProgram, WhatDoesNotCompileSaysWhere) {
  write_file(source_, "int main() {\n  return x;\n}\n");
  const auto end = run({"run", source_});
  EXPECT_EQ(end.code, 1);
  EXPECT_NE(end.err.find("program.cu:2: error"), std::string::npos) << end.err;
}

TEST_F(RunProgram, AProgramWithTheRuntimeBuiltInIsRefused) {
  const auto end = run({"run", "/bin/true"});
  EXPECT_EQ(end.code, 2);
  EXPECT_NE(end.err.find("-cudart shared"), std::string::npos) << end.err;
}

constexpr const char* kOrder = R"(
#include <cstdio>
__global__ void arrive(int* next, int* order) {
  if (threadIdx.x % 32 == 0) order[atomicAdd(next, 1)] = threadIdx.x / 32;
}
int main() {
  int* device = nullptr;
  cudaMalloc(&device, 17 * sizeof(int));
  cudaMemset(device, 0, 17 * sizeof(int));
  arrive<<<1, 512>>>(device, device + 1);
  int order[17];
  cudaMemcpy(order, device, sizeof order, cudaMemcpyDeviceToHost);
  cudaFree(device);
  for (int i = 1; i <= 16; ++i) std::printf("%d ", order[i]);
}
)";

TEST_F(RunProgram, ASeedGivesAnotherOrderOfWarpsWhateverTheThreads) {
  write_file(source_, kOrder);
  const auto report = (scratch_.path() / "report.json").string();
  const auto order = [&](const std::string& seed, const std::string& threads) {
    const auto end = run({"run", source_, "--schedule-seed", seed, "--threads", threads, "--format",
                          "json", "--output", report});
    EXPECT_EQ(end.code, 0) << end.err;
    return end.out;
  };
  EXPECT_EQ(order("0", "1"), "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 ");
  EXPECT_FALSE(nlohmann::json::parse(read_file(report)).contains("schedule_seed"));
  const auto first = order("1", "1");
  EXPECT_EQ(nlohmann::json::parse(read_file(report))["schedule_seed"], 1);
  EXPECT_NE(first, order("0", "1"));
  EXPECT_NE(first, order("2", "1"));
  EXPECT_EQ(first, order("1", "2"));
}

TEST_F(RunProgram, NvccCompilesForTheCard) {
  write_file(source_, R"(
#include <cstdio>
__global__ void show() {
#ifdef __CUDA_ARCH__
  printf("%d\n", __CUDA_ARCH__);
#endif
}
int main() { show<<<1, 1>>>(); cudaDeviceSynchronize(); }
)");
  const auto t4 = run({"run", source_, "--card", "t4"});
  EXPECT_TRUE(t4.out.starts_with("750\n")) << t4.out << t4.err;
  EXPECT_NE(t4.out.find("Tesla T4 · compute_75 · exit code 0"), std::string::npos) << t4.out;
  EXPECT_TRUE(run({"run", source_, "--card", "h200"}).out.starts_with("900\n"));
}

}  // namespace
}  // namespace warpgrade::end_to_end

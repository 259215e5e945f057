// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/worker/worker_process.hpp"

#include "harness/device/address.hpp"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpgrade::worker {
namespace {

using Kind = CallEnd::Kind;

constexpr std::uint64_t kIn = device::kDeviceBase + 0x1000;
constexpr std::uint64_t kOut = device::kDeviceBase + 0x9000;
constexpr double kLong = 30;  ///< Never reached.
constexpr double kShort = 0.2;

const std::filesystem::path kBuild = WARPGRADE_BINARY_DIR;

/// Arguments of one call.
std::vector<std::uint64_t> args(std::initializer_list<std::uint64_t> values) { return values; }

WorkerProcess::Options options(const std::string& fixture) {
  return {kBuild / "bin/warpgrade-worker", kBuild / "lib/libcudart.so",
          kBuild / "tests/fixtures/worker" / (fixture + ".so")};
}

struct Ended {
  CallEnd end;
  std::string printed;
};

/// One call in a worker of its own.
Ended run(const std::string& fixture, double seconds = kLong, std::uint64_t rows = 31,
          std::uint64_t cols = 33) {
  auto worker = WorkerProcess::start(options(fixture));
  const auto pid = worker.pid();
  auto end = worker.call(args({kIn, kOut, rows, cols}), seconds);
  auto printed = worker.take_printed();
  if (end.kind != Kind::returned) {
    EXPECT_EQ(worker.pid(), -1) << fixture;
    EXPECT_NE(::kill(-pid, 0), 0) << fixture << " left a process behind";
  }
  return {std::move(end), std::move(printed)};
}

TEST(WorkerProcess, CallsSolveWithItsArguments) {
  const auto [end, printed] = run("prints_arguments");
  EXPECT_EQ(end.kind, Kind::returned) << end.text;
  EXPECT_EQ(printed, "0xb0000001000 0xb0000009000 31 33\n");
}

TEST(WorkerProcess, ServesManyCalls) {
  auto worker = WorkerProcess::start(options("prints_arguments"));
  for (std::uint64_t rows = 1; rows <= 3; ++rows) {
    ASSERT_EQ(worker.call(args({0, 0, rows, 1}), kLong).kind, Kind::returned);
  }
  EXPECT_EQ(worker.take_printed(), "(nil) (nil) 1 1\n(nil) (nil) 2 1\n(nil) (nil) 3 1\n");
  EXPECT_EQ(worker.take_printed(), "");
}

TEST(WorkerProcess, EndsWithItsHandle) {
  pid_t pid = -1;
  {
    auto worker = WorkerProcess::start(options("prints_arguments"));
    pid = worker.pid();
    ASSERT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_NE(::kill(pid, 0), 0);
}

struct LimitCase {
  const char* fixture;
  Kind kind;
};
class Limit : public testing::TestWithParam<LimitCase> {};

TEST_P(Limit, IsKept) { EXPECT_EQ(run(GetParam().fixture, kShort).end.kind, GetParam().kind); }

INSTANTIATE_TEST_SUITE_P(WorkerProcess, Limit,
                         testing::Values(LimitCase{"never_returns", Kind::time_limit},
                                         LimitCase{"stops_itself", Kind::time_limit},
                                         LimitCase{"constructor_sleeps", Kind::time_limit}),
                         [](const auto& test) { return std::string(test.param.fixture); });

struct CrashCase {
  const char* fixture;
  int signal;
  int exit_status;
  std::uint64_t address;
  const char* text;
};
class Crash : public testing::TestWithParam<CrashCase> {};

TEST_P(Crash, IsExplained) {
  const auto& want = GetParam();
  const auto end = run(want.fixture).end;
  EXPECT_EQ(end.kind, Kind::crashed);
  EXPECT_EQ(end.signal, want.signal);
  EXPECT_EQ(end.exit_status, want.exit_status);
  EXPECT_EQ(end.fault_address, want.address);
  EXPECT_NE(end.text.find(want.text), std::string::npos) << end.text;
  EXPECT_EQ(end.text.empty(), *want.text == '\0') << end.text;
}

INSTANTIATE_TEST_SUITE_P(
    WorkerProcess, Crash,
    testing::Values(CrashCase{"exits", 0, 0, 0, ""}, CrashCase{"exits_at_once", 0, 7, 0, ""},
                    CrashCase{"constructor_exits", 0, 0, 0, ""},
                    CrashCase{"aborts", SIGABRT, 0, 0, ""},
                    CrashCase{"divides_by_zero", SIGFPE, 0, 0, ""},
                    CrashCase{"kills_itself", SIGKILL, 0, 0, ""},
                    CrashCase{"reads_device_memory", SIGSEGV, 0, kIn + 3 * sizeof(float), ""},
                    CrashCase{"throws", SIGABRT, 0, 0,
                              "solve() threw std::runtime_error: no good "},
                    CrashCase{"throws_a_number", SIGABRT, 0, 0, "solve() threw int"},
                    CrashCase{"ends_its_thread", 0, 0, 0, ""},
                    CrashCase{"answers_itself", 0, 0, 0, "sent what it was not asked for"},
                    CrashCase{"claims_a_failure", 0, 0, 0, "sent what it was not asked for"},
                    CrashCase{"closes_its_channel", 0, 0, 0, "closed its channel"},
                    CrashCase{"needs_what_is_missing", 0, 127, 0, "nowhere"},
                    CrashCase{"has_no_solve", 0, 127, 0, "it has no warpgrade_solve"}),
    [](const auto& test) { return std::string(test.param.fixture); });

TEST(WorkerProcess, NotesAnOverflowOfTheStack) {
  const auto end = run("overflows_the_stack").end;
  EXPECT_EQ(end.kind, Kind::crashed);
  EXPECT_EQ(end.signal, SIGSEGV);
  EXPECT_NE(end.fault_address, 0U);
}

TEST(WorkerProcess, KeepsTheStartOfLongOutput) {
  const auto [end, printed] = run("prints_a_lot", kLong, 1000);
  EXPECT_EQ(end.kind, Kind::returned);
  EXPECT_EQ(printed.size(), Printed::kKeptBytes);
  EXPECT_EQ(printed.substr(0, 16), "fifteen letters\n");
}

TEST(WorkerProcess, EndsAFloodOfOutput) {
  EXPECT_EQ(run("prints_a_lot", kLong, 2048).end.kind, Kind::output_limit);
  const auto [end, printed] = run("prints_for_ever");
  EXPECT_EQ(end.kind, Kind::output_limit);
  EXPECT_EQ(printed.size(), Printed::kKeptBytes);
}

TEST(WorkerProcess, CountsOutputOverAllCalls) {
  auto worker = WorkerProcess::start(options("prints_a_lot"));
  EXPECT_EQ(worker.call(args({0, 0, 1000, 1}), kLong).kind, Kind::returned);
  EXPECT_EQ(worker.call(args({0, 0, 1000, 1}), kLong).kind, Kind::output_limit);
}

TEST(WorkerProcess, QuotesWhatAConstructorPrinted) {
  EXPECT_EQ(run("constructor_exits").printed, "PASS\n");
}

TEST(WorkerProcess, RefusesAnAnswerBeforeTheQuestion) {
  auto worker = WorkerProcess::start(options("answers_early"));
  EXPECT_EQ(worker.call(args({0, 0, 1, 1}), kLong).kind, Kind::returned);
  while (worker.take_printed().empty()) {
  }
  const auto end = worker.call(args({0, 0, 1, 1}), kLong);
  EXPECT_EQ(end.kind, Kind::crashed);
  EXPECT_EQ(end.text, "the worker answered before it was asked");
}

TEST(WorkerProcess, SurvivesNoise) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    auto worker = WorkerProcess::start(options("sends_noise"));
    auto end = worker.call(args({0, 0, seed, 1}), kLong);
    if (end.kind == Kind::returned) end = worker.call(args({0, 0, seed, 1}), kLong);
    for (const unsigned char letter : end.text) EXPECT_GE(letter, ' ') << "seed " << seed;
    worker.kill();
    EXPECT_EQ(worker.pid(), -1);
  }
}

TEST(WorkerProcess, CannotBeCalledAfterItsEnd) {
  auto worker = WorkerProcess::start(options("exits"));
  EXPECT_EQ(worker.call(args({0, 0, 1, 1}), kLong).kind, Kind::crashed);
  EXPECT_EQ(worker.call(args({0, 0, 1, 1}), kLong).text, "the worker has already ended");
}

TEST(WorkerProcess, KeepsTheSubmissionToItself) {
  const auto [end, printed] = run("reaches_out");
  EXPECT_EQ(end.kind, Kind::returned) << end.text << " signal " << end.signal;
  EXPECT_EQ(printed,
            "fork no\nsystem no\nkill parent no\nkill all no\ntrace parent no\nread parent no\n"
            "socket no\nraise limit no\nenvironment no\nstdin no\nother descriptors no\n"
            "thread yes\nkill self yes\n");
}

TEST(WorkerProcess, LimitsMemory) { EXPECT_EQ(run("takes_all_memory").printed, "limited\n"); }

TEST(WorkerProcess, SaysWhyItCannotStart) {
  auto missing = options("exits");
  missing.binary = "/nowhere/warpgrade-worker";
  try {
    WorkerProcess::start(missing);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "cannot start /nowhere/warpgrade-worker: No such file or directory");
  }
}

TEST(WorkerProcess, AMissingRuntimeIsTheHarnessesFault) {
  auto missing = options("exits");
  missing.cudart = "/nowhere/libcudart.so";
  auto worker = WorkerProcess::start(missing);
  EXPECT_THROW(worker.call(args({0, 0, 1, 1}), kLong), std::runtime_error);
}

}  // namespace
}  // namespace warpgrade::worker

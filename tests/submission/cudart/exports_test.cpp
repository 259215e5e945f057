// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace {

constexpr const char* kSoname = "libcudart.so." WARPGRADE_CUDA_MAJOR;

/// What `nm -D` says of a library: "name@@version" of every defined symbol.
std::set<std::string> exports(const std::filesystem::path& library) {
  const auto command = "nm -D --defined-only '" + library.string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::set<std::string> names;
  std::array<char, 1024> line{};
  while (pipe && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string address;
    std::string kind;
    std::string name;
    if (words >> address >> kind >> name && kind != "A") names.insert(name);
  }
  return names;
}

std::filesystem::path ours() {
  return std::filesystem::path(WARPGRADE_BINARY_DIR) / "lib" / kSoname;
}

TEST(Exports, HaveEverySymbolOfTheRealRuntimeAtItsVersion) {
  const auto real = std::filesystem::path(WARPGRADE_CUDA_LIBRARIES) / kSoname;
  const auto wanted = exports(real);
  if (wanted.empty()) GTEST_SKIP() << "no " << real;
  const auto found = exports(ours());
  EXPECT_GT(wanted.size(), 300U);
  for (const auto& name : wanted) EXPECT_TRUE(found.contains(name)) << name;
}

TEST(Exports, AreOnlyTheRuntimes) {
  const auto found = exports(ours());
  EXPECT_GT(found.size(), 400U);
  for (const auto& name : found) {
    EXPECT_TRUE(name.starts_with("cuda") || name.starts_with("__cuda")) << name;
    EXPECT_TRUE(name.ends_with(std::string("@@") + kSoname)) << name;
  }
}

class Loaded : public testing::Test {
 protected:
  void SetUp() override {
    handle_ = dlopen(ours().c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle_, nullptr) << dlerror();
  }
  template <class Function>
  Function* get(const char* name) {
    auto* symbol = dlsym(handle_, name);
    EXPECT_NE(symbol, nullptr) << name;
    return reinterpret_cast<Function*>(symbol);
  }

 private:
  void* handle_ = nullptr;
};

TEST_F(Loaded, WithoutADeviceNothingCrashes) {
  int count = -1;
  EXPECT_EQ(get<int(int*)>("cudaGetDeviceCount")(&count), 100);
  EXPECT_EQ(get<int()>("cudaGetLastError")(), 100);
  EXPECT_EQ(get<int()>("cudaGraphCreate")(), 100);
}

TEST_F(Loaded, NamesErrorsAsTheRealRuntime) {
  auto* name = get<const char*(int)>("cudaGetErrorName");
  auto* text = get<const char*(int)>("cudaGetErrorString");
  EXPECT_STREQ(name(0), "cudaSuccess");
  EXPECT_STREQ(text(0), "no error");
  EXPECT_STREQ(text(1), "invalid argument");
  EXPECT_STREQ(name(9), "cudaErrorInvalidConfiguration");
  EXPECT_STREQ(text(700), "an illegal memory access was encountered");
  EXPECT_STREQ(text(12345), "unrecognized error code");
}

TEST_F(Loaded, GivesTheRealRuntimesTexts) {
  const auto real = std::filesystem::path(WARPGRADE_CUDA_LIBRARIES) / kSoname;
  void* handle = dlopen(real.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) GTEST_SKIP() << dlerror();
  for (const char* function : {"cudaGetErrorName", "cudaGetErrorString"}) {
    auto* want = reinterpret_cast<const char* (*)(int)>(dlsym(handle, function));
    auto* got = get<const char*(int)>(function);
    for (int code = -1; code < 1100; ++code) EXPECT_STREQ(got(code), want(code)) << code;
  }
}

}  // namespace

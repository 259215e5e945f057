// SPDX-License-Identifier: Apache-2.0
// What all files of faults share: cases by name, memory that frees itself, and main().
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

struct Case {
  const char* name;
  void (*run)();
};

inline std::vector<Case>& Cases() {
  static std::vector<Case> cases;
  return cases;
}

struct Registered {
  Registered(const char* name, void (*run)()) { Cases().push_back({name, run}); }
};

/// A program of its own: what `PROGRAM name` runs.
#define CASE(name)                                 \
  static void name();                              \
  static const Registered registered_##name{#name, name}; \
  static void name()

/// Device memory, freed with the object. Set to zero unless `set` is false.
template <typename T>
class Buffer {
 public:
  explicit Buffer(size_t count, bool set = true) {
    cudaMalloc(&data_, count * sizeof(T));
    if (set) cudaMemset(data_, 0, count * sizeof(T));
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  operator T*() const { return data_; }

 private:
  T* data_ = nullptr;
};

int main(int argc, char** argv) {
  for (const Case& one : Cases()) {
    if (argc != 2 || std::strcmp(one.name, argv[1]) != 0) continue;
    one.run();
    cudaDeviceSynchronize();
    return 0;
  }
  std::printf("no such case\n");
  return 2;
}

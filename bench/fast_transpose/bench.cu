// SPDX-License-Identifier: Apache-2.0
// The fast transpose beside the lesson's copy, cudaMemcpy, the padded tile, cuBLAS and PyTorch, all
// in one run and one table: medians by CUDA events, interleaved in random order, with nothing of
// the matrices left in L2. Every output is checked, bit for bit. run.sh builds and starts it.
#include "measure.cuh"

#include <dlfcn.h>

// The kernels as they are graded: three files that each define solve().
#define solve lesson_copy
namespace copy_file {
#include "../../exercises/copy.cu"
}
#undef solve
#define solve padded_tile
namespace padded_file {
#include "../../exercises/fast_transpose/fast_transpose.cu"
}
#undef solve
#define solve fast_transpose
namespace fast_file {
#include "../../solutions/fast_transpose/fast_transpose.cu"
}
#undef solve

namespace bench {
namespace {

constexpr int kRounds = 101;
constexpr std::size_t kSweep = 80;  // All shapes up to this are checked, and these:
constexpr Shape kOdd[] = {{611, 613},   {1048561, 1}, {1, 1048561}, {100003, 31}, {31, 100003},
                          {100003, 33}, {33, 100003}, {4099, 2},    {2, 4099}};
constexpr Shape kShapes[] = {{16384, 16384}, {16381, 16411}, {8003, 12001}, {2003, 3001}};

/// Transposes on PyTorch's side and returns where the result lies.
using TorchTranspose = const float* (*)(const float*, std::size_t, std::size_t);
using Solve = void (*)(const float*, float*, std::size_t, std::size_t);
using Create = int (*)(void**);
using Sgeam = int (*)(void*, int, int, int, int, const float*, const float*, int, const float*,
                      const float*, int, float*, int);

Contender of_solve(const char* name, Solve solve, bool transposes = true) {
  return {name,
          [=](const float* in, float* out, Shape s) {
            solve(in, out, s.rows, s.cols);
            return out;
          },
          transposes};
}

const float* memcpy_of(const float* in, float* out, Shape s) {
  const auto bytes = s.rows * s.cols * sizeof(float);
  CUDA_CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice));
  return out;
}

/// cuBLAS as the system has it, or an empty function.
Launch cublas_sgeam() {
  void* library = nullptr;
  for (const auto* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
    if (library == nullptr) library = dlopen(name, RTLD_NOW);
  }
  if (library == nullptr) return {};
  const auto create = reinterpret_cast<Create>(dlsym(library, "cublasCreate_v2"));
  const auto sgeam = reinterpret_cast<Sgeam>(dlsym(library, "cublasSgeam"));
  void* handle = nullptr;
  if (create == nullptr || sgeam == nullptr || create(&handle) != 0) return {};
  return [=](const float* in, float* out, Shape s) {
    const float one = 1;
    const float zero = 0;
    const int m = static_cast<int>(s.rows);
    const int n = static_cast<int>(s.cols);
    if (sgeam(handle, 1, 0, m, n, &one, in, n, &zero, out, m, out, m) != 0) std::abort();
    return out;
  };
}

std::vector<Contender> all_contenders(TorchTranspose torch) {
  std::vector<Contender> all{of_solve("copy (the lesson's)", copy_file::lesson_copy, false),
                             {"cudaMemcpy", memcpy_of, false},
                             of_solve("padded tile [32][33]", padded_file::padded_tile),
                             of_solve("fast_transpose", fast_file::fast_transpose)};
  if (const auto sgeam = cublas_sgeam()) all.push_back({"cuBLAS sgeam", sgeam});
  if (torch != nullptr) {
    all.push_back({"PyTorch x.t().contiguous()", [=](const float* in, float* /*out*/, Shape s) {
                     const auto* const result = torch(in, s.rows, s.cols);
                     if (result == nullptr) std::abort();  // Python has said why.
                     return result;
                   }});
  }
  return all;
}

/// Whether fast_transpose is right for every small shape and some odd ones, with its output moved
/// by each number of floats from 0 to 8 off an aligned place.
bool sweep(const Buffers& b) {
  const auto fast = of_solve("fast_transpose", fast_file::fast_transpose);
  std::vector<Shape> shapes{std::begin(kOdd), std::end(kOdd)};
  for (std::size_t rows = 1; rows <= kSweep; ++rows) {
    for (std::size_t cols = 1; cols <= kSweep; ++cols) shapes.push_back({rows, cols});
  }
  bool right = true;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const int offset = static_cast<int>(i % 9);
    const auto wrong = wrong_cells(fast, b, shapes[i], offset);
    if (wrong == 0) continue;
    std::printf("WRONG: %zu x %zu, output moved by %d: %llu cells\n", shapes[i].rows,
                shapes[i].cols, offset, wrong);
    right = false;
  }
  if (right) std::printf("fast_transpose is right, bit for bit, on %zu shapes\n\n", shapes.size());
  return right;
}

/// One launch of each, for a profiler.
void launch_once(const std::vector<Contender>& contenders, const Buffers& b, Shape s) {
  for (const auto& c : contenders) {
    c.launch(b.in, b.out(), s);
    CUDA_CHECK(cudaDeviceSynchronize());
  }
}

/// Prints one shape's rows of the table. Returns whether every output was right.
bool report(const std::vector<Contender>& contenders, const Buffers& b, Shape s,
            std::mt19937& random) {
  bool right = true;
  for (const auto& c : contenders) {
    const auto wrong = wrong_cells(c, b, s);
    if (wrong != 0) std::printf("WRONG: %s: %llu cells\n", c.name.c_str(), wrong);
    right = right && wrong == 0;
  }
  const auto times = medians(contenders, b, s, kRounds, random);
  std::printf("%-28s %12s %10s %9s\n",
              (std::to_string(s.rows) + " x " + std::to_string(s.cols)).c_str(), "us", "GB/s",
              "vs copy");
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const double bytes = 2.0 * sizeof(float) * static_cast<double>(s.rows * s.cols);
    std::printf("  %-26s %12.1f %10.0f %8.3fx\n", contenders[i].name.c_str(), times[i],
                bytes / (times[i] * 1e3), times[i] / times[0]);
  }
  return right;
}

std::vector<Shape> shapes_of(int count, char** arguments) {
  std::vector<Shape> shapes;
  for (int i = 1; i < count; ++i) {
    char* end = nullptr;
    const auto rows = std::strtoull(arguments[i], &end, 10);
    const auto cols = *end == 'x' ? std::strtoull(end + 1, &end, 10) : 0;
    if (rows == 0 || cols == 0 || *end != '\0') {
      std::fprintf(stderr, "%s is no shape; write it as 16381x16411\n", arguments[i]);
      std::exit(EXIT_FAILURE);
    }
    shapes.push_back({rows, cols});
  }
  if (shapes.empty()) shapes.assign(std::begin(kShapes), std::end(kShapes));
  return shapes;
}

}  // namespace
}  // namespace bench

/// The whole bench; `torch` may be null. With --once first, one launch of each and no table.
/// torch_row.py calls it through ctypes.
extern "C" int run_bench(int count, char** arguments, bench::TorchTranspose torch) {
  using namespace bench;
  const bool once = count > 1 && std::string{arguments[1]} == "--once";
  const auto shapes = once ? shapes_of(count - 1, arguments + 1) : shapes_of(count, arguments);
  std::size_t floats = std::size_t{1} << 22;
  for (const auto& s : shapes) floats = std::max(floats, s.rows * s.cols);
  const auto buffers = allocate(floats);
  const auto contenders = all_contenders(torch);
  if (once) {
    for (const auto& s : shapes) launch_once(contenders, buffers, s);
    return EXIT_SUCCESS;
  }
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("%s, medians of %d launches, L2 flushed%s\n", card.name, kRounds,
              torch == nullptr ? "; no PyTorch here" : "");
  bool right = sweep(buffers);
  std::mt19937 random{7};
  for (const auto& s : shapes) right = report(contenders, buffers, s, random) && right;
  std::printf("\n%s\n", right ? "every output is right" : "WRONG OUTPUT, see above");
  std::fflush(stdout);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char** arguments) { return run_bench(count, arguments, nullptr); }

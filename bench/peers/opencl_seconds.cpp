// SPDX-License-Identifier: Apache-2.0
// Times one launch of a kernel of transpose.cl on the first OpenCL device, for bench/peers/run.sh:
//   opencl_seconds TRANSPOSE.CL KERNEL ROWS COLS
// prints cpu seconds and wall seconds of the launch alone. Fails if the output is wrong.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void must(cl_int code, const char* what) {
  if (code != CL_SUCCESS) {
    throw std::runtime_error(std::string(what) + " gave the OpenCL error " + std::to_string(code));
  }
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Queue {
  cl_context context = nullptr;
  cl_command_queue commands = nullptr;
  cl_device_id device = nullptr;
};

Queue open_queue() {
  Queue queue;
  cl_platform_id platform = nullptr;
  cl_int code = CL_SUCCESS;
  must(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &queue.device, nullptr), "clGetDeviceIDs");
  queue.context = clCreateContext(nullptr, 1, &queue.device, nullptr, nullptr, &code);
  must(code, "clCreateContext");
  queue.commands = clCreateCommandQueue(queue.context, queue.device, 0, &code);
  must(code, "clCreateCommandQueue");
  return queue;
}

cl_kernel build(const Queue& queue, const char* file, const char* name) {
  std::ifstream in(file);
  const std::string source{std::istreambuf_iterator<char>{in}, {}};
  const char* text = source.c_str();
  const std::size_t length = source.size();
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(queue.context, 1, &text, &length, &code);
  must(code, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &queue.device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, name, &code);
  must(code, "clCreateKernel");
  return kernel;
}

cl_mem buffer(const Queue& queue, std::vector<float>& data) {
  cl_int code = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(queue.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 data.size() * sizeof(float), data.data(), &code);
  must(code, "clCreateBuffer");
  return memory;
}

void check(const std::vector<float>& in, const std::vector<float>& out, std::size_t rows,
           std::size_t cols, bool transposed) {
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) {
      const auto at = transposed ? c * rows + r : r * cols + c;
      if (out[at] != in[r * cols + c]) throw std::runtime_error("the output is wrong");
    }
  }
}

void run(const char* file, const std::string& name, std::size_t rows, std::size_t cols) {
  const Queue queue = open_queue();
  cl_kernel kernel = build(queue, file, name.c_str());
  std::vector<float> in(rows * cols);
  std::vector<float> out(rows * cols, -1);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 65521);
  cl_mem in_memory = buffer(queue, in);
  cl_mem out_memory = buffer(queue, out);
  const cl_ulong extents[] = {rows, cols};
  must(clSetKernelArg(kernel, 0, sizeof in_memory, &in_memory), "clSetKernelArg");
  must(clSetKernelArg(kernel, 1, sizeof out_memory, &out_memory), "clSetKernelArg");
  for (cl_uint i = 0; i < 2; ++i) {
    must(clSetKernelArg(kernel, 2 + i, sizeof(cl_ulong), &extents[i]), "clSetKernelArg");
  }
  constexpr std::size_t tile = 32;
  const std::size_t local[] = {tile, 8};
  const std::size_t global[] = {(cols + tile - 1) / tile * local[0],
                                (rows + tile - 1) / tile * local[1]};
  const double cpu = cpu_seconds();
  const double wall = wall_seconds();
  must(clEnqueueNDRangeKernel(queue.commands, kernel, 2, nullptr, global, local, 0, nullptr,
                              nullptr),
       "clEnqueueNDRangeKernel");
  must(clFinish(queue.commands), "clFinish");
  const double took_wall = wall_seconds() - wall;
  const double took_cpu = cpu_seconds() - cpu;
  must(clEnqueueReadBuffer(queue.commands, out_memory, CL_TRUE, 0, out.size() * sizeof(float),
                           out.data(), 0, nullptr, nullptr),
       "clEnqueueReadBuffer");
  check(in, out, rows, cols, name != "copy");
  std::printf("%.9f %.9f\n", took_cpu, took_wall);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::fputs("usage: opencl_seconds TRANSPOSE.CL KERNEL ROWS COLS\n", stderr);
    return 2;
  }
  run(argv[1], argv[2], std::stoull(argv[3]), std::stoull(argv[4]));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "opencl_seconds: %s\n", error.what());
  return 3;
}

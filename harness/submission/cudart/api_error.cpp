// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/unsupported.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace warpgrade::cudart {
namespace {

struct ErrorRow {
  int code;
  const char* name;
  const char* text;
};

constexpr auto kErrors = std::to_array<ErrorRow>({
#include "harness/submission/cudart/error_table.inc"
});

constexpr ErrorRow kUnknownError{-1, "unrecognized error code", "unrecognized error code"};

const ErrorRow& error_row(cudaError_t error) {
  const auto* row = std::ranges::lower_bound(kErrors, static_cast<int>(error), {}, &ErrorRow::code);
  return row != kErrors.end() && row->code == error ? *row : kUnknownError;
}

}  // namespace

bool is_fault(cudaError_t error) {
  static constexpr std::array faults{
      cudaErrorIllegalAddress,      cudaErrorLaunchTimeout,      cudaErrorAssert,
      cudaErrorHardwareStackError,  cudaErrorIllegalInstruction, cudaErrorMisalignedAddress,
      cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,          cudaErrorLaunchFailure,
  };
  return std::ranges::find(faults, error) != faults.end();
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

int unsupported(const char* call) {
  return query([&](Runtime& runtime, device::Device&) {
    runtime.note_unsupported(call);
    return cudaErrorNotSupported;
  });
}

}  // namespace warpgrade::cudart

using namespace warpgrade::cudart;

extern "C" {

cudaError_t cudaGetLastError() { return std::exchange(last_error(), cudaSuccess); }

cudaError_t cudaPeekAtLastError() { return last_error(); }

const char* cudaGetErrorName(cudaError_t error) { return error_row(error).name; }

const char* cudaGetErrorString(cudaError_t error) { return error_row(error).text; }

}  // extern "C"

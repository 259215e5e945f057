// SPDX-License-Identifier: Apache-2.0
// Every way in which a launch arrives, brought to one LaunchRequest.
#include "harness/submission/cudart/launch.hpp"

#include "harness/submission/cudart/api.hpp"
#include "harness/submission/cudart/stream.hpp"

#include <cstring>
#include <span>
#include <vector>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

/// What <<<...>>> pushed and the stub has not popped yet.
std::vector<Configuration>& pushed() {
  thread_local std::vector<Configuration> stack;
  return stack;
}

constexpr Dim3 extent(dim3 d) { return {d.x, d.y, d.z}; }

/// `arguments[i]` points to the value of parameter i; sizes and places come from the device.
std::vector<std::byte> pack(const device::KernelInfo& info, void** arguments) {
  std::vector<std::byte> packed(info.parameter_bytes);
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    const auto& parameter = info.parameters[i];
    std::memcpy(&packed.at(parameter.offset), arguments[i], parameter.bytes);
  }
  return packed;
}

/// Launches are asynchronous: what goes wrong while a kernel runs comes back from the next call.
cudaError_t launched(Runtime& runtime, cudaError_t error) {
  const bool beyond_a_limit =
      error == cudaErrorInvalidConfiguration || error == cudaErrorLaunchOutOfResources;
  // Seen on an H200: CUDA 13 says invalid value for each of them.
  if (beyond_a_limit && CUDART_VERSION >= 13000) return cudaErrorInvalidValue;
  if (!is_fault(error)) return error;
  runtime.fault = error;
  return cudaSuccess;
}

cudaError_t launch(const void* function, const Configuration& configuration, void** arguments) {
  return with_kernel(function, [&](Runtime& runtime, device::Device& device, Kernel& kernel) {
    Operation operation;
    const auto error = make_launch(runtime, kernel, configuration, arguments, operation);
    if (error != cudaSuccess) return error;
    if (!is_capturing(runtime, configuration.stream)) return operation(runtime, device);
    runtime.capture->graph->append(cudaGraphNodeTypeKernel, operation);
    return cudaSuccess;
  });
}

/// Takes over what we can honour or ignore without a change in results; names the rest.
bool apply(const cudaLaunchAttribute& attribute, Configuration& configuration) {
  switch (attribute.id) {
    case cudaLaunchAttributeCooperative:
      configuration.cooperative = attribute.val.cooperative != 0;
      return true;
    case cudaLaunchAttributeIgnore:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeProgrammaticStreamSerialization:
      return true;
    case cudaLaunchAttributeClusterDimension: {
      const auto& cluster = attribute.val.clusterDim;
      return cluster.x * cluster.y * cluster.z == 1;
    }
    default:
      return false;
  }
}

cudaError_t launch_with_attributes(const cudaLaunchConfig_t& config, const void* function,
                                   void** arguments) {
  Configuration configuration{config.gridDim, config.blockDim, config.dynamicSmemBytes,
                              config.stream};
  for (const auto& attribute : std::span(config.attrs, config.numAttrs)) {
    if (apply(attribute, configuration)) continue;
    return query([&](Runtime& runtime, device::Device&) {
      const auto number = std::to_string(static_cast<int>(attribute.id));
      runtime.note_unsupported(("cudaLaunchKernelExC with launch attribute " + number).c_str());
      return cudaErrorNotSupported;
    });
  }
  return launch(function, configuration, arguments);
}

}  // namespace

cudaError_t warpgrade::cudart::make_launch(Runtime& runtime, const Kernel& kernel,
                                           const Configuration& configuration, void** arguments,
                                           Operation& operation) {
  const auto* stream = find_stream(runtime, configuration.stream);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (arguments == nullptr && !kernel.info->parameters.empty()) return cudaErrorInvalidValue;
  operation = [request = device::LaunchRequest{.module = *kernel.module->id,
                                               .kernel = kernel.name,
                                               .grid = extent(configuration.grid),
                                               .block = extent(configuration.block),
                                               .dynamic_shared_bytes = configuration.shared_bytes,
                                               .stream = stream->id,
                                               .cooperative = configuration.cooperative,
                                               .parameters = pack(*kernel.info, arguments)}](
                  Runtime& its_runtime, device::Device& its_device) {
    return launched(its_runtime, code(its_device.launch(request)));
  };
  return cudaSuccess;
}

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes,
                                     cudaStream_t stream) {
  pushed().push_back({grid, block, shared_bytes, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes,
                                       void* stream) {
  if (pushed().empty()) return remember(cudaErrorMissingConfiguration);
  const auto top = pushed().back();
  pushed().pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared_bytes = top.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(KernelHandle* kernel, const void* function) {
  return api([&](Runtime& runtime, device::Device&) {
    auto* found = runtime.registry.kernel(function);
    if (found == nullptr) return cudaErrorInvalidDeviceFunction;
    return give(kernel, reinterpret_cast<KernelHandle>(found));
  });
}

cudaError_t cudaGetKernel(KernelHandle* kernel, const void* function) {
  return __cudaGetKernel(kernel, function);
}

cudaError_t __cudaLaunchKernel(KernelHandle kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared_bytes, cudaStream_t stream) {
  return launch(kernel, {grid, block, shared_bytes, stream}, arguments);
}
WARPGRADE_PTSZ(__cudaLaunchKernel);

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream) {
  return launch(function, {grid, block, shared_bytes, stream}, arguments);
}
WARPGRADE_PTSZ(cudaLaunchKernel);

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes,
                                        cudaStream_t stream) {
  return launch(function, {grid, block, shared_bytes, stream, true}, arguments);
}
WARPGRADE_PTSZ(cudaLaunchCooperativeKernel);

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  if (config == nullptr) return remember(cudaErrorInvalidValue);
  return launch_with_attributes(*config, function, arguments);
}
WARPGRADE_PTSZ(cudaLaunchKernelExC);

}  // extern "C"

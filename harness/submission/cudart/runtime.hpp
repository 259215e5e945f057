// SPDX-License-Identifier: Apache-2.0
// The one runtime of a process: its connection, what was registered, and the handles it gave out.
#pragma once

#include "harness/device/client.hpp"
#include "harness/submission/cudart/cuda.hpp"
#include "harness/submission/cudart/graph.hpp"
#include "harness/submission/cudart/mapped.hpp"
#include "harness/submission/cudart/registry.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade::cudart {

struct Stream {
  std::uint64_t id = 0;
  unsigned flags = 0;
  int priority = 0;
};

struct Event {
  unsigned flags = 0;
  bool recorded = false;
  double seconds = 0;  ///< The device's clock at the last record.
};

/// A block of host memory that the runtime knows.
struct HostBlock {
  enum class Kind {
    pinned,      ///< From cudaMallocHost.
    registered,  ///< The program's own, by cudaHostRegister.
    managed,     ///< From cudaMallocManaged, or a __managed__ variable.
  };
  std::size_t bytes = 0;
  Kind kind = Kind::pinned;
  unsigned flags = 0;        ///< As given by the program.
  std::uint64_t device = 0;  ///< What kernels call it; 0: they cannot reach it.
};

/// A capture in progress. Streams that wait for an event of a captured stream join it.
struct Capture {
  const void* origin = nullptr;
  std::set<const void*> streams;
  std::set<const void*> events;
  std::unique_ptr<Graph> graph;
  bool broken = false;  ///< By a call that a captured stream forbids.
};

struct Runtime {
  /// Never destroyed: modules unregister while the process exits.
  static Runtime& get();

  /// The device, connected at first use. Null if the process was given none.
  device::Device* device();
  /// Reports a call that we lack, now or, while there is no connection yet, when there is one.
  void note_unsupported(const char* call);
  /// cudaDeviceReset: streams, events, modules and attributes are gone.
  cudaError_t reset();

  /// Held by every call (api.hpp). A host function in a graph may call in while its graph runs.
  std::recursive_mutex mutex;
  Registry registry;
  std::map<const void*, std::unique_ptr<Stream>> streams;
  std::uint64_t next_stream = 3;  ///< 0, 1 and 2 are the default streams.
  std::map<const void*, std::unique_ptr<Event>> events;
  std::map<const void*, HostBlock> host_blocks;
  MappedMemory mapped;
  std::map<const void*, std::unique_ptr<Graph>> graphs;
  std::map<const void*, std::unique_ptr<ExecutableGraph>> executables;
  std::optional<Capture> capture;
  std::map<int, std::uint64_t> pool_attributes;  ///< As set by cudaMemPoolSetAttribute.
  std::map<int, std::size_t> limits;             ///< As set by cudaDeviceSetLimit.
  unsigned device_flags = 0;
  cudaError_t fault =
      cudaSuccess;  ///< What a kernel broke; every call that needs the context says it.

 private:
  std::unique_ptr<device::Client> client_;
  bool looked_ = false;
  std::vector<std::string> unreported_;
};

/// The known block that holds `pointer`, with its first address; null if there is none.
const std::pair<const void* const, HostBlock>* find_host_entry(const Runtime& runtime,
                                                               const void* pointer);
const HostBlock* find_host_block(const Runtime& runtime, const void* pointer);

}  // namespace warpgrade::cudart

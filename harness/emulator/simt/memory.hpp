// SPDX-License-Identifier: Apache-2.0
// Global memory: allocations in one arena. Device addresses are numbers that no host process maps.
#pragma once

#include "harness/emulator/simt/sparse.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace warpgrade::simt {

/// First device address. Device addresses lie in [kDeviceBase, kDeviceBase + kDeviceSpan); the
/// worker reserves the range without access, so host code that dereferences one faults.
inline constexpr std::uint64_t kDeviceBase = 0x0b00'0000'0000;
inline constexpr std::uint64_t kDeviceSpan = std::uint64_t{1} << 40;

/// Generic addresses of the shared and local windows (PTX ISA 5.1: cvta). 4 GiB each, never
/// allocated.
inline constexpr std::uint64_t kSharedWindow = 0x0a00'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x0a10'0000'0000;
inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 32;

/// malloc() in kernels has this much by default (CUDA C++ Programming Guide 10.34,
/// cudaLimitMallocHeapSize).
inline constexpr std::uint64_t kKernelHeapBytes = std::uint64_t{8} << 20;

struct Allocation {
  std::uint64_t base = 0;   ///< Device address, a multiple of 256.
  std::uint64_t bytes = 0;  ///< As asked for.
};

/// Mapped memory there can be, all of it together: virtual until it is touched.
inline constexpr std::uint64_t kMappedBytes = std::uint64_t{4} << 30;

/// Address space for sparse memory, and what of it is left free round every allocation: an index
/// that wraps at 2^31 or 2^32 elements must not land in the buffer beside.
inline constexpr std::uint64_t kSparseBytes = std::uint64_t{96} << 30;
inline constexpr std::uint64_t kSparseGap = std::uint64_t{16} << 30;

/// The device addresses of mapped memory, and the file that holds it from its first byte on.
struct MappedWindow {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  int fd = -1;  ///< Stays the memory's own; its size is sealed.
};

/// What a fresh allocation holds: the contents are unspecified on a device, so a program that
/// counts on zeros must not pass here. Only the first kFillLimit bytes; pages beyond are zero and
/// cost nothing.
inline constexpr unsigned char kFreshByte = 0xcc;
inline constexpr std::uint64_t kFillLimit = std::uint64_t{64} << 20;

/// Device memory of the emulated device. Not safe against concurrent allocation; loads and stores
/// of running kernels go through `host()` after a bounds check. Addresses are not reused while
/// fresh ones are left.
class GlobalMemory {
 public:
  /// @param capacity_bytes  Of the card; allocate() refuses beyond it.
  /// @throws std::bad_alloc if the host's address space is too small.
  explicit GlobalMemory(std::uint64_t capacity_bytes);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  /// A new allocation, contents unspecified (a fixed byte pattern), with at least 256
  /// unmapped-by-allocation bytes on both sides. Nothing if the capacity is exceeded. `bytes` may
  /// be 0 (gets a unique address).
  std::optional<std::uint64_t> allocate(std::uint64_t bytes);
  /// False if `base` is not the base of a live allocation.
  bool release(std::uint64_t base);
  void release_all();

  /// As allocate(), but of mapped memory, which another process can map from mapped_window(): whole
  /// pages, a page apart, and none of the card's capacity. `bytes` is not 0. Nothing if it is used
  /// up or the system has none.
  std::optional<std::uint64_t> allocate_mapped(std::uint64_t bytes);
  /// Where mapped memory lies. Its fd is -1 if the system has none.
  [[nodiscard]] const MappedWindow& mapped_window();
  [[nodiscard]] bool is_mapped(std::uint64_t address) const {
    return address >= mapped_.begin && address < mapped_.end;
  }

  /// An allocation that is only there where kernels touch it, and none of the card's capacity.
  /// Nothing if the address space for such memory is used up. release() frees it.
  std::optional<std::uint64_t> allocate_sparse(std::uint64_t bytes, Sparse::Content content);
  /// The sparse allocation at `base`, or null.
  [[nodiscard]] Sparse* sparse(std::uint64_t base) const;
  [[nodiscard]] bool is_sparse(std::uint64_t address) const {
    return address >= scattered_.begin && address < scattered_.end;
  }
  [[nodiscard]] bool has_sparse() const { return !sparse_.empty(); }
  /// Kernels touched more of an allocation than there may be.
  [[nodiscard]] bool sparse_is_full() const;

  /// What malloc() in a kernel does: as allocate(), but of the heap that kernels have for
  /// themselves, kKernelHeapBytes. Nothing if that is full.
  std::optional<std::uint64_t> allocate_in_kernel(std::uint64_t bytes);
  /// free() in a kernel: false if `base` did not come from allocate_in_kernel().
  bool release_in_kernel(std::uint64_t base);
  /// Frees what kernels allocated.
  void release_kernel_heap();

  /// The live allocation that holds `address`, or nothing.
  [[nodiscard]] const Allocation* find(std::uint64_t address) const;
  /// The live allocation nearest to `address`, or nothing if there is none.
  [[nodiscard]] const Allocation* nearest(std::uint64_t address) const;
  /// All live allocations by base.
  [[nodiscard]] const std::map<std::uint64_t, Allocation>& allocations() const {
    return allocations_;
  }
  [[nodiscard]] std::uint64_t used_bytes() const { return used_; }
  [[nodiscard]] std::uint64_t capacity_bytes() const { return capacity_; }

  /// Host view of [address, address + bytes); empty unless it lies inside one live allocation.
  [[nodiscard]] std::span<std::byte> view(std::uint64_t address, std::uint64_t bytes);

  /// Host address of a device address that a bounds check has admitted.
  [[nodiscard]] std::byte* host(std::uint64_t address) const {
    return arena_ + (address - kDeviceBase);
  }

 private:
  /// A part of the address range that allocations are taken from.
  struct Region {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t unit = 1;  ///< What spans are multiples of.
    std::uint64_t gap = 0;   ///< Unused bytes on both sides of an allocation.
    std::uint64_t next = 0;  ///< End of what was ever handed out.
  };
  [[nodiscard]] std::optional<std::uint64_t> place(const Region& region, std::uint64_t span) const;
  std::optional<std::uint64_t> take(Region& region, std::uint64_t bytes);
  void open_mapped();

  std::byte* arena_ = nullptr;
  std::uint64_t capacity_ = 0;
  std::uint64_t used_ = 0;
  Region own_;
  Region mapped_;
  Region scattered_;
  MappedWindow window_;
  bool opened_ = false;
  std::uint64_t kernel_used_ = 0;
  std::map<std::uint64_t, std::uint64_t> kernel_heap_;  ///< Bytes, by base.
  std::map<std::uint64_t, Allocation> allocations_;
  std::map<std::uint64_t, std::unique_ptr<Sparse>> sparse_;  ///< By base.
};

}  // namespace warpgrade::simt

// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/fatbin.hpp"

#include "harness/device/emulated/lz4.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace warpgrade::device::emulated {
namespace {

using Bytes = std::span<const std::byte>;
using Result = std::variant<PtxImage, FatbinProblem>;

constexpr std::uint32_t kMagic = 0xBA55ED50;
constexpr std::uint16_t kKindPtx = 1;
constexpr std::uint16_t kKindElf = 2;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstd = 0x8000;
constexpr std::string_view kRelocatable = "--compile-only";  ///< Among the options of -rdc=true.

struct ContainerHeader {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t entry_bytes;  ///< May be 0.
};
static_assert(sizeof(ContainerHeader) == 16);

struct EntryHeader {
  std::uint16_t kind;
  std::uint16_t unknown;
  std::uint32_t header_bytes;
  std::uint64_t payload_bytes;  ///< Padded.
  std::uint32_t compressed_bytes;
  std::uint32_t options_offset;  ///< From the entry's begin; 0: none.
  std::uint16_t version_minor;
  std::uint16_t version_major;
  std::uint32_t architecture;
  std::uint32_t name_offset;
  std::uint32_t name_bytes;
  std::uint64_t flags;
  std::uint64_t reserved;
  std::uint64_t uncompressed_bytes;
};
static_assert(sizeof(EntryHeader) == 64);

struct Entry {
  EntryHeader header;
  Bytes extra;  ///< Between the header's fixed part and the payload: name and options.
  Bytes payload;
};

template <class T>
std::optional<T> read(Bytes data) {
  if (data.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, data.data(), sizeof value);
  return value;
}

FatbinProblem malformed(std::string_view what) {
  return {Status::invalid_kernel_image, fmt::format("the device code is damaged: {}", what)};
}

/// Takes the first entry off `data`; nothing if its sizes do not fit.
std::optional<Entry> take_entry(Bytes& data) {
  const auto header = read<EntryHeader>(data);
  if (!header || header->header_bytes < sizeof(EntryHeader)) return std::nullopt;
  if (header->header_bytes > data.size()) return std::nullopt;
  if (header->payload_bytes > data.size() - header->header_bytes) return std::nullopt;
  const Entry entry{*header, data.first(header->header_bytes).subspan(sizeof(EntryHeader)),
                    data.subspan(header->header_bytes, header->payload_bytes)};
  data = data.subspan(header->header_bytes + header->payload_bytes);
  return entry;
}

/// All entries of the containers in `data`; nothing if a size does not fit.
std::optional<std::vector<Entry>> entries_of(Bytes data) {
  std::vector<Entry> entries;
  while (const auto container = read<ContainerHeader>(data)) {
    if (container->magic != kMagic) break;  // What follows the last container is not ours.
    if (container->header_bytes < sizeof *container || container->header_bytes > data.size()) {
      return std::nullopt;
    }
    data = data.subspan(container->header_bytes);
    if (container->entry_bytes > data.size()) return std::nullopt;
    auto rest = data.first(container->entry_bytes);
    data = data.subspan(container->entry_bytes);
    while (!rest.empty()) {
      const auto entry = take_entry(rest);
      if (!entry) return std::nullopt;
      entries.push_back(*entry);
    }
  }
  return entries;
}

std::string_view as_text(Bytes data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

std::optional<std::string> decode_zstd(Bytes data, std::size_t bytes) {
  std::string text(bytes, '\0');
  const auto got = ZSTD_decompress(text.data(), bytes, data.data(), data.size());
  if (ZSTD_isError(got) != 0 || got != bytes) return std::nullopt;
  return text;
}

Result unpack(const Entry& entry) {
  const auto& header = entry.header;
  if ((header.flags & (kFlagZstd | kFlagLz4)) == 0) {
    if (entry.payload.size() > kMaxPtxBytes) return malformed("its PTX is larger than 64 MiB");
    return PtxImage{header.architecture, std::string(as_text(entry.payload))};
  }
  if (header.compressed_bytes > entry.payload.size()) return malformed("its PTX is cut short");
  if (header.uncompressed_bytes > kMaxPtxBytes) return malformed("its PTX is larger than 64 MiB");
  const auto packed = entry.payload.first(header.compressed_bytes);
  auto text = (header.flags & kFlagZstd) != 0 ? decode_zstd(packed, header.uncompressed_bytes)
                                              : decode_lz4(packed, header.uncompressed_bytes);
  if (!text) return malformed("its PTX does not unpack");
  return PtxImage{header.architecture, *std::move(text)};
}

/// "sm_80, sm_90": the architectures of entries of a kind, sorted, each once.
std::string architectures(const std::vector<Entry>& entries, std::uint16_t kind,
                          std::string_view prefix) {
  std::vector<std::uint32_t> found;
  for (const auto& entry : entries) {
    if (entry.header.kind == kind) found.push_back(entry.header.architecture);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::string text;
  for (const auto architecture : found) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", prefix, architecture);
  }
  return text;
}

FatbinProblem no_suitable_ptx(const std::vector<Entry>& entries, std::uint32_t capability) {
  const auto flag = fmt::format("compile with -arch=compute_{}", capability);
  if (const auto ptx = architectures(entries, kKindPtx, "compute_"); !ptx.empty()) {
    return {Status::no_kernel_image_for_device,
            fmt::format("the PTX is for {}, which is newer than this card's compute capability "
                        "{}.{}: {}",
                        ptx, capability / 10, capability % 10, flag)};
  }
  if (const auto elf = architectures(entries, kKindElf, "sm_"); !elf.empty()) {
    return {Status::no_kernel_image_for_device,
            fmt::format("only machine code for {}, no PTX: {}, without -rdc=true", elf, flag)};
  }
  return {Status::invalid_kernel_image,
          "there is no device code in it; relocatable device code (-rdc=true) is not supported: "
          "compile without it"};
}

}  // namespace

Result read_fatbin(Bytes data, std::uint32_t capability) {
  if (const auto first = read<ContainerHeader>(data); !first || first->magic != kMagic) {
    return malformed("it is no fat binary");
  }
  const auto entries = entries_of(data);
  if (!entries) return malformed("a size in it does not fit");
  const Entry* best = nullptr;
  for (const auto& entry : *entries) {
    if (entry.header.kind != kKindPtx || entry.header.architecture > capability) continue;
    if (best == nullptr || entry.header.architecture > best->header.architecture) best = &entry;
  }
  if (best == nullptr) return no_suitable_ptx(*entries, capability);
  if (best->header.options_offset != 0 &&
      as_text(best->extra).find(kRelocatable) != std::string_view::npos) {
    return FatbinProblem{
        Status::invalid_kernel_image,
        "relocatable device code (-rdc=true) is not supported: compile without it"};
  }
  return unpack(*best);
}

}  // namespace warpgrade::device::emulated

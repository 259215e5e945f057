// SPDX-License-Identifier: Apache-2.0
// Whole reads and writes on a blocking stream socket: EINTR, short counts and SIGPIPE are dealt
// with here.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>

namespace warpgrade::device {

/// Sends all of `first`, then all of `second`. False if the connection is gone.
bool send_all(int fd, std::span<const std::byte> first, std::span<const std::byte> second = {});

/// Fills `data`. False if the connection ended first, or if nothing came for `seconds` (0: no
/// limit). @param descriptor  Gets a descriptor that came with the data, the caller's to close;
/// null: none is taken.
bool receive_all(int fd, std::span<std::byte> data, double seconds = 0, int* descriptor = nullptr);

/// One send() that does not block. @param descriptor  Goes with the first byte; -1: none.
ssize_t send_with(int fd, std::span<const std::byte> data, int descriptor);

}  // namespace warpgrade::device

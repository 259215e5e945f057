// SPDX-License-Identifier: Apache-2.0
// Empty: files written for LeetGPU include it (design 5).

// SPDX-License-Identifier: Apache-2.0
// Teaches a library: thrust sorts, transforms and reduces vectors that live on the device.

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

int main() {
  const int n = 1000;
  thrust::host_vector<int> host(n);
  for (int i = 0; i < n; ++i) {
    host[i] = i * 7919 % 1009;
  }
  thrust::device_vector<int> device = host;
  thrust::sort(device.begin(), device.end());
  const int sum = thrust::reduce(device.begin(), device.end(), 0);
  thrust::host_vector<int> got = device;
  std::sort(host.begin(), host.end());
  int want = 0;
  for (int i = 0; i < n; ++i) {
    want += host[i];
    if (got[i] != host[i]) {
      std::printf("differs at %d: got %d\n", i, int(got[i]));
      return EXIT_FAILURE;
    }
  }
  std::printf("sum = %d, smallest = %d\n%s\n", sum, int(got[0]), sum == want ? "ok" : "differs");
  return sum == want ? EXIT_SUCCESS : EXIT_FAILURE;
}

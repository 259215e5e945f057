// SPDX-License-Identifier: Apache-2.0
// An address that is no multiple of the size of the access.
#include "fault.cuh"

// float4 from the second float on.
__global__ void Vector(const float* in, float* out, int first) {
  const float4 v = *reinterpret_cast<const float4*>(in + first + 4 * threadIdx.x);  // FAULT faulty_float4
  out[threadIdx.x] = v.x + v.w;
}
CASE(faulty_float4) { Vector<<<1, 8>>>(Buffer<float>(64), Buffer<float>(8), 1); }
CASE(fine_float4) { Vector<<<1, 8>>>(Buffer<float>(64), Buffer<float>(8), 4); }

// An int anywhere in a stream of bytes.
__global__ void FromBytes(const unsigned char* in, int* out, int pitch) {
  out[threadIdx.x] = *reinterpret_cast<const int*>(in + pitch * threadIdx.x);  // FAULT faulty_bytes
}
CASE(faulty_bytes) { FromBytes<<<1, 8>>>(Buffer<unsigned char>(64), Buffer<int>(8), 6); }
CASE(fine_bytes) { FromBytes<<<1, 8>>>(Buffer<unsigned char>(64), Buffer<int>(8), 8); }

// The same, byte by byte.
__global__ void ByteByByte(const unsigned char* in, int* out) {
  const unsigned char* p = in + 6 * threadIdx.x;
  out[threadIdx.x] = p[0] | p[1] << 8 | p[2] << 16 | p[3] << 24;
}
CASE(fine_byte_by_byte) { ByteByByte<<<1, 8>>>(Buffer<unsigned char>(64), Buffer<int>(8)); }

// Rows of an odd number of floats, written two at a time.
__global__ void OddRows(float* out, int cols) {
  float2* row = reinterpret_cast<float2*>(out + threadIdx.y * cols);
  row[threadIdx.x] = make_float2(1, 2);  // FAULT faulty_odd_rows
}
CASE(faulty_odd_rows) { OddRows<<<1, dim3(4, 4)>>>(Buffer<float>(64), 9); }
CASE(fine_even_rows) { OddRows<<<1, dim3(4, 4)>>>(Buffer<float>(64), 10); }

// Two arrays in one piece of dynamic shared memory, the doubles behind an odd number of floats.
__global__ void TwoArrays(double* out, int floats) {
  extern __shared__ float cells[];
  double* wide = reinterpret_cast<double*>(cells + floats);
  wide[threadIdx.x] = threadIdx.x;  // FAULT faulty_two_arrays
  out[threadIdx.x] = wide[threadIdx.x];
}
CASE(faulty_two_arrays) { TwoArrays<<<1, 8, 256>>>(Buffer<double>(8), 3); }
CASE(fine_two_arrays) { TwoArrays<<<1, 8, 256>>>(Buffer<double>(8), 4); }

// A header of four bytes before the doubles.
__global__ void Header(const char* in, double* out, int header) {
  const double* values = reinterpret_cast<const double*>(in + header);
  out[threadIdx.x] = values[threadIdx.x];  // FAULT faulty_header
}
CASE(faulty_header) { Header<<<1, 4>>>(Buffer<char>(64), Buffer<double>(4), 4); }
CASE(fine_header) { Header<<<1, 4>>>(Buffer<char>(64), Buffer<double>(4), 8); }

// An atomic on a counter inside packed bytes.
__global__ void PackedCounter(unsigned char* data, int at) {
  atomicAdd(reinterpret_cast<unsigned*>(data + at), 1u);  // FAULT faulty_atomic
}
CASE(faulty_atomic) { PackedCounter<<<1, 8>>>(Buffer<unsigned char>(64), 2); }
CASE(fine_atomic) { PackedCounter<<<1, 8>>>(Buffer<unsigned char>(64), 4); }

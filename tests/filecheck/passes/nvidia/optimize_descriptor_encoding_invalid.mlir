// RUN: xtriton-opt %s --triton-nvidia-optimize-descriptor-encoding --verify-diagnostics

// Triton 3.6 aborts.

tt.func @too_early(%rows: !tt.tensordesc<32x32xf32>, %start: i32) -> tensor<32x32xf32> {
  // expected-error @below {{the tensor has no layout; 'convert-triton-to-tritongpu' gives tensors theirs}}
  %0 = tt.descriptor_load %rows[%start, %start] : !tt.tensordesc<32x32xf32> -> tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}

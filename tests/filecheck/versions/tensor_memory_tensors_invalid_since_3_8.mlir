// RUN: xtriton-opt %s --triton=3.7 | filecheck %s
// RUN: xtriton-opt %s --triton=3.8 --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --verify-diagnostics

// Encodings of tensor memory are none of tensors.

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: tt.func @f
  tt.func @f(%x: tensor<128x128xi32, #t>) {
    // expected-error @below {{has an invalid layout: Non-distributed layout is not allowed in tensor type.}}
    %y = tt.bitcast %x : tensor<128x128xi32, #t> -> tensor<128x128xf32, #t>
    tt.return
  }
}

// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%m: !ttg.memdesc<128xf32, #s, #smem, mutable>, %x: tensor<128xi32, #b>, %i: i32) {
    // expected-error @below {{result shape must match indices shape}}
    %0 = tti.experimental_local_gather %m[%x] offsets = [%i] {axis = 0 : i32} : !ttg.memdesc<128xf32, #s, #smem, mutable>, tensor<128xi32, #b> -> tensor<64xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%m: !ttg.memdesc<128xf32, #s, #smem, mutable>, %x: tensor<128xi32, #b>, %i: i32) {
    // expected-error @below {{axis 5 is out of bounds for source rank 1}}
    %0 = tti.experimental_local_gather %m[%x] offsets = [%i] {axis = 5 : i32} : !ttg.memdesc<128xf32, #s, #smem, mutable>, tensor<128xi32, #b> -> tensor<128xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%m: !ttg.memdesc<128xf32, #s, #smem, mutable>, %x: tensor<128xi32, #b>, %i: i32) {
    // expected-error @below {{result element type must match source element type}}
    %0 = tti.experimental_local_gather %m[%x] offsets = [%i] {axis = 0 : i32} : !ttg.memdesc<128xf32, #s, #smem, mutable>, tensor<128xi32, #b> -> tensor<128xf16, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%m: !ttg.memdesc<128xf32, #s, #smem, mutable>, %x: tensor<128xi32, #b>, %i: i32) {
    // expected-error @below {{indices and result must have the same layout}}
    %0 = tti.experimental_local_gather %m[%x] offsets = [%i] {axis = 0 : i32} : !ttg.memdesc<128xf32, #s, #smem, mutable>, tensor<128xi32, #b> -> tensor<128xf32>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%m: !ttg.memdesc<128xf32, #s, #smem, mutable>, %x: tensor<128xi32, #b>, %i: i32) {
    // expected-error @below {{offset count must match source rank}}
    %0 = tti.experimental_local_gather %m[%x] offsets = [%i, %i] {axis = 0 : i32} : !ttg.memdesc<128xf32, #s, #smem, mutable>, tensor<128xi32, #b> -> tensor<128xf32, #b>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%a: tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %b: tensor<32x16xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>, %c: tensor<64x16xi32, #mma>) {
    // expected-error @below {{mismatching kWidth between A and B operands}}
    %0 = tti.dot_i8 %a, %b, %c, aSigned = true, bSigned = true : tensor<64x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x16xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x16xi32, #mma>
    tt.return
  }
}

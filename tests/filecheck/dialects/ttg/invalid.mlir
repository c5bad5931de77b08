// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<3x64x32xf16, #row, #smem>, %i: i32) {
    // expected-error @below {{result element type must match desc element type}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x64x32xf16, #row, #smem> -> !ttg.memdesc<64x32xf32, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<3x64x32xf16, #row, #smem>, %i: i32) {
    // expected-error @below {{result rank must be input rank - 1}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x64x32xf16, #row, #smem> -> !ttg.memdesc<3x64x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<3x64x32xf16, #row, #smem, 2x3x64x32>, %i: i32) {
    // expected-error @below {{We don't allow taking memdesc_index of a memdesc_index}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x64x32xf16, #row, #smem, 2x3x64x32> -> !ttg.memdesc<64x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<3x64x32xf16, #row, #smem>, %i: i32) {
    // expected-error @below {{result shape must equal to srcShape[1:]}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x64x32xf16, #row, #smem> -> !ttg.memdesc<32x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<2x64x32xf16, #row, #smem, 4x64x32>, %i: i32) {
    // expected-error @below {{We don't support memdesc_index of a subview}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64x32xf16, #row, #smem, 4x64x32> -> !ttg.memdesc<64x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<2x128x128xf32, #tmem, #tm>, %i: i32) {
    // expected-error @below {{src and dst must have the same type of encoding}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x128x128xf32, #tmem, #tm> -> !ttg.memdesc<128x128xf32, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<2x64x32xf16, #row, #smem>, %i: i32) {
    // expected-error @below {{alloc shape must match shape for both result and src}}
    %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64x32xf16, #row, #smem> -> !ttg.memdesc<64x32xf16, #row, #smem, 2x64x32>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<2x64x32xf16, #row, #smem>, %i: i64) {
    // expected-error @below {{'ttg.memdesc_index' op operand #1 must be 32-bit signless integer, but got 'i64'}}
    %0 = "ttg.memdesc_index"(%m, %i) : (!ttg.memdesc<2x64x32xf16, #row, #smem>, i64) -> !ttg.memdesc<64x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: tensor<2x64xf16>, %i: i32) {
    // expected-error @below {{'ttg.memdesc_index' op operand #0 must be memory descriptor type (`::mlir::triton::gpu::MemDescType`) in Triton IR type system, but got 'tensor<2x64xf16>'}}
    %0 = "ttg.memdesc_index"(%m, %i) : (tensor<2x64xf16>, i32) -> !ttg.memdesc<64x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #plain, #smem>) {
    // expected-error @below {{offsets must have the same rank as input}}
    %0 = ttg.memdesc_subslice %m[0] : !ttg.memdesc<64x32xf16, #plain, #smem> -> !ttg.memdesc<32x32xf16, #plain, #smem, 64x32>
    tt.return
  }
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #plain, #smem>) {
    // expected-error @below {{result rank must equal to input rank}}
    %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<64x32xf16, #plain, #smem> -> !ttg.memdesc<2x32x32xf16, #plain, #smem>
    tt.return
  }
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #plain, #smem>) {
    // expected-error @below {{A non zero offset found in a dimension that is not being split}}
    %0 = ttg.memdesc_subslice %m[0, 8] : !ttg.memdesc<64x32xf16, #plain, #smem> -> !ttg.memdesc<32x32xf16, #plain, #smem, 64x32>
    tt.return
  }
}

// -----

#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #plain, #smem>) {
    // expected-error @below {{The split offset may not touch the tile}}
    %0 = ttg.memdesc_subslice %m[8, 0] : !ttg.memdesc<64x32xf16, #plain, #smem> -> !ttg.memdesc<32x32xf16, #plain, #smem, 64x32>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{We don't support splitting along the swizzling pattern}}
    %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<4x32xf16, #row, #smem, 64x32>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{src and dst must both be of shared memory encoding}}
    %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<128x128xf32, #tmem, #tm> -> !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{order must have the same size as the rank of the operand and result}}
    %0 = ttg.memdesc_trans %m {order = array<i32: 1>} : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x64xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{order must be a permutation of [0, ..., rank - 1]}}
    %0 = ttg.memdesc_trans %m {order = array<i32: 1, 1>} : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x64xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.memdesc_trans' op inferred type(s) '!ttg.memdesc<32x64xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [0, 1]}>, #ttg.shared_memory>' are incompatible with return type(s) of operation '!ttg.memdesc<32x64xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory>'}}
    // expected-error @below {{'ttg.memdesc_trans' op failed to infer returned types}}
    %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x64xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.memdesc_trans' op requires the same element type for all operands and results}}
    %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x64xf32, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.memdesc_trans' op requires attribute 'order'}}
    %0 = ttg.memdesc_trans %m : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x64xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<3x64x32xf16, #row, #smem>) {
    // expected-error @below {{rank of encoding does not match order: 2 vs 3}}
    // expected-error @below {{'ttg.memdesc_trans' op failed to infer returned types}}
    %0 = ttg.memdesc_trans %m {order = array<i32: 0, 2, 1>} : !ttg.memdesc<3x64x32xf16, #row, #smem> -> !ttg.memdesc<3x32x64xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{number of src and dst elements of reshape must be the same}}
    %0 = ttg.memdesc_reshape %m : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<64x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.memdesc_reshape' op requires the same element type for all operands and results}}
    %0 = ttg.memdesc_reshape %m : !ttg.memdesc<64x32xf16, #row, #smem> -> !ttg.memdesc<32x64xf32, #row, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem, 64x32>) {
    // expected-error @below {{NYI: memdesc_reshape of memdesc_subslice}}
    %0 = ttg.memdesc_reshape %m : !ttg.memdesc<32x32xf16, #row, #smem, 64x32> -> !ttg.memdesc<16x64xf16, #row, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.local_alloc' op source element type 'tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>' must match destination element type 'f32'}}
    %0 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf32, #row, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.local_alloc' op source shape [32, 32] must match [destination shape 32, 16]}}
    %0 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x16xf16, #row, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.local_alloc' op result shape and its alloc shape must match}}
    %0 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<32x32xf16, #row, #smem, 64x32>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.local_alloc' op uninitialized alloc must have a mutable memdesc type}}
    %0 = ttg.local_alloc : () -> !ttg.memdesc<32x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.local_alloc' op should create a buffer of shared memory}}
    %0 = ttg.local_alloc %x : (tensor<32x32xf16, #blocked>) -> !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32xf16, #line>) {
    // expected-error @below {{'ttg.local_alloc' op source has rank 1 but memdesc encoding has rank 2}}
    %0 = ttg.local_alloc %x : (tensor<32xf16, #line>) -> !ttg.memdesc<32x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.local_load' op result has rank 1 but memdesc encoding has rank 2}}
    %0 = ttg.local_load %m : !ttg.memdesc<32x32xf16, #row, #smem> -> tensor<32xf16, #line>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.local_load' op source shape [32, 32] must match [destination shape 32, 16]}}
    %0 = ttg.local_load %m : !ttg.memdesc<32x32xf16, #row, #smem> -> tensor<32x16xf16, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem>) {
    // expected-error @below {{'ttg.local_load' op source element type '!ttg.memdesc<32x32xf16, #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory>' must match destination element type 'f32'}}
    %0 = ttg.local_load %m : !ttg.memdesc<32x32xf16, #row, #smem> -> tensor<32x32xf32, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttg.local_load' op expected memdesc to have a shared memory encoding}}
    %0 = ttg.local_load %m : !ttg.memdesc<128x128xf32, #tmem, #tm> -> tensor<128x128xf32, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem>, %x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.local_store' op Cannot store into immutable memory}}
    ttg.local_store %x, %m : tensor<32x32xf16, #blocked> -> !ttg.memdesc<32x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem, mutable>, %x: tensor<32x16xf16, #blocked>) {
    // expected-error @below {{'ttg.local_store' op source shape [32, 16] must match [destination shape 32, 32]}}
    ttg.local_store %x, %m : tensor<32x16xf16, #blocked> -> !ttg.memdesc<32x32xf16, #row, #smem, mutable>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem, mutable>, %x: f32) {
    // expected-error @below {{custom op 'ttg.local_store' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
    ttg.local_store %x, %m : f32 -> !ttg.memdesc<32x32xf16, #row, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem>, %p: tensor<32x32x!tt.ptr<f16>, #blocked>) {
    // expected-error @below {{'ttg.async_copy_global_to_local' op Cannot store into immutable memory}}
    %0 = ttg.async_copy_global_to_local %p, %m : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #row, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem, mutable>, %p: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{custom op 'ttg.async_copy_global_to_local' 'src' must be ranked tensor of ptr values, but got 'tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>'}}
    %0 = ttg.async_copy_global_to_local %p, %m : tensor<32x32xf16, #blocked> -> <32x32xf16, #row, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem, mutable>, %p: tensor<32x32x!tt.ptr<f16>, #blocked>, %k: tensor<32x16xi1, #blocked>) {
    // expected-error @below {{'ttg.async_copy_global_to_local' op failed to verify that infer mask type from src type}}
    %0 = "ttg.async_copy_global_to_local"(%p, %m, %k) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<32x32x!tt.ptr<f16>, #blocked>, !ttg.memdesc<32x32xf16, #row, #smem, mutable>, tensor<32x16xi1, #blocked>) -> !ttg.async.token
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<32x32xf16, #row, #smem, mutable>, %p: tensor<32x32x!tt.ptr<f16>, #blocked>) {
    // expected-error @below {{custom op 'ttg.async_copy_global_to_local' expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]}}
    %0 = ttg.async_copy_global_to_local %p, %m cacheModifier = foo : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #row, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.convert_layout' op requires the same shape for all operands and results}}
    %0 = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x16xf16, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<32x32xf16, #blocked>) {
    // expected-error @below {{'ttg.convert_layout' op requires the same element type for all operands and results}}
    %0 = ttg.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf32, #blocked>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{custom op 'ttg.convert_layout' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
    %0 = ttg.convert_layout %x : i32 -> i32
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{only bf16 or f16 is supported for now, got 'f32'}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi8> -> tensor<16x32xf32>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{axis 1 dimension must be 2x source dimension (src=16, dst=16)}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi8> -> tensor<16x16xf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{axis 2 out of range for rank 2}}
    %0 = ttg.fp4_to_fp %x {axis = 2 : i32} : tensor<16x16xi8> -> tensor<16x32xf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{axis 4294967295 out of range for rank 2}}
    %0 = ttg.fp4_to_fp %x {axis = -1 : i32} : tensor<16x16xi8> -> tensor<16x32xf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{dimension 0 mismatch (src=16, dst=8, axis=1)}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi8> -> tensor<8x32xf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{source rank 2 != result rank 1}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi8> -> tensor<32xf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi16>) {
    // expected-error @below {{'ttg.fp4_to_fp' op operand #0 must be ranked tensor of 8-bit signless integer values, but got 'tensor<16x16xi16>'}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi16> -> tensor<16x32xf16>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8, #blocked>) {
    // expected-error @below {{source and result must both have an encoding, or neither}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi8, #blocked> -> tensor<16x32xf16>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8, #blocked>) {
    // expected-error @below {{Src and Dst encodings are not compatible:}}
    %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<16x16xi8, #blocked> -> tensor<16x32xf16, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8, #blocked>) {
    // expected-error @below {{failed to infer encoding}}
    %0 = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<16x16xi8, #blocked> -> tensor<32x16xf16, #blocked>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<16x16xi8>) {
    // expected-error @below {{'ttg.fp4_to_fp' op requires attribute 'axis'}}
    %0 = ttg.fp4_to_fp %x : tensor<16x16xi8> -> tensor<16x32xf16>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32, %y: i64) {
    // expected-error @below {{'ttg.predicate_stage' op failed to verify that all of {iv, ub, step} have same type}}
    %0 = "ttg.predicate_stage"(%x, %y, %x) <{maxStage = 1 : i32, stage = 1 : i32}> : (i32, i64, i32) -> i1
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: f32) {
    // expected-error @below {{'ttg.predicate_stage' op operand #0 must be signless integer or index, but got 'f32'}}
    %0 = ttg.predicate_stage %x, %x, %x maxStage 1 stage 1 : f32 -> i1
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_return' op expects parent op 'ttg.warp_specialize.partitions'}}
    ttg.warp_return
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_yield' op expects parent op 'ttg.warp_specialize'}}
    ttg.warp_yield
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.mask.return' op expects parent op 'ttg.mask'}}
    ttg.mask.return %x : i32
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i1) {
    "ttg.mask"(%x) ({
^bb0:
 cf.br ^bb1
^bb1:
 // expected-error @below {{expected ':'}}
 ttg.mask.return
}) : (i1) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i1) {
    // expected-error @below {{'ttg.mask' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
    "ttg.mask"(%x) ({}) : (i1) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op partition region #0 argument #0 has type 'i64' but corresponding capture has type 'i32'}}
    ttg.warp_specialize(%x) default { ttg.warp_yield } partition0(%a: i64) num_warps(4) { ttg.warp_return } : (i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op partition region #0 has 0 arguments but expected 1}}
    ttg.warp_specialize(%x) default { ttg.warp_yield } partition0() num_warps(4) { ttg.warp_return } : (i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op partition #0 number of warps (3) must be a power of 2}}
    ttg.warp_specialize() default { ttg.warp_yield } partition0() num_warps(3) { ttg.warp_return } : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op has 2 warp group start IDs but expected 1}}
    ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4, 4>} default { ttg.warp_yield } partition0() num_warps(4) { ttg.warp_return } : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_yield' op has 1 operands but parent op expected 0}}
    ttg.warp_specialize() default { ttg.warp_yield %x : i32 } partition0() num_warps(4) { ttg.warp_return } : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_yield' op operand #0 has type 'i32' but parent op expected 'i64'}}
    %0 = ttg.warp_specialize() default { ttg.warp_yield %x : i32 } partition0() num_warps(4) { ttg.warp_return } : () -> i64
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op cannot be nested inside another `ttg.warp_specialize` op}}
    ttg.warp_specialize() default { ttg.warp_specialize() default { ttg.warp_yield } : () -> ()
 ttg.warp_yield } partition0() num_warps(4) { ttg.warp_return } : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'arith.addi' op using value defined outside the region}}
    // expected-note @below {{required by region isolation constraints}}
    ttg.warp_specialize() default { ttg.warp_yield } partition0() num_warps(4) { %0 = arith.addi %x, %x : i32
 ttg.warp_return } : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{Result has an invalid layout: #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>.}}
    ttg.warp_specialize() default { ttg.warp_yield } partition0() num_warps(4) { %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>>
 ttg.warp_return } : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op has 0 partitions but `partitionNumWarps` has 1 elements}}
    "ttg.warp_specialize"() <{partitionNumWarps = array<i32: 4>}> ({ ttg.warp_yield }, { "ttg.warp_specialize.partitions"() : () -> () }) : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op expected to find only a `ttg.warp_specialize.partitions` op inside its second region}}
    "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({ ttg.warp_yield }, { ttg.warp_yield }) : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.warp_specialize' op region #0 ('defaultRegion') failed to verify constraint: region with at least 1 blocks}}
    "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({ }, { "ttg.warp_specialize.partitions"() : () -> () }) : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{custom op 'ttg.async_wait' 'ttg.async_wait' op attribute 'num' failed to satisfy constraint: 32-bit signless integer attribute}}
    ttg.async_wait {num = 1 : i64}
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{'ttg.async_wait' op requires attribute 'num'}}
    %0 = ttg.async_wait
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-note @below {{prior use here}}
  tt.func @f(%x: i32) {
    // expected-error @below {{use of value '%x' expects different type than prior uses: '!ttg.async.token' vs 'i32'}}
    %0 = ttg.async_wait %x {num = 1 : i32}
    tt.return
  }
}

// -----

tt.func @f(%a: i32) {
  // expected-error @below {{custom op 'ttg.warp_specialize' number of operands and types do not match: got 1 operands and 0 types}}
  ttg.warp_specialize(%a)
  default {
    ttg.warp_yield
  } : () -> ()
  tt.return
}

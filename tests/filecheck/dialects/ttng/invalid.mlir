// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.init_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.init_barrier %b, 1 : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.inval_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.inval_barrier %b : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<2xi64, #bar, #smem, mutable>, %p: i1) {
    // expected-error @below {{'ttng.barrier_expect' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.barrier_expect %b, 1, %p : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<2xi64, #bar, #smem, mutable>, %p: i32) {
    // expected-error @below {{'ttng.wait_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.wait_barrier %b, %p : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.arrive_barrier' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.arrive_barrier %b, 1 : !ttg.memdesc<2xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.arrive_barrier' op count must be greater than or equal to 1}}
    ttng.arrive_barrier %b, 0 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %p: i64) {
    // expected-error @below {{'ttng.wait_barrier' op operand #1 must be 32-bit signless integer, but got 'i64'}}
    "ttng.wait_barrier"(%b, %p) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!ttg.memdesc<1xi64, #bar, #smem, mutable>, i64) -> ()
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, %p: i1, %b: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op barrier allocation must be a descriptor of 1xi64 type}}
    ttng.async_tma_copy_global_to_local %d[] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, !ttg.memdesc<2xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, %p: i1, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA copies must have between 1 and 5 coordinates}}
    ttng.async_tma_copy_global_to_local %d[] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %p: i1, %x: i32, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op Cannot store into immutable memory}}
    ttng.async_tma_copy_global_to_local %d[%x] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #row, #smem, mutable>, %p: i1, %x: i32, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_tma_copy_global_to_local' op TMA result must have NVMMA shared layout}}
    ttng.async_tma_copy_global_to_local %d[%x] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, !ttg.memdesc<1xi64, #bar, #smem, mutable> -> !ttg.memdesc<64x64xf16, #row, #smem, mutable>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %x: i32) {
    // expected-error @below {{custom op 'ttng.async_tma_reduce' expected string or keyword containing one of the following enum values for attribute 'kind' [add, min, max, inc, dec, and, or, xor]}}
    ttng.async_tma_reduce foo, %d[%x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, !ttg.memdesc<64x64xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %x: i32, %r: tensor<32xi32, #line>) {
    // expected-error @below {{'ttng.async_tma_scatter' op result tensor must have as many rows as indices (32), but got '!ttg.memdesc<64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>'}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<32xi32, #line>, i32, !ttg.memdesc<64x64xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %x: i32, %r: tensor<32x32xi32, #blocked>) {
    // expected-error @below {{'ttng.async_tma_scatter' op x offsets must be a 1D tensor, but got 'tensor<32x32xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>'}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<32x32xi32, #blocked>, i32, !ttg.memdesc<64x64xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<4x64xf16, #nvmma, #smem>, %x: i32, %r: tensor<4xi32, #line>) {
    // expected-error @below {{'ttng.async_tma_scatter' op gather must have at least 8 rows, but got 4}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<4xi32, #line>, i32, !ttg.memdesc<4x64xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<8x8xf16, #nvmma, #smem>, %x: i32, %r: tensor<8xi32, #line>) {
    // expected-error @below {{'ttng.async_tma_scatter' op gather of 'f16' must have at least 16 columns, but got 8}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<8xi32, #line>, i32, !ttg.memdesc<8x8xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<8x64xf64, #nvmma, #smem>, %x: i32, %r: tensor<8xi32, #line>) {
    // expected-error @below {{'ttng.async_tma_scatter' op TMA dtype cannot be greater than 32 bits}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<8xi32, #line>, i32, !ttg.memdesc<8x64xf64, #nvmma, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<2x8x64xf16, #nvmma, #smem>, %x: i32, %r: tensor<8xi32, #line>) {
    // expected-error @below {{'ttng.async_tma_scatter' op result must be a 2D tensor, but got '!ttg.memdesc<2x8x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory>'}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<8xi32, #line>, i32, !ttg.memdesc<2x8x64xf16, #nvmma, #smem>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %p: i1, %x: i32, %r: tensor<64xi32, #line>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.async_tma_gather' op cannot store into immutable memory}}
    ttng.async_tma_gather %d[%r, %x] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<64xi32, #line>, i32, !ttg.memdesc<1xi64, #bar, #smem, mutable>, !ttg.memdesc<64x64xf16, #nvmma, #smem>, i1
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !tt.ptr<i8>, %x: i32) {
    // expected-error @below {{Rank mismatch for global dim. Got 0 but expected 1}}
    ttng.tensormap_create %a, %a, [%x], [], [], [%x] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !tt.ptr<i8>, %x: i32, %s: i64) {
    // expected-error @below {{Rank mismatch for global stride. Got 1 but expected 0}}
    ttng.tensormap_create %a, %a, [%x], [%x], [%s], [%x] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i64, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !tt.ptr<i8>, %x: i32) {
    // expected-error @below {{Rank mismatch for global stride. Got 0 but expected 18446744073709551615}}
    ttng.tensormap_create %a, %a, [], [], [], [] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !tt.ptr<i8>, %x: i32) {
    // expected-error @below {{Rank mismatch for element stride. Got 0 but expected 1}}
    ttng.tensormap_create %a, %a, [%x], [%x], [], [] {elem_type = 15 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !tt.ptr<i8>, %x: i32) {
    // expected-error @below {{custom op 'ttng.tensormap_create' 'ttng.tensormap_create' op attribute 'elem_type' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative whose maximum value is 15}}
    ttng.tensormap_create %a, %a, [%x], [%x], [], [%x] {elem_type = 16 : i32, fill_mode = 1 : i32, interleave_layout = 2 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32) -> ()
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma2>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA result layout must be Hopper NVMMA}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma2>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #row, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA B operand must have NVMMA shared layout}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #row, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #row, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA A operand must have NVMMA shared or dot layout}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #row, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<32x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<32x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x32xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second }}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x32xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<32x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<32x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA result M dimension must be divisible by 64}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<32x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<32x64xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x4xf16, #nvmma, #smem>, %c: tensor<64x4xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA result N dimension must be divisible by 8}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x4xf16, #nvmma, #smem> -> tensor<64x4xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xi16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xi16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op unsupported MMA version for the given operands}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xi16, #nvmma, #smem> * !ttg.memdesc<64x64xi16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf8E5M2, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf8E5M2, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op Cannot use F32 as the accumulator element type when the max_num_imprecise_acc is less than 32}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf8E5M2, #nvmma, #smem> * !ttg.memdesc<64x64xf8E5M2, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 4}>>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op in-register LHS operand must have a kWidth of 2 but got 4}}
    %0 = ttng.warp_group_dot %a, %b, %c : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 4}>> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{expected non-function type}}
    ttng.warp_group_dot_wait {pendings = 0 : i32} :
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.warp_group_dot_wait' op expected to be waiting on at least one dependency}}
    "ttng.warp_group_dot_wait"() <{pendings = 0 : i32}> : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: i32) {
    // expected-error @below {{'ttng.warp_group_dot_wait' op operand #0 must be variadic of TensorOrMemDesc instance, but got 'i32'}}
    %0 = ttng.warp_group_dot_wait %a {pendings = 0 : i32} : i32
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The op is synchronous but a barrier is present.}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p, %bar[%p] : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf64, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported LHS operand dtype: 'f64'}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf64, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf64, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported RHS operand dtype: 'f64'}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf64, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf32, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op LHS and RHS operand dtypes kinds don't match: LHS kind is f16 but RHS kind is tf32}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf32, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xbf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xbf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op unsupported accumulator dtype for operand types 'bf16' and 'bf16', accumulator dtype is 'f16' but must be one of ['f32']}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xbf16, #nvmma, #smem>, !ttg.memdesc<64x128xbf16, #nvmma, #smem>, !ttg.memdesc<128x128xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 2>, #tm, mutable>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #row, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op LHS operand must have a NVMMAShared or TensorMemory encoding}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #row, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #row, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op RHS operand must have a NVMMAShared encoding}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #row, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #row, #smem>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op Return operand must have a TensorMemory encoding}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #row, #smem>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf16, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The col stride of the return operand must be 32 / 16 but got 1}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf16, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>, #tm>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The col stride of the LHS operand must be 1}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>, #tm>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The op is two CTAs but the split num of the LHS is not 2, 1. Got 1, 1}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {two_ctas} : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<32x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<32x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second }}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x64xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x128x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %p: i1, %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_mma' op expected all operands to have the same rank}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<2x128x64xf16, #nvmma, #smem>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #row, #smem>) {
    // expected-error @below {{'ttng.tmem_load' op source must be a tensor memory buffer.}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #row, #smem> -> tensor<128x128xf32, #blocked>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttng.tmem_load' op result}}
    // expected-note @below {{Got: #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [16, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[8, 0], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [16, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [16, 0]], lane = [[8, 0], [0, 1], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #tm> -> tensor<128x128xf32, #blocked>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttng.tmem_load' op source shape [128, 128] must match [destination shape 128, 64]}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #tm> -> tensor<128x64xf32>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttng.tmem_load' op result must be a 2D tensor}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #tmem, #tm> -> tensor<128xf32, #line>
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x8xi8, #ttng.tensor_memory_scales_encoding<>, #tm>) {
    // expected-error @below {{'ttng.tmem_load' op should use tensor memory encoding.}}
    %0 = ttng.tmem_load %m : !ttg.memdesc<128x8xi8, #ttng.tensor_memory_scales_encoding<>, #tm> -> tensor<128x8xi8>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>, %x: tensor<128x128xf32>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op Cannot store into an immutable alloc}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf32> -> !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %x: tensor<128x128xf16>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op source element type 'tensor<128x128xf16>' must match destination element type 'f32'}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf16> -> !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #row, #smem, mutable>, %x: tensor<128x128xf16>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op should use tensor memory encoding.}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf16> -> !ttg.memdesc<128x128xf32, #row, #smem, mutable>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %x: tensor<128x128xf32, #blocked>, %p: i1) {
    // expected-error @below {{'ttng.tmem_store' op source}}
    // expected-note @below {{Got: #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64], [16, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[8, 0], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [16, 0]], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    // expected-note @below {{potential TMEM layout: #ttg.linear<{register = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [0, 64], [16, 0]], lane = [[8, 0], [0, 1], [1, 0], [2, 0], [4, 0]], warp = [[32, 0], [64, 0]], block = []}>}}
    ttng.tmem_store %x, %m, %p : tensor<128x128xf32, #blocked> -> !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.tmem_alloc' op uninitialized alloc must have a mutable memdesc type}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'ttng.tmem_alloc' op should use tensor memory encoding}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #row, #smem>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128x64xf32>) {
    // expected-error @below {{'ttng.tmem_alloc' op source shape [128, 64] must match [destination shape 128, 128]}}
    %0 = ttng.tmem_alloc %x : (tensor<128x64xf32>) -> !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #row, #smem>) {
    // expected-error @below {{'ttng.tmem_subslice' op The source must be a tensor memory buffer.}}
    %0 = ttng.tmem_subslice %m {N = 0 : i32} : !ttg.memdesc<128x128xf32, #row, #smem> -> !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttng.tmem_subslice' op The destination must be a tensor memory buffer.}}
    %0 = ttng.tmem_subslice %m {N = 0 : i32} : !ttg.memdesc<128x128xf32, #tmem, #tm> -> !ttg.memdesc<128x128xf32, #row, #smem>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%m: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttng.tmem_subslice' op The destination must have the same block size and CTASplit size as the source.}}
    %0 = ttng.tmem_subslice %m {N = 0 : i32} : !ttg.memdesc<128x128xf32, #tmem, #tm> -> !ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>, #tm>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The source must be a shared memory buffer}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op source shape 128, 64 must match destination shape 128, 128}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm>) {
    // expected-error @below {{'ttng.tmem_copy' op Cannot copy into an immutable alloc}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The source should not be transposed or padded}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 32}>, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x16xi8, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>, #smem>, %d: !ttg.memdesc<128x16xi8, #ttng.tensor_memory_scales_encoding<>, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The source should not be swizzled for now}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x16xi8, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>, #smem>, !ttg.memdesc<128x16xi8, #ttng.tensor_memory_scales_encoding<>, #tm, mutable>
    tt.return
  }
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Source layout should be swizzled.}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32}>, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf16, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Source element type should be 32-bit.}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf16, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, %d: !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Incorrect tmem layout.}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, !ttg.memdesc<128x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem, mutable>
    tt.return
  }
}

// -----

#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<64x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, %d: !ttg.memdesc<64x128xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Tmem layout ahouls have M=128.}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<64x128xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>, #smem>, !ttg.memdesc<64x128xf32, #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>, #tm, mutable>
    tt.return
  }
}

// -----

#row = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<2x2xf32, #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 8>, #smem>, %d: !ttg.memdesc<2x2xf32, #row, #smem, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op Source must have at least 16-byte alignment to be representable in a matrix descriptor.}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<2x2xf32, #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 8>, #smem>, !ttg.memdesc<2x2xf32, #row, #smem, mutable>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op The optional barrier should be a shared memory buffer}}
    ttng.tmem_copy %s, %d, %d : !ttg.memdesc<128x128xf32, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32, CGALayout = [[0, 0]]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 2 : i32} {
  tt.func @f(%s: !ttg.memdesc<128x128xf32, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>) {
    // expected-error @below {{'ttng.tmem_copy' op NYI: Only one CTA is supported for now.}}
    ttng.tmem_copy %s, %d : !ttg.memdesc<128x128xf32, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #tmem, #tm, mutable>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#ta = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#td = #ttng.tensor_memory_encoding<blockM = 64, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<128x64xf16, #ta, #tm>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %d: !ttg.memdesc<128x128xf32, #td, #tm, mutable>, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op does not support blockM=64 with interleaved blocks in TMEM layout}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #ta, #tm>, !ttg.memdesc<64x128xf16, #nvmma, #smem>, !ttg.memdesc<128x128xf32, #td, #tm, mutable>
    tt.return
  }
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#td = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 2>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 2 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #a, #smem>, %b: !ttg.memdesc<64x128xf16, #b, #smem>, %d: !ttg.memdesc<256x128xf32, #td, #tm, mutable>, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The returned value's encoding must have twoCTA=true to be used in a twoCTA matmul}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {two_ctas} : !ttg.memdesc<256x64xf16, #a, #smem>, !ttg.memdesc<64x128xf16, #b, #smem>, !ttg.memdesc<256x128xf32, #td, #tm, mutable>
    tt.return
  }
}

// -----

#b = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 1]]}>
#ta = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2>
#td = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1, CTASplitM = 2, twoCTAs = true>
#smem = #ttg.shared_memory
#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 2 : i32} {
  tt.func @f(%a: !ttg.memdesc<256x64xf16, #ta, #tm>, %b: !ttg.memdesc<64x128xf16, #b, #smem>, %d: !ttg.memdesc<256x128xf32, #td, #tm, mutable>, %p: i1) {
    // expected-error @below {{'ttng.tc_gen5_mma' op The LHS operand's encoding must have twoCTA=true to be used in a twoCTA matmul}}
    ttng.tc_gen5_mma %a, %b, %d, %p, %p {two_ctas} : !ttg.memdesc<256x64xf16, #ta, #tm>, !ttg.memdesc<64x128xf16, #b, #smem>, !ttg.memdesc<256x128xf32, #td, #tm, mutable>
    tt.return
  }
}

// -----

#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 64, 16]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 2 : i32} {
  tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @below {{'ttng.warp_group_dot' op WGMMA requires num_warps to be divisible by 4}}
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
tt.func @f(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
  // expected-error-re @below {{Operand 2 {{.*}} has an invalid layout: Could not determine the number of warps per CTA. Operation is not in a context with `ttg.num-warps`.}}
  %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
  tt.return
}

// -----

// The wheel aborts, as it has no layout for a Hopper instruction on three dimensions.
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [1, 4, 1], instrShape = [16, 64, 16]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x64x64xf16, #nvmma, #smem>, %c: tensor<2x64x64xf32, #mma3>) {
    // expected-error-re @below {{Operand 2 {{.*}}instruction shape [16, 64, 16] does not suit tensors of rank 3}}
    %0 = ttng.warp_group_dot %a, %a, %c : !ttg.memdesc<2x64x64xf16, #nvmma, #smem> * !ttg.memdesc<2x64x64xf16, #nvmma, #smem> -> tensor<2x64x64xf32, #mma3>
    tt.return
  }
}

// -----

#mma2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#mma3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: tensor<64x64xf16, #a>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %c: tensor<64x64xf32, #mma3>) {
    // expected-error @+2 {{unexpected operand layout for NvidiaMmaEncodingAttr v3}}
    // expected-error @below {{'ttng.warp_group_dot' op failed to infer returned types}}
    %0 = ttng.warp_group_dot %a, %b, %c : tensor<64x64xf16, #a> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma3>
    tt.return
  }
}

// -----

// The wheel aborts.
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<tensor<64x64xf16, #nvmma>>, %m: !ttg.memdesc<8x64x!tt.ptr<f32>, #nvmma, #smem>, %x: i32, %r: tensor<8xi32, #line>) {
    // expected-error @below {{'ttng.async_tma_scatter' op elements must be integers or floats, but got '!tt.ptr<f32>'}}
    ttng.async_tma_scatter %d[%r, %x] %m : !tt.tensordesc<tensor<64x64xf16, #nvmma>>, tensor<8xi32, #line>, i32, !ttg.memdesc<8x64x!tt.ptr<f32>, #nvmma, #smem>
    tt.return
  }
}

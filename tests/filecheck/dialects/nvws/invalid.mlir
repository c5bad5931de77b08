// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>) {
    // expected-error @below {{Aref buffer is used elsewhere, Aref cannot guarantee async safety}}
    %0 = nvws.aref.create %a : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>
 %1 = nvws.aref.create %a : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>
 ttg.local_dealloc %a : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>
 %i = arith.constant 0 : i32
 %2 = ttg.memdesc_index %a[%i] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>, %b: !ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable>) {
    // expected-error @below {{Leading dims of sliced aref inputs don't match.}}
    %0 = nvws.aref.create %a, %b : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>, !ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable>]>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-note @below {{prior use here}}
  tt.func @f(%a: !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>) {
    // expected-error @below {{use of value '%a' expects different type than prior uses: '!ttg.memdesc<3x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>' vs '!ttg.memdesc<2x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>'}}
    %0 = nvws.aref.create %a : <[!ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable>]>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>) {
    // expected-error @below {{'nvws.aref.create' op failed to verify that input types match Aref output type}}
    %0 = "nvws.aref.create"(%a) : (!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>) -> !nvws.aref<[i32]>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>) {
    // expected-error @below {{Aref has different number of arguments than enter}}
    %0 = nvws.aref.put.enter %r : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]> -> !ttg.async.token
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>) {
    // expected-error @below {{Dimensions don't match}}
    %0, %t = nvws.aref.put.enter %r : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]> -> !ttg.memdesc<32x64xf16, #nvmma, #smem, mutable>, !ttg.async.token
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>) {
    // expected-error @below {{Ranks don't match}}
    %0, %t = nvws.aref.get.enter %r : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]> -> !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>, !ttg.async.token
    tt.return
  }
}

// -----

#tm = #ttng.tensor_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[!ttg.memdesc<128x8xi8, #ttng.tensor_memory_scales_encoding<>, #tm>]>) {
    // expected-error @below {{Dimensions don't match for TensorMemoryScalesEncodingAttr}}
    %0, %t = nvws.aref.get.enter %r : !nvws.aref<[!ttg.memdesc<128x8xi8, #ttng.tensor_memory_scales_encoding<>, #tm>]> -> !ttg.memdesc<128x16xi8, #ttng.tensor_memory_scales_encoding<>, #tm>, !ttg.async.token
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[i32]>) {
    // expected-error @below {{Slicing not Implemented for this type}}
    %0, %t = nvws.aref.get.enter %r : <[i32]> -> !ttg.memdesc<64x64xf16, #nvmma, #smem>, !ttg.async.token
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>, %t: !ttg.async.token) {
    // expected-error @below {{'nvws.aref.put.exit' op attribute 'async_ops' failed to satisfy constraint: array of async op attributes}}
    nvws.aref.put.exit %r, %t [1 : i32] : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>, !ttg.async.token
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%r: !nvws.aref<[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>, %t: !ttg.async.token) {
    // expected-error @below {{expected ::mlir::triton::nvws::AsyncOp to be one of: none, tma_load, tc5mma, tmem_copy, cp_async, wgmma}}
    // expected-error @below {{failed to parse NVWS_AsyncOpEnum parameter 'value' which is to be a `::mlir::triton::nvws::AsyncOp`}}
    nvws.aref.put.exit %r, %t [#nvws.async_op<foo>] : <[!ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>]>, !ttg.async.token
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-error @below {{expected '['}}
  // expected-error @below {{failed to parse NVWS_ArefType parameter 'baseType' which is to be a `TypeArrayAttr`}}
  tt.func @f(%r: !nvws.aref<i32>) {
    
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-error @below {{expected '<'}}
  tt.func @f(%r: !nvws.aref) {
    
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{Must supply numWarps for each Warp Group.}}
    "nvws.warp_group"() <{numWarps = array<i32: 4, 4>}> ({ nvws.warp_group.return }) : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{Must have at least one region when there are results.}}
    %0 = "nvws.warp_group"() <{numWarps = array<i32>}> : () -> i32
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{When nvws.warp_group op has results, the first region should be terminated by nvws.warp_group.yield op.}}
    %0 = "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({ nvws.warp_group.return }) : () -> i32
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: i32) {
    // expected-error @below {{Mismatch in the number of results returned by nvws.warp_group op and the number of the operands of the corresponding nvws.warp_group.yield op in the first region.}}
    %0 = "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({ nvws.warp_group.yield %x, %x : i32, i32 }) : () -> i32
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'nvws.warp_group' op region #0 ('partitionRegions') failed to verify constraint: region with at least 1 blocks}}
    "nvws.warp_group"() <{numWarps = array<i32: 4>}> ({ }) : () -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'nvws.warp_group.return' op expects parent op 'nvws.warp_group'}}
    nvws.warp_group.return
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'nvws.warp_group.yield' op expects parent op 'nvws.warp_group'}}
    nvws.warp_group.yield
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{custom op 'nvws.create_token' 'nvws.create_token' op attribute 'loadType' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1, 2, 3, 4}}
    %0 = nvws.create_token {loadType = 9 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f() {
    // expected-error @below {{'nvws.create_token' op result #0 must be tensor of  values, but got 'tensor<3xi32>'}}
    %0 = nvws.create_token {loadType = 1 : i32, numBuffers = 3 : i32} : tensor<3xi32>
    tt.return
  }
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%d: !tt.tensordesc<64x64xf16, #nvmma>, %m: i32) {
    // expected-error @below {{'nvws.descriptor_load' op operand #1 must be memory descriptor type (`::mlir::triton::gpu::MemDescType`) in Triton IR type system, but got 'i32'}}
    nvws.descriptor_load %d[] 3 %m : !tt.tensordesc<64x64xf16, #nvmma>, i32
    tt.return
  }
}

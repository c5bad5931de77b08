// RUN: xtriton-opt %s --triton=3.6 --tritongpu-promote-lhs-to-tmem | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#other = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared32 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#fp8 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#scales = #ttng.tensor_memory_scales_encoding<>

// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32{{\]\]}}, lane = {{\[\[}}1, 0], [2, 0], [4, 0], [8, 0], [16, 0{{\]\]}}, warp = {{\[\[}}32, 0], [64, 0{{\]\]}}, block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // Registers that suit tensor memory go there, wherever they come from.
  // CHECK: tt.func @suitable(%arg0: tensor<128x64xf16, #blocked>, %arg1: !ttg.memdesc<64x32xf16, #shared, #smem>, %arg2: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1) {
  // CHECK-NEXT:   %result = ttng.tmem_alloc %arg0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #tmem1, #ttng.tensor_memory>
  // CHECK-NEXT:   ttng.tc_gen5_mma %result, %arg1, %arg2, %arg3, %arg3 : !ttg.memdesc<128x64xf16, #tmem1, #ttng.tensor_memory>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @suitable(%x: tensor<128x64xf16, #blocked>, %b: !ttg.memdesc<64x32xf16, #shared, #smem>, %d: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }

  // Computed values are converted first; shared memory with other users stays.
  // CHECK: tt.func @converted(%arg0: tensor<128x64xf32, #blocked1>, %arg1: !ttg.memdesc<64x32xf32, #shared1, #smem>, %arg2: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %arg3: i1) -> tensor<128x64xf32, #blocked1> {
  // CHECK-NEXT:   %0 = math.exp2 %arg0 : tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<128x64xf32, #blocked1>) -> !ttg.memdesc<128x64xf32, #shared1, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %0 : tensor<128x64xf32, #blocked1> -> tensor<128x64xf32, #linear>
  // CHECK-NEXT:   %result = ttng.tmem_alloc %2 : (tensor<128x64xf32, #linear>) -> !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory>
  // CHECK-NEXT:   ttng.tc_gen5_mma %result, %arg1, %arg2, %arg3, %arg3 : !ttg.memdesc<128x64xf32, #tmem1, #ttng.tensor_memory>, !ttg.memdesc<64x32xf32, #shared1, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %3 = ttg.local_load %1 : !ttg.memdesc<128x64xf32, #shared1, #smem> -> tensor<128x64xf32, #blocked1>
  // CHECK-NEXT:   tt.return %3 : tensor<128x64xf32, #blocked1>
  // CHECK-NEXT: }
  tt.func @converted(%x: tensor<128x64xf32, #other>, %b: !ttg.memdesc<64x32xf32, #shared32, #smem>, %d: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) -> tensor<128x64xf32, #other> {
    %y = math.exp2 %x : tensor<128x64xf32, #other>
    %a = ttg.local_alloc %y : (tensor<128x64xf32, #other>) -> !ttg.memdesc<128x64xf32, #shared32, #smem>
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf32, #shared32, #smem>, !ttg.memdesc<64x32xf32, #shared32, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    %z = ttg.local_load %a : !ttg.memdesc<128x64xf32, #shared32, #smem> -> tensor<128x64xf32, #other>
    tt.return %z : tensor<128x64xf32, #other>
  }

  // Loaded values and arguments are not converted for it.
  // CHECK: tt.func @loaded(%arg0: tensor<64x128xf16, #blocked1>, %arg1: tensor<128x64x!tt.ptr<f16>, #blocked1>, %arg2: !ttg.memdesc<64x32xf16, #shared, #smem>, %arg3: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %arg4: i1) {
  // CHECK-NEXT:   %0 = tt.load %arg1 : tensor<128x64x!tt.ptr<f16>, #blocked1>
  // CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<128x64xf16, #blocked1>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.tc_gen5_mma %1, %arg2, %arg3, %arg4, %arg4 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   %2 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x128xf16, #blocked1> -> tensor<128x64xf16, #blocked2>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<128x64xf16, #blocked2> -> tensor<128x64xf16, #blocked1>
  // CHECK-NEXT:   %4 = ttg.local_alloc %3 : (tensor<128x64xf16, #blocked1>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
  // CHECK-NEXT:   ttng.tc_gen5_mma %4, %arg2, %arg3, %arg4, %arg4 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @loaded(%x: tensor<64x128xf16, #other>, %p: tensor<128x64x!tt.ptr<f16>, #other>, %b: !ttg.memdesc<64x32xf16, #shared, #smem>, %d: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    %l = tt.load %p : tensor<128x64x!tt.ptr<f16>, #other>
    %a = ttg.local_alloc %l : (tensor<128x64xf16, #other>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    %tx = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x128xf16, #other> -> tensor<128x64xf16, #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>>
    %c = ttg.convert_layout %tx : tensor<128x64xf16, #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>> -> tensor<128x64xf16, #other>
    %a2 = ttg.local_alloc %c : (tensor<128x64xf16, #other>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    ttng.tc_gen5_mma %a2, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }

  // Neither from another region, nor small floats, nor shared memory that was there before.
  // CHECK: tt.func @elsewhere(%arg0: tensor<128x64xf16, #blocked>, %arg1: tensor<128x64xf8E5M2, #blocked>, %arg2: !ttg.memdesc<128x64xf16, #shared, #smem>, %arg3: !ttg.memdesc<64x32xf16, #shared, #smem>, %arg4: !ttg.memdesc<64x32xf8E5M2, #shared2, #smem>, %arg5: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %arg6: i1) {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
  // CHECK-NEXT:   scf.if %arg6 {
  // CHECK-NEXT:     ttng.tc_gen5_mma %0, %arg3, %arg5, %arg6, %arg6 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg1 : (tensor<128x64xf8E5M2, #blocked>) -> !ttg.memdesc<128x64xf8E5M2, #shared2, #smem>
  // CHECK-NEXT:   ttng.tc_gen5_mma %1, %arg4, %arg5, %arg6, %arg6 : !ttg.memdesc<128x64xf8E5M2, #shared2, #smem>, !ttg.memdesc<64x32xf8E5M2, #shared2, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   ttng.tc_gen5_mma %arg2, %arg3, %arg5, %arg6, %arg6 : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @elsewhere(%x: tensor<128x64xf16, #blocked>, %y: tensor<128x64xf8E5M2, #blocked>, %v: !ttg.memdesc<128x64xf16, #shared, #smem>, %b: !ttg.memdesc<64x32xf16, #shared, #smem>, %b8: !ttg.memdesc<64x32xf8E5M2, #fp8, #smem>, %d: !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>, %t: i1) {
    %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    scf.if %t {
      ttng.tc_gen5_mma %a, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    }
    %a8 = ttg.local_alloc %y : (tensor<128x64xf8E5M2, #blocked>) -> !ttg.memdesc<128x64xf8E5M2, #fp8, #smem>
    ttng.tc_gen5_mma %a8, %b8, %d, %t, %t : !ttg.memdesc<128x64xf8E5M2, #fp8, #smem>, !ttg.memdesc<64x32xf8E5M2, #fp8, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    ttng.tc_gen5_mma %v, %b, %d, %t, %t : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-NEXT: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: module attributes {"ttg.num-warps" = 4 : i32} {

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvmma8 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tt.func @dot(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg3: tensor<64x64xf32, #mma>, %arg4: i1) {
  // CHECK-NEXT: %0 = ttng.warp_group_dot %arg0, %arg1, %arg3 : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: %1 = ttng.warp_group_dot %arg2, %arg1, %arg3, %arg4 {inputPrecision = 0 : i32, isAsync = true} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: %2:3 = ttng.warp_group_dot_wait %1, %arg0, %arg1 {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>
  // CHECK-NEXT: %3 = ttng.warp_group_dot_wait %0 {pendings = 1 : i32} : tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<64x64xf32, #mma>, i1) -> (), sym_name = "dot"}> ({
  // GENERIC-NEXT: ^bb0(%arg3: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg4: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg5: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %arg6: tensor<64x64xf32, #mma>, %arg7: i1):
  // GENERIC-NEXT: %1 = "ttng.warp_group_dot"(%arg3, %arg4, %arg6) <{inputPrecision = 2 : i32, isAsync = false, maxNumImpreciseAcc = 0 : i32}> : (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma>
  // GENERIC-NEXT: %2 = "ttng.warp_group_dot"(%arg5, %arg4, %arg6, %arg7) <{inputPrecision = 0 : i32, isAsync = true, maxNumImpreciseAcc = 0 : i32}> : (tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, i1) -> tensor<64x64xf32, #mma>
  // GENERIC-NEXT: %3:3 = "ttng.warp_group_dot_wait"(%2, %arg3, %arg4) <{pendings = 0 : i32}> : (tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>) -> (tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>)
  // GENERIC-NEXT: %4 = "ttng.warp_group_dot_wait"(%1) <{pendings = 1 : i32}> : (tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma>
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @dot(%a: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %b: !ttg.memdesc<64x64xf16, #nvmma, #smem>, %r: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>, %flag: i1) {
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<64x64xf16, #nvmma, #smem> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma>
    %1 = ttng.warp_group_dot %r, %b, %c, %flag {inputPrecision = 0 : i32, isAsync = true} : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #nvmma, #smem> -> tensor<64x64xf32, #mma>
    %2:3 = ttng.warp_group_dot_wait %1, %a, %b {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #nvmma, #smem>, !ttg.memdesc<64x64xf16, #nvmma, #smem>
    %3 = ttng.warp_group_dot_wait %0 {pendings = 1 : i32} : tensor<64x64xf32, #mma>
    tt.return
  }

  // CHECK: tt.func @fp8(%arg0: !ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, %arg1: !ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, %arg2: tensor<64x64xf32, #mma>) {
  // CHECK-NEXT: %0 = ttng.warp_group_dot %arg0, %arg1, %arg2 {maxNumImpreciseAcc = 1073741824 : i32} : !ttg.memdesc<64x64xf8E5M2, #shared1, #smem> * !ttg.memdesc<64x64xf8E5M2, #shared1, #smem> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (!ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, !ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, tensor<64x64xf32, #mma>) -> (), sym_name = "fp8"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: !ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, %arg1: !ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, %arg2: tensor<64x64xf32, #mma>):
  // GENERIC-NEXT: %0 = "ttng.warp_group_dot"(%arg0, %arg1, %arg2) <{inputPrecision = 2 : i32, isAsync = false, maxNumImpreciseAcc = 1073741824 : i32}> : (!ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, !ttg.memdesc<64x64xf8E5M2, #shared1, #smem>, tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma>
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @fp8(%a: !ttg.memdesc<64x64xf8E5M2, #nvmma8, #smem>, %b: !ttg.memdesc<64x64xf8E5M2, #nvmma8, #smem>, %c: tensor<64x64xf32, #mma>) {
    %0 = ttng.warp_group_dot %a, %b, %c {maxNumImpreciseAcc = 1073741824 : i32} : !ttg.memdesc<64x64xf8E5M2, #nvmma8, #smem> * !ttg.memdesc<64x64xf8E5M2, #nvmma8, #smem> -> tensor<64x64xf32, #mma>
    tt.return
  }
}

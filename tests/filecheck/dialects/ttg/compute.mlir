// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [0, 8]], lane = {{\[\[}}1, 0], [2, 0], [4, 0], [0, 2], [0, 4]], warp = {{\[\[}}8, 0], [0, 0]], block = []}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#packed = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>

module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  // CHECK: tt.func @values(%arg0: tensor<16x16xf16, #blocked>, %arg1: tensor<16x8xi8, #blocked1>, %arg2: tensor<16x8xi8>, %arg3: i32, %arg4: index) {
  // CHECK-NEXT: %0 = ttg.convert_layout %arg0 : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT: %1 = ttg.convert_layout %arg0 {hint = "none"} : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #linear>
  // CHECK-NEXT: %2 = ttg.fp4_to_fp %arg1 {axis = 1 : i32} : tensor<16x8xi8, #blocked1> -> tensor<16x16xf16, #blocked>
  // CHECK-NEXT: %3 = ttg.fp4_to_fp %arg2 {axis = 0 : i32} : tensor<16x8xi8> -> tensor<32x8xbf16>
  // CHECK-NEXT: %4 = ttg.predicate_stage %arg3, %arg3, %arg3 maxStage 2 stage 1 : i32 -> i1
  // CHECK-NEXT: %5 = ttg.predicate_stage %arg4, %arg4, %arg4 maxStage 3 stage 0 {x} : index -> i1
  // CHECK-NEXT: tt.return
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (tensor<16x16xf16, #blocked>, tensor<16x8xi8, #blocked1>, tensor<16x8xi8>, i32, index) -> (), sym_name = "values"}> ({
  // GENERIC-NEXT: ^bb0(%arg2: tensor<16x16xf16, #blocked>, %arg3: tensor<16x8xi8, #blocked1>, %arg4: tensor<16x8xi8>, %arg5: i32, %arg6: index):
  // GENERIC-NEXT: %2 = "ttg.convert_layout"(%arg2) : (tensor<16x16xf16, #blocked>) -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // GENERIC-NEXT: %3 = "ttg.convert_layout"(%arg2) {hint = "none"} : (tensor<16x16xf16, #blocked>) -> tensor<16x16xf16, #linear>
  // GENERIC-NEXT: %4 = "ttg.fp4_to_fp"(%arg3) <{axis = 1 : i32}> : (tensor<16x8xi8, #blocked1>) -> tensor<16x16xf16, #blocked>
  // GENERIC-NEXT: %5 = "ttg.fp4_to_fp"(%arg4) <{axis = 0 : i32}> : (tensor<16x8xi8>) -> tensor<32x8xbf16>
  // GENERIC-NEXT: %6 = "ttg.predicate_stage"(%arg5, %arg5, %arg5) <{maxStage = 2 : i32, stage = 1 : i32}> : (i32, i32, i32) -> i1
  // GENERIC-NEXT: %7 = "ttg.predicate_stage"(%arg6, %arg6, %arg6) <{maxStage = 3 : i32, stage = 0 : i32}> {x} : (index, index, index) -> i1
  // GENERIC-NEXT: "tt.return"() : () -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @values(%x: tensor<16x16xf16, #blocked>, %bytes: tensor<16x8xi8, #packed>, %bare: tensor<16x8xi8>, %iv: i32, %n: index) {
    %0 = ttg.convert_layout %x : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #dot>
    %1 = ttg.convert_layout %x {hint = "none"} : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #ttg.linear<{register = [[0, 1], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [0, 2], [0, 4]], warp = [[8, 0], [0, 0]], block = []}>>
    %2 = ttg.fp4_to_fp %bytes {axis = 1 : i32} : tensor<16x8xi8, #packed> -> tensor<16x16xf16, #blocked>
    %3 = ttg.fp4_to_fp %bare {axis = 0 : i32} : tensor<16x8xi8> -> tensor<32x8xbf16>
    %4 = ttg.predicate_stage %iv, %iv, %iv maxStage 2 stage 1 : i32 -> i1
    %5 = ttg.predicate_stage %n, %n, %n maxStage 3 stage 0 {x} : index -> i1
    tt.return
  }

  // CHECK: tt.func @mask(%arg0: i1, %arg1: i32) -> i32 {
  // CHECK-NEXT: %0 = "ttg.mask"(%arg0) ({
  // CHECK-NEXT: %1 = arith.addi %arg1, %arg1 : i32
  // CHECK-NEXT: ttg.mask.return %1 : i32
  // CHECK-NEXT: }) : (i1) -> i32
  // CHECK-NEXT: tt.return %0 : i32
  // CHECK-NEXT: }
  // GENERIC: "tt.func"() <{function_type = (i1, i32) -> i32, sym_name = "mask"}> ({
  // GENERIC-NEXT: ^bb0(%arg0: i1, %arg1: i32):
  // GENERIC-NEXT: %0 = "ttg.mask"(%arg0) ({
  // GENERIC-NEXT: %1 = "arith.addi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  // GENERIC-NEXT: "ttg.mask.return"(%1) : (i32) -> ()
  // GENERIC-NEXT: }) : (i1) -> i32
  // GENERIC-NEXT: "tt.return"(%0) : (i32) -> ()
  // GENERIC-NEXT: }) : () -> ()
  tt.func @mask(%pred: i1, %x: i32) -> i32 {
    %0 = "ttg.mask"(%pred) ({
      %1 = arith.addi %x, %x : i32
      ttg.mask.return %1 : i32
    }) : (i1) -> i32
    tt.return %0 : i32
  }
}

// RUN: xtriton-opt %s --triton=3.6 --canonicalize --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#small = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#line1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#line_again = #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>
#pair = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// A conversion to the same layout is none, and two are one.
// CHECK: tt.func @conversions(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %arg0, %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @conversions(%x: tensor<64x64xf32, #blocked>) -> (tensor<64x64xf32, #blocked>, tensor<64x64xf32, #blocked1>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked>
  %1 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #small>
  %2 = ttg.convert_layout %1 : tensor<64x64xf32, #small> -> tensor<64x64xf32, #blocked1>
  tt.return %0, %2 : tensor<64x64xf32, #blocked>, tensor<64x64xf32, #blocked1>
}

// Cheap operations are rematerialised in the other layout.
// CHECK: tt.func @cheap_values(%arg0: f32, %arg1: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<512xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) {
// CHECK-NEXT:   %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %1 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %2 = arith.addf %arg1, %arg1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %0, %1, %cst, %3 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<512xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @cheap_values(%s: f32, %m: tensor<64x64xf32, #blocked>) -> (tensor<64x64xf32, #blocked1>, tensor<512xi32, #line1>, tensor<64x64xf32, #blocked1>, tensor<64x64xf32, #blocked1>) {
  %c = arith.constant dense<1.0> : tensor<64x64xf32, #blocked>
  %0 = tt.splat %s : f32 -> tensor<64x64xf32, #blocked>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  %2 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #line>
  %3 = ttg.convert_layout %2 : tensor<512xi32, #line> -> tensor<512xi32, #line1>
  %4 = ttg.convert_layout %c : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  %5 = arith.addf %m, %m : tensor<64x64xf32, #blocked>
  %6 = ttg.convert_layout %5 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  tt.return %1, %3, %4, %6 : tensor<64x64xf32, #blocked1>, tensor<512xi32, #line1>, tensor<64x64xf32, #blocked1>, tensor<64x64xf32, #blocked1>
}

// CHECK: tt.func @constant_with_elements() -> tensor<2xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
// CHECK-NEXT:   %cst = arith.constant dense<[1, 2]> : tensor<2xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %0 = ttg.convert_layout %cst : tensor<2xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<2xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0 : tensor<2xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @constant_with_elements() -> tensor<2xi32, #line1> {
  %c = arith.constant dense<[1, 2]> : tensor<2xi32, #line>
  %0 = ttg.convert_layout %c : tensor<2xi32, #line> -> tensor<2xi32, #line1>
  tt.return %0 : tensor<2xi32, #line1>
}

// A load from shared memory stays where it is, since the memory may change.
// CHECK: tt.func @local_load(%arg0: !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>, %arg1: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> {
// CHECK-NEXT:   %0 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   ttg.local_store %arg1, %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @local_load(%a: !ttg.memdesc<64x64xf32, #shared, #smem, mutable>, %x: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked1> {
  %0 = ttg.local_load %a : !ttg.memdesc<64x64xf32, #shared, #smem, mutable> -> tensor<64x64xf32, #blocked>
  ttg.local_store %x, %a : tensor<64x64xf32, #blocked> -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  tt.return %1 : tensor<64x64xf32, #blocked1>
}

// An accumulator is converted to an operand in one step.
// CHECK: tt.func @accumulator_to_operand(%arg0: tensor<64x64xf16, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>>) -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>> {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @accumulator_to_operand(%x: tensor<64x64xf16, #mma>) -> tensor<64x64xf16, #dot> {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #dot>
  tt.return %0 : tensor<64x64xf16, #dot>
}

// CHECK: tt.func @splat_to_operand_by_accumulator(%arg0: f16) -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>> {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f16 -> tensor<64x64xf16, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf16, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @splat_to_operand_by_accumulator(%x: f16) -> tensor<64x64xf16, #dot> {
  %0 = tt.splat %x : f16 -> tensor<64x64xf16, #mma>
  %1 = ttg.convert_layout %0 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #dot>
  tt.return %1 : tensor<64x64xf16, #dot>
}

// Reshapes that may reorder take any layout with as many registers; others only one that means the same.
// CHECK: tt.func @reshape_that_may_reorder(%arg0: tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> (tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = tt.reshape %0 allow_reorder : tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %2 = tt.reshape %arg0 allow_reorder : tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>> -> tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.return %1, %3 : tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT: }
tt.func @reshape_that_may_reorder(%x: tensor<512xf32, #line>) -> (tensor<16x32xf32, #blocked>, tensor<16x32xf32, #blocked>) {
  %0 = ttg.convert_layout %x : tensor<512xf32, #line> -> tensor<512xf32, #line1>
  %1 = tt.reshape %0 allow_reorder : tensor<512xf32, #line1> -> tensor<16x32xf32, #blocked>
  %2 = tt.reshape %x allow_reorder : tensor<512xf32, #line> -> tensor<16x32xf32, #small>
  %3 = ttg.convert_layout %2 : tensor<16x32xf32, #small> -> tensor<16x32xf32, #blocked>
  tt.return %1, %3 : tensor<16x32xf32, #blocked>, tensor<16x32xf32, #blocked>
}

// CHECK: tt.func @reshape_with_efficient_layout(%arg0: tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder efficient_layout : tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>> -> tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.return %1 : tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT: }
tt.func @reshape_with_efficient_layout(%x: tensor<512xf32, #line>) -> tensor<16x32xf32, #blocked> {
  %0 = tt.reshape %x allow_reorder efficient_layout : tensor<512xf32, #line> -> tensor<16x32xf32, #small>
  %1 = ttg.convert_layout %0 : tensor<16x32xf32, #small> -> tensor<16x32xf32, #blocked>
  tt.return %1 : tensor<16x32xf32, #blocked>
}

// CHECK: tt.func @reshape_of_conversion_that_moves_nothing(%arg0: tensor<512xf32, #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>>) -> tensor<16x32xf32, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>> {
// CHECK-NEXT:   %0 = tt.reshape %arg0 : tensor<512xf32, #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>> -> tensor<16x32xf32, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>>
// CHECK-NEXT:   tt.return %0 : tensor<16x32xf32, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>>
// CHECK-NEXT: }
tt.func @reshape_of_conversion_that_moves_nothing(%x: tensor<512xf32, #line_again>) -> tensor<16x32xf32, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>> {
  %0 = ttg.convert_layout %x : tensor<512xf32, #line_again> -> tensor<512xf32, #line>
  %1 = tt.reshape %0 : tensor<512xf32, #line> -> tensor<16x32xf32, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>>
  tt.return %1 : tensor<16x32xf32, #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>>
}

// CHECK: tt.func @counting(%arg0: tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, %arg1: tensor<512xi1, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> (tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = tt.histogram %arg0 : tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<512xi1, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xi1, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %2 = tt.histogram %arg0, %1 : tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0, %2 : tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @counting(%x: tensor<512xi32, #line>, %m: tensor<512xi1, #line1>) -> (tensor<512xi32, #line>, tensor<512xi32, #line>) {
  %0 = ttg.convert_layout %x : tensor<512xi32, #line> -> tensor<512xi32, #line1>
  %1 = tt.histogram %0 : tensor<512xi32, #line1> -> tensor<512xi32, #line>
  %2 = tt.histogram %0, %m : tensor<512xi32, #line1> -> tensor<512xi32, #line1>
  %3 = ttg.convert_layout %2 : tensor<512xi32, #line1> -> tensor<512xi32, #line>
  tt.return %1, %3 : tensor<512xi32, #line>, tensor<512xi32, #line>
}

// CHECK: tt.func @gathering(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg1: tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> {
// CHECK-NEXT:   %0 = tt.gather %arg0[%arg1] {axis = 0 : i32} : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @gathering(%x: tensor<64x64xf32, #blocked>, %i: tensor<64x64xi32, #blocked1>) -> tensor<64x64xf32, #blocked1> {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  %1 = tt.gather %0[%i] {axis = 0 : i32} : (tensor<64x64xf32, #blocked1>, tensor<64x64xi32, #blocked1>) -> tensor<64x64xf32, #blocked1>
  tt.return %1 : tensor<64x64xf32, #blocked1>
}

// CHECK: tt.func @gathering_with_efficient_layout(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg1: tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %1 = tt.gather %0[%arg1] {axis = 0 : i32, efficient_layout} : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @gathering_with_efficient_layout(%x: tensor<64x64xf32, #blocked>, %i: tensor<64x64xi32, #blocked1>) -> tensor<64x64xf32, #blocked1> {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  %1 = tt.gather %0[%i] {axis = 0 : i32, efficient_layout} : (tensor<64x64xf32, #blocked1>, tensor<64x64xi32, #blocked1>) -> tensor<64x64xf32, #blocked1>
  tt.return %1 : tensor<64x64xf32, #blocked1>
}

// CHECK: tt.func @to_shared_memory(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg1: !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>) -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory> {
// CHECK-NEXT:   ttg.local_store %arg0, %arg1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
// CHECK-NEXT:   %0 = ttg.local_alloc %arg0 : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT:   tt.return %0 : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT: }
tt.func @to_shared_memory(%x: tensor<64x64xf32, #blocked>, %a: !ttg.memdesc<64x64xf32, #shared, #smem, mutable>) -> !ttg.memdesc<64x64xf32, #shared, #smem> {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  ttg.local_store %0, %a : tensor<64x64xf32, #blocked1> -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf32, #blocked1>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
  tt.return %1 : !ttg.memdesc<64x64xf32, #shared, #smem>
}

// A copy of immutable memory is that memory; mutable memory may change.
// CHECK: tt.func @copies_of_memory(%arg0: !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, %arg1: !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>) -> (!ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>) {
// CHECK-NEXT:   %0 = ttg.local_load %arg1 : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT:   %2 = ttg.local_alloc %0 : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
// CHECK-NEXT:   tt.return %arg0, %1, %2 : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
// CHECK-NEXT: }
tt.func @copies_of_memory(%a: !ttg.memdesc<64x64xf32, #shared, #smem>, %b: !ttg.memdesc<64x64xf32, #shared, #smem, mutable>) -> (!ttg.memdesc<64x64xf32, #shared, #smem>, !ttg.memdesc<64x64xf32, #shared, #smem>, !ttg.memdesc<64x64xf32, #shared, #smem, mutable>) {
  %0 = ttg.local_load %a : !ttg.memdesc<64x64xf32, #shared, #smem> -> tensor<64x64xf32, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf32, #blocked>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
  %2 = ttg.local_load %b : !ttg.memdesc<64x64xf32, #shared, #smem, mutable> -> tensor<64x64xf32, #blocked>
  %3 = ttg.local_alloc %2 : (tensor<64x64xf32, #blocked>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
  %4 = ttg.local_alloc %2 : (tensor<64x64xf32, #blocked>) -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
  tt.return %1, %3, %4 : !ttg.memdesc<64x64xf32, #shared, #smem>, !ttg.memdesc<64x64xf32, #shared, #smem>, !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
}

// CHECK: tt.func @views_of_memory(%arg0: !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>) -> (!ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>) {
// CHECK-NEXT:   tt.return %arg0, %arg0 : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT: }
tt.func @views_of_memory(%a: !ttg.memdesc<64x64xf32, #shared, #smem>) -> (!ttg.memdesc<64x64xf32, #shared, #smem>, !ttg.memdesc<64x64xf32, #shared, #smem>) {
  %0 = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf32, #shared, #smem> -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>, #smem>
  %1 = ttg.memdesc_trans %0 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>, #smem> -> !ttg.memdesc<64x64xf32, #shared, #smem>
  %2 = ttg.memdesc_reinterpret %a : !ttg.memdesc<64x64xf32, #shared, #smem> -> !ttg.memdesc<64x64xf32, #shared, #smem>
  tt.return %1, %2 : !ttg.memdesc<64x64xf32, #shared, #smem>, !ttg.memdesc<64x64xf32, #shared, #smem>
}

// A transposition that only changes how the layout is written is a conversion.
// CHECK: tt.func @transposition(%arg0: tensor<512xf32, #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>>) -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<512xf32, #ttg.linear<{register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [256]], block = []}>> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0 : tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @transposition(%x: tensor<512xf32, #line_again>) -> tensor<512xf32, #line> {
  %0 = tt.trans %x {order = array<i32: 0>} : tensor<512xf32, #line_again> -> tensor<512xf32, #line>
  tt.return %0 : tensor<512xf32, #line>
}

// CHECK: tt.func @transposition_of_conversion(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg1: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @transposition_of_conversion(%x: tensor<64x64xf32, #blocked>, %y: tensor<64x64xf32, #small>) -> tensor<64x64xf32, #blocked1> {
  %0 = ttg.convert_layout %y : tensor<64x64xf32, #small> -> tensor<64x64xf32, #blocked>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
  tt.return %1 : tensor<64x64xf32, #blocked1>
}

// A split takes another layout if its halves come out in the same one.
// CHECK: tt.func @split_of_conversion(%arg0: tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %outLHS, %outRHS = tt.split %arg0 : tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %outLHS, %outRHS : tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @split_of_conversion(%x: tensor<128x2xf32, #pair>) -> (tensor<128xf32, #line1>, tensor<128xf32, #line1>) {
  %0 = ttg.convert_layout %x : tensor<128x2xf32, #pair> -> tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>>
  %1, %2 = tt.split %0 : tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>> -> tensor<128xf32, #line1>
  tt.return %1, %2 : tensor<128xf32, #line1>, tensor<128xf32, #line1>
}

// CHECK: tt.func @concatenation(%arg0: tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, %arg1: tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> (tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = tt.cat %arg0, %arg1 : tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = tt.cat %arg0, %arg1 : tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0, %1 : tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<512xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @concatenation(%x: tensor<256xf32, #line>, %y: tensor<256xf32, #line>) -> (tensor<512xf32, #line>, tensor<512xf32, #line1>) {
  %0 = tt.cat %x, %y : tensor<256xf32, #line> -> tensor<512xf32, #line1>
  %1 = ttg.convert_layout %0 : tensor<512xf32, #line1> -> tensor<512xf32, #line>
  %2 = tt.cat %x, %y : tensor<256xf32, #line> -> tensor<512xf32, #line>
  %3 = ttg.convert_layout %2 : tensor<512xf32, #line> -> tensor<512xf32, #line1>
  tt.return %1, %3 : tensor<512xf32, #line>, tensor<512xf32, #line1>
}
}

// RUN: xtriton-opt %s --triton=3.6 --canonicalize --mlir-print-local-scope | filecheck %s

// RUN: xtriton-opt %s --triton=3.6 --canonicalize --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#whole = #ttg.blocked<{sizePerThread = [8, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#line1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#long = #ttg.blocked<{sizePerThread = [64], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#from_other = #ttg.linear<{register = [[64], [128], [1024], [2048], [32]], lane = [[256], [512], [1], [2], [4]], warp = [[8], [16]], block = []}>
#from_blocked = #ttg.linear<{register = [[1], [2], [16], [32], [2048]], lane = [[4], [8], [64], [128], [256]], warp = [[512], [1024]], block = []}>
#blocked_again = #ttg.linear<{register = [[0, 1], [0, 2], [0, 16], [0, 32], [32, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
#lanes = #ttg.linear<{register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 0], [0, 0]], block = []}>
#pair = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#eight = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
// An operation that is no conversion stays, also if it has a source.
// CHECK: tt.func @sources_of_others(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg1: !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>, %arg2: tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg3: tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (!ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<128xf16, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = tt.fp_to_fp %arg0, rounding = rtne : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   ttg.local_store %0, %arg1 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT:   %2 = tt.reshape %0 allow_reorder : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %3 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %4 = tt.gather %0[%arg2] {axis = 0 : i32} : (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xi32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %5 = tt.fp_to_fp %arg3, rounding = rtne : tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128x2xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %outLHS, %outRHS = tt.split %5 : tensor<128x2xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128xf16, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %1, %2, %3, %4, %outLHS : !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>, tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<128xf16, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @sources_of_others(%x: tensor<64x64xf32, #blocked>, %m: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %i: tensor<64x64xi32, #blocked>, %y: tensor<128x2xf32, #pair>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, tensor<4096xf16, #line>, tensor<64x64xf16, #other>, tensor<64x64xf16, #blocked>, tensor<128xf16, #line1>) {
  %0 = tt.fp_to_fp %x, rounding = rtne : tensor<64x64xf32, #blocked> -> tensor<64x64xf16, #blocked>
  ttg.local_store %0, %m : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %2 = tt.reshape %0 allow_reorder : tensor<64x64xf16, #blocked> -> tensor<4096xf16, #line>
  %3 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #other>
  %4 = tt.gather %0[%i] {axis = 0 : i32} : (tensor<64x64xf16, #blocked>, tensor<64x64xi32, #blocked>) -> tensor<64x64xf16, #blocked>
  %5 = tt.fp_to_fp %y, rounding = rtne : tensor<128x2xf32, #pair> -> tensor<128x2xf16, #pair>
  %6, %7 = tt.split %5 : tensor<128x2xf16, #pair> -> tensor<128xf16, #line1>
  tt.return %1, %2, %3, %4, %6 : !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<4096xf16, #line>, tensor<64x64xf16, #other>, tensor<64x64xf16, #blocked>, tensor<128xf16, #line1>
}

// CHECK: tt.func @histogram(%arg0: tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, %arg1: tensor<512xi1, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, %arg2: tensor<512x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> (tensor<128xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = tt.histogram %arg0 : tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<512xi1, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xi1, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %2 = tt.histogram %arg0, %1 : tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %3 = tt.ptr_to_int %arg2 : tensor<512x!tt.ptr<i32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xi64, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %4 = arith.trunci %3 : tensor<512xi64, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> to tensor<512xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %5 = tt.histogram %4 : tensor<512xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0, %2, %5 : tensor<128xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @histogram(%x: tensor<512xi32, #line>, %m: tensor<512xi1, #line1>, %p: tensor<512x!tt.ptr<i32>, #line1>) -> (tensor<128xi32, #line>, tensor<128xi32, #line1>, tensor<128xi32, #line1>) {
  %0 = ttg.convert_layout %x : tensor<512xi32, #line> -> tensor<512xi32, #line1>
  %1 = tt.histogram %0 : tensor<512xi32, #line1> -> tensor<128xi32, #line>
  %2 = tt.histogram %0, %m : tensor<512xi32, #line1> -> tensor<128xi32, #line1>
  %3 = tt.ptr_to_int %p : tensor<512x!tt.ptr<i32>, #line1> -> tensor<512xi64, #line1>
  %4 = arith.trunci %3 : tensor<512xi64, #line1> to tensor<512xi32, #line1>
  %5 = tt.histogram %4 : tensor<512xi32, #line1> -> tensor<128xi32, #line1>
  tt.return %1, %2, %5 : tensor<128xi32, #line>, tensor<128xi32, #line1>, tensor<128xi32, #line1>
}

// CHECK: tt.func @histogram_in_other_layout(%arg0: tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
// CHECK-NEXT:   %0 = tt.histogram %arg0 : tensor<512xi32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0 : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @histogram_in_other_layout(%x: tensor<512xi32, #line>) -> tensor<128xi32, #line1> {
  %0 = tt.histogram %x : tensor<512xi32, #line> -> tensor<128xi32, #line>
  %1 = ttg.convert_layout %0 : tensor<128xi32, #line> -> tensor<128xi32, #line1>
  tt.return %1 : tensor<128xi32, #line1>
}

// A layout that was chosen for the gather stays.
// CHECK: tt.func @gathers(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, %arg1: tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %1 = tt.gather %arg0[%arg1] {axis = 0 : i32} : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %2 = tt.gather %0[%arg1] {axis = 0 : i32, efficient_layout} : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xi32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %1, %2 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @gathers(%x: tensor<64x64xf32, #blocked>, %i: tensor<64x64xi32, #other>) -> (tensor<64x64xf32, #other>, tensor<64x64xf32, #other>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #other>
  %1 = tt.gather %0[%i] {axis = 0 : i32} : (tensor<64x64xf32, #other>, tensor<64x64xi32, #other>) -> tensor<64x64xf32, #other>
  %2 = tt.gather %0[%i] {axis = 0 : i32, efficient_layout} : (tensor<64x64xf32, #other>, tensor<64x64xi32, #other>) -> tensor<64x64xf32, #other>
  tt.return %1, %2 : tensor<64x64xf32, #other>, tensor<64x64xf32, #other>
}

// A reshape that may not reorder needs the layout that it has.
// CHECK: tt.func @reshapes_of_conversions(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (tensor<4096xf32, #ttg.linear<{register = [[64], [128], [1024], [2048], [32]], lane = [[256], [512], [1], [2], [4]], warp = [[8], [16]], block = []}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %1 = tt.reshape %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> -> tensor<4096xf32, #ttg.linear<{register = [[64], [128], [1024], [2048], [32]], lane = [[256], [512], [1], [2], [4]], warp = [[8], [16]], block = []}>>
// CHECK-NEXT:   %2 = tt.reshape %arg0 allow_reorder : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %3 = tt.reshape %arg0 allow_reorder efficient_layout : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %1, %2, %3 : tensor<4096xf32, #ttg.linear<{register = [[64], [128], [1024], [2048], [32]], lane = [[256], [512], [1], [2], [4]], warp = [[8], [16]], block = []}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @reshapes_of_conversions(%x: tensor<64x64xf32, #blocked>) -> (tensor<4096xf32, #from_other>, tensor<4096xf32, #line>, tensor<4096xf32, #line>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #other>
  %1 = tt.reshape %0 : tensor<64x64xf32, #other> -> tensor<4096xf32, #from_other>
  %2 = tt.reshape %0 allow_reorder : tensor<64x64xf32, #other> -> tensor<4096xf32, #line>
  %3 = tt.reshape %0 allow_reorder efficient_layout : tensor<64x64xf32, #other> -> tensor<4096xf32, #line>
  tt.return %1, %2, %3 : tensor<4096xf32, #from_other>, tensor<4096xf32, #line>, tensor<4096xf32, #line>
}

// From where each thread has all elements the reshape would leave each with fewer.
// CHECK: tt.func @expensive_reshape_of_conversion(%arg0: tensor<8x8xf32, #ttg.blocked<{sizePerThread = [8, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<8x8xf32, #ttg.blocked<{sizePerThread = [8, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<8x8xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = tt.reshape %0 allow_reorder : tensor<8x8xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @expensive_reshape_of_conversion(%x: tensor<8x8xf32, #whole>) -> tensor<64xf32, #line1> {
  %0 = ttg.convert_layout %x : tensor<8x8xf32, #whole> -> tensor<8x8xf32, #blocked>
  %1 = tt.reshape %0 allow_reorder : tensor<8x8xf32, #blocked> -> tensor<64xf32, #line1>
  tt.return %1 : tensor<64xf32, #line1>
}

// CHECK: tt.func @conversions_of_reshapes(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = tt.reshape %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<4096xf32, #ttg.linear<{register = [[1], [2], [16], [32], [2048]], lane = [[4], [8], [64], [128], [256]], warp = [[512], [1024]], block = []}>>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<4096xf32, #ttg.linear<{register = [[1], [2], [16], [32], [2048]], lane = [[4], [8], [64], [128], [256]], warp = [[512], [1024]], block = []}>> -> tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %3 = tt.reshape %arg0 allow_reorder efficient_layout : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<4096xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %0, %2, %4 : tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<4096xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @conversions_of_reshapes(%x: tensor<64x64xf32, #blocked>) -> (tensor<4096xf32, #line1>, tensor<4096xf32, #line1>, tensor<4096xf32, #line1>) {
  %0 = tt.reshape %x allow_reorder : tensor<64x64xf32, #blocked> -> tensor<4096xf32, #line>
  %1 = ttg.convert_layout %0 : tensor<4096xf32, #line> -> tensor<4096xf32, #line1>
  %2 = tt.reshape %x : tensor<64x64xf32, #blocked> -> tensor<4096xf32, #from_blocked>
  %3 = ttg.convert_layout %2 : tensor<4096xf32, #from_blocked> -> tensor<4096xf32, #line1>
  %4 = tt.reshape %x allow_reorder efficient_layout : tensor<64x64xf32, #blocked> -> tensor<4096xf32, #line>
  %5 = ttg.convert_layout %4 : tensor<4096xf32, #line> -> tensor<4096xf32, #line1>
  tt.return %1, %3, %5 : tensor<4096xf32, #line1>, tensor<4096xf32, #line1>, tensor<4096xf32, #line1>
}

// CHECK: tt.func @conversion_of_expensive_reshape(%arg0: tensor<8x8xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<64xf32, #ttg.blocked<{sizePerThread = [64], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder : tensor<8x8xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<64xf32, #ttg.blocked<{sizePerThread = [64], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %1 : tensor<64xf32, #ttg.blocked<{sizePerThread = [64], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @conversion_of_expensive_reshape(%x: tensor<8x8xf32, #blocked>) -> tensor<64xf32, #long> {
  %0 = tt.reshape %x allow_reorder : tensor<8x8xf32, #blocked> -> tensor<64xf32, #line1>
  %1 = ttg.convert_layout %0 : tensor<64xf32, #line1> -> tensor<64xf32, #long>
  tt.return %1 : tensor<64xf32, #long>
}

// Operands of dots do not come out of reshapes, nor are they made from them.
// CHECK: tt.func @reshapes_of_operands(%arg0: tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, %arg1: tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> (tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 allow_reorder : tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT:   %2 = tt.reshape %arg1 allow_reorder : tensor<4096xf16, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>> -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   tt.return %1, %3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>, tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT: }
tt.func @reshapes_of_operands(%x: tensor<4096xf16, #line>, %y: tensor<4096xf16, #line>) -> (tensor<64x64xf16, #dot>, tensor<64x64xf16, #blocked>) {
  %0 = tt.reshape %x allow_reorder : tensor<4096xf16, #line> -> tensor<64x64xf16, #blocked>
  %1 = ttg.convert_layout %0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #dot>
  %2 = tt.reshape %y allow_reorder : tensor<4096xf16, #line> -> tensor<64x64xf16, #dot>
  %3 = ttg.convert_layout %2 : tensor<64x64xf16, #dot> -> tensor<64x64xf16, #blocked>
  tt.return %1, %3 : tensor<64x64xf16, #dot>, tensor<64x64xf16, #blocked>
}

// The halves would come out in another layout.
// CHECK: tt.func @split_in_other_layout(%arg0: tensor<128x2xf32, #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<128x2xf32, #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %outLHS, %outRHS = tt.split %0 : tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %outLHS, %outRHS : tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @split_in_other_layout(%x: tensor<128x2xf32, #pairs>) -> (tensor<128xf32, #line1>, tensor<128xf32, #line1>) {
  %0 = ttg.convert_layout %x : tensor<128x2xf32, #pairs> -> tensor<128x2xf32, #pair>
  %1, %2 = tt.split %0 : tensor<128x2xf32, #pair> -> tensor<128xf32, #line1>
  tt.return %1, %2 : tensor<128xf32, #line1>, tensor<128xf32, #line1>
}

// CHECK: tt.func @allocations(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> (!ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>) {
// CHECK-NEXT:   %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>
// CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT:   tt.return %0, %1 : !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>, !ttg.memdesc<64x64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>
// CHECK-NEXT: }
tt.func @allocations(%x: tensor<64x64xf32, #blocked>) -> (!ttg.memdesc<64x64xf32, #shared, #smem, mutable>, !ttg.memdesc<64x64xf32, #shared, #smem>) {
  %0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
  %1 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #other>
  %2 = ttg.local_alloc %1 : (tensor<64x64xf32, #other>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
  tt.return %0, %2 : !ttg.memdesc<64x64xf32, #shared, #smem, mutable>, !ttg.memdesc<64x64xf32, #shared, #smem>
}

// CHECK: tt.func @conversions_of_arguments(%arg0: tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @conversions_of_arguments(%x: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #other> {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #other>
  tt.return %0 : tensor<64x64xf32, #other>
}

// An operation that is rematerialised in the other layout takes the place of the conversion.
// CHECK: tt.func @place(%arg0: f32, %arg1: !tt.ptr<f32>) -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>> {
// CHECK-NEXT:   tt.store %arg1, %arg0 : !tt.ptr<f32>
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT: }
tt.func @place(%s: f32, %p: !tt.ptr<f32>) -> tensor<64x64xf32, #other> {
  %0 = tt.splat %s : f32 -> tensor<64x64xf32, #blocked>
  tt.store %p, %s : !tt.ptr<f32>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #other>
  tt.return %1 : tensor<64x64xf32, #other>
}

// CHECK: tt.func @accumulators_and_operands(%arg0: f16) -> (tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f16 -> tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %1 = tt.splat %arg0 : f16 -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT:   tt.return %0, %1 : tensor<64x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @accumulators_and_operands(%s: f16) -> (tensor<64x64xf16, #blocked>, tensor<64x64xf16, #dot>) {
  %0 = tt.splat %s : f16 -> tensor<64x64xf16, #mma>
  %1 = ttg.convert_layout %0 : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #blocked>
  %2 = tt.splat %s : f16 -> tensor<64x64xf16, #blocked>
  %3 = ttg.convert_layout %2 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #dot>
  tt.return %1, %3 : tensor<64x64xf16, #blocked>, tensor<64x64xf16, #dot>
}

// Threads that hold eight elements each do not become threads that hold four.
// CHECK: tt.func @expensive_concatenation(%arg0: tensor<256xf32, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
// CHECK-NEXT:   %0 = tt.cat %arg0, %arg0 : tensor<256xf32, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<512xf32, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %1 : tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @expensive_concatenation(%x: tensor<256xf32, #eight>) -> tensor<512xf32, #line> {
  %0 = tt.cat %x, %x : tensor<256xf32, #eight> -> tensor<512xf32, #eight>
  %1 = ttg.convert_layout %0 : tensor<512xf32, #eight> -> tensor<512xf32, #line>
  tt.return %1 : tensor<512xf32, #line>
}

// A conversion that moves nothing does not matter to a transposition and to a reshape.
// CHECK: tt.func @another_name_for_the_layout(%arg0: tensor<64x64xf32, #ttg.linear<{register = [[0, 1], [0, 2], [0, 16], [0, 32], [32, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>>) -> (tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<4096xf32, #ttg.linear<{register = [[1], [2], [16], [32], [2048]], lane = [[4], [8], [64], [128], [256]], warp = [[512], [1024]], block = []}>>) {
// CHECK-NEXT:   %0 = tt.trans %arg0 {order = array<i32: 1, 0>} : tensor<64x64xf32, #ttg.linear<{register = [[0, 1], [0, 2], [0, 16], [0, 32], [32, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>> -> tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>
// CHECK-NEXT:   %1 = tt.reshape %arg0 : tensor<64x64xf32, #ttg.linear<{register = [[0, 1], [0, 2], [0, 16], [0, 32], [32, 0]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>> -> tensor<4096xf32, #ttg.linear<{register = [[1], [2], [16], [32], [2048]], lane = [[4], [8], [64], [128], [256]], warp = [[512], [1024]], block = []}>>
// CHECK-NEXT:   tt.return %0, %1 : tensor<64x64xf32, #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>, tensor<4096xf32, #ttg.linear<{register = [[1], [2], [16], [32], [2048]], lane = [[4], [8], [64], [128], [256]], warp = [[512], [1024]], block = []}>>
// CHECK-NEXT: }
tt.func @another_name_for_the_layout(%x: tensor<64x64xf32, #blocked_again>) -> (tensor<64x64xf32, #other>, tensor<4096xf32, #from_blocked>) {
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked_again> -> tensor<64x64xf32, #blocked>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #other>
  %2 = tt.reshape %0 : tensor<64x64xf32, #blocked> -> tensor<4096xf32, #from_blocked>
  tt.return %1, %2 : tensor<64x64xf32, #other>, tensor<4096xf32, #from_blocked>
}

// Halves that are in different threads are brought together by the conversion.
// CHECK: tt.func @split_between_threads(%arg0: tensor<128x2xf32, #ttg.linear<{register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 0], [0, 0]], block = []}>>) -> (tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<128x2xf32, #ttg.linear<{register = [[32, 0], [64, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 0], [0, 0]], block = []}>> -> tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
// CHECK-NEXT:   %outLHS, %outRHS = tt.split %0 : tensor<128x2xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT:   tt.return %outLHS, %outRHS : tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>, tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK-NEXT: }
tt.func @split_between_threads(%x: tensor<128x2xf32, #lanes>) -> (tensor<128xf32, #line1>, tensor<128xf32, #line1>) {
  %0 = ttg.convert_layout %x : tensor<128x2xf32, #lanes> -> tensor<128x2xf32, #pair>
  %1, %2 = tt.split %0 : tensor<128x2xf32, #pair> -> tensor<128xf32, #line1>
  tt.return %1, %2 : tensor<128xf32, #line1>, tensor<128xf32, #line1>
}
}

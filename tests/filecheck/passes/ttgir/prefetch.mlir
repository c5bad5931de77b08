// RUN: xtriton-opt %s --tritongpu-prefetch | filecheck %s

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // The first 16 columns of the next left operand, and rows of the next right one, are loaded in the iteration before. The
  // last dot waits for that. Attributes of the loop are dropped, and the copy of the dot is left behind.
  // CHECK: tt.func @two_parts(%arg0: !ttg.memdesc<64x32xf16, #shared, #smem>, %arg1: !ttg.memdesc<32x64xf16, #shared, #smem>, %arg2: tensor<64x64xf32, #mma>, %arg3: i32) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0 = ttg.memdesc_subslice %arg0[0, 0] : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x16xf16, #shared, #smem, 64x32>
  // CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x16xf16, #shared, #smem, 64x32> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.memdesc_subslice %arg1[0, 0] : !ttg.memdesc<32x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 32x64>
  // CHECK-NEXT:   %3 = ttg.local_load %2 : !ttg.memdesc<16x64xf16, #shared, #smem, 32x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %4:5 = scf.for %arg4 = %arg3 to %arg3 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %arg1, %arg7 = %arg2, %arg8 = %1, %arg9 = %3) -> (!ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>)  : i32 {
  // CHECK-NEXT:     %5 = ttg.local_load %arg5 : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %6 = ttg.local_load %arg6 : !ttg.memdesc<32x64xf16, #shared, #smem> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %7 = tt.dot %5, %6, %arg7, inputPrecision = tf32 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %8 = ttg.memdesc_subslice %arg5[0, 16] : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x16xf16, #shared, #smem, 64x32>
  // CHECK-NEXT:     %9 = ttg.local_load %8 : !ttg.memdesc<64x16xf16, #shared, #smem, 64x32> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %10 = ttg.memdesc_subslice %arg6[16, 0] : !ttg.memdesc<32x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 32x64>
  // CHECK-NEXT:     %11 = ttg.local_load %10 : !ttg.memdesc<16x64xf16, #shared, #smem, 32x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %12 = tt.dot %arg8, %arg9, %arg7, inputPrecision = tf32 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %13 = ttg.memdesc_subslice %arg5[0, 0] : !ttg.memdesc<64x32xf16, #shared, #smem> -> !ttg.memdesc<64x16xf16, #shared, #smem, 64x32>
  // CHECK-NEXT:     %14 = ttg.local_load %13 : !ttg.memdesc<64x16xf16, #shared, #smem, 64x32> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %15 = ttg.memdesc_subslice %arg6[0, 0] : !ttg.memdesc<32x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 32x64>
  // CHECK-NEXT:     %16 = ttg.local_load %15 : !ttg.memdesc<16x64xf16, #shared, #smem, 32x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %17 = tt.dot %9, %11, %12, inputPrecision = tf32 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     scf.yield %arg5, %arg6, %17, %14, %16 : !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %4#2 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @two_parts(%a0: !ttg.memdesc<64x32xf16, #shared, #smem>, %b0: !ttg.memdesc<32x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32) -> tensor<64x64xf32, #mma> {
    %0:3 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x32xf16, #shared, #smem> -> tensor<64x32xf16, #a>
      %2 = ttg.local_load %b : !ttg.memdesc<32x64xf16, #shared, #smem> -> tensor<32x64xf16, #b>
      %3 = tt.dot %1, %2, %acc, inputPrecision = tf32 : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #mma>
      scf.yield %a, %b, %3 : !ttg.memdesc<64x32xf16, #shared, #smem>, !ttg.memdesc<32x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
    } {tt.num_stages = 3 : i32}
    tt.return %0#2 : tensor<64x64xf32, #mma>
  }

  // Conversions on the way are prefetched, too. Four parts, and a sum that has to wait for the last of them.
  // CHECK: tt.func @converted(%arg0: !ttg.memdesc<64x64xi8, #shared, #smem>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg2: tensor<64x64xf32, #mma>, %arg3: i32) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
  // CHECK-NEXT:   %0 = ttg.memdesc_subslice %arg0[0, 0] : !ttg.memdesc<64x64xi8, #shared, #smem> -> !ttg.memdesc<64x16xi8, #shared, #smem, 64x64>
  // CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x16xi8, #shared, #smem, 64x64> -> tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %2 = arith.sitofp %1 : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %3 = ttg.memdesc_subslice %arg1[0, 0] : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
  // CHECK-NEXT:   %4 = ttg.local_load %3 : !ttg.memdesc<16x64xf16, #shared, #smem, 64x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %5:6 = scf.for %arg4 = %arg3 to %arg3 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %arg1, %arg7 = %arg2, %arg8 = %arg2, %arg9 = %2, %arg10 = %4) -> (!ttg.memdesc<64x64xi8, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>)  : i32 {
  // CHECK-NEXT:     %6 = ttg.local_load %arg5 : !ttg.memdesc<64x64xi8, #shared, #smem> -> tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %7 = arith.sitofp %6 : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %8 = ttg.local_load %arg6 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %9 = tt.dot %7, %8, %arg7 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %10 = ttg.memdesc_subslice %arg5[0, 16] : !ttg.memdesc<64x64xi8, #shared, #smem> -> !ttg.memdesc<64x16xi8, #shared, #smem, 64x64>
  // CHECK-NEXT:     %11 = ttg.local_load %10 : !ttg.memdesc<64x16xi8, #shared, #smem, 64x64> -> tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %12 = arith.sitofp %11 : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %13 = ttg.memdesc_subslice %arg6[16, 0] : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
  // CHECK-NEXT:     %14 = ttg.local_load %13 : !ttg.memdesc<16x64xf16, #shared, #smem, 64x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %15 = tt.dot %arg9, %arg10, %arg7 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %16 = ttg.memdesc_subslice %arg5[0, 32] : !ttg.memdesc<64x64xi8, #shared, #smem> -> !ttg.memdesc<64x16xi8, #shared, #smem, 64x64>
  // CHECK-NEXT:     %17 = ttg.local_load %16 : !ttg.memdesc<64x16xi8, #shared, #smem, 64x64> -> tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %18 = arith.sitofp %17 : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %19 = ttg.memdesc_subslice %arg6[32, 0] : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
  // CHECK-NEXT:     %20 = ttg.local_load %19 : !ttg.memdesc<16x64xf16, #shared, #smem, 64x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %21 = tt.dot %12, %14, %15 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %22 = ttg.memdesc_subslice %arg5[0, 48] : !ttg.memdesc<64x64xi8, #shared, #smem> -> !ttg.memdesc<64x16xi8, #shared, #smem, 64x64>
  // CHECK-NEXT:     %23 = ttg.local_load %22 : !ttg.memdesc<64x16xi8, #shared, #smem, 64x64> -> tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %24 = arith.sitofp %23 : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %25 = ttg.memdesc_subslice %arg6[48, 0] : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
  // CHECK-NEXT:     %26 = ttg.local_load %25 : !ttg.memdesc<16x64xf16, #shared, #smem, 64x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %27 = tt.dot %18, %20, %21 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %28 = tt.dot %24, %26, %27 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %29 = arith.addf %28, %arg8 : tensor<64x64xf32, #mma>
  // CHECK-NEXT:     %30 = ttg.memdesc_subslice %arg5[0, 0] : !ttg.memdesc<64x64xi8, #shared, #smem> -> !ttg.memdesc<64x16xi8, #shared, #smem, 64x64>
  // CHECK-NEXT:     %31 = ttg.local_load %30 : !ttg.memdesc<64x16xi8, #shared, #smem, 64x64> -> tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %32 = arith.sitofp %31 : tensor<64x16xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> to tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %33 = ttg.memdesc_subslice %arg6[0, 0] : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem, 64x64>
  // CHECK-NEXT:     %34 = ttg.local_load %33 : !ttg.memdesc<16x64xf16, #shared, #smem, 64x64> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     scf.yield %arg5, %arg6, %28, %29, %32, %34 : !ttg.memdesc<64x64xi8, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %5#2, %5#3 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @converted(%a0: !ttg.memdesc<64x64xi8, #shared, #smem>, %b0: !ttg.memdesc<64x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32) -> (tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) {
    %0:4 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %b = %b0, %acc = %c, %sum = %c) -> (!ttg.memdesc<64x64xi8, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x64xi8, #shared, #smem> -> tensor<64x64xi8, #a>
      %2 = arith.sitofp %1 : tensor<64x64xi8, #a> to tensor<64x64xf16, #a>
      %3 = ttg.local_load %b : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
      %4 = tt.dot %2, %3, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
      %5 = arith.addf %4, %sum : tensor<64x64xf32, #mma>
      scf.yield %a, %b, %4, %5 : !ttg.memdesc<64x64xi8, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
    }
    tt.return %0#2, %0#3 : tensor<64x64xf32, #mma>, tensor<64x64xf32, #mma>
  }

  // All of k is loaded ahead: the product is where it was, as late as it can be.
  // CHECK: tt.func @one_part(%arg0: !ttg.memdesc<64x16xf16, #shared, #smem>, %arg1: !ttg.memdesc<16x64xf16, #shared, #smem>, %arg2: tensor<64x64xf32, #mma>, %arg3: i32, %arg4: !tt.ptr<i32>) -> tensor<64x64xf32, #mma> {
  // CHECK-NEXT:   %0 = ttg.memdesc_subslice %arg0[0, 0] : !ttg.memdesc<64x16xf16, #shared, #smem> -> !ttg.memdesc<64x16xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_load %0 : !ttg.memdesc<64x16xf16, #shared, #smem> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.memdesc_subslice %arg1[0, 0] : !ttg.memdesc<16x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem>
  // CHECK-NEXT:   %3 = ttg.local_load %2 : !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %4:5 = scf.for %arg5 = %arg3 to %arg3 step %arg3 iter_args(%arg6 = %arg0, %arg7 = %arg1, %arg8 = %arg2, %arg9 = %1, %arg10 = %3) -> (!ttg.memdesc<64x16xf16, #shared, #smem>, !ttg.memdesc<16x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>)  : i32 {
  // CHECK-NEXT:     %5 = ttg.local_load %arg6 : !ttg.memdesc<64x16xf16, #shared, #smem> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %6 = ttg.local_load %arg7 : !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %7 = tt.dot %5, %6, %arg8 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     tt.store %arg4, %arg5 : !tt.ptr<i32>
  // CHECK-NEXT:     %8 = arith.cmpi eq, %arg5, %arg3 : i32
  // CHECK-NEXT:     %9 = tt.dot %arg9, %arg10, %arg8 : tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:     scf.if %8 {
  // CHECK-NEXT:       tt.store %arg4, %arg3 : !tt.ptr<i32>
  // CHECK-NEXT:     }
  // CHECK-NEXT:     %10 = ttg.memdesc_subslice %arg6[0, 0] : !ttg.memdesc<64x16xf16, #shared, #smem> -> !ttg.memdesc<64x16xf16, #shared, #smem>
  // CHECK-NEXT:     %11 = ttg.local_load %10 : !ttg.memdesc<64x16xf16, #shared, #smem> -> tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     %12 = ttg.memdesc_subslice %arg7[0, 0] : !ttg.memdesc<16x64xf16, #shared, #smem> -> !ttg.memdesc<16x64xf16, #shared, #smem>
  // CHECK-NEXT:     %13 = ttg.local_load %12 : !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:     scf.yield %arg6, %arg7, %9, %11, %13 : !ttg.memdesc<64x16xf16, #shared, #smem>, !ttg.memdesc<16x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>, tensor<64x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, tensor<16x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   tt.return %4#2 : tensor<64x64xf32, #mma>
  // CHECK-NEXT: }
  tt.func @one_part(%a0: !ttg.memdesc<64x16xf16, #shared, #smem>, %b0: !ttg.memdesc<16x64xf16, #shared, #smem>, %c: tensor<64x64xf32, #mma>, %n: i32, %p: !tt.ptr<i32>) -> tensor<64x64xf32, #mma> {
    %0:3 = scf.for %i = %n to %n step %n iter_args(%a = %a0, %b = %b0, %acc = %c) -> (!ttg.memdesc<64x16xf16, #shared, #smem>, !ttg.memdesc<16x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>) : i32 {
      %1 = ttg.local_load %a : !ttg.memdesc<64x16xf16, #shared, #smem> -> tensor<64x16xf16, #a>
      %2 = ttg.local_load %b : !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<16x64xf16, #b>
      %3 = tt.dot %1, %2, %acc : tensor<64x16xf16, #a> * tensor<16x64xf16, #b> -> tensor<64x64xf32, #mma>
      tt.store %p, %i : !tt.ptr<i32>
      %4 = arith.cmpi eq, %i, %n : i32
      scf.if %4 {
        tt.store %p, %n : !tt.ptr<i32>
      }
      scf.yield %a, %b, %3 : !ttg.memdesc<64x16xf16, #shared, #smem>, !ttg.memdesc<16x64xf16, #shared, #smem>, tensor<64x64xf32, #mma>
    }
    tt.return %0#2 : tensor<64x64xf32, #mma>
  }
}

// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
#cube = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 4, 4], threadsPerWarp = [1, 2, 16], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked3 = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked4 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-DAG: #mma2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// CHECK-DAG: #mma3 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1, 1], instrShape = [1, 16, 8]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Instructions of 16 x 8, the warps so that both dimensions are repeated as often.
  // CHECK: tt.func @half(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @half(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // Warps go along the longer dimension; those that nothing is left for, along the rows.
  // CHECK: tt.func @rows(%arg0: tensor<256x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<256x16xf32, #blocked>) -> tensor<256x16xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<256x16xf32, #blocked> -> tensor<256x16xf32, #mma1>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<256x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<256x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<256x32xbf16, #ttg.dot_op<{opIdx = 0, parent = #mma1, kWidth = 2}>> * tensor<32x16xbf16, #ttg.dot_op<{opIdx = 1, parent = #mma1, kWidth = 2}>> -> tensor<256x16xf32, #mma1>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<256x16xf32, #mma1> -> tensor<256x16xf32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<256x16xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @rows(%a: tensor<256x32xbf16, #a>, %b: tensor<32x16xbf16, #b>, %c: tensor<256x16xf32, #product>) -> tensor<256x16xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<256x32xbf16, #a> * tensor<32x16xbf16, #b> -> tensor<256x16xf32, #product>
    tt.return %d : tensor<256x16xf32, #product>
  }
  // Integers are multiplied as well.
  // CHECK: tt.func @columns(%arg0: tensor<16x32xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x256xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<16x256xi32, #blocked>) -> tensor<16x256xi32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<16x256xi32, #blocked> -> tensor<16x256xi32, #mma2>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<16x32xi8, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<16x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma2, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x256xi8, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x256xi8, #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 4}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<16x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma2, kWidth = 4}>> * tensor<32x256xi8, #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 4}>> -> tensor<16x256xi32, #mma2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<16x256xi32, #mma2> -> tensor<16x256xi32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<16x256xi32, #blocked>
  // CHECK-NEXT: }
  tt.func @columns(%a: tensor<16x32xi8, #a>, %b: tensor<32x256xi8, #b>, %c: tensor<16x256xi32, #product>) -> tensor<16x256xi32, #product> {
    %d = tt.dot %a, %b, %c : tensor<16x32xi8, #a> * tensor<32x256xi8, #b> -> tensor<16x256xi32, #product>
    tt.return %d : tensor<16x256xi32, #product>
  }
  // There are more warps than there is work.
  // CHECK: tt.func @small(%arg0: tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<16x16xf16, #blocked>) -> tensor<16x16xf16, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<16x16xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<16x16xf16, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<16x16xf16, #mma> -> tensor<16x16xf16, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<16x16xf16, #blocked>
  // CHECK-NEXT: }
  tt.func @small(%a: tensor<16x16xf16, #a>, %b: tensor<16x16xf16, #b>, %c: tensor<16x16xf16, #product>) -> tensor<16x16xf16, #product> {
    %d = tt.dot %a, %b, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf16, #product>
    tt.return %d : tensor<16x16xf16, #product>
  }
  // fp32 may be rounded to tf32; the input precision of the dot is kept.
  // CHECK: tt.func @tf32(%arg0: tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0, inputPrecision = tf32 {maxNumImpreciseAcc = 7 : i32} : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @tf32(%a: tensor<64x32xf32, #a>, %b: tensor<32x64xf32, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 7 : i32} : tensor<64x32xf32, #a> * tensor<32x64xf32, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // If it may not be rounded, tensor cores cannot do it.
  // CHECK: tt.func @exact(%arg0: tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = tt.dot %arg0, %arg1, %arg2 : tensor<64x32xf32, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> * tensor<32x64xf32, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @exact(%a: tensor<64x32xf32, #a>, %b: tensor<32x64xf32, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf32, #a> * tensor<32x64xf32, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // fp8 becomes fp16.
  // CHECK: tt.func @fp8(%arg0: tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %3 = tt.fp_to_fp %1 : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %4 = tt.fp_to_fp %2 : tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %5 = tt.dot %3, %4, %0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %6 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @fp8(%a: tensor<64x32xf8E5M2, #a>, %b: tensor<32x64xf8E5M2, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf8E5M2, #a> * tensor<32x64xf8E5M2, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // fp64 is fast here.
  // CHECK: tt.func @double(%arg0: tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf64, #blocked>) -> tensor<64x64xf64, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf64, #blocked> -> tensor<64x64xf64, #mma>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>> * tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>> -> tensor<64x64xf64, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf64, #mma> -> tensor<64x64xf64, #blocked>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf64, #blocked>
  // CHECK-NEXT: }
  tt.func @double(%a: tensor<64x32xf64, #a>, %b: tensor<32x64xf64, #b>, %c: tensor<64x64xf64, #product>) -> tensor<64x64xf64, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf64, #a> * tensor<32x64xf64, #b> -> tensor<64x64xf64, #product>
    tt.return %d : tensor<64x64xf64, #product>
  }
  // In a batch of products, each warp has its own.
  // CHECK: tt.func @batch(%arg0: tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>>, %arg1: tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>>, %arg2: tensor<8x32x32xf32, #blocked1>) -> tensor<8x32x32xf32, #blocked1> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<8x32x32xf32, #blocked1> -> tensor<8x32x32xf32, #mma3>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked1}>> -> tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked1}>> -> tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 2}>> * tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 2}>> -> tensor<8x32x32xf32, #mma3>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<8x32x32xf32, #mma3> -> tensor<8x32x32xf32, #blocked1>
  // CHECK-NEXT:   tt.return %4 : tensor<8x32x32xf32, #blocked1>
  // CHECK-NEXT: }
  tt.func @batch(%a: tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #cube}>>, %b: tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #cube}>>, %c: tensor<8x32x32xf32, #cube>) -> tensor<8x32x32xf32, #cube> {
    %d = tt.dot %a, %b, %c : tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 0, parent = #cube}>> * tensor<8x32x32xf16, #ttg.dot_op<{opIdx = 1, parent = #cube}>> -> tensor<8x32x32xf32, #cube>
    tt.return %d : tensor<8x32x32xf32, #cube>
  }
  // Products of which one is computed from the other share the rows, or the columns if there are more of these.
  // CHECK: tt.func @chain(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>, %arg3: tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg4: tensor<64x128xf32, #blocked>) -> tensor<64x128xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma2>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma2, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma2, kWidth = 2}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>> -> tensor<64x64xf32, #mma2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf32, #mma2> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   %5 = arith.truncf %4 : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %7 = ttg.convert_layout %arg4 : tensor<64x128xf32, #blocked> -> tensor<64x128xf32, #mma2>
  // CHECK-NEXT:   %8 = ttg.convert_layout %6 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma2, kWidth = 2}>>
  // CHECK-NEXT:   %9 = ttg.convert_layout %arg3 : tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>>
  // CHECK-NEXT:   %10 = tt.dot %8, %9, %7 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma2, kWidth = 2}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma2, kWidth = 2}>> -> tensor<64x128xf32, #mma2>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<64x128xf32, #mma2> -> tensor<64x128xf32, #blocked>
  // CHECK-NEXT:   tt.return %11 : tensor<64x128xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @chain(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #product>, %v: tensor<64x128xf16, #b>, %e: tensor<64x128xf32, #product>) -> tensor<64x128xf32, #product> {
    %s = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #product>
    %h = arith.truncf %s : tensor<64x64xf32, #product> to tensor<64x64xf16, #product>
    %p = ttg.convert_layout %h : tensor<64x64xf16, #product> -> tensor<64x64xf16, #a>
    %d = tt.dot %p, %v, %e : tensor<64x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<64x128xf32, #product>
    tt.return %d : tensor<64x128xf32, #product>
  }
  // Elements that are loaded with 8 bits and then converted are as dense along k as if they were not converted.
  // CHECK: tt.func @converted(%arg0: tensor<64x32x!tt.ptr<i8>, #blocked2>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x32x!tt.ptr<i8>, #blocked2>
  // CHECK-NEXT:   %1 = arith.sitofp %0 : tensor<64x32xi8, #blocked2> to tensor<64x32xf16, #blocked2>
  // CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<64x32xf16, #blocked2> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %4 = ttg.convert_layout %2 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %5 = ttg.convert_layout %arg1 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  // CHECK-NEXT:   %6 = tt.dot %4, %5, %3 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %7 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @converted(%p: tensor<64x32x!tt.ptr<i8>, #blocked>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %x = tt.load %p : tensor<64x32x!tt.ptr<i8>, #blocked>
    %h = arith.sitofp %x : tensor<64x32xi8, #blocked> to tensor<64x32xf16, #blocked>
    %a = ttg.convert_layout %h : tensor<64x32xf16, #blocked> -> tensor<64x32xf16, #a>
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // So do fp4 values that are unpacked, and joined values count half.
  // CHECK: tt.func @unpacked(%arg0: tensor<64x16xi8, #blocked2>, %arg1: tensor<32x32x!tt.ptr<f16>, #blocked2>, %arg2: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  // CHECK-NEXT:   %0 = ttg.fp4_to_fp %arg0 {axis = 1 : i32} : tensor<64x16xi8, #blocked2> -> tensor<64x32xf16, #blocked3>
  // CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x32xf16, #blocked3> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>>
  // CHECK-NEXT:   %2 = tt.load %arg1 : tensor<32x32x!tt.ptr<f16>, #blocked2>
  // CHECK-NEXT:   %3 = tt.join %2, %2 : tensor<32x32xf16, #blocked2> -> tensor<32x32x2xf16, #blocked4>
  // CHECK-NEXT:   %4 = tt.reshape %3 : tensor<32x32x2xf16, #blocked4> -> tensor<32x64xf16, #blocked3>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<32x64xf16, #blocked3> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
  // CHECK-NEXT:   %6 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %7 = ttg.convert_layout %1 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT:   %8 = ttg.convert_layout %5 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>>
  // CHECK-NEXT:   %9 = tt.dot %7, %8, %6 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 8}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 8}>> -> tensor<64x64xf32, #mma>
  // CHECK-NEXT:   %10 = ttg.convert_layout %9 : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  // CHECK-NEXT:   tt.return %10 : tensor<64x64xf32, #blocked>
  // CHECK-NEXT: }
  tt.func @unpacked(%x: tensor<64x16xi8, #blocked>, %p: tensor<32x32x!tt.ptr<f16>, #blocked>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %h = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<64x16xi8, #blocked> -> tensor<64x32xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %a = ttg.convert_layout %h : tensor<64x32xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<64x32xf16, #a>
    %l = tt.load %p : tensor<32x32x!tt.ptr<f16>, #blocked>
    %j = tt.join %l, %l : tensor<32x32xf16, #blocked> -> tensor<32x32x2xf16, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
    %r = tt.reshape %j : tensor<32x32x2xf16, #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>> -> tensor<32x64xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %b = ttg.convert_layout %r : tensor<32x64xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>> -> tensor<32x64xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
}

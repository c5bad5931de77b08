// RUN: xtriton-opt %s --triton=3.6 --tritongpu-accelerate-matmul | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#product = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #product}>
#b = #ttg.dot_op<{opIdx = 1, parent = #product}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #blocked1 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-DAG: #blocked2 = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
// CHECK-DAG: #mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 32]}>
// CHECK-DAG: #mma2 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 32]}>
// CHECK-DAG: #mma3 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
// CHECK-DAG: #mma4 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
// CHECK-DAG: #mma5 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-DAG: #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8}>
// CHECK-DAG: #shared4 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
// CHECK-DAG: #shared5 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #shared6 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Loaded values go to shared memory right behind the load, in the order of its registers.
  // CHECK: tt.func @loaded(%arg0: tensor<128x64x!tt.ptr<f16>, #blocked>, %arg1: tensor<64x128x!tt.ptr<f16>, #blocked1>, %arg2: tensor<128x128xf32, #blocked2>) -> tensor<128x128xf32, #blocked2> {
  // CHECK-NEXT:   %0 = tt.load %arg0 : tensor<128x64x!tt.ptr<f16>, #blocked>
  // CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
  // CHECK-NEXT:   %2 = tt.load %arg1 : tensor<64x128x!tt.ptr<f16>, #blocked1>
  // CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x128xf16, #blocked1>) -> !ttg.memdesc<64x128xf16, #shared1, #smem>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked2> -> tensor<128x128xf32, #mma>
  // CHECK-NEXT:   %5 = ttng.warp_group_dot %1, %3, %4 : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x128xf16, #shared1, #smem> -> tensor<128x128xf32, #mma>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<128x128xf32, #mma> -> tensor<128x128xf32, #blocked2>
  // CHECK-NEXT:   tt.return %6 : tensor<128x128xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @loaded(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %q: tensor<64x128x!tt.ptr<f16>, #columns>, %c: tensor<128x128xf32, #product>) -> tensor<128x128xf32, #product> {
    %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
    %y = tt.load %q : tensor<64x128x!tt.ptr<f16>, #columns>
    %a = ttg.convert_layout %x : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #a>
    %b = ttg.convert_layout %y : tensor<64x128xf16, #columns> -> tensor<64x128xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<128x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<128x128xf32, #product>
    tt.return %d : tensor<128x128xf32, #product>
  }

  // Only fp16 and bf16 can be taken in another order than along k.
  // CHECK: tt.func @ordered(%arg0: tensor<128x64x!tt.ptr<i8>, #blocked1>, %arg1: tensor<64x128x!tt.ptr<i8>, #blocked>, %arg2: tensor<128x128xi32, #blocked2>) -> tensor<128x128xi32, #blocked2> {
  // CHECK-NEXT:   %0 = tt.load %arg0 : tensor<128x64x!tt.ptr<i8>, #blocked1>
  // CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<128x64xi8, #blocked1>) -> !ttg.memdesc<128x64xi8, #shared2, #smem>
  // CHECK-NEXT:   %2 = tt.load %arg1 : tensor<64x128x!tt.ptr<i8>, #blocked>
  // CHECK-NEXT:   %3 = ttg.local_alloc %2 : (tensor<64x128xi8, #blocked>) -> !ttg.memdesc<64x128xi8, #shared3, #smem>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg2 : tensor<128x128xi32, #blocked2> -> tensor<128x128xi32, #mma1>
  // CHECK-NEXT:   %5 = ttng.warp_group_dot %1, %3, %4 : !ttg.memdesc<128x64xi8, #shared2, #smem> * !ttg.memdesc<64x128xi8, #shared3, #smem> -> tensor<128x128xi32, #mma1>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<128x128xi32, #mma1> -> tensor<128x128xi32, #blocked2>
  // CHECK-NEXT:   tt.return %6 : tensor<128x128xi32, #blocked2>
  // CHECK-NEXT: }
  tt.func @ordered(%p: tensor<128x64x!tt.ptr<i8>, #columns>, %q: tensor<64x128x!tt.ptr<i8>, #blocked>, %c: tensor<128x128xi32, #product>) -> tensor<128x128xi32, #product> {
    %x = tt.load %p : tensor<128x64x!tt.ptr<i8>, #columns>
    %y = tt.load %q : tensor<64x128x!tt.ptr<i8>, #blocked>
    %a = ttg.convert_layout %x : tensor<128x64xi8, #columns> -> tensor<128x64xi8, #a>
    %b = ttg.convert_layout %y : tensor<64x128xi8, #blocked> -> tensor<64x128xi8, #b>
    %d = tt.dot %a, %b, %c : tensor<128x64xi8, #a> * tensor<64x128xi8, #b> -> tensor<128x128xi32, #product>
    tt.return %d : tensor<128x128xi32, #product>
  }

  // The left operand stays in registers if it is computed.
  // CHECK: tt.func @computed(%arg0: tensor<128x64xf16, #blocked>, %arg1: tensor<64x128xf16, #blocked>, %arg2: tensor<128x128xf32, #blocked2>) -> tensor<128x128xf32, #blocked2> {
  // CHECK-NEXT:   %0 = arith.addf %arg0, %arg0 : tensor<128x64xf16, #blocked>
  // CHECK-NEXT:   %1 = arith.addf %arg1, %arg1 : tensor<64x128xf16, #blocked>
  // CHECK-NEXT:   %2 = ttg.local_alloc %1 : (tensor<64x128xf16, #blocked>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
  // CHECK-NEXT:   %3 = ttg.convert_layout %0 : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>
  // CHECK-NEXT:   %4 = ttg.convert_layout %arg2 : tensor<128x128xf32, #blocked2> -> tensor<128x128xf32, #mma>
  // CHECK-NEXT:   %5 = ttg.convert_layout %3 : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %6 = ttng.warp_group_dot %5, %2, %4 : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x128xf16, #shared, #smem> -> tensor<128x128xf32, #mma>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<128x128xf32, #mma> -> tensor<128x128xf32, #blocked2>
  // CHECK-NEXT:   tt.return %7 : tensor<128x128xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @computed(%x: tensor<128x64xf16, #blocked>, %y: tensor<64x128xf16, #blocked>, %c: tensor<128x128xf32, #product>) -> tensor<128x128xf32, #product> {
    %z = arith.addf %x, %x : tensor<128x64xf16, #blocked>
    %w = arith.addf %y, %y : tensor<64x128xf16, #blocked>
    %a = ttg.convert_layout %z : tensor<128x64xf16, #blocked> -> tensor<128x64xf16, #a>
    %b = ttg.convert_layout %w : tensor<64x128xf16, #blocked> -> tensor<64x128xf16, #b>
    %d = tt.dot %a, %b, %c : tensor<128x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<128x128xf32, #product>
    tt.return %d : tensor<128x128xf32, #product>
  }
  // fp8 may be added up by the tensor cores.
  // CHECK: tt.func @fp8(%arg0: tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<64x64xf32, #blocked2>) -> tensor<64x64xf32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>) -> !ttg.memdesc<32x64xf8E5M2, #shared4, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>) -> !ttg.memdesc<64x32xf8E5M2, #shared5, #smem>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked2> -> tensor<64x64xf32, #mma2>
  // CHECK-NEXT:   %3 = ttng.warp_group_dot %1, %0, %2 {maxNumImpreciseAcc = 64 : i32} : !ttg.memdesc<64x32xf8E5M2, #shared5, #smem> * !ttg.memdesc<32x64xf8E5M2, #shared4, #smem> -> tensor<64x64xf32, #mma2>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf32, #mma2> -> tensor<64x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @fp8(%a: tensor<64x32xf8E5M2, #a>, %b: tensor<32x64xf8E5M2, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c {maxNumImpreciseAcc = 64 : i32} : tensor<64x32xf8E5M2, #a> * tensor<32x64xf8E5M2, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // It may not, so older instructions are used, which take fp16.
  // CHECK: tt.func @fp8_exact(%arg0: tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<64x64xf32, #blocked2>) -> tensor<64x64xf32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked2> -> tensor<64x64xf32, #mma3>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 4}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 4}>>
  // CHECK-NEXT:   %3 = tt.fp_to_fp %1 : tensor<64x32xf8E5M2, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 4}>> -> tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 4}>>
  // CHECK-NEXT:   %4 = tt.fp_to_fp %2 : tensor<32x64xf8E5M2, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 4}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 4}>>
  // CHECK-NEXT:   %5 = tt.dot %3, %4, %0 : tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 4}>> * tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 4}>> -> tensor<64x64xf32, #mma3>
  // CHECK-NEXT:   %6 = ttg.convert_layout %5 : tensor<64x64xf32, #mma3> -> tensor<64x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %6 : tensor<64x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @fp8_exact(%a: tensor<64x32xf8E5M2, #a>, %b: tensor<32x64xf8E5M2, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c {maxNumImpreciseAcc = 0 : i32} : tensor<64x32xf8E5M2, #a> * tensor<32x64xf8E5M2, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // There is not enough along k for one instruction.
  // CHECK: tt.func @short(%arg0: tensor<64x8xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<8x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<64x64xf32, #blocked2>) -> tensor<64x64xf32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked2> -> tensor<64x64xf32, #mma3>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x8xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<64x8xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<8x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<8x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<64x8xf16, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 2}>> * tensor<8x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 2}>> -> tensor<64x64xf32, #mma3>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf32, #mma3> -> tensor<64x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @short(%a: tensor<64x8xf16, #a>, %b: tensor<8x64xf16, #b>, %c: tensor<64x64xf32, #product>) -> tensor<64x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x8xf16, #a> * tensor<8x64xf16, #b> -> tensor<64x64xf32, #product>
    tt.return %d : tensor<64x64xf32, #product>
  }
  // Or not enough rows.
  // CHECK: tt.func @few_rows(%arg0: tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<32x64xf32, #blocked2>) -> tensor<32x64xf32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<32x64xf32, #blocked2> -> tensor<32x64xf32, #mma4>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma4, kWidth = 2}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma4, kWidth = 2}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<32x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma4, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma4, kWidth = 2}>> -> tensor<32x64xf32, #mma4>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<32x64xf32, #mma4> -> tensor<32x64xf32, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<32x64xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @few_rows(%a: tensor<32x64xf16, #a>, %b: tensor<64x64xf16, #b>, %c: tensor<32x64xf32, #product>) -> tensor<32x64xf32, #product> {
    %d = tt.dot %a, %b, %c : tensor<32x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<32x64xf32, #product>
    tt.return %d : tensor<32x64xf32, #product>
  }
  // Or no such instruction.
  // CHECK: tt.func @double(%arg0: tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<64x64xf64, #blocked2>) -> tensor<64x64xf64, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.convert_layout %arg2 : tensor<64x64xf64, #blocked2> -> tensor<64x64xf64, #mma3>
  // CHECK-NEXT:   %1 = ttg.convert_layout %arg0 : tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 1}>>
  // CHECK-NEXT:   %2 = ttg.convert_layout %arg1 : tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>> -> tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 1}>>
  // CHECK-NEXT:   %3 = tt.dot %1, %2, %0 : tensor<64x32xf64, #ttg.dot_op<{opIdx = 0, parent = #mma3, kWidth = 1}>> * tensor<32x64xf64, #ttg.dot_op<{opIdx = 1, parent = #mma3, kWidth = 1}>> -> tensor<64x64xf64, #mma3>
  // CHECK-NEXT:   %4 = ttg.convert_layout %3 : tensor<64x64xf64, #mma3> -> tensor<64x64xf64, #blocked2>
  // CHECK-NEXT:   tt.return %4 : tensor<64x64xf64, #blocked2>
  // CHECK-NEXT: }
  tt.func @double(%a: tensor<64x32xf64, #a>, %b: tensor<32x64xf64, #b>, %c: tensor<64x64xf64, #product>) -> tensor<64x64xf64, #product> {
    %d = tt.dot %a, %b, %c : tensor<64x32xf64, #a> * tensor<32x64xf64, #b> -> tensor<64x64xf64, #product>
    tt.return %d : tensor<64x64xf64, #product>
  }
  // Products of which one is computed from the other share the rows, or the columns if there are more of these.
  // CHECK: tt.func @chain(%arg0: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>, %arg1: tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg2: tensor<64x64xf32, #blocked2>, %arg3: tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>, %arg4: tensor<64x128xf32, #blocked2>) -> tensor<64x128xf32, #blocked2> {
  // CHECK-NEXT:   %0 = ttg.local_alloc %arg1 : (tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>) -> !ttg.memdesc<32x64xf16, #shared, #smem>
  // CHECK-NEXT:   %1 = ttg.local_alloc %arg0 : (tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>) -> !ttg.memdesc<64x32xf16, #shared6, #smem>
  // CHECK-NEXT:   %2 = ttg.local_alloc %arg3 : (tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked2}>>) -> !ttg.memdesc<64x128xf16, #shared, #smem>
  // CHECK-NEXT:   %3 = ttg.convert_layout %arg2 : tensor<64x64xf32, #blocked2> -> tensor<64x64xf32, #mma5>
  // CHECK-NEXT:   %4 = ttng.warp_group_dot %1, %0, %3 : !ttg.memdesc<64x32xf16, #shared6, #smem> * !ttg.memdesc<32x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma5>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<64x64xf32, #mma5> -> tensor<64x64xf32, #blocked2>
  // CHECK-NEXT:   %6 = arith.truncf %5 : tensor<64x64xf32, #blocked2> to tensor<64x64xf16, #blocked2>
  // CHECK-NEXT:   %7 = ttg.convert_layout %6 : tensor<64x64xf16, #blocked2> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>>
  // CHECK-NEXT:   %8 = ttg.convert_layout %arg4 : tensor<64x128xf32, #blocked2> -> tensor<64x128xf32, #mma>
  // CHECK-NEXT:   %9 = ttg.convert_layout %7 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #blocked2}>> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  // CHECK-NEXT:   %10 = ttng.warp_group_dot %9, %2, %8 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x128xf16, #shared, #smem> -> tensor<64x128xf32, #mma>
  // CHECK-NEXT:   %11 = ttg.convert_layout %10 : tensor<64x128xf32, #mma> -> tensor<64x128xf32, #blocked2>
  // CHECK-NEXT:   tt.return %11 : tensor<64x128xf32, #blocked2>
  // CHECK-NEXT: }
  tt.func @chain(%a: tensor<64x32xf16, #a>, %b: tensor<32x64xf16, #b>, %c: tensor<64x64xf32, #product>, %v: tensor<64x128xf16, #b>, %e: tensor<64x128xf32, #product>) -> tensor<64x128xf32, #product> {
    %s = tt.dot %a, %b, %c : tensor<64x32xf16, #a> * tensor<32x64xf16, #b> -> tensor<64x64xf32, #product>
    %h = arith.truncf %s : tensor<64x64xf32, #product> to tensor<64x64xf16, #product>
    %p = ttg.convert_layout %h : tensor<64x64xf16, #product> -> tensor<64x64xf16, #a>
    %d = tt.dot %p, %v, %e : tensor<64x64xf16, #a> * tensor<64x128xf16, #b> -> tensor<64x128xf32, #product>
    tt.return %d : tensor<64x128xf32, #product>
  }
}

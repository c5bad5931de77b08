// RUN: xtriton-opt %s --triton=3.6 --tritongpu-reorder-instructions | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-NEXT: #shared1 = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>
// CHECK-NEXT: #smem = #ttg.shared_memory

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// A conversion goes behind the memory that is released before its first use, which may be inside of something.
// CHECK: tt.func @below_release(%arg0: tensor<64x64xf16, #blocked>, %arg1: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %arg2: i1) -> tensor<64x64xf16, #blocked1> {
// CHECK-NEXT:   ttg.local_dealloc %arg1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %1 = scf.if %arg2 -> (tensor<64x64xf16, #blocked1>) {
// CHECK-NEXT:     %2 = arith.negf %0 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:     scf.yield %2 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %0 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   }
// CHECK-NEXT:   ttg.local_dealloc %arg1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:   tt.return %1 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT: }
tt.func @below_release(%x: tensor<64x64xf16, #wide>, %m: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %c: i1) -> tensor<64x64xf16, #tall> {
  %0 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #tall>
  ttg.local_dealloc %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %1 = scf.if %c -> (tensor<64x64xf16, #tall>) {
    %2 = arith.negf %0 : tensor<64x64xf16, #tall>
    scf.yield %2 : tensor<64x64xf16, #tall>
  } else {
    scf.yield %0 : tensor<64x64xf16, #tall>
  }
  ttg.local_dealloc %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  tt.return %1 : tensor<64x64xf16, #tall>
}

// An operand goes to its only user, if that is in another loop: a load from memory, or a conversion.
// CHECK: tt.func @into_loop(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf16, #blocked>, %arg2: i32) -> tensor<64x64xf32, #mma> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<64x64xf32, #mma>)  : i32 {
// CHECK-NEXT:     %1 = arith.negf %arg4 : tensor<64x64xf32, #mma>
// CHECK-NEXT:     %2 = ttg.convert_layout %arg1 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:     %3 = arith.negf %2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:     %4 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:     %5 = tt.dot %4, %3, %1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:     scf.yield %5 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #mma>
// CHECK-NEXT: }
tt.func @into_loop(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<64x64xf16, #wide>, %n: i32) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
  %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
  %1 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #b>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %3 = arith.negf %acc : tensor<64x64xf32, #mma>
    %4 = arith.negf %1 : tensor<64x64xf16, #b>
    %5 = tt.dot %0, %4, %3 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %5 : tensor<64x64xf32, #mma>
  }
  tt.return %2 : tensor<64x64xf32, #mma>
}

// Not if it has two users, is in the same loop, or is no operand.
// CHECK: tt.func @stays_outside(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf16, #blocked>, %arg2: i32, %arg3: i1) -> tensor<64x64xf16, #blocked1> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %1 = ttg.convert_layout %arg1 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %0) -> (tensor<64x64xf16, #blocked1>)  : i32 {
// CHECK-NEXT:     %3 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:     %4 = scf.if %arg3 -> (tensor<64x64xf16, #blocked1>) {
// CHECK-NEXT:       %6 = arith.addf %3, %1 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:       scf.yield %6 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg5 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:     }
// CHECK-NEXT:     %5 = arith.addf %4, %0 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:     scf.yield %5 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %2 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT: }
tt.func @stays_outside(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %x: tensor<64x64xf16, #wide>, %n: i32, %c: i1) -> tensor<64x64xf16, #tall> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #tall>
  %1 = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #tall>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %0) -> (tensor<64x64xf16, #tall>) : i32 {
    %3 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #tall>
    %4 = scf.if %c -> (tensor<64x64xf16, #tall>) {
      %5 = arith.addf %3, %1 : tensor<64x64xf16, #tall>
      scf.yield %5 : tensor<64x64xf16, #tall>
    } else {
      scf.yield %y : tensor<64x64xf16, #tall>
    }
    %6 = arith.addf %4, %0 : tensor<64x64xf16, #tall>
    scf.yield %6 : tensor<64x64xf16, #tall>
  }
  tt.return %2 : tensor<64x64xf16, #tall>
}

// Values are put into memory at once, but for those that take no registers; so are transposed views made.
// CHECK: tt.func @early(%arg0: tensor<64x64x!tt.ptr<f16>, #blocked>, %arg1: f16, %arg2: tensor<64x64x!tt.ptr<f16>, #blocked>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared1, #smem>) {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:   %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK-NEXT:   %2 = ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
// CHECK-NEXT:   %3 = tt.splat %arg1 : f16 -> tensor<64x64xf16, #blocked>
// CHECK-NEXT:   tt.store %arg2, %3 : tensor<64x64x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:   %4 = ttg.local_alloc %3 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK-NEXT:   tt.return %1, %4, %2 : !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared1, #smem>
// CHECK-NEXT: }
tt.func @early(%p: tensor<64x64x!tt.ptr<f16>, #wide>, %s: f16, %q: tensor<64x64x!tt.ptr<f16>, #wide>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>, #smem>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #wide>
  %1 = tt.splat %s : f16 -> tensor<64x64xf16, #wide>
  tt.store %q, %1 : tensor<64x64x!tt.ptr<f16>, #wide>
  %2 = ttg.local_alloc %0 : (tensor<64x64xf16, #wide>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %3 = ttg.local_alloc %1 : (tensor<64x64xf16, #wide>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %4 = ttg.memdesc_trans %2 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>, #smem>
  tt.return %2, %3, %4 : !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1]}>, #smem>
}

// The second operand is loaded after the first one ...
// CHECK: tt.func @first_operand_first(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
// CHECK-NEXT:   %0 = arith.negf %arg1 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %1 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %2 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %3 = arith.negf %0 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %4 = tt.dot %1, %2, %3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:   tt.return %4 : tensor<64x64xf32, #mma>
// CHECK-NEXT: }
tt.func @first_operand_first(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
  %1 = arith.negf %acc : tensor<64x64xf32, #mma>
  %2 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
  %3 = arith.negf %1 : tensor<64x64xf32, #mma>
  %4 = tt.dot %2, %0, %3 : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tt.return %4 : tensor<64x64xf32, #mma>
}

// ... if nothing is written in between, ...
// CHECK: tt.func @written_between(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %arg1: tensor<64x64xf16, #blocked>, %arg2: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
// CHECK-NEXT:   %0 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   ttg.local_store %arg1, %arg0 : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:   %1 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %2 = tt.dot %1, %0, %arg2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:   tt.return %2 : tensor<64x64xf32, #mma>
// CHECK-NEXT: }
tt.func @written_between(%m: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, %x: tensor<64x64xf16, #wide>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #b>
  ttg.local_store %x, %m : tensor<64x64xf16, #wide> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %1 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #a>
  %2 = tt.dot %1, %0, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tt.return %2 : tensor<64x64xf32, #mma>
}

// ... and if it has no other users.
// CHECK: tt.func @used_twice(%arg0: !ttg.memdesc<64x64xf16, #shared, #smem>, %arg1: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>) {
// CHECK-NEXT:   %0 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %1 = ttg.local_load %arg0 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %2 = tt.dot %1, %0, %arg1 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:   tt.return %2, %0 : tensor<64x64xf32, #mma>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @used_twice(%m: !ttg.memdesc<64x64xf16, #shared, #smem>, %acc: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #b>) {
  %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #b>
  %1 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #a>
  %2 = tt.dot %1, %0, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tt.return %2, %0 : tensor<64x64xf32, #mma>, tensor<64x64xf16, #b>
}
}

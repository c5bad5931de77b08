// RUN: xtriton-opt %s --tritongpu-remove-layout-conversions | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tall = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Half the bytes are converted before they are extended.
// CHECK: tt.func @extension(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64x!tt.ptr<f32>, #blocked1>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %1 = arith.extf %0 : tensor<64x64xf16, #blocked1> to tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %2 = math.exp %1 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   tt.store %arg1, %2 : tensor<64x64x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @extension(%x: tensor<64x64xf16, #wide>, %p: tensor<64x64x!tt.ptr<f32>, #tall>) {
  %0 = arith.extf %x : tensor<64x64xf16, #wide> to tensor<64x64xf32, #wide>
  %1 = math.exp %0 : tensor<64x64xf32, #wide>
  %2 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.store %p, %2 : tensor<64x64x!tt.ptr<f32>, #tall>
  tt.return
}

// A row is converted before it is broadcast.
// CHECK: tt.func @broadcast(%arg0: tensor<1x64xf32, #blocked>, %arg1: tensor<64x64x!tt.ptr<f32>, #blocked1>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<1x64xf32, #blocked> -> tensor<1x64xf32, #blocked1>
// CHECK-NEXT:   %1 = tt.broadcast %0 : tensor<1x64xf32, #blocked1> -> tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %2 = arith.negf %1 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   tt.store %arg1, %2 : tensor<64x64x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @broadcast(%x: tensor<1x64xf32, #wide>, %p: tensor<64x64x!tt.ptr<f32>, #tall>) {
  %0 = tt.broadcast %x : tensor<1x64xf32, #wide> -> tensor<64x64xf32, #wide>
  %1 = arith.negf %0 : tensor<64x64xf32, #wide>
  %2 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.store %p, %2 : tensor<64x64x!tt.ptr<f32>, #tall>
  tt.return
}

// Of two extensions the one of a value that can be rematerialised does not count.
// CHECK: tt.func @second_extension(%arg0: tensor<64x64xf16, #blocked>, %arg1: f16, %arg2: tensor<64x64x!tt.ptr<f32>, #blocked1>) {
// CHECK-NEXT:   %0 = ttg.convert_layout %arg0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %1 = arith.extf %0 : tensor<64x64xf16, #blocked1> to tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %2 = tt.splat %arg1 : f16 -> tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %3 = arith.negf %2 : tensor<64x64xf16, #blocked1>
// CHECK-NEXT:   %4 = arith.extf %3 : tensor<64x64xf16, #blocked1> to tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %5 = arith.addf %1, %4 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   tt.store %arg2, %5 : tensor<64x64x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @second_extension(%x: tensor<64x64xf16, #wide>, %s: f16, %p: tensor<64x64x!tt.ptr<f32>, #tall>) {
  %0 = arith.extf %x : tensor<64x64xf16, #wide> to tensor<64x64xf32, #wide>
  %1 = tt.splat %s : f16 -> tensor<64x64xf16, #wide>
  %2 = arith.negf %1 : tensor<64x64xf16, #wide>
  %3 = arith.extf %2 : tensor<64x64xf16, #wide> to tensor<64x64xf32, #wide>
  %4 = arith.addf %0, %3 : tensor<64x64xf32, #wide>
  %5 = ttg.convert_layout %4 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.store %p, %5 : tensor<64x64x!tt.ptr<f32>, #tall>
  tt.return
}

// Two conversions would not be fewer bytes than one.
// CHECK: tt.func @two_extensions(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64xf16, #blocked>, %arg2: tensor<64x64x!tt.ptr<f32>, #blocked1>) {
// CHECK-NEXT:   %0 = arith.extf %arg0 : tensor<64x64xf16, #blocked> to tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %1 = arith.extf %arg1 : tensor<64x64xf16, #blocked> to tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %2 = arith.addf %0, %1 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   tt.store %arg2, %3 : tensor<64x64x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @two_extensions(%x: tensor<64x64xf16, #wide>, %y: tensor<64x64xf16, #wide>, %p: tensor<64x64x!tt.ptr<f32>, #tall>) {
  %0 = arith.extf %x : tensor<64x64xf16, #wide> to tensor<64x64xf32, #wide>
  %1 = arith.extf %y : tensor<64x64xf16, #wide> to tensor<64x64xf32, #wide>
  %2 = arith.addf %0, %1 : tensor<64x64xf32, #wide>
  %3 = ttg.convert_layout %2 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.store %p, %3 : tensor<64x64x!tt.ptr<f32>, #tall>
  tt.return
}

// In a loop, only the branch that loads converts; the other one yields a value that has the other layout already.
// CHECK: tt.func @branch(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: i1, %arg2: i32, %arg3: tensor<64x64x!tt.ptr<f32>, #blocked1>) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   %0 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %cst) -> (tensor<64x64xf32, #blocked1>)  : i32 {
// CHECK-NEXT:     %1 = scf.if %arg1 -> (tensor<64x64xf32, #blocked1>) {
// CHECK-NEXT:       %2 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:       %3 = ttg.convert_layout %2 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
// CHECK-NEXT:       scf.yield %3 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg5 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:     }
// CHECK-NEXT:     tt.store %arg3, %1 : tensor<64x64x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:     scf.yield %1 : tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @branch(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %c: i1, %n: i32, %q: tensor<64x64x!tt.ptr<f32>, #tall>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #tall>
  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #wide>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %cst) -> (tensor<64x64xf32, #wide>) : i32 {
    %1 = scf.if %c -> (tensor<64x64xf32, #wide>) {
      %2 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
      scf.yield %2 : tensor<64x64xf32, #wide>
    } else {
      scf.yield %x : tensor<64x64xf32, #wide>
    }
    %3 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
    tt.store %q, %3 : tensor<64x64x!tt.ptr<f32>, #tall>
    scf.yield %1 : tensor<64x64xf32, #wide>
  }
  tt.return
}

// Outside of a loop it would be executed as often.
// CHECK: tt.func @branch_outside(%arg0: tensor<64x64x!tt.ptr<f32>, #blocked>, %arg1: i1, %arg2: tensor<64x64x!tt.ptr<f32>, #blocked1>) {
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   %0 = scf.if %arg1 -> (tensor<64x64xf32, #blocked>) {
// CHECK-NEXT:     %2 = tt.load %arg0 : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:     scf.yield %2 : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %cst : tensor<64x64xf32, #blocked>
// CHECK-NEXT:   }
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #blocked1>
// CHECK-NEXT:   tt.store %arg2, %1 : tensor<64x64x!tt.ptr<f32>, #blocked1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @branch_outside(%p: tensor<64x64x!tt.ptr<f32>, #wide>, %c: i1, %q: tensor<64x64x!tt.ptr<f32>, #tall>) {
  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #wide>
  %1 = scf.if %c -> (tensor<64x64xf32, #wide>) {
    %2 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #wide>
    scf.yield %2 : tensor<64x64xf32, #wide>
  } else {
    scf.yield %cst : tensor<64x64xf32, #wide>
  }
  %3 = ttg.convert_layout %1 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #tall>
  tt.store %q, %3 : tensor<64x64x!tt.ptr<f32>, #tall>
  tt.return
}

// The operand of a product is converted right after it is loaded.
// CHECK: tt.func @operand(%arg0: tensor<64x64x!tt.ptr<f16>, #blocked>, %arg1: i32, %arg2: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>) -> tensor<64x64xf32, #mma> {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
// CHECK-NEXT:   %0 = scf.for %arg3 = %c0_i32 to %arg1 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<64x64xf32, #mma>)  : i32 {
// CHECK-NEXT:     %1 = tt.load %arg0 : tensor<64x64x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:     %2 = ttg.convert_layout %1 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:     %3 = arith.negf %2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:     %4 = math.absf %3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:     %5 = tt.dot %4, %arg2, %arg4 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:     scf.yield %5 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %0 : tensor<64x64xf32, #mma>
// CHECK-NEXT: }
tt.func @operand(%p: tensor<64x64x!tt.ptr<f16>, #wide>, %n: i32, %rhs: tensor<64x64xf16, #b>) -> tensor<64x64xf32, #mma> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %1 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #wide>
    %2 = arith.negf %1 : tensor<64x64xf16, #wide>
    %3 = math.absf %2 : tensor<64x64xf16, #wide>
    %4 = ttg.convert_layout %3 : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #a>
    %5 = tt.dot %4, %rhs, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %5 : tensor<64x64xf32, #mma>
  }
  tt.return %0 : tensor<64x64xf32, #mma>
}

// Not so if the product is executed only sometimes.
// CHECK: tt.func @operand_sometimes(%arg0: tensor<64x64x!tt.ptr<f16>, #blocked>, %arg1: i1, %arg2: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %arg3: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>) {
// CHECK-NEXT:   %0 = tt.load %arg0 : tensor<64x64x!tt.ptr<f16>, #blocked>
// CHECK-NEXT:   %1 = arith.negf %0 : tensor<64x64xf16, #blocked>
// CHECK-NEXT:   %2 = ttg.convert_layout %1 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %3 = ttg.convert_layout %1 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %4 = scf.if %arg1 -> (tensor<64x64xf32, #mma>) {
// CHECK-NEXT:     %5 = tt.dot %2, %arg2, %arg3 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:     scf.yield %5 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg3 : tensor<64x64xf32, #mma>
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return %4, %3 : tensor<64x64xf32, #mma>, tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT: }
tt.func @operand_sometimes(%p: tensor<64x64x!tt.ptr<f16>, #wide>, %c: i1, %rhs: tensor<64x64xf16, #b>, %acc: tensor<64x64xf32, #mma>) -> (tensor<64x64xf32, #mma>, tensor<64x64xf16, #a>) {
  %1 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #wide>
  %2 = arith.negf %1 : tensor<64x64xf16, #wide>
  %4 = ttg.convert_layout %2 : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #a>
  %5 = scf.if %c -> (tensor<64x64xf32, #mma>) {
    %6 = tt.dot %4, %rhs, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    scf.yield %6 : tensor<64x64xf32, #mma>
  } else {
    scf.yield %acc : tensor<64x64xf32, #mma>
  }
  tt.return %5, %4 : tensor<64x64xf32, #mma>, tensor<64x64xf16, #a>
}

// Nor if it comes from something other than a load.
// CHECK: tt.func @operand_of_argument(%arg0: tensor<64x64xf16, #blocked>, %arg1: tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>, %arg2: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
// CHECK-NEXT:   %0 = arith.negf %arg0 : tensor<64x64xf16, #blocked>
// CHECK-NEXT:   %1 = ttg.convert_layout %0 : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-NEXT:   %2 = tt.dot %1, %arg1, %arg2 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>> -> tensor<64x64xf32, #mma>
// CHECK-NEXT:   tt.return %2 : tensor<64x64xf32, #mma>
// CHECK-NEXT: }
tt.func @operand_of_argument(%x: tensor<64x64xf16, #wide>, %rhs: tensor<64x64xf16, #b>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %1 = arith.negf %x : tensor<64x64xf16, #wide>
  %2 = ttg.convert_layout %1 : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #a>
  %3 = tt.dot %2, %rhs, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tt.return %3 : tensor<64x64xf32, #mma>
}
}

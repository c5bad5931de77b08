// RUN: xtriton-opt %s --hopper-prefetch-loads=distance=1 --split-input-file --verify-diagnostics | filecheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The first load stands in front of the loop; the load of the last iteration is repeated, so that none is out of bounds.
  // CHECK-LABEL: @scale
  // CHECK: %[[P0:.*]] = tt.addptr %[[T:.*]], %c0_i32
  // CHECK: %[[FIRST:.*]] = tt.load %[[P0]] : !tt.ptr<f32>
  // CHECK: scf.for %[[K:.*]] = %c0_i32 to %c16_i32 step %c1_i32 iter_args(%{{.*}} = %{{.*}}, %[[NOW:.*]] = %[[FIRST]])
  // CHECK:   %[[LATER:.*]] = arith.addi %[[K]], %c1_i32
  // CHECK:   %[[INSIDE:.*]] = arith.cmpi slt, %[[LATER]], %c16_i32
  // CHECK:   %[[AT:.*]] = arith.select %[[INSIDE]], %[[LATER]], %[[K]]
  // CHECK:   %[[P:.*]] = tt.addptr %[[T]], %[[AT]]
  // CHECK:   %[[NEXT:.*]] = tt.load %[[P]]
  // CHECK:   tt.splat %[[NOW]]
  // CHECK:   scf.yield %{{.*}}, %[[NEXT]]
  tt.func public @scale(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %t: !tt.ptr<f32>) -> tensor<64x64xf32, #mma> {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %c16_i32 = arith.constant 16 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    // expected-remark @below {{1 loads are issued 1 iterations ahead}}
    %sum = scf.for %k = %c0_i32 to %c16_i32 step %c1_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %p = tt.addptr %t, %k : !tt.ptr<f32>, i32
      %one = tt.load %p : !tt.ptr<f32>
      %d = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %0 = tt.splat %one : f32 -> tensor<64x64xf32, #mma>
      %1 = arith.mulf %d, %0 : tensor<64x64xf32, #mma>
      %2 = arith.addf %acc, %1 : tensor<64x64xf32, #mma>
      scf.yield %2 : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // A loop that may not run at all loads nothing in front of it then.
  // CHECK-LABEL: @maybe_empty
  // CHECK: %[[RUNS:.*]] = arith.cmpi slt, %c0_i32, %arg3
  // CHECK: tt.load %{{.*}}, %[[RUNS]] : !tt.ptr<f32>
  // CHECK: scf.for
  tt.func public @maybe_empty(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %t: !tt.ptr<f32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    // expected-remark @below {{1 loads are issued 1 iterations ahead}}
    %sum = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %p = tt.addptr %t, %k : !tt.ptr<f32>, i32
      %one = tt.load %p : !tt.ptr<f32>
      %d = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %0 = tt.splat %one : f32 -> tensor<64x64xf32, #mma>
      %1 = arith.mulf %d, %0 : tensor<64x64xf32, #mma>
      %2 = arith.addf %acc, %1 : tensor<64x64xf32, #mma>
      scf.yield %2 : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // Not moved: a load behind a store, one whose place is loaded, one of an integer, a volatile one.
  // CHECK-LABEL: @storing
  // CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<64x64xf32, #mma>)
  tt.func public @storing(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %t: !tt.ptr<f32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %sum = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %p = tt.addptr %t, %k : !tt.ptr<f32>, i32
      %one = tt.load %p : !tt.ptr<f32>
      tt.store %t, %one : !tt.ptr<f32>
      %d = ttng.warp_group_dot %x, %w, %acc : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: @not_moved
  // CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<64x64xf32, #mma>)
  tt.func public @not_moved(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %t: !tt.ptr<f32>, %i: !tt.ptr<i32>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %sum = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %p = tt.addptr %i, %k : !tt.ptr<i32>, i32
      %at = tt.load %p : !tt.ptr<i32>
      %q = tt.addptr %t, %at : !tt.ptr<f32>, i32
      %one = tt.load %q : !tt.ptr<f32>
      %r = tt.addptr %t, %k : !tt.ptr<f32>, i32
      %two = tt.load %r {isVolatile = true} : !tt.ptr<f32>
      %s = arith.addf %one, %two : f32
      %d = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %0 = tt.splat %s : f32 -> tensor<64x64xf32, #mma>
      %1 = arith.mulf %d, %0 : tensor<64x64xf32, #mma>
      %2 = arith.addf %acc, %1 : tensor<64x64xf32, #mma>
      scf.yield %2 : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }
}

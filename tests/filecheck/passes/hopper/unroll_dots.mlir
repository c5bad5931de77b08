// RUN: xtriton-opt %s --hopper-unroll-dots --canonicalize --split-input-file --verify-diagnostics | filecheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#rows = #ttg.slice<{dim = 1, parent = #mma}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Each thread loads four consecutive scales for each of its rows, and one vector of the scales that all rows share.
  // CHECK-LABEL: @scales
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c16_i32 step %c4_i32
  // CHECK:   %[[ROWS:.*]] = tt.load %{{.*}} : tensor<64x4x!tt.ptr<f32>, #linear>
  // CHECK:   %[[PAIRS:.*]] = tt.reshape %[[ROWS]] : tensor<64x4xf32, #linear> -> tensor<64x2x2xf32, #{{.*}}>
  // CHECK:   tt.split %[[PAIRS]]
  // CHECK:   %[[ALL:.*]] = tt.load %{{.*}} : tensor<4x!tt.ptr<f32>, #{{.*}}>
  // CHECK-NOT: tt.load
  // CHECK-COUNT-4: tt.unsplat
  // CHECK-COUNT-4: ttng.warp_group_dot
  // CHECK-NOT: ttng.warp_group_dot
  tt.func public @scales(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %s: !tt.ptr<f32>, %t: !tt.ptr<f32>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %width = arith.constant dense<16> : tensor<64xi32, #rows>
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #rows>
    %places = arith.muli %range, %width : tensor<64xi32, #rows>
    %base = tt.splat %s : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #rows>
    %row = tt.addptr %base, %places : tensor<64x!tt.ptr<f32>, #rows>, tensor<64xi32, #rows>
    // expected-remark @below {{unrolled by 4, 2 loads vectorised}}
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %at = tt.splat %k : i32 -> tensor<64xi32, #rows>
      %p = tt.addptr %row, %at : tensor<64x!tt.ptr<f32>, #rows>, tensor<64xi32, #rows>
      %one = tt.load %p : tensor<64x!tt.ptr<f32>, #rows>
      %q = tt.addptr %t, %k : !tt.ptr<f32>, i32
      %other = tt.load %q : !tt.ptr<f32>
      %d = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %0 = tt.splat %other : f32 -> tensor<64xf32, #rows>
      %1 = arith.mulf %one, %0 : tensor<64xf32, #rows>
      %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<64xf32, #rows> -> tensor<64x1xf32, #mma>
      %3 = tt.broadcast %2 : tensor<64x1xf32, #mma> -> tensor<64x64xf32, #mma>
      %4 = arith.mulf %d, %3 : tensor<64x64xf32, #mma>
      %5 = arith.addf %acc, %4 : tensor<64x64xf32, #mma>
      scf.yield %5 : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // Addresses that are two apart, and loads under a mask, which may be off in some iterations, stay loads of one number.
  // CHECK-LABEL: @not_in_a_row
  // CHECK-COUNT-8: tt.load %{{.*}} : !tt.ptr<f32>
  // CHECK-NOT: tt.load
  tt.func public @not_in_a_row(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %t: !tt.ptr<f32>, %mask: i1) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c16 = arith.constant 16 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    // expected-remark @below {{unrolled by 4}}
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %twice = arith.muli %k, %c2 : i32
      %p = tt.addptr %t, %twice : !tt.ptr<f32>, i32
      %one = tt.load %p : !tt.ptr<f32>
      %q = tt.addptr %t, %k : !tt.ptr<f32>, i32
      %other = tt.load %q, %mask : !tt.ptr<f32>
      %d = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s = arith.mulf %one, %other : f32
      %0 = tt.splat %s : f32 -> tensor<64x64xf32, #mma>
      %4 = arith.mulf %d, %0 : tensor<64x64xf32, #mma>
      %5 = arith.addf %acc, %4 : tensor<64x64xf32, #mma>
      scf.yield %5 : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // A number of iterations that is not known leaves a loop for the rest.
  // CHECK-LABEL: @rest
  // CHECK: scf.for
  // CHECK-COUNT-4: ttng.warp_group_dot
  // CHECK: scf.for
  // CHECK: ttng.warp_group_dot
  // CHECK-NOT: ttng.warp_group_dot
  tt.func public @rest(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %n: i32) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    // expected-remark @below {{unrolled by 4}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %d = ttng.warp_group_dot %x, %w, %acc : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // Two iterations are done in one where there are not four, and loops without dots are left alone.
  // CHECK-LABEL: @few
  // CHECK-NOT: scf.for
  // CHECK-COUNT-3: ttng.warp_group_dot
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c16_i32 step %c1_i32
  tt.func public @few(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %out: !tt.ptr<i32>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c16 = arith.constant 16 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    // expected-remark @below {{unrolled by 2}}
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %d = ttng.warp_group_dot %x, %w, %acc : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    scf.for %k = %c0 to %c16 step %c1 : i32 {
      %p = tt.addptr %out, %k : !tt.ptr<i32>, i32
      tt.store %p, %k : !tt.ptr<i32>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // With two CTAs per SM a thread has no registers for a second temporary result; sums are unrolled.
  // CHECK-LABEL: @two_ctas
  // CHECK: scf.for
  // CHECK: ttng.warp_group_dot
  // CHECK-NOT: ttng.warp_group_dot
  tt.func public @two_ctas(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %n: i32) -> tensor<64x64xf32, #mma> attributes {xtriton.resident_ctas = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %d = ttng.warp_group_dot %x, %w, %zero : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      %s = arith.addf %acc, %d : tensor<64x64xf32, #mma>
      scf.yield %s : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }

  // CHECK-LABEL: @two_ctas_of_sums
  // CHECK: scf.for
  // CHECK-COUNT-4: ttng.warp_group_dot
  tt.func public @two_ctas_of_sums(%x: tensor<64x16xf16, #a>, %w: !ttg.memdesc<16x64xf16, #shared, #smem>, %n: i32) -> tensor<64x64xf32, #mma> attributes {xtriton.resident_ctas = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    // expected-remark @below {{unrolled by 4}}
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %d = ttng.warp_group_dot %x, %w, %acc : tensor<64x16xf16, #a> * !ttg.memdesc<16x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
      scf.yield %d : tensor<64x64xf32, #mma>
    }
    tt.return %sum : tensor<64x64xf32, #mma>
  }
}

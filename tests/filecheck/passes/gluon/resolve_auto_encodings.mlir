// RUN: xtriton-opt %s --gluon-resolve-auto-encodings | filecheck %s

// CHECK-DAG: #[[LINE:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[SQUARE:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#square = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Slices of the layout that the sum gets, on both sides of the tree.
  // CHECK: tt.func @outer_sum
  // CHECK: tt.make_range {{.*}} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #[[SQUARE]]}>>
  // CHECK: tt.make_range {{.*}} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[SQUARE]]}>>
  // CHECK-NOT: gluon.
  // CHECK: tt.return
  tt.func @outer_sum() -> tensor<32x64xi32, #square> {
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #gluon.auto_encoding>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<32xi32, #gluon.auto_encoding> -> tensor<32x1xi32, #gluon.auto_encoding>
    %2 = tt.broadcast %1 : tensor<32x1xi32, #gluon.auto_encoding> -> tensor<32x64xi32, #gluon.auto_encoding>
    %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #gluon.auto_encoding>
    %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<64xi32, #gluon.auto_encoding> -> tensor<1x64xi32, #gluon.auto_encoding>
    %5 = tt.broadcast %4 : tensor<1x64xi32, #gluon.auto_encoding> -> tensor<32x64xi32, #gluon.auto_encoding>
    %6 = arith.addi %2, %5 : tensor<32x64xi32, #gluon.auto_encoding>
    %7 = gluon.set_auto_layout %6 : tensor<32x64xi32, #gluon.auto_encoding> -> tensor<32x64xi32, #square>
    tt.return %7 : tensor<32x64xi32, #square>
  }

  // The layout of a loop's result reaches the init, the iter_arg and the yielded value; so it does in branches.
  // CHECK: tt.func @loop
  // CHECK: arith.constant dense<0> : tensor<128xi32, #[[LINE]]>
  // CHECK: scf.for {{.*}} -> (tensor<128xi32, #[[LINE]]>)
  // CHECK: scf.if {{.*}} -> (tensor<128xi32, #[[LINE]]>)
  // CHECK: tt.splat {{.*}} -> tensor<128xi32, #[[LINE]]>
  tt.func @loop(%n: i32, %c: i1) -> tensor<128xi32, #line> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0> : tensor<128xi32, #gluon.auto_encoding>
    %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (tensor<128xi32, #gluon.auto_encoding>) : i32 {
      %1 = scf.if %c -> tensor<128xi32, #gluon.auto_encoding> {
        scf.yield %x : tensor<128xi32, #gluon.auto_encoding>
      } else {
        %2 = tt.splat %i : i32 -> tensor<128xi32, #gluon.auto_encoding>
        scf.yield %2 : tensor<128xi32, #gluon.auto_encoding>
      }
      scf.yield %1 : tensor<128xi32, #gluon.auto_encoding>
    }
    %3 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #line>
    tt.return %3 : tensor<128xi32, #line>
  }

  // CHECK: tt.func @while
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<128xi32, #[[LINE]]>) -> tensor<128xi32, #[[LINE]]>
  tt.func @while(%c: i1) -> tensor<128xi32, #line> {
    %zero = arith.constant dense<0> : tensor<128xi32, #gluon.auto_encoding>
    %0 = scf.while (%x = %zero) : (tensor<128xi32, #gluon.auto_encoding>) -> tensor<128xi32, #gluon.auto_encoding> {
      scf.condition(%c) %x : tensor<128xi32, #gluon.auto_encoding>
    } do {
    ^bb0(%y: tensor<128xi32, #gluon.auto_encoding>):
      scf.yield %y : tensor<128xi32, #gluon.auto_encoding>
    }
    %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #line>
    tt.return %1 : tensor<128xi32, #line>
  }

  // A join allows several layouts of its operands: it does not conflict with the one that is set.
  // CHECK: tt.func @join
  // CHECK: tt.join
  tt.func @join(%x: i32) -> (tensor<128x2xi32, #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<128xi32, #line>) {
    %0 = tt.splat %x : i32 -> tensor<128xi32, #gluon.auto_encoding>
    %1 = tt.join %0, %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128x2xi32, #gluon.auto_encoding>
    %2 = gluon.set_auto_layout %1 : tensor<128x2xi32, #gluon.auto_encoding> -> tensor<128x2xi32, #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>
    %3 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #line>
    tt.return %2, %3 : tensor<128x2xi32, #ttg.blocked<{sizePerThread = [4, 2], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>>, tensor<128xi32, #line>
  }
}

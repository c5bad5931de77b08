// RUN: xtriton-opt %s --triton-nvidia-gpu-plan-cta | filecheck %s

// Triton 3.6 executes the atomic operation twice, and aborts as it copies the conditional.

// CHECK: #[[ROWS:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [1, 2], {{.*}}, CGALayout = {{\[\[}}1, 0]]}>

#wide = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Atomic operations must not be executed twice: one of two encodings is reached by a conversion.
// CHECK-LABEL: tt.func @atomics
// CHECK: %[[OLD:[0-9]+]] = tt.atomic_rmw add
// CHECK-NEXT: %[[A:[0-9]+]] = ttg.convert_layout %[[OLD]] : {{.*}} -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[ROWS]]}>>
// CHECK-NEXT: tt.expand_dims %[[A]] {axis = 1 : i32}
// CHECK-NEXT: %[[B:[0-9]+]] = ttg.convert_layout %[[A]] : {{.*}} -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[ROWS]]}>>
// CHECK-NEXT: tt.expand_dims %[[B]] {axis = 0 : i32}
// CHECK-NOT: tt.atomic_rmw
tt.func @atomics(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
  %0 = tt.splat %q : !tt.ptr<i32> -> tensor<64x1x!tt.ptr<i32>, #wide>
  %1 = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #one>
  %2 = tt.splat %n : i32 -> tensor<64xi32, #one>
  %3 = tt.atomic_rmw add, relaxed, gpu, %1, %2 : (tensor<64x!tt.ptr<i32>, #one>, tensor<64xi32, #one>) -> tensor<64xi32, #one>
  %4 = ttg.convert_layout %3 : tensor<64xi32, #one> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %5 = ttg.convert_layout %3 : tensor<64xi32, #one> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>>
  %6 = tt.expand_dims %4 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64x1xi32, #wide>
  %7 = tt.expand_dims %5 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<1x64xi32, #wide>
  %8 = tt.broadcast %6 : tensor<64x1xi32, #wide> -> tensor<64x64xi32, #wide>
  %9 = tt.broadcast %7 : tensor<1x64xi32, #wide> -> tensor<64x64xi32, #wide>
  %10 = arith.muli %8, %9 : tensor<64x64xi32, #wide>
  %11 = "tt.reduce"(%10) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %13 = arith.addi %a, %b : i32
    tt.reduce.return %13 : i32
  }) : (tensor<64x64xi32, #wide>) -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %12 = tt.expand_dims %11 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64x1xi32, #wide>
  tt.store %0, %12 : tensor<64x1x!tt.ptr<i32>, #wide>
  tt.return
}

// Nor must the operations of an `scf.if`.
// CHECK-LABEL: tt.func @conditionals
// CHECK: %[[R:[0-9]+]]:2 = scf.if %{{.*}} -> (i32, tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[ROWS]]}>>)
// CHECK: tt.make_range {{.*}} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[ROWS]]}>>
// CHECK: tt.expand_dims %[[R]]#1 {axis = 1 : i32}
// CHECK-NEXT: %[[C:[0-9]+]] = ttg.convert_layout %[[R]]#1 : {{.*}} -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[ROWS]]}>>
// CHECK-NEXT: tt.expand_dims %[[C]] {axis = 0 : i32}
// CHECK-NOT: scf.if
tt.func @conditionals(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32, %c: i1) {
  %0 = tt.splat %q : !tt.ptr<i32> -> tensor<64x1x!tt.ptr<i32>, #wide>
  %1 = tt.splat %n : i32 -> tensor<64xi32, #one>
  %2:2 = scf.if %c -> (i32, tensor<64xi32, #one>) {
    tt.store %p, %n : !tt.ptr<i32>
    scf.yield %n, %1 : i32, tensor<64xi32, #one>
  } else {
    %x = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #one>
    scf.yield %n, %x : i32, tensor<64xi32, #one>
  }
  %4 = ttg.convert_layout %2#1 : tensor<64xi32, #one> -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %5 = ttg.convert_layout %2#1 : tensor<64xi32, #one> -> tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>>
  %6 = tt.expand_dims %4 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64x1xi32, #wide>
  %7 = tt.expand_dims %5 {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<1x64xi32, #wide>
  %8 = tt.broadcast %6 : tensor<64x1xi32, #wide> -> tensor<64x64xi32, #wide>
  %9 = tt.broadcast %7 : tensor<1x64xi32, #wide> -> tensor<64x64xi32, #wide>
  %10 = arith.muli %8, %9 : tensor<64x64xi32, #wide>
  %11 = "tt.reduce"(%10) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %13 = arith.addi %a, %b : i32
    tt.reduce.return %13 : i32
  }) : (tensor<64x64xi32, #wide>) -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  %12 = tt.expand_dims %11 {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #wide}>> -> tensor<64x1xi32, #wide>
  tt.store %0, %12 : tensor<64x1x!tt.ptr<i32>, #wide>
  tt.return
}
}

// RUN: xtriton-opt %s --tritongpu-coalesce --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// The init of the last of three loop-carried values reaches the first one two iterations later: nothing divides it.
// CHECK-LABEL: tt.func @shifted(
// CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK: tt.store %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
tt.func @shifted(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0, %c = %c0) -> (i32, i32, i32) : i32 {
    %as = tt.splat %a : i32 -> tensor<1024xi32, #blocked>
    %at = arith.addi %range, %as : tensor<1024xi32, #blocked>
    %pa = tt.addptr %ps, %at : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %x = tt.load %pa : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.store %pa, %x : tensor<1024x!tt.ptr<f32>, #blocked>
    %d = arith.addi %c, %n : i32
    scf.yield %b, %c, %d : i32, i32, i32
  }
  tt.return
}
// The same where blocks branch to each other.
// CHECK-LABEL: tt.func @blocks(
// CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK: tt.store %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
tt.func @blocks(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  cf.br ^loop(%c0, %c0, %c0 : i32, i32, i32)
^loop(%a: i32, %b: i32, %c: i32):
  %as = tt.splat %a : i32 -> tensor<1024xi32, #blocked>
  %at = arith.addi %range, %as : tensor<1024xi32, #blocked>
  %pa = tt.addptr %ps, %at : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  %x = tt.load %pa : tensor<1024x!tt.ptr<f32>, #blocked>
  tt.store %pa, %x : tensor<1024x!tt.ptr<f32>, #blocked>
  %d = arith.addi %c, %n : i32
  %t = arith.cmpi slt, %d, %n : i32
  cf.cond_br %t, ^loop(%b, %c, %d : i32, i32, i32), ^end
^end:
  tt.return
}
// Arguments of partitions have the axis info of the captured values.
// CHECK-LABEL: tt.func @partitions(
// CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK: tt.store %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
tt.func @partitions(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  ttg.warp_specialize(%p, %n) attributes {warpGroupStartIds = array<i32: 4>}
  default {
    ttg.warp_yield
  }
  partition0(%a: !tt.ptr<f32>, %b: i32) num_warps(4) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %bs = tt.splat %b : i32 -> tensor<1024xi32, #blocked>
    %at = arith.addi %range, %bs : tensor<1024xi32, #blocked>
    %ps = tt.splat %a : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %pa = tt.addptr %ps, %at : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %x = tt.load %pa : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.store %pa, %x : tensor<1024x!tt.ptr<f32>, #blocked>
    ttg.warp_return
  } : (!tt.ptr<f32>, i32) -> ()
  tt.return
}
}

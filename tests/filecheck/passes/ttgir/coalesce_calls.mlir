// RUN: xtriton-opt %s --tritongpu-coalesce | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT: #blocked1 = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Axis info that holds in all callers is written to the argument: 8 bytes, which is two floats a thread.
  // CHECK: tt.func private @called(%arg0: !tt.ptr<f32> {tt.constancy = 1 : i64, tt.contiguity = 1 : i64, tt.divisibility = 8 : i64}, %arg1: i32 {tt.constancy = 1 : i64, tt.contiguity = 1 : i64, tt.divisibility = 2 : i64}, %arg2: tensor<1024xi32, #blocked> {tt.constancy = 1 : i64, tt.contiguity = 1 : i64, tt.divisibility = 1 : i64}) -> tensor<1024xf32, #blocked> {
  // CHECK-NEXT:   %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  // CHECK-NEXT:   %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  // CHECK-NEXT:   %3 = ttg.convert_layout %2 : tensor<1024x!tt.ptr<f32>, #blocked> -> tensor<1024x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %4 = tt.load %3 : tensor<1024x!tt.ptr<f32>, #blocked1>
  // CHECK-NEXT:   %5 = ttg.convert_layout %4 : tensor<1024xf32, #blocked1> -> tensor<1024xf32, #blocked>
  // CHECK-NEXT:   tt.return %5 : tensor<1024xf32, #blocked>
  // CHECK-NEXT: }
  tt.func private @called(%p: !tt.ptr<f32>, %n: i32 {tt.divisibility = 4 : i32}, %t: tensor<1024xi32, #blocked>) -> tensor<1024xf32, #blocked> {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %0 = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %1 = tt.addptr %0, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %2 = tt.load %1 : tensor<1024x!tt.ptr<f32>, #blocked>
    tt.return %2 : tensor<1024xf32, #blocked>
  }

  // CHECK: tt.func @caller(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: tensor<1024xi32, #blocked>) {
  // CHECK-NEXT:   %c6_i32 = arith.constant 6 : i32
  // CHECK-NEXT:   %0 = tt.call @called(%arg0, %c6_i32, %arg1) : (!tt.ptr<f32>, i32, tensor<1024xi32, #blocked>) -> tensor<1024xf32, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @caller(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %t: tensor<1024xi32, #blocked>) {
    %n = arith.constant 6 : i32
    %0 = tt.call @called(%p, %n, %t) : (!tt.ptr<f32>, i32, tensor<1024xi32, #blocked>) -> tensor<1024xf32, #blocked>
    tt.return
  }

  // CHECK: tt.func @another_caller(%arg0: !tt.ptr<f32> {tt.divisibility = 8 : i32}, %arg1: i32 {tt.divisibility = 32 : i32}, %arg2: tensor<1024xi32, #blocked>) {
  // CHECK-NEXT:   %0 = tt.call @called(%arg0, %arg1, %arg2) : (!tt.ptr<f32>, i32, tensor<1024xi32, #blocked>) -> tensor<1024xf32, #blocked>
  // CHECK-NEXT:   tt.return
  // CHECK-NEXT: }
  tt.func @another_caller(%p: !tt.ptr<f32> {tt.divisibility = 8 : i32}, %n: i32 {tt.divisibility = 32 : i32}, %t: tensor<1024xi32, #blocked>) {
    %0 = tt.call @called(%p, %n, %t) : (!tt.ptr<f32>, i32, tensor<1024xi32, #blocked>) -> tensor<1024xf32, #blocked>
    tt.return
  }
}

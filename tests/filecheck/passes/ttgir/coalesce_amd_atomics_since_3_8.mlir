// RUN: xtriton-opt %s --triton=3.8 --tritongpu-coalesce | filecheck %s

// On AMD's GPUs an atomic operation changes 32 bits: two f16, one f32.
// CHECK: #[[TWO:.*]] = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: @add_f16
// CHECK: tt.atomic_rmw {{.*}} -> tensor<1024xf16, #[[TWO]]>
// CHECK: tt.atomic_rmw {{.*}} -> tensor<1024xf32, #blocked>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @add_f16(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %v: tensor<1024xf16, #blocked>, %w: tensor<1024xf32, #blocked>, %m: tensor<1024xi1, #blocked>) {
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #blocked>
    %pi = tt.addptr %ps, %i : tensor<1024x!tt.ptr<f16>, #blocked>, tensor<1024xi32, #blocked>
    %0 = tt.atomic_rmw fadd, relaxed, gpu, %pi, %v, %m : (tensor<1024x!tt.ptr<f16>, #blocked>, tensor<1024xf16, #blocked>, tensor<1024xi1, #blocked>) -> tensor<1024xf16, #blocked>
    %qs = tt.splat %q : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
    %qi = tt.addptr %qs, %i : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
    %1 = tt.atomic_rmw fadd, relaxed, gpu, %qi, %w, %m : (tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xf32, #blocked>, tensor<1024xi1, #blocked>) -> tensor<1024xf32, #blocked>
    tt.return
  }
}

// RUN: xtriton-opt %s --tritongpu-coalesce --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// Loads that share their offsets are related: both get as many elements a thread as the narrower one.
// CHECK-LABEL: tt.func @shared_offsets(
// CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f32>, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
// CHECK: tt.load %{{.*}} : tensor<1024x!tt.ptr<f16>, #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
tt.func @shared_offsets(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %o: !tt.ptr<f32>) {
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #blocked>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #blocked>
  %pa = tt.addptr %ps, %range : tensor<1024x!tt.ptr<f32>, #blocked>, tensor<1024xi32, #blocked>
  %x = tt.load %pa : tensor<1024x!tt.ptr<f32>, #blocked>
  %qs = tt.splat %q : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #blocked>
  %qa = tt.addptr %qs, %range : tensor<1024x!tt.ptr<f16>, #blocked>, tensor<1024xi32, #blocked>
  %y = tt.load %qa : tensor<1024x!tt.ptr<f16>, #blocked>
  tt.return
}
}

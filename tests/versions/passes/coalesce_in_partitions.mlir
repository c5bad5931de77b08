// PASSES: tritongpu-coalesce

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
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

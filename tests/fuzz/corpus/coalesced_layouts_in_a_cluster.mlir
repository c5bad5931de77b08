// RUN: xtriton-opt --pass-pipeline='builtin.module(gluon-infer-coalesced-encodings,gluon-resolve-auto-encodings)' %s
// invalid: gluon-infer-coalesced-encodings: Result has an invalid threadsPerWarp warpsPerCTA order Layout has CTAs per but t
module attributes {"ttg.num-ctas" = 2147483647 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @unaligned(%p: !tt.ptr<f32>) -> i32 {
    %c = arith.constant 0 : i32
    %range = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #gluon.auto_encoding>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>, #gluon.auto_encoding>
    %ptrs = tt.addptr %base, %range : tensor<4x!tt.ptr<f32>, #gluon.auto_encoding>, tensor<4xi32, #gluon.auto_encoding>
    %set = gluon.set_auto_layout %ptrs : tensor<4x!tt.ptr<f32>, #gluon.auto_encoding> -> tensor<4x!tt.ptr<f32>, #gluon.coalesced_encoding>
    %x = tt.load %set : tensor<4x!tt.ptr<f32>, #gluon.coalesced_encoding>
    tt.return %c : i32
  }
}

// RUN: xtriton-opt %s --split-input-file --verify-diagnostics --gluon-infer-coalesced-encodings --gluon-resolve-auto-encodings

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @conflict(%x: i32) -> (tensor<128xi32, #blocked>, tensor<128xi32, #wide>) {
    // expected-error-re @+1 {{'tt.splat' op found conflicting encodings for value:}}
    %0 = tt.splat %x : i32 -> tensor<128xi32, #gluon.auto_encoding>
    %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #wide>
    %2 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    tt.return %2, %1 : tensor<128xi32, #blocked>, tensor<128xi32, #wide>
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @unreached(%x: i32) -> i32 {
    // expected-error @+1 {{'tt.splat' op Failed to infer return type}}
    %0 = tt.splat %x : i32 -> tensor<128xi32, #gluon.auto_encoding>
    tt.return %x : i32
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @+1 {{Functions taking auto encoding must be fully inlined}}
  tt.func @argument(%x: tensor<128xi32, #gluon.auto_encoding>) {
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-error @+1 {{Functions returning auto encoding must be fully inlined}}
  tt.func @returned(%x: i32) -> tensor<128xi32, #gluon.coalesced_encoding> {
    %0 = tt.splat %x : i32 -> tensor<128xi32, #gluon.coalesced_encoding>
    tt.return %0 : tensor<128xi32, #gluon.coalesced_encoding>
  }
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @coalesced_in_a_cluster(%p: tensor<4x!tt.ptr<f32>, #gluon.auto_encoding>) {
    %set = gluon.set_auto_layout %p : tensor<4x!tt.ptr<f32>, #gluon.auto_encoding> -> tensor<4x!tt.ptr<f32>, #gluon.coalesced_encoding>
    // expected-error @+1 {{'tt.load' op coalesced layouts are for clusters of one CTA, not of 2}}
    %x = tt.load %set : tensor<4x!tt.ptr<f32>, #gluon.coalesced_encoding>
    tt.return
  }
}

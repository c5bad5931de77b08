// RUN: xtriton-opt %s --gluon-infer-coalesced-encodings | filecheck %s
// RUN: xtriton-opt %s --gluon-infer-coalesced-encodings --gluon-resolve-auto-encodings | filecheck %s --check-prefix=BOTH

// CHECK-DAG: #[[FOUR:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[ONE:.*]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Contiguous pointers that are aligned to 16 bytes: four floats per thread. All that depends on the load has its layout.
  // CHECK: tt.func @aligned
  // CHECK: gluon.set_auto_layout {{.*}} #gluon.auto_encoding> -> tensor<1024x!tt.ptr<f32>, #[[FOUR]]>
  // CHECK: tt.load {{.*}} : tensor<1024x!tt.ptr<f32>, #[[FOUR]]>
  // CHECK: arith.addf {{.*}} : tensor<1024xf32, #[[FOUR]]>
  // BOTH: tt.func @aligned
  // BOTH-NOT: gluon.
  // BOTH: tt.return
  tt.func @aligned(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #gluon.auto_encoding>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #gluon.auto_encoding>
    %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>, #gluon.auto_encoding>, tensor<1024xi32, #gluon.auto_encoding>
    %set = gluon.set_auto_layout %ptrs : tensor<1024x!tt.ptr<f32>, #gluon.auto_encoding> -> tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    %x = tt.load %set : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    %y = arith.addf %x, %x : tensor<1024xf32, #gluon.coalesced_encoding>
    tt.store %set, %y : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    tt.return
  }

  // Nothing is known of the alignment.
  // CHECK: tt.func @unaligned
  // CHECK: tt.load {{.*}} : tensor<1024x!tt.ptr<f32>, #[[ONE]]>
  tt.func @unaligned(%p: !tt.ptr<f32>) -> i32 {
    %c = arith.constant 0 : i32
    %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #gluon.auto_encoding>
    %base = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #gluon.auto_encoding>
    %ptrs = tt.addptr %base, %range : tensor<1024x!tt.ptr<f32>, #gluon.auto_encoding>, tensor<1024xi32, #gluon.auto_encoding>
    %set = gluon.set_auto_layout %ptrs : tensor<1024x!tt.ptr<f32>, #gluon.auto_encoding> -> tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    %x = tt.load %set : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>
    tt.return %c : i32
  }
}

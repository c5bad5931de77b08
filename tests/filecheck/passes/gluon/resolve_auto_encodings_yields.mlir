// RUN: xtriton-opt %s --gluon-resolve-auto-encodings --triton=3.9 | filecheck %s
// RUN: not xtriton-opt %s --gluon-resolve-auto-encodings --triton=3.6 2>&1 | filecheck %s --check-prefix=OLD

// Since 3.7 the layout of a yielded value is that of the branch; before, the result of the branch has none.
// CHECK: scf.if {{.*}} -> (tensor<128xi32, #blocked>)
// OLD: :[[# @LINE + 6]]:10: error: 'scf.if' op Failed to infer return type
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @yielded(%c: i1, %x: i32) -> i32 {
    %zero = arith.constant dense<0> : tensor<128xi32, #gluon.auto_encoding>
    %set = gluon.set_auto_layout %zero : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    %0 = scf.if %c -> tensor<128xi32, #gluon.auto_encoding> {
      scf.yield %zero : tensor<128xi32, #gluon.auto_encoding>
    } else {
      scf.yield %zero : tensor<128xi32, #gluon.auto_encoding>
    }
    tt.return %x : i32
  }
}

// RUN: xtriton-opt %s --tritongpu-combine-tensor-select-and-if --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // All that is new is where the conditional is.
  // CHECK: tt.func @without_else(%arg0: i1 loc({{[^)]*}}), %arg1: tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc({{[^)]*}}), %arg2: tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc({{[^)]*}}), %arg3: !tt.ptr<i32> loc({{[^)]*}}), %arg4: i32 loc({{[^)]*}})) -> tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> {
  // CHECK-NEXT:   %0 = scf.if %arg0 -> (tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>) {
  // CHECK-NEXT:     tt.store %arg3, %arg4 : !tt.ptr<i32> loc("k.py":2:1)
  // CHECK-NEXT:     scf.yield %arg1 : tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":4:1)
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %arg2 : tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":4:1)
  // CHECK-NEXT:   } loc("k.py":4:1)
  // CHECK-NEXT:   tt.return %0 : tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>> loc("k.py":5:1)
  // CHECK-NEXT: } loc({{[^)]*}})
  tt.func @without_else(%c: i1, %a: tensor<128xf32, #blocked>, %b: tensor<128xf32, #blocked>, %p: !tt.ptr<i32>, %i: i32) -> tensor<128xf32, #blocked> {
    %0 = arith.select %c, %a, %b : tensor<128xf32, #blocked> loc("k.py":1:1)
    scf.if %c {
      tt.store %p, %i : !tt.ptr<i32> loc("k.py":2:1)
      scf.yield loc("k.py":3:1)
    } loc("k.py":4:1)
    tt.return %0 : tensor<128xf32, #blocked> loc("k.py":5:1)
  }
}

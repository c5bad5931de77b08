// RUN: xtriton-opt %s --triton=3.8 --gluon-canonicalize | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Only a load from shared memory, which nobody reads, depends on the first loop-carried value.
  // CHECK-LABEL: tt.func @read
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<128xf32, #blocked>)
  // CHECK-NOT: ttg.local_load
  // CHECK: tt.store
  tt.func @read(%n: i32, %to: tensor<128x!tt.ptr<f32>, #blocked>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<128xf32, #blocked>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %zero) -> (tensor<128xf32, #blocked>, tensor<128xf32, #blocked>) : i32 {
      %a2 = arith.mulf %a, %a : tensor<128xf32, #blocked>
      %b2 = arith.addf %b, %b : tensor<128xf32, #blocked>
      %m = ttg.local_alloc %a : (tensor<128xf32, #blocked>) -> !ttg.memdesc<128xf32, #shared, #smem>
      %unused = ttg.local_load %m : !ttg.memdesc<128xf32, #shared, #smem> -> tensor<128xf32, #blocked>
      tt.store %to, %b2 : tensor<128x!tt.ptr<f32>, #blocked>
      scf.yield %a2, %b2 : tensor<128xf32, #blocked>, tensor<128xf32, #blocked>
    }
    tt.return
  }

  // A store keeps what it depends on.
  // CHECK-LABEL: tt.func @write
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<128xf32, #blocked>)
  // CHECK: ttg.local_store
  tt.func @write(%n: i32, %memory: !ttg.memdesc<128xf32, #shared, #smem, mutable>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<128xf32, #blocked>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<128xf32, #blocked>) : i32 {
      %a2 = arith.addf %a, %a : tensor<128xf32, #blocked>
      ttg.local_store %a, %memory : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
      scf.yield %a2 : tensor<128xf32, #blocked>
    }
    tt.return
  }
}

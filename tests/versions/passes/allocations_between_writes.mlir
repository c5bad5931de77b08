// PASSES: tritongpu-reorder-instructions
// VERSIONS: 3.7 3.8 3.9

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func @store_between(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %y: f16, %q: tensor<64x64x!tt.ptr<f16>, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem> {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  tt.store %q, %0 : tensor<64x64x!tt.ptr<f16>, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.return %1 : !ttg.memdesc<64x64xf16, #shared, #smem>
}
tt.func @pure_between(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %y: f16, %q: tensor<64x64x!tt.ptr<f16>, #blocked>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, f16) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  %a = arith.addf %y, %y : f16
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.return %1, %a : !ttg.memdesc<64x64xf16, #shared, #smem>, f16
}
tt.func @barrier_between(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %y: f16, %q: tensor<64x64x!tt.ptr<f16>, #blocked>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  ttg.barrier local
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.return %1 : !ttg.memdesc<64x64xf16, #shared, #smem>
}
tt.func @other_alloc_between(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %y: f16, %q: tensor<64x64x!tt.ptr<f16>, #blocked>) -> (!ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %2 = ttg.local_alloc %b : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.return %1, %2 : !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>
}
tt.func @in_if(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %c: i1, %q: tensor<64x64x!tt.ptr<f16>, #blocked>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  scf.if %c {
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %x = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked>
    tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #blocked>
  }
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func @in_if(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %c: i1, %q: tensor<64x64x!tt.ptr<f16>, #blocked>, %i: i32, %r: !tt.ptr<i32>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  scf.if %c {
    %a = arith.addi %i, %i : i32
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %x = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked>
    tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.store %r, %a : !tt.ptr<i32>
  }
  tt.return
}
tt.func @in_if_mutable(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %c: i1, %q: tensor<64x64x!tt.ptr<f16>, #blocked>, %i: i32, %r: !tt.ptr<i32>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  scf.if %c {
    %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %x = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #blocked>
  }
  tt.return
}
tt.func @trans(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %c: i1, %q: tensor<64x64x!tt.ptr<f16>, #blocked>, %q1: tensor<64x64x!tt.ptr<f16>, #blocked1>, %i: i32, %r: !tt.ptr<i32>) -> !ttg.memdesc<64x64xf16, #shared1, #smem>  {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
  tt.store %r, %i : !tt.ptr<i32>
  %t = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
  %1 = ttg.local_alloc %0 : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  tt.store %r, %i : !tt.ptr<i32>
  %2 = ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared1, #smem>
  scf.if %c {
    %t2 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>
    tt.store %q1, %t2 : tensor<64x64x!tt.ptr<f16>, #blocked1>
  }
  tt.store %q1, %t : tensor<64x64x!tt.ptr<f16>, #blocked1>
  tt.return %2 : !ttg.memdesc<64x64xf16, #shared1, #smem>
}
}

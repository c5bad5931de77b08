// RUN: not xtriton-opt %s --triton=3.9 --convert-triton-version=3.6 --split-input-file 2>&1 | filecheck %s
// RUN: not xtriton-opt %s --triton=3.9 --convert-triton-version=4.1 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not xtriton-opt %s --triton=3.9 --convert-triton-version 2>&1 | filecheck %s --check-prefix=MISSING

// UNKNOWN: error: pass 'convert-triton-version': Triton version '4.1' is not known: expected one of 3.6, 3.7, 3.8, 3.9
// MISSING: error: pass 'convert-triton-version': Triton version '' is not known

// CHECK: convert_invalid.mlir:[[# @LINE + 2]]:8: error: Triton 3.8 has no 'tt.atomic_poll' op, and no equivalent operation
tt.func @poll(%p: !tt.ptr<i32>, %x: i32) -> i1 {
  %0 = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  tt.return %0 : i1
}

// -----

// CHECK: error: cannot convert 'tt.atomic_load' op to Triton 3.8: only integers can be loaded by 'tt.atomic_rmw or' with zero
tt.func @float(%p: !tt.ptr<f32>) -> f32 {
  %0 = tt.atomic_load acquire, gpu, %p : (!tt.ptr<f32>) -> f32
  tt.return %0 : f32
}

// -----

// CHECK: error: Triton 3.8 has no 'tt.grid_dependency_wait' op, and no equivalent operation: remove programmatic dependent launch first
tt.func @dependency() {
  tt.grid_dependency_wait
  tt.return
}

// -----

// CHECK: error: 'tt.store' op has 'ignore_cta = unit', which Triton 3.7 does not have
tt.func @field(%p: !tt.ptr<f32>, %x: f32) {
  tt.store %p, %x {ignore_cta} : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK: error: cannot convert 'ttng.async_tma_store_wait' op to Triton 3.7: it waits for the writes as well
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @waits() {
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: error: cannot convert 'tt.load' op to Triton 3.8: it has cache hints of the second level, '#ttng.cache_policy'
  tt.func @second_level(%p: !tt.ptr<f32>) -> f32 {
    %0 = tt.load %p {cachePolicy = #ttng.cache_policy<l1 = evict_first, l2_primary = evict_last, l2_secondary = evict_unchanged, l2_fraction = 5.000000e-01 : f32>} : !tt.ptr<f32>
    tt.return %0 : f32
  }
}

// -----

#rows = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK: error: cannot convert 'ttng.tmem_subslice' op to Triton 3.8: it is a slice of rows
  tt.func @rows(%m: !ttg.memdesc<256x64xf32, #rows, #ttng.tensor_memory, mutable>) {
    %0 = ttng.tmem_subslice %m {dim = 0 : i32, offset = 128 : i32} : !ttg.memdesc<256x64xf32, #rows, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x64xf32, #rows, #ttng.tensor_memory, mutable, 256x64>
    tt.return
  }
}

// -----

#generic = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
// CHECK: error: 'tt.func' op has '#ttg.generic_linear<{register = {{.*}}>', which Triton 3.7 does not have
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @layout(%x: tensor<256xf32, #generic>) {
    tt.return
  }
}

// -----

// An attribute that passes or users add.
#generic = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
// CHECK: error: 'tt.func' op has '#ttg.generic_linear<{register = {{.*}}>', which Triton 3.7 does not have
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @noted() attributes {a.first = #generic, b.last = 1 : i32} {
    tt.return
  }
}

// -----

#generic = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
// CHECK: error: 'tt.func' op has '#ttg.generic_linear<{register = {{.*}}>', which Triton 3.7 does not have
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @noted_last() attributes {a.first = 1 : i32, b.last = #generic} {
    tt.return
  }
}

// -----

#generic = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
// CHECK: error: 'tt.make_range' op has '#ttg.generic_linear<{register = {{.*}}>', which Triton 3.7 does not have
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @result() {
    %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #generic>
    tt.return
  }
}

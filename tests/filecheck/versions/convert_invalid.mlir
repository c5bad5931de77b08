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

#generic = #ttg.generic_linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
// CHECK: error: 'tt.func' op has '#ttg.generic_linear<{register = {{.*}}>', which Triton 3.7 does not have
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @layout(%x: tensor<256xf32, #generic>) {
    tt.return
  }
}

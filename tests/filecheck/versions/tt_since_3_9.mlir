// RUN: xtriton-opt %s --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s

// CHECK: module {
// CHECK-NEXT: tt.func @cache_policies(%arg0: tensor<8x!tt.ptr<f32>>, %arg1: tensor<8xi1>, %arg2: tensor<8xf32>, %arg3: !tt.tensordesc<8x16xf16>, %arg4: i32) {
// CHECK-NEXT: %0 = tt.load %arg0, %arg1, %arg2 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>} : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %1 = tt.load %arg0 {cachePolicy = #ttng.cache_policy<l1 = evict_first, l2_primary = evict_last, l2_secondary = evict_unchanged, l2_fraction = 5.000000e-01 : f32>, isVolatile = true} : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.store %arg0, %0, %arg1 {cachePolicy = #ttng.cache_policy<cache_modifier = wb, l2_prefetch_size = 128 : i32>, ignore_cta} : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: %2 = tt.descriptor_load %arg3[%arg4, %arg4] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<8x16xf16> -> tensor<8x16xf16>
// CHECK-NEXT: tt.return
// CHECK: tt.func @address_spaces(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i8, "descriptor">, %arg2: !tt.ptr<f32, "constant">) {
// CHECK-NEXT: tt.return
// CHECK: tt.func @atomics(%arg0: tensor<8x!tt.ptr<i32>>, %arg1: !tt.ptr<i32>, %arg2: tensor<8xi1>, %arg3: tensor<8xi32>, %arg4: i32, %arg5: i64) {
// CHECK-NEXT: %0 = tt.atomic_load acquire, gpu, %arg0, %arg2 : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
// CHECK-NEXT: %1 = tt.atomic_load relaxed, sys, %arg1 : (!tt.ptr<i32>) -> i32
// CHECK-NEXT: tt.atomic_store release, cta, %arg0, %arg3, %arg2 : tensor<8x!tt.ptr<i32>>
// CHECK-NEXT: %2 = tt.atomic_poll acquire, gpu, %arg1, %arg4 timeout %arg5 : !tt.ptr<i32>, i32 -> i1
// CHECK-NEXT: %3 = tt.atomic_poll relaxed, gpu, %arg0, %arg3 : tensor<8x!tt.ptr<i32>>, tensor<8xi32> -> tensor<8xi1>
// CHECK-NEXT: tt.return
// CHECK: tt.func @grids(%arg0: tensor<8xf32>, %arg1: f32) {
// CHECK-NEXT: tt.grid_dependency_wait
// CHECK-NEXT: %0 = tt.approx_divf %arg0, %arg0 : tensor<8xf32>
// CHECK-NEXT: %1 = tt.approx_divf %arg1, %arg1 : f32
// CHECK-NEXT: tt.grid_dependency_launch_dependents
// CHECK-NEXT: tt.return
tt.func @cache_policies(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %o: tensor<8xf32>, %d: !tt.tensordesc<8x16xf16>, %i: i32) {
  %0 = tt.load %p, %m, %o {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>} : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p {cachePolicy = #ttng.cache_policy<l1 = evict_first, l2_primary = evict_last, l2_secondary = evict_unchanged, l2_fraction = 5.000000e-01 : f32>, isVolatile = true} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %0, %m {cachePolicy = #ttng.cache_policy<cache_modifier = wb, l2_prefetch_size = 128 : i32>, ignore_cta} : tensor<8x!tt.ptr<f32>>
  %2 = tt.descriptor_load %d[%i, %i] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<8x16xf16> -> tensor<8x16xf16>
  tt.return
}
tt.func @address_spaces(%a: !tt.ptr<f32>, %b: !tt.ptr<i8, "descriptor">, %c: !tt.ptr<f32, "constant">) {
  tt.return
}
tt.func @atomics(%p: tensor<8x!tt.ptr<i32>>, %q: !tt.ptr<i32>, %m: tensor<8xi1>, %v: tensor<8xi32>, %e: i32, %t: i64) {
  %0 = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
  %1 = tt.atomic_load relaxed, sys, %q : (!tt.ptr<i32>) -> i32
  tt.atomic_store release, cta, %p, %v, %m : tensor<8x!tt.ptr<i32>>
  %2 = tt.atomic_poll acquire, gpu, %q, %e timeout %t : !tt.ptr<i32>, i32 -> i1
  %3 = tt.atomic_poll relaxed, gpu, %p, %v : tensor<8x!tt.ptr<i32>>, tensor<8xi32> -> tensor<8xi1>
  tt.return
}
tt.func @grids(%x: tensor<8xf32>, %y: f32) {
  tt.grid_dependency_wait
  %0 = tt.approx_divf %x, %x : tensor<8xf32>
  %1 = tt.approx_divf %y, %y : f32
  tt.grid_dependency_launch_dependents
  tt.return
}

// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.6 --verify-each=interp | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --convert-triton-version=3.9 | filecheck %s --check-prefix=SAME

// CHECK: tt.func @hints
// CHECK-NEXT: %0 = tt.load %arg0 cacheModifier = cg evictionPolicy = evict_first : !tt.ptr<f32>
// CHECK-NEXT: tt.store %arg0, %0 : !tt.ptr<f32>
// SAME: cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>
tt.func @hints(%p: !tt.ptr<f32>) {
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>} : !tt.ptr<f32>
  tt.store %p, %0 : !tt.ptr<f32>
  tt.return
}

// The divisions of older versions are approximated in the same way.
// CHECK: tt.func @division
// CHECK-NEXT: arith.divf %arg0, %arg1 : f32
tt.func @division(%x: f32, %y: f32) -> f32 {
  %0 = tt.approx_divf %x, %y : f32
  tt.return %0 : f32
}

// CHECK: tt.func @atomics
// CHECK-NEXT: arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: tt.atomic_rmw or, acquire, gpu, %arg0, %{{.*}}, %arg1 : (tensor<4x!tt.ptr<i32>>, tensor<4xi32>, tensor<4xi1>) -> tensor<4xi32>
// CHECK-NEXT: tt.atomic_rmw exch, release, gpu, %arg0, %{{.*}} : (tensor<4x!tt.ptr<i32>>, tensor<4xi32>) -> tensor<4xi32>
tt.func @atomics(%p: tensor<4x!tt.ptr<i32>>, %m: tensor<4xi1>) {
  %0 = tt.atomic_load acquire, gpu, %p, %m : (tensor<4x!tt.ptr<i32>>, tensor<4xi1>) -> tensor<4xi32>
  tt.atomic_store release, gpu, %p, %0 : tensor<4x!tt.ptr<i32>>
  tt.return
}

// CHECK: tt.func @barriers
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: ttg.local_barrier
tt.func @barriers() {
  ttg.barrier all
  ttg.barrier global_read|global_write
  ttg.barrier local
  tt.return
}

// CHECK: tt.func @descriptor(%arg0: !tt.tensordesc<tensor<8x16xf32>>
tt.func @descriptor(%d: !tt.tensordesc<8x16xf32>, %i: i32) -> tensor<8x16xf32> {
  %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<8x16xf32> -> tensor<8x16xf32>
  tt.return %x : tensor<8x16xf32>
}

// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 --verify-each=interp | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.7 | filecheck %s --check-prefix=SEVEN
// RUN: xtriton-opt %s --triton=3.6 -p 'convert-triton-version{to=3.8},canonicalize' | filecheck %s --check-prefix=EIGHT

// Cache hints become one attribute; without hints there is none.
// CHECK: tt.func @hints
// CHECK-NEXT: %0 = tt.load %arg0 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_last>} : !tt.ptr<f32>
// CHECK-NEXT: %1 = tt.load %arg0 : !tt.ptr<f32>
// CHECK: tt.store %arg0, %2 {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>} : !tt.ptr<f32>
// SEVEN: %0 = tt.load %arg0 evictionPolicy = evict_last : !tt.ptr<f32>
tt.func @hints(%p: !tt.ptr<f32>) {
  %0 = tt.load %p evictionPolicy = evict_last : !tt.ptr<f32>
  %1 = tt.load %p : !tt.ptr<f32>
  %2 = arith.addf %0, %1 : f32
  tt.store %p, %2 cacheModifier = wt : !tt.ptr<f32>
  tt.return
}

// Block pointers are pointers with masks from 3.8 on.
// CHECK: tt.func @blocks
// CHECK-NOT: make_tensor_ptr
// CHECK: tt.load %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
// SEVEN: tt.make_tensor_ptr
// SEVEN: tt.load %{{.*}} {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
// EIGHT: tt.func @blocks
// EIGHT: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
tt.func @blocks(%p: !tt.ptr<f32>, %n: i64, %out: !tt.ptr<f32>, %o: i32) {
  %one = arith.constant 1 : i64
  %b = tt.make_tensor_ptr %p, [%n], [%one], [%o] {order = array<i32: 0>} : <tensor<8xf32>>
  %c = tt.advance %b, [%o] : <tensor<8xf32>>
  %x = tt.load %c {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<8xf32>>
  %d = tt.make_tensor_ptr %out, [%n], [%one], [%o] {order = array<i32: 0>} : <tensor<8xf32>>
  tt.store %d, %x {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// A descriptor's block is a shape from 3.8 on.
// CHECK: tt.func @descriptor(%arg0: !tt.tensordesc<8x16xf32>
// SEVEN: tt.func @descriptor(%arg0: !tt.tensordesc<tensor<8x16xf32>>
tt.func @descriptor(%d: !tt.tensordesc<tensor<8x16xf32>>, %i: i32) {
  %x = tt.descriptor_load %d[%i, %i] evictionPolicy = evict_first : !tt.tensordesc<tensor<8x16xf32>> -> tensor<8x16xf32>
  tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>
  tt.return
}

// SEVEN: ttg.barrier all
// CHECK: tt.func @barrier
// CHECK-NEXT: ttg.barrier all
tt.func @barrier() {
  gpu.barrier
  tt.return
}

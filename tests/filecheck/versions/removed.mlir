// RUN: not xtriton-opt %s --triton=3.9 --split-input-file 2>&1 | filecheck %s

// CHECK: error: pointer types must point to integer or floating-point types
tt.func @block_pointer(%p: !tt.ptr<tensor<8x8xf32>>) {
  tt.return
}

// -----

// CHECK: error: custom op 'tt.advance' is unknown
tt.func @advance(%p: !tt.ptr<f32>, %i: i32) {
  %0 = tt.advance %p, [%i] : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK: error: tensor descriptors must not wrap tensor types; use !tt.tensordesc<shape x element-type[, layout]> instead
tt.func @descriptor(%d: !tt.tensordesc<tensor<8x8xf32>>) {
  tt.return
}

// -----

// CHECK: error: 'tt.load' op unsupported cache policy attribute 3 : i32
tt.func @cache_policy(%p: !tt.ptr<f32>) {
  %0 = tt.load %p {cachePolicy = 3 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK: error: custom op 'ttg.local_barrier' is unknown
tt.func @local_barrier() {
  ttg.local_barrier
  tt.return
}

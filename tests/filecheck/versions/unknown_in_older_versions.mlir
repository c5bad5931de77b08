// RUN: not xtriton-opt %s --triton=3.8 --split-input-file 2>&1 | filecheck %s
// RUN: not xtriton-opt %s --triton=3.6 --split-input-file 2>&1 | filecheck %s

// CHECK: error: custom op 'tt.approx_divf' is unknown
tt.func @operation(%x: f32) {
  %0 = tt.approx_divf %x, %x : f32
  tt.return
}

// -----

// CHECK: error: unregistered operation 'tt.approx_divf' found in dialect ('tt') that does not allow unknown operations
tt.func @generic_operation(%x: f32) {
  %0 = "tt.approx_divf"(%x, %x) : (f32, f32) -> f32
  tt.return
}

// -----

// CHECK: error: dialect 'tt' provides no attribute parsing hook
tt.func @attribute(%p: !tt.ptr<f32>) {
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK: error: expected integer value
tt.func @address_space(%p: !tt.ptr<f32, "constant">) {
  tt.return
}

// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

tt.func @writes_back(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op invalid cache policy: cache modifier 'wb' is not supported for loads}}
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = wb, eviction_policy = evict_normal>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @writes_through(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.load' op invalid cache policy: cache modifier 'wt' is not supported for loads}}
  %0 = tt.load %p {cachePolicy = #ttng.cache_policy<cache_modifier = wt>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @keeps(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{'tt.store' op invalid cache policy: cache modifier 'ca' is not supported for stores}}
  tt.store %p, %v {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @is_volatile(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{'tt.store' op invalid cache policy: cache modifier 'cv' is not supported for stores}}
  tt.store %p, %v {cachePolicy = #tt.cache_policy<cache_modifier = cv, eviction_policy = evict_normal>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @concatenates(%x: tensor<4xi32>) {
  // expected-error @below {{'tt.cat' op result element count must equal the sum of the operand element counts, expected 8 but got 16}}
  %0 = tt.cat %x, %x : tensor<4xi32> -> tensor<16xi32>
  tt.return
}

// -----

tt.func @releases(%p: !tt.ptr<f32>) {
  // expected-error @below {{'tt.atomic_load' op only supports acquire and relaxed semantics}}
  %0 = tt.atomic_load acq_rel, gpu, %p : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @acquires(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @below {{'tt.atomic_store' op only supports release and relaxed semantics}}
  tt.atomic_store acquire, gpu, %p, %v : !tt.ptr<f32>
  tt.return
}

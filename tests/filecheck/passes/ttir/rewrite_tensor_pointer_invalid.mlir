// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-pointer --split-input-file --verify-diagnostics

// As in Triton 3.6 the second pointer's offsets then are taken for offsets in the first pointer's tensor.
tt.func @different_tensors(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) -> tensor<16xf32> {
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.make_tensor_ptr %b, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  // expected-warning @below {{'scf.if' op chooses between block pointers to different tensors; the first tensor is used for all of them}}
  %2 = scf.if %c -> !tt.ptr<tensor<16xf32>> {
    scf.yield %0 : !tt.ptr<tensor<16xf32>>
  } else {
    scf.yield %1 : !tt.ptr<tensor<16xf32>>
  }
  %3 = tt.load %2 : !tt.ptr<tensor<16xf32>>
  tt.return %3 : tensor<16xf32>
}

// -----

tt.func @different_strides(%a: !tt.ptr<f32>, %n: i64, %m: i64, %i: i32) {
  %c1 = arith.constant 1 : i32
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.make_tensor_ptr %a, [%n], [%m], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  // expected-warning @below {{'scf.for' op goes on with block pointers to different tensors; the first tensor is used for all of them}}
  %2 = scf.for %j = %i to %i step %c1 iter_args(%p = %0) -> !tt.ptr<tensor<16xf32>> : i32 {
    scf.yield %1 : !tt.ptr<tensor<16xf32>>
  }
  tt.return
}

// -----

tt.func @argument(%p: !tt.ptr<tensor<16xf32>>) {
  // expected-error @below {{'tt.load' op uses a block pointer that was not made in this function}}
  %0 = tt.load %p : !tt.ptr<tensor<16xf32>>
  tt.return
}

// -----

tt.func @while(%a: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) {
  // expected-error @below {{'scf.while' op makes a block pointer in a region: make it before}}
  %1 = scf.while (%j = %n) : (i64) -> !tt.ptr<tensor<16xf32>> {
    %k = arith.addi %j, %n : i64
    %0 = tt.make_tensor_ptr %a, [%k], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
    scf.condition(%c) %0 : !tt.ptr<tensor<16xf32>>
  } do {
  ^bb0(%q: !tt.ptr<tensor<16xf32>>):
    scf.yield %n : i64
  }
  tt.return
}

// -----

tt.func @if(%a: !tt.ptr<f32>, %n: i64, %i: i32, %c: i1) {
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  // expected-error @below {{'scf.if' op makes a block pointer in a region: make it before}}
  %1 = scf.if %c -> !tt.ptr<tensor<16xf32>> {
    %k = arith.addi %n, %n : i64
    %2 = tt.make_tensor_ptr %a, [%k], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
    scf.yield %2 : !tt.ptr<tensor<16xf32>>
  } else {
    scf.yield %0 : !tt.ptr<tensor<16xf32>>
  }
  tt.return
}

// -----

tt.func @while_different_tensors(%a: !tt.ptr<f32>, %n: i64, %m: i64, %i: i32, %c: i1) {
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.make_tensor_ptr %a, [%n], [%m], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  // expected-warning @below {{'scf.while' op goes on with block pointers to different tensors; the first tensor is used for all of them}}
  scf.while (%p = %0) : (!tt.ptr<tensor<16xf32>>) -> () {
    scf.condition(%c)
  } do {
    scf.yield %1 : !tt.ptr<tensor<16xf32>>
  }
  tt.return
}

// -----

tt.func private @callee(%p: !tt.ptr<tensor<16xf32>>)

tt.func @call(%a: !tt.ptr<f32>, %n: i64, %i: i32) {
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  // expected-error @below {{'tt.call' op cannot take block pointers}}
  tt.call @callee(%0) : (!tt.ptr<tensor<16xf32>>) -> ()
  tt.return
}

// -----

tt.func @integers(%a: !tt.ptr<i32>, %n: i64, %i: i32) {
  %0 = tt.make_tensor_ptr %a, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<16xi32>>
  // expected-error @below {{'tt.load' op cannot pad values of type 'i32' with NaN}}
  %1 = tt.load %0 {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<16xi32>>
  tt.return
}

// RUN: xtriton-opt %s --triton-to-linalg=fallback=false --split-input-file --verify-diagnostics

tt.func @wrapped(%x: !tt.ptr<f32>, %n: i32) -> tensor<8xf32> {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %i = arith.remsi %r, %s : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  // expected-error @below {{'tt.addptr' cannot be lowered as a block of memory: offsets made by 'arith.remsi' have no known structure}}
  %a = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %a : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

tt.func @product(%x: !tt.ptr<f32>) -> tensor<8xf32> {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %i = arith.muli %r, %r : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  // expected-error @below {{a product of numbers neither of which is the same all over the tensor}}
  %a = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %a : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

tt.func @gathered(%x: !tt.ptr<f32>, %i: tensor<8xi32>) -> tensor<8xf32> {
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  // expected-error @below {{offsets made by an argument of a block have no known structure}}
  %a = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %a : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

tt.func @constants(%x: !tt.ptr<f32>) -> tensor<4xf32> {
  %i = arith.constant dense<[0, 2, 5, 7]> : tensor<4xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  // expected-error @below {{a constant with different elements is not an offset}}
  %a = tt.addptr %p, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %a : tensor<4x!tt.ptr<f32>>
  tt.return %v : tensor<4xf32>
}

// -----

tt.func @one_under_mask(%x: !tt.ptr<f32>, %m: i1, %v: f32) {
  // expected-error @below {{'tt.store' cannot be lowered as a block of memory: a store of one element under a mask}}
  tt.store %x, %v, %m : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @no_rest(%x: !tt.ptr<f32>, %n: i32, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %r, %s : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %a = tt.addptr %p, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-error @below {{what a mask leaves out is made by an argument of a block}}
  %v = tt.load %a, %m, %o : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

tt.func @other_mask(%x: !tt.ptr<f32>, %m: tensor<8xi1>) -> tensor<8xf32> {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %a = tt.addptr %p, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // expected-error @below {{'tt.load' cannot be lowered as a block of memory: a mask}}
  %v = tt.load %a, %m : tensor<8x!tt.ptr<f32>>
  tt.return %v : tensor<8xf32>
}

// -----

tt.func @atomic(%x: !tt.ptr<i32>, %v: i32) {
  // expected-error @below {{'tt.atomic_rmw' cannot be lowered as a block of memory: pointers in it have no known structure}}
  %0 = tt.atomic_rmw add, relaxed, gpu, %x, %v : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// -----

tt.func @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i1) -> f32 {
  // expected-error @below {{'arith.select' cannot be lowered as a block of memory}}
  %p = arith.select %c, %x, %y : !tt.ptr<f32>
  %v = tt.load %p : !tt.ptr<f32>
  tt.return %v : f32
}

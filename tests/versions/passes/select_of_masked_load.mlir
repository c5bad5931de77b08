// PASSES: triton-combine

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> tensor<8xf32> {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}

// -----

tt.func @store_between(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %o2 = math.exp %o : tensor<8xf32>
  %l = tt.load %p, %m {tt.foo = 1 : i32} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %o2 : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o2 {bar} : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}
tt.func @two_uses(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m {tt.foo = 1 : i32} : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o {bar} : tensor<8xf32>
  tt.return %s, %l : tensor<8xf32>, tensor<8xf32>
}
tt.func @same_use_twice(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m, %o : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %l {bar} : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}
tt.func @inner(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m, %o : tensor<8x!tt.ptr<f32>>
  %r = scf.if %c -> tensor<8xf32> {
    %s = arith.select %c, %l, %o {bar} : tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  } else {
    scf.yield %o : tensor<8xf32>
  }
  tt.return %r : tensor<8xf32>
}
tt.func @pure_between(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m {tt.foo = 1 : i32} : tensor<8x!tt.ptr<f32>>
  %o2 = math.exp %o : tensor<8xf32>
  %s = arith.select %c, %l, %o2 {bar} : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m {tt.foo = 1 : i32} : tensor<8x!tt.ptr<f32>>
  %o2 = math.exp %o : tensor<8xf32>
  tt.store %p, %o2 : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o2 : tensor<8xf32>
  tt.return %s, %l : tensor<8xf32>, tensor<8xf32>
}
tt.func @g(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m {tt.foo = 1 : i32} : tensor<8x!tt.ptr<f32>>
  %o2 = math.exp %o : tensor<8xf32>
  tt.store %p, %o2 : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o2 {bar} : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}
tt.func @h(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o {bar} : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}
tt.func @i(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %o3 = math.exp %o : tensor<8xf32>
  %l = tt.load %p, %m, %o3 : tensor<8x!tt.ptr<f32>>
  %s = arith.select %c, %l, %o {bar} : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}

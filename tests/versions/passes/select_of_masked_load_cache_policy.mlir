// PASSES: triton-combine
// VERSIONS: 3.9

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %l = tt.load %p, %m {tt.foo = 1 : i32, cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : tensor<8x!tt.ptr<f32>>
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

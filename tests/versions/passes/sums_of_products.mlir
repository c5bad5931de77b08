// PASSES: triton-combine

tt.func @over_the_middle(%x: tensor<16x16x1xf32>, %y: tensor<1x16x16xf32>) -> tensor<16x16xf32> {
  %a = tt.broadcast %x : tensor<16x16x1xf32> -> tensor<16x16x16xf32>
  %b = tt.broadcast %y : tensor<1x16x16xf32> -> tensor<16x16x16xf32>
  %p = arith.mulf %a, %b : tensor<16x16x16xf32>
  %r = "tt.reduce"(%p) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %m: f32):
    %s = arith.addf %l, %m : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x16x16xf32>) -> tensor<16x16xf32>
  tt.return %r : tensor<16x16xf32>
}

// -----

tt.func @over_the_first(%x: tensor<16x16x1xf32>, %y: tensor<1x16x16xf32>) -> tensor<16x16xf32> {
  %a = tt.broadcast %x : tensor<16x16x1xf32> -> tensor<16x16x16xf32>
  %b = tt.broadcast %y : tensor<1x16x16xf32> -> tensor<16x16x16xf32>
  %p = arith.mulf %a, %b : tensor<16x16x16xf32>
  %r = "tt.reduce"(%p) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %m: f32):
    %s = arith.addf %l, %m : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x16x16xf32>) -> tensor<16x16xf32>
  tt.return %r : tensor<16x16xf32>
}

// -----

tt.func @of_views(%x: tensor<16x32xf32>, %y: tensor<32x64xf32>) -> tensor<16x64xf32> {
  %xx = tt.expand_dims %x {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
  %yy = tt.expand_dims %y {axis = 0 : i32} : tensor<32x64xf32> -> tensor<1x32x64xf32>
  %a = tt.broadcast %xx : tensor<16x32x1xf32> -> tensor<16x32x64xf32>
  %b = tt.broadcast %yy : tensor<1x32x64xf32> -> tensor<16x32x64xf32>
  %p = arith.mulf %a, %b : tensor<16x32x64xf32>
  %r = "tt.reduce"(%p) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %m: f32):
    %s = arith.addf %l, %m : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x64xf32>) -> tensor<16x64xf32>
  tt.return %r : tensor<16x64xf32>
}

// -----

tt.func @of_views_over_the_last(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %xx = tt.expand_dims %x {axis = 2 : i32} : tensor<16x16xf32> -> tensor<16x16x1xf32>
  %yy = tt.expand_dims %y {axis = 0 : i32} : tensor<16x16xf32> -> tensor<1x16x16xf32>
  %a = tt.broadcast %xx : tensor<16x16x1xf32> -> tensor<16x16x16xf32>
  %b = tt.broadcast %yy : tensor<1x16x16xf32> -> tensor<16x16x16xf32>
  %p = arith.mulf %a, %b : tensor<16x16x16xf32>
  %r = "tt.reduce"(%p) <{axis = 2 : i32}> ({
  ^bb0(%l: f32, %m: f32):
    %s = arith.addf %l, %m : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x16x16xf32>) -> tensor<16x16xf32>
  tt.return %r : tensor<16x16xf32>
}

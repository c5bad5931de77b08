// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

tt.func @f() {
  // expected-error @below {{'tt.make_range' op start must be less than end}}
  %0 = tt.make_range {end = 4 : i32, start = 4 : i32} : tensor<0xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op number of elements in returned tensor, 8, must match size of range [0, 4), which has 4 elements}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op return type must be a 1D tensor}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<2x2xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op returned tensor must have i32 elements}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi64>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.make_range"() <{end = 3 : i32, start = 0 : i32}> : () -> tensor<3xi32> doesn't follow the rule (3) elements}}
  %0 = tt.make_range {end = 3 : i32, start = 0 : i32} : tensor<3xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op result #0 must be ranked tensor of integer values, but got 'tensor<4xf32>'}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.make_range' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op requires attribute 'start'}}
  %0 = tt.make_range {end = 4 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.make_range' 'tt.make_range' op attribute 'end' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tt.make_range {end = 4, start = 0 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.make_range' 'tt.make_range' op attribute 'end' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tt.make_range {end = 4 : i64, start = 0 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.make_range' 'tt.make_range' op attribute 'end' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tt.make_range {end = 4.0 : f32, start = 0 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op requires attribute 'end'}}
  %0 = tt.make_range : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op number of elements in returned tensor, -9223372036854775808, must match size of range [0, 4), which has 4 elements}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<?xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.make_range' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xi32>'}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<*xi32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f() {
  // expected-error @below {{Result has an invalid layout: Layout has rank 2, but the tensor it's attached to has rank 1.}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #blocked>
  tt.return
}
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op attribute 'end' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = "tt.make_range"() <{end = 4 : i64, start = 0 : i32}> : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{invalid properties {end = "4", start = 0 : i32} for op tt.make_range: Invalid attribute `end` in property conversion: "4"}}
  %0 = "tt.make_range"() <{end = "4", start = 0 : i32}> : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.make_range' op attribute 'end' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = "tt.make_range"() {end = "4", start = 0 : i32} : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{duplicate key 'end' in dictionary attribute}}
  %0 = "tt.make_range"() <{end = 4 : i32, end = 5 : i32, start = 0 : i32}> {end = 8 : i32} : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{invalid properties [1] for op tt.make_range: expected DictionaryAttr to set properties}}
  %0 = "tt.make_range"() <[1]> : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected '>' to close properties}}
  %0 = "tt.make_range"() <{end = 4 : i32, start = 0 : i32} : () -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.splat' op requires the same element type for all operands and results}}
  %0 = tt.splat %x : f32 -> tensor<4xf16>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.splat' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tt.splat %x : f32 -> f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{Number of elements must be power-of-two, but %0 = "tt.splat"(%arg0) : (f32) -> tensor<3xf32> doesn't follow the rule (3) elements}}
  %0 = tt.splat %x : f32 -> tensor<3xf32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{'tt.splat' op result #0 must be ranked tensor of floating-point or integer or ptr values, but got 'tensor<4xvector<2xf32>>'}}
  %0 = tt.splat %x : f32 -> tensor<4xvector<2xf32>>
  tt.return
}

// -----

tt.func @f(%x: index) {
  // expected-error @below {{'tt.splat' op operand #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  %0 = tt.splat %x : index -> tensor<4xindex>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{expected '->'}}
  %0 = tt.splat %x : f32
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.splat' invalid kind of type specified: expected builtin.tensor, but found '!tt.ptr<f32>'}}
  %0 = tt.splat %x : f32 -> !tt.ptr<f32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x1xf32, #blocked>) {
  // expected-error @below {{'tt.splat' op requires the same encoding for all operands and results}}
  %0 = tt.splat %x : tensor<16x1xf32, #blocked> -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

tt.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{source tensor must have exactly one element}}
  %0 = tt.unsplat %x : tensor<2xf32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.unsplat' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tt.unsplat %x : f32
  tt.return
}

// -----

tt.func @f(%x: tensor<1xf32>) {
  // expected-error @below {{'tt.unsplat' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'f16'}}
  // expected-error @below {{'tt.unsplat' op failed to infer returned types}}
  %0 = "tt.unsplat"(%x) : (tensor<1xf32>) -> f16
  tt.return
}

// -----

tt.func @f(%x: tensor<1xf32>) {
  // expected-error @below {{'tt.unsplat' op result #0 must be floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  %0 = "tt.unsplat"(%x) : (tensor<1xf32>) -> index
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.expand_dims' op inferred type(s) 'tensor<1x4xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  // expected-error @below {{'tt.expand_dims' op failed to infer returned types}}
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.expand_dims' op requires the same element type for all operands and results}}
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<4xf32> -> tensor<1x4xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.expand_dims' op requires attribute 'axis'}}
  %0 = tt.expand_dims %x : tensor<4xf32> -> tensor<1x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{custom op 'tt.expand_dims' 'tt.expand_dims' op attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tt.expand_dims %x {axis = 0 : i64} : tensor<4xf32> -> tensor<1x4xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16xf32, #line>) {
  // expected-error @below {{ExpandDimsOp operand encoding must be SliceEncodingAttr}}
  // expected-error @below {{failed to infer layout for ExpandDimsOp}}
  // expected-error @below {{'tt.expand_dims' op failed to infer returned types}}
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<16xf32, #line> -> tensor<1x16xf32, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>>) {
  // expected-error @below {{Incompatible slice dimension for ExpandDimsOp operand}}
  // expected-error @below {{failed to infer layout for ExpandDimsOp}}
  // expected-error @below {{'tt.expand_dims' op failed to infer returned types}}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<16x1xf32, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>>) {
  // expected-error @below {{'tt.expand_dims' op inferred type(s) 'tensor<1x16xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>' are incompatible with return type(s) of operation 'tensor<1x16xf32, #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>'}}
  // expected-error @below {{'tt.expand_dims' op failed to infer returned types}}
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<16xf32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xf32, #other>
  tt.return
}
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.expand_dims' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tt.expand_dims %x {axis = 0 : i32} : f32 -> tensor<1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{number of src and dst elements of reshape must be the same}}
  %0 = tt.reshape %x : tensor<4x8xf32> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{'tt.reshape' op requires the same element type for all operands and results}}
  %0 = tt.reshape %x : tensor<4x8xf32> -> tensor<32xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected ':'}}
  %0 = tt.reshape %x efficient_layout allow_reorder : tensor<4x8xf32> -> tensor<32xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{expected ':'}}
  %0 = tt.reshape %x fast : tensor<4x8xf32> -> tensor<32xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x8xf32>) {
  // expected-error @below {{custom op 'tt.reshape' 'tt.reshape' op attribute 'allow_reorder' failed to satisfy constraint: unit attribute}}
  %0 = tt.reshape %x {allow_reorder = true} : tensor<4x8xf32> -> tensor<32xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{Op requires that either (a) src and dst both have encodings, or (b) neither does.}}
  %0 = tt.reshape %x : tensor<16x16xf32, #blocked> -> tensor<16x16xf32>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32>) {
  // expected-error @below {{Op requires that either (a) src and dst both have encodings, or (b) neither does.}}
  %0 = tt.reshape %x allow_reorder : tensor<16x16xf32> -> tensor<16x16xf32, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{Expected result encoding #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}> but was #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>}}
  %0 = tt.reshape %x : tensor<16x16xf32, #blocked> -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{Expected result encoding #ttg.linear<{register = [[1], [8]], lane = [[2], [4], [16], [32], [64]], warp = [[128], [0]], block = []}> but was #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>}}
  %0 = tt.reshape %x : tensor<16x16xf32, #blocked> -> tensor<256xf32, #line>
  tt.return
}
}

// -----

tt.func @f(%x: tensor<4x1xf32>) {
  // expected-error @below {{rank of source must be same as rank of result}}
  %0 = tt.broadcast %x : tensor<4x1xf32> -> tensor<4x8x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{Different dimensions at index 1 between source and result.  Broadcast requires the source dimension to be 1.}}
  %0 = tt.broadcast %x : tensor<4x2xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x1xf32>) {
  // expected-error @below {{'tt.broadcast' op requires the same element type for all operands and results}}
  %0 = tt.broadcast %x : tensor<4x1xf32> -> tensor<4x8xi32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x1xf32, #blocked>) {
  // expected-error @below {{'tt.broadcast' op requires the same encoding for all operands and results}}
  %0 = tt.broadcast %x : tensor<16x1xf32, #blocked> -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.broadcast' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tt.broadcast %x : f32 -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x1xf32>) {
  // expected-error @below {{expected ':'}}
  %0 = tt.broadcast %x, %x : tensor<4x1xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{use of value '%y' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<8xf32>'}}
  %0 = tt.cat %x, %y : tensor<4xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-error @below {{'tt.cat' op requires all operands to have the same type}}
  %0 = "tt.cat"(%x, %y) : (tensor<4xf32>, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.cat' op requires the same element type for all operands and results}}
  %0 = tt.cat %x, %x : tensor<4xf32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.cat' op expected 2 operands, but found 1}}
  %0 = "tt.cat"(%x) : (tensor<4xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @below {{custom op 'tt.cat' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = tt.cat %x, %x : f32 -> tensor<2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.join' op result shape must be (4, 2), but got 8}}
  %0 = tt.join %x, %x : tensor<4xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'tt.join' op result element type must match the input element type}}
  %0 = tt.join %x, %x : tensor<4xf32> -> tensor<4x2xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @below {{'tt.join' op requires all operands to have the same type}}
  %0 = "tt.join"(%x, %y) : (tensor<4xf32>, tensor<4xf16>) -> tensor<4x2xf32>
  tt.return
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16xf32, #line>) {
  // expected-error @below {{'tt.join' op result encoding must be specified}}
  %0 = tt.join %x, %x : tensor<16xf32, #line> -> tensor<16x2xf32>
  tt.return
}
}

// -----

#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16xf32, #line>) {
  // expected-error @below {{Fp4ToFpOp/SplitOp requires at least 2 elements per thread in the axis/last dimension}}
  %0 = tt.join %x, %x : tensor<16xf32, #line> -> tensor<16x2xf32, #other>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16xf32, #line>) {
  // expected-error @below {{'tt.join' op incompatible join layout}}
  %0 = tt.join %x, %x : tensor<16xf32, #line> -> tensor<16x2xf32, #blocked>
  tt.return
}
}

// -----

tt.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{last dimension of input tensor must be 2}}
  // expected-error @below {{'tt.split' op failed to infer returned types}}
  %0:2 = tt.split %x : tensor<4x4xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<f32>) {
  // expected-error @below {{last dimension of input tensor must be 2}}
  // expected-error @below {{'tt.split' op failed to infer returned types}}
  %0:2 = tt.split %x : tensor<f32> -> tensor<f32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{'tt.split' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>', 'tensor<8xf32>'}}
  // expected-error @below {{'tt.split' op failed to infer returned types}}
  %0:2 = tt.split %x : tensor<4x2xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{operation defines 2 results but was provided 1 to bind}}
  %0 = tt.split %x : tensor<4x2xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{'tt.split' op failed to verify that outLHS and outRHS types match}}
  %0:2 = "tt.split"(%x) : (tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4xf16>)
  tt.return
}

// -----

tt.func @f(%x: tensor<4x2xf32>) {
  // expected-error @below {{'tt.split' op expected 2 results}}
  %0 = "tt.split"(%x) : (tensor<4x2xf32>) -> tensor<4xf32>
  tt.return
}

// -----

#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x2xf32, #other>) {
  // expected-error @below {{Fp4ToFpOp/SplitOp requires at least 2 elements per thread in the axis/last dimension}}
  // expected-error @below {{'tt.split' op failed to infer returned types}}
  %0:2 = tt.split %x : tensor<16x2xf32, #other> -> tensor<16xf32, #line>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x2xf32, #blocked>) {
  // expected-error @below {{'tt.split' op inferred type(s) 'tensor<16xf32, #ttg.linear<{register = [], lane = [[0], [0], [1], [2], [4]], warp = [[8], [0]], block = []}>>', 'tensor<16xf32, #ttg.linear<{register = [], lane = [[0], [0], [1], [2], [4]], warp = [[8], [0]], block = []}>>' are incompatible with return type(s) of operation 'tensor<16xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>', 'tensor<16xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>'}}
  // expected-error @below {{'tt.split' op failed to infer returned types}}
  %0:2 = tt.split %x : tensor<16x2xf32, #blocked> -> tensor<16xf32, #line>
  tt.return
}
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{result shape must match the permutation of the source shape}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<2x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{'tt.trans' op requires the same element type for all operands and results}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<4x2xf16>
  tt.return
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{custom op 'tt.trans' 'tt.trans' op attribute 'order' failed to satisfy constraint: i32 dense array attribute}}
  %0 = tt.trans %x {order = array<i64: 1, 0>} : tensor<2x4xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{custom op 'tt.trans' 'tt.trans' op attribute 'order' failed to satisfy constraint: i32 dense array attribute}}
  %0 = tt.trans %x {order = [1, 0]} : tensor<2x4xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x32xf32, #blocked>) {
  // expected-error @below {{'tt.trans' op inferred type(s) 'tensor<32x16xf32, #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>' are incompatible with return type(s) of operation 'tensor<32x16xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>'}}
  // expected-error @below {{'tt.trans' op failed to infer returned types}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x32xf32, #blocked> -> tensor<32x16xf32, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%x: tensor<16x32xf32, #blocked>) {
  // expected-error @below {{'tt.trans' op inferred type(s) 'tensor<32x16xf32, #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>>' are incompatible with return type(s) of operation 'tensor<32x16xf32>'}}
  // expected-error @below {{'tt.trans' op failed to infer returned types}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<16x32xf32, #blocked> -> tensor<32x16xf32>
  tt.return
}
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{order must have the same size as the rank of the operand and result}}
  %0 = tt.trans %x {order = array<i32: 1>} : tensor<2x4xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{order must be a permutation of [0, ..., rank - 1]}}
  %0 = tt.trans %x {order = array<i32: 0, 0>} : tensor<2x4xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{order must be a permutation of [0, ..., rank - 1]}}
  %0 = tt.trans %x {order = array<i32: 0, 2>} : tensor<2x4xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2x4xf32>) {
  // expected-error @below {{'tt.trans' op requires attribute 'order'}}
  %0 = tt.trans %x : tensor<2x4xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<8x4xf32>) {
  // expected-error @below {{order must be a permutation of [0, ..., rank - 1]}}
  %0 = tt.trans %a {order = array<i32: 0, 0>} : tensor<8x4xf32> -> tensor<8x8xf32>
  tt.return
}

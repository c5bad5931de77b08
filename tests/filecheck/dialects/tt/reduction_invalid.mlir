// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op operand types and result types must agree}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> f16
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  // expected-error @below {{'tt.reduce' op failed to infer returned types}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> tensor<1xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error @below {{'tt.reduce' op failed to infer returned types}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4x8xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op requires attribute 'axis'}}
  %0 = "tt.reduce"(%a) ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i64}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op expected 1 or more operands, but found 0}}
  %0 = "tt.reduce"() <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : () -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op must have the same number of inputs as outputs}}
  %0:2 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  // expected-error @below {{'tt.reduce' op requires the same shape for all operands}}
  %0:2 = "tt.reduce"(%a, %b) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>, tensor<8xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op nested block must take 4 arguments, but given block with 2 arguments}}
  %0:2 = "tt.reduce"(%a, %a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>, tensor<4xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.reduce' op operand #0 must be variadic of ranked tensor of floating-point or integer or ptr values, but got 'f32'}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (f32) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op nested block must take 2 arguments, but given block with 1 arguments}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op type mismatch on combine operation. Expected argument 1 to have type 'f32' but got 'f16'}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f16):
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op expected combine operation to return 1 values but got 2}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x, %y : f32, f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>, %b: f16) {
  // expected-error @below {{'tt.reduce' op type mismatch on combine operation. Expected argument 0 to have type 'f32' but got 'f16'}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %b : f16
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{'tt.scan.return' op expects parent op 'tt.scan'}}
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{'tt.return' op expects parent op 'tt.func'}}
    tt.return
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{block with no terminator, has "tt.print"() <{hex = false, isSigned = array<i32>, prefix = ""}> : () -> ()}}
    "tt.print"() <{prefix = "", hex = false, isSigned = array<i32>}> : () -> ()
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op region #0 ('combineOp') failed to verify constraint: region with 1 blocks}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op expects a non-empty block}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op expects region #0 to have 0 or 1 blocks}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    cf.br ^bb1
  ^bb1:
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.reduce' op requires one region}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{custom op 'tt.reduce' has no custom assembly form}}
  %0 = tt.reduce %a : tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.reduce.return' op expects parent op 'tt.reduce'}}
  tt.reduce.return %a : f32
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{'tt.scan.return' op expects parent op 'tt.scan'}}
  tt.scan.return %a : f32
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{custom op 'tt.reduce.return' number of operands and types do not match: got 0 operands and 1 types}}
  tt.reduce.return : f32
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @below {{expected ':'}}
  tt.reduce.return
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #blocked>, %b: tensor<16x16xf32, #other>) {
  // expected-error @below {{'tt.reduce' op requires the same encoding for all operands}}
  %0:2 = "tt.reduce"(%a, %b) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<16x16xf32, #blocked>, tensor<16x16xf32, #other>) -> (tensor<16xf32, #line>, tensor<16xf32, #line>)
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'tensor<16xf32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>>' are incompatible with return type(s) of operation 'tensor<16xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>>'}}
  // expected-error @below {{'tt.reduce' op failed to infer returned types}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<16x16xf32, #blocked>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{'tt.reduce' op inferred type(s) 'tensor<16xf32, #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>>' are incompatible with return type(s) of operation 'tensor<16xf32>'}}
  // expected-error @below {{'tt.reduce' op failed to infer returned types}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<16x16xf32, #blocked>) -> tensor<16xf32>
  tt.return
}
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op requires the same shape for all operands and results}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op operand types and result types must agree}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> tensor<4xf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op result #0 must be variadic of ranked tensor of floating-point or integer or ptr values, but got 'f32'}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op requires attribute 'reverse'}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{invalid properties {axis = 0 : i32, reverse = 1 : i32} for op tt.scan: Invalid attribute `reverse` in property conversion: 1 : i32}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op expected 1 or more operands, but found 0}}
  %0 = "tt.scan"() <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : () -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    // expected-error @below {{'tt.reduce.return' op expects parent op 'tt.reduce'}}
    tt.reduce.return %x : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op type mismatch on combine operation. Expected argument 0 to have type 'f32' but got 'i32'}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: i32, %y: i32):
    tt.scan.return %x : i32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{'tt.scan' op must have the same number of inputs as outputs}}
  %0:2 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{'tt.scan' op requires the same encoding for all operands and results}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<16x16xf32, #blocked>) -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #blocked>) {
  // expected-error @below {{'tt.scan' op inferred type(s) 'tensor<16x16xf32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>' are incompatible with return type(s) of operation 'tensor<16x16xf32>'}}
  // expected-error @below {{'tt.scan' op failed to infer returned types}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<16x16xf32, #blocked>) -> tensor<16x16xf32>
  tt.return
}
}

// -----

tt.func @f(%a: tensor<4xf32>) {
  // expected-error @below {{custom op 'tt.histogram' 'src' must be ranked tensor of integer values, but got 'tensor<4xf32>'}}
  %0 = tt.histogram %a : tensor<4xf32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xi32>) {
  // expected-error @below {{custom op 'tt.histogram' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
  %0 = tt.histogram %a : tensor<4xi32> -> i32
  tt.return
}

// -----

// expected-note @below {{prior use here}}
tt.func @f(%a: tensor<4xi32>, %m: tensor<8xi1>) {
  // expected-error @below {{use of value '%m' expects different type than prior uses: 'tensor<4xi1>' vs 'tensor<8xi1>'}}
  %0 = tt.histogram %a, %m : tensor<4xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xi32>, %m: tensor<8xi1>) {
  // expected-error @below {{'tt.histogram' op failed to verify that mask type matches src type}}
  %0 = "tt.histogram"(%a, %m) : (tensor<4xi32>, tensor<8xi1>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4xi32>, %m: tensor<4xi1>) {
  // expected-error @below {{'tt.histogram' op operand group starting at #1 requires 0 or 1 element, but found 2}}
  %0 = "tt.histogram"(%a, %m, %m) : (tensor<4xi32>, tensor<4xi1>, tensor<4xi1>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%a: i32) {
  // expected-error @below {{custom op 'tt.histogram' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
  %0 = tt.histogram %a : i32 -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{'tt.gather' op indices and output shapes must match}}
  %0 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{'tt.gather' op input and output element types must match}}
  %0 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{'tt.gather' op gather dimension must be less than the input rank}}
  %0 = tt.gather %a[%i] {axis = 2 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{'tt.gather' op gather dimension must be less than the input rank}}
  %0 = tt.gather %a[%i] {axis = -1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{'tt.gather' op indices dimension 1 must match the corresponding input dimension}}
  %0 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<8xi32>) {
  // expected-error @below {{'tt.gather' op input and indices ranks must match}}
  %0 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<4x8xf32>, tensor<8xi32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xf32>) {
  // expected-error @below {{'tt.gather' op operand #1 must be ranked tensor of integer values, but got 'tensor<4x2xf32>'}}
  %0 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{'tt.gather' op requires attribute 'axis'}}
  %0 = tt.gather %a[%i] : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{custom op 'tt.gather' 'tt.gather' op attribute 'efficient_layout' failed to satisfy constraint: unit attribute}}
  %0 = tt.gather %a[%i] {axis = 1 : i32, efficient_layout = 1} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{expected '['}}
  %0 = tt.gather %a %i {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x8xf32>, %i: tensor<4x2xi32>) {
  // expected-error @below {{custom op 'tt.gather' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x2xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#other = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<16x16xf32, #blocked>, %i: tensor<16x16xi32, #blocked>) {
  // expected-error @below {{'tt.gather' op indices and output encodings must match}}
  %0 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<16x16xf32, #blocked>, tensor<16x16xi32, #blocked>) -> tensor<16x16xf32, #other>
  tt.return
}
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.reduce' op expected 1 or more operands, but found 0}}
  "tt.reduce"() <{axis = 0 : i32}> ({
    "tt.reduce.return"() : () -> ()
  }) : () -> ()
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.scan' op expected 1 or more operands, but found 0}}
  "tt.scan"() <{axis = 0 : i32, reverse = false}> ({
    "tt.scan.return"() : () -> ()
  }) : () -> ()
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @below {{'tt.scan' op expected 1 or more results}}
  "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    tt.scan.return %x : f32
  }) : (tensor<8xf32>) -> ()
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @below {{'tt.reduce' op combine operation must be terminated with a ReduceReturnOp but got "llvm.unreachable"() : () -> ()}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    llvm.unreachable
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<8xf32>) {
  // expected-error @below {{'tt.scan' op combine operation must be terminated with a ReduceReturnOp but got "llvm.unreachable"() : () -> ()}}
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    llvm.unreachable
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

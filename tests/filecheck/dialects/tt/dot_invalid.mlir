// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'tt.dot' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<16x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x16xf32>) {
  // expected-error @below {{'tt.dot' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second }}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<8x8xf32>) {
  // expected-error @below {{'tt.dot' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second }}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<32xf16>, %b: tensor<32xf16>, %c: tensor<1xf32>) {
  // expected-error @below {{'tt.dot' op expected operands to be 2d or 3d}}
  %0 = tt.dot %a, %b, %c : tensor<32xf16> * tensor<32xf16> -> tensor<1xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<2x16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'tt.dot' op expected all operands to have the same rank}}
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<2x16x32xf16>, %b: tensor<4x32x8xf16>, %c: tensor<2x16x8xf32>) {
  // expected-error @below {{'tt.dot' op expected the first dimension of the first operand to be equal to the first dimension of the result}}
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf16> * tensor<4x32x8xf16> -> tensor<2x16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<2x16x32xf16>, %b: tensor<2x32x8xf16>, %c: tensor<4x16x8xf32>) {
  // expected-error @below {{'tt.dot' op expected the first dimension of the first operand to be equal to the first dimension of the result}}
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf16> * tensor<2x32x8xf16> -> tensor<4x16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf8E5M2>, %c: tensor<16x8xf32>) {
  // expected-error @below {{element types of operands A and B must have same bit width}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf8E5M2> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{custom op 'tt.dot' expected string or keyword containing one of the following enum values for attribute 'inputPrecision' [tf32, tf32x3, ieee, bf16x3, bf16x6]}}
  %0 = tt.dot %a, %b, %c, inputPrecision = fp16 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{custom op 'tt.dot' expected 'inputPrecision'}}
  %0 = tt.dot %a, %b, %c, tf32 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{custom op 'tt.dot' 'tt.dot' op attribute 'inputPrecision' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1, 2, 3, 4}}
  %0 = tt.dot %a, %b, %c {inputPrecision = 5 : i32} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{custom op 'tt.dot' 'tt.dot' op attribute 'maxNumImpreciseAcc' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = tt.dot %a, %b, %c {maxNumImpreciseAcc = 5 : i64} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{expected '*'}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> x tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{expected ','}}
  %0 = tt.dot %a, %b : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'tt.dot' op failed to verify that result's type matches accumulator's type}}
  %0 = "tt.dot"(%a, %b, %c) : (tensor<16x32xf16>, tensor<32x8xf16>, tensor<16x8xf32>) -> tensor<16x8xf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'tt.dot' op expected 3 operands, but found 2}}
  %0 = "tt.dot"(%a, %b) : (tensor<16x32xf16>, tensor<32x8xf16>) -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32x!tt.ptr<f16>>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{'tt.dot' op operand #0 must be ranked tensor of floating-point or integer values, but got 'tensor<16x32x!tt.ptr<f16>>'}}
  %0 = tt.dot %a, %b, %c : tensor<16x32x!tt.ptr<f16>> * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: f16, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>) {
  // expected-error @below {{custom op 'tt.dot' invalid kind of type specified: expected builtin.tensor, but found 'f16'}}
  %0 = tt.dot %a, %b, %c : f16 * tensor<32x8xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16, #dot0>, %b: tensor<32x32xf16>, %c: tensor<64x32xf32>) {
  // expected-error @below {{mismatching encoding between A and B operands}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #dot0> * tensor<32x32xf16> -> tensor<64x32xf32>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16>, %b: tensor<32x32xf16, #dot1>, %c: tensor<64x32xf32, #mma>) {
  // expected-error @below {{mismatching encoding between A and B operands}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16> * tensor<32x32xf16, #dot1> -> tensor<64x32xf32, #mma>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16, #dot1>, %b: tensor<32x32xf16, #dot1>, %c: tensor<64x32xf32, #mma>) {
  // expected-error @below {{Wrong opIdx}}
  // expected-error @below {{'tt.dot' op failed to infer returned types}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #dot1> * tensor<32x32xf16, #dot1> -> tensor<64x32xf32, #mma>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16, #dot0>, %b: tensor<32x32xf16, #dot0>, %c: tensor<64x32xf32, #mma>) {
  // expected-error @below {{Wrong opIdx}}
  // expected-error @below {{'tt.dot' op failed to infer returned types}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #dot0> * tensor<32x32xf16, #dot0> -> tensor<64x32xf32, #mma>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#dot0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#dot1w = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16, #dot0>, %b: tensor<32x32xf16, #dot1w>, %c: tensor<64x32xf32, #mma>) {
  // expected-error @below {{mismatching kWidth between A and B operands}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #dot0> * tensor<32x32xf16, #dot1w> -> tensor<64x32xf32, #mma>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#dot0 = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#dot1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16, #dot0>, %b: tensor<32x32xf16, #dot1>, %c: tensor<64x32xf32, #blocked>) {
  // expected-error @below {{mismatching MMA encoding}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #dot0> * tensor<32x32xf16, #dot1> -> tensor<64x32xf32, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%a: tensor<64x32xf16, #blocked>, %b: tensor<32x32xf16, #blocked>, %c: tensor<64x32xf32, #mma>) {
  // expected-error @below {{Dot's a/b's encoding should be of DotOperandEncodingAttr}}
  // expected-error @below {{'tt.dot' op failed to infer returned types}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16, #blocked> * tensor<32x32xf16, #blocked> -> tensor<64x32xf32, #mma>
  tt.return
}
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<32x1xi8>) {
  // expected-error @below {{scales M dimension must match the operand M dimension}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x32xi8>, tensor<32x1xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x2xi8>) {
  // expected-error @below {{scales K dimension must match the operand K divided by the scale factor}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x32xi8>, tensor<64x2xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<32x1xi8>) {
  // expected-error @below {{scales N dimension must match the operand N dimension}}
  %0 = tt.dot_scaled %a, %b scale %s, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x32xi8> * tensor<32x64xi8>, tensor<32x1xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x2xi8>) {
  // expected-error @below {{scales K dimension must match the operand K divided by the scale factor}}
  %0 = tt.dot_scaled %a, %b scale %s, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<64x32xi8> * tensor<32x64xi8>, tensor<64x2xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) {
  // expected-error @below {{'tt.dot_scaled' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) {
  // expected-error @below {{'tt.dot_scaled' op expected the output shape to be the concatenation of the last dimension of the first operand and the last dimension of the second }}
  %0 = tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) {
  // expected-error @below {{'tt.dot_scaled' op requires attribute 'fastMath'}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e4m3 : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) {
  // expected-error @below {{custom op 'tt.dot_scaled' expected string or keyword containing one of the following enum values for attribute 'a_elem_type' [e4m3, e5m2, e2m3, e3m2, e2m1, bf16, fp16]}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m4 rhs = e4m3 {fastMath = true} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) {
  // expected-error @below {{custom op 'tt.dot_scaled' expected 'lhs'}}
  %0 = tt.dot_scaled %a, %b, %c rhs = e4m3 {fastMath = true} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi16>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>) {
  // expected-error @below {{'tt.dot_scaled' op operand #0 must be ranked tensor of floating-point or 8-bit signless integer values, but got 'tensor<64x32xi16>'}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = true} : tensor<64x32xi16> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xi32>) {
  // expected-error @below {{custom op 'tt.dot_scaled' 'd' must be ranked tensor of floating-point values, but got 'tensor<64x64xi32>'}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = true} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xi32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x1xi8>) {
  // expected-error @below {{custom op 'tt.dot_scaled' number of operands and types do not match: got 1 operands and 0 types}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = true} : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: tensor<64x1xi8>) {
  // expected-error @below {{custom op 'tt.dot_scaled' number of operands and types do not match: got 0 operands and 1 types}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = true} : tensor<64x32xi8>, tensor<64x1xi8> * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xi8>, %b: tensor<32x64xi8>, %c: tensor<64x64xf32>, %s: i8) {
  // expected-error @below {{'tt.dot_scaled' op operand #3 must be ranked tensor of floating-point or 8-bit signless integer values, but got 'i8'}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = true} : tensor<64x32xi8>, i8 * tensor<32x64xi8> -> tensor<64x64xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#b = #ttg.dot_op<{opIdx = 1, parent = #blocked}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: tensor<16x32xf16, #a>, %b: tensor<32x8xf16, #b>, %c: tensor<16x8xf32>) {
    // expected-error @below {{miss encoding of C operand}}
    %0 = tt.dot %a, %b, %c : tensor<16x32xf16, #a> * tensor<32x8xf16, #b> -> tensor<16x8xf32>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 1}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%a: tensor<16x32xf32, #a>, %b: tensor<32x16xf32, #b>, %c: tensor<16x16xf32, #mma>) {
    // expected-error @below {{unsupported MMA version}}
    %0 = tt.dot %a, %b, %c : tensor<16x32xf32, #a> * tensor<32x16xf32, #b> -> tensor<16x16xf32, #mma>
    tt.return
  }
}

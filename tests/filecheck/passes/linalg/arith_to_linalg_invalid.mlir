// RUN: xtriton-opt %s --triton-arith-to-linalg=exact --split-input-file --verify-diagnostics

tt.func @assembly(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'tt.elementwise_inline_asm' cannot be lowered to linalg: it is machine code of a GPU; write the function with operations of tl}}
  %0 = tt.elementwise_inline_asm "ex2.approx.f32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<8xf32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

tt.func @library(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'tt.extern_elementwise' cannot be lowered to linalg: nothing is known of 'fancy' outside a GPU; write the function with operations of tl}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "fancy"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

tt.func @impure(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'__nv_sinf' is not said to be pure; say is_pure=True}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "__nv_sinf"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

tt.func @misspelt(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{nothing is known of '__nv_lgamaf' outside a GPU; write the function with operations of tl, or is '__nv_lgammaf' meant?}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_lgamaf"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

tt.func @own_library(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'__nv_sinf' is a function of 'mine.bc', which is code for a GPU; write the function with operations of tl}}
  %0 = tt.extern_elementwise %x {libname = "mine", libpath = "/home/me/mine.bc", pure = true, symbol = "__nv_sinf"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

tt.func @other_types(%x: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error @below {{'__nv_sinf' is (f32) -> f32, not (f64) -> f64; convert the operands}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (tensor<8xf64>) -> tensor<8xf64>
  tt.return %0 : tensor<8xf64>
}

// -----

tt.func private @__nv_j0f(%x: f32) -> f32 {
  tt.return %x : f32
}
tt.func @name_taken(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{the module has something else called '__nv_j0f'; give that another name}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_j0f"} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// -----

tt.func @towards_zero(%x: tensor<8xf32>) -> tensor<8xf8E4M3FN> {
  // expected-error @below {{'tt.fp_to_fp' cannot be lowered to linalg: only f32 is rounded towards zero, to f16, bf16 or f8E5M2}}
  %0 = tt.fp_to_fp %x, rounding = rtz : tensor<8xf32> -> tensor<8xf8E4M3FN>
  tt.return %0 : tensor<8xf8E4M3FN>
}

// -----

tt.func @small_floats(%a: tensor<32x32xi8>, %s: tensor<32x1xi8>, %b: tensor<32x32xf8E5M2>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{'tt.dot_scaled' cannot be lowered to linalg: elements of type e3m2 have no arithmetic here; use e4m3, e5m2, e2m1, bf16 or fp16}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e3m2 rhs = e5m2 {fastMath = false} : tensor<32x32xi8>, tensor<32x1xi8> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}

// -----

tt.func @endless(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @below {{'tt.map_elementwise' op has a region that never ends: no block returns results}}
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    cf.br ^bb1(%a : i32)
  ^bb1(%b: i32):
    cf.br ^bb1(%b : i32)
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return %0 : tensor<4xi32>
}

// -----

%x = arith.constant dense<1> : tensor<4xi32>
// expected-error @below {{'tt.map_elementwise' op is not in a function}}
%0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
^bb0(%a: i32):
  cf.br ^bb1(%a : i32)
^bb1(%b: i32):
  tt.map_elementwise.return %b : i32
}) : (tensor<4xi32>) -> tensor<4xi32>

// -----

tt.func @incomplete_group(%x: tensor<1x1xi32>) -> tensor<1x1xi32> {
  // expected-error @below {{takes 2 elements at a time, of 1}}
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    tt.map_elementwise.return %b, %a : i32, i32
  }) : (tensor<1x1xi32>) -> tensor<1x1xi32>
  tt.return %0 : tensor<1x1xi32>
}

// RUN: xtriton-opt %s --triton-arith-to-linalg=exact --split-input-file | filecheck %s

// Functions that math lacks are called for each element. The function is declared once.
// CHECK-LABEL: func.func @elements(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>,
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:    %{{.*}} = linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>) outs(%[[E]] : tensor<8xf32>) {
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[R:.*]] = func.call @__nv_lgammaf(%[[X]]) : (f32) -> f32
// CHECK-NEXT:      linalg.yield %[[R]] : f32
// CHECK:         linalg.generic {{.*}} ins(%arg1 : tensor<8xf32>)
// CHECK:           func.call @__nv_lgammaf(
// CHECK:         return
// CHECK-NEXT:  }
// CHECK-NEXT:  func.func private @__nv_lgammaf(f32) -> f32 attributes {llvm.readnone}
// CHECK-NEXT: }
tt.func @elements(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_lgammaf"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tt.extern_elementwise %y {libname = "libdevice", libpath = "/usr/lib/libdevice.10.bc", pure = true, symbol = "__nv_lgammaf"} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = arith.addf %0, %1 : tensor<8xf32>
  tt.return %2 : tensor<8xf32>
}

// -----

// Scalars are called with as they are.
// CHECK-LABEL: func.func @order
// CHECK-NEXT:    %[[R:.*]] = call @__nv_jn(%arg0, %arg1) : (i32, f64) -> f64
// CHECK-NEXT:    return %[[R]] : f64
// CHECK:       func.func private @__nv_jn(i32, f64) -> f64 attributes {llvm.readnone}
tt.func @order(%n: i32, %x: f64) -> f64 {
  %0 = tt.extern_elementwise %n, %x {libname = "", libpath = "", pure = true, symbol = "__nv_jn"} : (i32, f64) -> f64
  tt.return %0 : f64
}

// -----

// A scalar next to a tensor is the same for all elements.
// CHECK-LABEL: func.func @mixed
// CHECK:         linalg.generic {{.*}} ins(%arg1 : tensor<4xf64>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f64, %{{.*}}: f64):
// CHECK-NEXT:      func.call @__nv_jn(%arg0, %[[X]]) : (i32, f64) -> f64
tt.func @mixed(%n: i32, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = tt.extern_elementwise %n, %x {libname = "", libpath = "", pure = true, symbol = "__nv_jn"} : (i32, tensor<4xf64>) -> tensor<4xf64>
  tt.return %0 : tensor<4xf64>
}

// -----

// math.rsqrt need not be correctly rounded, this is.
// CHECK-LABEL: func.func @correctly_rounded
// CHECK-NEXT:    call @__nv_frsqrt_rn(%arg0) : (f32) -> f32
tt.func @correctly_rounded(%x: f32) -> f32 {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_frsqrt_rn"} : (f32) -> f32
  tt.return %0 : f32
}

// -----

// A NaN as an integer of 64 bits has the highest bit alone.
// CHECK-LABEL: func.func @conversion
// CHECK-NEXT:    %[[NONE:.*]] = arith.constant -9223372036854775808 : i64
// CHECK-NEXT:    %[[WHOLE:.*]] = math.trunc %arg0 : f32
// CHECK-NEXT:    %[[INTEGER:.*]] = arith.fptosi %[[WHOLE]] : f32 to i64
// CHECK-NEXT:    %[[NUMBER:.*]] = arith.cmpf oeq, %[[WHOLE]], %[[WHOLE]] : f32
// CHECK-NEXT:    arith.select %[[NUMBER]], %[[INTEGER]], %[[NONE]] : i64
tt.func @conversion(%x: f32) -> i64 {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_float2ll_rz"} : (f32) -> i64
  tt.return %0 : i64
}

// -----

// Without exact, functions that triton-shared does not know are not converted.
// RUN: xtriton-opt %s --triton-arith-to-linalg --split-input-file | filecheck %s --check-prefix=STAYS
// STAYS-LABEL: func.func @elements
// STAYS:         tt.extern_elementwise %arg0
// STAYS-NOT:     func.call

// -----

// In a formula a scalar next to a tensor becomes a tensor.
// CHECK-LABEL: func.func @mixed_formula
// CHECK:         linalg.fill ins(%arg0 : f32)
// CHECK:           arith.truncf %{{.*}} : f64 to f32
// CHECK-NOT:     tt.
tt.func @mixed_formula(%x: f32, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "__nv_hypotf"} : (f32, tensor<4xf32>) -> tensor<4xf32>
  tt.return %0 : tensor<4xf32>
}

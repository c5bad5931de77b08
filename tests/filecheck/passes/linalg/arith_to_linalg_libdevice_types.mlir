// RUN: xtriton-opt %s --triton-arith-to-linalg --split-input-file | filecheck %s

// Functions on types that they are not for stay as they are.
// CHECK-LABEL: func.func @pointers
// CHECK-COUNT-2: tt.extern_elementwise
tt.func @pointers(%x: tensor<4x!tt.ptr<f32>>) -> (tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<f32>>) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (tensor<4x!tt.ptr<f32>>) -> tensor<4x!tt.ptr<f32>>
  %1 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_fast_sin"} : (tensor<4x!tt.ptr<f32>>) -> tensor<4x!tt.ptr<f32>>
  tt.return %0, %1 : tensor<4x!tt.ptr<f32>>, tensor<4x!tt.ptr<f32>>
}

// -----

// CHECK-LABEL: func.func @kinds
// CHECK-COUNT-5: tt.extern_elementwise
tt.func @kinds(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi32>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_isnanf"} : (tensor<4xf32>) -> tensor<4xi1>
  %1 = tt.extern_elementwise %i {libname = "", libpath = "", pure = true, symbol = "__nv_isfinite"} : (tensor<4xi32>) -> tensor<4xi32>
  %2 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (tensor<4xf32>) -> tensor<4xf16>
  %3 = tt.extern_elementwise %x, %h {libname = "", libpath = "", pure = true, symbol = "__nv_fdividef"} : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  %4 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_abs"} : (tensor<4xf32>) -> tensor<4xf32>
  tt.return %0, %1, %2, %3, %4 : tensor<4xi1>, tensor<4xi32>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @fitting
// CHECK:         math.sin %{{.*}} : f16
// CHECK:         math.absi %{{.*}} : i64
// CHECK:         math.powf %arg2, %{{.*}} : f16
// CHECK-NOT:     tt.
tt.func @fitting(%h: tensor<4xf16>, %i: tensor<4xi64>, %s: f16) -> (tensor<4xf16>, tensor<4xi64>, tensor<4xf16>) {
  %0 = tt.extern_elementwise %h {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (tensor<4xf16>) -> tensor<4xf16>
  %1 = tt.extern_elementwise %i {libname = "", libpath = "", pure = true, symbol = "__nv_abs"} : (tensor<4xi64>) -> tensor<4xi64>
  %2 = tt.extern_elementwise %s, %h {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (f16, tensor<4xf16>) -> tensor<4xf16>
  tt.return %0, %1, %2 : tensor<4xf16>, tensor<4xi64>, tensor<4xf16>
}

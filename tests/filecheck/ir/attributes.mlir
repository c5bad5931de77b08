// RUN: xtriton-opt %s --split-input-file | filecheck %s
// RUN: xtriton-opt %s --split-input-file | xtriton-opt - --split-input-file | filecheck %s

// CHECK: #loc = loc("f.py":1:1)
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @attributes() attributes {a.arr = array<i32: 1, -2>, a.arr1 = array<i1: true, false>, a.arr64 = array<f64: 1.000000e+00, 1.000000e-01>, a.arr8 = array<i8: -1, -1>, a.array = [], a.arrf = array<f32: 0x7F800000, 1.500000e+00>, a.big = 9223372036854775807 : i64, a.complex = complex<f32>, a.dense = dense<[1, 2]> : tensor<2xi32>, a.dict = {}, a.float = 1.000000e+00 : f64, a.fn = () -> (), a.fn1 = () -> (() -> i32), a.idx = 1 : index, a.loc = #loc, a.mem = memref<?x4xf32, strided<[4, 1], offset: ?>>, a.mixed = [1, 2 : i32, 3.000000e+00, 4.000000e+00 : f32, "s", @sym, @m::@f, unit, true, i32, (i32) -> f32], a.neg = -1 : i64, a.nested = {"quoted key" = 1 : i64, x = {y = [{}]}, z}, a.none = none, a.si = -1 : si8, a.string = "tab\09quote\22 back\\ nl\0A \C3\A9 \00", a.sym = @"with space"::@b, a.tuple = tuple<i32, f32>, a.type = tensor<4xf32>, a.ui = 255 : ui8, a.unit, a.vec = vector<2x[4]xf32>} {
// CHECK-NEXT:     tt.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
tt.func @attributes() attributes {a.array = [], a.mixed = [1, 2 : i32, 3.0, 4.0 : f32, "s", @sym, @m::@f, unit, true, i32, (i32) -> f32], a.dict = {}, a.nested = {x = {y = [{}]}, "quoted key" = 1, z}, a.string = "tab\09quote\22 back\5C nl\0A é \00", a.dense = dense<[1, 2]> : tensor<2xi32>, a.arr = array<i32: 1, -2>, a.arr1 = array<i1: true, false>, a.arr64 = array<f64: 1.0, 0.1>, a.arrf = array<f32: 0x7F800000, 1.5>, a.arr8 = array<i8: 255, -1>, a.unit, a.type = tensor<4xf32>, a.tuple = tuple<i32, f32>, a.loc = loc("f.py":1:1), a.fn = () -> (), a.fn1 = () -> (() -> i32), a.complex = complex<f32>, a.none = none, a.vec = vector<2x[4]xf32>, a.mem = memref<?x4xf32, strided<[4, 1], offset: ?>>, a.idx = 1 : index, a.neg = -1, a.big = 9223372036854775807, a.float = 1.0, a.ui = 255 : ui8, a.si = -1 : si8, a.sym = @"with space"::@b} {
  tt.return
}

// -----

// In an array f64 is the default type of decimal numbers, not of the bits of infinities and NaN.
// CHECK: tt.return {a.floats = [0x7FF0000000000000 : f64, -1.500000e+00, 0x7FF8000000000000 : f64, {{\[}}0xFFF0000000000000 : f64]]}
tt.func @bits_of_floats() {
  tt.return {a.floats = [0x7FF0000000000000 : f64, -1.5, 0x7FF8000000000000 : f64, [0xFFF0000000000000 : f64]]}
}

// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// CHECK: tt.func @extend_twice(%arg0: i8) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:   %1 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @extend_twice(%x: i8) -> (i32, i32) {
  %0 = arith.extui %x : i8 to i16
  %1 = arith.extui %0 : i16 to i32
  %2 = arith.extsi %x : i8 to i16
  %3 = arith.extsi %2 : i16 to i32
  tt.return %1, %3 : i32, i32
}

// Sign extension of a number that is not negative fills with zeros.
// CHECK: tt.func @extend_in_two_ways(%arg0: i8) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:   %1 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT:   %2 = arith.extui %1 : i16 to i32
// CHECK-NEXT:   tt.return %0, %2 : i32, i32
// CHECK-NEXT: }
tt.func @extend_in_two_ways(%x: i8) -> (i32, i32) {
  %0 = arith.extui %x : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.extsi %x : i8 to i16
  %3 = arith.extui %2 : i16 to i32
  tt.return %1, %3 : i32, i32
}

// CHECK: tt.func @extended_constants() -> (i16, i16, i8, i8, tensor<2xi16>) {
// CHECK-NEXT:   %c255_i16 = arith.constant 255 : i16
// CHECK-NEXT:   %c-1_i16 = arith.constant -1 : i16
// CHECK-NEXT:   %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %cst = arith.constant dense<[-2, 2]> : tensor<2xi16>
// CHECK-NEXT:   tt.return %c255_i16, %c-1_i16, %c1_i8, %c-1_i8, %cst : i16, i16, i8, i8, tensor<2xi16>
// CHECK-NEXT: }
tt.func @extended_constants() -> (i16, i16, i8, i8, tensor<2xi16>) {
  %a = arith.constant -1 : i8
  %t = arith.constant true
  %s = arith.constant dense<[-2, 2]> : tensor<2xi8>
  %0 = arith.extui %a : i8 to i16
  %1 = arith.extsi %a : i8 to i16
  %2 = arith.extui %t : i1 to i8
  %3 = arith.extsi %t : i1 to i8
  %4 = arith.extsi %s : tensor<2xi8> to tensor<2xi16>
  tt.return %0, %1, %2, %3, %4 : i16, i16, i8, i8, tensor<2xi16>
}

// CHECK: tt.func @truncate_extension(%arg0: i8, %arg1: i16) -> (i8, i16, i8, i16) {
// CHECK-NEXT:   %0 = arith.extui %arg0 : i8 to i16
// CHECK-NEXT:   %1 = arith.trunci %arg1 : i16 to i8
// CHECK-NEXT:   %2 = arith.extsi %arg0 : i8 to i16
// CHECK-NEXT:   tt.return %arg0, %0, %1, %2 : i8, i16, i8, i16
// CHECK-NEXT: }
tt.func @truncate_extension(%x: i8, %y: i16) -> (i8, i16, i8, i16) {
  %0 = arith.extui %x : i8 to i32
  %1 = arith.trunci %0 : i32 to i8
  %2 = arith.trunci %0 : i32 to i16
  %3 = arith.extsi %y : i16 to i32
  %4 = arith.trunci %3 : i32 to i8
  %5 = arith.extsi %x : i8 to i32
  %6 = arith.trunci %5 : i32 to i16
  tt.return %1, %2, %4, %6 : i8, i16, i8, i16
}

// CHECK: tt.func @truncate_twice(%arg0: i32) -> (i8, i8) {
// CHECK-NEXT:   %c44_i8 = arith.constant 44 : i8
// CHECK-NEXT:   %0 = arith.trunci %arg0 : i32 to i8
// CHECK-NEXT:   tt.return %0, %c44_i8 : i8, i8
// CHECK-NEXT: }
tt.func @truncate_twice(%x: i32) -> (i8, i8) {
  %0 = arith.trunci %x : i32 to i16
  %1 = arith.trunci %0 : i16 to i8
  %a = arith.constant 300 : i32
  %2 = arith.trunci %a : i32 to i8
  tt.return %1, %2 : i8, i8
}

// CHECK: tt.func @truncate_shift(%arg0: i32, %arg1: tensor<4xi32>) -> (i16, i16, tensor<4xi16>, i8) {
// CHECK-NEXT:   %cst = arith.constant dense<16> : tensor<4xi32>
// CHECK-NEXT:   %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:   %c15_i32 = arith.constant 15 : i32
// CHECK-NEXT:   %0 = arith.shrsi %arg0, %c16_i32 : i32
// CHECK-NEXT:   %1 = arith.shrui %arg0, %c16_i32 : i32
// CHECK-NEXT:   %2 = arith.trunci %1 : i32 to i16
// CHECK-NEXT:   %3 = arith.shrsi %arg0, %c15_i32 : i32
// CHECK-NEXT:   %4 = arith.trunci %3 : i32 to i16
// CHECK-NEXT:   %5 = arith.shrui %arg1, %cst : tensor<4xi32>
// CHECK-NEXT:   %6 = arith.trunci %5 : tensor<4xi32> to tensor<4xi16>
// CHECK-NEXT:   %7 = arith.trunci %0 : i32 to i8
// CHECK-NEXT:   tt.return %2, %4, %6, %7 : i16, i16, tensor<4xi16>, i8
// CHECK-NEXT: }
tt.func @truncate_shift(%x: i32, %s: tensor<4xi32>) -> (i16, i16, tensor<4xi16>, i8) {
  %c16 = arith.constant 16 : i32
  %c15 = arith.constant 15 : i32
  %cs = arith.constant dense<16> : tensor<4xi32>
  %0 = arith.shrsi %x, %c16 : i32
  %1 = arith.trunci %0 : i32 to i16
  %2 = arith.shrsi %x, %c15 : i32
  %3 = arith.trunci %2 : i32 to i16
  %4 = arith.shrsi %s, %cs : tensor<4xi32>
  %5 = arith.trunci %4 : tensor<4xi32> to tensor<4xi16>
  %6 = arith.trunci %0 : i32 to i8
  tt.return %1, %3, %5, %6 : i16, i16, tensor<4xi16>, i8
}

// CHECK: tt.func @truncate_shift_by_unknown(%arg0: i32, %arg1: i32) -> i16 {
// CHECK-NEXT:   %0 = arith.shrsi %arg0, %arg1 : i32
// CHECK-NEXT:   %1 = arith.trunci %0 : i32 to i16
// CHECK-NEXT:   tt.return %1 : i16
// CHECK-NEXT: }
tt.func @truncate_shift_by_unknown(%x: i32, %y: i32) -> i16 {
  %0 = arith.shrsi %x, %y : i32
  %1 = arith.trunci %0 : i32 to i16
  tt.return %1 : i16
}

// A float widened and narrowed again; bf16 becomes f16 only by way of f32.
// CHECK: tt.func @narrow_extension_of_float(%arg0: f16, %arg1: bf16, %arg2: f32) -> (f16, f16, f16) {
// CHECK-NEXT:   %0 = arith.truncf %arg2 : f32 to f16
// CHECK-NEXT:   %1 = arith.extf %arg1 : bf16 to f32
// CHECK-NEXT:   %2 = arith.truncf %1 : f32 to f16
// CHECK-NEXT:   tt.return %arg0, %0, %2 : f16, f16, f16
// CHECK-NEXT: }
tt.func @narrow_extension_of_float(%x: f16, %y: bf16, %z: f32) -> (f16, f16, f16) {
  %0 = arith.extf %x : f16 to f32
  %1 = arith.truncf %0 : f32 to f16
  %2 = arith.extf %z : f32 to f64
  %3 = arith.truncf %2 : f64 to f16
  %4 = arith.extf %y : bf16 to f32
  %5 = arith.truncf %4 : f32 to f16
  tt.return %1, %3, %5 : f16, f16, f16
}

// Only if both may be contracted, and only back to the same type.
// CHECK: tt.func @widen_narrowed_float(%arg0: f32, %arg1: f64) -> (f32, f32, f32, f32) {
// CHECK-NEXT:   %0 = arith.truncf %arg0 : f32 to f16
// CHECK-NEXT:   %1 = arith.extf %0 : f16 to f32
// CHECK-NEXT:   %2 = arith.truncf %arg0 fastmath<contract> : f32 to f16
// CHECK-NEXT:   %3 = arith.extf %2 : f16 to f32
// CHECK-NEXT:   %4 = arith.truncf %arg1 fastmath<contract> : f64 to f16
// CHECK-NEXT:   %5 = arith.extf %4 fastmath<contract> : f16 to f32
// CHECK-NEXT:   tt.return %1, %arg0, %3, %5 : f32, f32, f32, f32
// CHECK-NEXT: }
tt.func @widen_narrowed_float(%x: f32, %y: f64) -> (f32, f32, f32, f32) {
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.extf %0 : f16 to f32
  %2 = arith.truncf %x fastmath<contract> : f32 to f16
  %3 = arith.extf %2 fastmath<contract> : f16 to f32
  %4 = arith.extf %2 : f16 to f32
  %5 = arith.truncf %y fastmath<contract> : f64 to f16
  %6 = arith.extf %5 fastmath<contract> : f16 to f32
  tt.return %1, %3, %4, %6 : f32, f32, f32, f32
}

// CHECK: tt.func @constants_that_fit() -> (f16, bf16, f16, f32) {
// CHECK-NEXT:   %cst = arith.constant 1.500000e+00 : f16
// CHECK-NEXT:   %cst_0 = arith.constant 0xFF80 : bf16
// CHECK-NEXT:   %cst_1 = arith.constant 0x7E00 : f16
// CHECK-NEXT:   %cst_2 = arith.constant 0.0999755859 : f32
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2 : f16, bf16, f16, f32
// CHECK-NEXT: }
tt.func @constants_that_fit() -> (f16, bf16, f16, f32) {
  %a = arith.constant 1.5 : f32
  %i = arith.constant 0xFF800000 : f32
  %n = arith.constant 0x7FC00000 : f32
  %h = arith.constant 0.1 : f16
  %0 = arith.truncf %a : f32 to f16
  %1 = arith.truncf %i : f32 to bf16
  %2 = arith.truncf %n : f32 to f16
  %3 = arith.extf %h : f16 to f32
  tt.return %0, %1, %2, %3 : f16, bf16, f16, f32
}

// Digits, range, the payload of a NaN, a NaN that signals, and a format with one NaN only.
// CHECK: tt.func @constants_that_do_not_fit() -> (f16, f16, f16, f64, f8E4M3FN) {
// CHECK-NEXT:   %cst = arith.constant 1.000000e-01 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 1.000000e+06 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0x7FC00001 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0x7F800001 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:   %0 = arith.truncf %cst : f32 to f16
// CHECK-NEXT:   %1 = arith.truncf %cst_0 : f32 to f16
// CHECK-NEXT:   %2 = arith.truncf %cst_1 : f32 to f16
// CHECK-NEXT:   %3 = arith.extf %cst_2 : f32 to f64
// CHECK-NEXT:   %4 = arith.truncf %cst_3 : f32 to f8E4M3FN
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4 : f16, f16, f16, f64, f8E4M3FN
// CHECK-NEXT: }
tt.func @constants_that_do_not_fit() -> (f16, f16, f16, f64, f8E4M3FN) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 1.0e6 : f32
  %n = arith.constant 0x7FC00001 : f32
  %s = arith.constant 0x7F800001 : f32
  %q = arith.constant 0x7FC00000 : f32
  %0 = arith.truncf %a : f32 to f16
  %1 = arith.truncf %b : f32 to f16
  %2 = arith.truncf %n : f32 to f16
  %3 = arith.extf %s : f32 to f64
  %4 = arith.truncf %q : f32 to f8E4M3FN
  tt.return %0, %1, %2, %3, %4 : f16, f16, f16, f64, f8E4M3FN
}

// Unless the rounding is asked for.
// CHECK: tt.func @narrow_converted_integer(%arg0: i32) -> (f16, f16, f16) {
// CHECK-NEXT:   %0 = arith.sitofp %arg0 : i32 to f32
// CHECK-NEXT:   %1 = arith.sitofp %arg0 : i32 to f16
// CHECK-NEXT:   %2 = arith.uitofp %arg0 : i32 to f16
// CHECK-NEXT:   %3 = arith.truncf %0 to_nearest_even : f32 to f16
// CHECK-NEXT:   tt.return %1, %2, %3 : f16, f16, f16
// CHECK-NEXT: }
tt.func @narrow_converted_integer(%x: i32) -> (f16, f16, f16) {
  %0 = arith.sitofp %x : i32 to f32
  %1 = arith.truncf %0 : f32 to f16
  %2 = arith.uitofp %x : i32 to f32
  %3 = arith.truncf %2 : f32 to f16
  %4 = arith.truncf %0 to_nearest_even : f32 to f16
  tt.return %1, %3, %4 : f16, f16, f16
}

// To nearest even, in one step, and to infinity.
// CHECK: tt.func @integers_as_floats() -> (f32, f32, f32, f16, f32) {
// CHECK-NEXT:   %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 2.550000e+02 : f32
// CHECK-NEXT:   %cst_1 = arith.constant 0x4B800000 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 0x7C00 : f16
// CHECK-NEXT:   %cst_3 = arith.constant 4.61168657E+18 : f32
// CHECK-NEXT:   tt.return %cst, %cst_0, %cst_1, %cst_2, %cst_3 : f32, f32, f32, f16, f32
// CHECK-NEXT: }
tt.func @integers_as_floats() -> (f32, f32, f32, f16, f32) {
  %a = arith.constant -1 : i8
  %b = arith.constant 16777217 : i32
  %c = arith.constant 70000 : i32
  %d = arith.constant 4611686293305294849 : i64
  %0 = arith.sitofp %a : i8 to f32
  %1 = arith.uitofp %a : i8 to f32
  %2 = arith.sitofp %b : i32 to f32
  %3 = arith.sitofp %c : i32 to f16
  %4 = arith.sitofp %d : i64 to f32
  tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f16, f32
}

// CHECK: tt.func @floats_as_integers() -> (i8, i8, i8, i8) {
// CHECK-NEXT:   %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:   %c127_i8 = arith.constant 127 : i8
// CHECK-NEXT:   %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:   tt.return %c-1_i8, %c127_i8, %c127_i8, %c0_i8 : i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @floats_as_integers() -> (i8, i8, i8, i8) {
  %a = arith.constant -1.9 : f32
  %b = arith.constant 127.9 : f32
  %c = arith.constant -0.5 : f32
  %0 = arith.fptosi %a : f32 to i8
  %1 = arith.fptosi %b : f32 to i8
  %2 = arith.fptoui %b : f32 to i8
  %3 = arith.fptoui %c : f32 to i8
  tt.return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK: tt.func @floats_out_of_range() -> (i8, i8, i8, i8, i8) {
// CHECK-NEXT:   %cst = arith.constant 1.280000e+02 : f32
// CHECK-NEXT:   %cst_0 = arith.constant -1.290000e+02 : f32
// CHECK-NEXT:   %cst_1 = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:   %cst_2 = arith.constant 2.560000e+02 : f32
// CHECK-NEXT:   %cst_3 = arith.constant 0x7F800000 : f32
// CHECK-NEXT:   %0 = arith.fptosi %cst : f32 to i8
// CHECK-NEXT:   %1 = arith.fptosi %cst_0 : f32 to i8
// CHECK-NEXT:   %2 = arith.fptoui %cst_1 : f32 to i8
// CHECK-NEXT:   %3 = arith.fptoui %cst_2 : f32 to i8
// CHECK-NEXT:   %4 = arith.fptosi %cst_3 : f32 to i8
// CHECK-NEXT:   tt.return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
// CHECK-NEXT: }
tt.func @floats_out_of_range() -> (i8, i8, i8, i8, i8) {
  %a = arith.constant 128.0 : f32
  %b = arith.constant -129.0 : f32
  %c = arith.constant -1.0 : f32
  %d = arith.constant 256.0 : f32
  %i = arith.constant 0x7F800000 : f32
  %0 = arith.fptosi %a : f32 to i8
  %1 = arith.fptosi %b : f32 to i8
  %2 = arith.fptoui %c : f32 to i8
  %3 = arith.fptoui %d : f32 to i8
  %4 = arith.fptosi %i : f32 to i8
  tt.return %0, %1, %2, %3, %4 : i8, i8, i8, i8, i8
}

// CHECK: tt.func @index_and_back(%arg0: i32, %arg1: index) -> (i32, i64, index) {
// CHECK-NEXT:   %0 = arith.index_cast %arg0 : i32 to index
// CHECK-NEXT:   %1 = arith.index_cast %0 : index to i64
// CHECK-NEXT:   tt.return %arg0, %1, %arg1 : i32, i64, index
// CHECK-NEXT: }
tt.func @index_and_back(%x: i32, %y: index) -> (i32, i64, index) {
  %0 = arith.index_cast %x : i32 to index
  %1 = arith.index_cast %0 : index to i32
  %2 = arith.index_cast %0 : index to i64
  %3 = arith.index_castui %y : index to i32
  %4 = arith.index_castui %3 : i32 to index
  tt.return %1, %2, %4 : i32, i64, index
}

// CHECK: tt.func @index_of_extension(%arg0: i32) -> (index, index, index, index) {
// CHECK-NEXT:   %0 = arith.extsi %arg0 : i32 to i64
// CHECK-NEXT:   %1 = arith.index_cast %arg0 : i32 to index
// CHECK-NEXT:   %2 = arith.extui %arg0 : i32 to i64
// CHECK-NEXT:   %3 = arith.index_castui %arg0 : i32 to index
// CHECK-NEXT:   %4 = arith.index_cast %2 : i64 to index
// CHECK-NEXT:   %5 = arith.index_castui %0 : i64 to index
// CHECK-NEXT:   tt.return %1, %3, %4, %5 : index, index, index, index
// CHECK-NEXT: }
tt.func @index_of_extension(%x: i32) -> (index, index, index, index) {
  %0 = arith.extsi %x : i32 to i64
  %1 = arith.index_cast %0 : i64 to index
  %2 = arith.extui %x : i32 to i64
  %3 = arith.index_castui %2 : i64 to index
  %4 = arith.index_cast %2 : i64 to index
  %5 = arith.index_castui %0 : i64 to index
  tt.return %1, %3, %4, %5 : index, index, index, index
}

// CHECK: tt.func @index_of_constants() -> (index, index, i32) {
// CHECK-NEXT:   %c-1 = arith.constant -1 : index
// CHECK-NEXT:   %c4294967295 = arith.constant 4294967295 : index
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.return %c-1, %c4294967295, %c1_i32 : index, index, i32
// CHECK-NEXT: }
tt.func @index_of_constants() -> (index, index, i32) {
  %a = arith.constant -1 : i32
  %b = arith.constant 4294967297 : index
  %0 = arith.index_cast %a : i32 to index
  %1 = arith.index_castui %a : i32 to index
  %2 = arith.index_cast %b : index to i32
  tt.return %0, %1, %2 : index, index, i32
}

// CHECK: tt.func @bits(%arg0: i32) -> (i32, f32, tensor<2xi32>, f32, i32, i32) {
// CHECK-NEXT:   %c1065353216_i32 = arith.constant 1065353216 : i32
// CHECK-NEXT:   %cst = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant dense<1065353216> : tensor<2xi32>
// CHECK-NEXT:   %0 = ub.poison : f32
// CHECK-NEXT:   tt.return %c1065353216_i32, %cst, %cst_0, %0, %arg0, %arg0 : i32, f32, tensor<2xi32>, f32, i32, i32
// CHECK-NEXT: }
tt.func @bits(%x: i32) -> (i32, f32, tensor<2xi32>, f32, i32, i32) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 1073741824 : i32
  %s = arith.constant dense<1.0> : tensor<2xf32>
  %p = ub.poison : i32
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %b : i32 to f32
  %2 = arith.bitcast %s : tensor<2xf32> to tensor<2xi32>
  %3 = arith.bitcast %p : i32 to f32
  %4 = arith.bitcast %x : i32 to f32
  %5 = arith.bitcast %4 : f32 to i32
  %6 = arith.bitcast %x : i32 to i32
  tt.return %0, %1, %2, %3, %5, %6 : i32, f32, tensor<2xi32>, f32, i32, i32
}

// Flags of a truncation are kept when the shift before it becomes unsigned.
// CHECK-LABEL: tt.func @flags_of_truncations(
// CHECK:         arith.shrui %arg0
// CHECK-NEXT:    arith.trunci %{{.*}} overflow<nsw> : i32 to i16
// CHECK-NEXT:    arith.shrui %arg1
// CHECK-NEXT:    arith.trunci %{{.*}} overflow<nsw, nuw> : tensor<4xi64> to tensor<4xi32>
tt.func @flags_of_truncations(%x: i32, %y: tensor<4xi64>) -> (i16, tensor<4xi32>) {
  %c16 = arith.constant 16 : i32
  %c32 = arith.constant dense<32> : tensor<4xi64>
  %0 = arith.shrsi %x, %c16 : i32
  %1 = arith.trunci %0 overflow<nsw> : i32 to i16
  %2 = arith.shrsi %y, %c32 : tensor<4xi64>
  %3 = arith.trunci %2 overflow<nsw, nuw> : tensor<4xi64> to tensor<4xi32>
  tt.return %1, %3 : i16, tensor<4xi32>
}

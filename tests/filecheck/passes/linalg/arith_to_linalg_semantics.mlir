// Every function computes the same before and after; the interpreter compares them on generated inputs.
// RUN: xtriton-opt %s --triton-arith-to-linalg='pids-to-func-args=false tt-to-func-func=false exact=true' --verify-each=interp | filecheck %s

// CHECK-NOT: {{tt\.(reduce|scan|splat|broadcast|dot|gather|histogram|join|split|cat|trans|make_range)}}

// CHECK-LABEL: tt.func @reduce_pair
tt.func @reduce_pair(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0:2 = "tt.reduce"(%x, %y) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %less = arith.cmpf olt, %a, %b : f32
    %v = arith.select %less, %b, %a : f32
    %k = arith.select %less, %j, %i : i32
    tt.reduce.return %v, %k : f32, i32
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  tt.return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: tt.func @reduce_all
tt.func @reduce_all(%x: tensor<16xi32>, %f: tensor<16xf32>) -> (i32, i32, i32, i32, i32, f32, f32) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.andi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<16xi32>) -> i32
  %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.minui %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<16xi32>) -> i32
  %2 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<16xi32>) -> i32
  %3 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<16xi32>) -> i32
  %4 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.xori %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<16xi32>) -> i32
  %5 = "tt.reduce"(%f) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  %6 = "tt.reduce"(%f) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.minimumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<16xf32>) -> f32
  tt.return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, i32, i32, f32, f32
}

// CHECK-LABEL: tt.func @reduce_middle
tt.func @reduce_middle(%x: tensor<2x4x8xi32>) -> tensor<2x8xi32> {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.reduce.return %s : i32
  }) : (tensor<2x4x8xi32>) -> tensor<2x8xi32>
  tt.return %0 : tensor<2x8xi32>
}

// CHECK-LABEL: tt.func @scans
tt.func @scans(%x: tensor<4x8xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) {
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %1 = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<4x8xi32>) -> tensor<4x8xi32>
  %2 = "tt.scan"(%x) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<4x8xi32>) -> tensor<4x8xi32>
  tt.return %0, %1, %2 : tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>
}

// The last nonzero number so far: combining is associative, but not commutative.
// CHECK-LABEL: tt.func @scan_pair
tt.func @scan_pair(%x: tensor<8xi32>, %y: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0:2 = "tt.scan"(%x, %y) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %f: i32, %b: i32, %g: i32):
    %z = arith.constant 0 : i32
    %set = arith.cmpi ne, %g, %z : i32
    %v = arith.select %set, %b, %a : i32
    %k = arith.ori %f, %g : i32
    tt.scan.return %v, %k : i32, i32
  }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
  tt.return %0#0, %0#1 : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: tt.func @gather
tt.func @gather(%x: tensor<4x8xf32>, %i: tensor<4x2xi32>) -> tensor<4x2xf32> {
  %m = arith.constant dense<7> : tensor<4x2xi32>
  %j = arith.andi %i, %m : tensor<4x2xi32>
  %0 = tt.gather %x[%j] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: tt.func @histogram
tt.func @histogram(%x: tensor<16xi32>, %m: tensor<16xi1>) -> (tensor<4xi32>, tensor<8xi32>) {
  %c = arith.constant dense<7> : tensor<16xi32>
  %k = arith.andi %x, %c : tensor<16xi32>
  %0 = tt.histogram %k : tensor<16xi32> -> tensor<4xi32>
  %1 = tt.histogram %k, %m : tensor<16xi32> -> tensor<8xi32>
  tt.return %0, %1 : tensor<4xi32>, tensor<8xi32>
}

// CHECK-LABEL: tt.func @shapes
tt.func @shapes(%x: tensor<4x2xi32>, %y: tensor<4x2xi32>, %s: i32) -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<16xi32>, tensor<2x4xi32>, tensor<4x8xi32>) {
  %j = tt.join %x, %y : tensor<4x2xi32> -> tensor<4x2x2xi32>
  %a, %b = tt.split %j : tensor<4x2x2xi32> -> tensor<4x2xi32>
  %f = tt.reshape %j : tensor<4x2x2xi32> -> tensor<16xi32>
  %t = tt.trans %x {order = array<i32: 1, 0>} : tensor<4x2xi32> -> tensor<2x4xi32>
  %r = tt.make_range {start = 3 : i32, end = 11 : i32} : tensor<8xi32>
  %e = tt.expand_dims %r {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %w = tt.broadcast %e : tensor<1x8xi32> -> tensor<4x8xi32>
  %v = tt.splat %s : i32 -> tensor<4x8xi32>
  %z = arith.addi %w, %v : tensor<4x8xi32>
  tt.return %a, %b, %f, %t, %z : tensor<4x2xi32>, tensor<4x2xi32>, tensor<16xi32>, tensor<2x4xi32>, tensor<4x8xi32>
}

// CHECK-LABEL: tt.func @cat
tt.func @cat(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<16xi32> {
  %0 = tt.cat %x, %y : tensor<8xi32> -> tensor<16xi32>
  tt.return %0 : tensor<16xi32>
}

// CHECK-LABEL: tt.func @reshape_across
tt.func @reshape_across(%x: tensor<4x2xi32>) -> tensor<2x4xi32> {
  %0 = tt.reshape %x : tensor<4x2xi32> -> tensor<2x4xi32>
  tt.return %0 : tensor<2x4xi32>
}

// CHECK-LABEL: tt.func @dots
tt.func @dots(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>, %i: tensor<16x32xi8>, %j: tensor<32x16xi8>, %k: tensor<16x16xi32>) -> (tensor<16x16xf32>, tensor<16x16xi32>) {
  %0 = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = tt.dot %i, %j, %k : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xi32>
  tt.return %0, %1 : tensor<16x16xf32>, tensor<16x16xi32>
}

// CHECK-LABEL: tt.func @batch_dot
tt.func @batch_dot(%a: tensor<2x16x16xf32>, %b: tensor<2x16x16xf32>, %c: tensor<2x16x16xf32>) -> tensor<2x16x16xf32> {
  %0 = tt.dot %a, %b, %c : tensor<2x16x16xf32> * tensor<2x16x16xf32> -> tensor<2x16x16xf32>
  tt.return %0 : tensor<2x16x16xf32>
}

// CHECK-LABEL: tt.func @elements
tt.func @elements(%x: tensor<8xf32>, %y: tensor<8xf32>, %h: tensor<8xf8E5M2>, %u: tensor<8xi32>, %v: tensor<8xi32>, %p: i1) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf16>, tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf8E4M3FN>) {
  %0 = tt.clampf %x, %y, %x, propagateNan = none : tensor<8xf32>
  %1 = tt.precise_divf %x, %y : tensor<8xf32>
  %2 = tt.fp_to_fp %h : tensor<8xf8E5M2> -> tensor<8xf16>
  %3 = tt.mulhiui %u, %v : tensor<8xi32>
  %4 = arith.select %p, %x, %y : tensor<8xf32>
  %5 = arith.cmpf ogt, %x, %y : tensor<8xf32>
  %6 = arith.select %5, %x, %y : tensor<8xi1>, tensor<8xf32>
  %7 = tt.fp_to_fp %h, rounding = rtne : tensor<8xf8E5M2> -> tensor<8xf8E4M3FN>
  tt.return %0, %1, %2, %3, %4, %6, %7 : tensor<8xf32>, tensor<8xf32>, tensor<8xf16>, tensor<8xi32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf8E4M3FN>
}

// Numbers too large for eight bits become the greatest number.
// CHECK-LABEL: tt.func @saturated
tt.func @saturated(%x: tensor<8xf32>, %h: tensor<8xf8E5M2>) -> (tensor<8xf8E4M3FN>, tensor<8xf8E5M2>, tensor<8xf8E4M3FN>) {
  %c = arith.constant dense<60000.0> : tensor<8xf32>
  %big = arith.mulf %x, %c : tensor<8xf32>
  %0 = tt.fp_to_fp %big, rounding = rtne : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %1 = tt.fp_to_fp %big, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  %f = tt.fp_to_fp %h : tensor<8xf8E5M2> -> tensor<8xf16>
  %d = arith.constant dense<1024.0> : tensor<8xf16>
  %m = arith.mulf %f, %d : tensor<8xf16>
  %g = tt.fp_to_fp %m, rounding = rtne : tensor<8xf16> -> tensor<8xf8E5M2>
  %2 = tt.fp_to_fp %g, rounding = rtne : tensor<8xf8E5M2> -> tensor<8xf8E4M3FN>
  tt.return %0, %1, %2 : tensor<8xf8E4M3FN>, tensor<8xf8E5M2>, tensor<8xf8E4M3FN>
}

// CHECK-LABEL: tt.func @towards_zero
tt.func @towards_zero(%x: tensor<32xf32>) -> (tensor<32xf16>, tensor<32xbf16>, tensor<32xf16>, tensor<32xf8E5M2>, tensor<32xf8E5M2>) {
  %c = arith.constant dense<70000.1> : tensor<32xf32>
  %d = arith.constant dense<1.1e-7> : tensor<32xf32>
  %big = arith.mulf %x, %c : tensor<32xf32>
  %small = arith.mulf %x, %d : tensor<32xf32>
  %0 = tt.fp_to_fp %big, rounding = rtz : tensor<32xf32> -> tensor<32xf16>
  %1 = tt.fp_to_fp %big, rounding = rtz : tensor<32xf32> -> tensor<32xbf16>
  %2 = tt.fp_to_fp %small, rounding = rtz : tensor<32xf32> -> tensor<32xf16>
  %3 = tt.fp_to_fp %big, rounding = rtz : tensor<32xf32> -> tensor<32xf8E5M2>
  %4 = tt.fp_to_fp %x, rounding = rtz : tensor<32xf32> -> tensor<32xf8E5M2>
  tt.return %0, %1, %2, %3, %4 : tensor<32xf16>, tensor<32xbf16>, tensor<32xf16>, tensor<32xf8E5M2>, tensor<32xf8E5M2>
}

// CHECK-LABEL: tt.func @library
tt.func @library(%x: tensor<8xf32>, %y: tensor<8xf32>, %i: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>) {
  %0 = tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "__nv_fadd_rn"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "__nv_fast_fdividef"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = tt.extern_elementwise %i {libname = "", libpath = "", pure = true, symbol = "__nv_abs"} : (tensor<8xi32>) -> tensor<8xi32>
  %3 = tt.extern_elementwise %i, %2 {libname = "", libpath = "", pure = true, symbol = "__nv_min"} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  %4 = tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "__nv_fmodf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %5 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_isinff"} : (tensor<8xf32>) -> tensor<8xi32>
  tt.return %0, %1, %2, %3, %4, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xi32>, tensor<8xi32>, tensor<8xf32>, tensor<8xi32>
}

// CHECK-LABEL: tt.func @printed
tt.func @printed(%x: tensor<2x2xi32>, %s: f32) {
  tt.print " x: " {hex = false, isSigned = array<i32: 1, 0>} : %x, %s : tensor<2x2xi32>, f32
  tt.return
}

// CHECK-LABEL: tt.func @map
tt.func @map(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %0 = "tt.map_elementwise"(%x, %y) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.subi %a, %b : i32
    tt.map_elementwise.return %s : i32
  }) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  tt.return %0 : tensor<8xi32>
}

// CHECK-LABEL: tt.func @scaled
tt.func @scaled(%a: tensor<32x64xi8>, %as: tensor<32x4xi8>, %b: tensor<128x32xf8E5M2>, %bs: tensor<32x4xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e2m1 rhs = e5m2 {fastMath = false} : tensor<32x64xi8>, tensor<32x4xi8> * tensor<128x32xf8E5M2>, tensor<32x4xi8> -> tensor<32x32xf32>
  tt.return %0 : tensor<32x32xf32>
}

// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: tt.func @pointer_casts(%arg0: !tt.ptr<f32>, %arg1: i64, %arg2: tensor<8x!tt.ptr<f32, 3>>, %arg3: tensor<8xi64>) {
// CHECK-NEXT:   %0 = tt.ptr_to_int %arg0 : !tt.ptr<f32> -> i64
// CHECK-NEXT:   %1 = tt.ptr_to_int %arg2 {tag} : tensor<8x!tt.ptr<f32, 3>> -> tensor<8xi64>
// CHECK-NEXT:   %2 = tt.int_to_ptr %arg1 : i64 -> !tt.ptr<f32>
// CHECK-NEXT:   %3 = tt.int_to_ptr %arg3 {tag} : tensor<8xi64> -> tensor<8x!tt.ptr<!tt.ptr<i8>, 3>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, i64, tensor<8x!tt.ptr<f32, 3>>, tensor<8xi64>) -> (), sym_name = "pointer_casts"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: tensor<8x!tt.ptr<f32, 3>>, %{{.*}}: tensor<8xi64>):
// GENERIC-NEXT:   %{{.*}} = "tt.ptr_to_int"(%{{.*}}) : (!tt.ptr<f32>) -> i64
// GENERIC-NEXT:   %{{.*}} = "tt.ptr_to_int"(%{{.*}}) {tag} : (tensor<8x!tt.ptr<f32, 3>>) -> tensor<8xi64>
// GENERIC-NEXT:   %{{.*}} = "tt.int_to_ptr"(%{{.*}}) : (i64) -> !tt.ptr<f32>
// GENERIC-NEXT:   %{{.*}} = "tt.int_to_ptr"(%{{.*}}) {tag} : (tensor<8xi64>) -> tensor<8x!tt.ptr<!tt.ptr<i8>, 3>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @pointer_casts(%p: !tt.ptr<f32>, %i: i64, %ps: tensor<8x!tt.ptr<f32, 3>>, %is: tensor<8xi64>) {
  %0 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  %1 = tt.ptr_to_int %ps {tag} : tensor<8x!tt.ptr<f32, 3>> -> tensor<8xi64>
  %2 = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
  %3 = tt.int_to_ptr %is {tag} : tensor<8xi64> -> tensor<8x!tt.ptr<!tt.ptr<i8>, 3>>
  tt.return
}

// CHECK: tt.func @bitcast(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32, 3>, %arg2: i16, %arg3: tensor<4x!tt.ptr<i1>>, %arg4: tensor<2x2xf32>, %arg5: f8E4M3FN) {
// CHECK-NEXT:   %0 = tt.bitcast %arg0 : !tt.ptr<f32> -> !tt.ptr<i8>
// CHECK-NEXT:   %1 = tt.bitcast %arg1 : !tt.ptr<f32, 3> -> !tt.ptr<i8, 3>
// CHECK-NEXT:   %2 = tt.bitcast %arg2 : i16 -> bf16
// CHECK-NEXT:   %3 = tt.bitcast %arg3 {tt.tag = true} : tensor<4x!tt.ptr<i1>> -> tensor<4x!tt.ptr<i8>>
// CHECK-NEXT:   %4 = tt.bitcast %arg4 : tensor<2x2xf32> -> tensor<2x2xi32>
// CHECK-NEXT:   %5 = tt.bitcast %arg5 : f8E4M3FN -> i8
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, !tt.ptr<f32, 3>, i16, tensor<4x!tt.ptr<i1>>, tensor<2x2xf32>, f8E4M3FN) -> (), sym_name = "bitcast"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: !tt.ptr<f32, 3>, %{{.*}}: i16, %{{.*}}: tensor<4x!tt.ptr<i1>>, %{{.*}}: tensor<2x2xf32>, %{{.*}}: f8E4M3FN):
// GENERIC-NEXT:   %{{.*}} = "tt.bitcast"(%{{.*}}) : (!tt.ptr<f32>) -> !tt.ptr<i8>
// GENERIC-NEXT:   %{{.*}} = "tt.bitcast"(%{{.*}}) : (!tt.ptr<f32, 3>) -> !tt.ptr<i8, 3>
// GENERIC-NEXT:   %{{.*}} = "tt.bitcast"(%{{.*}}) : (i16) -> bf16
// GENERIC-NEXT:   %{{.*}} = "tt.bitcast"(%{{.*}}) {tt.tag = true} : (tensor<4x!tt.ptr<i1>>) -> tensor<4x!tt.ptr<i8>>
// GENERIC-NEXT:   %{{.*}} = "tt.bitcast"(%{{.*}}) : (tensor<2x2xf32>) -> tensor<2x2xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.bitcast"(%{{.*}}) : (f8E4M3FN) -> i8
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @bitcast(%p: !tt.ptr<f32>, %q: !tt.ptr<f32, 3>, %x: i16, %ps: tensor<4x!tt.ptr<i1>>, %xs: tensor<2x2xf32>, %y: f8E4M3FN) {
  %0 = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i8>
  %1 = tt.bitcast %q : !tt.ptr<f32, 3> -> !tt.ptr<i8, 3>
  %2 = tt.bitcast %x : i16 -> bf16
  %3 = tt.bitcast %ps {tt.tag = true} : tensor<4x!tt.ptr<i1>> -> tensor<4x!tt.ptr<i8>>
  %4 = tt.bitcast %xs : tensor<2x2xf32> -> tensor<2x2xi32>
  %5 = tt.bitcast %y : f8E4M3FN -> i8
  tt.return
}

// CHECK: tt.func @fp_to_fp(%arg0: f32, %arg1: tensor<16xf16>, %arg2: tensor<16xf8E5M2>, %arg3: f8E4M3FNUZ) {
// CHECK-NEXT:   %0 = tt.fp_to_fp %arg0, rounding = rtne : f32 -> f8E5M2
// CHECK-NEXT:   %1 = tt.fp_to_fp %arg1, rounding = rtz : tensor<16xf16> -> tensor<16xf8E4M3FN>
// CHECK-NEXT:   %2 = tt.fp_to_fp %arg2 : tensor<16xf8E5M2> -> tensor<16xf64>
// CHECK-NEXT:   %3 = tt.fp_to_fp %arg3 {tag = 1 : i8}, rounding = rtne : f8E4M3FNUZ -> f8E5M2FNUZ
// CHECK-NEXT:   %4 = tt.fp_to_fp %arg1, rounding = rtz : tensor<16xf16> -> tensor<16xbf16>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32, tensor<16xf16>, tensor<16xf8E5M2>, f8E4M3FNUZ) -> (), sym_name = "fp_to_fp"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: tensor<16xf16>, %{{.*}}: tensor<16xf8E5M2>, %{{.*}}: f8E4M3FNUZ):
// GENERIC-NEXT:   %{{.*}} = "tt.fp_to_fp"(%{{.*}}) <{rounding = 1 : i32}> : (f32) -> f8E5M2
// GENERIC-NEXT:   %{{.*}} = "tt.fp_to_fp"(%{{.*}}) <{rounding = 0 : i32}> : (tensor<16xf16>) -> tensor<16xf8E4M3FN>
// GENERIC-NEXT:   %{{.*}} = "tt.fp_to_fp"(%{{.*}}) : (tensor<16xf8E5M2>) -> tensor<16xf64>
// GENERIC-NEXT:   %{{.*}} = "tt.fp_to_fp"(%{{.*}}) <{rounding = 1 : i32}> {tag = 1 : i8} : (f8E4M3FNUZ) -> f8E5M2FNUZ
// GENERIC-NEXT:   %{{.*}} = "tt.fp_to_fp"(%{{.*}}) <{rounding = 0 : i32}> : (tensor<16xf16>) -> tensor<16xbf16>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @fp_to_fp(%x: f32, %xs: tensor<16xf16>, %ys: tensor<16xf8E5M2>, %z: f8E4M3FNUZ) {
  %0 = tt.fp_to_fp %x, rounding = rtne : f32 -> f8E5M2
  %1 = tt.fp_to_fp %xs, rounding = rtz : tensor<16xf16> -> tensor<16xf8E4M3FN>
  %2 = tt.fp_to_fp %ys : tensor<16xf8E5M2> -> tensor<16xf64>
  %3 = tt.fp_to_fp %z {tag = 1 : i8}, rounding = rtne : f8E4M3FNUZ -> f8E5M2FNUZ
  %4 = tt.fp_to_fp %xs {rounding = 0 : i32} : tensor<16xf16> -> tensor<16xbf16>
  tt.return
}

// CHECK: tt.func @clampf(%arg0: f32, %arg1: tensor<4xbf16>) {
// CHECK-NEXT:   %0 = tt.clampf %arg0, %arg0, %arg0, propagateNan = none : f32
// CHECK-NEXT:   %1 = tt.clampf %arg1, %arg1, %arg1, propagateNan = all {tag} : tensor<4xbf16>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32, tensor<4xbf16>) -> (), sym_name = "clampf"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: tensor<4xbf16>):
// GENERIC-NEXT:   %{{.*}} = "tt.clampf"(%{{.*}}, %{{.*}}, %{{.*}}) <{propagateNan = 0 : i32}> : (f32, f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.clampf"(%{{.*}}, %{{.*}}, %{{.*}}) <{propagateNan = 65535 : i32}> {tag} : (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @clampf(%x: f32, %xs: tensor<4xbf16>) {
  %0 = tt.clampf %x, %x, %x, propagateNan = none : f32
  %1 = tt.clampf %xs, %xs, %xs, propagateNan = all {tag = unit} : tensor<4xbf16>
  tt.return
}

// CHECK: tt.func @precise(%arg0: f32, %arg1: tensor<4x4xf64>) {
// CHECK-NEXT:   %0 = tt.precise_sqrt %arg0 : f32
// CHECK-NEXT:   %1 = tt.precise_sqrt %arg1 {tag} : tensor<4x4xf64>
// CHECK-NEXT:   %2 = tt.precise_divf %arg0, %arg0 : f32
// CHECK-NEXT:   %3 = tt.precise_divf %arg1, %arg1 {tag} : tensor<4x4xf64>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32, tensor<4x4xf64>) -> (), sym_name = "precise"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: tensor<4x4xf64>):
// GENERIC-NEXT:   %{{.*}} = "tt.precise_sqrt"(%{{.*}}) : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.precise_sqrt"(%{{.*}}) {tag} : (tensor<4x4xf64>) -> tensor<4x4xf64>
// GENERIC-NEXT:   %{{.*}} = "tt.precise_divf"(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.precise_divf"(%{{.*}}, %{{.*}}) {tag} : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @precise(%x: f32, %xs: tensor<4x4xf64>) {
  %0 = tt.precise_sqrt %x : f32
  %1 = tt.precise_sqrt %xs {tag} : tensor<4x4xf64>
  %2 = tt.precise_divf %x, %x : f32
  %3 = tt.precise_divf %xs, %xs {tag} : tensor<4x4xf64>
  tt.return
}

// CHECK: tt.func @mulhiui(%arg0: i32, %arg1: tensor<4xi64>, %arg2: i1, %arg3: tensor<i4>) {
// CHECK-NEXT:   %0 = tt.mulhiui %arg0, %arg0 : i32
// CHECK-NEXT:   %1 = tt.mulhiui %arg1, %arg1 {tag} : tensor<4xi64>
// CHECK-NEXT:   %2 = tt.mulhiui %arg2, %arg2 : i1
// CHECK-NEXT:   %3 = tt.mulhiui %arg3, %arg3 : tensor<i4>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, tensor<4xi64>, i1, tensor<i4>) -> (), sym_name = "mulhiui"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: tensor<4xi64>, %{{.*}}: i1, %{{.*}}: tensor<i4>):
// GENERIC-NEXT:   %{{.*}} = "tt.mulhiui"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.mulhiui"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
// GENERIC-NEXT:   %{{.*}} = "tt.mulhiui"(%{{.*}}, %{{.*}}) : (i1, i1) -> i1
// GENERIC-NEXT:   %{{.*}} = "tt.mulhiui"(%{{.*}}, %{{.*}}) : (tensor<i4>, tensor<i4>) -> tensor<i4>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @mulhiui(%x: i32, %xs: tensor<4xi64>, %y: i1, %ys: tensor<i4>) {
  %0 = tt.mulhiui %x, %x : i32
  %1 = tt.mulhiui %xs, %xs {tag} : tensor<4xi64>
  %2 = tt.mulhiui %y, %y : i1
  %3 = tt.mulhiui %ys, %ys : tensor<i4>
  tt.return
}

// CHECK: tt.func @extern_elementwise(%arg0: tensor<8xf32>, %arg1: f64, %arg2: !tt.ptr<i8>) {
// CHECK-NEXT:   %0 = tt.extern_elementwise %arg0, %arg0 {libname = "libdevice", libpath = "/lib/device.bc", pure = true, symbol = "__nv_powf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = tt.extern_elementwise %arg1 {libname = "", libpath = "", pure = false, symbol = "__nv_exp"} : (f64) -> f64
// CHECK-NEXT:   %2 = tt.extern_elementwise  {libname = "", libpath = "", pure = true, symbol = "clock"} : () -> i64
// CHECK-NEXT:   %3 = tt.extern_elementwise %arg2, %arg1 {libname = "a\22b", libpath = "\09", pure = true, symbol = "f", tag} : (!tt.ptr<i8>, f64) -> !tt.ptr<i8>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<8xf32>, f64, !tt.ptr<i8>) -> (), sym_name = "extern_elementwise"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: f64, %{{.*}}: !tt.ptr<i8>):
// GENERIC-NEXT:   %{{.*}} = "tt.extern_elementwise"(%{{.*}}, %{{.*}}) <{libname = "libdevice", libpath = "/lib/device.bc", pure = true, symbol = "__nv_powf"}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.extern_elementwise"(%{{.*}}) <{libname = "", libpath = "", pure = false, symbol = "__nv_exp"}> : (f64) -> f64
// GENERIC-NEXT:   %{{.*}} = "tt.extern_elementwise"() <{libname = "", libpath = "", pure = true, symbol = "clock"}> : () -> i64
// GENERIC-NEXT:   %{{.*}} = "tt.extern_elementwise"(%{{.*}}, %{{.*}}) <{libname = "a\22b", libpath = "\09", pure = true, symbol = "f"}> {tag} : (!tt.ptr<i8>, f64) -> !tt.ptr<i8>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @extern_elementwise(%x: tensor<8xf32>, %y: f64, %p: !tt.ptr<i8>) {
  %0 = tt.extern_elementwise %x, %x {libname = "libdevice", libpath = "/lib/device.bc", pure = true, symbol = "__nv_powf"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = tt.extern_elementwise %y {libname = "", libpath = "", pure = false, symbol = "__nv_exp"} : (f64) -> f64
  %2 = tt.extern_elementwise  {libname = "", libpath = "", pure = true, symbol = "clock"} : () -> i64
  %3 = tt.extern_elementwise %p, %y {libname = "a\"b", libpath = "\09", pure = true, symbol = "f", tag} : (!tt.ptr<i8>, f64) -> !tt.ptr<i8>
  tt.return
}

// CHECK: tt.func @elementwise_inline_asm(%arg0: tensor<8xi32>, %arg1: i32) {
// CHECK-NEXT:   %0 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg0 : tensor<8xi32> -> tensor<8xi32>
// CHECK-NEXT:   %1:2 = tt.elementwise_inline_asm "{ mov.b32 $0, $2; mov.b32 $1, $3; }" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false, tag} %arg0, %arg0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>, tensor<8xf32>
// CHECK-NEXT:   %2 = tt.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
// CHECK-NEXT:   %3 = tt.elementwise_inline_asm "neg.s32 $0, $1;\0A" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %arg1 : i32 -> i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<8xi32>, i32) -> (), sym_name = "elementwise_inline_asm"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<8xi32>, %{{.*}}: i32):
// GENERIC-NEXT:   %{{.*}} = "tt.elementwise_inline_asm"(%{{.*}}) <{asm_string = "shl.b32 $0, $1, 3;", constraints = "=r,r", packed_element = 1 : i32, pure = true}> : (tensor<8xi32>) -> tensor<8xi32>
// GENERIC-NEXT:   %{{.*}}:2 = "tt.elementwise_inline_asm"(%{{.*}}, %{{.*}}) <{asm_string = "{ mov.b32 $0, $2; mov.b32 $1, $3; }", constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false}> {tag} : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xf32>)
// GENERIC-NEXT:   %{{.*}} = "tt.elementwise_inline_asm"() <{asm_string = "mov.u32 $0, %laneid;", constraints = "=r", packed_element = 1 : i32, pure = true}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.elementwise_inline_asm"(%{{.*}}) <{asm_string = "neg.s32 $0, $1;\0A", constraints = "=r,r", packed_element = 1 : i32, pure = true}> : (i32) -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @elementwise_inline_asm(%x: tensor<8xi32>, %y: i32) {
  %0 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<8xi32> -> tensor<8xi32>
  %1:2 = tt.elementwise_inline_asm "{ mov.b32 $0, $2; mov.b32 $1, $3; }" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false, tag} %x, %x : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>, tensor<8xf32>
  %2 = tt.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %3 = tt.elementwise_inline_asm "neg.s32 $0, $1;\0A" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %y : i32 -> i32
  tt.return
}

// CHECK: tt.func @map_elementwise(%arg0: tensor<8xf32>, %arg1: tensor<8xi32>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = "tt.map_elementwise"(%arg0, %arg1) <{pack = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: i32):
// CHECK-NEXT:     %2 = tt.precise_sqrt %arg2 : f32
// CHECK-NEXT:     tt.map_elementwise.return %2 : f32
// CHECK-NEXT:   }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
// CHECK-NEXT:   %1:2 = "tt.map_elementwise"(%0) <{pack = 2 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg2: f32, %arg3: f32):
// CHECK-NEXT:     %2 = tt.bitcast %arg2 : f32 -> i32
// CHECK-NEXT:     tt.map_elementwise.return {tag} %arg2, %arg3, %2, %2 : f32, f32, i32, i32
// CHECK-NEXT:   }) {tag} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi32>)
// CHECK-NEXT:   tt.return %1#0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>, sym_name = "map_elementwise"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xi32>):
// GENERIC-NEXT:   %{{.*}} = "tt.map_elementwise"(%{{.*}}, %{{.*}}) <{pack = 1 : i32}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f32, %{{.*}}: i32):
// GENERIC-NEXT:     %{{.*}} = "tt.precise_sqrt"(%{{.*}}) : (f32) -> f32
// GENERIC-NEXT:     "tt.map_elementwise.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:   }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
// GENERIC-NEXT:   %{{.*}}:2 = "tt.map_elementwise"(%{{.*}}) <{pack = 2 : i32}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// GENERIC-NEXT:     %{{.*}} = "tt.bitcast"(%{{.*}}) : (f32) -> i32
// GENERIC-NEXT:     "tt.map_elementwise.return"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {tag} : (f32, f32, i32, i32) -> ()
// GENERIC-NEXT:   }) {tag} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi32>)
// GENERIC-NEXT:   "tt.return"(%{{.*}}#0) : (tensor<8xf32>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @map_elementwise(%x: tensor<8xf32>, %y: tensor<8xi32>) -> tensor<8xf32> {
  %0 = "tt.map_elementwise"(%x, %y) <{pack = 1 : i32}> ({
  ^bb0(%a: f32, %b: i32):
    %s = tt.precise_sqrt %a : f32
    tt.map_elementwise.return %s : f32
  }) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf32>
  %1:2 = "tt.map_elementwise"(%0) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = tt.bitcast %a : f32 -> i32
    tt.map_elementwise.return {tag} %a, %b, %c, %c : f32, f32, i32, i32
  }) {tag} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi32>)
  tt.return %1#0 : tensor<8xf32>
}

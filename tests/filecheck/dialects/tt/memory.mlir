// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: tt.func @addptr_scalar(%arg0: !tt.ptr<f32>, %arg1: i32, %arg2: i64) -> !tt.ptr<f32> {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg1 : !tt.ptr<f32>, i32
// CHECK-NEXT:   %1 = tt.addptr %0, %arg2 {tt.contiguity = 4 : i32} : !tt.ptr<f32>, i64
// CHECK-NEXT:   tt.return %1 : !tt.ptr<f32>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, i32, i64) -> !tt.ptr<f32>, sym_name = "addptr_scalar"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: i32, %{{.*}}: i64):
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) : (!tt.ptr<f32>, i32) -> !tt.ptr<f32>
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) {tt.contiguity = 4 : i32} : (!tt.ptr<f32>, i64) -> !tt.ptr<f32>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (!tt.ptr<f32>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @addptr_scalar(%p: !tt.ptr<f32>, %o: i32, %o64: i64) -> !tt.ptr<f32> {
  %0 = tt.addptr %p, %o : !tt.ptr<f32>, i32
  %1 = tt.addptr %0, %o64 {tt.contiguity = 4 : i32} : !tt.ptr<f32>, i64
  tt.return %1 : !tt.ptr<f32>
}

// CHECK: tt.func @addptr_tensor(%arg0: tensor<4x8x!tt.ptr<f16, 3>>, %arg1: tensor<4x8xi16>) -> tensor<4x8x!tt.ptr<f16, 3>> {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg1 : tensor<4x8x!tt.ptr<f16, 3>>, tensor<4x8xi16>
// CHECK-NEXT:   tt.return %0 : tensor<4x8x!tt.ptr<f16, 3>>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8x!tt.ptr<f16, 3>>, tensor<4x8xi16>) -> tensor<4x8x!tt.ptr<f16, 3>>, sym_name = "addptr_tensor"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8x!tt.ptr<f16, 3>>, %{{.*}}: tensor<4x8xi16>):
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) : (tensor<4x8x!tt.ptr<f16, 3>>, tensor<4x8xi16>) -> tensor<4x8x!tt.ptr<f16, 3>>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (tensor<4x8x!tt.ptr<f16, 3>>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @addptr_tensor(%p: tensor<4x8x!tt.ptr<f16, 3>>, %o: tensor<4x8xi16>) -> tensor<4x8x!tt.ptr<f16, 3>> {
  %0 = tt.addptr %p, %o : tensor<4x8x!tt.ptr<f16, 3>>, tensor<4x8xi16>
  tt.return %0 : tensor<4x8x!tt.ptr<f16, 3>>
}

// CHECK: tt.func @addptr_unusual(%arg0: !tt.ptr<!tt.ptr<i1>>, %arg1: tensor<!tt.ptr<f8E5M2>>, %arg2: i4, %arg3: tensor<i1>) {
// CHECK-NEXT:   %0 = tt.addptr %arg0, %arg2 : !tt.ptr<!tt.ptr<i1>>, i4
// CHECK-NEXT:   %1 = tt.addptr %arg1, %arg3 : tensor<!tt.ptr<f8E5M2>>, tensor<i1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<!tt.ptr<i1>>, tensor<!tt.ptr<f8E5M2>>, i4, tensor<i1>) -> (), sym_name = "addptr_unusual"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<!tt.ptr<i1>>, %{{.*}}: tensor<!tt.ptr<f8E5M2>>, %{{.*}}: i4, %{{.*}}: tensor<i1>):
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) : (!tt.ptr<!tt.ptr<i1>>, i4) -> !tt.ptr<!tt.ptr<i1>>
// GENERIC-NEXT:   %{{.*}} = "tt.addptr"(%{{.*}}, %{{.*}}) : (tensor<!tt.ptr<f8E5M2>>, tensor<i1>) -> tensor<!tt.ptr<f8E5M2>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @addptr_unusual(%p: !tt.ptr<!tt.ptr<i1>>, %q: tensor<!tt.ptr<f8E5M2>>, %o: i4, %r: tensor<i1>) {
  %0 = tt.addptr %p, %o : !tt.ptr<!tt.ptr<i1>>, i4
  %1 = tt.addptr %q, %r : tensor<!tt.ptr<f8E5M2>>, tensor<i1>
  tt.return
}

// CHECK: tt.func @make_tensor_ptr(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<i8, 3>, %arg2: i64, %arg3: i32) {
// CHECK-NEXT:   %0 = tt.make_tensor_ptr %arg0, [%arg2, %arg2], [%arg2, %arg2], [%arg3, %arg3] {order = array<i32: 1, 0>} : <tensor<32x64xf16>>
// CHECK-NEXT:   %1 = tt.make_tensor_ptr %arg1, [%arg2], [%arg2], [%arg3] {order = array<i32: 0>, tag = "x"} : <tensor<8xi8>, 3>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f16>, !tt.ptr<i8, 3>, i64, i32) -> (), sym_name = "make_tensor_ptr"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f16>, %{{.*}}: !tt.ptr<i8, 3>, %{{.*}}: i64, %{{.*}}: i32):
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_ptr"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{order = array<i32: 1, 0>}> : (!tt.ptr<f16>, i64, i64, i64, i64, i32, i32) -> !tt.ptr<tensor<32x64xf16>>
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_ptr"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{order = array<i32: 0>}> {tag = "x"} : (!tt.ptr<i8, 3>, i64, i64, i32) -> !tt.ptr<tensor<8xi8>, 3>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @make_tensor_ptr(%p: !tt.ptr<f16>, %q: !tt.ptr<i8, 3>, %n: i64, %o: i32) {
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%o, %o] {order = array<i32: 1, 0>} : <tensor<32x64xf16>>
  %1 = tt.make_tensor_ptr %q, [%n], [%n], [%o] {order = array<i32: 0>, tag = "x"} : !tt.ptr<tensor<8xi8>, 3>
  tt.return
}

// CHECK: tt.func @advance(%arg0: !tt.ptr<tensor<32x64xf16>>, %arg1: i32) -> !tt.ptr<tensor<32x64xf16>> {
// CHECK-NEXT:   %0 = tt.advance %arg0, [%arg1, %arg1] : <tensor<32x64xf16>>
// CHECK-NEXT:   %1 = tt.advance %0, [] {tag} : <tensor<32x64xf16>>
// CHECK-NEXT:   tt.return %1 : !tt.ptr<tensor<32x64xf16>>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<tensor<32x64xf16>>, i32) -> !tt.ptr<tensor<32x64xf16>>, sym_name = "advance"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<tensor<32x64xf16>>, %{{.*}}: i32):
// GENERIC-NEXT:   %{{.*}} = "tt.advance"(%{{.*}}, %{{.*}}, %{{.*}}) : (!tt.ptr<tensor<32x64xf16>>, i32, i32) -> !tt.ptr<tensor<32x64xf16>>
// GENERIC-NEXT:   %{{.*}} = "tt.advance"(%{{.*}}) {tag} : (!tt.ptr<tensor<32x64xf16>>) -> !tt.ptr<tensor<32x64xf16>>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (!tt.ptr<tensor<32x64xf16>>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @advance(%p: !tt.ptr<tensor<32x64xf16>>, %o: i32) -> !tt.ptr<tensor<32x64xf16>> {
  %0 = tt.advance %p, [%o, %o] : <tensor<32x64xf16>>
  %1 = tt.advance %0, [] {tag} : !tt.ptr<tensor<32x64xf16>>
  tt.return %1 : !tt.ptr<tensor<32x64xf16>>
}

// CHECK: tt.func @load_scalar(%arg0: !tt.ptr<f32>, %arg1: i1, %arg2: f32) {
// CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<f32>
// CHECK-NEXT:   %1 = tt.load %arg0, %arg1 : !tt.ptr<f32>
// CHECK-NEXT:   %2 = tt.load %arg0, %arg1, %arg2 : !tt.ptr<f32>
// CHECK-NEXT:   %3 = tt.load %arg0 cacheModifier = ca evictionPolicy = evict_last : !tt.ptr<f32>
// CHECK-NEXT:   %4 = tt.load %arg0, %arg1, %arg2 cacheModifier = cv {isVolatile = true, tt.tag = "last"} : !tt.ptr<f32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, i1, f32) -> (), sym_name = "load_scalar"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: i1, %{{.*}}: f32):
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!tt.ptr<f32>, i1) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}, %{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tt.ptr<f32>, i1, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 2 : i32, evict = 3 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}, %{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 7 : i32, evict = 1 : i32, isVolatile = true, operandSegmentSizes = array<i32: 1, 1, 1>}> {tt.tag = "last"} : (!tt.ptr<f32>, i1, f32) -> f32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @load_scalar(%p: !tt.ptr<f32>, %m: i1, %d: f32) {
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p, %m : !tt.ptr<f32>
  %2 = tt.load %p, %m, %d : !tt.ptr<f32>
  %3 = tt.load %p evictionPolicy = evict_last cacheModifier = ca : !tt.ptr<f32>
  %4 = tt.load %p, %m, %d cacheModifier = cv {isVolatile = true, tt.tag = "last"} : !tt.ptr<f32>
  tt.return
}

// CHECK: tt.func @load_tensor(%arg0: tensor<128x!tt.ptr<i64>>, %arg1: tensor<128xi1>, %arg2: tensor<128xi64>) {
// CHECK-NEXT:   %0 = tt.load %arg0, %arg1, %arg2 cacheModifier = cg evictionPolicy = evict_first : tensor<128x!tt.ptr<i64>>
// CHECK-NEXT:   %1 = tt.load %arg0 : tensor<128x!tt.ptr<i64>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<128x!tt.ptr<i64>>, tensor<128xi1>, tensor<128xi64>) -> (), sym_name = "load_tensor"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<128x!tt.ptr<i64>>, %{{.*}}: tensor<128xi1>, %{{.*}}: tensor<128xi64>):
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}, %{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 3 : i32, evict = 2 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<128x!tt.ptr<i64>>, tensor<128xi1>, tensor<128xi64>) -> tensor<128xi64>
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<128x!tt.ptr<i64>>) -> tensor<128xi64>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @load_tensor(%p: tensor<128x!tt.ptr<i64>>, %m: tensor<128xi1>, %d: tensor<128xi64>) {
  %0 = tt.load %p, %m, %d cacheModifier = cg evictionPolicy = evict_first : tensor<128x!tt.ptr<i64>>
  %1 = tt.load %p cacheModifier = none evictionPolicy = evict_normal {isVolatile = false} : tensor<128x!tt.ptr<i64>>
  tt.return
}

// CHECK: tt.func @load_block(%arg0: !tt.ptr<tensor<16x16xf16>>) -> tensor<16x16xf16> {
// CHECK-NEXT:   %0 = tt.load %arg0 {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<16x16xf16>>
// CHECK-NEXT:   %1 = tt.load %arg0 {padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
// CHECK-NEXT:   tt.return %1 : tensor<16x16xf16>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<tensor<16x16xf16>>) -> tensor<16x16xf16>, sym_name = "load_block"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<tensor<16x16xf16>>):
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32: 0, 1>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>, padding = 2 : i32}> : (!tt.ptr<tensor<16x16xf16>>) -> tensor<16x16xf16>
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>, padding = 1 : i32}> : (!tt.ptr<tensor<16x16xf16>>) -> tensor<16x16xf16>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (tensor<16x16xf16>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @load_block(%p: !tt.ptr<tensor<16x16xf16>>) -> tensor<16x16xf16> {
  %0 = tt.load %p {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<16x16xf16>>
  %1 = tt.load %p {boundaryCheck = array<i32>, padding = 1 : i32} : !tt.ptr<tensor<16x16xf16>>
  tt.return %1 : tensor<16x16xf16>
}

// CHECK: tt.func @load_pointer(%arg0: !tt.ptr<!tt.ptr<f32>>, %arg1: tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>) {
// CHECK-NEXT:   %0 = tt.load %arg0 : !tt.ptr<!tt.ptr<f32>>
// CHECK-NEXT:   %1 = tt.load %0 : !tt.ptr<f32>
// CHECK-NEXT:   %2 = tt.load %arg1 : tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<!tt.ptr<f32>>, tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>) -> (), sym_name = "load_pointer"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<!tt.ptr<f32>>, %{{.*}}: tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>):
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<!tt.ptr<f32>>) -> !tt.ptr<f32>
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.load"(%{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>) -> tensor<8x!tt.ptr<i8, 3>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @load_pointer(%p: !tt.ptr<!tt.ptr<f32>>, %q: tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>) {
  %0 = tt.load %p : !tt.ptr<!tt.ptr<f32>>
  %1 = tt.load %0 : !tt.ptr<f32>
  %2 = tt.load %q : tensor<8x!tt.ptr<!tt.ptr<i8, 3>>>
  tt.return
}

// CHECK: tt.func @store(%arg0: !tt.ptr<bf16>, %arg1: bf16, %arg2: i1, %arg3: tensor<8x!tt.ptr<i1>>, %arg4: tensor<8xi1>, %arg5: !tt.ptr<tensor<4x4xi4>>, %arg6: tensor<4x4xi4>) {
// CHECK-NEXT:   tt.store %arg0, %arg1 : !tt.ptr<bf16>
// CHECK-NEXT:   tt.store %arg0, %arg1, %arg2 cacheModifier = wb evictionPolicy = evict_last : !tt.ptr<bf16>
// CHECK-NEXT:   tt.store %arg3, %arg4, %arg4 cacheModifier = wt evictionPolicy = evict_first : tensor<8x!tt.ptr<i1>>
// CHECK-NEXT:   tt.store %arg5, %arg6 cacheModifier = cs {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<4x4xi4>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<bf16>, bf16, i1, tensor<8x!tt.ptr<i1>>, tensor<8xi1>, !tt.ptr<tensor<4x4xi4>>, tensor<4x4xi4>) -> (), sym_name = "store"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<bf16>, %{{.*}}: bf16, %{{.*}}: i1, %{{.*}}: tensor<8x!tt.ptr<i1>>, %{{.*}}: tensor<8xi1>, %{{.*}}: !tt.ptr<tensor<4x4xi4>>, %{{.*}}: tensor<4x4xi4>):
// GENERIC-NEXT:   "tt.store"(%{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32}> : (!tt.ptr<bf16>, bf16) -> ()
// GENERIC-NEXT:   "tt.store"(%{{.*}}, %{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 4 : i32, evict = 3 : i32}> : (!tt.ptr<bf16>, bf16, i1) -> ()
// GENERIC-NEXT:   "tt.store"(%{{.*}}, %{{.*}}, %{{.*}}) <{boundaryCheck = array<i32>, cache = 6 : i32, evict = 2 : i32}> : (tensor<8x!tt.ptr<i1>>, tensor<8xi1>, tensor<8xi1>) -> ()
// GENERIC-NEXT:   "tt.store"(%{{.*}}, %{{.*}}) <{boundaryCheck = array<i32: 1>, cache = 5 : i32, evict = 1 : i32}> : (!tt.ptr<tensor<4x4xi4>>, tensor<4x4xi4>) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @store(%p: !tt.ptr<bf16>, %v: bf16, %m: i1, %ps: tensor<8x!tt.ptr<i1>>, %vs: tensor<8xi1>, %b: !tt.ptr<tensor<4x4xi4>>, %w: tensor<4x4xi4>) {
  tt.store %p, %v : !tt.ptr<bf16>
  tt.store %p, %v, %m cacheModifier = wb evictionPolicy = evict_last : !tt.ptr<bf16>
  tt.store %ps, %vs, %vs evictionPolicy = evict_first cacheModifier = wt : tensor<8x!tt.ptr<i1>>
  tt.store %b, %w cacheModifier = cs {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<4x4xi4>>
  tt.return
}

// CHECK: tt.func @atomic_rmw(%arg0: !tt.ptr<f32>, %arg1: f32, %arg2: i1, %arg3: tensor<64x!tt.ptr<i32>>, %arg4: tensor<64xi32>, %arg5: tensor<64xi1>) {
// CHECK-NEXT:   %0 = tt.atomic_rmw fadd, acq_rel, gpu, %arg0, %arg1, %arg2 : (!tt.ptr<f32>, f32, i1) -> f32
// CHECK-NEXT:   %1 = tt.atomic_rmw exch, relaxed, cta, %arg0, %arg1 {allocation.offset = 0 : i32} : (!tt.ptr<f32>, f32) -> f32
// CHECK-NEXT:   %2 = tt.atomic_rmw and, acquire, sys, %arg3, %arg4, %arg5 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
// CHECK-NEXT:   %3 = tt.atomic_rmw or, release, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %4 = tt.atomic_rmw xor, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %5 = tt.atomic_rmw add, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %6 = tt.atomic_rmw max, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %7 = tt.atomic_rmw min, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %8 = tt.atomic_rmw umax, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %9 = tt.atomic_rmw umin, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   %10 = tt.atomic_rmw umin, relaxed, gpu, %arg3, %arg4 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f32>, f32, i1, tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> (), sym_name = "atomic_rmw"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: tensor<64x!tt.ptr<i32>>, %{{.*}}: tensor<64xi32>, %{{.*}}: tensor<64xi1>):
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}, %{{.*}}) <{atomic_rmw_op = 5 : i32, scope = 1 : i32, sem = 4 : i32}> : (!tt.ptr<f32>, f32, i1) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 10 : i32, scope = 2 : i32, sem = 1 : i32}> {allocation.offset = 0 : i32} : (!tt.ptr<f32>, f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}, %{{.*}}) <{atomic_rmw_op = 1 : i32, scope = 3 : i32, sem = 2 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 2 : i32, scope = 1 : i32, sem = 3 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 3 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 4 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 6 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 7 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 8 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 9 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_rmw"(%{{.*}}, %{{.*}}) <{atomic_rmw_op = 9 : i32, scope = 1 : i32, sem = 1 : i32}> : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @atomic_rmw(%p: !tt.ptr<f32>, %v: f32, %m: i1, %ps: tensor<64x!tt.ptr<i32>>, %vs: tensor<64xi32>, %ms: tensor<64xi1>) {
  %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (!tt.ptr<f32>, f32, i1) -> f32
  %1 = tt.atomic_rmw exch, relaxed, cta, %p, %v {allocation.offset = 0 : i32} : (!tt.ptr<f32>, f32) -> f32
  %2 = tt.atomic_rmw and, acquire, sys, %ps, %vs, %ms : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
  %3 = tt.atomic_rmw or, release, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %4 = tt.atomic_rmw xor, relaxed, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %5 = tt.atomic_rmw add, relaxed, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %6 = tt.atomic_rmw max, relaxed, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %7 = tt.atomic_rmw min, relaxed, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %8 = tt.atomic_rmw umax, relaxed, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %9 = tt.atomic_rmw umin, relaxed, gpu, %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  %10 = tt.atomic_rmw "umin", "relaxed", "gpu", %ps, %vs : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// CHECK: tt.func @atomic_cas(%arg0: !tt.ptr<i64>, %arg1: i64, %arg2: tensor<4x4x!tt.ptr<i16>>, %arg3: tensor<4x4xi16>) {
// CHECK-NEXT:   %0 = tt.atomic_cas acq_rel, gpu, %arg0, %arg1, %arg1 : (!tt.ptr<i64>, i64, i64) -> i64
// CHECK-NEXT:   %1 = tt.atomic_cas relaxed, sys, %arg2, %arg3, %arg3 {tag = [1, 2.000000e+00]} : (tensor<4x4x!tt.ptr<i16>>, tensor<4x4xi16>, tensor<4x4xi16>) -> tensor<4x4xi16>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<i64>, i64, tensor<4x4x!tt.ptr<i16>>, tensor<4x4xi16>) -> (), sym_name = "atomic_cas"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<i64>, %{{.*}}: i64, %{{.*}}: tensor<4x4x!tt.ptr<i16>>, %{{.*}}: tensor<4x4xi16>):
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_cas"(%{{.*}}, %{{.*}}, %{{.*}}) <{scope = 1 : i32, sem = 4 : i32}> : (!tt.ptr<i64>, i64, i64) -> i64
// GENERIC-NEXT:   %{{.*}} = "tt.atomic_cas"(%{{.*}}, %{{.*}}, %{{.*}}) <{scope = 3 : i32, sem = 1 : i32}> {tag = [1, 2.000000e+00]} : (tensor<4x4x!tt.ptr<i16>>, tensor<4x4xi16>, tensor<4x4xi16>) -> tensor<4x4xi16>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @atomic_cas(%p: !tt.ptr<i64>, %v: i64, %ps: tensor<4x4x!tt.ptr<i16>>, %vs: tensor<4x4xi16>) {
  %0 = tt.atomic_cas acq_rel, gpu, %p, %v, %v : (!tt.ptr<i64>, i64, i64) -> i64
  %1 = tt.atomic_cas relaxed, sys, %ps, %vs, %vs {tag = [1, 2.0]} : (tensor<4x4x!tt.ptr<i16>>, tensor<4x4xi16>, tensor<4x4xi16>) -> tensor<4x4xi16>
  tt.return
}

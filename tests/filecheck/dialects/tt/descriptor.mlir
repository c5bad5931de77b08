// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: tt.func @make_tensor_descriptor(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<i8>, %arg2: i32, %arg3: i64) {
// CHECK-NEXT:   %0 = tt.make_tensor_descriptor %arg0, [%arg2, %arg2], [%arg3, %arg3] : <f16>, <tensor<64x64xf16>>
// CHECK-NEXT:   %1 = tt.make_tensor_descriptor %arg1, [%arg2], [%arg3] {padding = 2 : i32, tag} : <i8>, <tensor<128xui8>>
// CHECK-NEXT:   %2 = tt.make_tensor_descriptor %arg1, [%arg2], [%arg3] : <i8>, <tensor<128xsi8>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.ptr<f16>, !tt.ptr<i8>, i32, i64) -> (), sym_name = "make_tensor_descriptor"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f16>, %{{.*}}: !tt.ptr<i8>, %{{.*}}: i32, %{{.*}}: i64):
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_descriptor"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{padding = 1 : i32}> : (!tt.ptr<f16>, i32, i32, i64, i64) -> !tt.tensordesc<tensor<64x64xf16>>
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_descriptor"(%{{.*}}, %{{.*}}, %{{.*}}) <{padding = 2 : i32}> {tag} : (!tt.ptr<i8>, i32, i64) -> !tt.tensordesc<tensor<128xui8>>
// GENERIC-NEXT:   %{{.*}} = "tt.make_tensor_descriptor"(%{{.*}}, %{{.*}}, %{{.*}}) <{padding = 1 : i32}> : (!tt.ptr<i8>, i32, i64) -> !tt.tensordesc<tensor<128xsi8>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @make_tensor_descriptor(%p: !tt.ptr<f16>, %q: !tt.ptr<i8>, %n: i32, %s: i64) {
  %0 = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : <f16>, <tensor<64x64xf16>>
  %1 = tt.make_tensor_descriptor %q, [%n], [%s] {padding = 2 : i32, tag} : !tt.ptr<i8>, !tt.tensordesc<tensor<128xui8>>
  %2 = tt.make_tensor_descriptor %q, [%n], [%s] {padding = 1 : i32} : <i8>, <tensor<128xsi8>>
  tt.return
}

// CHECK: tt.func @descriptor_load(%arg0: !tt.tensordesc<tensor<1x64x64xf16>>, %arg1: !tt.tensordesc<tensor<128xui8>>, %arg2: i32) {
// CHECK-NEXT:   %0 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2] : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<64x64xf16>
// CHECK-NEXT:   %1 = tt.descriptor_load %arg0[%arg2, %arg2, %arg2] cacheModifier = ca evictionPolicy = evict_first {tag} : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<1x64x64xf16>
// CHECK-NEXT:   %2 = tt.descriptor_load %arg1[%arg2] cacheModifier = cg : !tt.tensordesc<tensor<128xui8>> -> tensor<128xi8>
// CHECK-NEXT:   %3 = tt.descriptor_load %arg1[] : !tt.tensordesc<tensor<128xui8>> -> tensor<128xi8>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<1x64x64xf16>>, !tt.tensordesc<tensor<128xui8>>, i32) -> (), sym_name = "descriptor_load"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.tensordesc<tensor<1x64x64xf16>>, %{{.*}}: !tt.tensordesc<tensor<128xui8>>, %{{.*}}: i32):
// GENERIC-NEXT:   %{{.*}} = "tt.descriptor_load"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{cache = 1 : i32, evict = 1 : i32}> : (!tt.tensordesc<tensor<1x64x64xf16>>, i32, i32, i32) -> tensor<64x64xf16>
// GENERIC-NEXT:   %{{.*}} = "tt.descriptor_load"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{cache = 2 : i32, evict = 2 : i32}> {tag} : (!tt.tensordesc<tensor<1x64x64xf16>>, i32, i32, i32) -> tensor<1x64x64xf16>
// GENERIC-NEXT:   %{{.*}} = "tt.descriptor_load"(%{{.*}}, %{{.*}}) <{cache = 3 : i32, evict = 1 : i32}> : (!tt.tensordesc<tensor<128xui8>>, i32) -> tensor<128xi8>
// GENERIC-NEXT:   %{{.*}} = "tt.descriptor_load"(%{{.*}}) <{cache = 1 : i32, evict = 1 : i32}> : (!tt.tensordesc<tensor<128xui8>>) -> tensor<128xi8>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @descriptor_load(%d: !tt.tensordesc<tensor<1x64x64xf16>>, %u: !tt.tensordesc<tensor<128xui8>>, %i: i32) {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<64x64xf16>
  %1 = tt.descriptor_load %d[%i, %i, %i] evictionPolicy = evict_first cacheModifier = ca {tag} : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<1x64x64xf16>
  %2 = tt.descriptor_load %u[%i] cacheModifier = cg : !tt.tensordesc<tensor<128xui8>> -> tensor<128xi8>
  %3 = tt.descriptor_load %u[] : !tt.tensordesc<tensor<128xui8>> -> tensor<128xi8>
  tt.return
}

// CHECK: tt.func @descriptor_store(%arg0: !tt.tensordesc<tensor<1x64x64xf16>>, %arg1: tensor<64x64xf16>, %arg2: !tt.tensordesc<tensor<8xsi32>>, %arg3: tensor<8xi32>, %arg4: i32) {
// CHECK-NEXT:   tt.descriptor_store %arg0[%arg4, %arg4, %arg4], %arg1 : !tt.tensordesc<tensor<1x64x64xf16>>, tensor<64x64xf16>
// CHECK-NEXT:   tt.descriptor_store %arg2[%arg4], %arg3 {tag} : !tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<1x64x64xf16>>, tensor<64x64xf16>, !tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>, i32) -> (), sym_name = "descriptor_store"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.tensordesc<tensor<1x64x64xf16>>, %{{.*}}: tensor<64x64xf16>, %{{.*}}: !tt.tensordesc<tensor<8xsi32>>, %{{.*}}: tensor<8xi32>, %{{.*}}: i32):
// GENERIC-NEXT:   "tt.descriptor_store"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!tt.tensordesc<tensor<1x64x64xf16>>, tensor<64x64xf16>, i32, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_store"(%{{.*}}, %{{.*}}, %{{.*}}) {tag} : (!tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>, i32) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @descriptor_store(%d: !tt.tensordesc<tensor<1x64x64xf16>>, %v: tensor<64x64xf16>, %u: !tt.tensordesc<tensor<8xsi32>>, %w: tensor<8xi32>, %i: i32) {
  tt.descriptor_store %d[%i, %i, %i], %v : !tt.tensordesc<tensor<1x64x64xf16>>, tensor<64x64xf16>
  tt.descriptor_store %u[%i], %w {tag} : !tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>
  tt.return
}

// CHECK: tt.func @descriptor_reduce(%arg0: !tt.tensordesc<tensor<64x64xi32>>, %arg1: tensor<64x64xi32>, %arg2: i32) {
// CHECK-NEXT:   tt.descriptor_reduce add, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce min, %arg0[%arg2, %arg2], %arg1 {tag} : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce max, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce inc, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce dec, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce and, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce or, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.descriptor_reduce xor, %arg0[%arg2, %arg2], %arg1 : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32) -> (), sym_name = "descriptor_reduce"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.tensordesc<tensor<64x64xi32>>, %{{.*}}: tensor<64x64xi32>, %{{.*}}: i32):
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 1 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 2 : i32}> {tag} : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 3 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 4 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 5 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 6 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 7 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.descriptor_reduce"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = 8 : i32}> : (!tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>, i32, i32) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @descriptor_reduce(%d: !tt.tensordesc<tensor<64x64xi32>>, %v: tensor<64x64xi32>, %i: i32) {
  tt.descriptor_reduce add, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce min, %d[%i, %i], %v {tag} : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce max, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce inc, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce dec, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce and, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce or, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.descriptor_reduce xor, %d[%i, %i], %v : !tt.tensordesc<tensor<64x64xi32>>, tensor<64x64xi32>
  tt.return
}

// CHECK: tt.func @descriptor_gather(%arg0: !tt.tensordesc<tensor<1x128xf16>>, %arg1: tensor<32xi32>, %arg2: i32) -> tensor<32x128xf16> {
// CHECK-NEXT:   %0 = tt.descriptor_gather %arg0[%arg1, %arg2] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
// CHECK-NEXT:   %1 = tt.descriptor_gather %arg0[%arg1, %arg2] {tag} : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
// CHECK-NEXT:   tt.return %0 : tensor<32x128xf16>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>, sym_name = "descriptor_gather"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.tensordesc<tensor<1x128xf16>>, %{{.*}}: tensor<32xi32>, %{{.*}}: i32):
// GENERIC-NEXT:   %{{.*}} = "tt.descriptor_gather"(%{{.*}}, %{{.*}}, %{{.*}}) : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
// GENERIC-NEXT:   %{{.*}} = "tt.descriptor_gather"(%{{.*}}, %{{.*}}, %{{.*}}) {tag} : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (tensor<32x128xf16>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @descriptor_gather(%d: !tt.tensordesc<tensor<1x128xf16>>, %x: tensor<32xi32>, %y: i32) -> tensor<32x128xf16> {
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
  %1 = tt.descriptor_gather %d[%x, %y] {tag} : (!tt.tensordesc<tensor<1x128xf16>>, tensor<32xi32>, i32) -> tensor<32x128xf16>
  tt.return %0 : tensor<32x128xf16>
}

// CHECK: tt.func @descriptor_scatter(%arg0: !tt.tensordesc<tensor<1x32xui8>>, %arg1: tensor<8xi32>, %arg2: i32, %arg3: tensor<8x32xi8>) {
// CHECK-NEXT:   tt.descriptor_scatter %arg0[%arg1, %arg2], %arg3 : !tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>
// CHECK-NEXT:   tt.descriptor_scatter %arg0[%arg1, %arg2], %arg3 {tag = {a, b = [true]}} : !tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>) -> (), sym_name = "descriptor_scatter"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.tensordesc<tensor<1x32xui8>>, %{{.*}}: tensor<8xi32>, %{{.*}}: i32, %{{.*}}: tensor<8x32xi8>):
// GENERIC-NEXT:   "tt.descriptor_scatter"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>) -> ()
// GENERIC-NEXT:   "tt.descriptor_scatter"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {tag = {a, b = [true]}} : (!tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @descriptor_scatter(%d: !tt.tensordesc<tensor<1x32xui8>>, %x: tensor<8xi32>, %y: i32, %v: tensor<8x32xi8>) {
  tt.descriptor_scatter %d[%x, %y], %v : !tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>
  tt.descriptor_scatter %d[%x, %y], %v {tag = {a, b = [true]}} : !tt.tensordesc<tensor<1x32xui8>>, tensor<8xi32>, i32, tensor<8x32xi8>
  tt.return
}

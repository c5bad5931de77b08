// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @nothing() {
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "nothing"}> ({
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @nothing() {
  tt.return
}

// CHECK: tt.func public @kernel(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.pointee_type = "f32"}, %arg1: i32 {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false, tt.tag} {
// CHECK-NEXT:   tt.return {tag}
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{arg_attrs = [{tt.divisibility = 16 : i32, tt.pointee_type = "f32"}, {tt.divisibility = 16 : i32}, {}], function_type = (!tt.ptr<f32>, i32, i32) -> (), sym_name = "kernel", sym_visibility = "public"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: !tt.ptr<f32>, %{{.*}}: i32, %{{.*}}: i32):
// GENERIC-NEXT:   "tt.return"() {tag} : () -> ()
// GENERIC-NEXT: }) {noinline = false, tt.tag} : () -> ()
tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32, tt.pointee_type = "f32"}, %n: i32 {tt.divisibility = 16 : i32}, %k: i32) attributes {noinline = false, tt.tag} {
  tt.return {tag}
}

// CHECK: tt.func private @declared(i32, !tt.ptr<f32> {tt.nv_tma_desc = 1 : i32}) -> (f32, f64 {tt.x})
// GENERIC: "tt.func"() <{arg_attrs = [{}, {tt.nv_tma_desc = 1 : i32}], function_type = (i32, !tt.ptr<f32>) -> (f32, f64), res_attrs = [{}, {tt.x}], sym_name = "declared", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
tt.func private @declared(i32, !tt.ptr<f32> {tt.nv_tma_desc = 1 : i32}) -> (f32, f64 {tt.x})

// CHECK: tt.func private @declared_nothing() attributes {noinline = true}
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "declared_nothing", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) {noinline = true} : () -> ()
tt.func private @declared_nothing() attributes {noinline = true}

// CHECK: tt.func nested @odd.name$() -> (i32 {llvm.noundef}) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   tt.return %c1_i32 : i32
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> i32, res_attrs = [{llvm.noundef}], sym_name = "odd.name$", sym_visibility = "nested"}> ({
// GENERIC-NEXT:   %{{.*}} = "arith.constant"() <{value = 1 : i32}> : () -> i32
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func nested @odd.name$() -> (i32 {llvm.noundef}) {
  %0 = arith.constant 1 : i32
  tt.return %0 : i32
}

// CHECK: tt.func private @"a name, quoted"()
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "a name, quoted", sym_visibility = "private"}> ({
// GENERIC-NEXT: }) : () -> ()
tt.func private @"a name, quoted"()

// CHECK: tt.func @one(%arg0: f32) -> f32 {
// CHECK-NEXT:   tt.return %arg0 : f32
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32) -> f32, sym_name = "one"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32):
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @one(%x: f32) -> f32 {
  tt.return %x : f32
}

// CHECK: tt.func @two(%arg0: f32, %arg1: tensor<4xi1>) -> (tensor<4xi1>, f32) {
// CHECK-NEXT:   tt.return {tag} %arg1, %arg0 : tensor<4xi1>, f32
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32, tensor<4xi1>) -> (tensor<4xi1>, f32), sym_name = "two"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: tensor<4xi1>):
// GENERIC-NEXT:   "tt.return"(%{{.*}}, %{{.*}}) {tag} : (tensor<4xi1>, f32) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @two(%x: f32, %y: tensor<4xi1>) -> (tensor<4xi1>, f32) {
  tt.return {tag} %y, %x : tensor<4xi1>, f32
}

// CHECK: tt.func @higher_order(%arg0: (i32) -> f32) -> ((i32) -> f32) {
// CHECK-NEXT:   tt.return %arg0 : (i32) -> f32
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = ((i32) -> f32) -> ((i32) -> f32), sym_name = "higher_order"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: (i32) -> f32):
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : ((i32) -> f32) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @higher_order(%f: (i32) -> f32) -> ((i32) -> f32) {
  tt.return %f : (i32) -> f32
}

// CHECK: tt.func nested @any_types(index, tuple<i32, f32>, complex<f32>, none, memref<?x4xf32>, tensor<*xf32>, tensor<?x4xf32>, vector<4xf32>)
// GENERIC: "tt.func"() <{function_type = (index, tuple<i32, f32>, complex<f32>, none, memref<?x4xf32>, tensor<*xf32>, tensor<?x4xf32>, vector<4xf32>) -> (), sym_name = "any_types", sym_visibility = "nested"}> ({
// GENERIC-NEXT: }) : () -> ()
tt.func nested @any_types(%i: index, %t: tuple<i32, f32>, %c: complex<f32>, %n: none, %m: memref<?x4xf32>, %u: tensor<*xf32>, %d: tensor<?x4xf32>, %v: vector<4xf32>)

// CHECK: tt.func @control_flow(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:   cf.br ^bb2(%0 : i32)
// CHECK-NEXT: ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   tt.return %1 : i32
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i1, i32) -> i32, sym_name = "control_flow"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: i1, %{{.*}}: i32):
// GENERIC-NEXT:   "cf.cond_br"(%{{.*}}, %{{.*}})[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
// GENERIC-NEXT: ^bb1:  // pred: ^bb0
// GENERIC-NEXT:   %{{.*}} = "arith.addi"(%{{.*}}, %{{.*}}) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// GENERIC-NEXT:   "cf.br"(%{{.*}})[^bb2] : (i32) -> ()
// GENERIC-NEXT: ^bb2(%{{.*}}: i32):  // 2 preds: ^bb0, ^bb1
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @control_flow(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^then, ^exit(%x : i32)
^then:
  %0 = arith.addi %x, %x : i32
  cf.br ^exit(%0 : i32)
^exit(%r: i32):
  tt.return %r : i32
}

// CHECK: tt.func @calls(%arg0: f32, %arg1: tensor<4xi1>) {
// CHECK-NEXT:   tt.call @nothing() : () -> ()
// CHECK-NEXT:   %0 = tt.call @one(%arg0) : (f32) -> f32
// CHECK-NEXT:   %1:2 = tt.call @two(%arg0, %arg1) {arg_attrs = [{}, {tt.a = 1 : i32}], tag} : (f32, tensor<4xi1>) -> (tensor<4xi1>, f32)
// CHECK-NEXT:   tt.call @"a name, quoted"() {res_attrs = []} : () -> ()
// CHECK-NEXT:   %2 = tt.call @one(%1#1) {allocation.offset = 16 : i32} : (f32) -> f32
// CHECK-NEXT:   %3 = tt.call @odd.name$() : () -> i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32, tensor<4xi1>) -> (), sym_name = "calls"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: tensor<4xi1>):
// GENERIC-NEXT:   "tt.call"() <{callee = @nothing}> : () -> ()
// GENERIC-NEXT:   %{{.*}} = "tt.call"(%{{.*}}) <{callee = @one}> : (f32) -> f32
// GENERIC-NEXT:   %{{.*}}:2 = "tt.call"(%{{.*}}, %{{.*}}) <{arg_attrs = [{}, {tt.a = 1 : i32}], callee = @two}> {tag} : (f32, tensor<4xi1>) -> (tensor<4xi1>, f32)
// GENERIC-NEXT:   "tt.call"() <{callee = @"a name, quoted", res_attrs = []}> : () -> ()
// GENERIC-NEXT:   %{{.*}} = "tt.call"(%{{.*}}#1) <{callee = @one}> {allocation.offset = 16 : i32} : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.call"() <{callee = @odd.name$}> : () -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @calls(%x: f32, %y: tensor<4xi1>) {
  tt.call @nothing() : () -> ()
  %0 = tt.call @one(%x) : (f32) -> f32
  %1:2 = tt.call @two(%x, %y) {arg_attrs = [{}, {tt.a = 1 : i32}], tag} : (f32, tensor<4xi1>) -> (tensor<4xi1>, f32)
  tt.call @"a name, quoted"() {res_attrs = []} : () -> ()
  %2 = tt.call @one(%1#1) {allocation.offset = 16 : i32} : (f32) -> f32
  %3 = tt.call @odd.name$() : () -> i32
  tt.return
}

// CHECK: tt.func @recursive(%arg0: f32) -> f32 {
// CHECK-NEXT:   %0 = tt.call @recursive(%arg0) : (f32) -> f32
// CHECK-NEXT:   tt.return %0 : f32
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32) -> f32, sym_name = "recursive"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32):
// GENERIC-NEXT:   %{{.*}} = "tt.call"(%{{.*}}) <{callee = @recursive}> : (f32) -> f32
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @recursive(%x: f32) -> f32 {
  %0 = tt.call @recursive(%x) : (f32) -> f32
  tt.return %0 : f32
}
module @inner {

// CHECK: tt.func @same_scope(%arg0: i32) {
// CHECK-NEXT:   tt.call @same_scope(%arg0) : (i32) -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32) -> (), sym_name = "same_scope"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: i32):
// GENERIC-NEXT:   "tt.call"(%{{.*}}) <{callee = @same_scope}> : (i32) -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
  tt.func @same_scope(%x: i32) {
    tt.call @same_scope(%x) : (i32) -> ()
    tt.return
  }
}

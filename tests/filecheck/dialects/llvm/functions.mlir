// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @calls(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>, %arg6: vector<4xf32>, %arg7: vector<4xi32>, %arg8: !llvm.struct<(i32, f32)>, %arg9: !llvm.array<4 x i32>) {
// CHECK-NEXT:   %0 = llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "nop $0", "=r,r" %arg0 : (i32) -> i32
// CHECK-NEXT:   llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "nop", ""  : () -> ()
// CHECK-NEXT:   llvm.inline_asm tail_call_kind = <tail> asm_dialect = att {tag} "nop", "~{x}" %arg0, %arg0 : (i32, i32) -> ()
// CHECK-NEXT:   %1 = llvm.call_intrinsic "llvm.nvvm.foo"(%arg2) : (f32) -> f32
// CHECK-NEXT:   llvm.call_intrinsic "llvm.nvvm.bar"() : () -> ()
// CHECK-NEXT:   %2 = llvm.call_intrinsic "llvm.x"(%arg2, %arg0) {fastmathFlags = #llvm.fastmath<fast>, tag} : (f32, i32) -> f32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>, vector<4xf32>, vector<4xi32>, !llvm.struct<(i32, f32)>, !llvm.array<4 x i32>) -> (), sym_name = "calls"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>, %{{.*}}: vector<4xf32>, %{{.*}}: vector<4xi32>, %{{.*}}: !llvm.struct<(i32, f32)>, %{{.*}}: !llvm.array<4 x i32>):
// GENERIC-NEXT:   %{{.*}} = "llvm.inline_asm"(%{{.*}}) <{asm_dialect = 0 : i64, asm_string = "nop $0", constraints = "=r,r", has_side_effects, operand_attrs = [], tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> i32
// GENERIC-NEXT:   "llvm.inline_asm"() <{asm_dialect = 1 : i64, asm_string = "nop", constraints = "", has_side_effects, is_align_stack, tail_call_kind = #llvm.tailcallkind<none>}> : () -> ()
// GENERIC-NEXT:   "llvm.inline_asm"(%{{.*}}, %{{.*}}) <{asm_dialect = 0 : i64, asm_string = "nop", constraints = "~{x}", tail_call_kind = #llvm.tailcallkind<tail>}> {tag} : (i32, i32) -> ()
// GENERIC-NEXT:   %{{.*}} = "llvm.call_intrinsic"(%{{.*}}) <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.foo", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
// GENERIC-NEXT:   "llvm.call_intrinsic"() <{fastmathFlags = #llvm.fastmath<none>, intrin = "llvm.nvvm.bar", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
// GENERIC-NEXT:   %{{.*}} = "llvm.call_intrinsic"(%{{.*}}, %{{.*}}) <{fastmathFlags = #llvm.fastmath<fast>, intrin = "llvm.x", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> {tag} : (f32, i32) -> f32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @calls(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %p3: !llvm.ptr<3>, %vf: vector<4xf32>, %vi: vector<4xi32>, %s: !llvm.struct<(i32, f32)>, %arr: !llvm.array<4 x i32>) {
  %r0 = llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "nop $0", "=r,r" %i : (i32) -> i32
  llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "nop", "" : () -> ()
  llvm.inline_asm tail_call_kind = <tail> asm_dialect = att {tag} "nop", "~{x}" %i, %i : (i32, i32) -> ()
  %r3 = llvm.call_intrinsic "llvm.nvvm.foo"(%f) : (f32) -> f32
  llvm.call_intrinsic "llvm.nvvm.bar"() : () -> ()
  %r5 = llvm.call_intrinsic "llvm.x"(%f, %i) {fastmathFlags = #llvm.fastmath<fast>, tag} : (f32, i32) -> f32
  tt.return
}

// CHECK: llvm.func @declared(i32, f32) -> i32
// CHECK-NEXT: llvm.func @variadic(!llvm.ptr, ...) -> i32
// CHECK-NEXT: llvm.func local_unnamed_addr @address()
// CHECK-NEXT: llvm.func hidden @hidden()
// CHECK-NEXT: llvm.func @attributes(%arg0: i32 {llvm.noundef}, %arg1: f32) -> (i32 {llvm.noundef}) attributes {passthrough = ["noreturn"], tag} {
// CHECK-NEXT:   llvm.return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func internal fastcc @convention(%arg0: !llvm.ptr) {
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @kernel() attributes {dso_local, noinline, nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>} {
// CHECK-NEXT:   llvm.unreachable
// CHECK-NEXT: }
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, f32)>, linkage = #llvm.linkage<external>, sym_name = "declared", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (ptr, ...)>, linkage = #llvm.linkage<external>, sym_name = "variadic", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "address", unnamed_addr = 1 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "hidden", unnamed_addr = 0 : i64, visibility_ = 1 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.noundef}, {}], function_type = !llvm.func<i32 (i32, f32)>, linkage = #llvm.linkage<external>, passthrough = ["noreturn"], res_attrs = [{llvm.noundef}], sym_name = "attributes", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: f32):
// GENERIC-NEXT:   "llvm.return"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT: }) {tag} : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<fastcc>, function_type = !llvm.func<void (ptr)>, linkage = #llvm.linkage<internal>, sym_name = "convention", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: !llvm.ptr):
// GENERIC-NEXT:   "llvm.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, dso_local, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "kernel", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT:   "llvm.unreachable"() : () -> ()
// GENERIC-NEXT: }) {noinline, nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>} : () -> ()
llvm.func @declared(i32, f32) -> i32
llvm.func @variadic(!llvm.ptr, ...) -> i32
llvm.func local_unnamed_addr @address()
llvm.func hidden @hidden()
llvm.func @attributes(%a: i32 {llvm.noundef}, %b: f32) -> (i32 {llvm.noundef}) attributes {passthrough = ["noreturn"], tag} {
  llvm.return %a : i32
}
llvm.func internal fastcc @convention(%a: !llvm.ptr) {
  llvm.return
}
llvm.func @kernel() attributes {dso_local, noinline, nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>} {
  llvm.unreachable
}

// CHECK: llvm.func @callee(i32) -> i32
// CHECK-NEXT: llvm.func @many(i32, ...)
// CHECK-NEXT: llvm.func @caller(%arg0: i32, %arg1: !llvm.ptr) {
// CHECK-NEXT:   %0 = llvm.call @callee(%arg0) : (i32) -> i32
// CHECK-NEXT:   %1 = llvm.call fastcc @callee(%arg0) {fastmathFlags = #llvm.fastmath<fast>, tag} : (i32) -> i32
// CHECK-NEXT:   llvm.call %arg1(%arg0) : !llvm.ptr, (i32) -> ()
// CHECK-NEXT:   %2 = llvm.call tail @callee(%arg0) : (i32) -> i32
// CHECK-NEXT:   llvm.call @many(%arg0, %arg0) vararg(!llvm.func<void (i32, ...)>) : (i32, i32) -> ()
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, sym_name = "callee", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, ...)>, linkage = #llvm.linkage<external>, sym_name = "many", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32, ptr)>, linkage = #llvm.linkage<external>, sym_name = "caller", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: !llvm.ptr):
// GENERIC-NEXT:   %{{.*}} = "llvm.call"(%{{.*}}) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @callee, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "llvm.call"(%{{.*}}) <{CConv = #llvm.cconv<fastcc>, TailCallKind = #llvm.tailcallkind<none>, callee = @callee, fastmathFlags = #llvm.fastmath<fast>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> {tag} : (i32) -> i32
// GENERIC-NEXT:   "llvm.call"(%{{.*}}, %{{.*}}) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>}> : (!llvm.ptr, i32) -> ()
// GENERIC-NEXT:   %{{.*}} = "llvm.call"(%{{.*}}) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<tail>, callee = @callee, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> i32
// GENERIC-NEXT:   "llvm.call"(%{{.*}}, %{{.*}}) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @many, fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 2, 0>, var_callee_type = !llvm.func<void (i32, ...)>}> : (i32, i32) -> ()
// GENERIC-NEXT:   "llvm.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
llvm.func @callee(i32) -> i32
llvm.func @many(i32, ...)
llvm.func @caller(%a: i32, %p: !llvm.ptr) {
  %0 = llvm.call @callee(%a) : (i32) -> i32
  %1 = llvm.call fastcc @callee(%a) {fastmathFlags = #llvm.fastmath<fast>, tag} : (i32) -> i32
  llvm.call %p(%a) : !llvm.ptr, (i32) -> ()
  %2 = llvm.call tail @callee(%a) : (i32) -> i32
  llvm.call @many(%a, %a) vararg(!llvm.func<void (i32, ...)>) : (i32, i32) -> ()
  llvm.return
}

// CHECK: llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// CHECK-NEXT: llvm.mlir.global internal constant @text("abc\00") {addr_space = 0 : i32}
// CHECK-NEXT: llvm.mlir.global private unnamed_addr constant @number(42 : i32) {addr_space = 0 : i32, dso_local} : i32
// CHECK-NEXT: llvm.mlir.global external @float(1.500000e+00 : f32) {addr_space = 0 : i32} : f32
// CHECK-NEXT: llvm.mlir.global weak thread_local @local() {addr_space = 0 : i32} : i32
// CHECK-NEXT: llvm.mlir.global internal @computed() {addr_space = 0 : i32} : i32 {
// CHECK-NEXT:   %0 = llvm.mlir.constant(1 : i32) : i32
// CHECK-NEXT:   llvm.return %0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: llvm.mlir.global external hidden @unseen() {addr_space = 0 : i32} : i32
// CHECK-NEXT: llvm.mlir.global external constant @dense(dense<1> : tensor<2xi32>) {addr_space = 0 : i32} : !llvm.array<2 x i32>
// CHECK-NEXT: llvm.func @addresses() {
// CHECK-NEXT:   %0 = llvm.mlir.addressof @number : !llvm.ptr
// CHECK-NEXT:   %1 = llvm.mlir.addressof @shared {tag} : !llvm.ptr<3>
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
// GENERIC: "llvm.mlir.global"() <{addr_space = 3 : i32, alignment = 16 : i64, global_type = !llvm.array<0 x i8>, linkage = #llvm.linkage<external>, sym_name = "shared", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<4 x i8>, linkage = #llvm.linkage<internal>, sym_name = "text", unnamed_addr = 0 : i64, value = "abc\00", visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, constant, dso_local, global_type = i32, linkage = #llvm.linkage<private>, sym_name = "number", unnamed_addr = 2 : i64, value = 42 : i32, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = f32, linkage = #llvm.linkage<external>, sym_name = "float", unnamed_addr = 0 : i64, value = 1.500000e+00 : f32, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<weak>, sym_name = "local", thread_local_, unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<internal>, sym_name = "computed", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
// GENERIC-NEXT:   "llvm.return"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "unseen", unnamed_addr = 0 : i64, visibility_ = 1 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<2 x i32>, linkage = #llvm.linkage<external>, sym_name = "dense", unnamed_addr = 0 : i64, value = dense<1> : tensor<2xi32>, visibility_ = 0 : i64}> ({
// GENERIC-NEXT: }) : () -> ()
// GENERIC-NEXT: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, sym_name = "addresses", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.addressof"() <{global_name = @number}> : () -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "llvm.mlir.addressof"() <{global_name = @shared}> {tag} : () -> !llvm.ptr<3>
// GENERIC-NEXT:   "llvm.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal constant @text("abc\00") {addr_space = 0 : i32}
llvm.mlir.global private unnamed_addr constant @number(42 : i32) {dso_local} : i32
llvm.mlir.global @float(1.5 : f32) : f32
llvm.mlir.global weak thread_local @local() : i32
llvm.mlir.global internal @computed() : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
llvm.mlir.global external hidden @unseen() : i32
llvm.mlir.global external constant @dense(dense<1> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.func @addresses() {
  %0 = llvm.mlir.addressof @number : !llvm.ptr
  %1 = llvm.mlir.addressof @shared {tag} : !llvm.ptr<3>
  llvm.return
}

// CHECK: llvm.mlir.global external @plain() {addr_space = 3 : i32} : i32
// CHECK-NEXT: llvm.func @wrapped(!llvm.ptr<4294967295>, !llvm.ptr<4294967295>)
// GENERIC: "llvm.mlir.global"() <{addr_space = 3 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "plain", visibility_ = 0 : i64}> ({
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr<4294967295>, ptr<4294967295>)>, linkage = #llvm.linkage<external>, sym_name = "wrapped", visibility_ = 0 : i64}> ({
"llvm.mlir.global"() <{addr_space = 3 : i32, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "plain"}> ({
}) : () -> ()
"llvm.func"() <{function_type = !llvm.func<void (ptr<-1>, ptr<true>)>, linkage = #llvm.linkage<external>, sym_name = "wrapped"}> ({
}) : () -> ()

// CHECK: llvm.func @inherent() attributes {arm_streaming, prefer_vector_width = "256", sym_visibility = "private", unsafe_fp_math = true}
// GENERIC: "llvm.func"() <{CConv = #llvm.cconv<ccc>, arm_streaming, function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, prefer_vector_width = "256", sym_name = "inherent", sym_visibility = "private", unnamed_addr = 0 : i64, unsafe_fp_math = true, visibility_ = 0 : i64}> ({
llvm.func @inherent() attributes {sym_visibility = "private", arm_streaming, prefer_vector_width = "256", unsafe_fp_math = true}

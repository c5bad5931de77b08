// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @types() {
// CHECK-NEXT:   %0 = ub.poison : !llvm.struct<(i32, ptr<3>, struct<(f32, array<3 x ptr>)>, vector<2xf16>)>
// CHECK-NEXT:   %1 = ub.poison : !llvm.array<3 x struct<packed (i8, i32)>>
// CHECK-NEXT:   %2 = ub.poison : !llvm.struct<"named", (i32, ptr)>
// CHECK-NEXT:   %3 = ub.poison : !llvm.struct<"unknown", opaque>
// CHECK-NEXT:   %4 = ub.poison : !llvm.func<void (i32, ...)>
// CHECK-NEXT:   %5 = ub.poison : !llvm.func<i32 ()>
// CHECK-NEXT:   %6 = ub.poison : !llvm.func<ptr (ptr, i32)>
// CHECK-NEXT:   %7 = ub.poison : !llvm.struct<()>
// CHECK-NEXT:   %8 = ub.poison : !llvm.ptr<3>
// CHECK-NEXT:   %9 = ub.poison : !llvm.ptr
// CHECK-NEXT:   %10 = ub.poison : !llvm.array<4 x i32>
// CHECK-NEXT:   %11 = ub.poison : !llvm.func<void (...)>
// CHECK-NEXT:   %12 = ub.poison : tensor<4x!llvm.ptr>
// CHECK-NEXT:   %13 = ub.poison : !llvm.struct<(ptr, vector<4x!llvm.ptr<1>>)>
// CHECK-NEXT:   %14 = ub.poison : !llvm.metadata
// CHECK-NEXT:   %15 = ub.poison : !llvm.label
// CHECK-NEXT:   %16 = ub.poison : !llvm.ppc_fp128
// CHECK-NEXT:   %17 = ub.poison : !llvm.x86_amx
// CHECK-NEXT:   %18 = ub.poison : !llvm.void
// CHECK-NEXT:   %19 = ub.poison : !llvm.struct<packed ()>
// CHECK-NEXT:   %20 = ub.poison : !llvm.struct<"tight", packed (i32)>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "types"}> ({
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<(i32, ptr<3>, struct<(f32, array<3 x ptr>)>, vector<2xf16>)>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.array<3 x struct<packed (i8, i32)>>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<"named", (i32, ptr)>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<"unknown", opaque>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.func<void (i32, ...)>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.func<i32 ()>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.func<ptr (ptr, i32)>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<()>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.ptr<3>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.ptr
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.array<4 x i32>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.func<void (...)>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> tensor<4x!llvm.ptr>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<(ptr, vector<4x!llvm.ptr<1>>)>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.metadata
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.label
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.ppc_fp128
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.x86_amx
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.void
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<packed ()>
// GENERIC-NEXT:   %{{.*}} = "ub.poison"() <{value = #ub.poison}> : () -> !llvm.struct<"tight", packed (i32)>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @types() {
  %0 = ub.poison : !llvm.struct<(i32, ptr<3>, struct<(f32, array<3 x ptr>)>, vector<2xf16>)>
  %1 = ub.poison : !llvm.array<3 x struct<packed (i8, i32)>>
  %2 = ub.poison : !llvm.struct<"named", (i32, ptr)>
  %3 = ub.poison : !llvm.struct<"unknown", opaque>
  %4 = ub.poison : !llvm.func<void (i32, ...)>
  %5 = ub.poison : !llvm.func<i32 ()>
  %6 = ub.poison : !llvm.func<ptr (ptr, i32)>
  %7 = ub.poison : !llvm.struct<()>
  %8 = ub.poison : !llvm.ptr<3>
  %9 = ub.poison : !llvm.ptr<0>
  %10 = ub.poison : !llvm.array<4 x i32>
  %11 = ub.poison : !llvm.func<void (...)>
  %12 = ub.poison : tensor<4x!llvm.ptr>
  %13 = ub.poison : !llvm.struct<(!llvm.ptr, vector<4x!llvm.ptr<1>>)>
  %15 = ub.poison : !llvm.metadata
  %16 = ub.poison : !llvm.label
  %17 = ub.poison : !llvm.ppc_fp128
  %18 = ub.poison : !llvm.x86_amx
  %19 = ub.poison : !llvm.void
  %20 = ub.poison : !llvm.struct<packed ()>
  %21 = ub.poison : !llvm.struct<"tight", packed (i32)>
  tt.return
}

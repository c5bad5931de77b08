// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: tt.func @ops(%arg0: !llvm.ptr<1>, %arg1: i1, %arg2: !llvm.struct<(f32, f32)>, %arg3: i64) {
// CHECK-NEXT:   %0 = nvg.warp_id
// CHECK-NEXT:   %1 = nvg.cluster_id {tag}
// CHECK-NEXT:   %2 = nvg.tensor_memory_base
// CHECK-NEXT:   %3 = nvg.ld_acquire acquire, gpu, %arg0 : (!llvm.ptr<1>) -> i32
// CHECK-NEXT:   %4 = nvg.ld_acquire relaxed, sys, %arg0, %arg1 {tag} : (!llvm.ptr<1>) -> f32
// CHECK-NEXT:   %5 = nvg.wgmma_wait_group %arg2 {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %6 = nvg.wgmma %arg3, %arg3, %arg1 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %7 = nvg.wgmma %arg2, %arg3, %arg1, %6 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (!llvm.struct<(f32, f32)>, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (!llvm.ptr<1>, i1, !llvm.struct<(f32, f32)>, i64) -> (), sym_name = "ops"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: !llvm.ptr<1>, %{{.*}}: i1, %{{.*}}: !llvm.struct<(f32, f32)>, %{{.*}}: i64):
// GENERIC-NEXT:   %{{.*}} = "nvg.warp_id"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvg.cluster_id"() {tag} : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvg.tensor_memory_base"() : () -> !llvm.ptr<6>
// GENERIC-NEXT:   %{{.*}} = "nvg.ld_acquire"(%{{.*}}) <{scope = 1 : i32, sem = 2 : i32}> : (!llvm.ptr<1>) -> i32
// GENERIC-NEXT:   %{{.*}} = "nvg.ld_acquire"(%{{.*}}, %{{.*}}) <{scope = 3 : i32, sem = 1 : i32}> {tag} : (!llvm.ptr<1>, i1) -> f32
// GENERIC-NEXT:   %{{.*}} = "nvg.wgmma_wait_group"(%{{.*}}) <{pendings = 0 : i32}> : (!llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
// GENERIC-NEXT:   %{{.*}} = "nvg.wgmma"(%{{.*}}, %{{.*}}, %{{.*}}) <{eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32}> : (i64, i64, i1) -> !llvm.struct<(f32, f32)>
// GENERIC-NEXT:   %{{.*}} = "nvg.wgmma"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32}> : (!llvm.struct<(f32, f32)>, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @ops(%p: !llvm.ptr<1>, %m: i1, %s: !llvm.struct<(f32, f32)>, %d: i64) {
  %0 = nvg.warp_id
  %1 = nvg.cluster_id {tag}
  %2 = nvg.tensor_memory_base
  %3 = nvg.ld_acquire acquire, gpu, %p : (!llvm.ptr<1>) -> i32
  %4 = nvg.ld_acquire relaxed, sys, %p, %m {tag} : (!llvm.ptr<1>) -> f32
  %5 = nvg.wgmma_wait_group %s {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
  %6 = nvg.wgmma %d, %d, %m {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !llvm.struct<(f32, f32)>
  %7 = nvg.wgmma %s, %d, %m, %6 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (!llvm.struct<(f32, f32)>, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
  tt.return
}

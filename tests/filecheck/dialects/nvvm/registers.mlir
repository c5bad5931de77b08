// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @registers() {
// CHECK-NEXT:   %0 = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT:   %1 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
// CHECK-NEXT:   %2 = nvvm.read.ptx.sreg.cluster.ctarank {a} : i32
// CHECK-NEXT:   %3 = nvvm.read.ptx.sreg.clock64 : i64
// CHECK-NEXT:   %4 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
// CHECK-NEXT:   %5 = nvvm.read.ptx.sreg.globaltimer : i64
// CHECK-NEXT:   %6 = nvvm.read.ptx.sreg.laneid : i32
// CHECK-NEXT:   %7 = nvvm.read.ptx.sreg.warpid : i32
// CHECK-NEXT:   %8 = nvvm.read.ptx.sreg.nwarpid : i32
// CHECK-NEXT:   %9 = nvvm.read.ptx.sreg.smid : i32
// CHECK-NEXT:   %10 = nvvm.read.ptx.sreg.nsmid : i32
// CHECK-NEXT:   %11 = nvvm.read.ptx.sreg.gridid : i32
// CHECK-NEXT:   %12 = nvvm.read.ptx.sreg.lanemask.eq : i32
// CHECK-NEXT:   %13 = nvvm.read.ptx.sreg.lanemask.le : i32
// CHECK-NEXT:   %14 = nvvm.read.ptx.sreg.lanemask.lt : i32
// CHECK-NEXT:   %15 = nvvm.read.ptx.sreg.lanemask.ge : i32
// CHECK-NEXT:   %16 = nvvm.read.ptx.sreg.lanemask.gt : i32
// CHECK-NEXT:   %17 = nvvm.read.ptx.sreg.warpsize : i32
// CHECK-NEXT:   %18 = nvvm.read.ptx.sreg.clock : i32
// CHECK-NEXT:   %19 = nvvm.read.ptx.sreg.globaltimer.lo : i32
// CHECK-NEXT:   %20 = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT:   %21 = nvvm.read.ptx.sreg.tid.y : i32
// CHECK-NEXT:   %22 = nvvm.read.ptx.sreg.tid.z : i32
// CHECK-NEXT:   %23 = nvvm.read.ptx.sreg.ntid.x : i32
// CHECK-NEXT:   %24 = nvvm.read.ptx.sreg.ntid.y : i32
// CHECK-NEXT:   %25 = nvvm.read.ptx.sreg.ntid.z : i32
// CHECK-NEXT:   %26 = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK-NEXT:   %27 = nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK-NEXT:   %28 = nvvm.read.ptx.sreg.ctaid.z : i32
// CHECK-NEXT:   %29 = nvvm.read.ptx.sreg.nctaid.x : i32
// CHECK-NEXT:   %30 = nvvm.read.ptx.sreg.nctaid.y : i32
// CHECK-NEXT:   %31 = nvvm.read.ptx.sreg.nctaid.z : i32
// CHECK-NEXT:   %32 = nvvm.read.ptx.sreg.clusterid.x : i32
// CHECK-NEXT:   %33 = nvvm.read.ptx.sreg.clusterid.y : i32
// CHECK-NEXT:   %34 = nvvm.read.ptx.sreg.clusterid.z : i32
// CHECK-NEXT:   %35 = nvvm.read.ptx.sreg.nclusterid.x : i32
// CHECK-NEXT:   %36 = nvvm.read.ptx.sreg.nclusterid.y : i32
// CHECK-NEXT:   %37 = nvvm.read.ptx.sreg.nclusterid.z : i32
// CHECK-NEXT:   %38 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
// CHECK-NEXT:   %39 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
// CHECK-NEXT:   %40 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
// CHECK-NEXT:   %41 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
// CHECK-NEXT:   %42 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
// CHECK-NEXT:   %43 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
// CHECK-NEXT:   %44 = nvvm.read.ptx.sreg.cluster.ctarank : i32
// CHECK-NEXT:   %45 = nvvm.read.ptx.sreg.cluster.nctarank : i32
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "registers"}> ({
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.tid.x"() <{range = #llvm.constant_range<i32, 0, 128>}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.ctarank"() {a} : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.clock64"() : () -> i64
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.laneid"() <{range = #llvm.constant_range<i32, 0, 32>}> : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.globaltimer"() : () -> i64
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.laneid"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.warpid"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nwarpid"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.smid"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nsmid"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.gridid"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.lanemask.eq"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.lanemask.le"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.lanemask.lt"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.lanemask.ge"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.lanemask.gt"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.warpsize"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.clock"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.globaltimer.lo"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.tid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.tid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.ntid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.ntid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.ntid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.ctaid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.ctaid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.ctaid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nctaid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nctaid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nctaid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.clusterid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.clusterid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.clusterid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nclusterid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nclusterid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.nclusterid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.ctaid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.ctaid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.ctaid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.nctaid.x"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.nctaid.y"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.nctaid.z"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.read.ptx.sreg.cluster.nctarank"() : () -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @registers() {
  %r0 = nvvm.read.ptx.sreg.tid.x : i32
  %r1 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %r2 = nvvm.read.ptx.sreg.cluster.ctarank {a} : i32
  %r3 = nvvm.read.ptx.sreg.clock64 : i64
  %r4 = nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  %r5 = nvvm.read.ptx.sreg.globaltimer : i64
  %r6 = nvvm.read.ptx.sreg.laneid : i32
  %r7 = nvvm.read.ptx.sreg.warpid : i32
  %r8 = nvvm.read.ptx.sreg.nwarpid : i32
  %r9 = nvvm.read.ptx.sreg.smid : i32
  %r10 = nvvm.read.ptx.sreg.nsmid : i32
  %r11 = nvvm.read.ptx.sreg.gridid : i32
  %r12 = nvvm.read.ptx.sreg.lanemask.eq : i32
  %r13 = nvvm.read.ptx.sreg.lanemask.le : i32
  %r14 = nvvm.read.ptx.sreg.lanemask.lt : i32
  %r15 = nvvm.read.ptx.sreg.lanemask.ge : i32
  %r16 = nvvm.read.ptx.sreg.lanemask.gt : i32
  %r17 = nvvm.read.ptx.sreg.warpsize : i32
  %r18 = nvvm.read.ptx.sreg.clock : i32
  %r19 = nvvm.read.ptx.sreg.globaltimer.lo : i32
  %r20 = nvvm.read.ptx.sreg.tid.x : i32
  %r21 = nvvm.read.ptx.sreg.tid.y : i32
  %r22 = nvvm.read.ptx.sreg.tid.z : i32
  %r23 = nvvm.read.ptx.sreg.ntid.x : i32
  %r24 = nvvm.read.ptx.sreg.ntid.y : i32
  %r25 = nvvm.read.ptx.sreg.ntid.z : i32
  %r26 = nvvm.read.ptx.sreg.ctaid.x : i32
  %r27 = nvvm.read.ptx.sreg.ctaid.y : i32
  %r28 = nvvm.read.ptx.sreg.ctaid.z : i32
  %r29 = nvvm.read.ptx.sreg.nctaid.x : i32
  %r30 = nvvm.read.ptx.sreg.nctaid.y : i32
  %r31 = nvvm.read.ptx.sreg.nctaid.z : i32
  %r32 = nvvm.read.ptx.sreg.clusterid.x : i32
  %r33 = nvvm.read.ptx.sreg.clusterid.y : i32
  %r34 = nvvm.read.ptx.sreg.clusterid.z : i32
  %r35 = nvvm.read.ptx.sreg.nclusterid.x : i32
  %r36 = nvvm.read.ptx.sreg.nclusterid.y : i32
  %r37 = nvvm.read.ptx.sreg.nclusterid.z : i32
  %r38 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %r39 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %r40 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %r41 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %r42 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  %r43 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  %r44 = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %r45 = nvvm.read.ptx.sreg.cluster.nctarank : i32
  tt.return
}

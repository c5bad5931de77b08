// RUN: xtriton-opt %s --triton=3.6 --make-ttir=target=cuda:90 --dump-pass-pipeline 2>&1 | filecheck %s --check-prefixes=DUMP90,IR
// RUN: xtriton-opt %s --triton=3.6 --make-ttir=target=cuda:80 --dump-pass-pipeline 2>&1 | filecheck %s --check-prefixes=DUMP80,IR
// RUN: xtriton-opt %s --triton=3.6 -p 'make-ttir{target=cuda:80},strip-debuginfo' | filecheck %s --check-prefix=IR
// RUN: xtriton-opt %s --triton=3.6 --pass-pipeline='builtin.module(inline,canonicalize,triton-combine,cse,symbol-dce)' | filecheck %s --check-prefix=IR

// DUMP90: Pass Manager with 8 passes:
// DUMP90-NEXT: builtin.module(inline{{.*}},triton-rewrite-tensor-pointer,canonicalize{{.*}},triton-combine,triton-reorder-broadcast,cse,symbol-dce,triton-loop-unroll)

// DUMP80: Pass Manager with 9 passes:
// DUMP80-NEXT: builtin.module(inline{{.*}},triton-rewrite-tensor-pointer,triton-rewrite-tensor-descriptor-to-pointer,canonicalize{{.*}},triton-combine,triton-reorder-broadcast,cse,symbol-dce,triton-loop-unroll)

// IR-LABEL: tt.func public @kernel
// IR-NEXT: %[[X:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// IR-NEXT: tt.store %{{.*}}, %[[X]] : !tt.ptr<i32>
// IR-NEXT: tt.return
// IR-NOT: @add
tt.func public @kernel(%p: !tt.ptr<i32>, %a: i32, %b: i32) {
  %zero = arith.constant 0 : i32
  %sum = tt.call @add(%a, %b) : (i32, i32) -> i32
  %same = arith.addi %sum, %zero : i32
  tt.store %p, %same : !tt.ptr<i32>
  tt.return
}

tt.func private @add(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  tt.return %0 : i32
}

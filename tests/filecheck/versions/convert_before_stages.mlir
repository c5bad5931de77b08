// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 --make-ttir=target=cuda:90 --dump-pass-pipeline 2>&1 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 -p 'convert-triton-version{to=3.9},make-ttir{target=cuda:90}' --dump-pass-pipeline 2>&1 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --make-ttir=target=cuda:90 --convert-triton-version=3.9 --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=OLDER
// RUN: xtriton-opt %s --triton=3.6 --convert-triton-version=3.9 --canonicalize --mlir-print-ir-after-all 2>&1 | filecheck %s --check-prefix=DUMP

// The stages after a conversion are those of the new version: 3.6 rewrites block pointers in its first one.
// CHECK-NOT: triton-rewrite-tensor-pointer
// CHECK: convert-triton-version{to=3.9}
// CHECK-NOT: triton-rewrite-tensor-pointer
// OLDER: triton-rewrite-tensor-pointer
// OLDER: convert-triton-version{to=3.9}
// DUMP: IR Dump After ConvertTritonVersion
// DUMP: cachePolicy
// DUMP: IR Dump After Canonicalizer
// DUMP: cachePolicy
tt.func @f(%p: !tt.ptr<f32>) {
  %0 = tt.load %p evictionPolicy = evict_last : !tt.ptr<f32>
  tt.store %p, %0 : !tt.ptr<f32>
  tt.return
}

// RUN: xtriton-opt %s --triton-to-structured=safe=true --split-input-file | filecheck %s
// RUN: xtriton-opt %s --triton-to-structured='safe=true guards=false' --split-input-file | filecheck %s --check-prefix=GENERAL
// RUN: xtriton-opt %s --triton-to-structured --split-input-file | filecheck %s --check-prefix=SHARED

// Offsets may leave 32 bits: the sum of the scalar and the last number of the range is looked at.
// CHECK-LABEL: tt.func @sum(
// CHECK:         %[[START:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK:         %[[LAST:.*]] = arith.addi %[[START]], %{{.*}} : index
// CHECK:         %[[FITS:.*]] = arith.cmpi sle, %[[LAST]], %{{.*}} : index
// CHECK:         cf.assert %[[FITS]], "offsets or masks of the program wrap around"
// CHECK:         "tts.load"
// GENERAL-LABEL: tt.func @sum(
// GENERAL-NOT:     cf.assert
// GENERAL:         tt.load
// SHARED-LABEL:  tt.func @sum(
// SHARED-NOT:      cf.assert
// SHARED:          "tts.load"
tt.func @sum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %start = tt.splat %s : i32 -> tensor<16xi32>
  %offsets = arith.addi %start, %range : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %offsets : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %p : tensor<16x!tt.ptr<f32>>
  %to = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %to, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %q, %v : tensor<16x!tt.ptr<f32>>
  tt.return
}

// -----

// The assumption says that the sum fits.
// CHECK-LABEL: tt.func @assumed(
// CHECK-NOT:     cf.assert
// CHECK:         "tts.load"
// GENERAL-LABEL: tt.func @assumed(
// GENERAL:         "tts.load"
// SHARED-LABEL:  tt.func @assumed(
tt.func @assumed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %most = arith.constant 2147483632 : i32
  %small = arith.cmpi sle, %s, %most : i32
  llvm.intr.assume %small : i1
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %start = tt.splat %s : i32 -> tensor<16xi32>
  %offsets = arith.addi %start, %range : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %base, %offsets : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %p : tensor<16x!tt.ptr<f32>>
  %to = tt.splat %y : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %to, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %q, %v : tensor<16x!tt.ptr<f32>>
  tt.return
}

// -----

// The place is loaded only after the array has been changed: the program cannot start again there.
// CHECK-LABEL: tt.func @too_late(
// CHECK-NOT:     cf.assert
// CHECK:         tt.load %{{.*}} : tensor<16x!tt.ptr<i32>>
// GENERAL-LABEL: tt.func @too_late(
// SHARED-LABEL:  tt.func @too_late(
tt.func @too_late(%x: !tt.ptr<i32>) {
  %one = arith.constant 1 : i32
  %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %before = tt.load %x : !tt.ptr<i32>
  %after = arith.addi %before, %one : i32
  tt.store %x, %after : !tt.ptr<i32>
  %s = tt.load %x : !tt.ptr<i32>
  %start = tt.splat %s : i32 -> tensor<16xi32>
  %offsets = arith.addi %start, %range : tensor<16xi32>
  %base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %p = tt.addptr %base, %offsets : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %v = tt.load %p : tensor<16x!tt.ptr<i32>>
  %q = tt.addptr %base, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %v : tensor<16x!tt.ptr<i32>>
  tt.return
}

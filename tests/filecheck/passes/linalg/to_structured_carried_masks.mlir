// RUN: xtriton-opt %s --triton-to-structured --remove-dead-values --canonicalize --cse | FileCheck %s

// A mask is computed from loop-carried offsets: its extent is the distance from the offsets to the limit.
// CHECK-LABEL: tt.func @carried_range
// CHECK:         scf.for {{.*}} iter_args(%[[O:.*]] = %c0, %{{.*}} = %{{.*}}) -> (index, tensor<16xf32>)
// CHECK-NEXT:      %[[P:.*]] = tts.make_tptr %arg0 to sizes: [16], strides: [%c1], offsets: [%[[O]]]
// CHECK-NEXT:      %[[END:.*]] = arith.addi %[[O]], %c16 : index
// CHECK-NEXT:      %[[N:.*]] = arith.index_cast %arg2 : i32 to index
// CHECK-NEXT:      %[[MIN:.*]] = arith.minsi %[[END]], %[[N]] : index
// CHECK-NEXT:      %[[MAX:.*]] = arith.maxsi %[[MIN]], %[[O]] : index
// CHECK-NEXT:      %[[LEFT:.*]] = arith.subi %[[MAX]], %[[O]] : index
// CHECK-NEXT:      "tts.load"(%[[P]], %[[LEFT]], %{{.*}})
tt.func @carried_range(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %z = arith.constant dense<0.0> : tensor<16xf32>
  %b = arith.constant dense<16> : tensor<16xi32>
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %res:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %r, %acc = %z) -> (tensor<16xi32>, tensor<16xf32>) : i32 {
    %p = tt.addptr %s, %o : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %m = arith.cmpi slt, %o, %ns : tensor<16xi32>
    %v = tt.load %p, %m, %z : tensor<16x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<16xf32>
    %o2 = arith.addi %o, %b : tensor<16xi32>
    scf.yield %o2, %a : tensor<16xi32>, tensor<16xf32>
  }
  %t = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %t, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %q, %res#1 : tensor<16x!tt.ptr<f32>>
  tt.return
}

// Numbers that are the same all over the tensor are compared once: all is let through, or nothing.
// CHECK-LABEL: tt.func @all_or_nothing
// CHECK:         %[[C:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK-NEXT:    %[[D:.*]] = arith.select %[[C]], %c16, %c0 : index
// CHECK-NEXT:    "tts.load"(%{{.*}}, %[[D]], %{{.*}})
tt.func @all_or_nothing(%x: !tt.ptr<f32>, %n: i32, %k: i32) -> tensor<16xf32> {
  %z = arith.constant dense<0.0> : tensor<16xf32>
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %p = tt.addptr %s, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %ns = tt.splat %n : i32 -> tensor<16xi32>
  %ks = tt.splat %k : i32 -> tensor<16xi32>
  %m = arith.cmpi slt, %ns, %ks : tensor<16xi32>
  %v = tt.load %p, %m, %z : tensor<16x!tt.ptr<f32>>
  tt.return %v : tensor<16xf32>
}

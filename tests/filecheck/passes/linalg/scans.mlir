// RUN: xtriton-opt %s --triton-arith-to-linalg="exact pids-to-func-args=false tt-to-func-func=false" --verify-each=interp | filecheck %s
// RUN: xtriton-opt %s --triton-arith-to-linalg="pids-to-func-args=false tt-to-func-func=false" | filecheck %s --check-prefix=SHARED

// Triton-shared has loops for all scans but sums.
// SHARED-NOT: ttx.scan

// CHECK-LABEL: tt.func @last
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<2x4x8xi32>
// CHECK:         %[[R:.*]] = ttx.scan {reverse} ins(%arg0 : tensor<2x4x8xi32>) outs(%[[E]] : tensor<2x4x8xi32>) {
// CHECK-NEXT:    ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT:      %[[S:.*]] = arith.maxsi %[[A]], %[[B]] : i32
// CHECK-NEXT:      ttx.scan.return %[[S]] : i32
// CHECK-NEXT:    } -> tensor<2x4x8xi32>
// CHECK-NEXT:    tt.return %[[R]]
tt.func @last(%x: tensor<2x4x8xi32>) -> tensor<2x4x8xi32> {
  %0 = "tt.scan"(%x) <{axis = 2 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<2x4x8xi32>) -> tensor<2x4x8xi32>
  tt.return %0 : tensor<2x4x8xi32>
}

// Along any other dimension, slices are combined in turn.
// CHECK-LABEL: tt.func @middle
// CHECK-NOT:     ttx.scan
// CHECK:         scf.for
// CHECK:           linalg.generic
tt.func @middle(%x: tensor<2x4x8xi32>) -> tensor<2x4x8xi32> {
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<2x4x8xi32>) -> tensor<2x4x8xi32>
  tt.return %0 : tensor<2x4x8xi32>
}

// Of two slices in reverse, the first one is written last.
// CHECK-LABEL: tt.func @two_slices
// CHECK:         scf.for
// CHECK:           tensor.insert_slice
// CHECK:         }
// CHECK:         tensor.insert_slice
// CHECK-NEXT:    tt.return
tt.func @two_slices(%x: tensor<2x8xi32>) -> tensor<2x8xi32> {
  %0 = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %b : i32
    tt.scan.return %s : i32
  }) : (tensor<2x8xi32>) -> tensor<2x8xi32>
  tt.return %0 : tensor<2x8xi32>
}

// Several operands, and a value from outside.
// CHECK-LABEL: tt.func @segments
// CHECK:         ttx.scan ins(%arg0, %arg1 : tensor<8xi32>, tensor<8xi32>)
// CHECK:           arith.cmpi ne, %{{.*}}, %arg2 : i32
// CHECK:           ttx.scan.return %{{.*}}, %{{.*}} : i32, i32
tt.func @segments(%x: tensor<8xi32>, %y: tensor<8xi32>, %none: i32) -> (tensor<8xi32>, tensor<8xi32>) {
  %0:2 = "tt.scan"(%x, %y) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: i32, %f: i32, %b: i32, %g: i32):
    %set = arith.cmpi ne, %g, %none : i32
    %v = arith.select %set, %b, %a : i32
    %k = arith.select %set, %g, %f : i32
    tt.scan.return %v, %k : i32, i32
  }) : (tensor<8xi32>, tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)
  tt.return %0#0, %0#1 : tensor<8xi32>, tensor<8xi32>
}

// Flags are bytes in memory.
// CHECK-LABEL: tt.func @flags
// CHECK:         arith.extui %{{.*}} : i1 to i8
// CHECK:         ttx.scan ins(%{{.*}}, %arg1 : tensor<8xi8>, tensor<8xi32>)
// CHECK-NEXT:    ^bb0(%[[A:.*]]: i8, %{{.*}}: i32, %[[B:.*]]: i8, %{{.*}}: i32):
// CHECK-DAG:       %[[F:.*]] = arith.trunci %[[A]] : i8 to i1
// CHECK-DAG:       %[[G:.*]] = arith.trunci %[[B]] : i8 to i1
// CHECK:           arith.ori %[[F]], %[[G]] : i1
// CHECK:           arith.extui %{{.*}} : i1 to i8
// CHECK:           ttx.scan.return %{{.*}}, %{{.*}} : i8, i32
// CHECK:         arith.trunci %{{.*}} : i8 to i1
tt.func @flags(%f: tensor<8xi1>, %x: tensor<8xi32>) -> (tensor<8xi1>, tensor<8xi32>) {
  %0:2 = "tt.scan"(%f, %x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%p: i1, %a: i32, %q: i1, %b: i32):
    %s = arith.addi %a, %b : i32
    %v = arith.select %q, %b, %s : i32
    %k = arith.ori %p, %q : i1
    tt.scan.return %k, %v : i1, i32
  }) : (tensor<8xi1>, tensor<8xi32>) -> (tensor<8xi1>, tensor<8xi32>)
  tt.return %0#0, %0#1 : tensor<8xi1>, tensor<8xi32>
}

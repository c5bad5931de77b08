// RUN: xtriton-opt %s --triton=3.6 --canonicalize | filecheck %s

// CHECK: tt.func @known_condition(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   tt.return %arg2, %arg3 : i32, i32
// CHECK-NEXT: }
tt.func @known_condition(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %t, %x, %y : i32
  %1 = arith.select %f, %x, %y : i32
  tt.return %0, %1 : i32, i32
}

// CHECK: tt.func @known_tensor_condition(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
// CHECK-NEXT:   %cst = arith.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK-NEXT:   %0 = arith.select %cst, %arg0, %arg1 : tensor<4xi1>, tensor<4xi32>
// CHECK-NEXT:   tt.return %arg0, %arg1, %0 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
// CHECK-NEXT: }
tt.func @known_tensor_condition(%x: tensor<4xi32>, %y: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %t = arith.constant dense<true> : tensor<4xi1>
  %f = arith.constant dense<false> : tensor<4xi1>
  %m = arith.constant dense<[true, false, true, false]> : tensor<4xi1>
  %0 = arith.select %t, %x, %y : tensor<4xi1>, tensor<4xi32>
  %1 = arith.select %f, %x, %y : tensor<4xi1>, tensor<4xi32>
  %2 = arith.select %m, %x, %y : tensor<4xi1>, tensor<4xi32>
  tt.return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// CHECK: tt.func @same_values(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg2 : i32
// CHECK-NEXT: }
tt.func @same_values(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> i32 {
  %0 = arith.select %c, %x, %x : i32
  tt.return %0 : i32
}

// CHECK: tt.func @poison(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   tt.return %arg2, %arg2 : i32, i32
// CHECK-NEXT: }
tt.func @poison(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %p = ub.poison : i32
  %0 = arith.select %c, %p, %x : i32
  %1 = arith.select %c, %x, %p : i32
  tt.return %0, %1 : i32, i32
}

// CHECK: tt.func @true_or_false(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i1, i1, i1, i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %1 = arith.select %arg0, %true, %arg1 : i1
// CHECK-NEXT:   %2 = arith.select %arg0, %arg1, %false : i1
// CHECK-NEXT:   %3 = arith.select %arg0, %false, %arg1 : i1
// CHECK-NEXT:   tt.return %arg0, %0, %1, %2, %3 : i1, i1, i1, i1, i1
// CHECK-NEXT: }
tt.func @true_or_false(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i1, i1, i1, i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = arith.select %c, %t, %f : i1
  %1 = arith.select %c, %f, %t : i1
  %2 = arith.select %c, %t, %d : i1
  %3 = arith.select %c, %d, %f : i1
  %4 = arith.select %c, %f, %d : i1
  tt.return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// CHECK: tt.func @one_or_zero(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT:   %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %2 = arith.extui %1 : i1 to i32
// CHECK-NEXT:   %3 = arith.select %arg0, %c2_i32, %c0_i32 : i32
// CHECK-NEXT:   %4 = arith.select %arg0, %c1_i32, %c2_i32 : i32
// CHECK-NEXT:   tt.return %0, %2, %3, %4 : i32, i32, i32, i32
// CHECK-NEXT: }
tt.func @one_or_zero(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32, i32, i32) {
  %o = arith.constant 1 : i32
  %n = arith.constant 0 : i32
  %t = arith.constant 2 : i32
  %0 = arith.select %c, %o, %n : i32
  %1 = arith.select %c, %n, %o : i32
  %2 = arith.select %c, %t, %n : i32
  %3 = arith.select %c, %o, %t : i32
  tt.return %0, %1, %2, %3 : i32, i32, i32, i32
}

// CHECK: tt.func @one_or_zero_in_tensors(%arg0: tensor<4xi1>) -> tensor<4xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<1> : tensor<4xi32>
// CHECK-NEXT:   %cst_0 = arith.constant dense<0> : tensor<4xi32>
// CHECK-NEXT:   %0 = arith.select %arg0, %cst, %cst_0 : tensor<4xi1>, tensor<4xi32>
// CHECK-NEXT:   tt.return %0 : tensor<4xi32>
// CHECK-NEXT: }
tt.func @one_or_zero_in_tensors(%c: tensor<4xi1>) -> tensor<4xi32> {
  %o = arith.constant dense<1> : tensor<4xi32>
  %n = arith.constant dense<0> : tensor<4xi32>
  %0 = arith.select %c, %o, %n : tensor<4xi1>, tensor<4xi32>
  tt.return %0 : tensor<4xi32>
}

// CHECK: tt.func @one_or_zero_as_floats(%arg0: i1) -> f32 {
// CHECK-NEXT:   %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:   %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %0 = arith.select %arg0, %cst, %cst_0 : f32
// CHECK-NEXT:   tt.return %0 : f32
// CHECK-NEXT: }
tt.func @one_or_zero_as_floats(%c: i1) -> f32 {
  %o = arith.constant 1.0 : f32
  %n = arith.constant 0.0 : f32
  %0 = arith.select %c, %o, %n : f32
  tt.return %0 : f32
}

// CHECK: tt.func @chosen_by_equality(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   tt.return %arg3, %arg2, %arg2 : i32, i32, i32
// CHECK-NEXT: }
tt.func @chosen_by_equality(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32, i32) {
  %e = arith.cmpi eq, %x, %y : i32
  %n = arith.cmpi ne, %x, %y : i32
  %0 = arith.select %e, %x, %y : i32
  %1 = arith.select %n, %x, %y : i32
  %2 = arith.select %e, %y, %x : i32
  tt.return %0, %1, %2 : i32, i32, i32
}

// CHECK: tt.func @chosen_by_other_comparisons(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.cmpi slt, %arg2, %arg3 : i32
// CHECK-NEXT:   %1 = arith.cmpi eq, %arg2, %arg4 : i32
// CHECK-NEXT:   %2 = arith.select %0, %arg2, %arg3 : i32
// CHECK-NEXT:   %3 = arith.select %1, %arg2, %arg3 : i32
// CHECK-NEXT:   tt.return %2, %3 : i32, i32
// CHECK-NEXT: }
tt.func @chosen_by_other_comparisons(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %l = arith.cmpi slt, %x, %y : i32
  %e = arith.cmpi eq, %x, %z : i32
  %0 = arith.select %l, %x, %y : i32
  %1 = arith.select %e, %x, %y : i32
  tt.return %0, %1 : i32, i32
}

// CHECK: tt.func @constants_by_element() -> tensor<2xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<[1, 9]> : tensor<2xi32>
// CHECK-NEXT:   tt.return %cst : tensor<2xi32>
// CHECK-NEXT: }
tt.func @constants_by_element() -> tensor<2xi32> {
  %m = arith.constant dense<[true, false]> : tensor<2xi1>
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<9> : tensor<2xi32>
  %0 = arith.select %m, %a, %b : tensor<2xi1>, tensor<2xi32>
  tt.return %0 : tensor<2xi32>
}

// CHECK: tt.func @same_condition_twice(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg2, %arg4 : i32
// CHECK-NEXT:   %1 = arith.select %arg0, %arg4, %arg3 : i32
// CHECK-NEXT:   tt.return %0, %1 : i32, i32
// CHECK-NEXT: }
tt.func @same_condition_twice(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %0 = arith.select %c, %x, %y : i32
  %1 = arith.select %c, %0, %z : i32
  %2 = arith.select %c, %z, %0 : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @different_conditions(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT:   %1 = arith.select %arg1, %0, %arg4 : i32
// CHECK-NEXT:   %2 = arith.select %arg1, %arg4, %0 : i32
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @different_conditions(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %0 = arith.select %c, %x, %y : i32
  %1 = arith.select %d, %0, %z : i32
  %2 = arith.select %d, %z, %0 : i32
  tt.return %1, %2 : i32, i32
}

// CHECK: tt.func @negated_condition(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.xori %arg0, %arg1 : i1
// CHECK-NEXT:   %1 = arith.select %arg0, %arg3, %arg2 : i32
// CHECK-NEXT:   %2 = arith.select %0, %arg2, %arg3 : i32
// CHECK-NEXT:   tt.return %1, %2 : i32, i32
// CHECK-NEXT: }
tt.func @negated_condition(%c: i1, %d: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %m = arith.xori %c, %d : i1
  %0 = arith.select %n, %x, %y : i32
  %1 = arith.select %m, %x, %y : i32
  tt.return %0, %1 : i32, i32
}

// CHECK: tt.func @negated_tensor_condition(%arg0: tensor<4xi1>, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>) -> tensor<4xi32> {
// CHECK-NEXT:   %cst = arith.constant dense<true> : tensor<4xi1>
// CHECK-NEXT:   %0 = arith.xori %arg0, %cst : tensor<4xi1>
// CHECK-NEXT:   %1 = arith.select %0, %arg1, %arg2 : tensor<4xi1>, tensor<4xi32>
// CHECK-NEXT:   tt.return %1 : tensor<4xi32>
// CHECK-NEXT: }
tt.func @negated_tensor_condition(%c: tensor<4xi1>, %x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %t = arith.constant dense<true> : tensor<4xi1>
  %n = arith.xori %c, %t : tensor<4xi1>
  %0 = arith.select %n, %x, %y : tensor<4xi1>, tensor<4xi32>
  tt.return %0 : tensor<4xi32>
}

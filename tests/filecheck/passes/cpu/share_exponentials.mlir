// RUN: xtriton-opt %s --cpu-share-exponentials | filecheck %s

// The exponential of the smaller number's distance; that of the other one is 1, or NaN if the maximum is not finite.
// CHECK-LABEL: tt.func @update
// CHECK:         %[[MOST:.*]] = arith.maxnumf %arg0, %arg1
// CHECK:         %[[FIRST:.*]] = arith.cmpf oeq, %[[MOST]], %arg0
// CHECK:         %[[OTHER:.*]] = arith.select %[[FIRST]], %arg1, %arg0
// CHECK:         %[[DISTANCE:.*]] = arith.subf %[[OTHER]], %[[MOST]]
// CHECK:         %[[EXP:.*]] = math.exp %[[DISTANCE]]
// CHECK:         %[[ZERO:.*]] = arith.subf %[[MOST]], %[[MOST]]
// CHECK:         %[[ONE:.*]] = arith.addf %[[ZERO]], %cst
// CHECK:         %[[LEFT:.*]] = arith.select %[[FIRST]], %[[ONE]], %[[EXP]]
// CHECK:         %[[RIGHT:.*]] = arith.select %[[FIRST]], %[[EXP]], %[[ONE]]
// CHECK-NOT:     math.exp
// CHECK:         %[[PRODUCT:.*]] = arith.mulf %arg2, %[[LEFT]]
// CHECK:         arith.addf %[[PRODUCT]], %[[RIGHT]]
tt.func @update(%a: tensor<8xf32>, %b: tensor<8xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  %m = arith.maxnumf %a, %b : tensor<8xf32>
  %da = arith.subf %a, %m : tensor<8xf32>
  %ea = math.exp %da : tensor<8xf32>
  %p = arith.mulf %z, %ea : tensor<8xf32>
  %db = arith.subf %b, %m : tensor<8xf32>
  %eb = math.exp %db : tensor<8xf32>
  %s = arith.addf %p, %eb : tensor<8xf32>
  tt.return %s : tensor<8xf32>
}

// Numbers, the other maximum, and a distance that is used elsewhere.
// CHECK-LABEL: tt.func @numbers
// CHECK:         arith.maximumf
// CHECK-COUNT-1: math.exp
// CHECK-NOT:     math.exp
// CHECK:         arith.subf %arg1, %{{.*}} : f16
// CHECK-NOT:     math.exp
// CHECK:         tt.return
tt.func @numbers(%a: f16, %b: f16) -> (f16, f16, f16) {
  %m = arith.maximumf %a, %b : f16
  %db = arith.subf %b, %m : f16
  %da = arith.subf %a, %m : f16
  %eb = math.exp %db : f16
  %ea = math.exp %da : f16
  tt.return %ea, %eb, %db : f16, f16, f16
}

// One exponential only.
// CHECK-LABEL: tt.func @one
// CHECK-NOT:     arith.select
tt.func @one(%a: f32, %b: f32) -> (f32, f32) {
  %m = arith.maxnumf %a, %b : f32
  %da = arith.subf %a, %m : f32
  %db = arith.subf %b, %m : f32
  %ea = math.exp %da : f32
  tt.return %ea, %db : f32, f32
}

// The distance to the smaller number, and the negative distance.
// CHECK-LABEL: tt.func @minimum
// CHECK-NOT:     arith.select
tt.func @minimum(%a: f32, %b: f32) -> (f32, f32) {
  %m = arith.minnumf %a, %b : f32
  %da = arith.subf %a, %m : f32
  %db = arith.subf %b, %m : f32
  %ea = math.exp %da : f32
  %eb = math.exp %db : f32
  tt.return %ea, %eb : f32, f32
}
// CHECK-LABEL: tt.func @negative
// CHECK-NOT:     arith.select
tt.func @negative(%a: f32, %b: f32) -> (f32, f32) {
  %m = arith.maxnumf %a, %b : f32
  %da = arith.subf %a, %m : f32
  %db = arith.subf %m, %b : f32
  %ea = math.exp %da : f32
  %eb = math.exp %db : f32
  tt.return %ea, %eb : f32, f32
}

// Distances of another number.
// CHECK-LABEL: tt.func @other
// CHECK-NOT:     arith.select
tt.func @other(%a: f32, %b: f32, %c: f32) -> (f32, f32) {
  %m = arith.maxnumf %a, %b : f32
  %da = arith.subf %a, %m : f32
  %dc = arith.subf %c, %m : f32
  %ea = math.exp %da : f32
  %ec = math.exp %dc : f32
  tt.return %ea, %ec : f32, f32
}

// The maximum of a number and itself has one distance.
// CHECK-LABEL: tt.func @same
// CHECK-NOT:     arith.select
tt.func @same(%a: f32) -> f32 {
  %m = arith.maxnumf %a, %a : f32
  %d = arith.subf %a, %m : f32
  %e = math.exp %d : f32
  tt.return %e : f32
}

// An exponential that a branch may not need.
// CHECK-LABEL: tt.func @branch
// CHECK-NOT:     arith.select
tt.func @branch(%a: f32, %b: f32, %c: i1) -> f32 {
  %m = arith.maxnumf %a, %b : f32
  %da = arith.subf %a, %m : f32
  %db = arith.subf %b, %m : f32
  %r = scf.if %c -> (f32) {
    %ea = math.exp %da : f32
    scf.yield %ea : f32
  } else {
    %eb = math.exp %db : f32
    scf.yield %eb : f32
  }
  tt.return %r : f32
}

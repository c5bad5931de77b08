// RUN: xtriton-opt %s --cpu-accumulated-extrema | filecheck %s

// A maximum by a comparison that is then reduced by the same one, also where an outer loop carries it. NaN is returned
// on either side; either of -0 and +0 may be.
// CHECK-LABEL: tt.func @largest
// CHECK:         scf.for {{.*}} iter_args(%[[OUTER:.*]] = %{{.*}})
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[OUTER]])
// CHECK:             %[[X:.*]] = tt.load
// CHECK:             %[[NEXT:.*]] = arith.maximumf %[[ACC]], %[[X]] fastmath<nsz>
// CHECK-NEXT:        scf.yield %[[NEXT]]
tt.func @largest(%p: tensor<64x!tt.ptr<f32>>, %n: i32) -> f32 {
  %least = arith.constant dense<0xFF800000> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %least) -> (tensor<64xf32>) : i32 {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %outer) -> (tensor<64xf32>) : i32 {
      %x = tt.load %p : tensor<64x!tt.ptr<f32>>
      %more = arith.cmpf ogt, %acc, %x : tensor<64xf32>
      %nan = arith.cmpf une, %acc, %acc : tensor<64xf32>
      %left = arith.ori %more, %nan : tensor<64xi1>
      %next = arith.select %left, %acc, %x : tensor<64xi1>, tensor<64xf32>
      scf.yield %next : tensor<64xf32>
    }
    scf.yield %s : tensor<64xf32>
  }
  %most = "tt.reduce"(%r) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %left = arith.ori %more, %nan : i1
    %0 = arith.select %left, %a, %b : f32
    tt.reduce.return %0 : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %most : f32
}

// A maximum is reduced, and minima are accumulated.
// CHECK-LABEL: tt.func @other
// CHECK-NOT:     arith.minimumf
// CHECK-NOT:     arith.maximumf
// CHECK:         tt.return
tt.func @other(%p: tensor<64x!tt.ptr<f32>>, %n: i32) -> f32 {
  %least = arith.constant dense<0xFF800000> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %least) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    %less = arith.cmpf olt, %acc, %x : tensor<64xf32>
    %nan = arith.cmpf une, %acc, %acc : tensor<64xf32>
    %left = arith.ori %less, %nan : tensor<64xi1>
    %next = arith.select %left, %acc, %x : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  %most = "tt.reduce"(%r) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %left = arith.ori %more, %nan : i1
    %0 = arith.select %left, %a, %b : f32
    tt.reduce.return %0 : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %most : f32
}

// The comparison of the accumulator returns a NaN on one side only: its result depends on the order.
// CHECK-LABEL: tt.func @ordered
// CHECK-NOT:     arith.maximumf
// CHECK:         tt.return
tt.func @ordered(%p: tensor<64x!tt.ptr<f32>>, %n: i32) -> f32 {
  %least = arith.constant dense<0xFF800000> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %least) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    %more = arith.cmpf ogt, %acc, %x : tensor<64xf32>
    %next = arith.select %more, %acc, %x : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  %most = "tt.reduce"(%r) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %left = arith.ori %more, %nan : i1
    %0 = arith.select %left, %a, %b : f32
    tt.reduce.return %0 : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %most : f32
}

// Something else sees which zero the block has: another use of the result, or of the carried block.
// CHECK-LABEL: tt.func @seen
// CHECK-NOT:     arith.maximumf
// CHECK:         tt.return
tt.func @seen(%p: tensor<64x!tt.ptr<f32>>, %n: i32) -> (f32, tensor<64xf32>, f32) {
  %least = arith.constant dense<0xFF800000> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %least) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    %more = arith.cmpf ogt, %acc, %x : tensor<64xf32>
    %nan = arith.cmpf une, %acc, %acc : tensor<64xf32>
    %left = arith.ori %more, %nan : tensor<64xi1>
    %next = arith.select %left, %acc, %x : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  %most = "tt.reduce"(%r) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %left = arith.ori %more, %nan : i1
    %0 = arith.select %left, %a, %b : f32
    tt.reduce.return %0 : f32
  }) : (tensor<64xf32>) -> f32
  %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %least) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    %more = arith.cmpf ogt, %acc, %x : tensor<64xf32>
    %nan = arith.cmpf une, %acc, %acc : tensor<64xf32>
    %left = arith.ori %more, %nan : tensor<64xi1>
    %next = arith.select %left, %acc, %x : tensor<64xi1>, tensor<64xf32>
    tt.store %p, %acc : tensor<64x!tt.ptr<f32>>
    scf.yield %next : tensor<64xf32>
  }
  %last = "tt.reduce"(%s) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %more = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %left = arith.ori %more, %nan : i1
    %0 = arith.select %left, %a, %b : f32
    tt.reduce.return %0 : f32
  }) : (tensor<64xf32>) -> f32
  tt.return %most, %r, %last : f32, tensor<64xf32>, f32
}

// RUN: xtriton-opt %s --cpu-neutral-lanes --verify-each=interp | filecheck %s

// A constant that is selected where nothing is loaded is loaded instead, also before a conversion that is exact.
// CHECK-LABEL: tt.func @selected
// CHECK:         %[[LEAST:.*]] = arith.constant dense<0xFF800000> : tensor<64xf32>
// CHECK:         %[[X:.*]] = tt.load %arg0, %arg1, %[[LEAST]]
// CHECK-NEXT:    tt.return %[[X]]
tt.func @selected(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>) -> tensor<64xf32> {
  %least = arith.constant dense<0xFF800000> : tensor<64xf32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %y = arith.select %m, %x, %least : tensor<64xi1>, tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// CHECK-LABEL: tt.func @converted
// CHECK:         %[[TWO:.*]] = arith.constant dense<2.000000e+00> : tensor<64xbf16>
// CHECK:         %[[X:.*]] = tt.load %arg0, %arg1, %[[TWO]]
// CHECK-NEXT:    %[[WIDE:.*]] = arith.extf %[[X]]
// CHECK-NEXT:    tt.return %[[WIDE]]
tt.func @converted(%p: tensor<64x!tt.ptr<bf16>>, %m: tensor<64xi1>) -> tensor<64xf32> {
  %two = arith.constant dense<2.0> : tensor<64xf32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<bf16>>
  %w = arith.extf %x : tensor<64xbf16> to tensor<64xf32>
  %y = arith.select %m, %w, %two : tensor<64xi1>, tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// 0.1 is no number of bf16.
// CHECK-LABEL: tt.func @rounded
// CHECK:         arith.select
tt.func @rounded(%p: tensor<64x!tt.ptr<bf16>>, %m: tensor<64xi1>) -> tensor<64xf32> {
  %tenth = arith.constant dense<0.1> : tensor<64xf32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<bf16>>
  %w = arith.extf %x : tensor<64xbf16> to tensor<64xf32>
  %y = arith.select %m, %w, %tenth : tensor<64xi1>, tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// What is computed from zeros is zero already, however often it is used; -0 is another number.
// CHECK-LABEL: tt.func @computed
// CHECK:         %[[SQUARE:.*]] = arith.mulf
// CHECK-NEXT:    %[[OTHER:.*]] = arith.select %arg1, %[[SQUARE]], %{{.*}}
// CHECK-NEXT:    tt.return %[[SQUARE]], %[[OTHER]], %[[SQUARE]]
tt.func @computed(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %negative = arith.constant dense<-0.0> : tensor<64xf32>
  %x = tt.load %p, %m, %zero : tensor<64x!tt.ptr<f32>>
  %s = arith.mulf %x, %x : tensor<64xf32>
  %y = arith.select %m, %s, %zero : tensor<64xi1>, tensor<64xf32>
  %z = arith.select %m, %s, %negative : tensor<64xi1>, tensor<64xf32>
  tt.return %y, %z, %s : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// A load that another operation uses, one with another mask, a volatile one, and constants that differ.
// CHECK-LABEL: tt.func @kept
// CHECK-COUNT-4: arith.select
tt.func @kept(%p: tensor<2x!tt.ptr<f32>>, %m: tensor<2xi1>, %n: tensor<2xi1>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %several = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %used = tt.load %p, %m : tensor<2x!tt.ptr<f32>>
  %a = arith.select %m, %used, %one : tensor<2xi1>, tensor<2xf32>
  %other = tt.load %p, %n : tensor<2x!tt.ptr<f32>>
  %b = arith.select %m, %other, %one : tensor<2xi1>, tensor<2xf32>
  %volatile = tt.load %p, %m {isVolatile = true} : tensor<2x!tt.ptr<f32>>
  %c = arith.select %m, %volatile, %one : tensor<2xi1>, tensor<2xf32>
  %x = tt.load %p, %m : tensor<2x!tt.ptr<f32>>
  %d = arith.select %m, %x, %several : tensor<2xi1>, tensor<2xf32>
  tt.return %used, %a, %b, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A sum that begins with 0 never is -0: 0 changes it as little as -0 does, and is loaded already.
// CHECK-LABEL: tt.func @sums
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}})
// CHECK:           %[[X:.*]] = tt.load %arg0, %arg1, %cst
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addf %[[SUM]], %[[X]]
// CHECK-NEXT:      scf.yield %[[NEXT]]
tt.func @sums(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %n: i32) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64xf32>) : i32 {
    %x = tt.load %p, %m, %zero : tensor<64x!tt.ptr<f32>>
    %sum = arith.addf %acc, %x : tensor<64xf32>
    %next = arith.select %m, %sum, %acc : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  tt.return %r : tensor<64xf32>
}

// Any other sum is left as it is by -0 alone.
// CHECK-LABEL: tt.func @any_sum
// CHECK:         %[[NEGATIVE:.*]] = arith.constant dense<-0.000000e+00>
// CHECK:         %[[X:.*]] = tt.load %arg0, %arg1, %[[NEGATIVE]]
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %[[X]], %arg2
// CHECK-NEXT:    tt.return %[[SUM]]
tt.func @any_sum(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %a: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %x = tt.load %p, %m, %zero : tensor<64x!tt.ptr<f32>>
  %sum = arith.addf %x, %a : tensor<64xf32>
  %next = arith.select %m, %sum, %a : tensor<64xi1>, tensor<64xf32>
  tt.return %next : tensor<64xf32>
}

// What is not loaded with the mask is selected before.
// CHECK-LABEL: tt.func @product
// CHECK:         %[[ONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK:         %[[FACTOR:.*]] = arith.select %arg0, %arg1, %[[ONE]]
// CHECK-NEXT:    %[[PRODUCT:.*]] = arith.mulf %arg2, %[[FACTOR]]
// CHECK-NEXT:    tt.return %[[PRODUCT]]
tt.func @product(%m: tensor<64xi1>, %x: tensor<64xf32>, %a: tensor<64xf32>) -> tensor<64xf32> {
  %product = arith.mulf %a, %x : tensor<64xf32>
  %next = arith.select %m, %product, %a : tensor<64xi1>, tensor<64xf32>
  tt.return %next : tensor<64xf32>
}

// Maxima by a comparison, of which one propagates NaN. The other one keeps a NaN of x only, so that the infinity would
// replace a NaN of the accumulator; integers have a least number.
// CHECK-LABEL: tt.func @maxima
// CHECK:         %[[LEAST:.*]] = arith.constant dense<0xFF800000>
// CHECK:         %[[X:.*]] = tt.load %arg0, %arg1, %[[LEAST]]
// CHECK:         %[[MOST:.*]] = arith.select %{{.*}}, %arg2, %[[X]]
// CHECK:         %[[KEPT:.*]] = arith.select %arg1
// CHECK:         %[[MIN:.*]] = arith.constant dense<-2147483648>
// CHECK:         %[[J:.*]] = tt.load %arg3, %arg1, %[[MIN]]
// CHECK:         %[[LARGER:.*]] = arith.select %{{.*}}, %arg4, %[[J]]
// CHECK:         tt.return %[[MOST]], %[[KEPT]], %[[LARGER]]
tt.func @maxima(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %a: tensor<64xf32>, %q: tensor<64x!tt.ptr<i32>>, %i: tensor<64xi32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xi32>) {
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %more = arith.cmpf ogt, %a, %x : tensor<64xf32>
  %nan = arith.cmpf une, %a, %a : tensor<64xf32>
  %left = arith.ori %more, %nan : tensor<64xi1>
  %most = arith.select %left, %a, %x : tensor<64xi1>, tensor<64xf32>
  %r = arith.select %m, %most, %a : tensor<64xi1>, tensor<64xf32>
  %y = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %larger = arith.cmpf ogt, %a, %y : tensor<64xf32>
  %some = arith.select %larger, %a, %y : tensor<64xi1>, tensor<64xf32>
  %s = arith.select %m, %some, %a : tensor<64xi1>, tensor<64xf32>
  %j = tt.load %q, %m : tensor<64x!tt.ptr<i32>>
  %greater = arith.cmpi sgt, %i, %j : tensor<64xi32>
  %integer = arith.select %greater, %i, %j : tensor<64xi1>, tensor<64xi32>
  %t = arith.select %m, %integer, %i : tensor<64xi1>, tensor<64xi32>
  tt.return %r, %s, %t : tensor<64xf32>, tensor<64xf32>, tensor<64xi32>
}

// A sum that is used elsewhere, one of the accumulator itself, and an operation without a neutral element.
// CHECK-LABEL: tt.func @unchanged
// CHECK-COUNT-3: arith.select %arg1
tt.func @unchanged(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %a: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %sum = arith.addf %a, %x : tensor<64xf32>
  %r = arith.select %m, %sum, %a : tensor<64xi1>, tensor<64xf32>
  %twice = arith.addf %a, %a : tensor<64xf32>
  %s = arith.select %m, %twice, %a : tensor<64xi1>, tensor<64xf32>
  %y = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %difference = arith.subf %a, %y : tensor<64xf32>
  %t = arith.select %m, %difference, %a : tensor<64xi1>, tensor<64xf32>
  tt.return %sum, %r, %s, %t : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// A type without infinities has no number that all maxima leave as they are.
// CHECK-LABEL: tt.func @without_infinities
// CHECK:         arith.maximumf
// CHECK-NEXT:    arith.select
// CHECK-NEXT:    tt.return
tt.func @without_infinities(%acc: tensor<64xf8E4M3FN>, %x: tensor<64xf8E4M3FN>, %m: tensor<64xi1>) -> tensor<64xf8E4M3FN> {
  %new = arith.maximumf %acc, %x : tensor<64xf8E4M3FN>
  %y = arith.select %m, %new, %acc : tensor<64xi1>, tensor<64xf8E4M3FN>
  tt.return %y : tensor<64xf8E4M3FN>
}

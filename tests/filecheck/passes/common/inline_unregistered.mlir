// RUN: xtriton-opt %s --inline --allow-unregistered-dialect | filecheck %s

// Operations that may not be movable stay where they are. Functions with references other than calls
// stay as well.
// CHECK: tt.func private @referred_on_top(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: "test.use"() {function = @referred_on_top} : () -> ()
tt.func private @referred_on_top(%a: i32) -> i32 {
  tt.return %a : i32
}

"test.use"() {function = @referred_on_top} : () -> ()

// CHECK: tt.func private @referred(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func private @referred(%a: i32) -> i32 {
  tt.return %a : i32
}

// CHECK: tt.func private @referred_in_dead(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func private @referred_in_dead(%a: i32) -> i32 {
  tt.return %a : i32
}

// CHECK: tt.func @calls(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   "test.use"() {functions = [@referred]} : () -> ()
// CHECK-NEXT:   tt.return %arg0, %arg0, %arg0 : i32, i32, i32
// CHECK-NEXT: }
tt.func @calls(%a: i32) -> (i32, i32, i32) {
  %0 = tt.call @referred(%a) : (i32) -> i32
  "test.use"() {functions = [@referred]} : () -> ()
  %1 = tt.call @referred_on_top(%0) : (i32) -> i32
  %2 = tt.call @referred_in_dead(%1) : (i32) -> i32
  tt.return %0, %1, %2 : i32, i32, i32
}

// CHECK-NOT: @dead(
tt.func private @dead() {
  "test.use"() {function = @referred_in_dead} : () -> ()
  tt.return
}

// CHECK: tt.func private @copied(%arg0: i32) {
// CHECK-NEXT:   "test.use"() {function = @referred_in_copies} : () -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @copied(%a: i32) {
  "test.use"() {function = @referred_in_copies} : () -> ()
  tt.return
}

// CHECK: tt.func private @referred_in_copies(%arg0: i32) -> i32 {
// CHECK-NEXT:   tt.return %arg0 : i32
// CHECK-NEXT: }
tt.func private @referred_in_copies(%a: i32) -> i32 {
  tt.return %a : i32
}

// CHECK: tt.func @calls_copied(%arg0: i32) {
// CHECK-NEXT:   tt.call @copied(%arg0) : (i32) -> ()
// CHECK-NEXT:   tt.call @copied(%arg0) : (i32) -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_copied(%a: i32) {
  tt.call @copied(%a) : (i32) -> ()
  tt.call @copied(%a) : (i32) -> ()
  tt.return
}

// CHECK: tt.func private @barrier() {
// CHECK-NEXT:   nvvm.barrier
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @barrier() {
  nvvm.barrier
  tt.return
}

// CHECK: tt.func private @choice_of_unknown(%arg0: i1) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "test.use"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func private @choice_of_unknown(%c: i1) {
  scf.if %c {
    "test.use"() : () -> ()
  }
  tt.return
}

// CHECK: tt.func @calls_what_stays(%arg0: i1) {
// CHECK-NEXT:   tt.call @barrier() : () -> ()
// CHECK-NEXT:   tt.call @choice_of_unknown(%arg0) : (i1) -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @calls_what_stays(%c: i1) {
  tt.call @barrier() : () -> ()
  tt.call @choice_of_unknown(%c) : (i1) -> ()
  tt.return
}

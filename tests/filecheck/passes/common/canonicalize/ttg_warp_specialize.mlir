// RUN: xtriton-opt %s --canonicalize | filecheck %s

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
// Captures that no partition uses, and captures that repeat another.
// CHECK: tt.func @captures(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: !tt.ptr<i32>) {
// CHECK-NEXT:   ttg.warp_specialize(%arg0, %arg2, %arg3)
// CHECK-NEXT:   default {
// CHECK-NEXT:     ttg.warp_yield
// CHECK-NEXT:   }
// CHECK-NEXT:   partition0(%arg4: i32, %arg5: i32, %arg6: !tt.ptr<i32>) num_warps(4) {
// CHECK-NEXT:     tt.store %arg6, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     tt.store %arg6, %arg4 : !tt.ptr<i32>
// CHECK-NEXT:     ttg.warp_return
// CHECK-NEXT:   }
// CHECK-NEXT:   partition1(%arg4: i32, %arg5: i32, %arg6: !tt.ptr<i32>) num_warps(4) {
// CHECK-NEXT:     tt.store %arg6, %arg5 : !tt.ptr<i32>
// CHECK-NEXT:     ttg.warp_return
// CHECK-NEXT:   } : (i32, i32, !tt.ptr<i32>) -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @captures(%a: i32, %b: i32, %c: i32, %p: !tt.ptr<i32>) {
  ttg.warp_specialize(%a, %b, %a, %c, %p)
  default {
    ttg.warp_yield
  }
  partition0(%x: i32, %y: i32, %z: i32, %w: i32, %q: !tt.ptr<i32>) num_warps(4) {
    tt.store %q, %x : !tt.ptr<i32>
    tt.store %q, %z : !tt.ptr<i32>
    ttg.warp_return
  }
  partition1(%x: i32, %y: i32, %z: i32, %w: i32, %q: !tt.ptr<i32>) num_warps(4) {
    tt.store %q, %w : !tt.ptr<i32>
    ttg.warp_return
  } : (i32, i32, i32, i32, !tt.ptr<i32>) -> ()
  tt.return
}

// CHECK: tt.func @all_captures_needed(%arg0: i32, %arg1: !tt.ptr<i32>) {
// CHECK-NEXT:   ttg.warp_specialize(%arg0, %arg1)
// CHECK-NEXT:   default {
// CHECK-NEXT:     ttg.warp_yield
// CHECK-NEXT:   }
// CHECK-NEXT:   partition0(%arg2: i32, %arg3: !tt.ptr<i32>) num_warps(4) {
// CHECK-NEXT:     tt.store %arg3, %arg2 : !tt.ptr<i32>
// CHECK-NEXT:     ttg.warp_return
// CHECK-NEXT:   } : (i32, !tt.ptr<i32>) -> ()
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @all_captures_needed(%a: i32, %p: !tt.ptr<i32>) {
  ttg.warp_specialize(%a, %p)
  default {
    ttg.warp_yield
  }
  partition0(%x: i32, %q: !tt.ptr<i32>) num_warps(4) {
    tt.store %q, %x : !tt.ptr<i32>
    ttg.warp_return
  } : (i32, !tt.ptr<i32>) -> ()
  tt.return
}

// CHECK: tt.func @results(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = ttg.warp_specialize()
// CHECK-NEXT:   default {
// CHECK-NEXT:     ttg.warp_yield %arg0, %arg2 : i32, i32
// CHECK-NEXT:   } : () -> (i32, i32)
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
tt.func @results(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %0:3 = ttg.warp_specialize()
  default {
    ttg.warp_yield %a, %b, %c : i32, i32, i32
  } : () -> (i32, i32, i32)
  tt.return %0#0, %0#2 : i32, i32
}

// CHECK: tt.func @captures_and_results(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> i32 {
// CHECK-NEXT:   %0 = ttg.warp_specialize(%arg1, %arg2) attributes {requestedRegisters = array<i32: 24>}
// CHECK-NEXT:   default {
// CHECK-NEXT:     ttg.warp_yield %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   partition0(%arg3: i32, %arg4: !tt.ptr<i32>) num_warps(4) {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     ttg.warp_return
// CHECK-NEXT:   } : (i32, !tt.ptr<i32>) -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @captures_and_results(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> i32 {
  %0:2 = ttg.warp_specialize(%a, %b, %p) attributes {requestedRegisters = array<i32: 24>}
  default {
    ttg.warp_yield %a, %b : i32, i32
  }
  partition0(%x: i32, %y: i32, %q: !tt.ptr<i32>) num_warps(4) {
    tt.store %q, %y : !tt.ptr<i32>
    ttg.warp_return
  } : (i32, i32, !tt.ptr<i32>) -> (i32, i32)
  tt.return %0#1 : i32
}

// The default region may have blocks that do not end it.
// CHECK: tt.func @results_of_blocks(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %0 = ttg.warp_specialize()
// CHECK-NEXT:   default {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     tt.print "one" {hex = false, isSigned = array<i32>}
// CHECK-NEXT:     ttg.warp_yield %arg2 : i32
// CHECK-NEXT:   ^bb2:  // pred: ^bb0
// CHECK-NEXT:     ttg.warp_yield %arg1 : i32
// CHECK-NEXT:   } : () -> i32
// CHECK-NEXT:   tt.return %0 : i32
// CHECK-NEXT: }
tt.func @results_of_blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  %0:2 = ttg.warp_specialize()
  default {
    cf.cond_br %c, ^one, ^two
  ^one:
    tt.print "one" {hex = false, isSigned = array<i32>}
    ttg.warp_yield %a, %b : i32, i32
  ^two:
    ttg.warp_yield %b, %a : i32, i32
  } : () -> (i32, i32)
  tt.return %0#1 : i32
}

// CHECK: tt.func @nothing_unneeded(%arg0: i32, %arg1: i32, %arg2: !tt.ptr<i32>) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = ttg.warp_specialize(%arg0, %arg2)
// CHECK-NEXT:   default {
// CHECK-NEXT:     ttg.warp_yield %arg0, %arg1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   partition0(%arg3: i32, %arg4: !tt.ptr<i32>) num_warps(4) {
// CHECK-NEXT:     tt.store %arg4, %arg3 : !tt.ptr<i32>
// CHECK-NEXT:     ttg.warp_return
// CHECK-NEXT:   } : (i32, !tt.ptr<i32>) -> (i32, i32)
// CHECK-NEXT:   tt.return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
tt.func @nothing_unneeded(%a: i32, %b: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  %0:2 = ttg.warp_specialize(%a, %p)
  default {
    ttg.warp_yield %a, %b : i32, i32
  }
  partition0(%x: i32, %q: !tt.ptr<i32>) num_warps(4) {
    tt.store %q, %x : !tt.ptr<i32>
    ttg.warp_return
  } : (i32, !tt.ptr<i32>) -> (i32, i32)
  tt.return %0#0, %0#1 : i32, i32
}
}

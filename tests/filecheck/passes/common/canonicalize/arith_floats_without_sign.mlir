// RUN: xtriton-opt %s --canonicalize | filecheck %s

// Triton's passes abort on these: the format has no negative numbers.
// CHECK-LABEL: @without_sign
tt.func @without_sign() -> (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) {
  %a = arith.constant -1.0 : f32
  %b = arith.constant -3 : i32
  %c = arith.constant 1.0 : f8E8M0FNU
  // CHECK: arith.truncf
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  // CHECK: arith.sitofp
  %1 = arith.sitofp %b : i32 to f8E8M0FNU
  // CHECK: arith.negf
  %2 = arith.negf %c : f8E8M0FNU
  tt.return %0, %1, %2 : f8E8M0FNU, f8E8M0FNU, f8E8M0FNU
}

// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error @below {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f() {
  // expected-error @below {{'func.call' op incorrect number of operands for callee}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f(%x: i64) {
  // expected-error @below {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  call @g(%x) : (i64) -> ()
  return
}

// -----

func.func private @g() -> i32
func.func @f() {
  // expected-error @below {{'func.call' op incorrect number of results for callee}}
  call @g() : () -> ()
  return
}

// -----

func.func @f() -> i32 {
  // expected-error @below {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

func.func @f(%x: i64) -> i32 {
  // expected-error @below {{type of return operand 0 ('i64') doesn't match function result type ('i32') in function @f}}
  return %x : i64
}

// -----

// expected-error @below {{'func.return' op expects parent op 'func.func'}}
func.return

// -----

func.func @f() {
  // expected-error @below {{'func.constant' op reference to undefined function 'g'}}
  %0 = constant @g : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f() {
  // expected-error @below {{'func.constant' op reference to function with mismatched type}}
  %0 = constant @g : () -> ()
  return
}

// -----

func.func @f(%callee: (i32) -> i32, %x: i64) {
  // expected-error @below {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%callee, %x) : ((i32) -> i32, i64) -> i32
  func.return
}

// -----

func.func @f(%callee: (i32) -> i32, %x: i32) {
  // expected-error @below {{'func.call_indirect' op failed to verify that callee result types match result types}}
  %0 = "func.call_indirect"(%callee, %x) : ((i32) -> i32, i32) -> i64
  func.return
}

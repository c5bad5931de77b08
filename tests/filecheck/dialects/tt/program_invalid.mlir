// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

tt.func @f() {
  // expected-error @below {{custom op 'tt.get_program_id' expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = tt.get_program_id w : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.get_program_id' expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = tt.get_program_id 0 : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.get_program_id' expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = tt.get_program_id : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.get_program_id' op result #0 must be 32-bit signless integer, but got 'i64'}}
  %0 = tt.get_program_id x : i64
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{expected ':'}}
  %0 = tt.get_program_id x
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.get_program_id' 'tt.get_program_id' op attribute 'axis' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1, 2}}
  %0 = tt.get_program_id x {axis = 3 : i32} : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{invalid properties {axis = 3 : i32} for op tt.get_program_id: Invalid attribute `axis` in property conversion: 3 : i32}}
  %0 = "tt.get_program_id"() <{axis = 3 : i32}> : () -> i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.get_program_id' op requires attribute 'axis'}}
  %0 = "tt.get_program_id"() : () -> i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{'tt.get_program_id' op requires one result}}
  "tt.get_program_id"() <{axis = 0 : i32}> : () -> ()
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.get_program_id' op requires zero operands}}
  %0 = "tt.get_program_id"(%x) <{axis = 0 : i32}> : (i32) -> i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.get_num_programs' expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = tt.get_num_programs w : i32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{custom op 'tt.get_num_programs' invalid kind of type specified: expected builtin.integer, but found 'f32'}}
  %0 = tt.get_num_programs x : f32
  tt.return
}

// -----

tt.func @f() {
  // expected-error @below {{invalid properties {axis = -1 : i32} for op tt.get_num_programs: Invalid attribute `axis` in property conversion: -1 : i32}}
  %0 = "tt.get_num_programs"() <{axis = -1 : i32}> : () -> i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.print' op requires attribute 'hex'}}
  tt.print "a" : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.print' op requires attribute 'isSigned'}}
  tt.print "a" {hex = false} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{custom op 'tt.print' 'tt.print' op attribute 'hex' failed to satisfy constraint: bool attribute}}
  tt.print "a" {hex = 0 : i32, isSigned = array<i32: 1>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{custom op 'tt.print' 'tt.print' op attribute 'isSigned' failed to satisfy constraint: i32 dense array attribute}}
  tt.print "a" {hex = false, isSigned = array<i1: true>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{custom op 'tt.print' invalid kind of attribute specified}}
  tt.print {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{custom op 'tt.print' invalid kind of attribute specified}}
  tt.print @a {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{custom op 'tt.print' number of operands and types do not match: got 2 operands and 1 types}}
  tt.print "a" {hex = false, isSigned = array<i32: 1>} : %x, %x : i32
  tt.return
}

// -----

tt.func @f(%x: index) {
  // expected-error @below {{'tt.print' op operand #0 must be variadic of floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values, but got 'index'}}
  tt.print "a" {hex = false, isSigned = array<i32: 1>} : %x : index
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected integer number of results}}
  tt.print "a" {hex = false, isSigned = array<i32: 1>} %x : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{custom op 'tt.print' number of operands and types do not match: got 0 operands and 1 types}}
  tt.print "a" {hex = false, isSigned = array<i32: 1>} : : i32
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{expected '"' in string literal}}
  tt.print "a {hex = false, isSigned = array<i32: 1>} : %x : i32
  tt.return
}

// -----

tt.func @f(%x: i1) {
  // expected-error @below {{expected ','}}
  tt.assert %x : i1
  tt.return
}

// -----

tt.func @f(%x: i1) {
  // expected-error @below {{integer literal not valid for specified type}}
  tt.assert %x, 5 : i1
  tt.return
}

// -----

tt.func @f(%x: i32) {
  // expected-error @below {{'tt.assert' op operand #0 must be 1-bit signless integer or tensor of 1-bit signless integer values, but got 'i32'}}
  tt.assert %x, "a" : i32
  tt.return
}

// -----

tt.func @f(%x: tensor<4xi8>) {
  // expected-error @below {{'tt.assert' op operand #0 must be 1-bit signless integer or tensor of 1-bit signless integer values, but got 'tensor<4xi8>'}}
  tt.assert %x, "a" : tensor<4xi8>
  tt.return
}

// -----

tt.func @f(%x: i1) {
  // expected-error @below {{custom op 'tt.assert' 'tt.assert' op attribute 'message' failed to satisfy constraint: string attribute}}
  tt.assert %x, "a" {message = 4 : i32} : i1
  tt.return
}

// -----

tt.func @f(%x: i1) {
  // expected-error @below {{'tt.assert' op requires attribute 'message'}}
  "tt.assert"(%x) : (i1) -> ()
  tt.return
}

// -----

tt.func @f(%x: i1) {
  // expected-error @below {{cannot name an operation with no results}}
  %0 = tt.assert %x, "a" : i1
  tt.return
}

// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
%0 = arith.constant dense<[1, 2, 3, 4]> : vector<[4]xi32>

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
%0 = arith.addi %f, %f : f32

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
%0 = arith.bitcast %n : index to i64

// -----

%i, %j, %n, %f, %t, %ti, %tb = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, f32, tensor<4xf32>, tensor<4xi32>, tensor<8xi1>)
// expected-error @below {{'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
%0 = arith.index_cast %f : f32 to i32

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{custom op 'llvm.getelementptr' expected one of [none, inbounds_flag, nusw, nuw, inbounds] for ::mlir::LLVM::GEPNoWrapFlags, got: foo}}
  %0 = llvm.getelementptr inbounds | foo %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i32) {
  // expected-error @below {{custom op 'llvm.getelementptr' expected one of [none, inbounds_flag, nusw, nuw, inbounds] for ::mlir::LLVM::GEPNoWrapFlags, got: foo}}
  %0 = llvm.getelementptr foo %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.return
}

// -----

tt.func @f(%x: index) {
  // expected-error @below {{'tt.print' op operand #0 must be variadic of floating-point or ranked tensor of floating-point values or integer or ranked tensor of integer values or ptr or ranked tensor of ptr values or ptr, but got 'index'}}
  tt.print "a" {hex = false, isSigned = array<i32: 1>} : %x : index
  tt.return
}

// RUN: xtriton-opt %s --triton-rewrite-tensor-descriptor-to-pointer --split-input-file --verify-diagnostics

tt.func @no_such_atomic(%d: !tt.tensordesc<16xf16>, %i: i32, %x: tensor<16xf16>) {
  // expected-error @below {{Cannot fallback on descriptor atomic op, unsupported for type f16}}
  tt.descriptor_reduce max, %d[%i], %x : !tt.tensordesc<16xf16>, tensor<16xf16>
  tt.return
}

// -----

tt.func @no_sign(%d: !tt.tensordesc<16xi32>, %i: i32, %x: tensor<16xi32>) {
  // expected-error @below {{Cannot fallback on descriptor atomic op, unsupported for type i32}}
  tt.descriptor_reduce min, %d[%i], %x : !tt.tensordesc<16xi32>, tensor<16xi32>
  tt.return
}

// -----

tt.func @no_increment(%d: !tt.tensordesc<16xui32>, %i: i32, %x: tensor<16xi32>) {
  // expected-error @below {{Cannot fallback on descriptor atomic op, unsupported for type ui32}}
  tt.descriptor_reduce inc, %d[%i], %x : !tt.tensordesc<16xui32>, tensor<16xi32>
  tt.return
}

// -----

// Triton leaves a cast behind that nothing can lower.
tt.func @branch(%d: !tt.tensordesc<16xf16>) {
  // expected-error @below {{failed to legalize operation 'cf.br' that was explicitly marked illegal}}
  cf.br ^bb1(%d : !tt.tensordesc<16xf16>)
^bb1(%e: !tt.tensordesc<16xf16>):
  tt.return
}

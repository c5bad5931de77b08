// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// Element types that arrays do not support: the wheel is no oracle, as it reads i24 and f80, and aborts on index.

// expected-error @below {{arrays of 'i24' are not supported: use 1, 8, 16, 32 or 64 bits}}
tt.func @f() attributes {x = array<i24: 1>} { tt.return }

// -----

// expected-error @below {{arrays of 'f80' are not supported: use 1, 8, 16, 32 or 64 bits}}
tt.func @f() attributes {x = array<f80: 1.0>} { tt.return }

// -----

// expected-error @below {{expected integer or float type, got: 'index'}}
tt.func @f() attributes {x = array<index: 1>} { tt.return }

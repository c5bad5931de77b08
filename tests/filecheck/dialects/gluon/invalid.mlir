// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128xi32, #line>) {
    // expected-error @below {{'gluon.set_auto_layout' op input tensor must have an auto layout type}}
    %0 = gluon.set_auto_layout %x : tensor<128xi32, #line> -> tensor<128xi32, #line>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128xi32, #gluon.auto_encoding>) {
    // expected-error @below {{'gluon.set_auto_layout' op result tensor must have an encoding}}
    %0 = gluon.set_auto_layout %x : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32>
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128xi32, #gluon.auto_encoding>) {
    // expected-error @below {{'gluon.set_auto_layout' op result type must not be auto layout}}
    %0 = gluon.set_auto_layout %x : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #gluon.auto_encoding>
    tt.return
  }
}

// -----

#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128xi32, #gluon.auto_encoding>) {
    // expected-error @below {{'gluon.set_auto_layout' op requires the same shape for all operands and results}}
    %0 = gluon.set_auto_layout %x : tensor<128xi32, #gluon.auto_encoding> -> tensor<64xi32, #line>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @f(%x: tensor<128xi32, #gluon.auto_encoding>) {
    // expected-error @below {{Result has an invalid layout: Layout has rank 2, but the tensor it's attached to has rank 1.}}
    %0 = gluon.set_auto_layout %x : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    tt.return
  }
}

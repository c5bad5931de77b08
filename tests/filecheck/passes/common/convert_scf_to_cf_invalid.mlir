// RUN: xtriton-opt %s --convert-scf-to-cf --split-input-file --verify-diagnostics

tt.func @shared_outputs(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  // expected-error @below {{failed to legalize operation 'scf.forall' that was explicitly marked illegal: its shared outputs are to become buffers first}}
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  tt.return %0 : tensor<8xf32>
}

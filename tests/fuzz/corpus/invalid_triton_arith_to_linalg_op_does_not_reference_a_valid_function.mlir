// RUN: xtriton-opt --pass-pipeline='triton-arith-to-linalg{assert-to-cf=true tensor-ptr-to-linalg=true transpose-reduce-to-rank0=true exact=true}' %s
// invalid: triton-arith-to-linalg: op does not reference a valid function
module {
  module @shadows {
    tt.func private @same_name() {
      tt.call @same_name() : () -> ()
      tt.return
    }
  }
}

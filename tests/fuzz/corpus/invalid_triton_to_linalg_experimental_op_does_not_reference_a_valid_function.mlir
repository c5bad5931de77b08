// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-to-linalg-experimental' %s
// invalid: triton-to-linalg-experimental: op does not reference a valid function
module {
  module @inner {
    tt.func private @private(%arg0: i32) -> i32 {
      tt.return %arg0 : i32
    }
    tt.func @second_caller(%arg0: i32, %arg1: i32) -> i32 {
      %0 = tt.call @private(%arg0) : (i32) -> i32
      tt.return %arg1 : i32
    }
  }
}

// RUN: xtriton-opt --allow-unregistered-dialect --pass-pipeline='triton-ptr-to-memref' %s
// print: triton-ptr-to-memref: not readable: invalid memref element type
module {
  func.func @blocks(%arg0: !tt.ptr<tensor<8xf32>>) -> tensor<8xf32> {
    %0 = tt.load %arg0 : !tt.ptr<tensor<8xf32>>
    return %0 : tensor<8xf32>
  }
}

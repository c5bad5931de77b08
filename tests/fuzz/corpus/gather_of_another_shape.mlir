// RUN: xtriton-opt --pass-pipeline='unstructured-to-memref{safe=false}' %s
// invalid: unstructured-to-memref: op expected operand rank to match the result rank of
module {
  tt.func @twice(%arg0: !tt.ptr<f32>, %arg1: tensor<64x2xi8>) {
    %0 = tts.gather %arg0[%arg1] : (<f32>, tensor<64x2xi8>) -> tensor<8xf32>
    tt.return
  }
}

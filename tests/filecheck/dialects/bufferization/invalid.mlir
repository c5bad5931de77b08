// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %f: f32) {
// expected-error @below {{shapes do not match}}
// expected-error @below {{'bufferization.to_tensor' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %f: f32) {
// expected-error @below {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  bufferization.materialize_in_destination %a in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<5xf32>, %f: f32) {
// expected-error @below {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  bufferization.materialize_in_destination %a in writable %m : (tensor<4xf32>, memref<5xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<4xf64>, %f: f32) {
// expected-error @below {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
  bufferization.materialize_in_destination %a in writable %m : (tensor<4xf32>, memref<4xf64>) -> ()
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %f: f32) {
// expected-error @below {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
  %0 = bufferization.materialize_in_destination %a in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %f: f32) {
// expected-error @below {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  %0 = bufferization.materialize_in_destination %a in writable %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %f: f32) {
// expected-error @below {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
  bufferization.materialize_in_destination %a in %a : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %n: index) {
// expected-error @below {{expected 0 dynamic sizes}}
  %0 = bufferization.alloc_tensor(%n) : tensor<4xf32>
  return
}

// -----

// expected-note @below {{prior use here}}
func.func @a(%a: tensor<4xf32>, %m: memref<4xf32>, %n: index) {
// expected-error @below {{use of value '%a' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'}}
  %0 = bufferization.alloc_tensor() copy(%a) : tensor<5xf32>
  return
}

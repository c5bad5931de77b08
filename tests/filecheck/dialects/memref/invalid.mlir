// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

func.func @e1(%m : memref<?xf32>) { 
// expected-error @below {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
 %0 = memref.alloc() : memref<?xf32>
 return }

// -----

func.func @e1(%m : memref<?xf32>, %n: index) { 
// expected-error @below {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
 %0 = memref.alloc(%n)[%n] : memref<?xf32>
 return }

// -----

func.func @e1(%m : memref<?xf32>, %n: index) { 
// expected-error @below {{'memref.load' op incorrect number of indices for load, expected 1 but got 2}}
 %0 = memref.load %m[%n, %n] : memref<?xf32>
 return }

// -----

func.func @e1(%m : memref<?xf32>, %n: index, %f: f32) { 
// expected-error @below {{'memref.store' op store index operand count not equal to memref rank}}
 memref.store %f, %m[%n, %n] : memref<?xf32>
 return }

// -----

func.func @e1(%m : memref<?xf32>, %n: index, %f: f32) { 
// expected-error @below {{custom op 'memref.store' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
 memref.store %f, %m[%n] : f32
 return }

// -----

func.func @e1(%m : memref<?xf32>, %n: index, %f: memref<?xf64>) { 
// expected-error @below {{'memref.copy' op requires the same element type for all operands}}
 memref.copy %m, %f : memref<?xf32> to memref<?xf64>
 return }

// -----

func.func @e1(%m : memref<3xf32>, %n: index, %f: memref<4xf32>) { 
// expected-error @below {{'memref.copy' op requires the same shape for all operands}}
 memref.copy %m, %f : memref<3xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<3xf32>, %n: index, %f: memref<4xf32>) { 
// expected-error @below {{'memref.cast' op operand type 'memref<3xf32>' and result type 'memref<4xf32>' are cast incompatible}}
 %0 = memref.cast %m : memref<3xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
 %0 = memref.cast %m : memref<*xf32> to memref<*xf32>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{different element types specified for source type 'memref<*xf32>' and result memref type 'memref<4xf64>'}}
 %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf64>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{expected result type with size = 4 instead of 5 in dim = 0}}
 %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<5xf32>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{expected result type with offset = dynamic instead of 0}}
 %0 = memref.reinterpret_cast %m to offset: [%n], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{expected result type with stride = 2 instead of 1 in dim = 0}}
 %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [2] : memref<*xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
 %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [2] : memref<*xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<*xf32>, %n: index) { 
// expected-error @below {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
 %0 = memref.reinterpret_cast %m to offset: [0, 1], sizes: [4], strides: [2] : memref<*xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
 %0 = memref.subview %m[0, 0] [4] [1, 1] : memref<4x4xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{expected result type to be 'memref<2x4xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4xf32>'}}
 %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{expected result element type to be 'f32', but got 'memref<2x4xf64>'}}
 %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf64>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{expected result type to be 'memref<2x2xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<2x2xf32>'}}
 %0 = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{slice along dimension 1 runs out-of-bounds: 4 >= 4}}
 %0 = memref.subview %m[0, 3] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 3>>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{offset 1 is out-of-bounds: 5 >= 4}}
 %0 = memref.subview %m[0, 5] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 5>>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{expected offsets to be non-negative, but got -1}}
 %0 = memref.subview %m[0, -1] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: -1>>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{expected sizes to be non-negative, but got -2}}
 %0 = memref.subview %m[0, %n] [2, -2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 5>>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1}}
 %0 = memref.collapse_shape %m [[0], [1]] : memref<4x4xf32> into memref<16xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{'memref.collapse_shape' op collapsed dim size (16) must equal reassociation group size (4)}}
 %0 = memref.collapse_shape %m [[0]] : memref<4x4xf32> into memref<16xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32>, %n: index) { 
// expected-error @below {{'memref.collapse_shape' op collapsed dim size (17) must equal reassociation group size (16)}}
 %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32> into memref<17xf32>
 return }

// -----

func.func @e1(%m : memref<4x4xf32, strided<[5, 1]>>, %n: index) { 
// expected-error @below {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
 %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[5, 1]>> into memref<16xf32>
 return }

// -----

func.func @e1(%m : memref<16xf32>, %n: index) { 
// expected-error @below {{'memref.expand_shape' op collapsed dim size (16) must equal reassociation group size (20)}}
 %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 5] : memref<16xf32> into memref<4x5xf32>
 return }

// -----

func.func @e1(%m : memref<16xf32>, %n: index) { 
// expected-error @below {{'memref.expand_shape' op invalid output shape provided at pos 0}}
 %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<2x8xf32>
 return }

// -----

func.func @e1(%m : memref<16xf32>, %n: index) { 
// expected-error @below {{'memref.expand_shape' op reassociation indices must be contiguous}}
 %0 = memref.expand_shape %m [[0, 2]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
 return }

// -----

func.func @e1(%m : memref<16xf32>, %n: index, %f: f32) { 
// expected-error @below {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
 %0 = memref.atomic_rmw addi %f, %m[%n] : (f32, memref<16xf32>) -> f32
 return }

// -----

func.func @e1(%m : memref<16xf32>, %n: index, %f: f32) { 
// expected-error @below {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
 %0 = memref.atomic_rmw addf %f, %m[] : (f32, memref<16xf32>) -> f32
 return }

// -----

func.func @e1(%m : memref<16xf32>, %n: index, %f: f32) { 
// expected-error @below {{'memref.get_global' op 'nope' does not reference a valid global memref}}
 %0 = memref.get_global @nope : memref<16xf32>
 return }

// -----

// expected-error @below {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @nope : memref<?xf32>

// -----

// expected-error @below {{expected operation name in quotes}}
memref.global @nope : memref<2xf32> = dense<1.0> : tensor<2xf32>

// -----

func.func @e1(%m : memref<f32>, %n: index, %f: f32) { 
// expected-error @below {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
 %0 = memref.dim %m, %n : memref<f32>
 %1 = memref.extract_strided_metadata %m : memref<f32> -> memref<f32>
 return }

// -----

func.func @e1(%m : memref<?x?xf32>, %n: index, %f: f32) { 
// expected-error @below {{'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index', 'index'}}
// expected-error @below {{'memref.extract_strided_metadata' op failed to infer returned types}}
 %1:4 = memref.extract_strided_metadata %m : memref<?x?xf32> -> memref<f32>, index, index, index
 return }

// -----

func.func @e1(%m : memref<4x8xf32>, %n: index, %f: f32) { 
  %tr = memref.rank %m : memref<4x8xf32>
// expected-error @below {{custom op 'memref.alloc' 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = memref.alloc() {alignment = -1 : i64} : memref<4xf32>
 return }

// -----

func.func @e1(%m : memref<4x8xf32>, %n: index, %f: f32) { 
// expected-error @below {{custom op 'memref.alloca' 'memref.alloca' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %0 = memref.alloca() {alignment = 4 : i32} : memref<4xf32>
 return }

// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{custom op 'gpu.thread_id' expected ::mlir::gpu::Dimension to be one of: x, y, z}}
%0 = gpu.thread_id w
// expected-error @below {{custom op 'gpu.thread_id' failed to parse GPU_DimensionAttr parameter 'value' which is to be a `::mlir::gpu::Dimension`}}
gpu.barrier

// -----

// expected-error @below {{'gpu.thread_id' op attribute 'dimension' failed to satisfy constraint: a dimension, either 'x', 'y', or 'z'}}
%0 = "gpu.thread_id"() {dimension = 3 : i32} : () -> index

// -----

// expected-error @below {{'gpu.thread_id' op result #0 must be index, but got 'i32'}}
%0 = "gpu.thread_id"() {dimension = #gpu<dim x>} : () -> i32

// -----

// expected-error @below {{'gpu.thread_id' op requires attribute 'dimension'}}
%0 = "gpu.thread_id"() : () -> index

// -----

// expected-error @below {{expected ::mlir::gpu::Dimension to be one of: x, y, z}}
// expected-error @below {{failed to parse GPU_DimensionAttr parameter 'value' which is to be a `::mlir::gpu::Dimension`}}
gpu.barrier {a = #gpu<dim w>}

// -----

// expected-error @below {{expected ::mlir::gpu::AddressSpace to be one of: global, workgroup, private}}
// expected-error @below {{failed to parse GPU_AddressSpaceAttr parameter 'value' which is to be a `::mlir::gpu::AddressSpace`}}
gpu.barrier {a = #gpu.address_space<w>}

// -----

// expected-error @below {{expected ::mlir::gpu::MappingId to be one of: x, y, z, linear_dim_0, linear_dim_1, linear_dim_2, linear_dim_3, linear_dim_4, linear_dim_5, linear_dim_6, linear_dim_7, linear_dim_8, linear_dim_9}}
// expected-error @below {{failed to parse GPUBlockMappingAttr parameter 'block' which is to be a `::mlir::gpu::MappingId`}}
gpu.barrier {a = #gpu.block<w>}

// -----

%i, %j, %n, %m, %f, %b = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, index, index, f32, i1)
// expected-error @below {{custom op 'gpu.shuffle' expected ::mlir::gpu::ShuffleMode to be one of: xor, up, down, idx}}
// expected-error @below {{custom op 'gpu.shuffle' failed to parse GPU_ShuffleModeAttr parameter 'value' which is to be a `::mlir::gpu::ShuffleMode`}}
%0, %1 = gpu.shuffle foo %f, %i, %i : f32

// -----

// expected-error @below {{custom op 'gpu.foo' is unknown}}
gpu.foo

// -----

// expected-error @below {{unregistered operation 'gpu.foo' found in dialect ('gpu') that does not allow unknown operations}}
"gpu.foo"() : () -> ()

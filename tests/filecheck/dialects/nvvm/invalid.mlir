// RUN: xtriton-opt %s --split-input-file --verify-diagnostics

%i, %j, %f, %b, %p, %q = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>)
// expected-error @below {{custom op 'nvvm.shfl.sync' expected ::mlir::NVVM::ShflKind to be one of: bfly, up, down, idx}}
// expected-error @below {{custom op 'nvvm.shfl.sync' failed to parse ShflKindAttr parameter 'value' which is to be a `::mlir::NVVM::ShflKind`}}
%0 = nvvm.shfl.sync foo %i, %f, %i, %i : f32 -> f32

// -----

%i, %j, %f, %b, %p, %q = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>)
// expected-error @below {{custom op 'nvvm.tcgen05.wait' expected ::mlir::NVVM::Tcgen05WaitKind to be one of: load, store}}
// expected-error @below {{custom op 'nvvm.tcgen05.wait' failed to parse Tcgen05WaitKindAttr parameter 'value' which is to be a `::mlir::NVVM::Tcgen05WaitKind`}}
nvvm.tcgen05.wait <foo>

// -----

%i, %j, %f, %b, %p, %q = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>)
// expected-error @below {{custom op 'nvvm.fence.proxy' 'nvvm.fence.proxy' op attribute 'kind' failed to satisfy constraint: Proxy kind}}
nvvm.fence.proxy {kind = 3 : i32}

// -----

%i, %j, %f, %b, %p, %q = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>)
// expected-error @below {{custom op 'nvvm.setmaxregister' expected valid keyword or string}}
// expected-error @below {{custom op 'nvvm.setmaxregister' failed to parse SetMaxRegisterActionAttr parameter 'value' which is to be a `::mlir::NVVM::SetMaxRegisterAction`}}
nvvm.setmaxregister 24

// -----

%i, %j, %f, %b, %p, %q = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>)
// expected-error @below {{'nvvm.cp.async.wait.group' op requires attribute 'n'}}
"nvvm.cp.async.wait.group"() : () -> ()

// -----

%i, %j, %f, %b, %p, %q = "builtin.unrealized_conversion_cast"() : () -> (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>)
nvvm.barrier.arrive id = %i
// expected-error @below {{custom op 'nvvm.barrier.arrive' expected 'number_of_threads'}}
%z = ub.poison : i32

// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

%p, %i, %s, %d = "builtin.unrealized_conversion_cast"() : () -> (!llvm.ptr<1>, i32, !llvm.struct<(f32, f32)>, i64)
// expected-error @below {{custom op 'nvg.ld_acquire' expected string or keyword containing one of the following enum values for attribute 'sem' [relaxed, acquire, release, acq_rel]}}
%0 = nvg.ld_acquire foo, gpu, %p : (!llvm.ptr<1>) -> i32

// -----

%p, %i, %s, %d = "builtin.unrealized_conversion_cast"() : () -> (!llvm.ptr<1>, i32, !llvm.struct<(f32, f32)>, i64)
// expected-error @below {{'nvg.wgmma_wait_group' op requires attribute 'pendings'}}
%0 = nvg.wgmma_wait_group %s : !llvm.struct<(f32, f32)>

// -----

%p, %i, %s, %d = "builtin.unrealized_conversion_cast"() : () -> (!llvm.ptr<1>, i32, !llvm.struct<(f32, f32)>, i64)
// expected-error @below {{'nvg.wgmma_wait_group' op operand #0 must be LLVM structure type, but got 'i32'}}
%0 = nvg.wgmma_wait_group %i {pendings = 0 : i32} : i32

// -----

%p, %i, %s, %d = "builtin.unrealized_conversion_cast"() : () -> (!llvm.ptr<1>, i32, !llvm.struct<(f32, f32)>, i64)
// expected-error @below {{'nvg.warp_id' op result #0 must be 32-bit signless integer, but got 'i64'}}
%0 = "nvg.warp_id"() : () -> i64

// -----

%p, %i, %s, %d = "builtin.unrealized_conversion_cast"() : () -> (!llvm.ptr<1>, i32, !llvm.struct<(f32, f32)>, i64)
// expected-error @below {{custom op 'nvg.unknown' is unknown}}
%0 = nvg.unknown

// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{rank 0 memdesc is not allowed}}
module { tt.func @f(%a: !ttg.memdesc<f32, #s, #smem>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{shape must have power-of-2 and non-zero dimensions; got 3, 3}}
module { tt.func @f(%a: !ttg.memdesc<3x3xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{alloc shape must have at least as many dimensions as shape}}
module { tt.func @f(%a: !ttg.memdesc<4x4xf32, #s, #smem, 4>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{shape must be less than or equal to allocShape. shape = 4, 4, allocShape = 4, 2}}
module { tt.func @f(%a: !ttg.memdesc<4x4xf32, #s, #smem, mutable, 4x2>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{memorySpace must be SharedMemorySpace for shared encoding. Got 1 : i64}}
module { tt.func @f(%a: !ttg.memdesc<4x4xf32, #s, 1, mutable, 4x4>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{rank must be equal to or one less than the shape size. Got 2 and 4}}
module { tt.func @f(%a: !ttg.memdesc<4x4x4x4xf32, #s, #smem>) { tt.return } }

// -----

#smem = #ttg.shared_memory
// expected-error @below {{1 : i64 is not a valid encoding}}
module { tt.func @f(%a: !ttg.memdesc<4x4x4x4xf32, 1, #smem>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{expected static shape}}
module { tt.func @f(%a: !ttg.memdesc<?x4xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#smem = #ttg.shared_memory
// expected-error @below {{expected '>'}}
module { tt.func @f(%a: !ttg.memdesc<4x4xf32, #s, #smem, foo>) { tt.return } }

// -----

#s = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
// expected-error @below {{memorySpace must be TensorMemorySpace}}
module { tt.func @f(%a: !ttg.memdesc<128x64xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttng.tensor_memory
// expected-error @below {{rank must be 2 or 3}}
module { tt.func @f(%a: !ttg.memdesc<128x64x2x2xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2>
#smem = #ttng.tensor_memory
// expected-error @below {{bitwidth * colStride must be less than or equal to 32. Got 32 and 2}}
module { tt.func @f(%a: !ttg.memdesc<128x64xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttng.tensor_memory
// expected-error @below {{the allocation shape must be at least 128x64. Got 64, 64}}
module { tt.func @f(%a: !ttg.memdesc<64x64xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttng.tensor_memory
// expected-error @below {{nCol / (CTASplitM * CTASplitN) must be less than or equal to 512 * 32 / bitwidth but got 1024}}
module { tt.func @f(%a: !ttg.memdesc<128x1024xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttng.tensor_memory_scales_encoding<>
#smem = #ttng.tensor_memory
// expected-error @below {{bitwidth must be 8}}
module { tt.func @f(%a: !ttg.memdesc<128x1024xf32, #s, #smem>) { tt.return } }

// -----

#s = #ttng.tensor_memory_scales_encoding<>
#smem = #ttng.tensor_memory
// expected-error @below {{Scales don't currently support multibuffering}}
module { tt.func @f(%a: !ttg.memdesc<2x128x8xi8, #s, #smem>) { tt.return } }

// -----

#s = #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [16, 16]}>
// expected-error @below {{Mismatch in expected shape for dimension 1. Expected: 8, got: 16}}
module { tt.func @f(%a: !ttg.memdesc<16x8xi8, #s, #ttg.shared_memory>) { tt.return } }

// -----

#s = #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [16, 16]}>
// expected-error @below {{expected ','}}
module { tt.func @f(%a: !ttg.memdesc<3x16x16xi8, #s>) { tt.return } }

// -----

#s = #ttng.tensor_memory_scales_encoding<>
// expected-error @below {{memorySpace must be TensorMemorySpace}}
module { tt.func @f(%a: !ttg.memdesc<128x4xi8, #s, #ttg.shared_memory, mutable>) { tt.return } }

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// expected-error @below {{shape must have power-of-2 and non-zero dimensions; got 128, 96}}
module { tt.func @f(%a: !ttg.memdesc<128x96xf32, #t, #ttng.tensor_memory, mutable>) { tt.return } }

// -----

// The first dimension may count buffers; the wheel aborts, as it has no layout for 192 rows.
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// expected-error @below {{shape [192, 64] is not made of powers of two}}
module { tt.func @f(%a: !ttg.memdesc<192x64xf32, #t, #ttng.tensor_memory, mutable>) { tt.return } }

// -----

// The wheel aborts.
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// expected-error @below {{tensor memory holds integers and floats, but got 'index'}}
module { tt.func @f(%a: !ttg.memdesc<128x64xindex, #t, #ttng.tensor_memory, mutable>) { tt.return } }

// -----

#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// expected-error @below {{tensor memory holds integers and floats, but got 'i0'}}
module { tt.func @f(%a: !ttg.memdesc<128x64xi0, #t, #ttng.tensor_memory, mutable>) { tt.return } }

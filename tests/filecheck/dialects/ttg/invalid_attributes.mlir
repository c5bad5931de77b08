// RUN: xtriton-opt %s --triton=3.6 --split-input-file --verify-diagnostics

// expected-error @below {{Every element in sizePerThread must be a power of two.}}
#a = #ttg.blocked<{sizePerThread = [1, 3], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module {
}

// -----

// expected-error @below {{unexpected key: foo}}
#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], foo = 1}>
module {
}

// -----

// expected-error @below {{expected an unsigned integer value in number of elements per thread}}
#a = #ttg.blocked<{sizePerThread = [1, -1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module {
}

// -----

// expected-error @below {{expected an array for number of elements per thread}}
#a = #ttg.blocked<{sizePerThread = 1, threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module {
}

// -----

// expected-error @below {{invalid kind of attribute specified}}
#a = #ttg.blocked<3>
module {
}

// -----

// expected-error @below {{expected '<'}}
#a = #ttg.blocked
module {
}

// -----

// expected-error @below {{expected an integer type in number of elements per thread}}
#a = #ttg.blocked<{sizePerThread = [1.0, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module {
}

// -----

// expected-error @below {{'CGALayout' entry length does not match rank 2}}
#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1]]}>
module {
}

// -----

// expected-error @below {{expected array value for 'CGALayout'}}
#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = 3}>
module {
}

// -----

#a = #ttg.linear<{register = [[0, 1]], lane = [], warp = []}>
// expected-error @below {{Expected basis of 'block' not found}}
module {
}

// -----

#a = #ttg.linear<{register = [[0, 1]], lane = 3, warp = [], block = []}>
// expected-error @below {{Expected array of arrays for basis of 'lane'}}
module {
}

// -----

#a = #ttg.linear<{register = [3], lane = [], warp = [], block = []}>
// expected-error @below {{Expected array of integers in basis for 'register'}}
module {
}

// -----

#a = #ttg.linear<{register = [[3.0]], lane = [], warp = [], block = []}>
// expected-error @below {{Expected integer in basis for 'register'}}
module {
}

// -----

#a = #ttg.linear<{register = [], lane = [], warp = [], block = []}>
// expected-error @below {{Empty Layout not supported}}
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @below {{parent layout must have at least rank >= 2}}
#a = #ttg.slice<{dim = 0, parent = #b}>
module {
}

// -----

// expected-error @below {{expected a distributed encoding trait}}
#a = #ttg.slice<{dim = 0, parent = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>}>
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{slice dim=2 must be less than the parent rank=2}}
#a = #ttg.slice<{dim = 2, parent = #b}>
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{ttg.dot_op opIdx parameter can be 0 or 1, got: 2}}
#a = #ttg.dot_op<{opIdx = 2, parent = #b}>
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{struct is missing required parameter: opIdx}}
#a = #ttg.dot_op<{parent = #b}>
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{duplicate or unknown struct parameter name: opIdx}}
#a = #ttg.dot_op<{opIdx = 1, parent = #b, opIdx = 1}>
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{duplicate or unknown struct parameter name: foo}}
#a = #ttg.dot_op<{opIdx = 1, parent = #b, foo = 1}>
module {
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @below {{ttg.dot_op kWidth parameter is not supported when the parent is a blocked layout}}
#a = #ttg.dot_op<{opIdx = 1, parent = #b, kWidth = 4}>
module {
}

// -----

// expected-error @below {{expected integer value}}
// expected-error @below {{failed to parse DotOperandEncodingAttr parameter 'opIdx' which is to be a `unsigned`}}
#a = #ttg.dot_op<{opIdx = x}>
module {
}

// -----

#b = #ttg.linear<{register = [[0, 1]], lane = [], warp = [], block = []}>
// expected-error @below {{ttg.dot_op unexpected parent layout: #ttg.linear<{register = [[0, 1]], lane = [], warp = [], block = []}>}}
#a = #ttg.dot_op<{opIdx = 1, parent = #b, kWidth = 4}>
module {
}

// -----

// expected-error @below {{order must be a permutation of 0..(rank-1), but was [0, 2]}}
#a = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 2]}>
module {
}

// -----

// expected-error @below {{expected an unsigned integer value in maxPhase}}
#a = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = true, order = [0, 2]}>
module {
}

// -----

// expected-error @below {{expected ','}}
#a = #ttg.shared_linear<{offset = [[1]]}>
module {
}

// -----

// expected-error @below {{alignment must be specified outside of the linear layout braces}}
#a = #ttg.shared_linear<{offset = [[1]], alignment = 3}, alignment = 16>
module {
}

// -----

#a = #ttg.shared_linear<{offset = [[1]], foo = 3}, alignment = 16>
// expected-error @below {{SharedLinearEncodingAttr must have exactly two attributes: offset and block}}
module {
}

// -----

// expected-error @below {{alignment must be a positive power of two}}
#a = #ttg.shared_linear<{offset = [[1]]}, alignment = 3>
module {
}

// -----

// expected-error @below {{Mismatch of shape and order ranks in padded layout}}
#a = #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [16]}>
module {
}

// -----

// expected-error @below {{padding values must all be power of two}}
#a = #ttg.padded_shared<[4:+3] {order = [1, 0], shape = [16, 16]}>
module {
}

// -----

// expected-error @below {{expected '+'}}
#a = #ttg.padded_shared<[4:2] {order = [1, 0], shape = [16, 16]}>
module {
}

// -----

// expected-error @below {{Unexpected attribute "foo" found}}
#a = #ttg.padded_shared<[4:+2] {order = [1, 0], foo = [16, 16]}>
module {
}

// -----

// expected-error @below {{expected a bool type in transposed}}
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = 1, elementBitWidth = 16}>
module {
}

// -----

// expected-error @below {{unknown attribute `foo` in dialect `ttg`}}
#a = #ttg.foo
module {
}

// -----

// expected-error @below {{struct is missing required parameter: colStride}}
#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64>
module {
}

// -----

// expected-error @below {{blockM must be 64 or 128 but got 12}}
#a = #ttng.tensor_memory_encoding<blockM = 12, blockN = 64, colStride = 1>
module {
}

// -----

// expected-error @below {{colStride must be 1, 2, or 4 but got but got 3}}
#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 3>
module {
}

// -----

// expected-error @below {{blockM must be 64 or 128 but got 4294967295}}
#a = #ttng.tensor_memory_encoding<blockM = -1, blockN = 64, colStride = 1, twoCTAs = true>
module {
}

// -----

// expected-error @below {{integer value too large}}
// expected-error @below {{failed to parse TTG_TensorMemoryEncodingAttr parameter 'colStride' which is to be a `unsigned`}}
#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 99999999999>
module {}

// -----

// expected-error @below {{unknown  type `foo` in dialect `ttg`}}
module { tt.func @f(%a: !ttg.foo) { tt.return } }

// -----

// expected-error @below {{unknown  type `foo` in dialect `tt`}}
module { tt.func @f(%a: !tt.foo<3>) { tt.return } }

// -----

// expected-error @below {{unknown  type `foo` in dialect `nvws`}}
module { tt.func @f(%a: !nvws.foo<3>) { tt.return } }

// -----

// expected-error @below {{dialect 'ttng' provides no type parsing hook}}
module { tt.func @f(%a: !ttng.foo<3>) { tt.return } }

// -----

// expected-error @below {{unknown attribute `foo` in dialect `gluon`}}
#a = #gluon.foo

// -----

// expected-error @below {{dialect 'tt' provides no attribute parsing hook}}
#a = #tt.foo

// -----

// expected-error @below {{unknown attribute `foo` in dialect `arith`}}
#a = #arith.foo

// -----

// expected-error @below {{dialect 'arith' provides no type parsing hook}}
module { tt.func @f(%a: !arith.foo) { tt.return } }

// -----

// Triton keeps the lower 32 bits of a number.
// expected-error @below {{Every element in sizePerThread must be a power of two.}}
#a = #ttg.blocked<{sizePerThread = [4294967296], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// -----

// expected-error @below {{integer value too large}}
// expected-error @below {{failed to parse TTG_TensorMemoryEncodingAttr parameter 'twoCTAs' which is to be a `bool`}}
#a = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, twoCTAs = -1>

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @below {{expected a parameter name in struct}}
#a = #ttng.tensor_memory_encoding<blockM = 64, >

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @below {{expected a parameter name in struct}}
#a = #ttng.tensor_memory_scales_encoding<CTASplitM = 1, >

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @below {{expected a parameter name in struct}}
#a = #ttg.dot_op<{}>

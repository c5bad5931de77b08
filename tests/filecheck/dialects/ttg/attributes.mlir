// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-NEXT: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
// CHECK-NEXT: #mma1 = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true, tilesPerWarp = [2, 2], elementBitWidth = 64}>
// CHECK-NEXT: #mma2 = #ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [1, 1]}>
// CHECK-NEXT: #mma3 = #ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [1, 1], CGALayout = {{\[\[}}1, 0], [0, 0]], tilesPerWarp = [1, 2], instrShape = [16, 16, 64]}>
// CHECK-NEXT: #shared = #ttg.padded_shared<[4:+2, 8:+4] {order = [1, 0], shape = [16, 16]}>
// CHECK-NEXT: #shared1 = #ttg.padded_shared<[4:+2, 8:+4] {order = [0, 1], shape = [2, 2]}>
// CHECK-NEXT: #shared2 = #ttg.padded_shared<[4:+2, 8:+4] {offset = {{\[\[}}1, 0], [0, 2]], block = {{\[\[}}0, 1]]}>
// CHECK-NEXT: #shared3 = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>
// CHECK-NEXT: #shared4 = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]], block = {{\[\[}}0, 2]]}, alignment = 16>
// CHECK-NEXT: #shared5 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-NEXT: #shared6 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16, fp4Padded = true, rank = 3}>
// CHECK-NEXT: #shared7 = #ttg.amd_rotating_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
// CHECK-NEXT: #shared8 = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0], CGALayout = {{\[\[}}0, 0]]}>
// CHECK-NEXT: #smem = #ttg.shared_memory
// CHECK-NEXT: #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
// CHECK-NEXT: #tmem_scales = #ttng.tensor_memory_scales_encoding<CTASplitN = 2>
// CHECK-NEXT: module attributes {x.a = #mma, x.c = #mma1, x.d = #mma2, x.e = #mma3, x.f = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>, x.g = #ttg.slice<{dim = 1, parent = #mma}>, x.h = #shared, x.i = #shared1, x.j = #shared2, x.k = #shared3, x.l = #shared4, x.m = #shared5, x.n = #shared6, x.p = #shared7, x.q = #shared8, x.r = #tmem, x.s = #tmem_scales, x.t = #smem, x.u = #ttng.tensor_memory, x.v = #gluon.auto_encoding, x.w = #gluon.coalesced_encoding, x.x = #nvws.async_op<tma_load>, x.y = #ttg.dot_op<{opIdx = 0, parent = #blocked}>} {
// GENERIC: "builtin.module"() ({
// GENERIC: }) {x.a = #mma, x.c = #mma1, x.d = #mma2, x.e = #mma3, x.f = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>, x.g = #ttg.slice<{dim = 1, parent = #mma}>, x.h = #shared, x.i = #shared1, x.j = #shared2, x.k = #shared3, x.l = #shared4, x.m = #shared5, x.n = #shared6, x.p = #shared7, x.q = #shared8, x.r = #tmem, x.s = #tmem_scales, x.t = #smem, x.u = #ttng.tensor_memory, x.v = #gluon.auto_encoding, x.w = #gluon.coalesced_encoding, x.x = #nvws.async_op<tma_load>, x.y = #ttg.dot_op<{opIdx = 0, parent = #blocked}>} : () -> ()

#a = #ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#c = #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true, tilesPerWarp=[2,2], elementBitWidth=64}>
#d = #ttg.amd_wmma<{version = 2, warpsPerCTA = [1, 1], isTranspose = false}>
#e = #ttg.amd_wmma<{version = 3, warpsPerCTA = [1, 1], isTranspose = true, instrShape = [16, 16, 64], CGALayout = [[1, 0], [0, 0]], tilesPerWarp = [1, 2]}>
#f = #ttg.dot_op<{opIdx = 0, parent = #a, kWidth = 2}>
#g = #ttg.slice<{parent = #a, dim = 1}>
#h = #ttg.padded_shared<[4:+2, 8:+4] {order = [1, 0], shape = [16, 16]}>
#i = #ttg.padded_shared<[4:+2, 8:+4] {offset = [[1, 0], [0, 1]], block = []}>
#j = #ttg.padded_shared<[4:+2, 8:+4] {offset = [[1, 0], [0, 2]], block = [[0, 1]]}>
#k = #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>
#l = #ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[0, 2]]}, alignment = 16>
#m = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#n = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16, fp4Padded = true, rank = 3}>
#p = #ttg.amd_rotating_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#q = #ttg.swizzled_shared<{vec = 1, perPhase = 2, maxPhase = 4, order = [1, 0], CGALayout = [[0, 0]]}>
#r = #ttng.tensor_memory_encoding<colStride = 1, blockM = 128, blockN = 64, CTASplitM = 2, twoCTAs = true>
#s = #ttng.tensor_memory_scales_encoding<CTASplitN = 2>
#t = #ttg.shared_memory
#u = #ttng.tensor_memory
#v = #gluon.auto_encoding
#w = #gluon.coalesced_encoding
#x = #nvws.async_op<tma_load>
#y = #ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>}>
module attributes {x.a = #a, x.c = #c, x.d = #d, x.e = #e, x.f = #f, x.g = #g, x.h = #h, x.i = #i, x.j = #j, x.k = #k, x.l = #l, x.m = #m, x.n = #n, x.p = #p, x.q = #q, x.r = #r, x.s = #s, x.t = #t, x.u = #u, x.v = #v, x.w = #w, x.x = #x, x.y = #y} {}

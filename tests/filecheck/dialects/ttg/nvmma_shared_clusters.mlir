// With a layout of the cluster the rank is not printed: of rank 3, Triton can't read its own output, and neither can we.
// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | not xtriton-opt - --triton=3.6 2>&1 | filecheck %s --check-prefix=AGAIN

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16, CGALayout = {{\[\[}}1, 0, 0]]}>
// AGAIN: 'CGALayout' entry length does not match rank 2
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16, rank = 3, CGALayout = [[1, 0, 0]]}>

module attributes {x.layout = #shared} {
}

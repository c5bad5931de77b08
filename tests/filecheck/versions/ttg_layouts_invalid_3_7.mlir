// RUN: xtriton-opt %s --triton=3.7 --split-input-file --verify-diagnostics

// expected-error @below {{After removing the zero bases the layout must be bijective}}
#repeated = #ttg.linear<{register = [[0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 0], [8, 0]], block = []}>

// -----

// expected-error @below {{After removing the zero bases the layout must be bijective}}
#dependent = #ttg.linear<{register = [[0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 0], [24, 0]], block = []}>

// -----

// expected-error @below {{In a distributed layout, each base must move in at most one dimension.}}
#swizzled = #ttg.linear<{register = [[0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[16, 1], [0, 0]], block = []}>

// -----

#sums = #ttg.linear<{register = [[0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[24, 0], [0, 0]], block = []}>
#shared_part = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1], CGALayout = [[1, 0], [1, 0]]}>
tt.func private @f(tensor<32x4xi32, #sums>)

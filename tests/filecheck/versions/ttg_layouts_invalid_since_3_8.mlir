// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics

// expected-error @below {{After removing broadcast bases the CGA encoding must be a permutation matrix}}
#repeated = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1], CGALayout = [[1, 0], [1, 0]]}>

// -----

// expected-error @below {{After removing broadcast bases the CGA encoding must be a permutation matrix}}
#diagonal = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1], CGALayout = [[1, 1], [1, 0]]}>

// -----

// expected-error @below {{After removing broadcast bases the CGA encoding must be a permutation matrix}}
#sum = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1], CGALayout = [[3, 0], [1, 0]]}>

// -----

// expected-error @below {{After removing broadcast bases the CGA encoding must be a permutation matrix}}
#missing = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1], CGALayout = [[2, 0], [0, 1]]}>

// -----

// expected-error @below {{LinearEncodingAttr requires a permutation matrix layout after removing broadcast bases}}
#sums = #ttg.linear<{register = [[0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], warp = [[24, 0], [0, 0]], block = []}>

// -----

#copies = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1], CGALayout = [[2, 0], [1, 0], [0, 0]]}>
tt.func private @f(tensor<32x4xi32, #copies>)

// RUN: xtriton-opt %s --triton=3.9 --split-input-file --verify-diagnostics
// RUN: xtriton-opt %s --triton=3.8 --split-input-file --verify-diagnostics

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.init_barrier' op count must be greater than or equal to 1}}
    ttng.init_barrier %b, 0 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    ttg.warp_specialize()
    default {
    // expected-error @below {{'ttng.init_barrier' op cannot be used inside `ttg.warp_specialize`}}
    ttng.init_barrier %b, 1 : !ttg.memdesc<1xi64, #bar, #smem, mutable>
      ttg.warp_yield
    } : () -> ()
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
#zero = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%r: !ttg.memdesc<2xi64, #zero, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.clc_try_cancel' op completion barrier cga_layout must be [[1]], got [[0]]}}
    ttng.clc_try_cancel %r, %b : !ttg.memdesc<2xi64, #zero, #smem, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%r: !ttg.memdesc<2xi64, #bar, #smem, mutable>) {
    // expected-error @below {{Expected CLC result buffer cga_layout bases to be all zeros. Got [[1]]}}
    %0 = ttng.clc_load_result %r : !ttg.memdesc<2xi64, #bar, #smem, mutable> -> i128
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%r: !ttg.memdesc<4xi64, #bar, #smem, mutable>) {
    // expected-error @below {{Expected CLC result buffer to have rank 1 and a single dimension equal to 2, but got 4.}}
    %0 = ttng.clc_load_result %r : !ttg.memdesc<4xi64, #bar, #smem, mutable> -> i128
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%r: !ttg.memdesc<2xi32, #bar, #smem, mutable>) {
    // expected-error @below {{Expected CLC result buffer to have type int64, but got'i32'}}
    %0 = ttng.clc_load_result %r : !ttg.memdesc<2xi32, #bar, #smem, mutable> -> i128
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    // expected-error @below {{'ttng.tc_gen5_commit' op completion barrier cga_layout must be [[1]], got [[0]]}}
    ttng.tc_gen5_commit %b : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#other = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#alone = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%b: !ttg.memdesc<1xi64, #alone, #smem, mutable>) {
    // expected-error @below {{Operand 0 (<block argument> of type '!ttg.memdesc<1xi64, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>' at index: 0) has an invalid layout: #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>.}}
    ttng.inval_barrier %b : !ttg.memdesc<1xi64, #alone, #smem, mutable>
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @f() attributes {noinline = true} {
    // expected-error @below {{'ttng.cluster_barrier' op must be inside a kernel function}}
    ttng.cluster_barrier {relaxed = false}
    tt.return
  }
}

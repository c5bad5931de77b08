// RUN: xtriton-opt %s --tritongpu-assign-latencies=num-stages=3 | filecheck %s

#A = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#C = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #C, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #C, kWidth = 2}>
#S = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#U = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // Two iterations ahead of the dot.
  // CHECK-LABEL: tt.func @direct(
  tt.func @direct(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 {tt.latency = 2 : i32} :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: tt.load %arg0 {tt.latency = 2 : i32} :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %y : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // Elements of 2 bytes that are not known to be contiguous are too small.
  // CHECK-LABEL: tt.func @small(
  tt.func @small(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg1 :
      %x = tt.load %q : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: tt.load %arg0 {tt.latency = 2 : i32} :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %y : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // The load of the indices is one iteration ahead of the other; those pointers are not contiguous.
  // CHECK-LABEL: tt.func @indirect(
  tt.func @indirect(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg2 {tt.latency = 1 : i32} :
      %s = tt.load %r : tensor<64x64x!tt.ptr<i32>, #A>
      %o = tt.addptr %r, %s : tensor<64x64x!tt.ptr<i32>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load %{{[0-9]+}} {tt.latency = 1 : i32} :
      %t = tt.load %o : tensor<64x64x!tt.ptr<i32>, #A>
      %h = arith.sitofp %t : tensor<64x64xi32, #A> to tensor<64x64xf16, #A>
      // CHECK: tt.load %arg0 {tt.latency = 1 : i32} :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %h : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %y : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // A load for one dot directly and for another through a load is not pipelined.
  // CHECK-LABEL: tt.func @two_distances(
  tt.func @two_distances(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg2 :
      %s = tt.load %r : tensor<64x64x!tt.ptr<i32>, #A>
      %o = tt.addptr %r, %s : tensor<64x64x!tt.ptr<i32>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load %{{[0-9]+}} {tt.latency = 2 : i32} :
      %t = tt.load %o : tensor<64x64x!tt.ptr<i32>, #A>
      %h = arith.sitofp %t : tensor<64x64xi32, #A> to tensor<64x64xf16, #A>
      %g = arith.sitofp %s : tensor<64x64xi32, #A> to tensor<64x64xf16, #A>
      %ca = ttg.convert_layout %h : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %cb = ttg.convert_layout %h : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %c = tt.dot %ca, %cb, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      %da = ttg.convert_layout %g : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %g : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // The accumulator is not loaded ahead.
  // CHECK-LABEL: tt.func @accumulator(
  tt.func @accumulator(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 {tt.latency = 2 : i32} :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: tt.load %arg0 :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %w = arith.extf %y : tensor<64x64xf16, #A> to tensor<64x64xf32, #A>
      %v = ttg.convert_layout %w : tensor<64x64xf32, #A> -> tensor<64x64xf32, #C>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %v : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // Users with different shared encodings.
  // CHECK-LABEL: tt.func @two_encodings(
  tt.func @two_encodings(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: tt.load %arg0 {tt.latency = 2 : i32} :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %m = ttg.local_alloc %x : (tensor<64x64xf16, #A>) -> !ttg.memdesc<64x64xf16, #S, #smem>
      %o = ttg.local_alloc %x : (tensor<64x64xf16, #A>) -> !ttg.memdesc<64x64xf16, #U, #smem>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %y : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // Loads without dots only where the loop asks for stages.
  // CHECK-LABEL: tt.func @without_dot(
  tt.func @without_dot(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      tt.store %p, %x : tensor<64x64x!tt.ptr<f16>, #A>
      %d = arith.addf %acc, %z : tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // As above.
  // CHECK-LABEL: tt.func @without_dot_but_stages(
  tt.func @without_dot_but_stages(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 {tt.latency = 3 : i32} :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      tt.store %p, %x : tensor<64x64x!tt.ptr<f16>, #A>
      %d = arith.addf %acc, %z : tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    } {tt.num_stages = 4 : i32}
    tt.return
  }

  // One stage is no pipeline.
  // CHECK-LABEL: tt.func @one_stage(
  tt.func @one_stage(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    } {tt.num_stages = 1 : i32}
    tt.return
  }

  // With two stages there is none for the load of the indices.
  // CHECK-LABEL: tt.func @no_stage_for_indices(
  tt.func @no_stage_for_indices(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg2 :
      %s = tt.load %r : tensor<64x64x!tt.ptr<i32>, #A>
      %o = tt.addptr %r, %s : tensor<64x64x!tt.ptr<i32>, #A>, tensor<64x64xi32, #A>
      // CHECK: tt.load %{{[0-9]+}} {tt.latency = 1 : i32} :
      %t = tt.load %o : tensor<64x64x!tt.ptr<i32>, #A>
      %h = arith.sitofp %t : tensor<64x64xi32, #A> to tensor<64x64xf16, #A>
      %da = ttg.convert_layout %h : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %h : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    } {tt.num_stages = 2 : i32}
    tt.return
  }

  // Latencies assigned by hand are kept, and no others are added.
  // CHECK-LABEL: tt.func @by_hand(
  tt.func @by_hand(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 {tt.latency = 7 : i32} :
      %x = tt.load %p {tt.latency = 7 : i32} : tensor<64x64x!tt.ptr<f16>, #A>
      // CHECK: tt.load %arg0 :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %y : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // The value is used two iterations later.
  // CHECK-LABEL: tt.func @distance_two(
  tt.func @distance_two(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %acc : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // An outer loop.
  // CHECK-LABEL: tt.func @outer(
  tt.func @outer(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %da = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %x : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.for %j = %n to %n step %n : i32 {
      }
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }

  // Loads in branches are not pipelined, loads that branches use are.
  // CHECK-LABEL: tt.func @branches(
  tt.func @branches(%p: tensor<64x64x!tt.ptr<f16>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #A>, %r: tensor<64x64x!tt.ptr<i32>, #A> {tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>}, %n: i32, %z: tensor<64x64xf32, #C>, %k: i1) {
    %l = scf.for %i = %n to %n step %n iter_args(%acc = %z) -> (tensor<64x64xf32, #C>) : i32 {
      // CHECK: tt.load %arg0 {tt.latency = 2 : i32} :
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %e = scf.if %k -> (tensor<64x64xf16, #A>) {
      // CHECK: tt.load %arg0 :
      %y = tt.load %p : tensor<64x64x!tt.ptr<f16>, #A>
      %f = arith.addf %x, %y : tensor<64x64xf16, #A>
      scf.yield %f : tensor<64x64xf16, #A>
      } else {
        scf.yield %x : tensor<64x64xf16, #A>
      }
      %da = ttg.convert_layout %e : tensor<64x64xf16, #A> -> tensor<64x64xf16, #a>
      %db = ttg.convert_layout %e : tensor<64x64xf16, #A> -> tensor<64x64xf16, #b>
      %d = tt.dot %da, %db, %acc : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #C>
      scf.yield %d : tensor<64x64xf32, #C>
    }
    tt.return
  }
}

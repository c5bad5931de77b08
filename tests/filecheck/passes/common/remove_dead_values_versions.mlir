// RUN: xtriton-opt %s --triton=3.6 --remove-dead-values | filecheck %s --check-prefix=READS
// RUN: xtriton-opt %s --triton=3.9 --remove-dead-values | filecheck %s --check-prefix=GONE

// Since Triton 3.8 a load does not keep its operands alive; then it goes itself.
// READS-LABEL: @dead_load
// READS:       tt.load
// GONE-LABEL:  @dead_load
// GONE-NEXT:   tt.return
tt.func @dead_load(%p: !tt.ptr<f32>) {
  %o = tt.get_program_id x : i32
  %q = tt.addptr %p, %o : !tt.ptr<f32>, i32
  %v = tt.load %q : !tt.ptr<f32>
  tt.return
}

// A volatile load stays in every version.
// READS-LABEL: @volatile_load
// READS:       tt.load
// GONE-LABEL:  @volatile_load
// GONE:        tt.load
tt.func @volatile_load(%p: !tt.ptr<f32>) {
  %v = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  tt.return
}

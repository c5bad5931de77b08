// RUN: xtriton-opt %s --nvgpu-test-taskid-propagate=num-warp-groups=2 | filecheck %s
// RUN: xtriton-opt %s --nvgpu-test-taskid-propagate=num-warp-groups=0 | filecheck %s --check-prefix=REMOVED
// REMOVED: tt.func
// REMOVED-NOT: async_task_id

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // The bounds of loops and the conditions of branches belong to the tasks of what they contain; values follow
  // loop-carried arguments; the constant keeps no tasks of its own.
  // CHECK-LABEL: tt.func @control_flow
  // CHECK-NEXT: arith.constant {async_task_id = array<i32: 0, 1>} 0 : i32
  // CHECK-NEXT: arith.constant {async_task_id = array<i32: 0, 1>} 1 : i32
  // CHECK-NEXT: arith.addi %arg0, %{{.*}} {async_task_id = array<i32: 0, 1>} : i32
  // CHECK-NEXT: arith.muli %arg0, %{{.*}} : i32
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: arith.cmpi slt, %{{.*}} {async_task_id = array<i32: 1>} : i32
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: tt.store %{{.*}} {async_task_id = array<i32: 1>} : !tt.ptr<i32>
  // CHECK-NEXT: } {async_task_id = array<i32: 1>}
  // CHECK-NEXT: tt.store %{{.*}} {async_task_id = array<i32: 0>} : !tt.ptr<i32>
  // CHECK-NEXT: arith.addi %{{.*}} {async_task_id = array<i32: 0>} : i32
  // CHECK-NEXT: scf.yield {async_task_id = array<i32: 0>} %{{.*}} : i32
  // CHECK-NEXT: } {async_task_id = array<i32: 0, 1>}
  // CHECK-NEXT: tt.return
  tt.func @control_flow(%n: i32, %p: !tt.ptr<i32>) {
    %c0 = arith.constant {async_task_id = array<i32: 7>} 0 : i32
    %c1 = arith.constant 1 : i32
    %bound = arith.addi %n, %c1 : i32
    %unused = arith.muli %n, %c1 : i32
    %r = scf.for %i = %c0 to %bound step %c1 iter_args(%x = %c0) -> (i32)  : i32 {
      %less = arith.cmpi slt, %i, %c1 : i32
      scf.if %less {
        tt.store %p, %i {async_task_id = array<i32: 1>} : !tt.ptr<i32>
      }
      tt.store %p, %x {async_task_id = array<i32: 0>} : !tt.ptr<i32>
      %y = arith.addi %x, %i : i32
      scf.yield %y : i32
    }
    tt.return
  }

  // What a reduction computes belongs to the tasks of its result, and so does its body.
  // CHECK-LABEL: tt.func @reduction
  // CHECK: "tt.reduce"
  // CHECK: arith.addf %{{.*}} {async_task_id = array<i32: 1, 2>} : f32
  // CHECK-NEXT: tt.reduce.return %{{.*}} {async_task_id = array<i32: 1, 2>}
  // CHECK-NEXT: }) {async_task_id = array<i32: 1, 2>}
  tt.func @reduction(%x: tensor<128xf32>, %p: !tt.ptr<f32>) {
    %sum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128xf32>) -> f32
    tt.store %p, %sum {async_task_id = array<i32: 2, 1>} : !tt.ptr<f32>
    tt.return
  }

  // Only constants have tasks: nothing to propagate.
  // CHECK-LABEL: tt.func @constants
  // CHECK-NEXT: arith.constant {async_task_id = array<i32: 1>} 1 : i32
  // CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
  tt.func @constants(%n: i32) -> i32 {
    %c1 = arith.constant {async_task_id = array<i32: 1>} 1 : i32
    %y = arith.addi %n, %c1 : i32
    tt.return %y : i32
  }
}

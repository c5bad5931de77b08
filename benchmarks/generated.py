"""Programs of any size for the benchmarks: TTIR of a mix of what kernels do, with work for every pass of the stage."""

from __future__ import annotations

from collections.abc import Callable

VECTOR = "tensor<64xi32>"
POINTERS = "tensor<64x!tt.ptr<f32>>"
FLOATS = "tensor<64xf32>"


def masked_load_and_store(i: int) -> str:
    """Addresses, a mask, some arithmetic that folds, and a duplicate of the addresses."""
    return f"""\
    %r_{i} = tt.make_range {{end = 64 : i32, start = 0 : i32}} : {VECTOR}
    %k_{i} = arith.constant {i % 7 * 64} : i32
    %b_{i} = arith.muli %s_{i - 1}, %k_{i} : i32
    %v_{i} = tt.splat %b_{i} : i32 -> {VECTOR}
    %o_{i} = arith.addi %v_{i}, %r_{i} : {VECTOR}
    %n_{i} = tt.splat %n : i32 -> {VECTOR}
    %m_{i} = arith.cmpi slt, %o_{i}, %n_{i} : {VECTOR}
    %p_{i} = tt.splat %x : !tt.ptr<f32> -> {POINTERS}
    %q_{i} = tt.addptr %p_{i}, %o_{i} : {POINTERS}, {VECTOR}
    %l_{i} = tt.load %q_{i}, %m_{i} : {POINTERS}
    %one_{i} = arith.constant dense<1.000000e+00> : {FLOATS}
    %f_{i} = arith.mulf %l_{i}, %one_{i} : {FLOATS}
    %g_{i} = arith.addf %f_{i}, %l_{i} : {FLOATS}
    %v2_{i} = tt.splat %b_{i} : i32 -> {VECTOR}
    %o2_{i} = arith.addi %v2_{i}, %r_{i} : {VECTOR}
    %q2_{i} = tt.addptr %p_{i}, %o2_{i} : {POINTERS}, {VECTOR}
    tt.store %q2_{i}, %g_{i}, %m_{i} : {POINTERS}
    %c1_{i} = arith.constant 1 : i32
    %c0_{i} = arith.constant 0 : i32
    %t_{i} = arith.addi %s_{i - 1}, %c1_{i} : i32
    %s_{i} = arith.addi %t_{i}, %c0_{i} : i32
"""


def loop(i: int) -> str:
    """A loop that carries a scalar and something that is not used, with an invariant in its body."""
    return f"""\
    %lo_{i} = arith.constant 0 : i32
    %st_{i} = arith.constant {i % 5 + 1} : i32
    %w_{i}:2 = scf.for %i_{i} = %lo_{i} to %n step %st_{i} iter_args(%a_{i} = %s_{i - 1}, %u_{i} = %n)
        -> (i32, i32)  : i32 {{
      %d_{i} = arith.muli %n, %st_{i} : i32
      %e_{i} = arith.addi %a_{i}, %d_{i} : i32
      %h_{i} = arith.xori %e_{i}, %i_{i} : i32
      %z_{i} = tt.addptr %x, %h_{i} : !tt.ptr<f32>, i32
      %y_{i} = tt.load %z_{i} : !tt.ptr<f32>
      tt.store %z_{i}, %y_{i} : !tt.ptr<f32>
      scf.yield %h_{i}, %u_{i} : i32, i32
    }}
    %s_{i} = arith.addi %w_{i}#0, %w_{i}#1 : i32
"""


def choice(i: int) -> str:
    """A condition with one result that is the same on both sides."""
    return f"""\
    %j_{i} = arith.constant {i % 3} : i32
    %cond_{i} = arith.cmpi sgt, %s_{i - 1}, %j_{i} : i32
    %if_{i}:2 = scf.if %cond_{i} -> (i32, i32) {{
      %d_{i} = arith.divsi %s_{i - 1}, %n : i32
      %z_{i} = tt.addptr %x, %d_{i} : !tt.ptr<f32>, i32
      %y_{i} = arith.constant 2.000000e+00 : f32
      tt.store %z_{i}, %y_{i} : !tt.ptr<f32>
      scf.yield %d_{i}, %n : i32, i32
    }} else {{
      %e_{i} = arith.subi %s_{i - 1}, %j_{i} : i32
      scf.yield %e_{i}, %n : i32, i32
    }}
    %s_{i} = arith.addi %if_{i}#0, %if_{i}#1 : i32
"""


def product(i: int) -> str:
    """A small product whose sum with a matrix can be one operation."""
    return f"""\
    %h_{i} = arith.constant dense<5.000000e-01> : tensor<16x16xf16>
    %acc_{i} = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %sf_{i} = arith.sitofp %s_{i - 1} : i32 to f32
    %add_{i} = tt.splat %sf_{i} : f32 -> tensor<16x16xf32>
    %dot_{i} = tt.dot %h_{i}, %h_{i}, %acc_{i} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %sum_{i} = arith.addf %dot_{i}, %add_{i} : tensor<16x16xf32>
    %pp_{i} = tt.splat %x : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    tt.store %pp_{i}, %sum_{i} : tensor<16x16x!tt.ptr<f32>>
    %s_{i} = tt.call @helper(%s_{i - 1}, %n) : (i32, i32) -> i32
"""


HELPER = """\
  tt.func private @helper(%a: i32, %b: i32) -> i32 {
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %0, %b : i32
    %2 = arith.addi %1, %a : i32
    tt.return %2 : i32
  }
"""

CELLS: tuple[Callable[[int], str], ...] = (masked_load_and_store, loop, choice, masked_load_and_store, product)


def program(operations: int) -> str:
    """A module with about so many operations: one straight line of cells that each need the one before."""
    lines: list[str] = []
    count, i = 0, 0
    while count < operations:
        i += 1
        cell = CELLS[i % len(CELLS)](i)
        count += cell.count(" = ") + cell.count("tt.store") + cell.count("scf.yield")
        lines.append(cell)
    body = "".join(lines)
    header = "  tt.func public @generated(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %s_0: i32) {\n"
    tail = f"    tt.store %x, %end : !tt.ptr<f32>\n    tt.return\n  }}\n{HELPER}"
    return f"module {{\n{header}{body}    %end = arith.sitofp %s_{i} : i32 to f32\n{tail}}}\n"

"""Analyses of expressions whose values are used several times: as many steps as there are operations, not paths."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from xtriton.analysis.affine import NotAffineError, Scalars, Tiles
from xtriton.analysis.affine.polynomial import MAX_DEGREE, Polynomial
from xtriton.analysis.signs import is_never_negative
from xtriton.dialects.tt import FuncOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.cpu.pieces import is_linear
from xtriton.passes.hopper.warp_specialize.turns import is_invariant
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.passes.ttir.check_accesses.intervals import Intervals
from xtriton.passes.ttir.check_accesses.values import Values
from xtriton.rewriting.polynomials import PolynomialEmitter
from xtriton.rewriting.projection import Projection
from xtriton.rewriting.rewriter import Rewriter

DEPTH = 30
CALLS_PER_OPERATION = 3000
"""More than any of the analyses makes for an operation; paths would take 2 ** 30."""
TILE = "tensor<8xi32>"
START = f"""%pid = tt.get_program_id x : i32
%one = arith.constant 1 : i32
%seven = arith.constant 7 : i32
%sevens = arith.constant dense<7> : {TILE}
%r = tt.make_range {{start = 0 : i32, end = 8 : i32}} : {TILE}
%bound = tt.splat %n : i32 -> {TILE}
%m = arith.cmpi slt, %r, %bound : {TILE}
"""


class TooManyCalls(Exception):
    """More Python functions were called than allowed."""


def count_calls(work: Callable[[], object], limit: int) -> int:
    """How many Python functions ``work`` calls. Raises :class:`TooManyCalls` beyond ``limit``."""
    made = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal made
        made += event == "call"
        if made > limit:
            raise TooManyCalls

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


def chain(first: str, operation: str, *, depth: int = DEPTH) -> str:
    """``depth`` times ``operation`` with ``{x}`` in place of the last value, and ``{y}`` of that before it."""
    lines, values = [START], [first, first]
    for number in range(depth):
        lines.append(operation.format(x=values[-1], y=values[-2], i=number))
        values.append(f"%x{number}")
    return "\n".join(lines)


def module_of(body: str) -> ModuleOp:
    return parse_module(f"tt.func @f(%n: i32, %p: !tt.ptr<f32>) {{\n{body}\ntt.return\n}}", "growth.mlir", Context())


def last_value(module: ModuleOp) -> SSAValue:
    return [value for op in module.walk() for value in op.results][-1]


LOOP = """
%loop = scf.for %i = %one to %n step %one iter_args(%v = {first}) -> ({type}) : i32 {{
  %w = arith.addi %v, {last} : {type}
  scf.yield %w : {type}
}}"""


def form(module: ModuleOp) -> None:
    Tiles(Scalars()).of(last_value(module))


def mask(module: ModuleOp) -> None:
    Tiles(Scalars()).masks.of(last_value(module))


def bounds(module: ModuleOp) -> None:
    Tiles(Scalars()).masks.bounds_of(last_value(module))


def sign(module: ModuleOp) -> None:
    assert is_never_negative(last_value(module))


QUOTIENTS = "%s{i} = arith.addi {x}, {y} : i32\n%x{i} = arith.divsi %s{i}, %seven : i32"
TILES = f"%s{{i}} = arith.addi {{x}}, {{y}} : {TILE}\n%x{{i}} = arith.divsi %s{{i}}, %sevens : {TILE}"
UNIFORM = chain("%bound", TILES)


@pytest.mark.parametrize(
    ("analysis", "body"),
    [
        (form, chain("%n", "%x{i} = arith.muli {x}, {x} : i32") + "\n%t = tt.splat %x29 : i32 -> tensor<8xi32>"),
        (form, chain("%n", "%x{i} = arith.addi {x}, {y} : i32") + "\n%t = tt.splat %x29 : i32 -> tensor<8xi32>"),
        (form, UNIFORM + LOOP.format(first="%r", last="%x29", type=TILE)),
        (form, chain("%n", QUOTIENTS) + LOOP.format(first="%one", last="%x29", type="i32")),
        (mask, chain("%m", "%x{i} = arith.andi {x}, {x} : tensor<8xi1>")),
        (bounds, chain("%m", "%x{i} = arith.andi {x}, {y} : tensor<8xi1>")),
        (sign, chain("%pid", "%x{i} = arith.addi {x}, {x} : i32")),
        (sign, chain("%pid", "%x{i} = arith.muli {x}, {y} : i32")),
        (sign, chain("%pid", "%x{i} = arith.addi {x}, {y} : i32") + LOOP.format(first="%pid", last="%x29", type="i32")),
    ],
    ids=["squares", "sums", "quotients of tiles", "quotients", "mask", "bounds", "sign", "sign of products", "loop"],
)
def test_shared_values_are_analysed_once(analysis: Callable[[ModuleOp], None], body: str) -> None:
    module = module_of(body)
    operations = sum(1 for _ in module.walk())
    count_calls(lambda: analysis(module), CALLS_PER_OPERATION * operations)


def test_repeated_squares_are_no_polynomials() -> None:
    """The degree would double each time."""
    module = module_of(chain("%n", "%x{i} = arith.muli {x}, {x} : i32", depth=12))
    scalars = Scalars()
    degrees = [scalars.of(op.results[0]).degree for op in module.walk() if op.name == "arith.muli"]
    assert degrees[:3] == [2, 4, 8]
    assert max(degrees) == MAX_DEGREE


def test_tiles_of_products_of_many_values_are_not_affine() -> None:
    body = chain("%bound", f"%x{{i}} = arith.muli {{x}}, {{x}} : {TILE}", depth=12)
    with pytest.raises(NotAffineError, match="products of too many values"):
        form(module_of(body))


def test_the_degree_is_that_of_the_longest_product() -> None:
    scalars = Scalars()
    module = module_of("%a = arith.muli %n, %n : i32\n%b = arith.addi %a, %n : i32")
    assert scalars.of(last_value(module)).degree == 2
    assert Polynomial.constant(5).degree == 0
    assert Polynomial({}).degree == 0


def test_values_found_to_be_possibly_negative_make_their_users_so() -> None:
    body = "%a = arith.subi %pid, %one : i32\n%b = arith.addi %pid, %a : i32\n%c = arith.maxsi %b, {} : i32"
    assert is_never_negative(last_value(module_of(START + body.format("%pid"))))
    assert not is_never_negative(last_value(module_of(START + body.format("%n"))))


def test_carried_values_that_depend_on_each_other() -> None:
    loop = """%l:2 = scf.for %i = %one to %n step %one iter_args(%a = %pid, %b = {}) -> (i32, i32) : i32 {{
      %c = arith.addi %a, %b : i32
      scf.yield %b, %c : i32, i32
    }}"""
    assert is_never_negative(last_value(module_of(START + loop.format("%one"))))
    assert not is_never_negative(last_value(module_of(START + loop.format("%n"))))


def test_invariance_of_a_value_with_shared_operands() -> None:
    inner = chain("%n", "%x{i} = arith.addi {x}, {x} : i32").removeprefix(START)
    body = f"{START}scf.for %i = %one to %n step %one : i32 {{\n{inner}\n%y = arith.addi %x29, %i : i32\n}}"
    module = module_of(body)
    loop = next(op for op in module.walk() if isinstance(op, ForOp))
    *_, before, last = [op for op in module.walk() if op.name == "arith.addi"]

    def check() -> None:
        assert is_invariant(before.results[0], loop)
        assert not is_invariant(last.results[0], loop)

    count_calls(check, CALLS_PER_OPERATION * DEPTH)


@pytest.mark.parametrize("operation", ["arith.addi {x}, {x}", "arith.addi {x}, {y}"])
def test_pointers_to_shared_offsets_are_lowered_to_linalg_once(operation: str) -> None:
    offsets = chain("%r", f"%x{{i}} = {operation} : {TILE}")
    module = module_of(
        f"""{offsets}
%ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
%q = tt.addptr %ps, %x29 : tensor<8x!tt.ptr<f32>>, {TILE}
%v = tt.load %q : tensor<8x!tt.ptr<f32>>
tt.store %ps, %v : tensor<8x!tt.ptr<f32>>"""
    )
    manager = PassManager(Context(), verify_each=False)
    count_calls(lambda: manager.run(parse_pipeline("triton-to-linalg"), module), CALLS_PER_OPERATION * DEPTH * 30)


BRANCH = """scf.if %c {{
  tt.store %p, %f : !tt.ptr<f32>
}}
"""
CARRYING = """%l{i} = scf.for %i{i} = %one to %n step %one iter_args(%v{i} = {x}) -> (f32) : i32 {{
  %w{i} = arith.addf %v{i}, %v{i} : f32
  scf.yield %w{i} : f32
}}
"""


def in_a_row(what: str, count: int) -> ModuleOp:
    body = START + "%f = arith.constant 1.0 : f32\n%c = arith.cmpi slt, %n, %one : i32\n"
    last = "%f"
    for number in range(count):
        body += what.format(i=number, x=last)
        last = f"%l{number}" if what is CARRYING else last
    return module_of(f"{body}tt.store %p, {last} : !tt.ptr<f32>")


@pytest.mark.parametrize("pipeline", ["convert-scf-to-cf", "make-cpu"])
@pytest.mark.parametrize("what", [BRANCH, CARRYING], ids=["branches", "loops"])
def test_structures_in_a_row_take_steps_in_proportion(what: str, pipeline: str) -> None:
    def calls(count: int) -> int:
        module = in_a_row(what, count)
        return count_calls(
            lambda: PassManager(Context(), verify_each=False).run(parse_pipeline(pipeline), module), 10**8
        )

    calls(2)  # imports, and what is cached
    few, many = calls(50), calls(200)
    assert many < 4.6 * few


def in_loop(body: str) -> str:
    return f"{START}scf.for %i = %one to %n step %one : i32 {{\n{body}\n}}"


@pytest.mark.parametrize("operation", ["arith.addi {x}, {x}", "arith.addi {x}, {y}", "arith.muli {x}, {y}"])
def test_offsets_of_shared_scalars_in_loops_are_guarded_once(operation: str) -> None:
    """The guards compute the bounds of the scalars, with the conditions under which these do not wrap around."""
    scalars = chain("%i", f"%x{{i}} = {operation} : i32").removeprefix(START)
    access = f"""%start = tt.splat %x29 : i32 -> {TILE}
%o = arith.addi %start, %r : {TILE}
%q = tt.addptr %ps, %o : tensor<8x!tt.ptr<f32>>, {TILE}
%v = tt.load %q, %m : tensor<8x!tt.ptr<f32>>
tt.store %q, %v, %m : tensor<8x!tt.ptr<f32>>"""
    module = module_of("%ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>\n" + in_loop(scalars + access))
    manager = PassManager(Context(), verify_each=False)
    count_calls(lambda: manager.run(parse_pipeline("make-cpu"), module), CALLS_PER_OPERATION * DEPTH * 30)


@pytest.mark.parametrize(
    "body",
    [chain("%n", "%x{i} = arith.xori {x}, {x} : i32"), chain("%n", "%x{i} = arith.xori {x}, {y} : i32")]
    + [chain("%n", QUOTIENTS), chain("%n", QUOTIENTS.replace("addi", "muli"), depth=8)],
    ids=["twice", "with the one before", "quotients", "quotients of products"],
)
def test_shared_values_are_computed_again_once(body: str) -> None:
    """Before all of them; an operation each at most, and a constant."""
    module = module_of(body)
    function = next(op for op in module.walk() if isinstance(op, FuncOp))
    place = function.body.block.first_op
    assert place is not None
    scalars, before = Scalars(), sum(1 for _ in module.walk())
    number = scalars.of(last_value(module))
    emitter = PolynomialEmitter(scalars, function, Rewriter())
    count_calls(lambda: emitter.emit(number, place), CALLS_PER_OPERATION * before)
    assert sum(1 for _ in module.walk()) <= 2 * before


@pytest.mark.parametrize("operation", ["arith.xori {x}, {x}", "arith.xori {x}, {y}"])
def test_projections_of_shared_tensors_are_looked_at_once(operation: str) -> None:
    module = module_of(chain("%bound", f"%x{{i}} = {operation} : {TILE}"))
    function = next(op for op in module.walk() if isinstance(op, FuncOp))
    tiles, place = Tiles(Scalars()), function.body.block.last_op
    assert place is not None
    projection = Projection(place, tiles, PolynomialEmitter(tiles.scalars, function, Rewriter()), Rewriter())

    def check() -> None:
        assert projection.is_possible(last_value(module), 0)

    count_calls(check, CALLS_PER_OPERATION * DEPTH)


@pytest.mark.parametrize("operation", ["arith.addi {x}, {x}", "arith.subi {x}, {y}"])
def test_linearity_of_shared_values_is_looked_at_once(operation: str) -> None:
    module = module_of(in_loop(chain("%i", f"%x{{i}} = {operation} : i32").removeprefix(START)))
    loop = next(op for op in module.walk() if isinstance(op, ForOp))
    last = loop.body.ops.last
    assert last is not None and last.prev_op is not None
    value = last.prev_op.results[0]

    def check() -> None:
        assert is_linear(value, loop)

    count_calls(check, CALLS_PER_OPERATION * DEPTH)


@pytest.mark.parametrize(
    "body",
    [
        *(chain("%m", f"%x{{i}} = arith.andi {{x}}, {{{other}}} : tensor<8xi1>") for other in "xy"),
        *(chain("%r", f"%x{{i}} = arith.addi {{x}}, {{{other}}} : {TILE}") for other in "xy"),
    ],
    ids=["masks twice", "masks with the one before", "lanes twice", "lanes with the one before"],
)
def test_intervals_of_shared_lanes_and_masks_are_computed_once(body: str) -> None:
    is_mask = "arith.andi" in body
    lanes = "%lanes = arith.extsi {} : tensor<8xi32> to tensor<8xi64>".format("%r" if is_mask else "%x29")
    module = module_of(f"{body}\n{lanes}")
    masks = [op.results[0] for op in module.walk() if op.name == ("arith.andi" if is_mask else "arith.cmpi")]
    end = next(op for op in module.walk() if op.name == "tt.return")
    rewriter = Rewriter()
    rewriter.start_at(end)
    before = sum(1 for _ in module.walk())
    intervals = Intervals(Values(rewriter), 0)

    def check() -> None:
        assert intervals.of(last_value(module), masks[-1]) is not None

    count_calls(check, CALLS_PER_OPERATION * before)
    assert sum(1 for _ in module.walk()) <= 8 * before


@pytest.mark.parametrize("operation", ["arith.addi {x}, {x}", "arith.addi {x}, {y}"])
def test_steps_of_carried_scalars_are_looked_for_once(operation: str) -> None:
    """Each sum may be a carried value plus a step in two ways."""
    sums = chain("%n", f"%x{{i}} = {operation} : i32").removeprefix(START)
    module = module_of(
        f"""{START}%ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
%loop = scf.for %i = %one to %n step %one iter_args(%carried = %n) -> (i32) : i32 {{
  %start = tt.splat %carried : i32 -> {TILE}
  %o = arith.addi %start, %r : {TILE}
  %q = tt.addptr %ps, %o : tensor<8x!tt.ptr<f32>>, {TILE}
  %v = tt.load %q, %m : tensor<8x!tt.ptr<f32>>
  tt.store %q, %v, %m : tensor<8x!tt.ptr<f32>>
  {sums}
  scf.yield %x29 : i32
}}"""
    )
    manager = PassManager(Context(), verify_each=False)
    count_calls(lambda: manager.run(parse_pipeline("make-cpu"), module), CALLS_PER_OPERATION * DEPTH * 30)

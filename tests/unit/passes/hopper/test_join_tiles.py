"""``hopper-join-tiles``: joined tiles compute what single ones do, and which kernels are left as they are."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.launch_arguments import JOINED, joined_programs
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.interp.api import find_kernel, interpret
from xtriton.interp.launches import grid_of_launch
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.passes.hopper import join_tiles
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

pytestmark = pytest.mark.triton("3.9")

HEAD = """\
tt.func public @matmul(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
"""
IDS = """\
  %y = tt.get_program_id y : i32
  %x = tt.get_program_id x : i32
  %row = arith.muli %y, %c64 : i32
  %column = arith.muli %x, %c16 : i32
"""
OFFSETS = """\
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %step = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %first = tt.splat %row : i32 -> tensor<64xi32>
  %rows = arith.addi %first, %range : tensor<64xi32>
  %left = tt.splat %column : i32 -> tensor<16xi32>
  %columns = arith.addi %left, %step : tensor<16xi32>
  %height = tt.splat %m : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %rows, %height : tensor<64xi32>
  %inside1 = tt.expand_dims %inside {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
  %rows1 = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %columns1 = tt.expand_dims %columns {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %step1 = tt.expand_dims %step {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %step2 = tt.expand_dims %step {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %mask = tt.broadcast %inside1 : tensor<64x1xi1> -> tensor<64x16xi1>
  %ks = tt.splat %k : i32 -> tensor<64x1xi32>
  %ns = tt.splat %n : i32 -> tensor<64x1xi32>
  %ns1 = tt.splat %n : i32 -> tensor<16x1xi32>
  %a_rows = arith.muli %rows1, %ks : tensor<64x1xi32>
  %a_rows2 = tt.broadcast %a_rows : tensor<64x1xi32> -> tensor<64x16xi32>
  %a_steps = tt.broadcast %step1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %a_offsets = arith.addi %a_rows2, %a_steps : tensor<64x16xi32>
  %b_rows = arith.muli %step2, %ns1 : tensor<16x1xi32>
  %b_rows2 = tt.broadcast %b_rows : tensor<16x1xi32> -> tensor<16x16xi32>
  %b_columns = tt.broadcast %columns1 : tensor<1x16xi32> -> tensor<16x16xi32>
  %b_offsets = arith.addi %b_rows2, %b_columns : tensor<16x16xi32>
  %out_rows = arith.muli %rows1, %ns : tensor<64x1xi32>
  %out_rows2 = tt.broadcast %out_rows : tensor<64x1xi32> -> tensor<64x16xi32>
  %out_columns = tt.broadcast %columns1 : tensor<1x16xi32> -> tensor<64x16xi32>
  %out_offsets = arith.addi %out_rows2, %out_columns : tensor<64x16xi32>
  %as = tt.splat %a : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
  %bs = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
  %a0 = tt.addptr %as, %a_offsets : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
  %b0 = tt.addptr %bs, %b_offsets : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
  %out0 = tt.addptr %outs, %out_offsets : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
"""
LOOP = """\
  %sum = scf.for %i = %c0 to %k step %c16 iter_args(%s = %zero) -> (tensor<64x16xf32>) : i32 {
    %at = tt.splat %i : i32 -> tensor<64x16xi32>
    %ap = tt.addptr %a0, %at : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
    %down = arith.muli %i, %n : i32
    %downs = tt.splat %down : i32 -> tensor<16x16xi32>
    %bp = tt.addptr %b0, %downs : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %l = tt.load %ap, %mask : tensor<64x16x!tt.ptr<f16>>
    %r = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
    %d = tt.dot %l, %r, %s : tensor<64x16xf16> * tensor<16x16xf16> -> tensor<64x16xf32>
    scf.yield %d : tensor<64x16xf32>
  }
"""
END = """\
  tt.store %out0, %sum, %mask : tensor<64x16x!tt.ptr<f32>>
  tt.return
}
"""
KERNEL = HEAD + IDS + OFFSETS + LOOP + END


def joined(text: str, passes: str = "hopper-join-tiles") -> tuple[ModuleOp, list[str]]:
    """A module after some passes, and the remarks."""
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    verify(module, ctx)
    remarks: list[str] = []
    ctx.diagnostics.handlers.append(lambda diagnostic: remarks.append(diagnostic.message) or True)
    PassManager(ctx).run(parse_pipeline(passes), module)
    verify(module, ctx)
    return module, remarks


PASSES = ["hopper-join-tiles", "hopper-join-tiles,hopper-tile-order,hopper-persistent-grid,canonicalize,cse"]


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize(("m", "rows"), [(1, 1), (64, 1), (100, 2), (192, 3), (192, 2), (320, 5), (320, 1)])
def test_joined_tiles_compute_the_rows_of_the_grid(m: int, rows: int, passes: str) -> None:
    """Also of an odd number of rows of tiles, and of fewer than the matrix has."""
    module, _ = joined(KERNEL, passes)
    assert "tensor<128x16xf32>" in str(module)
    n, k = 32, 48
    draw = np.random.default_rng(m)
    a, b = (draw.integers(-4, 5, shape).astype(np.float16) for shape in ((m, k), (k, n)))
    out = np.full((m, n), np.nan, np.float32)
    interpret(module, (n // 16, rows), a, b, out, m, n, k)
    expected = a.astype(np.float32) @ b.astype(np.float32)
    expected[64 * rows :] = np.nan
    np.testing.assert_array_equal(out, expected)


def summed_over_rows(offsets: str) -> str:
    """The kernel, whose epilogue adds the sums over the rows of a tile of ``offsets`` as a whole."""
    epilogue = f"""  %some = "tt.reduce"({offsets}) <{{axis = 0 : i32}}> ({{
  ^bb0(%p: i32, %q: i32):
    %t = arith.addi %p, %q : i32
    tt.reduce.return %t : i32
  }}) : (tensor<64x16xi32>) -> tensor<16xi32>
  %somef = arith.sitofp %some : tensor<16xi32> to tensor<16xf32>
  %some1 = tt.expand_dims %somef {{axis = 0 : i32}} : tensor<16xf32> -> tensor<1x16xf32>
  %some2 = tt.broadcast %some1 : tensor<1x16xf32> -> tensor<64x16xf32>
  %more = arith.addf %sum, %some2 : tensor<64x16xf32>
  tt.store %out0, %more, %mask : tensor<64x16x!tt.ptr<f32>>
  tt.return
}}
"""
    return HEAD + IDS + OFFSETS + LOOP + epilogue


def test_rows_that_are_all_the_same_may_be_used_as_a_whole() -> None:
    """As ``k[None, :]``, which the loads of both operands of ``x @ w.T`` share."""
    module, remarks = joined(summed_over_rows("%a_steps"))
    assert remarks == ["two tiles of 64 rows are joined, along y"]
    a, b = np.ones((192, 16), np.float16), np.ones((16, 16), np.float16)
    out = np.zeros((192, 16), np.float32)
    interpret(module, (1, 3), a, b, out, 192, 16, 16)
    np.testing.assert_array_equal(out, np.broadcast_to(16 + 64 * np.arange(16), (192, 16)))


def test_rows_that_differ_may_not() -> None:
    module, (remark,) = joined(summed_over_rows("%a_rows2"))
    assert remark == "tiles are not joined: 'tt.reduce' uses rows of a tile as a whole"
    assert JOINED not in find_kernel(module, None).attributes


def test_the_remark_and_the_attribute() -> None:
    module, remarks = joined(KERNEL)
    assert remarks == ["two tiles of 64 rows are joined, along y"]
    assert joined_programs(find_kernel(module, None)) == {1: ("ceildivui", 32, ("grid", 1), 2)}
    assert joined(str(module))[1] == []  # once


NOT_BOUND = {
    "f32": {"f16": "f32"},
    "other rows": {"64": "32"},
}
GUARDS: dict[str, tuple[str, str, str]] = {
    "print": (
        END,
        '  tt.print "x" {hex = false, isSigned = array<i32: 1>} : %x : i32\n' + END,
        "it prints",
    ),
    "uneven tiles": ("= %c0 to %k step", "= %c0 to %row step", "they take different times"),
    "effect of a program": (
        END,
        "  tt.store %out, %c0f : !tt.ptr<f32>\n" + END,
        "'tt.store' has an effect other than on rows of a tile",
    ),
    "atomic": (
        "  tt.store %out0, %sum, %mask : tensor<64x16x!tt.ptr<f32>>\n",
        "  %old = tt.atomic_rmw fadd, relaxed, gpu, %out0, %sum, %mask : "
        "(tensor<64x16x!tt.ptr<f32>>, tensor<64x16xf32>, tensor<64x16xi1>) -> tensor<64x16xf32>\n",
        "'tt.atomic_rmw' is not masked by rows",
    ),
    "rows summed": (
        END,
        """  %total = "tt.reduce"(%sum) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x16xf32>) -> tensor<16xf32>
  %wide = tt.expand_dims %total {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
  %sums = tt.broadcast %wide : tensor<1x16xf32> -> tensor<64x16xf32>
  tt.store %out0, %sums, %mask : tensor<64x16x!tt.ptr<f32>>
"""
        + END,
        "'tt.reduce' reduces along the rows",
    ),
    "rows as a whole": (
        END,
        """  %flat = tt.reshape %rows : tensor<64xi32> -> tensor<4x16xi32>
  %some = "tt.reduce"(%flat) <{axis = 0 : i32}> ({
  ^bb0(%l: i32, %r: i32):
    %t = arith.addi %l, %r : i32
    tt.reduce.return %t : i32
  }) : (tensor<4x16xi32>) -> tensor<16xi32>
  %somef = arith.sitofp %some : tensor<16xi32> to tensor<16xf32>
  %some1 = tt.expand_dims %somef {axis = 0 : i32} : tensor<16xf32> -> tensor<1x16xf32>
  %some2 = tt.broadcast %some1 : tensor<1x16xf32> -> tensor<64x16xf32>
  %more = arith.addf %sum, %some2 : tensor<64x16xf32>
  tt.store %out0, %more, %mask : tensor<64x16x!tt.ptr<f32>>
  tt.return
}
""",
        "'tt.reshape' uses rows of a tile as a whole",
    ),
    "id added": (
        "%column = arith.muli %x, %c16", "%both = arith.addi %x, %y : i32\n  %column = arith.muli %both, %c16", ""
    ),
    "id times another number": ("%row = arith.muli %y, %c64", "%row = arith.muli %y, %c16", ""),
    "number of programs": (IDS, "  %count = tt.get_num_programs y : i32\n" + IDS, ""),
    "begin used otherwise": (
        "%left = tt.splat %column", "%moved = arith.addi %column, %row : i32\n  %left = tt.splat %moved", ""
    ),
    "begin added to something else": ("%rows = arith.addi %first, %range", "%rows = arith.subi %range, %first", ""),
    "rows without the begin": ("%rows1 = tt.expand_dims %rows {", "%rows1 = tt.expand_dims %range {", ""),
}  # fmt: skip


@pytest.mark.parametrize("change", GUARDS)
def test_kernels_that_are_left_as_they_are(change: str) -> None:
    old, new, reason = GUARDS[change]
    assert KERNEL.count(old) == 1
    text = KERNEL.replace(old, new)
    text = text.replace(OFFSETS, "  %c0f = arith.constant 0.0 : f32\n" + OFFSETS)
    module, remarks = joined(text)
    assert JOINED not in find_kernel(module, None).attributes
    assert "tensor<128x" not in str(module)
    (remark,) = remarks
    assert remark.startswith("tiles are not joined: ")
    assert (reason or "no program id, or quotient of one, is only used for the first row of a tile") in remark


@pytest.mark.parametrize("change", NOT_BOUND)
def test_tiles_that_are_not_bound_by_loads(change: str) -> None:
    text = KERNEL
    for old, new in NOT_BOUND[change].items():
        text = text.replace(old, new)
    module, remarks = joined(text)
    assert JOINED not in find_kernel(module, None).attributes
    assert remarks == []


def through_descriptor(index: str) -> str:
    """The kernel with its left operand loaded through a descriptor."""
    descriptor = """\
  %one = arith.constant 1 : i64
  %wide = arith.extsi %k : i32 to i64
  %da = tt.make_tensor_descriptor %a, [%m, %k], [%wide, %one] : <f16>, <64x16xf16>
"""
    load = f"%l = tt.descriptor_load %da[{index}, %i] : !tt.tensordesc<64x16xf16> -> tensor<64x16xf16>"
    return KERNEL.replace(OFFSETS, descriptor + OFFSETS).replace(
        "%l = tt.load %ap, %mask : tensor<64x16x!tt.ptr<f16>>", load
    )


@pytest.mark.parametrize("rows", [2, 3])
def test_descriptor_loads_of_joined_tiles(rows: int) -> None:
    module, _ = joined(through_descriptor("%row"), "canonicalize,hopper-join-tiles")
    assert "<128x16xf16>" in str(module)
    a, b = np.ones((160, 16), np.float16), np.ones((16, 16), np.float16)
    out = np.zeros((160, 16), np.float32)
    interpret(module, (1, rows), a, b, out, 160, 16, 16)
    assert out.tolist() == [[16] * 16] * min(64 * rows, 160) + [[0] * 16] * max(0, 160 - 64 * rows)


def test_descriptor_loads_of_other_rows() -> None:
    module, (remark,) = joined(through_descriptor("%c0"), "canonicalize,hopper-join-tiles")
    assert remark.endswith("no program id, or quotient of one, is only used for the first row of a tile")
    assert JOINED not in find_kernel(module, None).attributes


def test_a_dot_outside_of_loops() -> None:
    body = LOOP[LOOP.index("    %at") : LOOP.index("    scf.yield")]
    text = KERNEL.replace(LOOP, body.replace("%i ", "%c0 ").replace("%i,", "%c0,").replace("%s ", "%zero "))
    assert joined(text.replace("%out0, %sum", "%out0, %d"))[1] == []


def test_tiles_of_many_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_tiles, "_MOST_COLUMNS", 15)
    assert joined(KERNEL)[1] == []
    monkeypatch.setattr(join_tiles, "_MOST_COLUMNS", 16)
    assert joined(KERNEL)[1] != []


def test_joined_tiles_need_a_persistent_grid() -> None:
    """A pass between the two that makes it impossible is an error, not a wrong grid."""
    module, _ = joined(KERNEL)
    text = str(module).replace("xtriton.joined", "xtriton.resident_ctas = 2 : i32, xtriton.joined")
    with pytest.raises(DiagnosticError, match="tiles are joined, which needs a persistent grid"):
        joined(text, "hopper-persistent-grid")


@pytest.mark.parametrize(
    ("joined_axes", "problem"),
    [
        ("[1]", "it must be a dictionary with the keys x, y and z"),
        ('{w = ["grid", 1]}', "it must be a dictionary with the keys x, y and z"),
        ('{y = ["grid", 3]}', "no expression of a recipe"),
    ],
)
def test_joined_axes_that_are_none(joined_axes: str, problem: str) -> None:
    text = KERNEL.replace("%k: i32) {", f"%k: i32) attributes {{xtriton.joined = {joined_axes}}} {{")
    with pytest.raises(DiagnosticError, match=problem):
        joined(text)


# One axis: the program id is divided by the number of columns

DIVIDED = """\
  %c15 = arith.constant 15 : i32
  %width = arith.addi %n, %c15 : i32
  %columns_of_tiles = arith.divsi %width, %c16 : i32
  %id = tt.get_program_id x : i32
  %y = arith.divsi %id, %columns_of_tiles : i32
  %x = arith.remsi %id, %columns_of_tiles : i32
  %row = arith.muli %y, %c64 : i32
  %column = arith.muli %x, %c16 : i32
"""
SUBTRACTED = DIVIDED.replace(
    "  %x = arith.remsi %id, %columns_of_tiles : i32\n",
    "  %before = arith.muli %y, %columns_of_tiles : i32\n  %x = arith.subi %id, %before : i32\n",
)
IN_BANDS_OF_ONE_ROW = """\
  %c15 = arith.constant 15 : i32
  %c63 = arith.constant 63 : i32
  %width = arith.addi %n, %c15 : i32
  %columns_of_tiles = arith.divsi %width, %c16 : i32
  %tall = arith.addi %m, %c63 : i32
  %rows_of_tiles = arith.divsi %tall, %c64 : i32
  %id = tt.get_program_id x : i32
  %band = arith.divsi %id, %columns_of_tiles : i32
  %left_over = arith.subi %rows_of_tiles, %band : i32
  %height_of_band = arith.minsi %left_over, %c1 : i32
  %in_band = arith.remsi %id, %columns_of_tiles : i32
  %down = arith.remsi %in_band, %height_of_band : i32
  %y = arith.addi %band, %down : i32
  %x = arith.divsi %in_band, %height_of_band : i32
  %row = arith.muli %y, %c64 : i32
  %column = arith.muli %x, %c16 : i32
"""
ONE_AXIS = {"remainder": DIVIDED, "difference": SUBTRACTED, "bands of one row": IN_BANDS_OF_ONE_ROW}


def check_tiles(module: ModuleOp, m: int, tiles: list[tuple[int, int]]) -> None:
    """Launch a program for each of ``tiles``, rows and columns, of three columns; these must be all that is stored."""
    n, k = 48, 32
    draw = np.random.default_rng(m)
    a, b = (draw.integers(-4, 5, shape).astype(np.float16) for shape in ((m, k), (k, n)))
    out = np.full((m, n), np.nan, np.float32)
    interpret(module, (len(tiles),), a, b, out, m, n, k)
    expected = np.full((m, n), np.nan, np.float32)
    product = a.astype(np.float32) @ b.astype(np.float32)
    for row, column in tiles:
        tile = np.s_[row * 64 : row * 64 + 64, column * 16 : column * 16 + 16]
        expected[tile] = product[tile]
    np.testing.assert_array_equal(out, expected)


def on_one_axis(ids: str, offsets: str = OFFSETS) -> str:
    return HEAD + ids + offsets.replace("%down", "%steps") + LOOP.replace("%down", "%steps") + END


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("ids", ONE_AXIS)
@pytest.mark.parametrize(
    ("m", "programs"),
    [(1, 3), (64, 3), (100, 6), (192, 9), (192, 6), (320, 15), (320, 1), (320, 5), (320, 7), (320, 11)],
)
def test_joined_quotients_compute_the_programs_of_the_grid(m: int, programs: int, ids: str, passes: str) -> None:
    """Also of a grid that ends within a row of tiles, whose number is odd or even."""
    module, remarks = joined(on_one_axis(ONE_AXIS[ids]), passes)
    assert "two tiles of 64 rows are joined, along the quotients of program ids" in remarks
    check_tiles(module, m, [divmod(program, 3) for program in range(programs)])


@pytest.mark.parametrize("programs", [0, 1, 2, 3, 4, 5, 8, 9])
def test_a_grid_of_one_axis_has_a_program_for_each_pair(programs: int) -> None:
    """With four columns: each tile is that of one program, and each program has one."""
    module, _ = joined(on_one_axis(DIVIDED))
    columns, pairs = 4, {(tile // 4 // 2, tile % 4) for tile in range(programs)}
    values = [np.array([value]) for value in (0, 0, 0, 64, 16 * columns, 16)]
    assert grid_of_launch(find_kernel(module, None), (programs, 1, 1), values) == (len(pairs), 1, 1)


def test_a_grid_without_columns_has_no_programs() -> None:
    module, _ = joined(on_one_axis(DIVIDED))
    values = [np.array([value]) for value in (0, 0, 0, 64, 0, 16)]
    assert grid_of_launch(find_kernel(module, None), (0, 1, 1), values) == (0, 1, 1)


OTHER_IDS = {
    "id used otherwise": ("%x = arith.remsi %id, %columns_of_tiles", "%x = arith.remsi %id, %c16"),
    "quotient used otherwise": ("%row = arith.muli %y, %c64", "%row = arith.muli %y, %c16"),
    "quotient in the column": (
        "%column = arith.muli %x, %c16",
        "%both = arith.addi %x, %y : i32\n  %column = arith.muli %both, %c16",
    ),
    "divided by a loaded number": (
        "%columns_of_tiles = arith.divsi %width, %c16 : i32",
        "%half = tt.load %a : !tt.ptr<f16>\n  %columns_of_tiles = arith.fptosi %half : f16 to i32",
    ),
    "number of programs": ("  %c15 =", "  %count = tt.get_num_programs x : i32\n  %c15 ="),
}
OTHER_BANDS = {
    "bands of two rows": ("arith.minsi %left_over, %c1 ", "arith.minsi %left_over, %c16 "),
    "height of something else": ("%left_over = arith.subi %rows_of_tiles, %band", "%left_over = arith.subi %n, %id"),
    "added to something else": ("%y = arith.addi %band, %down", "%y = arith.addi %band, %in_band"),
    "height used otherwise": (
        "%column = arith.muli %x, %c16",
        "%wide = arith.muli %x, %c16 : i32\n  %column = arith.muli %wide, %height_of_band",
    ),
    "rows left over used otherwise": (
        "%column = arith.muli %x, %c16",
        "%wide = arith.muli %x, %c16 : i32\n  %column = arith.muli %wide, %left_over",
    ),
}


@pytest.mark.parametrize(
    ("ids", "change"),
    [(DIVIDED, change) for change in OTHER_IDS.values()]
    + [(IN_BANDS_OF_ONE_ROW, change) for change in OTHER_BANDS.values()],
    ids=[*OTHER_IDS, *OTHER_BANDS],
)
def test_program_ids_that_are_not_joined(ids: str, change: tuple[str, str]) -> None:
    assert ids.count(change[0]) == 1
    module, (remark,) = joined(on_one_axis(ids.replace(*change)))
    assert remark.endswith("no program id, or quotient of one, is only used for the first row of a tile")
    assert JOINED not in find_kernel(module, None).attributes


def test_a_tile_that_is_loaded_before_the_quotient() -> None:
    """Its mask would need the row, which is not known there."""
    early = """\
  %early = tt.splat %out : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
  %bias = tt.load %early : tensor<64x16x!tt.ptr<f32>>
"""
    text = on_one_axis(early + DIVIDED).replace("%out0, %sum,", "%out0, %biased,")
    added = "  %biased = arith.addf %sum, %bias : tensor<64x16xf32>\n"
    store = next(line for line in text.splitlines() if "tt.store" in line)
    module, (remark,) = joined(text.replace(store, added + store))
    assert "no program id" in remark
    assert JOINED not in find_kernel(module, None).attributes


# Bands of several rows


def in_bands(size: int, columns: int | None = None) -> str:
    """The program ids of bands of ``size`` rows; ``columns`` if the kernel is compiled for a number of columns."""
    programs = f"arith.muli %columns_of_tiles, %band_c{size}" if columns is None else f"arith.constant {columns * size}"
    return f"""\
  %c15 = arith.constant 15 : i32
  %c63 = arith.constant 63 : i32
  %band_c{size} = arith.constant {size} : i32
  %width = arith.addi %n, %c15 : i32
  %columns_of_tiles = arith.divsi %width, %c16 : i32
  %tall = arith.addi %m, %c63 : i32
  %rows_of_tiles = arith.divsi %tall, %c64 : i32
  %id = tt.get_program_id x : i32
  %in_band = {programs} : i32
  %band = arith.divsi %id, %in_band : i32
  %first_row = arith.muli %band, %band_c{size} : i32
  %left_over = arith.subi %rows_of_tiles, %first_row : i32
  %height_of_band = arith.minsi %left_over, %band_c{size} : i32
  %place = arith.remsi %id, %in_band : i32
  %down = arith.remsi %place, %height_of_band : i32
  %y = arith.addi %first_row, %down : i32
  %x = arith.divsi %place, %height_of_band : i32
  %row = arith.muli %y, %c64 : i32
  %column = arith.muli %x, %c16 : i32
"""


def tile_in_bands(program: int, rows: int, columns: int, size: int) -> tuple[int, int]:
    """The row and the column of a program's tile."""
    band, place = divmod(program, size * columns)
    height = min(rows - band * size, size)
    return band * size + place % height, place // height


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("columns", [None, 3])
@pytest.mark.parametrize(
    ("m", "size", "programs"),
    [
        (1, 8, 3),
        (64, 2, 3),
        (100, 8, 6),
        (192, 2, 9),
        (320, 2, 15),
        (320, 8, 15),
        (320, 4, 15),
        *((320, 4, programs) for programs in (1, 3, 4, 5, 6, 11, 12, 13)),
        *((448, 4, programs) for programs in (21, 20, 19, 15, 14)),
        (448, 4, 12),
    ],
)
def test_joined_bands_compute_the_programs_of_the_grid(
    m: int, size: int, programs: int, columns: int | None, passes: str
) -> None:
    """Also of a grid that ends within a band, or within a column of one, and of an odd number of rows in the last."""
    module, remarks = joined(on_one_axis(in_bands(size, columns)), passes)
    assert "two tiles of 64 rows are joined, along the rows of bands of tiles" in remarks
    check_tiles(module, m, [tile_in_bands(program, -(-m // 64), 3, size) for program in range(programs)])


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 7, 8, 9])
@pytest.mark.parametrize("size", [2, 4])
def test_a_grid_of_bands_has_a_program_for_each_pair(size: int, rows: int) -> None:
    """With three columns; in the last band also for pairs of which the grid has no tile, in the last of its columns."""
    module, _ = joined(on_one_axis(in_bands(size)))
    columns = 3
    for programs in range(columns * rows + 1):
        tiles = [tile_in_bands(program, rows, columns, size) for program in range(programs)]
        pairs = {(row // 2, column) for row, column in tiles}
        last = max((row // size for row, _ in tiles), default=0)
        pairs_in_column = -(-min(rows - last * size, size) // 2)
        lacking = -sum(row // (size // 2) == last for row, _ in pairs) % pairs_in_column
        values = [np.array([value]) for value in (0, 0, 0, 64 * rows, 16 * columns, 16)]
        assert grid_of_launch(find_kernel(module, None), (programs, 1, 1), values) == (len(pairs) + lacking, 1, 1)


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (0, 0)])
def test_a_grid_without_bands_has_no_programs(rows: int, columns: int) -> None:
    module, _ = joined(on_one_axis(in_bands(4)))
    values = [np.array([value]) for value in (0, 0, 0, 64 * rows, 16 * columns, 16)]
    assert grid_of_launch(find_kernel(module, None), (0, 1, 1), values) == (0, 1, 1)


OTHER_IDS_OF_BANDS = {
    "odd size": ("%band_c4 = arith.constant 4", "%band_c4 = arith.constant 3"),
    "another height": ("arith.minsi %left_over, %band_c4", "arith.minsi %left_over, %c16"),
    "another band": ("arith.muli %band, %band_c4", "arith.muli %band, %c16"),
    "programs of other bands": ("arith.muli %columns_of_tiles, %band_c4", "arith.muli %columns_of_tiles, %c16"),
    "another divisor": ("%place = arith.remsi %id, %in_band", "%place = arith.remsi %id, %columns_of_tiles"),
    "divided by the id": ("%place = arith.remsi %id, %in_band", "%place = arith.remsi %in_band, %id"),
    "rows minus the id": ("arith.subi %rows_of_tiles, %first_row", "arith.subi %first_row, %rows_of_tiles"),
    "id used otherwise": ("arith.muli %x, %c16", "arith.muli %id, %c16"),
    "row in the column": (
        "%column = arith.muli %x, %c16",
        "%both = arith.addi %x, %y : i32\n  %column = arith.muli %both, %c16",
    ),
    "band in the column": (
        "%column = arith.muli %x, %c16",
        "%both = arith.addi %x, %band : i32\n  %column = arith.muli %both, %c16",
    ),
    "height in the column": (
        "%column = arith.muli %x, %c16",
        "%both = arith.addi %x, %height_of_band : i32\n  %column = arith.muli %both, %c16",
    ),
    "first row in the column": (
        "%column = arith.muli %x, %c16",
        "%both = arith.addi %x, %first_row : i32\n  %column = arith.muli %both, %c16",
    ),
    "another multiple": ("%row = arith.muli %y, %c64", "%row = arith.muli %y, %c16"),
    "loaded number of rows": (
        "%rows_of_tiles = arith.divsi %tall, %c64 : i32",
        "%half = tt.load %a : !tt.ptr<f16>\n  %rows_of_tiles = arith.fptosi %half : f16 to i32",
    ),
    "number of programs": ("  %c15 =", "  %count = tt.get_num_programs x : i32\n  %c15 ="),
}


@pytest.mark.parametrize("change", OTHER_IDS_OF_BANDS)
def test_bands_that_are_not_joined(change: str) -> None:
    old, new = OTHER_IDS_OF_BANDS[change]
    ids = in_bands(4)
    assert ids.count(old) == 1
    module, (remark,) = joined(on_one_axis(ids.replace(old, new)))
    assert remark.endswith("no program id, or quotient of one, is only used for the first row of a tile")
    assert JOINED not in find_kernel(module, None).attributes


def test_constant_programs_of_a_band_that_are_no_multiple_of_its_rows() -> None:
    ids = in_bands(4, 3).replace("arith.constant 12", "arith.constant 13")
    assert joined(on_one_axis(ids))[1] != []
    assert JOINED not in find_kernel(joined(on_one_axis(ids))[0], None).attributes


# What the kernel assumes

ASSUMED = """\
  %row_is_valid = arith.cmpi slt, %y, %m : i32
  llvm.intr.assume %row_is_valid : i1
  %column_is_valid = arith.cmpi sge, %x, %c0 : i32
  llvm.intr.assume %column_is_valid : i1
  %is_large = arith.cmpi sgt, %k, %c0 : i32
  llvm.intr.assume %is_large : i1
"""


@pytest.mark.parametrize("ids", [IDS, DIVIDED, IN_BANDS_OF_ONE_ROW, in_bands(4)])
def test_assumptions_about_program_ids_are_dropped(ids: str) -> None:
    """They were made about tiles of single programs. Others stay."""
    module, (remark,) = joined(on_one_axis(ids + ASSUMED))
    assert remark.startswith("two tiles of 64 rows are joined")
    (assumption,) = (op for op in module.walk() if isinstance(op, AssumeOp))
    assert assumption.cond.owner.operands[0] is find_kernel(module, None).body.blocks[0].args[5]


def test_a_comparison_that_is_not_only_assumed() -> None:
    used = (
        ASSUMED
        + "  %row_added = arith.extui %row_is_valid : i1 to i32\n  %moved = arith.addi %column, %row_added : i32\n"
    )
    module, (remark,) = joined(
        on_one_axis(in_bands(4) + used, OFFSETS.replace("tt.splat %column ", "tt.splat %moved "))
    )
    assert remark.startswith("tiles are not joined")
    assert str(module).count("llvm.intr.assume") == 3


# Rows that the matrix may not have


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize(
    "ids",
    [IDS, DIVIDED, IN_BANDS_OF_ONE_ROW, in_bands(4)],
    ids=["two axes", *list(ONE_AXIS)[::2], "bands of four rows"],
)
def test_rows_behind_the_grid_are_not_loaded(ids: str, rows: int) -> None:
    """A kernel without masks for matrices of whole tiles, the number of which may be odd: A ends with its last row."""
    text = on_one_axis(ids) if ids != IDS else KERNEL
    for access in ("tt.load %ap", "tt.store %out0, %sum"):
        assert f"{access}, %mask" in text
        text = text.replace(f"{access}, %mask", access)
    module, _ = joined(text, "canonicalize,hopper-join-tiles")
    assert "tensor<128x16xf32>" in str(module)
    m, n, k = 64 * rows, 16, 16
    a, b = np.ones((m, k), np.float16), np.ones((k, n), np.float16)
    out = np.zeros((m, n), np.float32)
    interpret(module, (1, rows) if ids == IDS else (rows,), a, b, out, m, n, k)
    assert (out == k).all()

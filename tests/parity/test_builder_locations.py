"""Operations built come from the places that Triton's front end gives them for the same source."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from parity.builder_pairs.sources import built_text, triton_text
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, NameLoc, UnknownLoc

from xtriton.frontend import builder as tb
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.versions import V3_6, V3_8, by_version

STRAIGHT = """
def helper(x, y):
    z = (x +
         y * 2)
    return z - 1.0

DECORATOR
def kernel(x_ptr, y_ptr, n, B):
    pid = tl.program_id(axis=0)
    off = pid * B + tl.arange(0, B)
    mask = (off < n) & (off >= 0)
    x = tl.load(x_ptr + off, mask=mask, other=0.0)
    y = tl.load(
        y_ptr + off,
        mask=off < n - 1,
        other=1.0,
        cache_modifier=".cg",
    )
    z = helper(x, y).to(tl.float16)
    z += -x * 2 - ~off
    w = tl.exp(x)[:, None] + tl.trans(
        z[:, None])
    tl.store(x_ptr + off, tl.where(x > 0, x, z)
             .to(tl.float32), mask=mask)
    a, b = tl.split(tl.join(x, y)
                    .reshape((B, 2)))
    v = tl.reshape(w, (B * B,))
    tl.store(y_ptr + off, tl.maximum(a, b), mask)
    tl.atomic_add(x_ptr + tl.arange(0, B * B), v)
"""

TRITON_LOOPS = """
def combine(a, b):
    return a * b

DECORATOR
def kernel(x_ptr, n, B):
    off = tl.arange(0, B)
    acc = tl.full((B,), 0.0, tl.float32)
    top = n * 2
    for i in range(0, n, 2):
        x = tl.load(x_ptr + off + i)
        if i > 3:
            x = x * 2.0
            acc = acc + x
        else:
            acc = x - acc
        for k in range(i):
            if k > top:
                acc = acc + k
            acc = acc * 2.0
        top += i
    while top > 4:
        top = top - 1
        if top == 2:
            acc = acc + 2.0
        acc += tl.reduce(acc, 0, combine)
    if n == 7:
        top += 1
    for j in range(n, 0, -1):
        acc = acc * j
    tl.store(x_ptr + off, acc + top)
"""

BUILT_LOOPS = """
def combine(a, b):
    return a * b

DECORATOR
def kernel(x_ptr, n, B):
    off = tl.arange(0, B)
    acc = tl.full((B,), 0.0, tl.float32)
    top = n * 2
    with tl.for_range(0, n, 2, acc=acc, top=top) as (i, c):
        x = tl.load(x_ptr + off + i)
        with tl.if_(i > 3, acc=c.acc, x=x) as d:
            d.x = x * 2.0
            d.acc = c.acc + d.x
        with tl.else_():
            d.acc = x - c.acc
        with tl.for_range(i, acc=d.acc) as (k, e):
            with tl.if_(k > c.top, acc=e.acc) as d:
                d.acc = e.acc + k
            e.acc = d.acc * 2.0
        c.acc = e.acc; c.top += i
    with tl.while_(lambda w: w.top > 4, acc=c.acc, top=c.top) as c:
        c.top = c.top - 1
        with tl.if_(c.top == 2, acc=c.acc) as d:
            d.acc = c.acc + 2.0
        c.acc = d.acc + tl.reduce(d.acc, 0, combine)
    with tl.if_(n == 7, top=c.top) as d:
        d.top += 1
    with tl.for_range(n, 0, -1, acc=c.acc) as (j, c):
        c.acc = c.acc * j
    tl.store(x_ptr + off, c.acc + d.top)
"""

FIRST_COLUMN = by_version({V3_6: 0, V3_8: 1})

FLOATS = tb.pointer(tb.float32, 16)
STRAIGHT_PARAMETERS: dict[str, Any] = {"x_ptr": FLOATS, "y_ptr": FLOATS, "n": tb.int32, "B": 32}
LOOP_PARAMETERS: dict[str, Any] = {"x_ptr": FLOATS, "n": tb.int32, "B": 32}


def test_same_text_gives_same_locations(tmp_path: Path) -> None:
    """Names, lines and columns: all of ``str(module)``."""
    triton = triton_text(tmp_path, STRAIGHT, STRAIGHT_PARAMETERS)
    assert built_text(tmp_path, STRAIGHT, STRAIGHT_PARAMETERS) == triton


def _places(text: str) -> list[tuple[str, list[str], int | None]]:
    """Every operation with the names around its location, and its line."""
    module: ModuleOp = parse_module(text, "text", Context())
    found: list[tuple[str, list[str], int | None]] = []
    for op in module.walk():
        names: list[str] = []
        location = op.location
        while isinstance(location, NameLoc):
            names.append(location.desc.data)
            location = location.location
        assert isinstance(location, FileLineColLoc | UnknownLoc), location
        found.append((op.name, names, location.line.data if isinstance(location, FileLineColLoc) else None))
    return found


def test_loops_and_choices_give_same_lines_and_names(tmp_path: Path) -> None:
    """Where the sources must differ the columns do, but not lines and names."""
    triton = triton_text(tmp_path, TRITON_LOOPS, LOOP_PARAMETERS)
    assert _places(built_text(tmp_path, BUILT_LOOPS, LOOP_PARAMETERS)) == _places(triton)


def test_values_are_named_after_variables(tmp_path: Path) -> None:
    """``str(module)`` names values, arguments of loops included, by the locations."""

    def names(text: str) -> list[str]:
        return re.findall(r"%[\w#]+", text)

    triton = triton_text(tmp_path, TRITON_LOOPS, LOOP_PARAMETERS)
    assert names(built_text(tmp_path, BUILT_LOOPS, LOOP_PARAMETERS)) == names(triton)


def test_without_source_lines_are_known() -> None:
    """Code that is in no file still has lines and columns, but no names."""
    scope: dict[str, Any] = {"tb": tb, "m": tb.Module()}
    code = "@m.kernel(x=tb.pointer(tb.float32))\ndef kernel(x):\n    y = tb.load(x)\n    tb.store(x, y + 1.0)\n"
    exec(compile(code, "<nowhere>", "exec"), scope)
    operations = [op for op in scope["m"].op.walk() if op.name in ("tt.load", "tt.store")]
    first = FIRST_COLUMN.now()
    columns = [str(op.location) for op in operations]
    assert columns == [f'loc("<nowhere>":3:{first + 8})', f'loc("<nowhere>":4:{first + 4})']


@pytest.mark.parametrize("indent", ["", "    "])
def test_columns_of_indented_functions(tmp_path: Path, indent: str) -> None:
    """Before 3.8 Triton counts columns from the function's indentation, and locates a call by its last argument."""
    lines = ["@m.kernel(x=tb.pointer(tb.float32))", "def kernel(x):", "    tb.store(x, 1.0)"]
    source = "if True:\n" + "\n".join(indent + line for line in lines) if indent else "\n" + "\n".join(lines)
    path = tmp_path / "indented.py"
    path.write_text(source)
    scope: dict[str, Any] = {"tb": tb, "m": tb.Module()}
    exec(compile(source, str(path), "exec"), scope)
    (store,) = [op for op in scope["m"].op.walk() if op.name == "tt.store"]
    column = by_version({V3_6: 16, V3_8: 5 + len(indent)}).now()
    assert str(store.location) == f'loc("{path}":4:{column})'

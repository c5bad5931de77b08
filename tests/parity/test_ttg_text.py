"""The FileCheck programs of ttg and its relatives, printed by the installed Triton wheel and by us."""

from __future__ import annotations

from pathlib import Path

import pytest
from parity.wheel_text import is_of_the_wheel, programs_of
from triton._C.libtriton import ir, nvidia

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify

DIALECTS = ("ttg", "ttng", "nvws", "gluon", "tti")
PROGRAMS = sorted(
    path
    for name in DIALECTS
    for path in programs_of(name)
    if not path.name.startswith("invalid") and is_of_the_wheel(path.read_text(encoding="utf-8"))
)
READABLE = [path for path in PROGRAMS if path.stem != "nvmma_shared_clusters"]
"""Triton does not print the rank of an NVMMA encoding with a layout of the cluster, and then misses it."""


def printed_by_wheel(path: Path) -> str:
    context = ir.context()
    ir.load_dialects(context)
    nvidia.load_dialects(context)
    return ir.parse_mlir_module(str(path), context).str_nodebug()


def printed_by_us(path: Path) -> str:
    context = Context()
    module = parse_module(path.read_text(), str(path), context)
    verify(module, context)
    return print_op(module)


def test_there_are_programs_of_every_dialect() -> None:
    assert all(any(path in PROGRAMS for path in programs_of(name)) for name in DIALECTS)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_same_text(path: Path) -> None:
    assert printed_by_us(path).rstrip("\n") == printed_by_wheel(path).rstrip("\n")


@pytest.mark.parametrize("path", READABLE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_wheel_reads_our_generic_form(path: Path, tmp_path: Path) -> None:
    module = parse_module(path.read_text(), str(path), Context())
    generic = tmp_path / "generic.mlir"
    generic.write_text(print_op(module, PrintOptions(generic=True)))
    assert printed_by_wheel(generic).rstrip("\n") == printed_by_wheel(path).rstrip("\n")

"""Malformed modules: programs of ``tests/filecheck`` with one operation changed so that its definition may reject it.

The changed operation stands behind the one it was copied from, so that whatever a verifier remembers of that one is
warm. A mutation drops or repeats operands, results, regions and successors, drops, repeats or replaces properties and
discardable attributes, and replaces types.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    VectorType,
    f16,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.segments import SEGMENT_SIZES
from xtriton.ir.verifier import verify

FOLDER = Path(__file__).parents[1] / "filecheck"

TYPES: tuple[Attribute, ...] = (
    i1,
    i32,
    i64,
    f16,
    f32,
    IndexType(),
    TensorType(i32, [16]),
    TensorType(f32, [3, 5]),
    TensorType(f32, [-1, 4]),
    TensorType(f32, []),
    TensorType(f32, [0]),
    TensorType(i32, [16], UnitAttr()),
    UnrankedTensorType(f32),
    MemRefType(f32, [4]),
    VectorType(f32, [4]),
    FunctionType.from_lists([], []),
)
ATTRIBUTES: tuple[Attribute, ...] = (
    UnitAttr(),
    StringAttr("text"),
    StringAttr(""),
    IntegerAttr(0, i32),
    IntegerAttr(-1, i32),
    IntegerAttr(1 << 40, i64),
    IntegerAttr(1, i1),
    FloatAttr(1.0, f32),
    ArrayAttr([]),
    ArrayAttr([UnitAttr()]),
    DictionaryAttr({}),
    DenseArrayBase.from_list(i32, []),
    DenseArrayBase.from_list(i32, [0, 0, 0, 0, 0, 0]),
    DenseArrayBase.from_list(i32, [-1, 7]),
    DenseArrayBase.from_list(i64, [1, 0]),
    i32,
)
DISCARDABLE = ("ttg.partition", "ttg.num-warps", "ttg.partition.outputs", "tt.num_stages", "x.y", "allocation.offset")


def programs() -> Iterator[tuple[str, str]]:
    """The parts of all FileCheck programs, with names."""
    for path in sorted(FOLDER.rglob("*.mlir")):
        for number, text in enumerate(re.split(r"(?m)^// -----.*$", path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(FOLDER)}-{number}", text


def valid_module(text: str) -> ModuleOp | None:
    """The module that ``text`` spells, unless it is rejected."""
    context = Context(allow_unregistered=True)
    try:
        module = parse_module(text, "program", context)
        verify(module, context)
    except DiagnosticError:
        return None
    return module


@dataclass
class Parts:
    """The parts of an operation."""

    op: Operation
    operands: list[SSAValue]
    results: list[Attribute]
    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    successors: list[Block]
    regions: list[Region] = field(default_factory=list[Region])

    @classmethod
    def of(cls, op: Operation) -> Parts:
        """The parts of a copy of ``op``."""
        return cls(
            op,
            list(op.operands),
            [result.type for result in op.results],
            dict(op.properties),
            dict(op.attributes),
            list(op.successors),
            [region.clone() for region in op.regions],
        )

    def assemble(self) -> Operation:
        """The operation made of the parts."""
        made = type(self.op).create(
            operands=self.operands,
            result_types=self.results,
            properties=self.properties,
            attributes=self.attributes,
            successors=self.successors,
            regions=self.regions,
        )
        made.location = self.op.location
        return made


def _some(chance: random.Random, items: Sequence[object]) -> int:
    return chance.randrange(len(items))


def _operands(chance: random.Random, parts: Parts) -> None:
    block = parts.op.parent
    assert block is not None
    values = [*block.args, *(result for op in block.ops for result in op.results)]
    index = chance.randrange(len(parts.operands) + 1)
    kind = chance.randrange(3)
    if kind == 0 and index < len(parts.operands):
        del parts.operands[index]
    elif kind == 1 and index < len(parts.operands) and values:
        parts.operands[index] = chance.choice(values)
    elif values:
        parts.operands.insert(index, chance.choice(values))


def _results(chance: random.Random, parts: Parts) -> None:
    index = chance.randrange(len(parts.results) + 1)
    kind = chance.randrange(3)
    if kind == 0 and index < len(parts.results):
        del parts.results[index]
    elif kind == 1 and index < len(parts.results):
        parts.results[index] = chance.choice(TYPES)
    else:
        parts.results.insert(index, chance.choice(TYPES))


def _regions(chance: random.Random, parts: Parts) -> None:
    kind = chance.randrange(5)
    if not parts.regions or kind == 0:
        parts.regions.append(chance.choice((Region, lambda: Region(Block()), lambda: Region(Block(arg_types=[i32]))))())
        return
    index = _some(chance, parts.regions)
    region = parts.regions[index]
    if kind == 1:
        del parts.regions[index]
    elif kind == 2:
        parts.regions.insert(index, region.clone())
    elif kind == 3:
        parts.regions[index] = Region()
    elif region.first_block is not None and region.first_block.args:
        argument = chance.choice(region.first_block.args)
        if argument.uses:
            region.first_block.insert_arg(chance.choice(TYPES), argument.index)
        else:
            region.first_block.erase_arg(argument)
    elif region.first_block is not None:
        region.first_block.insert_arg(chance.choice(TYPES), 0)


def _successors(chance: random.Random, parts: Parts) -> None:
    if parts.successors and chance.random() < 0.5:
        del parts.successors[_some(chance, parts.successors)]
    elif parts.op.parent is not None:
        parts.successors.append(chance.choice(parts.successors) if parts.successors else parts.op.parent)


def _properties(chance: random.Random, parts: Parts) -> None:
    definition = getattr(type(parts.op), "get_irdl_definition", None)
    known = sorted({*parts.properties, *(definition().properties if definition is not None else ()), *SEGMENT_SIZES})
    name = chance.choice(known)
    if name in parts.properties and chance.random() < 0.5:
        del parts.properties[name]
    elif name in SEGMENT_SIZES and chance.random() < 0.8:
        sizes = [chance.randrange(-1, 3) for _ in range(chance.randrange(8))]
        parts.properties[name] = DenseArrayBase.from_list(i32, sizes)
    else:
        parts.properties[name] = chance.choice((*ATTRIBUTES, *parts.properties.values()))


def _attributes(chance: random.Random, parts: Parts) -> None:
    if parts.attributes and chance.random() < 0.5:
        del parts.attributes[chance.choice(sorted(parts.attributes))]
    else:
        parts.attributes[chance.choice(DISCARDABLE)] = chance.choice(ATTRIBUTES)


MUTATIONS: tuple[Callable[[random.Random, Parts], None], ...] = (
    _operands,
    _results,
    _regions,
    _successors,
    _properties,
    _attributes,
)


def malform(module: ModuleOp, chance: random.Random) -> None:
    """Put a changed copy of one operation of ``module`` behind it, or in its place."""
    candidates = [op for op in module.walk() if op is not module and op.parent is not None]
    if not candidates:
        return
    op = chance.choice(candidates)
    parts = Parts.of(op)
    for _ in range(chance.choice((1, 1, 1, 2))):
        chance.choice(MUTATIONS)(chance, parts)
    block = op.parent
    assert block is not None
    made = parts.assemble()
    if op is block.last_op and (op.successors or chance.random() < 0.5):
        block.insert_op_before(made, op)
        op.detach()
        for result in op.results:
            result.erase(safe_erase=False)
    else:
        block.insert_op_after(made, op)

"""The register limit per thread at an operation."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Operation

from xtriton.dialects.ttg.verify import MAX_REGISTERS, module_of
from xtriton.ir.narrowing import int_list

MOST_REGISTERS = 256


def max_registers(op: Operation) -> int:
    """The minimum of the limits of the module (``ttg.maxnreg``) and the partition, at most 256."""
    of_module = _module_limit(module_of(op))
    at: Operation | None = op
    while at is not None and not isinstance(at, ModuleOp):
        limit = _limit_inside(at.parent_op(), at)
        if limit is not None:
            return min(of_module, limit)
        at = at.parent_op()
    return of_module


def _module_limit(module: ModuleOp | None) -> int:
    attr = module.attributes.get(MAX_REGISTERS) if module is not None else None
    return min(MOST_REGISTERS, attr.value.data) if isinstance(attr, IntegerAttr) else MOST_REGISTERS


def _limit_inside(parent: Operation | None, op: Operation) -> int | None:
    """The limit that ``parent`` sets for the region of ``op``."""
    region = op.parent_region()
    if parent is None or region is None:
        return None
    index, specialize = 0, parent
    if parent.name == "ttg.warp_specialize.partitions":
        index = 1 + parent.regions.index(region)
        outer = parent.parent_op()
        if outer is None:
            return None
        specialize = outer
    if specialize.name != "ttg.warp_specialize":
        return None
    limits = specialize.properties.get("actualRegisters")
    listed = int_list(limits) if limits is not None else ()
    return listed[index] if index < len(listed) else None

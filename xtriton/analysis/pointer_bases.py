"""The arguments that pointers and descriptors are derived from."""

from __future__ import annotations

from xdsl.ir import BlockArgument, SSAValue

from xtriton.analysis.launch_arguments import LAUNCH, own_arguments, recipes_of, values_of
from xtriton.dialects import tt
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.upstream.arith import SelectOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.interfaces.region_branch import incoming_values
from xtriton.ir.creation import defining_or_parent_op, is_block_argument
from xtriton.ir.diagnostics import error
from xtriton.recipes import DescriptorRecipe, RecipeError, WorkspaceRecipe, leaves, leaves_of


def bases_of(value: SSAValue) -> set[SSAValue] | None:
    """The arguments that a pointer or a descriptor may be derived from; ``None`` if unknown."""
    found: set[SSAValue] = set()
    seen: set[SSAValue] = set()
    pending = [value]
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        holder = defining_or_parent_op(value)
        match holder:
            case tt.FuncOp() if is_block_argument(value):
                found |= _arguments_behind(value, holder)
            case ForOp() | IfOp():
                sources = incoming_values(value)
                if sources is None:
                    return None
                pending.extend(sources)
            case SelectOp():
                pending.extend(holder.operands[1:])
            case (
                tt.AddPtrOp()
                | tt.BitcastOp()
                | tt.SplatOp()
                | tt.BroadcastOp()
                | tt.ExpandDimsOp()
                | tt.MakeTensorDescOp()
                | ConvertLayoutOp()
            ):
                pending.append(holder.operands[0])
            case _:
                return None
    return found


def _arguments_behind(argument: BlockArgument, func: tt.FuncOp) -> set[SSAValue]:
    """The caller's arguments from which the launch computes an argument, or the argument itself.

    None for a workspace: only the pass that adds it accesses it, and orders its accesses by atomics. Raises
    :class:`DiagnosticError` for a recipe that reads what the caller does not give.
    """
    own = own_arguments(func)
    added = argument.index - len(own)
    if added < 0:
        return {argument}
    recipe = recipes_of(func)[added]
    if isinstance(recipe, WorkspaceRecipe):
        return set()
    values = values_of(func)
    try:
        read = leaves(recipe.base, values) if isinstance(recipe, DescriptorRecipe) else leaves_of(recipe, values)
    except RecipeError as failure:
        raise error(func.location, f"{LAUNCH} of argument #{argument.index}: {failure}") from None
    numbers = [number for source, number in read if source == "arg"]
    missing = [number for number in numbers if number >= len(own)]
    if missing:
        message = f"{LAUNCH} of argument #{argument.index}: the caller gives {len(own)} arguments, not #{missing[0]}"
        raise error(func.location, message)
    return {own[number] for number in numbers}

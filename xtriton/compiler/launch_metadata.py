"""Launch metadata: the recipes of added arguments, and persistent grid axes, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.launch_arguments import (
    needed_programs,
    own_arguments,
    persistent_axes,
    programs_per_tile,
    recipes_of,
    values_of,
)
from xtriton.backends.nvidia.occupancy import ctas_per_sm
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.types import TensorDescType
from xtriton.recipes import DescriptorRecipe, WorkspaceRecipe, as_json, to_json
from xtriton.targets import Target

DESCRIPTOR = "nvTmaDesc"
"""The type of a TMA descriptor in the spelling of Triton's launcher."""
WORKSPACE = "*fp32"
"""The type of a pointer in that spelling; the pointee does not matter to it."""


def launch_metadata(
    module: ModuleOp, learned: dict[str, Any], resources: dict[str, int], target: Target
) -> dict[str, Any]:
    """The metadata entry ``launch``, if needed; ``tensordesc_meta`` then keeps only the caller's descriptors.

    ``arguments`` has the type and the recipe of each added argument, for descriptors also how the kernel accesses them
    (``tma``); ``values`` the table of expressions that recipes refer to; ``persistent`` the axes of the grid that the
    programs loop over, ``programs_per_tile`` how many programs may share a tile, if more than one, ``programs`` how
    many are needed, and ``ctas_per_sm`` how many CTAs run concurrently.
    """
    kernel = next(op for op in module.body.ops if isinstance(op, FuncOp) and op.is_public and not op.is_declaration)
    recipes, axes = recipes_of(kernel), persistent_axes(kernel)
    if not recipes and not axes:
        return {}
    accesses: Sequence[dict[str, Any]] = learned.get("tensordesc_meta") or ()
    own = sum(isinstance(argument.type, TensorDescType) for argument in own_arguments(kernel))
    added = iter(accesses[own:])
    arguments: list[dict[str, Any]] = []
    types = [argument.type for argument in kernel.body.blocks[0].args][-len(recipes) :]
    for recipe, type_ in zip(recipes, types, strict=True):
        if isinstance(recipe, DescriptorRecipe):
            arguments.append({"type": DESCRIPTOR, **to_json(recipe), "tma": next(added, None)})
        else:
            spelled = WORKSPACE if isinstance(recipe, WorkspaceRecipe) else str(type_)
            arguments.append({"type": spelled, **to_json(recipe)})
    launch: dict[str, Any] = {"arguments": arguments}
    table = values_of(kernel)
    if table:
        launch["values"] = [as_json(entry) for entry in table]
    if axes:
        launch["persistent"] = list(axes)
        if programs_per_tile(kernel) > 1:
            launch["programs_per_tile"] = programs_per_tile(kernel)
        needed = needed_programs(kernel)
        if needed is not None:
            launch["programs"] = to_json(needed)["value"]
        if "registers" in resources:
            known = (learned["num_warps"], resources["registers"], learned["shared"])
            launch["ctas_per_sm"] = ctas_per_sm(target.capability, *known)
    found: dict[str, Any] = {"launch": launch}
    if "tensordesc_meta" in learned:
        found["tensordesc_meta"] = list(accesses[:own])
    return found

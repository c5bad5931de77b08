"""The edits of stages by the active ``jit_passes`` contexts, which launches and ``xtriton.compile`` apply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from xtriton.backends.nvidia.jit_stages import Edit, Item, Passes, Place
    from xtriton.pipelines import Optimize


@dataclass(eq=False)
class Level:
    """An active context. ``mode`` identifies its passes and those of the enclosing contexts."""

    edit: Edit
    edits: tuple[Edit, ...] = ()
    mode: str = ""


LEVELS: list[Level] = []
"""The active contexts of the process, outer ones first; :func:`xtriton.jit_passes` changes it."""


def active_edits() -> tuple[str, tuple[Edit, ...]]:
    """The edits of the active contexts, outer ones first, with a key that identifies them."""
    return (LEVELS[-1].mode, LEVELS[-1].edits) if LEVELS else ("", ())


def new_edit(
    passes: Passes,
    places: dict[Place, str | None],
    whole: dict[str, Passes | None],
    optimize: Optimize | None,
) -> Edit:
    """The edit that the arguments of a context describe. Raises ``ValueError`` for those that exclude each other."""
    from xtriton.backends.nvidia.jit_stages import Anchor, Edit, read_passes

    given: list[tuple[Place, str]] = [(place, name) for place, name in places.items() if name is not None]
    read = read_passes(passes)
    for place, name in given:
        if not isinstance(cast("object", name), str):
            raise TypeError(f"{place}= takes the name of a pass, such as 'cse', not {name!r}")
    if len(given) > 1:
        names = f"{given[0][0]}= and {given[1][0]}="
        raise ValueError(f"passes go to one place, not both {names}: nest two contexts for two")
    if read and not given:
        raise ValueError("say where the passes run: before=, after= or replace= the name of a pass")
    if optimize is not None:
        if given or any(stage is not None for stage in whole.values()):
            raise ValueError(f"optimize='{optimize}' compiles whole kernels: give it without passes for its stages")
        return Edit(optimize=optimize)
    if not given and all(stage is None for stage in whole.values()):
        raise ValueError("there is nothing to do: give passes, ttir=, ttgir=, gluon= or optimize=")
    place: Place | None = given[0][0] if given else None
    name = given[0][1] if given else None
    if not read and place in ("before", "after"):
        raise ValueError(f"there are no passes to run {place} '{name}': give passes=[...]")
    return Edit(
        read,
        place,
        None if name is None else Anchor.parse(name),
        ttir=_whole(whole["ttir"]),
        ttgir=_whole(whole["ttgir"]),
        gluon=_whole(whole["gluon"]),
    )


def _whole(stage: Passes | None) -> tuple[Item, ...] | None:
    """The passes of a stage that is replaced."""
    from xtriton.backends.nvidia.jit_stages import read_passes

    return None if stage is None else read_passes(stage)

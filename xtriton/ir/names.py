"""Names of SSA values and blocks, as MLIR's printer gives them.

All values of a region are numbered before those of the regions inside it; each nested region continues from its parent
region's last number, so sibling regions use the same numbers. In the generic form no number is used twice: the regions
of a region are then visited from the last to the first. Operations may suggest names (``%cst``, ``%c0_i32``); a name in
use gets a suffix. With ``use_nameloc_as_prefix`` values are named after the name in their location.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import CallSiteLoc, FusedLoc, NameLoc
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.ir.locations import Location, parts_of
from xtriton.ir.op import Op

_PUNCTUATION = frozenset("$._-")


@dataclass
class Names:
    """The names of values and blocks.

    ``values`` maps a value's id to its name without ``%`` and without result number; ``groups`` gives, for operations
    whose results are named in several groups, the first result of each group.
    """

    values: dict[int, str] = field(default_factory=dict[int, str])
    blocks: dict[Block, tuple[str, int]] = field(default_factory=dict[Block, tuple[str, int]])
    groups: dict[Operation, list[int]] = field(default_factory=dict[Operation, list[int]])


@dataclass
class _Counters:
    value: int = 0
    argument: int = 0
    conflict: int = 0

    def copy(self) -> _Counters:
        return _Counters(self.value, self.argument, self.conflict)


class Namer:
    """Names all values and blocks in an operation."""

    def __init__(self, *, generic: bool, use_nameloc_as_prefix: bool) -> None:
        self.generic = generic
        self.use_namelocs = use_nameloc_as_prefix
        self.names = Names()
        self._counters = _Counters()
        self._scopes: list[set[str]] = []

    def name(self, op: Operation) -> Names:
        """Name the results of ``op`` and everything nested in it."""
        top: set[str] = set()
        self._scopes = [top]
        self._name_results(op)
        pending: list[tuple[Region, _Counters, list[set[str]]]] = [
            (region, self._counters.copy(), [top]) for region in op.regions
        ]
        while pending:
            region, counters, scopes = pending.pop()
            if not self.generic:
                self._counters = counters
            self._scopes = [*scopes, set()]
            self._name_region(region)
            for block in region.blocks:
                for inner in block.ops:
                    pending.extend((nested, self._counters.copy(), self._scopes) for nested in inner.regions)
        return self.names

    def _name_region(self, region: Region) -> None:
        values = self.names.values
        parent = region.parent
        if not self.generic and isinstance(parent, Op):
            for value, name in parent.asm_block_argument_names(region):
                values[id(value)] = self._unique(name)
        for index, block in enumerate(region.blocks):
            self.names.blocks[block] = (f"^bb{index}", index)
            self._name_arguments(block, is_entry=index == 0)
            for op in block.ops:
                if op.results:
                    self._name_results(op)

    def _name_arguments(self, block: Block, *, is_entry: bool) -> None:
        values = self.names.values
        counters = self._counters
        for argument in block.args:
            if id(argument) in values:
                continue
            name = ""
            if is_entry:
                name = f"arg{counters.argument}"
                counters.argument += 1
            if self.use_namelocs:
                name = name_in_location(argument.location) or name
            self._set(argument, name)

    def _name_results(self, op: Operation) -> None:
        values = self.names.values
        groups = [0]
        if not self.generic and isinstance(op, Op):
            for result, name in op.asm_result_names():
                if self.use_namelocs:
                    name = name_in_location(op.location) or name
                self._set(result, name)
                index = op.results.index(result)
                if index:
                    groups.append(index)
        if not op.results:
            return
        first = op.results[0]
        if self.use_namelocs and id(first) not in values:
            name = name_in_location(op.location)
            if name:
                self._set(first, name)
        if id(first) not in values:
            self._set(first, "")
        if len(groups) > 1:
            self.names.groups[op] = sorted(groups)

    def _set(self, value: SSAValue, name: str) -> None:
        if name:
            self.names.values[id(value)] = self._unique(name)
        else:
            self.names.values[id(value)] = str(self._counters.value)
            self._counters.value += 1

    def _unique(self, name: str) -> str:
        name = sanitize(name)
        if self._used(name):
            base = name
            while self._used(name):
                name = f"{base}_{self._counters.conflict}"
                self._counters.conflict += 1
        self._scopes[-1].add(name)
        return name

    def _used(self, name: str) -> bool:
        return any(name in scope for scope in self._scopes)


def sanitize(name: str) -> str:
    """``name`` with invalid identifier characters replaced; a leading digit gets an underscore in front."""
    if name.replace("_", "a").isalnum() and name.isascii() and not name[0].isdigit():
        return name
    text = "".join(
        character
        if (character.isascii() and character.isalnum()) or character in _PUNCTUATION
        else "_"
        if character == " "
        else "".join(f"{byte:X}" for byte in character.encode("utf-8", "surrogateescape"))
        for character in name
    )
    return (
        "_" + text
        if text[0].isdigit() or not (name[0].isascii() and (name[0].isalpha() or name[0] in " $._-"))
        else text
    )


def name_in_location(location: Location) -> str | None:
    """The first name in a location, outermost first."""
    if type(location) is NameLoc:  # classes are compared, since isinstance is slow for abstract ones
        return location.desc.data
    if type(location) is CallSiteLoc:
        return name_in_location(_loc(location.callee)) or name_in_location(_loc(location.caller))
    if type(location) is FusedLoc:
        for part in parts_of(location):
            if (name := name_in_location(part)) is not None:
                return name
    return None


def _loc(attribute: object) -> Location:
    return attribute  # pyright: ignore[reportReturnType]

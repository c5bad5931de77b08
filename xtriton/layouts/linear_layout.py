"""Linear layouts: functions from hardware indices to tensor coordinates that are linear over GF(2).

A linear layout maps named input dimensions (``register``, ``lane``, ``warp``, ``block``, or ``offset``) to named output
dimensions (``dim0``, ``dim1``, ...), all of sizes that are powers of two. It is given by its *bases*, the images of the
powers of two of each input; every other image follows from ``L(a ^ b) = L(a) ^ L(b)``. All layouts of Triton are of
this kind. The theory is in *Linear Layouts* (https://arxiv.org/abs/2505.23819); the operations here have the semantics
of Triton 3.6's class of the same name.

Dimensions are listed from the most minor to the most major: that order matters to reshapes and flattening only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING

from xtriton.layouts import gf2
from xtriton.layouts.bits import is_power_of_two, log2, pack, require_power_of_two, unpack
from xtriton.layouts.orders import merge_orders

if TYPE_CHECKING:
    from typing import Self

Basis = tuple[int, ...]
"""The image of one power of two: one coordinate per output dimension."""


class LinearLayout:
    """An immutable linear layout; two are equal if their dimensions (with order and sizes) and their bases are."""

    __slots__ = ("_bases", "_hash", "_out_dims", "_rank")
    _bases: dict[str, tuple[Basis, ...]]
    _out_dims: dict[str, int]
    _hash: int | None
    _rank: int | None

    # ---------------------------------------------------------------------------------------------- making layouts

    def __init__(
        self,
        bases: Mapping[str, Sequence[Sequence[int]]],
        out_dims: Mapping[str, int] | Sequence[str],
        *,
        require_surjective: bool = True,
    ) -> None:
        """A layout from its bases.

        ``out_dims`` gives the sizes of the output dimensions, or only their names: then each size is the smallest
        power of two above every coordinate. Raises :class:`ValueError` if a basis is negative, of the wrong length or
        out of bounds, if a size is not a power of two, or if a surjective layout is required and this is not one.
        """
        frozen = {name: tuple(tuple(basis) for basis in rows) for name, rows in bases.items()}
        sizes = dict(out_dims) if isinstance(out_dims, Mapping) else _smallest_sizes(frozen, out_dims)
        self._bases, self._out_dims, self._hash, self._rank = frozen, sizes, None, None
        self._check()
        if require_surjective and not self.is_surjective:
            raise ValueError(
                "layout is expected to be surjective, i.e. every out coordinate must be reached by some in coordinate, "
                f"but was not:{self}"
            )

    def _check(self) -> None:
        for name, size in self._out_dims.items():
            if not is_power_of_two(size):
                raise ValueError(f"out-dim size {size} of '{name}' is not a power of two")
        rank = len(self._out_dims)
        for name, rows in self._bases.items():
            for basis in rows:
                if len(basis) != rank:
                    raise ValueError(f"basis {list(basis)} of '{name}' has {len(basis)} coordinates, expected {rank}")
                for value, (out_name, size) in zip(basis, self._out_dims.items(), strict=True):
                    if not 0 <= value < size:
                        raise ValueError(
                            f"basis {list(basis)} of '{name}' is out of bounds: "
                            f"{value} is not in [0, {size}) of '{out_name}'"
                        )

    @classmethod
    def unchecked(cls, bases: dict[str, tuple[Basis, ...]], out_dims: dict[str, int]) -> LinearLayout:
        """A layout from bases known to be well-formed. The layout owns the arguments: don't change them afterwards."""
        layout = cls.__new__(cls)
        layout._bases, layout._out_dims, layout._hash, layout._rank = bases, out_dims, None, None
        return layout

    @classmethod
    def empty(cls) -> LinearLayout:
        """The layout without dimensions, the unit of ``*``."""
        return cls.unchecked({}, {})

    @classmethod
    def strided_1d(cls, size: int, stride: int, in_dim: str, out_dim: str) -> LinearLayout:
        """``L(x) = stride * x`` for ``x`` in ``[0, size)``, into ``[0, stride * size)``. Empty if ``size`` is 0."""
        if size == 0:
            return cls.empty()
        require_power_of_two(size, in_dim)
        bases = tuple((stride << i,) for i in range(size.bit_length() - 1))
        return cls({in_dim: bases}, {out_dim: stride * size}, require_surjective=stride == 1)

    @classmethod
    def identity_1d(cls, size: int, in_dim: str, out_dim: str) -> LinearLayout:
        """``L(x) = x`` for ``x`` in ``[0, size)``. Empty if ``size`` is 0."""
        return cls.strided_1d(size, 1, in_dim, out_dim)

    @classmethod
    def zeros_1d(cls, size: int, in_dim: str, out_dim: str, out_dim_size: int = 1) -> LinearLayout:
        """``L(x) = 0`` for ``x`` in ``[0, size)``, into ``[0, out_dim_size)``. Empty if ``size`` is 0."""
        if size == 0:
            return cls.empty()
        require_power_of_two(size, in_dim)
        bases = ((0,),) * (size.bit_length() - 1)
        return cls({in_dim: bases}, {out_dim: out_dim_size}, require_surjective=False)

    # ------------------------------------------------------------------------------------------ looking at a layout

    @property
    def bases(self) -> Mapping[str, tuple[Basis, ...]]:
        """The bases of each input dimension, minor first."""
        return MappingProxyType(self._bases)

    @property
    def out_dims(self) -> Mapping[str, int]:
        """The output dimensions and their sizes, minor first."""
        return MappingProxyType(self._out_dims)

    @property
    def in_dims(self) -> Mapping[str, int]:
        """The input dimensions and their sizes, minor first."""
        return {name: 1 << len(rows) for name, rows in self._bases.items()}

    @property
    def in_dim_names(self) -> tuple[str, ...]:
        """The names of the input dimensions, minor first."""
        return tuple(self._bases)

    @property
    def out_dim_names(self) -> tuple[str, ...]:
        """The names of the output dimensions, minor first."""
        return tuple(self._out_dims)

    @property
    def out_dim_sizes(self) -> tuple[int, ...]:
        """The sizes of the output dimensions, minor first."""
        return tuple(self._out_dims.values())

    def in_dim_size(self, name: str) -> int:
        """The size of an input dimension."""
        return 1 << len(self._rows(name))

    def out_dim_size(self, name: str) -> int:
        """The size of an output dimension."""
        self.out_dim_index(name)
        return self._out_dims[name]

    def out_dim_index(self, name: str) -> int:
        """The position of an output dimension in a basis."""
        for index, out_name in enumerate(self._out_dims):
            if out_name == name:
                return index
        raise ValueError(f"out-dim '{name}' is not in the layout:{self}")

    def basis(self, in_dim: str, position: int) -> Basis:
        """``L(0, ..., in_dim = 2**position, ..., 0)``."""
        return self._rows(in_dim)[position]

    def _rows(self, name: str) -> tuple[Basis, ...]:
        rows = self._bases.get(name)
        if rows is None:
            raise ValueError(f"in-dim '{name}' is not in the layout:{self}")
        return rows

    @property
    def total_in_bits(self) -> int:
        """The base-2 logarithm of the number of inputs."""
        return sum(map(len, self._bases.values()))

    @property
    def total_out_bits(self) -> int:
        """The base-2 logarithm of the number of outputs."""
        return sum(map(log2, self._out_dims.values()))

    @property
    def total_in_size(self) -> int:
        """The number of inputs."""
        return 1 << self.total_in_bits

    @property
    def total_out_size(self) -> int:
        """The number of outputs, reached or not."""
        return 1 << self.total_out_bits

    def columns(self) -> list[int]:
        """All bases in order, each as one bit-vector: the output coordinates side by side, the minor one lowest."""
        shifts = self._shifts()
        return [pack(basis, shifts) for rows in self._bases.values() for basis in rows]

    def _shifts(self) -> list[int]:
        shifts, total = list[int](), 0
        for size in self._out_dims.values():
            shifts.append(total)
            total += log2(size)
        return shifts

    @property
    def rank(self) -> int:
        """The dimension of the image over GF(2)."""
        if self._rank is None:
            self._rank = gf2.rank(self.columns())
        return self._rank

    @property
    def is_surjective(self) -> bool:
        """Whether every output is reached."""
        return self.rank == self.total_out_bits

    @property
    def is_injective(self) -> bool:
        """Whether no two inputs have the same output."""
        return self.rank == self.total_in_bits

    @property
    def is_invertible(self) -> bool:
        """Whether the layout is a bijection."""
        return self.total_in_bits == self.total_out_bits and self.is_surjective

    @property
    def is_permutation(self) -> bool:
        """Whether without copies each basis is a power of two of its own along one dimension, and all are there."""
        bases = [basis for rows in self._bases.values() for basis in rows if any(basis)]
        apart = len(set(bases)) == len(bases)
        return apart and self.is_surjective and all(sum(map(int.bit_count, basis)) == 1 for basis in bases)

    def free_variable_masks(self) -> dict[str, int]:
        """For each input dimension, the bits that add nothing to the image of the bits before them."""
        free = iter(gf2.free_columns(self.columns()))
        return {name: sum(next(free) << i for i in range(len(rows))) for name, rows in self._bases.items()}

    def num_consecutive_in_out(self) -> int:
        """How many consecutive inputs of the first input dimension go to consecutive outputs of the first output one.

        The largest power of two ``V`` with ``L(a*V + v, ...) == L(a*V, ...) + (v, 0, ..., 0)`` for all ``v < V``.
        """
        if not self._bases or not self._out_dims:
            return 1
        rows = list(self._bases.values())
        unit = (0,) * (len(self._out_dims) - 1)
        consecutive = 0
        while consecutive < len(rows[0]) and rows[0][consecutive] == (1 << consecutive, *unit):
            consecutive += 1
        other_bits = 0
        for basis in (*rows[0][consecutive:], *(basis for others in rows[1:] for basis in others)):
            other_bits |= basis[0]
        return min(1 << consecutive, other_bits & -other_bits) if other_bits else 1 << consecutive

    def apply(self, inputs: Mapping[str, int]) -> dict[str, int]:
        """The output coordinates of one input. Bits beyond the size of an input dimension are ignored."""
        _require_same_dims(inputs, self._bases)
        out = [0] * len(self._out_dims)
        for name, rows in self._bases.items():
            value = inputs[name]
            for i, basis in enumerate(rows):
                if value >> i & 1:
                    for dim, coordinate in enumerate(basis):
                        out[dim] ^= coordinate
        return dict(zip(self._out_dims, out, strict=True))

    # ------------------------------------------------------------------------------- renaming, reordering, reshaping

    def transpose_ins(self, order: Sequence[str]) -> LinearLayout:
        """The same layout with its input dimensions listed in another order."""
        _require_same_dims(order, self._bases)
        return LinearLayout.unchecked({name: self._bases[name] for name in order}, self._out_dims)

    def transpose_outs(self, order: Sequence[str]) -> LinearLayout:
        """The same layout with its output dimensions listed in another order."""
        names = tuple(self._out_dims)
        if tuple(order) == names:
            return self
        _require_same_dims(order, self._out_dims)
        where = [names.index(name) for name in order]
        bases = {name: tuple(tuple(b[i] for i in where) for b in rows) for name, rows in self._bases.items()}
        return LinearLayout.unchecked(bases, {name: self._out_dims[name] for name in order})

    def reshape_outs(self, new_dims: Mapping[str, int]) -> LinearLayout:
        """Flatten all output dimensions into one, then cut it into these. Raises if the total sizes differ."""
        _require_total(new_dims, self.total_out_size)
        shifts, bits = self._shifts(), [log2(size) for size in new_dims.values()]
        bases = {name: tuple(unpack(pack(b, shifts), bits) for b in rows) for name, rows in self._bases.items()}
        return LinearLayout.unchecked(bases, dict(new_dims))

    def flatten_outs(self) -> LinearLayout:
        """All output dimensions as one, under the name of the first."""
        return self.reshape_outs({next(iter(self._out_dims)): self.total_out_size} if self._out_dims else {})

    def resize_in_dim(self, name: str, size: int) -> LinearLayout:
        """With an input dimension cut down to its first ``size`` values."""
        require_power_of_two(size, name)
        if size > self.in_dim_size(name):
            raise ValueError(f"in-dim '{name}' of size {self.in_dim_size(name)} can't grow to {size}")
        return LinearLayout.unchecked({**self._bases, name: self._rows(name)[: log2(size)]}, self._out_dims)

    def resize_out_dim(self, name: str, size: int) -> LinearLayout:
        """With an output dimension cut down to ``size``; coordinates that don't fit become 0."""
        require_power_of_two(size, name)
        if size > self.out_dim_size(name):
            raise ValueError(f"out-dim '{name}' of size {self.out_dim_size(name)} can't grow to {size}")
        at = self.out_dim_index(name)
        bases = {
            dim: tuple((*b[:at], b[at] if b[at] < size else 0, *b[at + 1 :]) for b in rows)
            for dim, rows in self._bases.items()
        }
        return LinearLayout.unchecked(bases, {**self._out_dims, name: size})

    def remove_zero_bases_along_dim(self, name: str) -> LinearLayout:
        """Without the bases of one input dimension that are zero, that is without its broadcasting."""
        nonzero = tuple(basis for basis in self._rows(name) if any(basis))
        return LinearLayout.unchecked({**self._bases, name: nonzero}, self._out_dims)

    def with_out_dims(self, out_dims: Mapping[str, int]) -> LinearLayout:
        """The same bases into output dimensions of other names or sizes. Raises if a basis does not fit."""
        return LinearLayout(self._bases, out_dims, require_surjective=False)

    # --------------------------------------------------------------------------------------------- parts of a layout

    def _select_outs(self, names: Sequence[str], bases: Mapping[str, tuple[Basis, ...]]) -> LinearLayout:
        where = [i for i, name in enumerate(self._out_dims) if name in names]
        kept = {name: tuple(tuple(b[i] for i in where) for b in rows) for name, rows in bases.items()}
        return LinearLayout.unchecked(kept, {name: size for name, size in self._out_dims.items() if name in names})

    def sublayout(self, in_dims: Iterable[str], out_dims: Iterable[str]) -> LinearLayout:
        """The layout restricted to some dimensions: other inputs are 0, other outputs are dropped. Sizes are kept."""
        ins, outs = tuple(in_dims), tuple(out_dims)
        for name in ins:
            self._rows(name)
        for name in outs:
            self.out_dim_index(name)
        return self._select_outs(outs, {name: rows for name, rows in self._bases.items() if name in ins})

    def sublayout_is_zero(self, in_dims: Iterable[str], out_dims: Iterable[str]) -> bool:
        """Whether these inputs don't move these outputs."""
        part = self.sublayout(in_dims, out_dims)
        return not any(any(basis) for rows in part._bases.values() for basis in rows)

    def is_identity_over(self, dims: Sequence[str]) -> bool:
        """Whether the square part over ``dims`` (inputs and outputs of these names) is the identity."""
        part = self.sublayout(dims, dims)
        if any(part.in_dim_size(name) != part.out_dim_size(name) for name in dims):
            return False
        return all(column == 1 << i for i, column in enumerate(part.columns()))

    def is_trivial_over(self, dims: Sequence[str]) -> bool:
        """Whether the layout is the identity on ``dims`` and these dimensions and the others don't touch each other."""
        if any(name not in self._bases or name not in self._out_dims for name in dims):
            return False
        other_ins = [name for name in self._bases if name not in dims]
        other_outs = [name for name in self._out_dims if name not in dims]
        return (
            self.is_identity_over(dims)
            and self.sublayout_is_zero(other_ins, dims)
            and self.sublayout_is_zero(dims, other_outs)
        )

    def quotient(self, dims: Sequence[str]) -> LinearLayout | None:
        """The layout on the remaining dimensions, if it is trivial over ``dims``; otherwise ``None``."""
        if not self.is_trivial_over(dims):
            return None
        ins = [name for name in self._bases if name not in dims]
        return self.sublayout(ins, [name for name in self._out_dims if name not in dims])

    # ------------------------------------------------------------------------------------------- combining layouts

    def __mul__(self, outer: LinearLayout) -> LinearLayout:
        """The direct sum: this layout acts on the minor part of each dimension, ``outer`` on the major part.

        Dimensions that only one of them has are kept; the order is one that both agree with, where there is one.
        """
        names = merge_orders(tuple(self._out_dims), tuple(outer._out_dims))
        inner_at = {name: i for i, name in enumerate(self._out_dims)}
        outer_at = {name: i for i, name in enumerate(outer._out_dims)}
        inner_where = [inner_at.get(name) for name in names]
        outer_where = [(outer_at.get(name), log2(self._out_dims.get(name, 1))) for name in names]
        bases: dict[str, tuple[Basis, ...]] = {}
        for name in merge_orders(tuple(self._bases), tuple(outer._bases)):
            low = [tuple(0 if i is None else b[i] for i in inner_where) for b in self._bases.get(name, ())]
            high = [
                tuple(0 if i is None else b[i] << shift for i, shift in outer_where) for b in outer._bases.get(name, ())
            ]
            bases[name] = (*low, *high)
        sizes = {name: self._out_dims.get(name, 1) * outer._out_dims.get(name, 1) for name in names}
        return LinearLayout.unchecked(bases, sizes)

    def compose(self, outer: LinearLayout) -> LinearLayout:
        """``x -> outer(self(x))``. Raises unless the outputs of this layout fit into the inputs of ``outer``."""
        _require_same_dims(self._out_dims, outer._bases)
        for name, size in self._out_dims.items():
            if size > outer.in_dim_size(name):
                raise ValueError(f"out-dim '{name}' of size {size} is larger than the in-dim it feeds:{outer}")
        images = {name: outer._bases[name] for name in self._out_dims}
        rank = len(outer._out_dims)

        def image(basis: Basis) -> Basis:
            out = [0] * rank
            for value, rows in zip(basis, images.values(), strict=True):
                for i, row in enumerate(rows):
                    if value >> i & 1:
                        out = [a ^ b for a, b in zip(out, row, strict=True)]
            return tuple(out)

        bases = {name: tuple(map(image, rows)) for name, rows in self._bases.items()}
        return LinearLayout.unchecked(bases, outer._out_dims)

    def invert_and_compose(self, outer: LinearLayout) -> LinearLayout:
        """A layout ``C`` with ``self(x) == outer(C(x))``: where ``outer`` holds the element of this layout.

        Input dimensions on which both layouts agree are mapped to themselves; for the rest, if ``outer`` holds an
        element more than once, free variables are 0. Raises if ``outer`` lacks an element that this layout holds.
        """
        outs = tuple(self._out_dims)
        _require_same_dims(outs, outer._out_dims)
        target = outer.transpose_outs(outs)
        for name, size in self._out_dims.items():
            if (theirs := target._out_dims[name]) < size:
                raise ValueError(f"out-dim '{name}' of the outer layout is too small: {theirs} < {size}")
        same_sizes = self._out_dims == target._out_dims
        kept = [name for name, rows in target._bases.items() if same_sizes and self._bases.get(name) == rows]
        held = target.sublayout([name for name in target._bases if name not in kept], outs)
        wanted = self.sublayout([name for name in self._bases if name not in kept], outs)
        if (not held._bases) != (not wanted._bases):
            raise ValueError(f"nothing is left to compose with on one side:{wanted}{held}")
        result = _solve(held, wanted) if held._bases else LinearLayout.empty()
        for name in kept:
            result *= LinearLayout.identity_1d(target.in_dim_size(name), name, name)
        return result.transpose_ins(tuple(self._bases)).transpose_outs(tuple(target._bases))

    def pseudoinvert(self) -> LinearLayout:
        """A right inverse: ``self(R(y)) == y`` for every output ``y``. Raises if this layout is not surjective."""
        identity = LinearLayout.empty()
        for name, size in self._out_dims.items():
            identity *= LinearLayout.identity_1d(size, name, name)
        return identity.invert_and_compose(self)

    def invert(self) -> LinearLayout:
        """The inverse. Raises if the layout is not a bijection."""
        if not self.is_invertible:
            raise ValueError(f"layout must be surjective and square to be invertible, but was not:{self}")
        return self.pseudoinvert()

    # ------------------------------------------------------------------------------------------------ comparing

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, LinearLayout):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self._key())
        return self._hash

    def _key(self) -> tuple[object, ...]:
        return (*self._bases.items(), None, *self._out_dims.items())

    def __iter__(self) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
        """All pairs of an input and its output, the minor input dimension running fastest."""
        for index in range(self.total_in_size):
            bits = [len(rows) for rows in self._bases.values()]
            inputs = dict(zip(self._bases, unpack(index, bits), strict=True))
            yield inputs, self.apply(inputs)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"LinearLayout({self._bases!r}, {self._out_dims!r})"

    def __str__(self) -> str:
        lines = [""]
        for name, rows in self._bases.items():
            if not rows:
                lines.append(f" - {name} is a size 1 dimension")
            for i, basis in enumerate(rows):
                head = f" - {name}" if i == 0 else f"   {name}"
                lines.append(f"{head}={1 << i} -> ({', '.join(map(str, basis))})")
        outs = ", ".join(f"{name} (size {size})" for name, size in self._out_dims.items())
        lines.append(f"where out dims are: [{outs}]" if self._bases else f"(empty layout with out-dims [{outs}])")
        return "\n".join(lines)


def _solve(matrix: LinearLayout, right: LinearLayout) -> LinearLayout:
    """``X`` with ``matrix(X(y)) == right(y)``, free variables 0: inputs of ``right`` to inputs of ``matrix``."""
    span = gf2.Span(matrix.columns())
    shifts = matrix._shifts()  # pyright: ignore[reportPrivateUsage]
    bits = [len(rows) for rows in matrix.bases.values()]
    bases: dict[str, tuple[Basis, ...]] = {}
    for name, rows in right.bases.items():
        solved: list[Basis] = []
        for basis in rows:
            used = span.solve(pack(basis, shifts))
            if used is None:
                raise ValueError(f"no input is mapped to {list(basis)}, which '{name}' needs:{matrix}")
            solved.append(unpack(used, bits))
        bases[name] = tuple(solved)
    return LinearLayout.unchecked(bases, dict(matrix.in_dims))


def _smallest_sizes(bases: Mapping[str, tuple[Basis, ...]], names: Sequence[str]) -> dict[str, int]:
    bits = [0] * len(names)
    for rows in bases.values():
        for basis in rows:
            for dim, value in enumerate(basis[: len(names)]):
                bits[dim] = max(bits[dim], value.bit_length())
    return {name: 1 << width for name, width in zip(names, bits, strict=True)}


def _require_same_dims(given: Iterable[str], expected: Iterable[str]) -> None:
    given, expected = list(given), list(expected)
    if len(given) != len(expected) or set(given) != set(expected):
        raise ValueError(f"dimensions must match, ignoring order, but they don't: got {given} and {expected}")


def _require_total(dims: Mapping[str, int], total: int) -> None:
    for name, size in dims.items():
        require_power_of_two(size, name)
    if prod(dims.values()) != total:
        raise ValueError(f"can't reshape {total} outputs to {dict(dims)}")

"""Random products and reductions in clusters, of values that are computed from loads.

Which CTAs compute which parts is assigned anew (``triton-nvidia-gpu-assign-cga-layouts``), and loads follow where the
operations between allow it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

_COMBINED = {"f16": "arith.addf", "f32": "arith.mulf", "i32": "arith.addi"}
_KINDS = ("load", "same", "sum", "constant", "splat", "convert", "trans", "expand", "gather", "branch", "select")
_KINDS += ("assembly", "atomic", "again")
_FORMS = ("blocked", "blocked", "slice", "operand", "mma", "mma operand", "mma slice", "linear")
"""Layouts of what is reduced."""
_STORED = ("plain", "slice", "mma", "mma operand", "mma slice", "linear")
"""Layouts of what is stored."""


@dataclass(frozen=True)
class _Layout:
    """A blocked layout of two dimensions; ``cta`` has a basis for each bit of a CTA's number."""

    per_thread: tuple[int, int]
    threads: tuple[int, int]
    warps: tuple[int, int]
    order: tuple[int, int]
    cta: tuple[tuple[int, int], ...]

    def transposed(self) -> _Layout:
        """With dimensions exchanged."""
        pairs = (pair[::-1] for pair in (self.per_thread, self.threads, self.warps))
        order = (1 - self.order[0], 1 - self.order[1])
        return _Layout(*pairs, order, tuple(basis[::-1] for basis in self.cta))

    def sizes(self) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
        """Elements per thread, threads per warp and warps, of each dimension."""
        return self.per_thread, self.threads, self.warps

    def __str__(self) -> str:
        cluster = f", CGALayout = {[list(basis) for basis in self.cta]}" if self.cta else ""
        return (
            f"#ttg.blocked<{{sizePerThread = {list(self.per_thread)}, threadsPerWarp = {list(self.threads)}, "
            f"warpsPerCTA = {list(self.warps)}, order = {list(self.order)}{cluster}}}>"
        )


@dataclass(frozen=True)
class _Tensor:
    """A tensor type of two dimensions."""

    shape: tuple[int, int]
    element: str
    layout: _Layout

    def __str__(self) -> str:
        return f"tensor<{self.shape[0]}x{self.shape[1]}x{self.element}, {self.layout}>"

    def of(self, element: str) -> str:
        """With other elements."""
        return str(replace(self, element=element))

    def row(self, dim: int) -> str:
        """Without a dimension."""
        return f"tensor<{self.shape[1 - dim]}x{self.element}, #ttg.slice<{{dim = {dim}, parent = {self.layout}}}>>"


class _Program:
    """A function with products or reductions."""

    def __init__(self, seed: int) -> None:
        self.source = Random(seed)
        self.ctas = self.source.choice([1, 2, 2, 2, 4, 4, 8])
        self.warps = self.source.choice([4, 4, 8])
        self.lines: list[str] = []
        self.arguments = ["%i: i32", "%c: i1"]
        self.known: dict[str, str] = {}
        """Values that can be used again, by their types."""
        self.returned: list[tuple[str, str]] = []
        """Values that are returned, with their types."""
        self._count = 0

    def add(self, text: str) -> str:
        """Add an operation with a result."""
        self._count += 1
        self.lines.append(f"%v{self._count} = {text}")
        return f"%v{self._count}"

    def argument(self, type_: str) -> str:
        """An argument of the function."""
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {type_}")
        return name

    def layout(self) -> _Layout:
        """A layout of some CTAs, which split either dimension, or hold copies."""
        order = self.source.choice([(1, 0), (0, 1)])
        fast = self.source.choice([4, 8, 16, 32])
        sizes, threads, warps = [1, 1], [1, 1], [1, 1]
        sizes[order[0]] = self.source.choice([1, 2, 4])
        threads[order[0]], threads[order[1]] = fast, 32 // fast
        warps[self.source.choice(order)] = self.warps
        split, bases = [1, 1], list[tuple[int, int]]()
        for _ in range(self.ctas.bit_length() - 1):
            dim = self.source.choice([0, 1, 0, 1, 2])
            bases.append((split[0] if dim == 0 else 0, split[1] if dim == 1 else 0))
            if dim < 2:
                split[dim] *= 2
        return _Layout((sizes[0], sizes[1]), (threads[0], threads[1]), (warps[0], warps[1]), order, tuple(bases))

    # ------------------------------------------------------------------------------------------------------ values

    def loaded(self, type_: _Tensor) -> str:
        """A loaded tensor, or an argument."""
        pointers = type_.of(f"!tt.ptr<{type_.element}>")
        match self.source.choice(["pointers", "pointers", "masked", "descriptor", "argument", "volatile"]):
            case "pointers":
                return self.add(f"tt.load {self.argument(pointers)} : {pointers}")
            case "masked":
                mask, other = self.argument(type_.of("i1")), self.argument(str(type_))
                return self.add(f"tt.load {self.argument(pointers)}, {mask}, {other} : {pointers}")
            case "volatile":
                return self.add(f"tt.load {self.argument(pointers)} {{isVolatile = true}} : {pointers}")
            case "descriptor":
                descriptor = f"!tt.tensordesc<{type_.shape[0]}x{type_.shape[1]}x{type_.element}>"
                return self.add(f"tt.descriptor_load {self.argument(descriptor)}[%i, %i] : {descriptor} -> {type_}")
            case _:
                return self.argument(str(type_))

    def value(self, type_: _Tensor, depth: int) -> str:
        """A tensor that is loaded, or computed from such; at times it has other users, too."""
        result = self._computed(self.source.choice(_KINDS) if depth else "load", type_, depth - 1)
        if self.source.random() < 0.1:
            self.returned.append((result, str(type_)))
        self.known[str(type_)] = result
        return result

    def _computed(self, kind: str, type_: _Tensor, depth: int) -> str:
        combined = _COMBINED[type_.element]
        match kind:
            case "same":
                value = self.value(type_, depth)
                return self.add(f"{combined} {value}, {value} : {type_}")
            case "sum":
                return self.add(f"{combined} {self.value(type_, depth)}, {self.value(type_, depth)} : {type_}")
            case "constant":
                number = "2" if type_.element == "i32" else "2.0"
                constant = self.add(f"arith.constant dense<{number}> : {type_}")
                return self.add(f"{combined} {self.value(type_, depth)}, {constant} : {type_}")
            case "splat":
                splat = self.add(f"tt.splat {self.argument(type_.element)} : {type_.element} -> {type_}")
                return self.add(f"{combined} {splat}, {self.value(type_, depth)} : {type_}")
            case "convert":
                other = replace(type_, layout=self.layout())
                return self.add(f"ttg.convert_layout {self.value(other, depth)} : {other} -> {type_}")
            case "trans":
                turned = _Tensor((type_.shape[1], type_.shape[0]), type_.element, type_.layout.transposed())
                value = self.value(turned, depth)
                return self.add(f"tt.trans {value} {{order = array<i32: 1, 0>}} : {turned} -> {type_}")
            case "expand":
                return self._spread(type_, depth)
            case "gather":
                indices = replace(type_, element="i32")
                picked, source = self.value(indices, depth), self.value(type_, 0)
                return self.add(f"tt.gather {source}[{picked}] {{axis = 0 : i32}} : ({type_}, {indices}) -> {type_}")
            case "branch":
                value = self.value(type_, depth)
                ends = f"scf.yield {value} : {type_}\n}} else {{\n%n = {combined} {value}, {value} : {type_}"
                return self.add(f"scf.if %c -> ({type_}) {{\n{ends}\nscf.yield %n : {type_}\n}}")
            case "select":
                chosen = self.argument("i1")
                return self.add(
                    f"arith.select {chosen}, {self.value(type_, depth)}, {self.value(type_, depth)} : {type_}"
                )
            case "assembly":
                options = (
                    f'constraints = "=r,r", packed_element = 1 : i32, pure = {self.source.choice(["true", "false"])}'
                )
                value = self.value(type_, depth)
                return self.add(f'tt.elementwise_inline_asm "mov" {{{options}}} {value} : {type_} -> {type_}')
            case "atomic":
                pointers, operation = type_.of(f"!tt.ptr<{type_.element}>"), "add" if type_.element == "i32" else "fadd"
                to, value = self.argument(pointers), self.value(type_, depth)
                return self.add(
                    f"tt.atomic_rmw {operation}, relaxed, gpu, {to}, {value} : ({pointers}, {type_}) -> {type_}"
                )
            case "again" if str(type_) in self.known:
                return self.add(f"{combined} {self.known[str(type_)]}, {self.value(type_, depth)} : {type_}")
            case _:
                return self.loaded(type_)

    def _spread(self, type_: _Tensor, depth: int) -> str:
        """One row or column, loaded or a sum, as often as needed."""
        dim = self.source.choice([0, 1])
        row, one = type_.row(dim), replace(type_, shape=(1, type_.shape[1]) if dim == 0 else (type_.shape[0], 1))
        if depth and self.source.random() < 0.5:
            value = self.reduced(type_, dim, depth)
        else:
            pointers = row.replace(f"x{type_.element},", f"x!tt.ptr<{type_.element}>,")
            value = self.add(f"tt.load {self.argument(pointers)} : {pointers}")
        expanded = self.add(f"tt.expand_dims {value} {{axis = {dim} : i32}} : {row} -> {one}")
        return self.add(f"tt.broadcast {expanded} : {one} -> {type_}")

    # ------------------------------------------------------------------------------------- products and reductions

    def reduced(self, type_: _Tensor, dim: int, depth: int) -> str:
        """The sums along a dimension."""
        element, value = type_.element, self.value(type_, depth)
        return self._sums(value, str(type_), type_.row(dim), dim, element)

    def reduced_in(self, form: str, type_: _Tensor, dim: int) -> None:
        """The sums along a dimension of a value in some layout."""
        if form == "blocked":
            self.returned.append((self.reduced(type_, dim, 3), type_.row(dim)))
            return
        layout, whole = self._form(form, type_), self.value(type_, 3)
        shape = f"{type_.shape[0]}x{type_.shape[1]}x{type_.element}"
        other = f"tensor<{shape}, {layout}>"
        value = self.add(f"ttg.convert_layout {whole} : {type_} -> {other}")
        row = f"tensor<{type_.shape[1 - dim]}x{type_.element}, #ttg.slice<{{dim = {dim}, parent = {layout}}}>>"
        self.returned.append((self._sums(value, other, row, dim, type_.element), row))

    def _form(self, form: str, type_: _Tensor) -> str:
        cluster = f", CGALayout = {[list(basis) for basis in type_.layout.cta]}" if type_.layout.cta else ""
        match form:
            case "plain":
                return str(type_.layout)
            case "operand":
                return f"#ttg.dot_op<{{opIdx = {self.source.choice([0, 1])}, parent = {type_.layout}}}>"
            case "slice":
                dim = self.source.choice([0, 1, 2])
                sizes = [f"[{', '.join(map(str, [*pair[:dim], 1, *pair[dim:]]))}]" for pair in type_.layout.sizes()]
                bases = [[*basis[:dim], 0, *basis[dim:]] for basis in type_.layout.cta]
                if bases and self.source.random() < 0.3:
                    bases[0] = [1 if at == dim else 0 for at in range(3)]
                around = f", CGALayout = {bases}" if bases else ""
                blocked = f"sizePerThread = {sizes[0]}, threadsPerWarp = {sizes[1]}, warpsPerCTA = {sizes[2]}"
                return f"#ttg.slice<{{dim = {dim}, parent = #ttg.blocked<{{{blocked}, order = [2, 1, 0]{around}}}>}}>"
            case "mma operand":
                mma = self._form("mma", type_)
                return f"#ttg.dot_op<{{opIdx = {self.source.choice([0, 1])}, parent = {mma}, kWidth = 2}}>"
            case "mma slice":
                bases = [[0, *basis] for basis in type_.layout.cta]
                around = f", CGALayout = {bases}" if bases else ""
                mma = f"versionMajor = 2, warpsPerCTA = [1, {self.warps}, 1]{around}, instrShape = [1, 16, 8]"
                return f"#ttg.slice<{{dim = 0, parent = #ttg.nvidia_mma<{{{mma}}}>}}>"
            case "mma":
                fields = f"versionMajor = 2, warpsPerCTA = [{self.warps}, 1]{cluster}, instrShape = [16, 8]"
                return f"#ttg.nvidia_mma<{{{fields}}}>"
            case _:
                warps = [[0, 8 << bit] for bit in range(self.warps.bit_length() - 1)]
                lanes = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]]
                # The parts of CTAs are alike, or not.
                blocks = [[4 << bit, 0] for bit in range(len(type_.layout.cta))]
                if blocks and self.source.random() < 0.5:
                    blocks[0] = [0, 0]
                rest = f"warp = {warps}, block = {blocks}"
                return f"#ttg.linear<{{register = [], lane = {lanes}, {rest}}}>"

    def _sums(self, value: str, type_: str, row: str, dim: int, element: str) -> str:
        body = f"^bb0(%l: {element}, %r: {element}):\n%x = {_COMBINED[element]} %l, %r : {element}"
        return self.add(
            f'"tt.reduce"({value}) <{{axis = {dim} : i32}}> ({{\n{body}\ntt.reduce.return %x : {element}\n}}) '
            f": ({type_}) -> {row}"
        )

    def product(self) -> None:
        """A product of two computed values."""
        rows, inner, columns = (self.source.choice([32, 64, 128, 256]) for _ in range(3))
        result = _Tensor((rows, columns), "f32", self.layout())
        operands: list[str] = []
        types: list[str] = []
        for index, shape in enumerate([(rows, inner), (inner, columns)]):
            type_ = _Tensor(shape, "f16", self.layout())
            operand = f"tensor<{shape[0]}x{shape[1]}xf16, #ttg.dot_op<{{opIdx = {index}, parent = {result.layout}}}>>"
            operands.append(self._operand(type_, operand))
            types.append(operand)
        acc = self.value(result, 1)
        value = self.add(f"tt.dot {operands[0]}, {operands[1]}, {acc} : {types[0]} * {types[1]} -> {result}")
        self.returned.append((value, str(result)))

    def _operand(self, type_: _Tensor, operand: str) -> str:
        """A value as an operand; at times what is computed from the converted one."""
        value = self.add(f"ttg.convert_layout {self.value(type_, 2)} : {type_} -> {operand}")
        if self.source.random() < 0.4:
            value = self.add(f"arith.addf {value}, {value} : {operand}")
        return value

    def store(self) -> None:
        """Store a value in another layout, through loaded or computed pointers."""
        type_ = _Tensor((64, 128), "f32", self.layout())
        layout, value = (
            self._form(self.source.choice(_STORED), replace(type_, layout=self.layout())),
            self.value(type_, 1),
        )
        stored, pointers = f"tensor<64x128xf32, {layout}>", f"tensor<64x128x!tt.ptr<f32>, {layout}>"
        value = self.add(f"ttg.convert_layout {value} : {type_} -> {stored}")
        if self.source.random() < 0.5:
            to = self.add(f"tt.splat {self.argument('!tt.ptr<f32>')} : !tt.ptr<f32> -> {pointers}")
        else:
            to = self.argument(pointers)
        self.lines.append(f"tt.store {to}, {value} : {pointers}")

    def text(self) -> str:
        """The module."""
        if self.source.random() < 0.5:
            self.store()
        if self.source.random() < 0.5:
            self.product()
        else:
            element = self.source.choice(list(_COMBINED))
            shape = self.source.choice([8, 64, 128]), self.source.choice([16, 64, 256])
            type_, dim = _Tensor(shape, element, self.layout()), self.source.choice([0, 1])
            self.reduced_in(self.source.choice(_FORMS), type_, dim)
        values, types = (", ".join(item) for item in zip(*self.returned, strict=True))
        body = "\n".join(f"  {line}" for line in (*self.lines, f"tt.return {values} : {types}"))
        attributes = f'"ttg.num-ctas" = {self.ctas} : i32, "ttg.num-warps" = {self.warps} : i32'
        return (
            f'module attributes {{{attributes}, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{\n'
            f"tt.func @f({', '.join(self.arguments)}) -> ({types}) {{\n{body}\n}}\n}}\n"
        )


def program(seed: int) -> str:
    """A kernel in clusters."""
    return _Program(seed).text()

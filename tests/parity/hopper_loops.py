"""Random loops for warp specialization on Hopper: products of loaded blocks, what is computed from them, and stores.

Half of the programs name the tasks themselves: then operations that Triton gives no task, such as atomic ones, can be
split between the consumers, too.

Each access to a block has coordinates of its own, unless a program is to share them: Triton's pass gives wrong code
where a coordinate along which a block is split is used again.
"""

from __future__ import annotations

from random import Random

from xtriton.versions import V3_8, before, default_version

_HEAD = """\
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#transposed = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#words = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
"""
_ATTRIBUTES = '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"'
_INNER = 64
"""The columns of the first operand of products of loaded blocks."""
_SHAPES = ((128, 64), (128, 128), (128, 128), (128, 256), (64, 256), (256, 64), (64, 64))
"""Rows and columns of the first product, some of which are split along both."""
_VALUES = (
    "%c0 = arith.constant 0 : i32",
    "%c1 = arith.constant 1 : i32",
    "%one = arith.constant 1 : i64",
    "%at = arith.addi %row, %n : i32",
    "%start = arith.muli %row, %n : i32",
)


def _memory(rows: int, columns: int, layout: str = "#shared") -> str:
    return f"!ttg.memdesc<{rows}x{columns}xf16, {layout}, #smem>"


def _product(rows: int, columns: int, element: str = "f32") -> str:
    return f"tensor<{rows}x{columns}x{element}, #mma>"


class _Program:
    """A function with a loop."""

    def __init__(self, seed: int, *, shares_coordinates: bool) -> None:
        self.source = Random(seed)
        self.shares_coordinates = shares_coordinates
        """Whether accesses use coordinates that other operations use, too."""
        self.tasks = self.source.random() < 0.5
        """Whether the program names the tasks of its operations."""
        self.consumers = (1, 2, 3, 4) if self.tasks and self.source.random() < 0.1 else (1, 2)
        self.rows, self.columns = self.source.choice(_SHAPES)
        self.descriptors: dict[str, str] = {}
        """The operations that make descriptors, by the types of blocks."""
        self.before: list[str] = []
        self.body: list[str] = []
        self.after: list[str] = []
        self.lines = self.body
        """Where operations are added to."""
        self.carried: list[tuple[str, str, str, str]] = []
        """Name, type, init and yielded value of what the loop carries."""
        self.nested = self.source.random() < 0.3
        """Whether there is a loop around the loop."""
        self.passed: list[tuple[str, str, str]] = []
        """Name, type and init of what the loop around the loop carries."""
        self.blocks: list[tuple[int, int, str, str]] = []
        """Rows, columns, name and type of operands in memory, which products can share."""
        self._count = 0

    def new(self) -> str:
        """A name."""
        self._count += 1
        return f"%v{self._count}"

    def add(self, text: str, *, consumed: bool = False, loads: bool = False) -> str:
        """Add an operation with a result, of the consumers' tasks or of the producer's if programs name them."""
        name = self.new()
        self.effect(f"{name} = {text}", consumed=consumed, loads=loads)
        return name

    def effect(self, text: str, *, consumed: bool = False, loads: bool = False) -> None:
        """Add an operation; ``@`` is where its attributes are."""
        tasks = "0" if loads else ", ".join(map(str, self.consumers))
        shown = f"async_task_id = array<i32: {tasks}>" if self.tasks and (consumed or loads) else ""
        self.lines.append(text.replace("{@}", f"{{{shown}}}" if shown else "").replace("@", shown))

    # ---------------------------------------------------------------------------------------------------- operands

    def descriptor(self, rows: int, columns: int, element: str = "f16") -> tuple[str, str]:
        """A descriptor of blocks, and its type."""
        block = f"tensor<{rows}x{columns}x{element}, {'#shared' if element == 'f16' else '#words'}>"
        type_ = f"!tt.tensordesc<{block if default_version() in before(V3_8) else block[len('tensor<') : -1]}>"
        name = f"%d{rows}x{columns}x{element}"
        pointer = "%q" if element == "f16" else "%w"
        made = f"tt.make_tensor_descriptor {pointer}, [%n, %n], [%s, %one] : !tt.ptr<{element}>, {type_}"
        self.descriptors[name] = f"{name} = {made}"
        return name, type_

    def coordinate(self, name: str) -> str:
        """A coordinate of a block. The wheel dies where it splits along one that is an argument of a block."""
        moved = name == "%i" or self.source.random() < 0.3
        return self.own(name) if moved or not self.shares_coordinates else name

    def own(self, name: str) -> str:
        """A coordinate of one access alone."""
        return self.add(f"arith.addi {name}, %n : i32")

    def offset(self) -> str:
        """A coordinate that is computed from one that the loop carries, at times through the loop around it, too."""
        init = self.source.choice(["%at", "%start"])
        name, around = f"%off{len(self.carried)}", f"%from{len(self.carried)}"
        new = self.add(f"arith.addi {name}, %n : i32")
        if self.nested and self.source.random() < 0.6:
            self.passed.append((around, "i32", init))
            init = around
        self.carried.append((name, "i32", init, new))
        return new if self.shares_coordinates else self.own(new)

    def load(self, rows: int, columns: int) -> str:
        """A loaded block."""
        descriptor, type_ = self.descriptor(rows, columns)
        x, y = self.coordinate("%at"), self.coordinate("%i" if self.lines is self.body else "%c0")
        if self.lines is self.body and self.source.random() < 0.2:
            y = self.offset()
        x, y = (x, y) if self.source.random() < 0.5 else (y, x)
        result = f"tensor<{rows}x{columns}xf16, #blocked>"
        return self.add(f"tt.descriptor_load {descriptor}[{x}, {y}] {{@}} : {type_} -> {result}", loads=True)

    def operand(self, rows: int, columns: int) -> tuple[str, str]:
        """An operand in shared memory, at times transposed or loaded before the loop, and its type."""
        shared = [(name, type_) for *shape, name, type_ in self.blocks if shape == [rows, columns]]
        if shared and self.lines is self.body and self.source.random() < 0.4:
            return self.source.choice(shared)
        outside = self.lines is self.body and self.source.random() < 0.2
        lines, self.lines = self.lines, self.before if outside else self.lines
        turned = self.source.random() < 0.4
        shape = (columns, rows) if turned else (rows, columns)
        block = self.load(*shape)
        name = self.add(f"ttg.local_alloc {block} : (tensor<{shape[0]}x{shape[1]}xf16, #blocked>) -> {_memory(*shape)}")
        if self.source.random() < 0.5:
            self.lines = lines
        type_ = _memory(rows, columns)
        if turned:
            type_ = _memory(rows, columns, "#transposed")
            name = self.add(f"ttg.memdesc_trans {name} {{order = array<i32: 1, 0>}} : {_memory(*shape)} -> {type_}")
        self.lines = lines
        if lines is self.body:
            self.blocks.append((rows, columns, name, type_))
        return name, type_

    def accumulator(self, rows: int, columns: int) -> tuple[str, bool]:
        """What a product is added to, and whether that is carried by the loop: zeros otherwise."""
        zero = f"%z{rows}x{columns}"
        line = f"{zero} = arith.constant dense<0.000000e+00> : {_product(rows, columns)}"
        if line not in self.before:
            self.before.insert(0, line)
        if self.source.random() < 0.7:
            name = f"%acc{len(self.carried)}"
            self.carried.append((name, _product(rows, columns), zero, ""))
            return name, True
        return zero, False

    def dot(self, a: tuple[str, str], b: tuple[str, str], rows: int, columns: int) -> tuple[str, bool]:
        """A product, and whether the loop carries its sum."""
        acc, carried = self.accumulator(rows, columns)
        name = self.add(
            f"ttng.warp_group_dot {a[0]}, {b[0]}, {acc} {{@inputPrecision = 0 : i32}} : {a[1]} * {b[1]} -> "
            f"{_product(rows, columns)}".replace("{@", "{@, " if self.tasks else "{"),
            consumed=True,
        )
        if carried:
            at = next(at for at, held in enumerate(self.carried) if held[0] == acc)
            self.carried[at] = (*self.carried[at][:3], name)
        return name, carried

    # ----------------------------------------------------------------------------------------------- values of rows

    def computed(self, value: str, rows: int, columns: int) -> str:
        """Something of the same type that is computed from a product."""
        type_ = _product(rows, columns)
        for _ in range(self.source.randint(0, 2)):
            match self.source.choice(["multiply", "rows", "columns", "exp", "select", "constant"]):
                case "multiply":
                    value = self.add(f"arith.mulf {value}, {value} : {type_}")
                case "exp":
                    value = self.add(f"math.exp2 {value} : {type_}")
                case "constant":
                    factor = self.add(f"arith.constant dense<2.000000e+00> : {type_}")
                    value = self.add(f"arith.mulf {value}, {factor} : {type_}")
                case "select":
                    other = self.ranges(rows, columns)
                    if self.shares_coordinates:
                        start = self.add(f"tt.splat %at : i32 -> {_product(rows, columns, 'i32')}")
                        other = self.add(f"arith.addi {start}, {other} : {_product(rows, columns, 'i32')}")
                    limit = self.add(f"tt.splat %n : i32 -> {_product(rows, columns, 'i32')}")
                    less = self.add(f"arith.cmpi slt, {other}, {limit} : {_product(rows, columns, 'i32')}")
                    value = self.add(
                        f"arith.select {less}, {value}, %z{rows}x{columns} : {_product(rows, columns, 'i1')}, {type_}"
                    )
                    zero = f"%z{rows}x{columns} = arith.constant dense<0.000000e+00> : {type_}"
                    if zero not in self.before:
                        self.before.insert(0, zero)
                case kind:
                    axis = 1 if kind == "rows" or self.source.random() < 0.8 else 0
                    value = self.reduced(value, rows, columns, axis)
        return value

    def reduced(self, value: str, rows: int, columns: int, axis: int) -> str:
        """Less the sums of rows or columns."""
        type_, kept = _product(rows, columns), (rows, columns)[1 - axis]
        sums = f"tensor<{kept}xf32, #ttg.slice<{{dim = {axis}, parent = #mma}}>>"
        wide = f"tensor<{'1x' if axis == 0 else ''}{kept}{'x1' if axis else ''}xf32, #mma>"
        sum_ = self.add(
            f'"tt.reduce"({value}) <{{axis = {axis} : i32}}> ({{\n^bb0(%l: f32, %r: f32):\n'
            f"  %x = arith.addf %l, %r : f32\n  tt.reduce.return %x : f32\n}}) : ({type_}) -> {sums}"
        )
        if self.source.random() < 0.3 and self.lines is self.body:
            name, init = f"%sum{len(self.carried)}", f"%zs{axis}x{kept}"
            line = f"{init} = arith.constant dense<0.000000e+00> : {sums}"
            if line not in self.before:
                self.before.insert(0, line)
            sum_ = self.add(f"arith.addf {name}, {sum_} : {sums}")
            self.carried.append((name, sums, init, sum_))
        expanded = self.add(f"tt.expand_dims {sum_} {{axis = {axis} : i32}} : {sums} -> {wide}")
        spread = self.add(f"tt.broadcast {expanded} : {wide} -> {type_}")
        return self.add(f"arith.subf {value}, {spread} : {type_}")

    def ranges(self, rows: int, columns: int) -> str:
        """The numbers of rows or of columns."""
        axis = self.source.choice([0, 1])
        kept = (rows, columns)[1 - axis]
        line = f"tensor<{kept}xi32, #ttg.slice<{{dim = {axis}, parent = #mma}}>>"
        wide = f"tensor<{'1x' if axis == 0 else ''}{kept}{'x1' if axis else ''}xi32, #mma>"
        numbers = self.add(f"tt.make_range {{end = {kept} : i32, start = 0 : i32}} : {line}")
        expanded = self.add(f"tt.expand_dims {numbers} {{axis = {axis} : i32}} : {line} -> {wide}")
        return self.add(f"tt.broadcast {expanded} : {wide} -> {_product(rows, columns, 'i32')}")

    def next_operand(self, value: str, rows: int, columns: int) -> tuple[str, str]:
        """A product as the first operand of another one, in registers or in memory, and its type."""
        type_ = _product(rows, columns, "f16")
        if self.source.random() < 0.5:
            half = self.add(f"arith.truncf {value} : {_product(rows, columns)} to {type_}")
            result = f"tensor<{rows}x{columns}xf16, #ttg.dot_op<{{opIdx = 0, parent = #mma, kWidth = 2}}>>"
            return self.add(f"ttg.convert_layout {half} : {type_} -> {result}"), result
        return self.in_memory(value, rows, columns)

    def in_memory(self, value: str, rows: int, columns: int) -> tuple[str, str]:
        """A product in memory, and its type."""
        type_ = _product(rows, columns, "f16")
        half = self.add(f"arith.truncf {value} : {_product(rows, columns)} to {type_}")
        return self.add(f"ttg.local_alloc {half} : ({type_}) -> {_memory(rows, columns)}"), _memory(rows, columns)

    def transposed(self, value: str, rows: int, columns: int) -> tuple[str, str]:
        """A product in memory, transposed, and its type."""
        turned = _memory(columns, rows, "#transposed")
        held, _ = self.in_memory(value, rows, columns)
        order = "{order = array<i32: 1, 0>}"
        return self.add(f"ttg.memdesc_trans {held} {order} : {_memory(rows, columns)} -> {turned}"), turned

    # ------------------------------------------------------------------------------------------------------ effects

    def pointers(self, rows: int, columns: int) -> str:
        """Pointers to the elements of a block of f32."""
        type_ = f"tensor<{rows}x{columns}x!tt.ptr<f32>, #mma>"
        base = self.add(f"tt.splat %o : !tt.ptr<f32> -> {type_}")
        if self.source.random() < 0.5:
            return base
        offsets = self.ranges(rows, columns)
        return self.add(f"tt.addptr {base}, {offsets} : {type_}, {_product(rows, columns, 'i32')}")

    def put(self, value: str, rows: int, columns: int) -> None:
        """Store a block, or add it."""
        type_ = _product(rows, columns)
        kinds = ["store", "store", "descriptor"] + (["atomic"] if self.tasks else [])
        match self.source.choice(kinds):
            case "store":
                to = self.pointers(rows, columns)
                of_pointers = f"tensor<{rows}x{columns}x!tt.ptr<f32>, #mma>"
                self.effect(f"tt.store {to}, {value} {{@}} : {of_pointers}", consumed=True)
            case "descriptor":
                half = self.add(f"arith.truncf {value} : {type_} to {_product(rows, columns, 'f16')}")
                descriptor, of_blocks = self.descriptor(rows, columns)
                block = f"tensor<{rows}x{columns}xf16, #blocked>"
                half = self.add(f"ttg.convert_layout {half} : {_product(rows, columns, 'f16')} -> {block}")
                x, y = ("%at", "%c0") if self.shares_coordinates else (self.own("%at"), self.own("%c0"))
                self.effect(
                    f"tt.descriptor_store {descriptor}[{x}, {y}], {half} {{@}} : {of_blocks}, {block}", consumed=True
                )
            case _:
                self.atomic(value, rows, columns)

    def put_sum(self, value: str, rows: int, columns: int) -> None:
        """Store a block, or add it: what consumers have may be parts of sums."""
        choice = self.source.choice([self.put, *([self.atomic, self.descriptor_reduce] * self.tasks)])
        choice(self.computed(value, rows, columns) if self.source.random() < 0.3 else value, rows, columns)

    def atomic(self, value: str, rows: int, columns: int) -> None:
        """Add a block atomically."""
        to, type_ = self.pointers(rows, columns), _product(rows, columns)
        true = self.add(f"arith.constant dense<true> : {_product(rows, columns, 'i1')}")
        self.add(
            f"tt.atomic_rmw fadd, relaxed, gpu, {to}, {value}, {true} {{@}} : "
            f"(tensor<{rows}x{columns}x!tt.ptr<f32>, #mma>, {type_}, {_product(rows, columns, 'i1')}) -> {type_}",
            consumed=True,
        )

    def descriptor_reduce(self, value: str, rows: int, columns: int) -> None:
        """Add a block through a descriptor."""
        descriptor, of_blocks = self.descriptor(rows, columns, "f32")
        self.effect(
            f"tt.descriptor_reduce add, {descriptor}[%at, %c0], {value} {{@}} : {of_blocks}, {_product(rows, columns)}",
            consumed=True,
        )

    # ------------------------------------------------------------------------------------------------------ program

    def text(self) -> str:
        """The module."""
        rows, columns = self.rows, self.columns
        product, carried = self.dot(self.operand(rows, _INNER), self.operand(_INNER, columns), rows, columns)
        results: list[tuple[str, int, int]] = []
        kind = self.source.choice(["none", "chained", "transposed", "second", "right", "square"])
        stored = not carried or self.source.random() < 0.2
        value = self.computed(product, rows, columns) if stored or kind not in ("none", "second") else product
        match kind:
            case "chained":
                width = self.source.choice([64, 128])
                a, b = self.next_operand(value, rows, columns), self.operand(columns, width)
                second, of_second = self.dot(a, b, rows, width)
                if not of_second:
                    self.put(second, rows, width)
            case "transposed":
                width = self.source.choice([64, 128])
                a, b = self.transposed(value, rows, columns), self.operand(rows, width)
                third, of_third = self.dot(a, b, columns, width)
                if not of_third:
                    self.put_sum(third, columns, width)
            case "right":
                # The product is the second operand, as it is or transposed.
                height = self.source.choice([64, 128])
                turned = self.source.random() < 0.5
                b = self.transposed(value, rows, columns) if turned else self.in_memory(value, rows, columns)
                inner, width = (columns, rows) if turned else (rows, columns)
                third, of_third = self.dot(self.operand(height, inner), b, height, width)
                if not of_third:
                    self.put_sum(third, height, width)
            case "square":
                a, b = self.next_operand(value, rows, columns), self.transposed(value, rows, columns)
                third, of_third = self.dot(a, b, rows, rows)
                if not of_third:
                    self.put_sum(third, rows, rows)
            case "second":
                # Another product of blocks, of which the first operand may be shared.
                fourth, of_fourth = self.dot(self.operand(rows, _INNER), self.operand(_INNER, 64), rows, 64)
                if not of_fourth:
                    self.put(self.computed(fourth, rows, 64), rows, 64)
            case _:
                pass
        if stored:
            self.put(value, rows, columns)
        self.lines = self.after
        for at, (_, type_, _, _) in enumerate(self.carried):
            if type_.count("x") >= 2 and type_.endswith("f32, #mma>"):
                shape = [int(part) for part in type_[len("tensor<") :].split("x")[:2]]
                results.append((f"%result#{at}" if len(self.carried) > 1 else "%result", shape[0], shape[1]))
        for name, height, width in results:
            self.put(self.computed(name, height, width), height, width)
        return self._module()

    def _loop(self) -> list[str]:
        """The loop, with what is around it and after it."""
        requested = " {tt.warp_specialize}"
        head, end = _head("%i", "%result", [held[:3] for held in self.carried], [held[3] for held in self.carried])
        inner = [head, *self.body, *end, "}" + ("" if self.nested else requested)]
        stores = self._stores()
        constants = [line for line in self.before if " arith.constant " in line]
        before = [line for line in self.before if line not in constants]
        if not self.nested:
            lines = [*before, *inner, *stores]
            if self.source.random() < 0.2:
                lines = ["%some = arith.cmpi slt, %at, %n : i32", "scf.if %some {", *lines, "}"]
            return [*constants, *lines]
        lines = [*before, *inner, *stores]
        if not self.passed and self.source.random() < 0.3:
            lines = ["%some = arith.cmpi slt, %tile, %at : i32", "scf.if %some {", *lines, "}"]
        results = [_result("%result", self.carried, around) for around, *_ in self.passed]
        head, end = _head("%tile", "%around", self.passed, results)
        return [*constants, head, *lines, *end, "}" + requested]

    def _stores(self) -> list[str]:
        """What follows the loop, at times in a branch, in a loop, or in a loop in a branch."""
        stores = self.after
        if stores and self.source.random() < 0.15:
            stores = ["scf.for %j = %c0 to %n step %c1 : i32 {", *stores, "}"]
        if stores and self.source.random() < 0.2:
            stores = ["%less = arith.cmpi slt, %n, %at : i32", "scf.if %less {", *stores, "}"]
        return stores

    def _module(self) -> str:
        body = "\n".join(f"  {line}" for line in (*_VALUES, *self.descriptors.values(), *self._loop(), "tt.return"))
        arguments = "%q: !tt.ptr<f16>, %w: !tt.ptr<f32>, %s: i64, %o: !tt.ptr<f32>, %row: i32, %n: i32"
        return (
            f'{_HEAD}module attributes {{{_ATTRIBUTES}, "ttg.threads-per-warp" = 32 : i32}} {{\n'
            f"tt.func @f({arguments}) {{\n{body}\n}}\n}}\n"
        )


def _head(variable: str, result: str, carried: list[tuple[str, str, str]], yielded: list[str]) -> tuple[str, list[str]]:
    """The first line of a loop with what it carries (name, type and init), and its terminator."""
    bounds = f"scf.for {variable} = %c0 to %n step %c1"
    if not carried:
        return f"{bounds} : i32 {{", []
    types = ", ".join(type_ for _, type_, _ in carried)
    inits = ", ".join(f"{name} = {init}" for name, _, init in carried)
    results = f"{result}:{len(carried)}" if len(carried) > 1 else result
    end = [f"scf.yield {', '.join(yielded)} : {types}"]
    return f"{results} = {bounds} iter_args({inits}) -> ({types}) : i32 {{", end


def _result(result: str, carried: list[tuple[str, str, str, str]], init: str) -> str:
    """The result of a loop for what starts as ``init``."""
    at = next(at for at, held in enumerate(carried) if held[2] == init)
    return f"{result}#{at}" if len(carried) > 1 else result


def program(seed: int, *, shares_coordinates: bool = False) -> str:
    """A kernel with a loop to be warp-specialized."""
    return _Program(seed, shares_coordinates=shares_coordinates).text()

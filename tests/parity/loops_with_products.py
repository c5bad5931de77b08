"""Random loops to be pipelined, as TTGIR text: loads of all kinds, products, branches, nested loops, dynamic bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from xtriton.versions import V3_6, V3_8, by_version

LAYOUTS = """
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#turned = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#tiles = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
"""
TENSOR = "tensor<64x32xf16, #blocked>"
POINTERS = "tensor<64x32x!tt.ptr<f16>, #blocked>"
OFFSETS = "tensor<64x32xi32, #blocked>"
MASK = "tensor<64x32xi1, #blocked>"
ACC = "tensor<64x64xf32, #mma>"
LEFT = "tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>"
RIGHT = "tensor<32x64xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>>"
_TILE = "64x32xf16, #tiles"
_DESCRIPTOR = by_version({V3_6: f"!tt.tensordesc<tensor<{_TILE}>>", V3_8: f"!tt.tensordesc<{_TILE}>"})
ROW = "tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>"

ARGUMENTS = (
    ("%p", "!tt.ptr<f16> {tt.divisibility = 16 : i32}"),
    ("%q", "!tt.ptr<i32> {tt.divisibility = 16 : i32}"),
    ("%s", "!tt.ptr<f32>"),
    ("%n", "i32 {tt.divisibility = 16 : i32}"),
    ("%lower", "i32"),
    ("%upper", "i32"),
    ("%flag", "i1"),
)


@dataclass
class Loop:
    """A loop under construction, with the visible values by type."""

    random: Random
    lines: list[str] = field(default_factory=list[str])
    visible: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    count: int = 0
    descriptors: bool = False
    variable: str = "%lower"

    def add(self, text: str, type_: str | None = None, attributes: str = "") -> str:
        """Add an operation; its result is visible if it has a type."""
        self.count += 1
        name = f"%v{self.count}"
        prefix = f"{name} = " if type_ else ""
        self.lines.append(f'{prefix}{text}{attributes} loc("{name[1:]}")')
        if type_:
            self.visible.setdefault(type_, []).append(name)
        return name

    def value(self, type_: str) -> str:
        """A visible value, rather a late one."""
        values = self.visible[type_]
        return self.random.choice(values[-4:])

    def chance(self, probability: float) -> bool:
        """Whether a random event happens."""
        return self.random.random() < probability


def _addresses(loop: Loop) -> str:
    base = loop.add("tt.splat %p : !tt.ptr<f16> -> " + POINTERS, POINTERS)
    return loop.add(f"tt.addptr {base}, {loop.value(OFFSETS)} : {POINTERS}, {OFFSETS}", POINTERS)


def _offsets(loop: Loop) -> None:
    step = loop.add(f"tt.splat {loop.value('i32')} : i32 -> {OFFSETS}", OFFSETS)
    loop.add(f"arith.addi {loop.value(OFFSETS)}, {step} : {OFFSETS}", OFFSETS)


def _load(loop: Loop) -> None:
    pointers = loop.value(POINTERS) if loop.chance(0.5) else _addresses(loop)
    if loop.chance(0.5):
        loop.add(f"tt.load {pointers} : {POINTERS}", TENSOR)
        return
    limit = loop.add(f"tt.splat {loop.value('i32')} : i32 -> {OFFSETS}", OFFSETS)
    mask = loop.add(f"arith.cmpi slt, {loop.value(OFFSETS)}, {limit} : {OFFSETS}", MASK)
    other = loop.random.choice(("", ", %zeros", ", %ones"))
    loop.add(f"tt.load {pointers}, {mask}{other} : {POINTERS}", TENSOR)


def _indirect(loop: Loop) -> None:
    type_ = OFFSETS.replace("i32", "!tt.ptr<i32>")
    base = loop.add(f"tt.splat %q : !tt.ptr<i32> -> {type_}", type_)
    where = loop.add(f"tt.addptr {base}, {loop.value(OFFSETS)} : {type_}, {OFFSETS}", type_)
    loop.add(f"tt.load {where} : {type_}", OFFSETS)


def _scalar(loop: Loop) -> None:
    where = loop.add(f"tt.addptr %s, {loop.value('i32')} : !tt.ptr<f32>, i32", "!tt.ptr<f32>")
    scale = loop.add(f"tt.load {where} : !tt.ptr<f32>", "f32")
    if loop.chance(0.6):
        splat = loop.add(f"tt.splat {scale} : f32 -> {ACC}")
        loop.lines[-1] = f"{splat} = {loop.lines[-1]}"
        loop.add(f"arith.mulf {loop.value(ACC)}, {splat} : {ACC}", ACC)


def _descriptor(loop: Loop) -> None:
    if not loop.descriptors:
        _load(loop)
        return
    loop.add(
        f"tt.descriptor_load %d[{loop.value('i32')}, {loop.value('i32')}] : {_DESCRIPTOR.now()} -> {TENSOR}", TENSOR
    )


def _dot(loop: Loop) -> None:
    left = loop.value(TENSOR)
    if loop.chance(0.3):
        memory = f"!ttg.memdesc<64x32xf16, #{loop.random.choice(('plain', 'swizzled', 'tiles'))}, #smem>"
        alloc = loop.add(f"ttg.local_alloc {left} : ({TENSOR}) -> {memory}", memory)
        left = loop.add(f"ttg.local_load {alloc} : {memory} -> {LEFT}", LEFT)
    else:
        left = loop.add(f"ttg.convert_layout {left} : {TENSOR} -> {LEFT}", LEFT)
    turned = "tensor<32x64xf16, #turned>"
    right = loop.add(f"tt.trans {loop.value(TENSOR)} {{order = array<i32: 1, 0>}} : {TENSOR} -> {turned}", turned)
    right = loop.add(f"ttg.convert_layout {right} : {turned} -> {RIGHT}", RIGHT)
    loop.add(f"tt.dot {left}, {right}, {loop.value(ACC)} : {LEFT} * {RIGHT} -> {ACC}", ACC)


def _elementwise(loop: Loop) -> None:
    loop.add(f"arith.addf {loop.value(TENSOR)}, {loop.value(TENSOR)} : {TENSOR}", TENSOR)


def _arithmetic(loop: Loop) -> None:
    loop.add(f"arith.addi {loop.value('i32')}, {loop.value('i32')} : i32", "i32")


def _store(loop: Loop) -> None:
    if loop.descriptors and loop.chance(0.5):
        loop.add(
            f"tt.descriptor_store %d[{loop.value('i32')}, %n], {loop.value(TENSOR)} : {_DESCRIPTOR.now()}, {TENSOR}"
        )
    else:
        loop.add(f"tt.store {loop.value(POINTERS)}, {loop.value(TENSOR)} : {POINTERS}")


def _branch(loop: Loop) -> None:
    condition = loop.add(f"arith.cmpi slt, {loop.value('i32')}, %n : i32", "i1")
    before = {type_: list(values) for type_, values in loop.visible.items()}
    start = len(loop.lines)
    loop.random.choice((_elementwise, _load, _store, _dot))(loop)
    loop.random.choice((_elementwise, _arithmetic))(loop)
    type_ = loop.random.choice((TENSOR, ACC))
    inside, taken = loop.lines[start:], loop.value(type_)
    loop.visible = before
    other = loop.value(type_)
    del loop.lines[start:]
    body = "\n".join([*inside, f"scf.yield {taken} : {type_}"])
    loop.add(f"scf.if {condition} -> ({type_}) {{\n{body}\n}} else {{\nscf.yield {other} : {type_}\n}}", type_)


def _inner_loop(loop: Loop) -> None:
    before = {type_: list(values) for type_, values in loop.visible.items()}
    start, init = len(loop.lines), loop.value(ACC)
    loop.count += 1
    carried, variable = f"%a{loop.count}", f"%i{loop.count}"
    loop.visible[ACC].append(carried)
    loop.visible["i32"].append(variable)
    for step in loop.random.choices((_load, _offsets, _dot, _scalar), k=3):
        step(loop)
    _dot(loop)
    body = "\n".join([*loop.lines[start:], f"scf.yield {loop.value(ACC)} : {ACC}"])
    loop.visible = before
    del loop.lines[start:]
    bounds = f"{variable} = %lower to {loop.value('i32')} step %c1"
    loop.add(f"scf.for {bounds} iter_args({carried} = {init}) -> ({ACC}) : i32 {{\n{body}\n}}", ACC)


Step = Callable[[Loop], None]
STEPS: tuple[Step, ...] = (
    *(_load, _load, _load, _descriptor, _descriptor, _dot, _dot, _offsets),
    *(_indirect, _scalar, _elementwise, _arithmetic, _store, _branch),
)


def random_loop(seed: int) -> str:
    """A module with one function that has a loop; the same seed gives the same one. It is for sm_90 if it uses TMA."""
    random = Random(seed)
    loop = Loop(random, descriptors=random.random() < 0.4)
    _preamble(loop)
    start = len(loop.lines)
    types = [ACC, POINTERS, *random.choices((TENSOR, OFFSETS, "i32"), k=random.randrange(3))]
    inits = [loop.value(type_) for type_ in types]
    for index, type_ in enumerate(types):
        loop.visible[type_].append(f"%c{index}x")
    loop.visible["i32"].append("%i")
    for step in random.choices(STEPS, k=random.randrange(4, 12)):
        step(loop)
    if random.random() < 0.1:
        _inner_loop(loop)
    advanced = loop.add(f"tt.addptr %c1x, %advance : {POINTERS}, {OFFSETS}", POINTERS)
    yielded = [loop.visible[type_][-1] for type_ in types]
    yielded[1] = advanced
    body, before = "\n".join(loop.lines[start:]), "\n".join(loop.lines[:start])
    carried = ", ".join(f"%c{index}x = {init}" for index, init in enumerate(inits))
    step = random.choice(("%c1", "%c32", "%n"))
    stages = random.choice(("", "", "", " {tt.num_stages = 2 : i32}", " {tt.num_stages = 4 : i32}"))
    listed = ", ".join(types)
    head = f"%r:{len(types)} = scf.for %i = %lower to %upper step {step} iter_args({carried}) -> ({listed}) : i32"
    text = f'{head} {{\n{body}\nscf.yield {", ".join(yielded)} : {listed} loc("end")\n}}{stages} loc("loop")'
    return _module(loop, "\n".join([before, text, *_uses(random, types)]))


def _preamble(loop: Loop) -> None:
    """Values before the loop."""
    row = "%row = tt.make_range {end = 32 : i32, start = 0 : i32} : "
    loop.lines += [
        f"%zeros = arith.constant dense<0.0> : {TENSOR}",
        f"%ones = arith.constant dense<1.0> : {TENSOR}",
        f"%acc = arith.constant dense<0.0> : {ACC}",
        f"%advance = arith.constant dense<32> : {OFFSETS}",
        "%c1 = arith.constant 1 : i32",
        "%c32 = arith.constant 32 : i32",
        f"{row}{ROW}",
        f"%wide = tt.expand_dims %row {{axis = 0 : i32}} : {ROW} -> tensor<1x32xi32, #blocked>",
        f"%offsets = tt.broadcast %wide : tensor<1x32xi32, #blocked> -> {OFFSETS}",
    ]
    loop.visible = {
        TENSOR: ["%zeros"],
        ACC: ["%acc"],
        OFFSETS: ["%offsets"],
        "i32": ["%n", "%c1"],
        POINTERS: [],
    }
    _addresses(loop)


def _uses(random: Random, types: list[str]) -> list[str]:
    """Users of some of the results of the loop."""
    uses: list[str] = []
    for index, type_ in enumerate(types):
        if random.random() < 0.6:
            uses.append(
                f'"tt.print"(%r#{index}) <{{hex = false, isSigned = array<i32: 0>, prefix = "x"}}> : ({type_}) -> ()'
            )
    return uses


def _module(loop: Loop, body: str) -> str:
    arguments = [f'{name}: {type_} loc("{name[1:]}")' for name, type_ in ARGUMENTS]
    if loop.descriptors:
        arguments.append(f'%d: {_DESCRIPTOR.now()} loc("d")')
    target = "cuda:90" if loop.descriptors else "cuda:80"
    attributes = f'"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "{target}", '
    attributes += '"ttg.threads-per-warp" = 32 : i32'
    return (
        f"{LAYOUTS}module attributes {{{attributes}}} {{\n"
        f"tt.func public @loop({', '.join(arguments)}) {{\n{body}\ntt.return\n}}\n}}\n"
    )

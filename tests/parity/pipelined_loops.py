"""Random TTGIR loops for the passes that schedule them, as text: loads, dots, indirect loads, branches, nests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from parity.control_flow import Program

from xtriton.versions import V3_6, V3_8, by_version

HEADER = """\
#A = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#C = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#W = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#T = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#L = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [16, 2], warpsPerCTA = [4, 1], order = [0, 1]}>
#S = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#U = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
"""
SHAPE = "64x64x"
HALVES = f"tensor<{SHAPE}f16, #A>"
INTEGERS = f"tensor<{SHAPE}i32, #A>"
MASK = f"tensor<{SHAPE}i1, #A>"
POINTERS = f"tensor<{SHAPE}!tt.ptr<f16>, #A>"
INDICES = f"tensor<{SHAPE}!tt.ptr<i32>, #A>"
SUM = f"tensor<{SHAPE}f32, #C>"
GROUP_SUM = f"tensor<{SHAPE}f32, #W>"
LOADED_SUM = f"tensor<{SHAPE}f32, #L>"
MEMORY = f"!ttg.memdesc<{SHAPE}f16, #S, #smem>"
ACCUMULATOR = f"!ttg.memdesc<{SHAPE}f32, #T, #tmem, mutable>"
DESCRIPTOR = f"!tt.tensordesc<tensor<{SHAPE}f16, #S>>"
TOKEN = "!ttg.async.token"
_DESCRIPTOR = by_version({V3_6: DESCRIPTOR, V3_8: f"!tt.tensordesc<{SHAPE}f16, #S>"})

CARRIED = (HALVES, INTEGERS, POINTERS, SUM, GROUP_SUM, "i32", "i1")
"""The types of loop-carried values and of results of branches."""
CONSTANTS = {
    HALVES: f"dense<1.0> : {HALVES}",
    INTEGERS: f"dense<3> : {INTEGERS}",
    MASK: f"dense<true> : {MASK}",
    SUM: f"dense<0.0> : {SUM}",
    GROUP_SUM: f"dense<0.0> : {GROUP_SUM}",
    LOADED_SUM: f"dense<0.0> : {LOADED_SUM}",
    "i32": "7 : i32",
    "i1": "true",
}
_CONTIGUOUS = "{tt.divisibility = dense<[16, 16]> : tensor<2xi32>, tt.contiguity = dense<[1, 64]> : tensor<2xi32>} "
ARGUMENTS = {
    "%p": (POINTERS, _CONTIGUOUS),
    "%q": (POINTERS, ""),
    "%r": (INDICES, _CONTIGUOUS),
    "%d": (DESCRIPTOR, ""),
    "%s": ("!tt.ptr<i32>", ""),
    "%m": (MASK, ""),
    "%n": ("i32", ""),
    "%b": ("i1", ""),
}


@dataclass
class LoopProgram(Program):
    """A function with loops under construction."""

    capability: int = 80
    accumulators: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Allocations in tensor memory with their tokens."""
    more: tuple[Callable[[LoopProgram], None], ...] = ()
    """Further operations for bodies."""
    nesting: float = 0.015
    """The probability that an operation in the body of a loop is a loop."""

    def value(self, type_: str) -> str:
        """A visible value of a type; a new constant if there is none, or sometimes where it has one."""
        visible = [name for scope in self.scopes for name in scope.get(type_, ())]
        if visible and (type_ not in CONSTANTS or self.random.random() < 0.9):
            return self.random.choice(visible[-4:] if self.random.random() < 0.7 else visible)
        return self.result(f"arith.constant {CONSTANTS[type_]}", type_)

    def result(self, operation: str, type_: str) -> str:
        """Add an operation with one result, and return its name."""
        name = self.name()
        self.add(f"{name} = {operation}", name)
        self.define(name, type_)
        return name

    def chance(self, probability: float) -> bool:
        """Whether an event of this probability happens."""
        return self.random.random() < probability


def _latency(program: LoopProgram) -> str:
    return f" {{tt.latency = {program.random.randrange(4)} : i32}}" if program.chance(0.02) else ""


def _load(program: LoopProgram) -> None:
    mask = f", {program.value(MASK)}" if program.chance(0.3) else ""
    program.result(f"tt.load {program.value(POINTERS)}{mask}{_latency(program)} : {POINTERS}", HALVES)


def _indirect_load(program: LoopProgram) -> None:
    loaded = program.result(f"tt.load {program.value(INDICES)}{_latency(program)} : {INDICES}", INTEGERS)
    if program.chance(0.6):
        base = program.value(POINTERS)
        pointers = program.result(f"tt.addptr {base}, {loaded} : {POINTERS}, {INTEGERS}", POINTERS)
        program.result(f"tt.load {pointers} : {POINTERS}", HALVES)


def _descriptor_load(program: LoopProgram) -> None:
    row = program.value("i32")
    program.result(f"tt.descriptor_load %d[{row}, {program.value('i32')}] : {DESCRIPTOR} -> {HALVES}", HALVES)


def _scalar_load(program: LoopProgram) -> None:
    offset = program.value("i32")
    pointer = program.result(f"tt.addptr %s, {offset} : !tt.ptr<i32>, i32", "!tt.ptr<i32>")
    program.result(f"tt.load {pointer} : !tt.ptr<i32>", "i32")


def _advance(program: LoopProgram) -> None:
    type_ = program.random.choice((POINTERS, INDICES))
    program.result(f"tt.addptr {program.value(type_)}, {program.value(INTEGERS)} : {type_}, {INTEGERS}", type_)


def _arithmetic(program: LoopProgram) -> None:
    operation, type_ = program.random.choice(
        (
            ("arith.addf", HALVES),
            ("arith.mulf", SUM),
            ("arith.mulf", GROUP_SUM),
            ("arith.addi", INTEGERS),
            ("arith.muli", "i32"),
            ("arith.xori", "i1"),
            ("arith.andi", MASK),
        )
    )
    program.result(f"{operation} {program.value(type_)}, {program.value(type_)} : {type_}", type_)


def _compare(program: LoopProgram) -> None:
    if program.chance(0.5):
        program.result(f"arith.cmpi slt, {program.value('i32')}, {program.value('i32')} : i32", "i1")
    else:
        program.result(f"arith.cmpi slt, {program.value(INTEGERS)}, {program.value(INTEGERS)} : {INTEGERS}", MASK)


def _splat(program: LoopProgram) -> None:
    program.result(f"tt.splat {program.value('i32')} : i32 -> {INTEGERS}", INTEGERS)


def _dot(program: LoopProgram) -> None:
    operands = [f"tensor<{SHAPE}f16, #ttg.dot_op<{{opIdx = {i}, parent = #C, kWidth = 2}}>>" for i in (0, 1)]
    a, b = (
        program.result(f"ttg.convert_layout {program.value(HALVES)} : {HALVES} -> {type_}", type_) for type_ in operands
    )
    program.result(f"tt.dot {a}, {b}, {program.value(SUM)} : {operands[0]} * {operands[1]} -> {SUM}", SUM)


def _memory(program: LoopProgram, mutable: bool = False) -> str:
    type_ = MEMORY.replace(">", ", mutable>", 1) if mutable else MEMORY
    memory = program.result(f"ttg.local_alloc {program.value(HALVES)} : ({HALVES}) -> {type_}", type_)
    if not mutable and program.chance(0.2):
        swizzled = MEMORY.replace("#S", "#U")
        program.result(f"ttg.local_alloc {program.value(HALVES)} : ({HALVES}) -> {swizzled}", swizzled)
    return memory


def _group_dot(program: LoopProgram) -> None:
    operand = f"tensor<{SHAPE}f16, #ttg.dot_op<{{opIdx = 0, parent = #W, kWidth = 2}}>>"
    if program.chance(0.3):
        a_type = operand
        a = program.result(f"ttg.convert_layout {program.value(HALVES)} : {HALVES} -> {operand}", operand)
    else:
        a_type, a = MEMORY, _memory(program)
    dot = f"ttng.warp_group_dot {a}, {_memory(program)}, {program.value(GROUP_SUM)}"
    program.result(f"{dot} {{inputPrecision = 0 : i32}} : {a_type} * {MEMORY} -> {GROUP_SUM}", GROUP_SUM)


def _tensor_memory_dot(program: LoopProgram) -> None:
    a, b = _memory(program), _memory(program)
    accumulator, token = program.random.choice(program.accumulators)
    flag, predicate = program.value("i1"), program.value("i1")
    operation = f"ttng.tc_gen5_mma {a}, {b}, {accumulator}[{token}], {flag}, {predicate}"
    program.result(f"{operation} : {MEMORY}, {MEMORY}, {ACCUMULATOR}", TOKEN)


def _tensor_memory_access(program: LoopProgram) -> None:
    accumulator, token = program.random.choice(program.accumulators)
    name = program.name()
    if program.chance(0.6):
        program.add(f"{name}, {name}_t = ttng.tmem_load {accumulator}[{token}] : {ACCUMULATOR} -> {LOADED_SUM}", name)
        program.define(name, LOADED_SUM)
        return
    if program.chance(0.5):
        stored = program.value(LOADED_SUM)
        changed = program.result(f"arith.addf {stored}, {stored} : {LOADED_SUM}", LOADED_SUM)
    else:
        changed = program.value(LOADED_SUM)
    store = f"ttng.tmem_store {changed}, {accumulator}[{token}], {program.value('i1')}"
    program.add(f"{name} = {store} : {LOADED_SUM} -> {ACCUMULATOR}", name)


def _store(program: LoopProgram) -> None:
    program.add(f"tt.store {program.value(POINTERS)}, {program.value(HALVES)} : {POINTERS}", "store")


def _stop(program: LoopProgram) -> None:
    check = f'tt.assert {program.value("i1")}, "assertion" : i1'
    line = program.random.choice(("gpu.barrier", check, 'tt.print "text" {hex = false, isSigned = array<i32>}'))
    program.add(line, "stop")


def _branch(program: LoopProgram) -> None:
    condition = program.value("i1")
    types = program.random.choices(CARRIED, k=program.random.randrange(3))
    name = program.name()
    results = f"{name}:{len(types)} = " if types else ""
    arrow = f" -> ({', '.join(types)})" if types else ""
    program.add(f"{results}scf.if {condition}{arrow} {{")
    for last in (False, True):
        program.scopes.append({})
        _body(program, program.random.randrange(4), loops=False)
        if types:
            program.add(f"scf.yield {', '.join(map(program.value, types))} : {', '.join(types)}", "yield")
        program.scopes.pop()
        program.add("}" if last else "} else {")
    for index, type_ in enumerate(types):
        program.define(f"{name}#{index}", type_)


def _loop(program: LoopProgram) -> None:
    types = program.random.choices(CARRIED, k=program.random.randrange(1, 5))
    inits = [program.value(type_) for type_ in types]
    name, variable = program.name(), program.name()
    arguments = [program.name() for _ in types]
    bounds = f"{program.value('i32')} to {program.value('i32')} step {program.value('i32')}"
    carried = ", ".join(f"{argument} = {init}" for argument, init in zip(arguments, inits, strict=True))
    program.add(
        f"{name}:{len(types)} = scf.for {variable} = {bounds} iter_args({carried}) -> ({', '.join(types)}) : i32 {{"
    )
    program.scopes.append({})
    program.define(variable, "i32")
    for argument, type_ in zip(arguments, types, strict=True):
        program.define(argument, type_)
    _body(program, program.random.randrange(3, 16), loops=True)
    computed = [_yielded(program, type_) for type_ in types]
    program.add(f"scf.yield {', '.join(computed)} : {', '.join(types)}", "yield")
    program.scopes.pop()
    program.add(f"}}{_attributes(program)}")
    for index, type_ in enumerate(types):
        program.define(f"{name}#{index}", type_)


def _yielded(program: LoopProgram, type_: str) -> str:
    """Mostly the result of an operation in the body: other values are not pipelined."""
    defined = _defined(program)
    computed = [name for name in program.scopes[-1].get(type_, ()) if name.split("#")[0] in defined]
    if computed and program.chance(0.97):
        return program.random.choice(computed)
    if program.chance(0.97) and type_ in CONSTANTS:
        operation = "arith.addf" if "f16" in type_ or "f32" in type_ else "arith.addi"
        operands = f"{program.value(type_)}, {program.value(type_)}"
        return program.result(f"{operation} {operands} : {type_}", type_)
    if program.chance(0.97) and type_ == POINTERS:
        operands = f"{program.value(POINTERS)}, {program.value(INTEGERS)}"
        return program.result(f"tt.addptr {operands} : {POINTERS}, {INTEGERS}", POINTERS)
    return program.value(type_)


def _defined(program: LoopProgram) -> set[str]:
    """The names that operations define."""
    return {line.split("=")[0].strip().split(":")[0].split(",")[0] for line in program.lines if " = " in line}


def _attributes(program: LoopProgram) -> str:
    found: list[str] = []
    if program.chance(0.35):
        found.append(f"tt.num_stages = {program.random.randrange(1, 6)} : i32")
    if program.chance(0.2):
        found.append("tt.warp_specialize")
    if program.chance(0.1):
        found.append("tt.disallow_acc_multi_buffer")
    return f" {{{', '.join(found)}}}" if found else ""


Maker = Callable[[LoopProgram], None]
_ALWAYS: tuple[Maker, ...] = (_load, _load, _load, _indirect_load, _scalar_load, _advance, _arithmetic, _arithmetic)
_MORE: tuple[Maker, ...] = (_compare, _splat, _store, _branch, _branch)
_DOTS: dict[int, tuple[Maker, ...]] = {
    80: (_dot, _dot),
    90: (_dot, _group_dot, _group_dot, _group_dot, _descriptor_load),
    100: (_tensor_memory_dot, _tensor_memory_dot, _tensor_memory_access, _descriptor_load),
}


def _body(program: LoopProgram, count: int, *, loops: bool) -> None:
    makers = (*_ALWAYS, *_MORE, *_DOTS[program.capability], *program.more)
    for _ in range(count):
        if loops and program.chance(program.nesting):
            _loop(program)
        elif program.chance(0.005):
            _stop(program)
        else:
            program.random.choice(makers)(program)


def _store_by_descriptor(program: LoopProgram) -> None:
    indices = f"{program.value('i32')}, {program.value('i32')}"
    program.add(f"tt.descriptor_store %d[{indices}], {program.value(HALVES)} : {DESCRIPTOR}, {HALVES}", "store")


def _atomic(program: LoopProgram) -> None:
    order = program.random.choice(("relaxed", "relaxed", "acq_rel"))
    operands = f"{program.value('!tt.ptr<i32>')}, {program.value('i32')}, {program.value('i1')}"
    program.result(f"tt.atomic_rmw add, {order}, gpu, {operands} : (!tt.ptr<i32>, i32, i1) -> i32", "i32")


def _while(program: LoopProgram) -> None:
    types = program.random.choices(CARRIED, k=program.random.randrange(1, 4))
    inits = [program.value(type_) for type_ in types]
    name, before, after = program.name(), [program.name() for _ in types], [program.name() for _ in types]
    carried = ", ".join(f"{argument} = {init}" for argument, init in zip(before, inits, strict=True))
    listed = ", ".join(types)
    program.add(f"{name}:{len(types)} = scf.while ({carried}) : ({listed}) -> ({listed}) {{")
    for arguments in (before, after):
        program.scopes.append({})
        for argument, type_ in zip(arguments, types, strict=True):
            program.define(argument, type_)
        if arguments is before:
            _compare(program)
            program.add(f"scf.condition({program.value('i1')}) {', '.join(before)} : {listed}", "yield")
            typed = ", ".join(f"{argument}: {type_}" for argument, type_ in zip(after, types, strict=True))
            program.add(f"}} do {{\n^bb0({typed}):")
        else:
            _body(program, program.random.randrange(2, 8), loops=program.chance(0.5))
            program.add(f"scf.yield {', '.join(map(program.value, types))} : {listed}", "yield")
        program.scopes.pop()
    program.add("}")
    for index, type_ in enumerate(types):
        program.define(f"{name}#{index}", type_)


def random_nests(seed: int) -> str:
    """Like :func:`random_loops`, with ``scf.while``, more nested loops, descriptor stores and atomic operations."""
    more = (_store_by_descriptor, _store_by_descriptor, _atomic) if seed % 3 else (_atomic,)
    program = LoopProgram(Random(seed), capability=(80, 90, 100)[seed % 3], more=more, nesting=0.06)
    return _module(program, (_loop, _loop, _while))


def random_loops(seed: int, capability: int | None = None) -> str:
    """A module with one function of a few loops, for a GPU of a capability (80, 90 or 100), chosen by the seed if None.

    The same seed always makes the same text.
    """
    return _module(LoopProgram(Random(seed), capability=capability or (80, 90, 100)[seed % 3]), (_loop,))


def _module(program: LoopProgram, loops: Sequence[Maker]) -> str:
    """A module with one or two loops."""
    program.scopes.append({})
    arguments = ", ".join(f"{name}: {type_} {attributes}".rstrip() for name, (type_, attributes) in ARGUMENTS.items())
    for name, (type_, _) in ARGUMENTS.items():
        program.define(name, type_)
    if program.capability == 100:
        for _ in range(program.random.randrange(1, 3)):
            name = program.name()
            program.add(f"{name}, {name}_t = ttng.tmem_alloc : () -> ({ACCUMULATOR}, {TOKEN})", name)
            program.accumulators.append((name, f"{name}_t"))
    for _ in range(program.random.randrange(1, 3)):
        (program.random.choice(loops) if len(loops) > 1 else loops[0])(program)
    target = f'ttg.target = "cuda:{program.capability}"'
    attributes = f'"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, {target}, "ttg.threads-per-warp" = 32 : i32'
    body = "\n".join(program.lines)
    function = f"tt.func public @f({arguments}) {{\n{body}\n  tt.return\n}}".replace(DESCRIPTOR, _DESCRIPTOR.now())
    return f"{HEADER}module attributes {{{attributes}}} {{\n{function}\n}}\n"

"""Mutations of schedules, buffers and synchronisation of pipelined kernels, drawn at random: which are found?

    python -m semantics.pipelined [--count 200] [--seed 0]        in tests

Kernels of ``parity.kernels`` with loops, and kernels with automatic warp specialization, are compiled by the native
passes. A mutation changes the stage or cluster of an operation before ``tritongpu-pipeline`` runs, or one operation of
the final TTGIR. It is found if a pass or the interpreter reports an error, or a result is wrong. Mutations after which
the final TTGIR is the same are not counted.
"""

from __future__ import annotations

import argparse
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np
from parity.cases import stage_texts
from parity.frontend import Frontend
from parity.kernels import KERNELS
from parity.outcomes import native_outcome
from semantics.automatic_partitions import HOPPER_PROGRAMS, PROGRAMS, specialized
from semantics.half_kernels import attention_kernel, matmul_kernel
from semantics.synchronisation import CHANGES, Alter, NotHereError
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, StringAttr, i1, i32
from xdsl.ir import Operation, SSAValue

import xtriton
from xtriton.dialects.tt.program import AssertOp
from xtriton.dialects.ttg.memdesc import MemDescIndexOp
from xtriton.dialects.ttg.memory import AsyncCommitGroupOp, AsyncWaitOp
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.interp import interpret
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.narrowing import int_value
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.kernels.reference import relative_error
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.pipelines import make_ttgir_passes

IsRight = Callable[[ModuleOp], bool]

STAGED = (
    ("matmul_int8", 80),
    ("matmul_descriptors", 90),
    ("matmul_descriptors", 100),
    ("matmul_persistent", 80),
    ("attention_forward_causal", 80),
    ("attention_forward_causal", 90),
    ("int4_matmul", 80),
)
"""Kernels of ``parity.kernels`` with the compute capability that they are compiled for."""
_HALF = "*fp16:16,*fp16:16,*fp16:16,i32:16,i32:16,i32:16,i32:16,1,i32:16,1,i32:16,1,64,64,32,8"
_ATTENTION = "*fp16:16,*fp16:16,*fp16:16,*fp16:16,i32:16,fp32,64,32,64,True"
STAGE, CLUSTER = "loop.stage", "loop.cluster"


def _drop(op: Operation) -> None:
    for result, operand in zip(op.results, op.operands, strict=False):
        result.replace_all_uses_with(operand)
    op.detach()
    op.erase()


def _more_pending(op: Operation) -> None:
    op.properties["num"] = IntegerAttr(int_value(op.properties["num"]) + 1, i32)


def _next_buffer(op: Operation) -> None:
    assert isinstance(op, MemDescIndexOp) and op.parent is not None
    buffers = op.src.type.get_shape()[0]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    if buffers == 1:
        raise NotHereError
    one, none, last = (ConstantOp(IntegerAttr(value, i32)) for value in (1, 0, buffers - 1))
    plus = AddIOp(op.index, one.result)
    wraps = CmpIOp(CmpIPredicate.SGE, op.index, last.result)
    chosen = SelectOp(wraps.result, none.result, plus.result)
    op.parent.insert_ops_before([one, none, last, plus, wraps, chosen], op)
    op.operands[1] = chosen.result


FINAL: dict[type[Operation], dict[str, Alter]] = {
    **CHANGES,
    AsyncWaitOp: {"dropped": _drop, "one more pending": _more_pending},
    AsyncCommitGroupOp: {"dropped": _drop},
    MemDescIndexOp: {"the next buffer": _next_buffer},
}
"""What is done to each operation of the final TTGIR, by its class."""


@dataclass(frozen=True)
class Program:
    """A compiled kernel: its module before ``tritongpu-pipeline``, if it has one, the rest of the stage, the result."""

    name: str
    scheduled: ModuleOp | None
    rest: str
    final: ModuleOp
    is_right: IsRight


def _kernel_is_right(name: str) -> IsRight:
    kernel = KERNELS[name]
    assert kernel.example is not None and kernel.reference is not None
    example_of, reference = kernel.example, kernel.reference

    def is_right(module: ModuleOp) -> bool:
        example = example_of(np.random.default_rng(0))
        given = copy.deepcopy(example.arguments)
        names = [parameter for parameter in kernel.fn.arg_names if parameter in kernel.signature]
        interpret(module, example.grid, *(example.arguments[parameter] for parameter in names))
        return all(
            np.allclose(example.arguments[parameter], array, kernel.tolerance, kernel.tolerance, equal_nan=True)
            for parameter, array in reference(given).items()
        )

    return is_right


def _in_two_orders(is_right: Callable[..., bool]) -> IsRight:
    """How many arrivals belong to which partition shows only in some orders."""
    return lambda module: all(is_right(module, order) for order in ("first", "last"))


def _parsed(text: str | None) -> ModuleOp:
    assert text is not None
    return parse_module(text, "kernel.ttgir", Context())


def staged(name: str, capability: int) -> Program:
    """A kernel of ``parity.kernels`` after the native TTGIR stage."""
    sizes = Frontend(KERNELS[name], capability).options
    passes = make_ttgir_passes(capability, sizes.num_warps, sizes.num_stages, sizes.num_ctas)
    return _cut(f"{name} at {capability}", stage_texts(name, capability)[-1][1], passes, _kernel_is_right(name))


def _cut(name: str, ttir: str, passes: tuple[str, ...], is_right: IsRight) -> Program:
    """A kernel after the native TTGIR stage, which is cut after its loops are scheduled."""
    cut = passes.index("tritongpu-schedule-loops") + 1
    scheduled = native_outcome(",".join(passes[:cut]), ttir).text
    rest = ",".join(passes[cut:])
    final = _parsed(native_outcome(rest, scheduled or "").text)
    return Program(name, _parsed(scheduled), rest, final, is_right)


def half_product(capability: int) -> Program:
    """Triton's tutorial of the product of f16 matrices; with WGMMA at 90, in tensor memory at 100."""

    def is_right(module: ModuleOp) -> bool:
        random = np.random.default_rng(1)
        a, b = (random.integers(-2, 3, shape).astype(np.float16) for shape in ((128, 256), (256, 64)))
        out = np.full((128, 64), np.nan, np.float16)
        interpret(module, (2,), a, b, out, 128, 64, 256, 256, 64, 64)
        return np.array_equal(out, (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16))

    ttir = xtriton.compile(matmul_kernel, _HALF, target=f"cuda:{capability}", until="ttir").asm["ttir"]
    return _cut(f"product at {capability}", str(ttir), make_ttgir_passes(capability), is_right)


def attention(capability: int) -> Program:
    """A forward pass of causal attention."""

    def is_right(module: ModuleOp) -> bool:
        random = np.random.default_rng(1)
        q, k, v = (random.standard_normal((192, 64)).astype(np.float16) for _ in range(3))
        out = np.full((192, 64), np.nan, np.float16)
        interpret(module, (3,), q, k, v, out, 192, 0.125)
        weights = np.tril(np.exp(0.125 * (q.astype(np.float64) @ k.astype(np.float64).T)))
        return relative_error(out.astype(np.float64), weights @ v / weights.sum(axis=1, keepdims=True)) < 2e-3

    ttir = xtriton.compile(attention_kernel, _ATTENTION, target=f"cuda:{capability}", until="ttir").asm["ttir"]
    return _cut(f"attention at {capability}", str(ttir), make_ttgir_passes(capability), is_right)


@cache
def programs() -> tuple[Program, ...]:
    """All programs that are mutated. Their results are right."""
    partitioned = [
        *((f"{name} in partitions at 100", specialized(name), right) for name, right in PROGRAMS.items()),
        *(
            (f"{name} in partitions at 90", specialized(name, "nvgpu-warp-specialization"), right)
            for name, right in HOPPER_PROGRAMS.items()
        ),
    ]
    made = [staged(*kernel) for kernel in STAGED]
    made += [make(capability) for make in (half_product, attention) for capability in (80, 90, 100)]
    made += [Program(name, None, "", module, _in_two_orders(right)) for name, module, right in partitioned]
    for program in made:
        assert program.is_right(program.final), program.name
    return tuple(made)


@dataclass(frozen=True)
class Mutation:
    """A change of one operation, by its number among all operations of the module."""

    program: Program
    before_expansion: bool
    number: int
    change: str

    @property
    def op(self) -> Operation:
        """The operation in the module as it is."""
        module = self.program.scheduled if self.before_expansion else self.program.final
        assert module is not None
        return list(module.walk())[self.number]

    def apply(self) -> ModuleOp | None:
        """The changed final TTGIR; None if it is the same. Raises ``DiagnosticError`` if a pass refuses the change."""
        if not self.before_expansion:
            changed = self.program.final.clone()
            op = list(changed.walk())[self.number]
            FINAL[type(op)][self.change](op)
            return changed
        assert self.program.scheduled is not None
        changed = self.program.scheduled.clone()
        op = list(changed.walk())[self.number]
        name, step = _SCHEDULE[self.change]
        op.attributes[name] = IntegerAttr(int_value(op.attributes[name]) + step, i32)
        context = Context()
        PassManager(context, verify_each=False).run(parse_pipeline(self.program.rest), changed)
        verify(changed, context)
        return None if print_op(changed) == print_op(self.program.final) else changed


_SCHEDULE = {
    "one stage earlier": (STAGE, -1),
    "one stage later": (STAGE, 1),
    "one cluster earlier": (CLUSTER, -1),
    "one cluster later": (CLUSTER, 1),
}


def mutations(program: Program) -> Iterator[Mutation]:
    """All mutations of a program."""
    if program.scheduled is not None:
        for number, op in enumerate(program.scheduled.walk()):
            if STAGE not in op.attributes:
                continue
            for change, (name, step) in _SCHEDULE.items():
                if int_value(op.attributes[name]) + step >= 0:
                    yield Mutation(program, True, number, change)
    for number, op in enumerate(program.final.walk()):
        for change in FINAL.get(type(op), ()):
            yield Mutation(program, False, number, change)


@dataclass(frozen=True)
class Verdict:
    """How a mutation was found: by an ``error`` of a pass or run, by a wrong ``result``, or not (``right``)."""

    mutation: Mutation
    found: str
    detail: str = ""


def judge(mutation: Mutation) -> Verdict | None:
    """Apply a mutation and run the kernel; None if the mutation has no effect on the final TTGIR."""
    try:
        changed = mutation.apply()
    except NotHereError:
        return None
    except DiagnosticError as failure:
        return Verdict(mutation, "refused by a pass", str(failure))
    if changed is None:
        return None
    try:
        right = mutation.program.is_right(changed)
    except DiagnosticError as failure:
        return Verdict(mutation, "error", str(failure))
    return Verdict(mutation, "not found" if right else "wrong result")


def never_happens(mutation: Mutation) -> bool:
    """Whether the operation, or what uses its result, is predicated, and the predicate is false whenever it runs."""
    module = mutation.program.final.clone()
    op = list(module.walk())[mutation.number]
    happening = [use.operation for use in op.results[0].uses] if isinstance(op, MemDescIndexOp) else [op]
    for user in happening:
        pred = next((user.operands[at] for at in _predicates(user)), None)
        if pred is None or user.parent is None:
            return False
        true = ConstantOp(IntegerAttr(1, i1))
        opposite = XOrIOp(pred, true.result)
        check = AssertOp(opposite.result, message=StringAttr("it happens"))
        user.parent.insert_ops_before([true, opposite, check], user)
    try:
        return bool(happening) and mutation.program.is_right(module)
    except DiagnosticError:
        return False


def _predicates(op: Operation) -> Iterator[int]:
    """The position of the operand ``pred``, if there is one."""
    pred = getattr(op, "pred", None)
    if isinstance(pred, SSAValue):
        yield list(op.operands).index(pred)


def drawn(count: int, seed: int) -> Iterator[Verdict]:
    """The verdicts on so many mutations: a program, a kind of change and an operation are drawn, in this order."""
    random = Random(seed)
    pools: list[dict[tuple[bool, str, str], list[Mutation]]] = []
    for program in programs():
        kinds: dict[tuple[bool, str, str], list[Mutation]] = {}
        for mutation in mutations(program):
            kind = "schedule" if mutation.before_expansion else mutation.op.name
            kinds.setdefault((mutation.before_expansion, kind, mutation.change), []).append(mutation)
        assert kinds, f"{program.name} has no operation to change"
        pools.append(kinds)
    seen: set[tuple[str, bool, int, str]] = set()
    while count:
        kinds = random.choice(pools)
        mutation = random.choice(kinds[random.choice(list(kinds))])
        key = (mutation.program.name, mutation.before_expansion, mutation.number, mutation.change)
        if key in seen:
            continue
        seen.add(key)
        verdict = judge(mutation)
        if verdict is not None:
            count -= 1
            yield verdict


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    table: dict[str, Counter[str]] = {}
    for verdict in drawn(options.count, options.seed):
        mutation = verdict.mutation
        op = mutation.op
        kind = "schedule" if mutation.before_expansion else op.name
        counts = table.setdefault(f"{kind}, {mutation.change}", Counter())
        if verdict.found != "not found":
            counts[verdict.found] += 1
            continue
        reason = _reason(mutation)
        counts[reason] += 1
        where = f"number {mutation.number}, {mutation.change}"
        print(f"{reason}: {mutation.program.name}: {op.name}, {where}: {op.location}", flush=True)
    for kind, counts in sorted(table.items()):
        print(f"{kind:60} " + ", ".join(f"{found} {count}" for found, count in sorted(counts.items())))
    total = sum(table.values(), Counter[str]())
    found = sum(total[how] for how in FOUND)
    print(f"{found} of {sum(total.values())} found: {dict(total)}")
    return 0


FOUND = ("refused by a pass", "error", "wrong result")


def _reason(mutation: Mutation) -> str:
    """Why a mutation is not found, as far as a program can tell."""
    if mutation.before_expansion:
        return "another valid schedule"
    return "never happens" if never_happens(mutation) else "not found"


if __name__ == "__main__":
    raise SystemExit(_main())

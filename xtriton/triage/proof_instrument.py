"""``--verify-each=interp``: differential test of every pass, which reports the first one that changes a result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.arith import AddIOp, IntegerOverflowFlagsAttr, MulIOp, SubIOp
from xtriton.interp.proof import Difference, Proof
from xtriton.interp.registry import SUMMING
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity, error, note
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.printer import print_op
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in, top_of
from xtriton.passes.base import Pass
from xtriton.passes.manager import Instrument


@dataclass
class ProofInstrument(Instrument):
    """Runs the module before and after every pass on generated inputs and compares the results.

    Raises an error at the first function whose results a pass changed. A remark reports functions that cannot be
    compared, once for each function and reason.
    """

    ctx: Context
    _text: str = ""
    _proof: Proof | None = None
    _told: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _sums: Counter[str] = field(default_factory=Counter[str])

    def before(self, instance: Pass, op: Operation) -> None:
        module = _module_of(op)
        if module is None:
            return
        text = print_op(module)
        if instance.assumes_no_overflow:
            self._remember(module, text, Proof(without_overflow(module)))
        elif self._proof is None or text != self._text:
            self._remember(module, text, Proof(module))

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        module, proof = _module_of(op), self._proof
        if module is None:
            self._tell(op, f"the interpreter compares modules only: '{instance.name}' is not checked")
            return
        text = print_op(module)
        if failed or proof is None or text == self._text:
            return
        reassociated = instance.reassociates and not sums_of(module) <= self._sums
        found = proof.compare(module, reassociated=reassociated, speculated=instance.speculates)
        if found is not None:
            raise _report(instance, found)
        for function, reason in proof.left_out(module):
            self._tell(function, f"the interpreter cannot check '{instance.name}' on this function: {reason}")
        self._remember(module, text, proof.successor(module))

    def _remember(self, module: ModuleOp, text: str, proof: Proof) -> None:
        self._text = text
        self._proof = proof
        for record in proof.records.values():
            for branch, goal in record.untaken if record.shown else ():
                self._tell(branch, f"no generated input makes this '{branch.name}' go this way: {goal.name}")
        self._sums = sums_of(module)

    def _tell(self, op: Operation, message: str) -> None:
        key = (str(op.location), message)
        if key not in self._told:
            self._told.add(key)
            self.ctx.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))


def _module_of(op: Operation) -> ModuleOp | None:
    """The module that ``op`` is or is nested in."""
    top = top_of(op)
    return top if isinstance(top, ModuleOp) else None


def without_overflow(module: ModuleOp) -> ModuleOp:
    """A copy in which signed add, sub and mul of 32 bits and more are poison on overflow."""
    copy = module.clone()
    for op in operations_in(copy):
        if isinstance(op, AddIOp | SubIOp | MulIOp) and _is_wide(element_type(op.result.type)):
            op.properties["overflowFlags"] = IntegerOverflowFlagsAttr.of("nsw")
    return copy


def _is_wide(type_: Attribute) -> bool:
    """Whether arithmetic on a type is assumed not to overflow; narrower integers wrap in practice."""
    return is_integer_type(type_) and type_.width.data >= _LEAST_WIDTH


_LEAST_WIDTH = 32


def sums_of(module: ModuleOp) -> Counter[str]:
    """The number of reductions of each kind: a pass that creates more of one changes the summation order."""
    return Counter(SUMMING[op.name] for op in operations_in(module) if op.name in SUMMING)


def _report(instance: Pass, found: Difference) -> Exception:
    message = (
        f"pass '{instance.name}' changes what '{found.function}' computes: "
        f"{found.place} was {found.before} and is {found.after}"
    )
    return error(found.location, message, (note(found.location, f"inputs of {found.inputs}"),))

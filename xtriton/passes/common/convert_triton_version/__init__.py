"""``convert-triton-version``: move IR to another version of Triton."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.common.convert_triton_version.absent import drop_absent_fields, require_known, use_class_of
from xtriton.passes.common.convert_triton_version.rules import DOWNGRADES, UPGRADES, Conversion
from xtriton.passes.ttir.rewrite_tensor_pointer import TritonRewriteTensorPointer
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import KNOWN, V3_8, TritonVersion, use_version


@dataclass(frozen=True)
class ConvertTritonVersion(Pass):
    """Convert IR from the context's version of Triton to another one, as far as its semantics allow.

    before: ``%0 = tt.load %p evictionPolicy = evict_first : !tt.ptr<f32>``
    after:  ``%0 = tt.load %p {cachePolicy = #tt.cache_policy<...>} : !tt.ptr<f32>``

    Raises ``DiagnosticError`` at the first operation, attribute or type that the version does not have and that no
    other spells. The passes after it, the verifier and the printer are those of the new version.
    """

    name: ClassVar[str] = "convert-triton-version"
    positional: ClassVar[str | None] = "to"
    to: str = option("", "the version, such as 3.9")

    def __post_init__(self) -> None:
        TritonVersion.parse(self.to)

    def triton_after(self, triton: TritonVersion) -> TritonVersion:
        return TritonVersion.parse(self.to)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for old, new in _steps(ctx.triton, TritonVersion.parse(self.to)):
            if old < V3_8 <= new:
                with use_version(ctx.triton):  # the last version that has block pointers
                    TritonRewriteTensorPointer().apply_within(self, ctx, module)
            with use_version(new):
                _convert(module, old, new)
            ctx.change_version(new)


def _steps(start: TritonVersion, end: TritonVersion) -> Iterator[tuple[TritonVersion, TritonVersion]]:
    """The neighbouring versions between two versions, in the order of the conversion."""
    first, last = KNOWN.index(start), KNOWN.index(end)
    step = 1 if last > first else -1
    for index in range(first, last, step):
        yield KNOWN[index], KNOWN[index + step]


def _convert(module: ModuleOp, old: TritonVersion, new: TritonVersion) -> None:
    """Convert all operations between neighbouring versions; ``new`` is in effect."""
    rules = UPGRADES.get(new, ()) if new > old else DOWNGRADES.get(old, ())
    rewriter = Rewriter()
    for op in operations_in(module):
        _convert_op(op, rules, new, rewriter)
    for op in operations_in(module):
        use_class_of(op, new, rewriter)
    for op in operations_in(module):
        drop_absent_fields(op, new)
        require_known(op, new)


def _convert_op(op: Operation, rules: tuple[Conversion, ...], new: TritonVersion, rewriter: Rewriter) -> None:
    for rule in rules:
        if isinstance(op, rule.classes):
            rewriter.before(op)
            rewriter.location = op.location
            problem = rule.convert(op, rewriter)
            if problem is not None:
                raise error(op.location, f"cannot convert '{op.name}' op to Triton {new}: {problem}")
            return

"""The base classes of passes: a pass is a frozen dataclass whose fields are its options.

    @dataclass(frozen=True)
    class Pipeline(Pass):
        \"\"\"Pipeline loops: ...\"\"\"

        name: ClassVar[str] = "tritongpu-pipeline"
        num_stages: int = option(3, "number of pipeline stages")

        def apply(self, ctx: Context, module: ModuleOp) -> None: ...

A field ``num_stages`` is the option ``num-stages`` on the command line. Fields may be ``int``, ``float``, ``bool``,
``str``, ``Literal["a", "b"]``, ``tuple[T, ...]`` of those (written ``a,b,c``), and any of them ``| None``. The first
line of the docstring is the help text. ``__post_init__`` may reject values of options with ``ValueError``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_type_hints

from xtriton.layouts.bits import is_power_of_two
from xtriton.versions import ALL_VERSIONS, ByVersion, VersionRange, active_version, at_version

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation

    from xtriton.ir.context import Context
    from xtriton.versions import TritonVersion

_T = TypeVar("_T")


def option(default: _T, help: str, *, name: str | None = None, renamed: Mapping[str, VersionRange] | None = None) -> _T:
    """A field of a pass that is an option. ``name`` is its spelling where that is not the field's with dashes.

    ``renamed`` are other spellings, with the versions of Triton that have them.
    """
    return field(default=default, metadata={"help": help, "name": name, "renamed": renamed or {}})


def check_power_of_two(name: str, value: int) -> None:
    """Raise ``ValueError`` unless an option is 1, 2, 4, ... and fits an ``i32`` attribute: for ``__post_init__``."""
    if not is_power_of_two(value):
        raise ValueError(f"{name} is {value}: it must be a power of two")
    if value >= 1 << 31:
        raise ValueError(f"{name} is {value}: it must be below 2147483648")


@dataclass(frozen=True)
class OptionInfo:
    """One option of a pass class: its spelling, the field it sets, the field's type and default, and its help text."""

    name: str
    field: str
    type: Any
    default: Any
    required: bool
    help: str
    renamed: Mapping[str, VersionRange]


@dataclass(frozen=True)
class Named(ABC):
    """A pass or named pipeline: a frozen dataclass whose fields are its options."""

    name: ClassVar[str]
    kind: ClassVar[str]
    """The word for it in messages: ``pass`` or ``pipeline``."""
    positional: ClassVar[str | None] = None
    """The option that a value without a name is for, as in ``--convert-triton-version=3.9``."""
    class_name: ClassVar[str | ByVersion[str]] = ""
    """MLIR's name of the class, which dumps and timings show, where that is not the name of this class."""

    @classmethod
    def options(cls) -> tuple[OptionInfo, ...]:
        """The options of this class in the order of its fields."""
        return _options(cls)

    @classmethod
    def shown_class(cls) -> str:
        """The name of the class in dumps and timings of the version of Triton in effect."""
        return at_version(cls.class_name, active_version()) or cls.__name__

    @classmethod
    def summary(cls) -> str:
        """The first line of the docstring."""
        return (cls.__doc__ or "").strip().split("\n")[0]


@cache
def _options(cls: type[Named]) -> tuple[OptionInfo, ...]:
    types = get_type_hints(cls)
    return tuple(
        OptionInfo(
            name=f.metadata.get("name") or f.name.replace("_", "-"),
            field=f.name,
            type=types[f.name],
            default=None if f.default is MISSING else f.default,
            required=f.default is MISSING and f.default_factory is MISSING,
            help=f.metadata.get("help", ""),
            renamed=f.metadata.get("renamed", {}),
        )
        for f in fields(cls)
    )


@dataclass(frozen=True)
class Pass(Named):
    """Something that changes a module, under the reference's own name and with its options."""

    kind: ClassVar[str] = "pass"
    reassociates: ClassVar[bool] = False
    """Whether it may make products or reductions that add in another order, or round operands."""
    speculates: ClassVar[bool] = False
    """Whether it may divide by zero where the program does not, as long as nothing depends on the result."""
    assumes_no_overflow: ClassVar[bool] = False
    """Whether programs in which signed sums, differences and products of 32 bits and more overflow may change."""
    versions: ClassVar[VersionRange] = ALL_VERSIONS
    """The versions of Triton whose operations the pass works on. Elsewhere it is refused."""
    requires: ClassVar[tuple[Callable[[Any], str | None], ...]] = ()
    """Requirements on every operation of the input, beyond the verifier; see :mod:`xtriton.analysis.requirements`."""

    def triton_after(self, triton: TritonVersion) -> TritonVersion:
        """The version of Triton in effect after the pass, if ``triton`` is before it."""
        return triton

    def check(self, op: Operation) -> None:
        """Raise ``DiagnosticError`` at the first operation in ``op`` that the pass cannot take by ``requires``."""
        self._check_rules(op, self.requires)

    def _check_rules(self, op: Operation, rules: tuple[Callable[[Any], str | None], ...]) -> None:
        if not rules:
            return
        from xtriton.analysis.requirements import first_violation
        from xtriton.ir.diagnostics import error

        violation = first_violation(op, rules)
        if violation is not None:
            found, problem = violation
            raise error(found.location, f"pass '{self.name}': '{found.name}' op {problem}")

    def apply_within(self, outer: Pass, ctx: Context, module: ModuleOp) -> None:
        """Change ``module`` as a step of another pass, whose own requirements have been checked."""
        self._check_rules(module, tuple(rule for rule in self.requires if rule not in outer.requires))
        self.apply(ctx, module)

    @abstractmethod
    def apply(self, ctx: Context, module: ModuleOp) -> None:
        """Change ``module`` in place. Raises ``DiagnosticError`` when the program cannot be handled."""


@dataclass(frozen=True)
class NamedPipeline(Named):
    """A name for passes in an order, which may depend on its options: ``--make-ttir=target=cuda:90``."""

    kind: ClassVar[str] = "pipeline"

    @abstractmethod
    def passes(self) -> tuple[str, ...]:
        """The passes as pipelines spell them: ``("inline", "tritongpu-pipeline{num-stages=3}")``."""

    def text(self) -> str:
        """The passes as one text, which can be changed and given to ``--pass-pipeline``."""
        return f"builtin.module({','.join(self.passes())})"


@dataclass(frozen=True)
class OperationPass(Pass):
    """A pass that works on any operation, so that it can also be nested: ``builtin.module(tt.func(canonicalize))``."""

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        self.apply_to(ctx, module)

    @abstractmethod
    def apply_to(self, ctx: Context, op: Operation) -> None:
        """Transform ``op`` and its nested operations in place; nothing outside ``op`` is modified."""

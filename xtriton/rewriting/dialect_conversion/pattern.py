"""Conversion patterns: patterns whose rewriter gives converted operands (MLIR's ``ConversionPattern``).

    @conversion_pattern(tt.PtrToIntOp)
    def ptr_to_int(op: tt.PtrToIntOp, rewriter: Conversion) -> bool:
        rewriter.replace_by(op, tptr.PtrToIntOp(rewriter.converted(op.src), op.result.type))
        return True

Patterns that convert no types, those of :mod:`xtriton.rewriting.pattern`, can be used as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from xdsl.ir import Operation

from xtriton.rewriting.dialect_conversion.rewriter import ConversionRewriter
from xtriton.rewriting.dialect_conversion.types import TypeConverter
from xtriton.rewriting.pattern import Pattern, Rewrite
from xtriton.versions import ALL_VERSIONS, VersionRange

Conversion = ConversionRewriter[TypeConverter]
ConversionRewrite = Callable[[Any, ConversionRewriter[Any]], bool]


def conversion_pattern(
    *roots: type[Operation], benefit: int = 1, versions: VersionRange = ALL_VERSIONS
) -> Callable[[ConversionRewrite], Pattern]:
    """A conversion pattern for operations of these classes, or of classes with these interfaces."""
    return lambda rewrite: Pattern(roots, cast("Rewrite", rewrite), benefit, versions)

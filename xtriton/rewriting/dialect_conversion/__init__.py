"""Dialect conversion: targets, type converters, conversion patterns and their driver (MLIR's ``DialectConversion``)."""

from xtriton.rewriting.dialect_conversion import structural
from xtriton.rewriting.dialect_conversion.driver import apply_partial_conversion
from xtriton.rewriting.dialect_conversion.pattern import Conversion, conversion_pattern
from xtriton.rewriting.dialect_conversion.rewriter import ConversionRewriter
from xtriton.rewriting.dialect_conversion.target import ConversionTarget
from xtriton.rewriting.dialect_conversion.types import TypeConverter, unrealized_casts

__all__ = (
    "Conversion",
    "ConversionRewriter",
    "ConversionTarget",
    "TypeConverter",
    "apply_partial_conversion",
    "conversion_pattern",
    "structural",
    "unrealized_casts",
)

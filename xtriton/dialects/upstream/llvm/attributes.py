"""Enums and attributes of the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from xtriton.dialects.upstream.flags import FlagsAttr, stripped_attr
from xtriton.dialects.upstream.keywords import KeywordAttr
from xtriton.ir.constraints import AttrPredicate, EnumT, I64Enum, enum_attr, raise_op_error
from xtriton.versions import V3_6, V3_8, ByVersion, by_version


class FCmpPredicate(I64Enum):
    """The predicates of ``llvm.fcmp``."""

    ALWAYS_FALSE = 0, "_false"
    OEQ = 1, "oeq"
    OGT = 2, "ogt"
    OGE = 3, "oge"
    OLT = 4, "olt"
    OLE = 5, "ole"
    ONE = 6, "one"
    ORD = 7, "ord"
    UEQ = 8, "ueq"
    UGT = 9, "ugt"
    UGE = 10, "uge"
    ULT = 11, "ult"
    ULE = 12, "ule"
    UNE = 13, "une"
    UNO = 14, "uno"
    ALWAYS_TRUE = 15, "_true"


class AtomicOrdering(I64Enum):
    """The memory ordering of an access."""

    NOT_ATOMIC = 0, "not_atomic"
    UNORDERED = 1, "unordered"
    MONOTONIC = 2, "monotonic"
    ACQUIRE = 4, "acquire"
    RELEASE = 5, "release"
    ACQ_REL = 6, "acq_rel"
    SEQ_CST = 7, "seq_cst"


class AtomicBinOp(I64Enum):
    """The operation of an atomic read-modify-write."""

    XCHG = 0, "xchg"
    ADD = 1, "add"
    SUB = 2, "sub"
    AND = 3, "_and"
    NAND = 4, "nand"
    OR = 5, "_or"
    XOR = 6, "_xor"
    MAX = 7, "max"
    MIN = 8, "min"
    UMAX = 9, "umax"
    UMIN = 10, "umin"
    FADD = 11, "fadd"
    FSUB = 12, "fsub"
    FMAX = 13, "fmax"
    FMIN = 14, "fmin"
    UINC_WRAP = 15, "uinc_wrap"
    UDEC_WRAP = 16, "udec_wrap"
    USUB_COND = 17, "usub_cond"
    USUB_SAT = 18, "usub_sat"
    FMAXIMUM = 19, "fmaximum"
    FMINIMUM = 20, "fminimum"


class AsmDialect(I64Enum):
    """The syntax of inline assembly."""

    ATT = 0, "att"
    INTEL = 1, "intel"


class Visibility(I64Enum):
    """The ELF visibility of a symbol."""

    DEFAULT = 0, "default"
    HIDDEN = 1, "hidden"
    PROTECTED = 2, "protected"


class UnnamedAddr(I64Enum):
    """Whether the address of a symbol is significant."""

    NONE = 0, "none"
    LOCAL = 1, "local_unnamed_addr"
    GLOBAL = 2, "unnamed_addr"


def quoted(enum: type[EnumT]) -> AttrPredicate[EnumT]:
    """An enum that ``llvm`` operations print as a string."""
    plain = enum_attr(enum)

    def parse(parser: Parser, name: str) -> Attribute:
        start = parser.pos
        keyword = parser.parse_str_literal()
        member = next((member for member in enum if member.keyword == keyword), None)
        if member is None:
            raise_op_error(parser, f"'{keyword}' is an incorrect value of the '{name}' attribute", start)
        return member.attr

    def print_(printer: Printer, attr: Attribute) -> None:
        printer.print_string(f'"{enum.of(attr).keyword}"')

    return replace(plain, parse=parse, print=print_, parse_optional=None)


_OVERFLOW = {"none": 0, "nsw": 1, "nuw": 2}


def _parse_optional_flag(parser: Parser, flags: Mapping[str, int], what: str) -> int | None:
    """Parse an optional flag keyword; returns its bits."""
    start = parser.pos
    keyword = parser.parse_optional_identifier()
    if keyword is not None and keyword not in flags:
        raise_op_error(parser, f"expected one of [{', '.join(flags)}] for {what}, got: {keyword}", start)
    return None if keyword is None else flags[keyword]


def _parse_flag(parser: Parser, flags: Mapping[str, int], what: str) -> int:
    bits = _parse_optional_flag(parser, flags, what)
    if bits is None:
        raise_op_error(parser, f"expected keyword for {what}")
    return bits


def _parse_overflow(parser: Parser, name: str) -> Attribute:
    parser.parse_punctuation("<")
    bits = 0
    while True:
        bits |= _parse_flag(parser, _OVERFLOW, "LLVM integer overflow flags")
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation(">")
    return IntegerAttr(bits, 32)


def _print_overflow(printer: Printer, attr: Attribute) -> None:
    bits = _int(attr)
    printer.print_string("<" + (", ".join(word for word in ("nsw", "nuw") if bits & _OVERFLOW[word]) or "none") + ">")


_NO_WRAP = {"none": 0, "inbounds_flag": 1, "nusw": 2, "nuw": 4, "inbounds": 3}
"""Flags of ``llvm.getelementptr``; ``inbounds`` is ``inbounds_flag`` with ``nusw``."""
_NO_WRAP_FLAGS = "::mlir::LLVM::GEPNoWrapFlags"


def _known_no_wrap_flag(parser: Parser) -> int | None:
    """The bits of a flag; another word is left to what follows."""
    word = next((word for word in _NO_WRAP if parser.parse_optional_keyword(word) is not None), None)
    return None if word is None else _NO_WRAP[word]


_OPTIONAL_NO_WRAP_FLAG: ByVersion[Callable[[Parser], int | None]] = by_version(
    {V3_6: lambda parser: _parse_optional_flag(parser, _NO_WRAP, _NO_WRAP_FLAGS), V3_8: _known_no_wrap_flag}
)


def _parse_no_wrap(parser: Parser, name: str) -> Attribute | None:
    bits = _OPTIONAL_NO_WRAP_FLAG.now()(parser)
    if bits is None:
        return None
    while parser.parse_optional_punctuation("|") is not None:
        flag = _OPTIONAL_NO_WRAP_FLAG.now()(parser)
        if flag is None:
            raise_op_error(parser, f"expected keyword for {_NO_WRAP_FLAGS} after '|'")
        bits |= flag
    return IntegerAttr(bits, 32)


def _parse_required_no_wrap(parser: Parser, name: str) -> Attribute:
    return _parse_no_wrap(parser, name) or IntegerAttr(0, 32)


def _print_no_wrap(printer: Printer, attr: Attribute) -> None:
    bits = _int(attr)
    words: list[str] = []
    for word in ("inbounds", "inbounds_flag", "nusw", "nuw"):
        mask = _NO_WRAP[word]
        if bits & mask == mask:
            words.append(word)
            bits &= ~mask
    printer.print_string("|".join(words) or "none")


def _int(attr: Attribute) -> int:
    assert isinstance(attr, IntegerAttr)
    return attr.value.data


def _is_i32(attr: Attribute) -> bool:
    return isinstance(attr, IntegerAttr) and cast("IntegerAttr", attr).type == IntegerType(32)


Overflow = AttrPredicate("32-bit signless integer attribute", _is_i32, _parse_overflow, _print_overflow)
NoWrap = AttrPredicate(
    "32-bit signless integer attribute",
    _is_i32,
    _parse_required_no_wrap,
    _print_no_wrap,
    parse_optional=_parse_no_wrap,
)
NO_FLAGS = IntegerAttr(0, 32)


@irdl_attr_definition
class FastMathFlagsAttr(FlagsAttr):
    """Fast-math flags."""

    name = "llvm.fastmath"
    KEYWORDS: ClassVar[Sequence[str]] = ("nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc")
    ALL_KEYWORD: ClassVar[str | None] = "fast"
    SEPARATOR: ClassVar[str] = ", "
    CPP_NAME: ClassVar[str] = "LLVM::FastmathFlags"
    CPP_ATTRIBUTE: ClassVar[str] = "LLVM_FastmathFlagsAttr"
    bits: IntAttr = param_def()


@irdl_attr_definition
class LinkageAttr(KeywordAttr):
    """The linkage of a symbol."""

    name = "llvm.linkage"
    KEYWORDS: ClassVar[Sequence[str]] = (
        *("private", "internal", "available_externally", "linkonce", "weak", "common", "appending"),
        *("extern_weak", "linkonce_odr", "weak_odr", "external"),
    )
    CPP_NAME: ClassVar[str] = "LLVM::linkage::Linkage"
    CPP_ATTRIBUTE: ClassVar[str] = "LinkageAttr"


@irdl_attr_definition
class CConvAttr(KeywordAttr):
    """A calling convention."""

    name = "llvm.cconv"
    KEYWORDS: ClassVar[Sequence[str]] = (
        *("ccc", "fastcc", "coldcc", "cc_10", "cc_11", "anyregcc", "preserve_mostcc", "preserve_allcc", "swiftcc"),
        *("cxx_fast_tlscc", "tailcc", "cfguard_checkcc", "swifttailcc", "x86_stdcallcc", "x86_fastcallcc"),
        *("arm_apcscc", "arm_aapcscc", "arm_aapcs_vfpcc", "msp430_intrcc", "x86_thiscallcc", "ptx_kernelcc"),
        *("ptx_devicecc", "spir_funccc", "spir_kernelcc", "intel_ocl_bicc", "x86_64_sysvcc", "win64cc"),
        *("x86_vectorcallcc", "hhvmcc", "hhvm_ccc", "x86_intrcc", "avr_intrcc", "avr_builtincc", "amdgpu_vscc"),
        *("amdgpu_gscc", "amdgpu_cscc", "amdgpu_kernelcc", "x86_regcallcc", "amdgpu_hscc", "msp430_builtincc"),
        *("amdgpu_lscc", "amdgpu_escc", "aarch64_vectorcallcc", "aarch64_sve_vectorcallcc"),
        *("wasm_emscripten_invokecc", "amdgpu_gfxcc", "m68k_intrcc"),
    )
    CPP_NAME: ClassVar[str] = "LLVM::cconv::CConv"
    CPP_ATTRIBUTE: ClassVar[str] = "CConvAttr"


@irdl_attr_definition
class TailCallKindAttr(KeywordAttr):
    """Whether a call is a tail call."""

    name = "llvm.tailcallkind"
    KEYWORDS: ClassVar[Sequence[str]] = ("none", "tail", "musttail", "notail")
    CPP_NAME: ClassVar[str] = "LLVM::tailcallkind::TailCallKind"
    CPP_ATTRIBUTE: ClassVar[str] = "TailCallKindAttr"


@irdl_attr_definition
class ConstantRangeAttr(ParametrizedAttribute):
    """``#llvm.constant_range<i32, 0, 128>``: integers from the first up to, not including, the second."""

    name = "llvm.constant_range"
    type: Attribute = param_def()
    lower: IntAttr = param_def()
    upper: IntAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        type_ = parser.parse_type()
        bounds: list[IntAttr] = []
        for _ in range(2):
            parser.parse_punctuation(",")
            bounds.append(IntAttr(parser.parse_integer(allow_boolean=False)))
        parser.parse_punctuation(">")
        return (type_, *bounds)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        printer.print_attribute(self.type)
        printer.print_string(f", {self.lower.data}, {self.upper.data}>")


FastMath = stripped_attr(FastMathFlagsAttr, "LLVM fastmath flags")
Linkage = stripped_attr(LinkageAttr, "LLVM linkage specification")
CConv = stripped_attr(CConvAttr, "LLVM Calling Convention specification")
TailCallKind = stripped_attr(TailCallKindAttr, "LLVM Calling Convention specification")
Ordering = enum_attr(AtomicOrdering, "Atomic ordering for LLVM's memory model")
NO_FAST_MATH = FastMathFlagsAttr.of()

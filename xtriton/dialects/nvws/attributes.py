"""The types and attributes of the ``nvws`` dialect."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.dialects.plain_attribute import PlainAttribute
from xtriton.ir.constraints import AttrPredicate, I32Enum, TypePredicate, enum_attr, raise_op_errors, type_class
from xtriton.versions import V3_6, V3_9, by_version


class AsyncOp(Enum):
    """How the buffers of an aref are written or read."""

    NONE = "none"
    TMA_LOAD = "tma_load"
    TC5MMA = "tc5mma"
    TMEM_COPY = "tmem_copy"
    CP_ASYNC = "cp_async"
    WGMMA = "wgmma"
    CLC = "clc"


_SINCE_3_9 = (AsyncOp.CLC,)
_ASYNC_OPS = by_version({V3_6: tuple(kind for kind in AsyncOp if kind not in _SINCE_3_9), V3_9: tuple(AsyncOp)})


class TokenLoadType(I32Enum):
    """The kind of operation that fills the buffers that a token guards."""

    NONE = 0, "none"
    ASYNC_LOAD = 1, "asyncLoadOp"
    TMA_LOAD = 2, "tmaLoadOp"
    LOCAL_STORE = 3, "localStoreOp"
    TMEM_LOAD = 4, "TmemLoadOp"


@irdl_attr_definition
class AsyncOpAttr(Data[AsyncOp]):
    """``#nvws.async_op<tma_load>``."""

    name = "nvws.async_op"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AsyncOp:
        parser.parse_punctuation("<")
        position = parser.pos
        word = parser.parse_optional_identifier_or_str_literal()
        known = {op.value: op for op in _ASYNC_OPS.now()}
        if word not in known:
            problem = f"expected ::mlir::triton::nvws::AsyncOp to be one of: {', '.join(known)}"
            consequence = (
                "failed to parse NVWS_AsyncOpEnum parameter 'value' which is to be a `::mlir::triton::nvws::AsyncOp`"
            )
            first = problem if word is not None else "expected valid keyword or string"
            raise_op_errors(parser, (first, position), (consequence, parser.pos))
        parser.parse_punctuation(">")
        return known[word]

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data.value}>")


@irdl_attr_definition
class ArefType(ParametrizedAttribute, TypeAttribute):
    """``!nvws.aref<[T, ...]>``: an asynchronous reference to buffers that a producer fills and a consumer reads."""

    name = "nvws.aref"

    base_types: ArrayAttr[Attribute] = param_def()

    def __init__(self, base_types: Sequence[Attribute]) -> None:
        super().__init__(ArrayAttr(base_types))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        if parser.parse_optional_punctuation("[") is None:
            consequence = "failed to parse NVWS_ArefType parameter 'baseType' which is to be a `TypeArrayAttr`"
            raise_op_errors(parser, ("expected '['", parser.pos), (consequence, parser.pos))
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("]") is None:
            types.extend(parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type))
            parser.parse_punctuation("]")
        parser.parse_punctuation(">")
        return (ArrayAttr(types),)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<[")
        printer.print_list(self.base_types.data, printer.print_attribute)
        printer.print_string("]>")


@irdl_attr_definition
class TokenType(PlainAttribute, TypeAttribute):
    """``!nvws.token``: guards the buffers between a producer and a consumer."""

    name = "nvws.token"


def _is_token_tensor(attr: Attribute) -> bool:
    return isinstance(attr, TensorType | UnrankedTensorType) and isinstance(
        cast("TensorType[Attribute]", attr).element_type, TokenType
    )


def _is_async_op_array(attr: Attribute) -> bool:
    return isinstance(attr, ArrayAttr) and all(
        isinstance(entry, AsyncOpAttr) for entry in cast("ArrayAttr[Attribute]", attr).data
    )


Aref = type_class("", ArefType)
TokenTensor = TypePredicate("tensor of  values", _is_token_tensor)
AsyncOps = AttrPredicate(
    "array of async op attributes", _is_async_op_array, storage=lambda attr: isinstance(attr, ArrayAttr)
)
TokenLoadTypeAttr = enum_attr(TokenLoadType)

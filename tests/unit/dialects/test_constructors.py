"""Every operation class can be built with its constructor: operations of the FileCheck tests, built again, are equal.

Result types that a constructor infers are left out if the operation, as parsed, has the inferred types (a verified
operation may have others that are compatible).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from fuzz.material import FOLDERS, samples_of
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.dialects import DIALECTS
from xtriton.ir.argument_errors import property_names
from xtriton.ir.constructors import inferences, only_type, parameter_names, parameters_in_order
from xtriton.ir.context import Context
from xtriton.ir.definitions import INFERRED, REQUIRED, Computed
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op import Op
from xtriton.ir.parser import parse_module
from xtriton.ir.signature import Arity, Signature, ValueDef, signature_of
from xtriton.ir.traits import values_of
from xtriton.ir.verifier import verify
from xtriton.versions import NEWEST, TritonVersion, active_version, use_version

MORE = """
func.func @ids() {
  %0 = rocdl.workgroup.id.y : i32
  %1 = rocdl.workgroup.id.z : i32
  %2 = rocdl.workitem.id.x : i32
  %3 = rocdl.workitem.id.z : i32
  %4 = rocdl.workgroup.dim.x : i32
  %5 = rocdl.workgroup.dim.y : i32
  %6 = rocdl.grid.dim.y : i32
  %7 = rocdl.grid.dim.z : i32
  return
}
func.func @memset(%arg0: !llvm.ptr, %arg1: i8, %arg2: i64) {
  "llvm.intr.memset"(%arg0, %arg1, %arg2) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  return
}
func.func @vecmat(%arg0: tensor<4xf32>, %arg1: tensor<4x2xf32>, %arg2: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.vecmat ins(%arg0, %arg1 : tensor<4xf32>, tensor<4x2xf32>) outs(%arg2 : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @slices(%arg0: tensor<1xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %c8 = arith.constant 8 : index
  %0 = scf.forall (%i) in (%c8) shared_outs(%out = %arg1) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %arg0 into %out[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
"""
"""Operations that no FileCheck test has in a text that verifies."""


def op_classes() -> list[type[Op]]:
    found: list[type[Op]] = []
    for path in DIALECTS.values():
        module, _, name = path.partition(":")
        found += [op_class for op_class in getattr(import_module(module), name).operations if issubclass(op_class, Op)]
    return [op_class for op_class in found if active_version() in op_class.VERSIONS]


@cache
def examples() -> dict[str, tuple[Op, TritonVersion]]:
    """An operation of each name, from texts that verify, with the version of the text: the newest that has it."""
    found: dict[str, tuple[Op, TritonVersion]] = {}
    missing = {op_class.name for op_class in CLASSES}
    for text, triton in sorted(_texts(), key=lambda each: each[1], reverse=True):
        missing -= found.keys()
        if not any(name in text for name in missing):
            continue
        for op in _verified(text, triton).walk():
            if isinstance(op, Op) and op.name not in found and _has_definite_operands(op):
                found[op.name] = op, triton
    return found


def _has_definite_operands(op: Op) -> bool:
    """Whether each operand belongs to a field: Triton accepts lists of operands that cannot be divided evenly."""
    return sum(len(values_of(op, value.name)) for value in signature_of(type(op)).operands) == len(op.operands)


def _texts() -> Iterator[tuple[str, TritonVersion]]:
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.mlir")):
        for sample in samples_of(path):
            yield sample.text, sample.triton
    yield MORE, NEWEST


def _verified(text: str, triton: TritonVersion) -> Operation:
    try:
        context = Context(triton=triton)
        module = parse_module(text, "sample.mlir", context)
        verify(module, context)
    except DiagnosticError:
        return ModuleOp([])
    return module


def arguments_of(op: Op, *, infer: bool) -> dict[str, Any]:
    """The arguments of the constructor that build ``op`` again; with ``infer`` without the types that it infers."""
    op_class = type(op)
    signature, parameters = signature_of(op_class), parameters_in_order(op_class)
    definition = op_class.get_irdl_definition()
    given: dict[str, Any] = {}
    for value in (*signature.operands, *signature.results):
        items: list[Any] = [item.type if value.is_result else item for item in values_of(op, value.name)]
        if value.is_result and infer and _has_inferred_type(op_class, value.name):
            continue
        given[value.name] = items if value.arity is Arity.VARIADIC else items[0] if items else None
    for field, name in property_names(definition).items():
        if name in op.properties:
            given[field] = op.properties[name]
        elif parameters[field].default is REQUIRED or isinstance(parameters[field].default, Computed):
            given[field] = None
    regions = [region.clone() for region in op.regions]
    for field, variadic in signature.regions.items():
        given[field] = regions if variadic else regions.pop(0)
    successors = list(op.successors)
    for field, variadic in signature.successors.items():
        given[field] = successors if variadic else successors.pop(0)
    names = parameter_names(parameters)
    return {names[field]: argument for field, argument in given.items()} | {"attributes": op.attributes}


def _has_inferred_type(op_class: type[Op], name: str) -> bool:
    default = parameters_in_order(op_class)[name].default
    return default is INFERRED or isinstance(default, Computed)


CLASSES = op_classes()


@pytest.mark.parametrize("op_class", CLASSES, ids=lambda op_class: op_class.name)
def test_an_operation_is_built_again(op_class: type[Op]):
    op, triton = examples()[op_class.name]
    assert type(op) is op_class
    for infer in (False, True):
        with use_version(triton):
            built = op_class(**arguments_of(op, infer=infer))
        assert list(built.operands) == list(op.operands)
        assert list(built.result_types) == list(op.result_types)
        assert built.properties == op.properties
        assert built.attributes == op.attributes
        assert list(built.successors) == list(op.successors)
        assert all(new.is_structurally_equivalent(old) for new, old in zip(built.regions, op.regions, strict=True))
        built.drop_all_references()


def _is_inferred(signature: Signature, result: ValueDef) -> bool:
    """Whether the type of ``result`` follows from operands and properties in all operations of a class."""
    return (
        only_type(result) is not None
        or hasattr(signature.op_class, "infer_result_types")
        or any(
            rule.source.arity is Arity.SINGLE or result.arity is not Arity.SINGLE
            for rule in inferences(signature, result)
        )
    )


@pytest.mark.parametrize("op_class", CLASSES, ids=lambda op_class: op_class.name)
def test_definitions_are_typed_for_their_constructor(op_class: type[Op]):
    """The signature that pyright derives from the definition is that of the constructor."""
    parameters = parameters_in_order(op_class)
    signature = signature_of(op_class)
    annotations: dict[str, str] = {}
    for base in reversed(op_class.__mro__):
        annotations |= inspect.get_annotations(base)
    assert set(parameters) <= set(annotations), "fields need annotations"
    for result in signature.results:
        default = parameters[result.name].default
        if result.arity is Arity.SINGLE and not isinstance(default, Computed):
            assert (default is INFERRED) == _is_inferred(signature, result), "INFERRED says that the type is inferred"
    positional = [field for field, parameter in parameters.items() if not parameter.kw_only]
    # Operands that later versions added between others are given by name: calls are the same for all versions.
    operands = [value.name for value in signature.operands if not parameters[value.name].kw_only]
    assert [field for field in positional if field in operands] == operands, "operands are taken in their order"

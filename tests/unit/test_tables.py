"""Every operation of tt, ttg and ttng is known to every table, or refused there on purpose with a diagnostic."""

from __future__ import annotations

import numpy as np
import pytest
from tables import versions
from tables.samples import SAMPLES
from tables.support import (
    CONVERSION,
    INTERPRETED_WITH,
    INTERPRETER_REFUSALS,
    KEPT_BY_LINALG,
    LATER,
    LATER_CPU_REFUSALS,
    LATER_INTERPRETER_REFUSALS,
    LATER_SAMPLES,
    LINALG_REFUSALS,
    OPERATIONS,
    ROOT,
    TO_CPU,
    TO_LINALG,
    TTGIR,
    TTIR,
    described,
    message_of,
    modules_with,
    names_in,
    page,
    run,
    tensors_without_layout,
    without_tensor_arguments,
)

import xtriton
from xtriton.analysis.requirements import without_layouts
from xtriton.interp.compiler import Program, Scope
from xtriton.interp.registry import semantics_of
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.printer import print_op

pytestmark = pytest.mark.triton("3.6")

WRITE_PAGE = "run PYTHONPATH=tests python -m tables"


@pytest.mark.parametrize("name", OPERATIONS)
def test_parsed_and_printed(name: str):
    assert modules_with(name), f"no file of tests/filecheck/dialects/{name.partition('.')[0]} contains {name}"


def _sample(name: str) -> str:
    assert name in SAMPLES, f"no body in tests/tables/samples.mlir is a sample of {name}"
    return SAMPLES[name]


@pytest.mark.parametrize("name", TTIR)
def test_sample(name: str):
    assert name in names_in(run(_sample(name)))


@pytest.mark.parametrize("name", TTIR)
def test_conversion_to_ttgir(name: str):
    converted = run(_sample(name), CONVERSION)
    assert name in names_in(converted)
    assert tensors_without_layout(converted) == []


@pytest.mark.parametrize("name", TTGIR)
def test_legal_in_ttgir(name: str):
    _, module = modules_with(name)[0]
    module = without_tensor_arguments(module)
    converted = run(print_op(module), CONVERSION)
    assert names_in(converted).count(name) == names_in(module).count(name)


@pytest.mark.parametrize("name", LATER)
def test_later_operation_in_the_interpreter(name: str):
    refused = name in LATER_INTERPRETER_REFUSALS
    assert (semantics_of(name) is None) == refused, f"{name} has neither semantics nor a reason"


@pytest.mark.parametrize("name", [name for name in LATER if name.startswith("tt.")])
def test_later_operation_on_the_cpu(name: str):
    assert message_of(LATER_SAMPLES[name], TO_CPU, "3.9") == LATER_CPU_REFUSALS.get(name, "")


@pytest.mark.parametrize("name", TTIR)
def test_interpreter(name: str):
    module = run(_sample(name))
    arrays = np.arange(512, dtype=np.float32), np.arange(512, dtype=np.int32) % 16
    if name in INTERPRETER_REFUSALS:
        with pytest.raises(DiagnosticError) as refused:
            xtriton.interpret(module, (1,), *arrays, 3, kernel_name="sample")
        assert INTERPRETER_REFUSALS[name].message in str(refused.value)
    else:
        xtriton.interpret(module, (1,), *arrays, 3, kernel_name="sample")
        assert semantics_of(name) is not None or INTERPRETED_WITH[name] in OPERATIONS


@pytest.mark.parametrize("name", TTGIR)
def test_interpreter_on_ttgir(name: str):
    known = semantics_of(INTERPRETED_WITH.get(name, name))
    assert known is not None, "the interpreter does not know the operation: xtriton/interp/registry.py"
    if name in INTERPRETED_WITH:
        return
    module = modules_with(name)[0][1]
    op = next(op for op in module.walk() if op.name == name)
    if name in INTERPRETER_REFUSALS:
        with pytest.raises(DiagnosticError) as refused:
            known(Scope(Program(module)), op)
        assert INTERPRETER_REFUSALS[name].message in str(refused.value)
    else:
        assert callable(known(Scope(Program(module)), op))


def _check_refused(name: str, pipeline: str) -> None:
    if name in TTIR:
        assert LINALG_REFUSALS[name].message in message_of(_sample(name), pipeline)
        return
    text, module = modules_with(name)[0]
    op = next(op for op in module.walk() if op.name == name)
    assert without_layouts(op) == LINALG_REFUSALS[name].message
    # Of several operations that belong to TTGIR the first is reported.
    assert message_of(text, pipeline).endswith("the pass takes TTIR")


@pytest.mark.parametrize("name", OPERATIONS)
def test_linalg(name: str):
    if name in LINALG_REFUSALS:
        _check_refused(name, TO_LINALG)
    else:
        left = {other for other in names_in(run(_sample(name), TO_LINALG)) if other.startswith("tt.")}
        assert left == {name} & KEPT_BY_LINALG.keys()


@pytest.mark.parametrize("name", OPERATIONS)
def test_cpu(name: str):
    if name in LINALG_REFUSALS:
        _check_refused(name, TO_CPU)
    else:
        left = {other.partition(".")[0] for other in names_in(run(_sample(name), TO_CPU))}
        assert left == {"builtin", "llvm"}


@pytest.mark.parametrize("name", OPERATIONS)
def test_documentation(name: str):
    assert described(OPERATIONS[name]), "the operation has no docstring"
    rows = (ROOT / "docs/operations.md").read_text(encoding="utf-8").splitlines()
    assert any(row.startswith(f"| `{name}` |") for row in rows), f"{name} has no row: {WRITE_PAGE}"


def test_page_is_current():
    assert (ROOT / "docs/operations.md").read_text(encoding="utf-8") == page(), WRITE_PAGE


def test_the_page_of_versions_is_up_to_date():
    written = (ROOT / "docs/versions.md").read_text(encoding="utf-8")
    assert written == versions.page(), "run PYTHONPATH=tests python -m tables"


def test_lists_name_operations():
    listed = {*INTERPRETED_WITH, *INTERPRETER_REFUSALS, *LINALG_REFUSALS, *KEPT_BY_LINALG, *SAMPLES}
    assert listed <= OPERATIONS.keys()

"""A part of the proofs; that the record is of the present source; and that docs/proofs.md is of the record."""

from __future__ import annotations

from functools import cache

import pytest
from proofs import floats
from proofs.findings import Findings
from proofs.known import KNOWN
from proofs.prove import prove_quickly
from proofs.record import digests, read_record
from proofs.rules import all_rules
from proofs.table import DOCUMENT, document
from xdsl.dialects.builtin import Float16Type, Float32Type, IntegerType

REPEAT = "run `python -m proofs --write` in tests (`make proofs`)"


@cache
def quick_findings() -> Findings:
    return prove_quickly(read_record().places)


@pytest.mark.slow
def test_only_known_rules_are_refuted() -> None:
    wrong = {key: one for key, one in quick_findings().examples.items() if key not in KNOWN}
    assert not wrong, "\n".join(
        f"{finding.rule} ({finding.kind}): {finding.template}: {finding.inputs}" for finding in wrong.values()
    )


@pytest.mark.slow
def test_every_rule_is_applied_to_a_template() -> None:
    fired = {rule for rule, evidence in quick_findings().evidence.items() if evidence.applications}
    recorded = read_record().evidence
    missing = [rule.name for rule in all_rules() if rule.name not in fired and rule.name in recorded]
    assert not missing, f"no template of tests/proofs is changed by {missing}: add one"


def test_comparisons_of_converted_integers_are_right_at_the_ends_of_their_types() -> None:
    findings = Findings()
    formats = floats.Formats(Float16Type(), Float32Type(), IntegerType(4))
    floats.prove_comparisons_of_integers(formats, findings, all_constants=False)
    assert findings.of("arith_compare: comparison_of_converted_integer").applications > 500
    assert not findings.examples


def test_record_is_of_the_present_source() -> None:
    recorded = read_record().digests
    changed = [module for module, digest in digests().items() if recorded.get(module) != digest]
    assert not changed, f"{changed} changed since everything was proved: {REPEAT}"


def test_record_has_evidence_for_every_rule() -> None:
    evidence = read_record().evidence
    missing = [rule.name for rule in all_rules() if rule.name not in evidence]
    assert not missing, (
        f"{missing} are not in the record: {REPEAT}; if that names them, add templates (docs/testing.md)"
    )


def test_the_solver_decides_every_template() -> None:
    undecided = {rule: one.unknown for rule, one in read_record().evidence.items() if one.unknown}
    assert not undecided


def test_known_faults_are_those_of_the_record() -> None:
    assert set(read_record().faults) == set(KNOWN)


def test_document_is_of_the_record() -> None:
    assert DOCUMENT.read_text() == document(read_record()), f"docs/proofs.md is not that of the record: {REPEAT}"

"""The tool that plants bugs: ids are stable, bugs change behaviour, and a campaign finds a bug that tests can see."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sabotage.operators import OPERATORS
from sabotage.planting import codes_with
from sabotage.sites import FOLDERS, Bug, bugs_of, chosen, planted

ROOT = Path(__file__).parents[2]
FILE = "xtriton/passes/ttir/reorder_broadcast.py"


def changes_of(source: str, operator: str) -> list[str]:
    return [ast.unparse(changed) for node in ast.walk(ast.parse(source)) for changed in OPERATORS[operator](node)]


@pytest.mark.parametrize(
    ("operator", "source", "expected"),
    [
        ("guard_dropped", "if a:\n    return False", ["if False and a:\n    return False"]),
        ("guard_dropped", "if a:\n    b()", []),
        ("branch_taken", "if a:\n    b()", ["if not a:\n    b()"]),
        ("condition_dropped", "a and b", ["(True or a) and b", "a and (True or b)"]),
        ("comparison_off_by_one", "a < b", ["a <= b"]),
        ("comparison_negated", "a is None", ["a is not None"]),
        ("operands_swapped", "a - b", ["b - a"]),
        ("operands_swapped", "a + b", []),
        ("operands_swapped", "SubIOp(a, b)", ["SubIOp(b, a)"]),
        ("arguments_swapped", "f(a, b)", ["f(b, a)"]),
        ("wrong_operator", "a + b", ["a - b"]),
        ("wrong_operator", "'text' + b", []),
        ("constant_off_by_one", "f(0, True)", ["1", "False"]),
        ("neighbour_used", "arith.MaxSIOp", ["arith.MaxUIOp", "arith.MinSIOp"]),
        ("attribute_forgotten", "f(a, order=b)", ["f(a)"]),
        ("wrong_order", "x[0]", ["x[-1]"]),
        ("statement_dropped", "f(a)", ["if False:\n    f(a)"]),
    ],
)
def test_operators_make_the_mistakes_that_they_are_named_after(operator: str, source: str, expected: list[str]):
    assert changes_of(source, operator) == expected


@pytest.mark.slow
def test_bugs_are_drawn_by_their_seed_from_all_folders():
    bugs = chosen(40, 3)
    assert bugs == chosen(40, 3) != chosen(40, 4)
    assert len({bug.id for bug in bugs}) == 40
    assert {next(folder for folder in FOLDERS if bug.file.startswith(folder + "/")) for bug in bugs} == set(FOLDERS)


def test_ids_name_bugs():
    for bug in bugs_of(FILE)[::7]:
        assert Bug.of(bug.id) == bug
    with pytest.raises(KeyError):
        planted(Bug(FILE, "no_such_function", "guard_dropped", 0))


def test_bugs_keep_the_free_variables_of_closures():
    """Otherwise the code of functions that exist could not be exchanged."""
    for bug in bugs_of(FILE)[::9]:
        codes, change = codes_with(bug)
        assert codes
        assert " -> " in change


def test_a_bug_is_found(tmp_path: Path):
    """In a process of its own: pytest does not run within pytest."""
    bugs = tmp_path / "bugs.txt"
    bugs.write_text(
        "# one that shows, and one of a function that these tests do not reach\n"
        f"{FILE}::TritonReorderBroadcast.apply_to::statement_dropped:0\n"
        "xtriton/passes/ttgir/f32_dot_tc.py::TritonGPUF32DotTC.apply::statement_dropped:0\n"
    )
    results = tmp_path / "results.json"
    test = "tests/filecheck/passes/ttir/reorder_broadcast.mlir"
    command = [sys.executable, "-m", "tests.sabotage", "--bugs", str(bugs), "--json", str(results), test]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, second = json.loads(results.read_text())
    assert first["how"] == "failed"
    assert test in first["found"]
    assert second["how"] == "unreached"
    assert "2 bugs, 1 found; 1 failed, 1 unreached" in done.stdout


def test_a_bug_in_a_function_that_runs_on_import_is_found(tmp_path: Path):
    """A table is made of its results when the module is imported: exchanging the code then would change nothing."""
    bugs, results = tmp_path / "bugs.txt", tmp_path / "results.json"
    bugs.write_text("xtriton/passes/linalg/patterns/libdevice.py::_mean::operands_swapped:0\n")
    command = [sys.executable, "-m", "tests.sabotage", "--fresh", "--bugs", str(bugs), "--json", str(results)]
    test = "tests/semantics/test_libdevice_on_cpu.py::test_means_and_distances"
    done = subprocess.run([*command, test], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (verdict,) = json.loads(results.read_text())
    assert verdict["how"] == "failed"
    assert test in verdict["found"]

"""Plug-ins: the package of docs/plugins.md, files, and errors in plug-ins."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from xtriton.cli.arguments import UsageError, parse_arguments
from xtriton.passes.plugins import load_plugin
from xtriton.registry import PluginError, Registry

_ROOT = Path(__file__).parents[2]
_PAGE = (_ROOT / "docs/plugins.md").read_text(encoding="utf-8")
_ADDING = """
from dataclasses import dataclass
from typing import ClassVar

from xtriton.passes.base import NamedPipeline, Pass


@dataclass(frozen=True)
class Nothing(Pass):
    \"\"\"Do nothing.\"\"\"

    name: ClassVar[str] = "do-nothing"

    def apply(self, ctx, module):
        pass
"""


_SUM = "tt.func @f(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 tt.return %0 : i32 }"


def _block_after(words: str, language: str) -> str:
    """The first block of the page in a language that follows some words."""
    found = re.search(rf"^```{language}\n(.*?)^```$", _PAGE[_PAGE.index(words) :], re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def _install(site: Path, name: str, version: str, points: str) -> None:
    """The metadata of an installed package."""
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture(scope="module")
def turbo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the page, installed in a folder of its own."""
    site = tmp_path_factory.mktemp("site")
    project = _block_after("`pyproject.toml`:", "toml")
    points = re.sub(r'\[project\.entry-points\."(.*)"\]', r"[\1]", project[project.index("[project.entry-points") :])
    _install(site, "turbo", "1.0", points.replace('"', ""))
    package = site / "turbo"
    package.mkdir()
    (package / "__init__.py").touch()
    for module in ("dialect", "folds", "semantics", "passes", "tool"):
        (package / f"{module}.py").write_text(_block_after(f"`turbo/{module}.py`", "python"))
    return site


def _site(turbo: Path, folder: Path, points: str) -> Path:
    """A folder with the package of the page, and another one with these entry points."""
    _install(folder, "bad", "2.0", points)
    for name in ("turbo", "turbo-1.0.dist-info"):
        (folder / name).symlink_to(turbo / name)
    return folder


def _opt(*arguments: str, site: Path | None = None, stdin: str = "", code: str = "") -> tuple[int, str, str]:
    paths = os.pathsep.join(str(path) for path in (_ROOT, site) if path is not None)
    done = subprocess.run(
        [sys.executable, *(("-c", code) if code else ("-m", "xtriton.cli.opt")), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    return done.returncode, done.stdout, done.stderr


def test_package_of_the_page(turbo: Path):
    status, out, err = _opt(
        "--make-turbo", "--verify-each=interp", site=turbo, stdin=_block_after("`twice.mlir`", "mlir")
    )
    assert (status, err) == (0, "")
    assert out == _block_after("is parsed, canonicalized", "console").split("\n", 1)[1]


def test_folds_of_the_package(turbo: Path):
    text = """
        tt.func @f() -> f32 {
          %0 = arith.constant 1.5 : f32
          %1 = turbo.twice %0 : f32
          tt.return %1 : f32
        }
    """
    status, out, err = _opt("--canonicalize", site=turbo, stdin=text)
    assert (status, err) == (0, "")
    assert "arith.constant 3.0" in out
    assert "turbo.twice" not in out


def test_folds_and_patterns_registered_late(turbo: Path, tmp_path: Path):
    """They apply to modules from then on, also if the dialect's operations were canonicalized without them before."""
    (tmp_path / "turbo").symlink_to(turbo / "turbo")
    code = """
from turbo.dialect import TURBO
from turbo.folds import FOLDS, PATTERNS
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.passes import plugins
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

plugins.register(dialects=[TURBO])


def shown(text):
    ctx = Context()
    module = parse_module(f"tt.func @f(%x: f32) -> f32 {{ {text} tt.return %1 : f32 }}", "f.mlir", ctx)
    PassManager(ctx).run(parse_pipeline("canonicalize"), module)
    return print_op(module)


constant = "%0 = arith.constant 1.5 : f32 %1 = turbo.twice %0 : f32"
negation = "%0 = arith.negf %x : f32 %1 = turbo.twice %0 : f32"
print("arith.constant 3.0" in shown(constant), "turbo.twice %arg0" in shown(negation))
plugins.register(folds={"turbo": FOLDS}, patterns={"turbo": PATTERNS})
print("arith.constant 3.0" in shown(constant), "turbo.twice %arg0" in shown(negation))
"""
    assert _opt(site=tmp_path, code=code) == (0, "False False\nTrue True\n", "")


def test_semantics_of_the_package(turbo: Path):
    """A wrong lowering is found since the interpreter runs the package's operation."""
    wrong = (turbo / "turbo/passes.py").read_text().replace("AddFOp(op.value, op.value)", "AddFOp(op.value, op.result)")
    wrong = wrong.replace("AddFOp", "MulFOp").replace("op.result", "op.value").replace("-turbo", "-wrong")
    plugin = turbo / "wrong.py"
    plugin.write_text(wrong)
    status, _, err = _opt(
        f"--load-pass-plugin={plugin}", "-p", "lower-wrong", "--verify-each=interp", site=turbo,
        stdin=_block_after("`twice.mlir`", "mlir"),
    )  # fmt: skip
    assert status == 1
    assert "pass 'lower-wrong' changes what 'f' computes" in err


def test_tool_of_the_package(turbo: Path, tmp_path: Path):
    """It needs no metadata, and has its own name in messages."""
    (tmp_path / "turbo").symlink_to(turbo / "turbo")
    code = "import sys, turbo.tool; sys.exit(turbo.tool.main())"
    text = _block_after("`twice.mlir`", "mlir")
    status, out, err = _opt("--lower-turbo", site=tmp_path, stdin=text, code=code)
    assert (status, err) == (0, "")
    assert "arith.addf" in out
    out = _opt("--canonicalize", site=tmp_path, stdin=text, code=code)[1]
    assert "turbo.twice %arg0" in out  # the pattern
    folded = text.replace("arith.negf %x :", "arith.constant dense<1.5> :")
    assert "dense<3.0" in _opt("--canonicalize", site=tmp_path, stdin=folded, code=code)[1]
    assert _opt("--lower-turb", site=tmp_path, stdin=text, code=code)[2] == (
        "turbo-opt: error: unknown pass or option '--lower-turb'; did you mean --lower-turbo?\ntry 'turbo-opt --help'\n"
    )


@pytest.mark.parametrize(
    ("points", "arguments", "message"),
    [
        (
            "[xtriton.passes]\nbroken = nowhere.passes:Broken\n",
            "--broken",
            "package 'bad' 2.0: pass 'broken' cannot be loaded from 'nowhere.passes:Broken': "
            "ModuleNotFoundError: No module named 'nowhere'",
        ),
        (
            "[xtriton.passes]\nbroken = json:dumps\n",
            "--broken",
            "package 'bad' 2.0: pass 'broken' cannot be loaded from 'json:dumps': "
            "it is not a subclass of xtriton.passes.base.Pass",
        ),
        (
            "[xtriton.passes]\nbroken = json:missing\n",
            "--broken",
            "package 'bad' 2.0: pass 'broken' cannot be loaded from 'json:missing': "
            "AttributeError: module 'json' has no attribute 'missing'",
        ),
        (
            "[xtriton.pipelines]\nbroken = xtriton.pipelines:MakeCpu\n",
            "--broken",
            "package 'bad' 2.0: pipeline 'broken' cannot be loaded from 'xtriton.pipelines:MakeCpu': "
            "the class has the name 'make-cpu'",
        ),
        (
            "[xtriton.dialects]\nodd = json:dumps\n",
            "--cse",
            "package 'bad' 2.0: dialect 'odd' cannot be loaded from 'json:dumps': "
            "it is not an xdsl.ir.Dialect with the name 'odd'",
        ),
        (
            "[xtriton.folds]\narith = json:dumps\n",
            "--canonicalize",
            "package 'bad' 2.0: fold table 'arith' cannot be loaded from 'json:dumps': "
            "it is not a dictionary from operation classes to folds",
        ),
        (
            "[xtriton.canonicalization]\narith = json:__all__\n",
            "--canonicalize",
            "package 'bad' 2.0: pattern list 'arith' cannot be loaded from 'json:__all__': 'dump' is not a pattern",
        ),
        (
            "[xtriton.passes]\nlower-turbo = bad:Pass\n",
            "--lower-turbo",
            "pass 'lower-turbo' is in package 'bad' 2.0 and in package 'turbo' 1.0: uninstall one of them",
        ),
    ],
)
def test_broken_packages(turbo: Path, tmp_path: Path, points: str, arguments: str, message: str):
    source = "odd.op\n" if "odd" in points else _SUM
    status, out, err = _opt(arguments, site=_site(turbo, tmp_path, points), stdin=source)
    assert (status, out, err) == (2, "", f"xtriton-opt: error: {message}\n")


def test_help(turbo: Path, tmp_path: Path):
    """It names the packages, and neither broken nor refused plug-ins keep it from listing the others."""
    points = "[xtriton.passes]\ncse = bad:Pass\nbroken = bad:Pass\n"
    site = _site(turbo, tmp_path, points)
    assert _opt("--cse", site=site)[0] == 0
    status, out, err = _opt("--help", site=site)
    assert (status, err) == (0, "")
    assert re.search(r"--lower-turbo +Lower turbo.twice to sums. \(package 'turbo' 1.0\)\n", out)
    assert re.search(r"--make-turbo +Canonicalize, then lower. \(package 'turbo' 1.0\)\n", out)
    assert "package 'bad' 2.0: pass 'cse' is refused: xtriton has a pass of that name\n" in out
    assert "package 'bad' 2.0: pass 'broken' cannot be loaded from 'bad:Pass': ModuleNotFoundError" in out
    assert ",turbo," in _opt("--show-dialects", site=site)[1]


def test_load_pass_plugin(tmp_path: Path):
    """The option may stand after the pass."""
    file = tmp_path / "more-passes.py"
    file.write_text(_ADDING)
    assert _opt("--do-nothing", f"--load-pass-plugin={file}", "--load-pass-plugin", str(file)) == (
        0, "module {\n}\n", "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "cannot be read: No such file or directory"),
        ("x = = 1\n", "cannot be imported: SyntaxError: invalid syntax (plugin.py, line 1)"),
        ("raise ValueError('a\\nb')\n", "cannot be imported: ValueError: a b"),
        ("raise SystemExit(3)\n", "cannot be imported: SystemExit: 3"),
        ("from xtriton.passes.common.cse import CSE\n", ": it defines no pass, pipeline or dialect"),
        ("from xtriton.dialects.tt import TT\n", ": it defines no pass, pipeline or dialect"),
        (_ADDING.replace("do-nothing", "cse"), ": pass 'cse' is refused: xtriton has a pass of that name"),
        (
            "from xdsl.ir import Dialect\nTT = Dialect('tt')",
            ": dialect 'tt' is refused: xtriton has a dialect of that name",
        ),
    ],
)
def test_broken_files(tmp_path: Path, text: str | None, reason: str):
    file = tmp_path / "plugin.py"
    if text is not None:
        file.write_text(text)
    separator = "" if reason.startswith(":") else " "
    with pytest.raises(PluginError) as failure:
        load_plugin(str(file))
    assert str(failure.value) == f"plug-in '{file}'{separator}{reason}"


def test_missing_value_and_module():
    with pytest.raises(UsageError, match=r"^'--load-pass-plugin' needs a value: FILE.py|MODULE$"):
        parse_arguments(["--load-pass-plugin="])
    with pytest.raises(PluginError, match=r"^plug-in 'no.such' cannot be imported: ModuleNotFoundError: No module"):
        parse_arguments(["--load-pass-plugin=no.such"])


def test_registering_twice():
    registry = Registry("thing", "things", {"own": "json:dumps"})

    class Thing:
        pass

    registry.register("mine", Thing)
    registry.register("mine", Thing)  # the same thing is no collision
    assert registry.load("mine") is Thing
    with pytest.raises(PluginError, match=r"thing 'own' is refused: xtriton has a thing of that name"):
        registry.register("own", Thing)
    registry.register("text", "json:loads", "package 'a' 1")
    with pytest.raises(PluginError, match=r"thing 'text' is refused: package 'a' 1 has a thing of that name"):
        registry.register("text", Thing)
    with pytest.raises(KeyError):
        registry.load("missing")


@pytest.mark.parametrize("folder", [".", "..", "./", "tests/unit"])
def test_a_folder_is_no_plug_in(folder: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(_ROOT)
    with pytest.raises(PluginError) as failure:
        load_plugin(folder)
    advice = "give a file, FILE.py, or the name of a module that can be imported"
    assert str(failure.value) == f"plug-in '{folder}' is a folder: {advice}"

"""Stages as data: their passes, as text and on the command line."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia import compiler as nvidia
from triton.compiler.compiler import make_backend
from xdsl.ir import Operation

from xtriton.cli.opt import run
from xtriton.ir.context import Context
from xtriton.passes import PASSES, PIPELINES, pipeline_class
from xtriton.passes.base import OperationPass
from xtriton.passes.libtriton import parse_wheel_pipeline
from xtriton.passes.options import PipelineError, UnknownPassError
from xtriton.passes.pipeline_text import expand, parse_pipeline
from xtriton.pipelines import MakeTtgir, MakeTtir, capability_of, engine_of, make_ttgir_passes, make_ttir_passes
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, TritonVersion, use_version


@dataclass(frozen=True)
class Nothing(OperationPass):
    """A pass that stands in for others."""

    name: ClassVar[str] = "nothing"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        """Nothing is changed."""


@pytest.fixture
def every_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """All passes of the stages exist, under their own names, and do nothing."""
    for name in make_ttir_passes(80):
        stand_in = dataclass(frozen=True)(type(name, (Nothing,), {"name": name, "__doc__": name}))
        monkeypatch.setitem(globals(), f"stand_in_{name}", stand_in)
        monkeypatch.setitem(PASSES, name, f"{__name__}:stand_in_{name}")


Call = tuple[str, str, list[Any]]


class _Recorder:
    """In the place of ``libtriton.passes``: notes which functions are called, and with what."""

    def __init__(self, called: list[Call], group: str = "passes") -> None:
        self._called, self._group = called, group

    def __getattr__(self, name: str) -> object:
        if name.startswith("add_"):
            return lambda _, *arguments: self._called.append((self._group, name, list(arguments)))
        return _Recorder(self._called, f"{self._group}.{name}")


class _Manager:
    def enable_debug(self) -> bool:
        return False

    def run(self, *_: object) -> None:
        pass


class _Module:
    context = None

    def get_tensordesc_metadata(self) -> None:
        """There are no descriptors."""


def _recorded(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """The calls that Triton's backend makes from now on to add passes."""
    called: list[Call] = []
    monkeypatch.setattr(nvidia, "passes", _Recorder(called))
    monkeypatch.setattr(nvidia.nvidia, "passes", _Recorder(called, "nvidia.passes"))
    monkeypatch.setattr(nvidia.ir, "pass_manager", lambda _: _Manager())
    return called


@pytest.mark.parametrize("capability", [75, 80, 86, 89, 90, 100, 120])
def test_make_ttir_is_triton_s_own_list(capability: int, monkeypatch: pytest.MonkeyPatch) -> None:
    called = _recorded(monkeypatch)
    make_backend(GPUTarget("cuda", capability, 32)).make_ttir(_Module(), {}, None, capability)
    assert called == parse_wheel_pipeline(",".join(make_ttir_passes(capability)))


@pytest.mark.parametrize("capability", [75, 80, 86, 89, 90, 100, 120])
def test_make_ttgir_is_triton_s_own_list(capability: int, monkeypatch: pytest.MonkeyPatch) -> None:
    called = _recorded(monkeypatch)
    backend = make_backend(GPUTarget("cuda", capability, 32))
    ctas = 2 if capability >= 90 else 1
    options = backend.parse_options({"num_warps": 8, "num_stages": 5, "num_ctas": ctas})
    backend.make_ttgir(_Module(), {}, options, capability)
    assert called == parse_wheel_pipeline(",".join(make_ttgir_passes(capability, 8, 5, ctas)))
    (whole,) = MakeTtgir(f"cuda:{capability}", 8, 5, ctas, "wheel").passes()
    assert called == parse_wheel_pipeline(whole.removeprefix('libtriton{passes="').removesuffix('"}'))


def test_target_chooses_passes() -> None:
    lowering = "triton-rewrite-tensor-descriptor-to-pointer"
    assert lowering in MakeTtir("cuda:89").passes()
    assert lowering not in MakeTtir("cuda:90").passes()


@pytest.mark.parametrize("target", ["", "cuda", "cuda:", "cuda:sm90", "hip:gfx942", "cuda:90 "])
def test_other_targets_are_refused(target: str) -> None:
    with pytest.raises(ValueError, match="is not known: give cuda:CAPABILITY"):
        capability_of(target)
    with pytest.raises(ValueError, match="is not known"):
        MakeTtir(target)


def test_unknown_capabilities_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"not a GPU that Triton compiles for .*; did you mean cuda:90\?"):
        MakeTtir("cuda:9")


@pytest.mark.parametrize("passed", ["make-ttgir", "convert-triton-to-tritongpu"])
@pytest.mark.parametrize("size", ["num-warps=3", "num-warps=0", "num-ctas=-2"])
def test_sizes_are_powers_of_two(passed: str, size: str) -> None:
    status, out, said = _opt(f"--{passed}=target=cuda:90 {size}")
    assert (status, out) == (2, "")
    assert f"'{passed}': {size.replace('=', ' is ')}: it must be a power of two\n" in said


@pytest.mark.parametrize("passed", ["make-ttgir", "convert-triton-to-tritongpu"])
def test_sizes_fit_the_attributes_of_modules(passed: str) -> None:
    status, out, said = _opt(f"--{passed}=target=cuda:90 num-ctas=2147483648")
    assert (status, out) == (2, "")
    assert f"'{passed}': num-ctas is 2147483648: it must be below 2147483648\n" in said


@pytest.mark.parametrize("name", PIPELINES)
def test_registered_under_their_names(name: str) -> None:
    assert pipeline_class(name).name == name
    assert name not in PASSES


@pytest.mark.triton("3.9")
@pytest.mark.usefixtures("every_pass")
def test_text_of_a_pipeline_is_read_as_the_pipeline() -> None:
    pipeline = MakeTtir("cuda:90")
    nest = expand(pipeline)
    assert str(nest) == pipeline.text()
    assert pipeline.text().startswith("builtin.module(inline,canonicalize,triton-combine,")
    assert [instance.name for instance in nest.passes()] == list(make_ttir_passes(90))


@pytest.mark.usefixtures("every_pass")
def test_named_pipelines_stand_among_passes() -> None:
    inside = str(expand(MakeTtir("cuda:80"))).removeprefix("builtin.module(").removesuffix(")")
    read = parse_pipeline("strip-debuginfo, make-ttir{target=cuda:80}, strip-debuginfo")
    assert str(read) == f"builtin.module(strip-debuginfo,{inside},strip-debuginfo)"


@pytest.mark.usefixtures("every_pass")
def test_named_pipelines_run_on_modules_only() -> None:
    with pytest.raises(PipelineError, match=r"pipeline 'make-ttir' runs on 'builtin.module', not on 'tt.func'"):
        parse_pipeline("builtin.module(tt.func(make-ttir{target=cuda:80}))")


def test_missing_pass_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PASSES, "triton-combine", raising=False)
    for name in make_ttir_passes(80):
        if name != "triton-combine":
            monkeypatch.setitem(PASSES, name, f"{__name__}:Nothing")
    with pytest.raises(UnknownPassError) as caught:
        parse_pipeline("strip-debuginfo,make-ttir{target=cuda:80}")
    assert caught.value.message == (
        "pipeline 'make-ttir' needs the pass 'triton-combine', which does not exist yet; "
        "the Triton wheel has it: --libtriton='passes=triton-combine'"
    )
    assert str(caught.value).endswith("  strip-debuginfo,make-ttir{target=cuda:80}\n" + " " * 18 + "^")


def _opt(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run(arguments, io.BytesIO(b"module {}\n"), out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.triton("3.9")
@pytest.mark.usefixtures("every_pass")
def test_dumped_pipeline_runs_again() -> None:
    status, _, said = _opt("--make-ttir=target=cuda:90", "--strip-debuginfo", "--dump-pass-pipeline")
    assert status == 0
    heading, dumped, *_ = said.splitlines()
    assert heading == "Pass Manager with 8 passes:"
    assert dumped == MakeTtir("cuda:90").text()[:-1] + ",strip-debuginfo)"
    again = _opt(f"--pass-pipeline={dumped}", "--dump-pass-pipeline")
    assert (again[0], again[2].splitlines()[1]) == (0, dumped)


@pytest.mark.usefixtures("every_pass")
def test_passes_of_a_pipeline_are_seen_one_by_one() -> None:
    status, _, said = _opt("--triton=3.9", "--make-ttir=target=cuda:90", "--mlir-print-ir-after=cse")
    assert status == 0
    assert said.count("IR Dump After cse: cse") == 1


@pytest.mark.parametrize("triton", [V3_6, V3_7, V3_8, V3_9])
def test_stages_are_native(triton: TritonVersion) -> None:
    with use_version(triton):
        listed = [passed for capability in (80, 90, 100, 120) for passed in make_ttgir_passes(capability)]
        assert [passed for passed in listed if _is_wheels(passed)] == []


def _is_wheels(passed: str) -> bool:
    return engine_of(passed) == "wheel"

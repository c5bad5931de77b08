"""``dispatch-triton-kernel``: which kernels are compiled, under which names, and which calls are refused."""

from __future__ import annotations

import base64
import io
import json
import re
from typing import Any, cast

import pytest
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, StringAttr, UnknownLoc
from xdsl.ir import Attribute

from xtriton.cli.opt import run
from xtriton.compiler.result import CompiledKernel
from xtriton.dialects.relax import CallDpsPackedOp, CallTirOp, external_modules, external_symbol
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.kernels import BlockScaledConfig, dispatch_triton_kernel
from xtriton.kernels.dispatch_triton_kernel import DispatchTritonKernel
from xtriton.kernels.external import ExternalKernel

MATMUL = """\
  func.func @NAME(%x: tensor<?x96xf8E4M3FN>, %w: tensor<64x96xf8E4M3FN>, %xs: tensor<?x3xf32>, %ws: tensor<2x3xf32>) {
    %0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_matmul(%x, %w, %xs, %ws, 64, 96, 32, 32, 16, 32, 32, 8, 4, 2, "float8_e4m3fn", "bfloat16") : (tensor<?x96xf8E4M3FN>, tensor<64x96xf8E4M3FN>, tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x64xbf16>
    return
  }
"""  # noqa: E501
GROUP = """\
  func.func @NAME(%x: tensor<?x96xf8E4M3FN>, %w: tensor<2x64x96xf8E4M3FN>, %xs: tensor<?x3xf32>, %ws: tensor<2x2x3xf32>, %ids: tensor<?xi32>, %indptr: tensor<3xi32>) {
    %0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_group_matmul(%x, %w, %xs, %ws, %ids, %indptr, 64, 96, 2, 32, 32, 16, 32, 32, 8, 4, 2, "float8_e4m3fn", "bfloat16") : (tensor<?x96xf8E4M3FN>, tensor<2x64x96xf8E4M3FN>, tensor<?x3xf32>, tensor<2x2x3xf32>, tensor<?xi32>, tensor<3xi32>) -> tensor<?x64xbf16>
    return
  }
"""  # noqa: E501
SYMBOL = (
    "w8a8_block_fp8_matmul_N64_K96_block_n32_block_k32_BLOCK_SIZE_M16_BLOCK_SIZE_N32_BLOCK_SIZE_K32_GROUP_SIZE_M8_"
    "warps4_stages2_fp8e4nv_bf16_sm90"
)


def module_of(*functions: str, entries: str = "") -> ModuleOp:
    """A module of functions, which are called f0, f1 ...; the first one's call is in the third line, column 10."""
    attributes = f"attributes {{relax.external_mods = [{entries}]}} " if entries else ""
    body = "".join(text.replace("@NAME", f"@f{index}") for index, text in enumerate(functions))
    return parse_module(f"module {attributes}{{\n{body}}}\n", "test.mlir", Context())


def dispatch(module: ModuleOp, target: str = "cuda:90") -> ModuleOp:
    ctx = Context()
    DispatchTritonKernel(target).apply(ctx, module)
    verify(module, ctx)
    return module


def called(module: ModuleOp) -> list[str]:
    """The compiled kernels that a module calls, in order."""
    return [op.callee_name for op in module.walk() if isinstance(op, CallTirOp)]


def entries_of(module: ModuleOp) -> list[dict[str, Attribute]]:
    return [dict(cast("DictionaryAttr", entry).data) for entry in external_modules(module)]


def text(attr: Attribute) -> str:
    assert isinstance(attr, StringAttr)
    return attr.data


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[BlockScaledConfig, str, str]]:
    """Record requests to compile kernels; the kernels are empty."""
    asked: list[tuple[BlockScaledConfig, str, str]] = []

    def compile_nothing(config: BlockScaledConfig, target: str, symbol: str) -> ExternalKernel:
        asked.append((config, target, symbol))
        metadata = {"signature": [], "num_warps": config.num_warps, "shared": 0, "passes": []}
        asm: dict[str, str | bytes] = {"source": "", "ptx": "", "cubin": b""}
        return ExternalKernel(config, target, CompiledKernel(symbol, asm, metadata))

    monkeypatch.setattr(dispatch_triton_kernel, "compile_external", compile_nothing)
    return asked


def test_entries():
    module = dispatch(module_of(MATMUL, GROUP))
    first, second = entries_of(module)
    assert called(module) == [text(first["symbol"]), text(second["symbol"])]
    assert called(module)[0] == SYMBOL
    for entry, extra in ((first, 0), (second, 2)):
        symbol, ptx = text(entry["symbol"]), text(entry["ptx"])
        assert f".visible .entry {symbol}(" in ptx
        assert ".reqntid 128" in ptx
        assert base64.b64decode(text(entry["cubin"])).startswith(b"\x7fELF")
        assert f"tt.func public @{symbol}(" in text(entry["source"])
        assert text(entry["target"]) == "cuda:90"
        grid = cast("DictionaryAttr", entry["grid"]).data
        numbers = {name: cast("IntegerAttr", value).value.data for name, value in grid.items()}
        assert numbers == {"block_m": 16, "extra_row_tiles": extra, "column_tiles": 2}
        assert cast("IntegerAttr", entry["num_warps"]).value.data == 4
        metadata = json.loads(text(entry["metadata"]))
        assert {step["engine"] for step in metadata["passes"] if step["stage"] == "ttir"} == {"xtriton"}
    arguments = [text(argument) for argument in cast("ArrayAttr[Attribute]", second["arguments"]).data]
    assert arguments == ["*fp8e4nv", "*fp8e4nv", "*fp32", "*fp32", "*i32", "*i32", "*bf16", "i32"]
    assert print_op(dispatch(module_of(MATMUL, GROUP))) == print_op(module)


def test_warps_and_stages_reach_the_binary():
    longer = MATMUL.replace("96", "1024").replace("x3xf32", "x32xf32")
    module = dispatch(module_of(longer, longer.replace("8, 4, 2,", "8, 8, 2,"), longer.replace("8, 4, 2,", "8, 4, 4,")))
    entries = entries_of(module)
    threads = [re.findall(r"\.reqntid (\d+)", text(entry["ptx"])) for entry in entries]
    assert threads == [["128"], ["256"], ["128"]]
    two, _, four = (cast("IntegerAttr", entry["shared"]).value.data for entry in entries)
    assert four - two == 2 * (16 + 32) * 32  # two more steps of both operands' tiles


def test_equal_configurations_are_compiled_once(compiled: list[Any]):
    module = dispatch(module_of(MATMUL, GROUP, MATMUL, GROUP, MATMUL.replace("?", "7")))
    assert len(compiled) == len(external_modules(module)) == 2
    names = called(module)
    assert names == [names[0], names[1], names[0], names[1], names[0]]


VARIANTS = {
    "BLOCK_SIZE_M": MATMUL.replace("32, 32, 16, 32, 32,", "32, 32, 32, 32, 32,"),
    "BLOCK_SIZE_N": MATMUL.replace("32, 32, 16, 32, 32,", "32, 32, 16, 16, 32,"),
    "BLOCK_SIZE_K": MATMUL.replace("32, 32, 16, 32, 32,", "32, 32, 16, 32, 64,"),
    "GROUP_SIZE_M": MATMUL.replace("8, 4, 2,", "1, 4, 2,"),
    "num_warps": MATMUL.replace("8, 4, 2,", "8, 8, 2,"),
    "num_stages": MATMUL.replace("8, 4, 2,", "8, 4, 3,"),
    "in_dtype": MATMUL.replace("f8E4M3FN", "f8E5M2").replace("float8_e4m3fn", "float8_e5m2"),
    "out_dtype": MATMUL.replace("x64xbf16", "x64xf16").replace('"bfloat16"', '"float16"'),
    "N": MATMUL.replace("64x96", "63x96").replace("%ws, 64,", "%ws, 63,").replace("?x64xbf16", "?x63xbf16"),
}


def test_different_configurations_have_different_symbols(compiled: list[Any]):
    module = dispatch(module_of(MATMUL, *VARIANTS.values()))
    assert len(set(called(module))) == len(compiled) == 1 + len(VARIANTS)
    assert [external_symbol(entry) for entry in external_modules(module)] == called(module)


def test_different_targets_have_different_symbols(compiled: list[Any]):
    names = [called(dispatch(module_of(MATMUL), target)) for target in ("cuda:89", "cuda:90", "cuda:100")]
    assert len({name for (name,) in names}) == 3
    assert [target for _, target, _ in compiled] == ["cuda:89", "cuda:90", "cuda:100"]


def test_a_kernel_for_another_target_is_no_kernel_for_this_one(compiled: list[Any]):
    module = dispatch(module_of(MATMUL), "cuda:89")
    call = parse_module(MATMUL.replace("@NAME", "@g"), "more.mlir", Context()).body.block.first_op
    assert call is not None
    call.detach()
    module.body.block.add_op(call)
    dispatch(module, "cuda:90")
    assert [name[-5:] for name in called(module)] == ["_sm89", "_sm90"]
    assert len(external_modules(module)) == 2


@pytest.mark.parametrize("target", ["llvm", "metal", "vulkan", "rocm", "webgpu:generic"])
def test_other_targets_change_nothing(target: str, compiled: list[Any]):
    module = module_of(MATMUL, MATMUL.replace(", 64,", ', "wrong",'), entries='"kept"')
    before = print_op(module)
    assert print_op(dispatch(module, target)) == before
    assert compiled == []


def test_other_calls_and_modules_without_calls_are_not_modified(compiled: list[Any]):
    module = module_of(MATMUL.replace("mlc.triton.", "mlc.cutlass."))
    before = print_op(module)
    assert print_op(dispatch(module)) == before
    assert "relax.external_mods" not in before
    assert compiled == []


def test_entries_are_kept(compiled: list[Any]):
    foreign = '{symbol = "other"}, "text", {kernel = "w8a8_block_fp8_matmul"}, 7 : i32'
    module = module_of(MATMUL, entries=foreign)
    before = external_modules(module)
    after = external_modules(dispatch(module))
    assert after[:4] == before
    assert [external_symbol(entry) for entry in after[4:]] == [SYMBOL]


def test_twice_is_as_once(compiled: list[Any]):
    module = dispatch(module_of(MATMUL, GROUP))
    once = print_op(module)
    assert print_op(dispatch(module)) == once
    assert len(compiled) == 2


def test_kernels_of_an_earlier_run_are_used(compiled: list[Any]):
    saved = print_op(dispatch(module_of(MATMUL)))
    module = parse_module(saved.replace("\n}\n", "\n" + MATMUL.replace("NAME", "more") + "}\n"), "x.mlir", Context())
    assert any(isinstance(op, CallDpsPackedOp) for op in module.walk())
    assert called(dispatch(module)) == [SYMBOL, SYMBOL]
    assert len(compiled) == len(external_modules(module)) == 1


def test_functions_of_inner_modules(compiled: list[Any]):
    module = dispatch(module_of(MATMUL, f"module @inner {{\n{MATMUL}}}\n"))
    assert called(module) == [SYMBOL, SYMBOL]
    assert len(external_modules(module)) == len(compiled) == 1


def test_a_list_of_kernels_that_is_none(compiled: list[Any]):
    module = parse_module(f'module attributes {{relax.external_mods = "text"}} {{\n{MATMUL}}}', "test.mlir", Context())
    assert str(refusal(module)).startswith("test.mlir:1:1: error: 'relax.external_mods' must be an array")


def test_names_that_are_taken_are_avoided(compiled: list[Any]):
    taken = f"  func.func private @{SYMBOL}()\n"
    for entries, expected in (("", f"{SYMBOL}_1"), (f'{{symbol = "{SYMBOL}_1"}}', f"{SYMBOL}_2")):
        module = dispatch(module_of(MATMUL, taken, MATMUL, entries=entries))
        assert called(module) == [expected, expected]
        assert [name for _, _, name in compiled[-1:]] == [expected]
        assert called(dispatch(module)) == [expected, expected]


def test_locations_are_those_of_the_calls(compiled: list[Any]):
    module = dispatch(module_of(MATMUL, GROUP))
    printed = print_op(module, PrintOptions(debuginfo=True))
    aliases = dict(re.findall(r"^(#loc\d*) = loc\((.*)\)$", printed, re.MULTILINE))
    found = re.findall(r"relax\.call_tir .* loc\((#loc\d*)\)$", printed, re.MULTILINE)
    assert [aliases[name] for name in found] == ['"test.mlir":3:10', '"test.mlir":7:10']


NAME = "'mlc.triton.w8a8_block_fp8_matmul'"
REFUSED = {
    "unknown": ("fp8_matmul(", "fp8_matmull(", "is not a kernel: did you mean 'mlc.triton.w8a8_block_fp8_matmul'?"),
    "nothing like it": ("w8a8_block_fp8_matmul(", "f(", "is not a kernel: there are w8a8_block_fp8_matmul, w8a8_block"),
    "too few": (", 8, 4, 2,", ", 8, 4,", f"{NAME} takes 16 arguments, but 15 are given"),
    "too many": (", 8, 4, 2,", ", 8, 4, 2, 2,", f"{NAME} takes 16 arguments, but 17 are given"),
    "tensor as constant": ("%x, %w, %xs, %ws, 64,", "%x, %w, %xs, 64, %ws,", "('weight_scale') of {} must be a tensor"),
    "constant as text": (", 64, 96,", ', "64", 96,', "argument #4 ('N') of {} must be an integer, but is \"64\""),
    "truth": (", 64, 96,", ", true, 96,", "argument #4 ('N') of {} must be an integer, but is true"),
    "type as number": (', "float8_e4m3fn"', ", 8", "#14 ('in_dtype') of {} must be the name of a type, but is 8"),
    "unknown type": ('"float8_e4m3fn"', '"float8"', "cannot be compiled: in_dtype is 'float8', but must be one of"),
    "warps": (", 8, 4, 2,", ", 8, 3, 2,", "{} cannot be compiled: num_warps is 3, but must be a power of two"),
    "tile": ("32, 32, 16, 32, 32,", "32, 32, 100, 32, 32,", "compiled: BLOCK_SIZE_M is 100, but must be a power"),
    "negative": (", 64, 96,", ", -64, 96,", "{} cannot be compiled: N is -64, but must be an integer from 1"),
    "K of x": (
        "tensor<?x96xf8E4M3FN>", "tensor<?x95xf8E4M3FN>",
        "argument #0 ('x') of {} must be tensor<?x96xf8E4M3FN>, but is tensor<?x95xf8E4M3FN>",
    ),
    "K of the weight": (
        "tensor<64x96xf8E4M3FN>", "tensor<64x97xf8E4M3FN>",
        "argument #1 ('weight') of {} must be tensor<64x96xf8E4M3FN>, but is tensor<64x97xf8E4M3FN>",
    ),
    "N of the weight": ("tensor<64x96xf8E4M3FN>", "tensor<65x96xf8E4M3FN>", "#1 ('weight') of {} must be tensor<64x96"),
    "a dynamic N": ("tensor<64x96xf8E4M3FN>", "tensor<?x96xf8E4M3FN>", "#1 ('weight') of {} must be tensor<64x96"),
    "transposed": ("tensor<64x96xf8E4M3FN>", "tensor<96x64xf8E4M3FN>", "#1 ('weight') of {} must be tensor<64x96"),
    "scales of x": ("tensor<?x3xf32>", "tensor<?x4xf32>", "#2 ('x_scale') of {} must be tensor<?x3xf32>, but is"),
    "scales of weights": ("tensor<2x3xf32>", "tensor<3x3xf32>", "#3 ('weight_scale') of {} must be tensor<2x3xf32>"),
    "f16 scales": ("tensor<?x3xf32>", "tensor<?x3xf16>", "#2 ('x_scale') of {} must be tensor<?x3xf32>, but is"),
    "rank of x": ("tensor<?x96xf8E4M3FN>", "tensor<?x1x96xf8E4M3FN>", "#0 ('x') of {} must be tensor<?x96xf8E4M3FN>"),
    "type of x": ("tensor<?x96xf8E4M3FN>", "tensor<?x96xf8E5M2>", "#0 ('x') of {} must be tensor<?x96xf8E4M3FN>, but"),
    "type of the result": ("tensor<?x64xbf16>", "tensor<?x64xf16>", "the result of {} must be tensor<?x64xbf16>"),
    "N of the result": ("tensor<?x64xbf16>", "tensor<?x65xbf16>", "the result of {} must be tensor<?x64xbf16>, but is"),
    "too many rows": ("?", "1073741825", "{} cannot be compiled: M is 1073741825, but must be from 0 to 1073741824"),
}  # fmt: skip


def refusal(module: ModuleOp, target: str = "cuda:90") -> DiagnosticError:
    """The error of a module, which stays as it is."""
    before = print_op(module)
    with pytest.raises(DiagnosticError) as raised:
        DispatchTritonKernel(target).apply(Context(), module)
    assert print_op(module) == before
    assert len(raised.value.diagnostics) == 1
    return raised.value


@pytest.mark.parametrize(("old", "new", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_calls(old: str, new: str, message: str, compiled: list[Any]):
    assert old in MATMUL
    failure = refusal(module_of(MATMUL.replace(old, new)))
    assert str(failure).startswith("test.mlir:3:10: error: ")
    assert message.replace("{}", NAME) in str(failure)
    assert compiled == []


def test_two_results(compiled: list[Any]):
    several = MATMUL.replace("%0 =", "%0:2 =").replace("-> tensor<?x64xbf16>", "-> (tensor<?x64xbf16>, tensor<1xf32>)")
    assert str(refusal(module_of(several))) == f"test.mlir:3:12: error: {NAME} has one result, not 2"


REFUSED_GROUPS = {
    "too few": ("64, 96, 2, 32", "64, 96, 32", "takes 19 arguments, but 18 are given"),
    "experts": ("64, 96, 2, 32", "64, 96, 3, 32", "argument #1 ('weight') of {} must be tensor<3x64x96xf8E4M3FN>, but"),
    "scales": ("tensor<2x2x3xf32>", "tensor<2x3xf32>", "#3 ('weight_scale') of {} must be tensor<2x2x3xf32>, but is"),
    "indptr": ("tensor<3xi32>", "tensor<2xi32>", "argument #5 ('indptr') of {} must be tensor<3xi32>, but is"),
    "wide indptr": ("tensor<3xi32>", "tensor<3xi64>", "argument #5 ('indptr') of {} must be tensor<3xi32>, but is"),
    "rank of the table": ("tensor<?xi32>", "tensor<?x1xi32>", "argument #4 ('expert_ids') of {} must be tensor<?xi32>"),
    "table": ("<?xi32>", "<5xi32>", None),
}


@pytest.mark.parametrize(("old", "new", "message"), REFUSED_GROUPS.values(), ids=REFUSED_GROUPS)
def test_refused_calls_of_the_grouped_kernel(old: str, new: str, message: str | None, compiled: list[Any]):
    assert old in GROUP
    module = module_of(GROUP.replace(old, new))
    if message is None:  # nothing is known of the rows, so that the table may have any length
        assert len(called(dispatch(module))) == 1
        return
    failure = refusal(module)
    assert str(failure).startswith("test.mlir:3:10: error: ")
    assert message.format("'mlc.triton.w8a8_block_fp8_group_matmul'") in str(failure)
    assert compiled == []


ROWS = {"x": "?x96x", "x_scale": "?x3x", "out": "?x64x"}


@pytest.mark.parametrize("odd", ROWS)
def test_rows_that_contradict_each_other(odd: str, compiled: list[Any]):
    """Rows may be known of some arrays only; where they are known they are the same."""
    texts = [MATMUL, MATMUL]
    for name, pattern in ROWS.items():
        texts[0] = texts[0].replace(pattern, pattern.replace("?", "5"))
        texts[1] = texts[1].replace(pattern, pattern.replace("?", "6" if name == odd else "5"))
    partly = MATMUL.replace(ROWS[odd], ROWS[odd].replace("?", "5"))
    assert len(called(dispatch(module_of(texts[0], partly)))) == 2
    assert re.search(r"must be tensor<[56]x\d+x\w+>, but is tensor<[56]x", str(refusal(module_of(texts[1]))))


def test_the_length_of_the_table_of_tiles(compiled: list[Any]):
    """It follows from the rows: 33 rows take 3 tiles of 16, and each of 2 experts another."""
    known = GROUP.replace("?x96", "33x96").replace("?x3x", "33x3x").replace("?x64", "33x64")
    assert len(called(dispatch(module_of(known, known.replace("<?xi32>", "<5xi32>"))))) == 2
    failure = refusal(module_of(known.replace("<?xi32>", "<4xi32>")))
    assert "argument #4 ('expert_ids') of 'mlc.triton.w8a8_block_fp8_group_matmul' must be tensor<5xi32>" in str(
        failure
    )


def test_nothing_is_compiled_before_all_calls_are_checked(compiled: list[Any]):
    failure = refusal(module_of(MATMUL, GROUP, MATMUL.replace(", 64, 96,", ", 64, 97,")))
    assert str(failure).startswith("test.mlir:11:10: error: argument #0 ('x') of ")
    assert compiled == []


@pytest.mark.parametrize(
    ("function", "target", "message"),
    [
        (MATMUL, "cuda:80", "target 'cuda:80' has no products of float8_e4m3fn: compile for cuda:89 or newer, or use"),
        (
            VARIANTS["in_dtype"],
            "cuda:75",
            "target 'cuda:75' has no products of float8_e5m2: compile for cuda:80 or newer",
        ),
    ],
)
def test_targets_that_lack_the_type(function: str, target: str, message: str, compiled: list[Any]):
    failure = refusal(module_of(function), target)
    assert str(failure).startswith(f"test.mlir:3:10: error: {NAME} cannot be compiled: {message}")


def test_tiles_that_need_too_much_shared_memory():
    longer = MATMUL.replace("96", "1024").replace("x3xf32", "x32xf32")
    tiles = longer.replace("32, 32, 16, 32, 32, 8, 4, 2", "32, 32, 256, 128, 128, 8, 8, 6")
    failure = refusal(module_of(tiles))
    assert str(failure).startswith(f"test.mlir:3:10: error: {NAME} cannot be compiled: it needs ")
    assert (
        str(failure)
        .splitlines()[0]
        .endswith("bytes of shared memory, but a program on cuda:90 has 232448: use smaller tiles or fewer stages")
    )


def test_failures_of_the_compiler_are_at_the_call(monkeypatch: pytest.MonkeyPatch):
    def fail(*given: Any) -> ExternalKernel:
        raise error(UnknownLoc(), "out of luck")

    monkeypatch.setattr(dispatch_triton_kernel, "compile_external", fail)
    failure = refusal(module_of(MATMUL))
    assert str(failure).splitlines() == [
        f"test.mlir:3:10: error: {NAME} cannot be compiled: out of luck",
        "loc(unknown): note: in the kernel",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("=target=cuda:9", "target 'cuda:9' is not a GPU that Triton compiles for"),
        ("=target=cudda:90", "target 'cudda:90' is not known: give cuda:CAPABILITY"),
        ("=target=cuda", "target 'cuda' is not known: give cuda:CAPABILITY"),
        ("", "needs the option 'target'"),
    ],
)
def test_targets_that_are_none(options: str, message: str):
    said = io.StringIO()
    arguments = ["-", f"--dispatch-triton-kernel{options}"]
    assert run(arguments, io.BytesIO(b"module {}\n"), io.StringIO(), said) == 2
    assert message in said.getvalue()

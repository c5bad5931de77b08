"""Origins of lines, against the directives of the texts themselves; registers against ptxas."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from triton.backends.nvidia.compiler import get_ptxas
from unit.explain import kernels

from xtriton.backends.nvidia.options import Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.explain.api import explain
from xtriton.explain.artifacts import Artifacts, compiled
from xtriton.explain.build import report_of
from xtriton.explain.machine_code import disassemble
from xtriton.explain.model import Frame
from xtriton.explain.origins import (
    Origins,
    llvm_listing,
    mlir_listing,
    ptx_listing,
    sass_listing,
    without_lines_of_assembly,
)
from xtriton.explain.report import Report
from xtriton.targets import Target
from xtriton.versions import V3_6, V3_7, by_version

FILE = str(Path(kernels.__file__))
REGISTER_ALLOCATION = by_version({V3_6: (), V3_7: ("--regAllocOptLevel=2",)})
"""What Triton tells ptxas about registers."""


@cache
def report() -> Report:
    return explain(f"{FILE}:with_stride", "*fp32:16,*fp32:16,i32,1024", target="cuda:90")


def origins_of(found: Report, stage: str) -> list[tuple[str, tuple[Frame, ...]]]:
    """The lines of a stage with their origins."""
    listing = next(entry.listing for entry in found.stages if entry.name == stage)
    lines = listing.text.splitlines()
    return [
        (line, found.origins[number] if number >= 0 else ())
        for line, number in zip(lines, listing.origins, strict=False)
    ]


def test_mlir():
    text = """#loc = loc("k.py":3:0)
#loc5 = loc("x"(#loc))
module {
  tt.func public @f(%x: i32 loc("x"(#loc))) {
    %0 = arith.addi %x, %x : i32 loc(#loc2)
    %1 = scf.if %c -> (i32) {
      scf.yield %0 : i32 loc(#loc3)
    } else {
      scf.yield %x : i32 loc(#loc3)
    } loc(#loc4)
    tt.return loc(#loc1)
  } loc(#loc)
} loc(#loc)
#loc1 = loc(unknown)
#loc2 = loc(callsite("lib.py":7:9 at #loc3))
#loc3 = loc("k.py":5:4)
#loc4 = loc(fused<"tag">[#loc1, "k.py":6:2])
"""
    origins = Origins()
    listing = mlir_listing(text, origins)
    shown = listing.text.splitlines()
    assert "loc" not in listing.text
    assert shown[1] == "  tt.func public @f(%x: i32) {"
    found = [origins.listed[number] if number >= 0 else () for number in listing.origins]
    kernel = (Frame("k.py", 3, 0),)
    assert found[0] == found[1] == kernel  # of the closing brace
    assert found[2] == (Frame("lib.py", 7, 9), Frame("k.py", 5, 4))
    assert found[3] == (Frame("k.py", 6, 2),)
    assert found[8] == ()


def test_llvm_with_inlined_calls():
    text = """define void @k() !dbg !4 {
  %1 = add i32 0, 1, !dbg !7
  ret void
}
!1 = !DIFile(filename: "k.py", directory: "/tmp")
!2 = !DIFile(filename: "/lib.py", directory: "")
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 6)
!5 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1)
!6 = !DILexicalBlockFile(scope: !5, file: !2, discriminator: 0)
!7 = !DILocation(line: 2, column: 5, scope: !6, inlinedAt: !8)
!8 = !DILocation(line: 9, column: 3, scope: !4)
"""
    origins = Origins()
    listing = llvm_listing(text, origins)
    assert origins.listed[listing.origins[1]] == (Frame("/lib.py", 2, 5), Frame("/tmp/k.py", 9, 3))
    assert listing.origins[2] == -1


def test_ptx_call_sites_are_those_of_both_spellings():
    text = """.visible .entry k()
{
	.loc	1 4 21                          // k.py:4:21 @[ k.py:20:15 ]
	add.s32 %r1, %r1, 1;
	.loc	2 43 17, function_name $L__info_string0, inlined_at 1 14 33
	add.s32 %r2, %r2, 1;
	.loc	1 0 0
	ret;
}
	.file	1 "/tmp/k.py"
	.file	2 "/lib" "standard.py"
"""
    origins = Origins()
    listing = ptx_listing(text, origins)
    assert origins.listed[listing.origins[3]] == (Frame("/tmp/k.py", 4, 21), Frame("/tmp/k.py", 20, 15))
    assert origins.listed[listing.origins[5]] == (Frame("/lib/standard.py", 43, 17), Frame("/tmp/k.py", 14, 33))
    assert listing.origins[7] == -1


ASSEMBLY = """.visible .entry k()
{
	.loc	1 7 12                          // k.py:7:12
	// begin inline asm

	{ .reg .b32 t;
	.loc	1 9 12                          // k.py:9:12
	mov.u32 t, 0x0;
	.loc	1 10 12                         // k.py:10:12
	mov.u32 %r1, t;
}
	// end inline asm
	add.s32 %r1, %r1, 1;
	.loc	1 8 3                           // k.py:8:3
	add.s32 %r2, %r2, 1;
}
	.file	1 "/k.py"
"""


def test_ptx_lines_of_inline_assembly_are_those_of_its_statement():
    origins = Origins()
    listing = ptx_listing(ASSEMBLY, origins)
    found = {
        line.strip(): origins.listed[number]
        for line, number in zip(ASSEMBLY.splitlines(), listing.origins, strict=False)
    }
    for code in ("mov.u32 t, 0x0;", "mov.u32 %r1, t;", "add.s32 %r1, %r1, 1;"):
        assert found[code] == (Frame("/k.py", 7, 12),), code
    assert found["add.s32 %r2, %r2, 1;"] == (Frame("/k.py", 8, 3),)


def test_only_directives_in_inline_assembly_are_removed():
    lines = ASSEMBLY.splitlines(keepends=True)
    assert without_lines_of_assembly(ASSEMBLY) == "".join(lines[:6] + lines[7:8] + lines[9:])


def with_counted_lines(ptx: str) -> str:
    """PTX whose loads are three source lines after their statements, as with Triton 3.8."""
    position: tuple[str, ...] = ()
    shown: list[str] = []
    for line in without_lines_of_assembly(ptx).splitlines():
        match = re.match(r"\s*\.loc\s+(\d+) (\d+) (\d+)", line)
        position = match.groups() if match is not None else position
        if "ld.global" in line:
            shown.append(f"\t.loc\t{position[0]} {int(position[1]) + 3} {position[2]}")
        shown.append(line)
    return "\n".join(shown) + "\n"


def loads(found: Report) -> set[str]:
    return {
        found.line_text(found.origins.index(origin)).strip()
        for line, origin in origins_of(found, "sass")
        if "LDG" in line
    }


@pytest.mark.parametrize("has_code", [True, False])
def test_machine_code_has_the_lines_of_statements_with_inline_assembly(has_code: bool):
    made = compiled(f"{FILE}:consecutive", "*fp32:16,*fp32:16,i32:16,1024", target="cuda:90")
    ptx = with_counted_lines(str(made.texts["ptx"]))
    cubin = NvidiaStages(Target(90), Options()).cubin(ptx)[0]
    texts = {**made.texts, "ptx": ptx, "cubin": cubin}
    if not has_code:  # the cubin is of other PTX
        other = without_lines_of_assembly(str(made.texts["ptx"])).replace("ld.global", "ld.global.cv")
        texts["cubin"] = NvidiaStages(Target(90), Options()).cubin(other)[0]
    found = report_of(Artifacts("consecutive", "cuda:90", "", texts, made.metadata))
    notes = [note for note in found.notes if "inline assembly" in note]
    if has_code:
        assert not notes
    else:
        assert notes == [
            "lines of machine code from inline assembly are LLVM's, which may be too large: "
            "the installed ptxas makes other machine code of the PTX"
        ]
    assert loads(found) == {"value = tl.load(x + offsets, mask)"}


def test_a_cubin_of_counted_lines_has_them():
    """The reason for the correction: the loads of such a cubin are attributed to the third line after them."""
    made = compiled(f"{FILE}:consecutive", "*fp32:16,*fp32:16,i32:16,1024", target="cuda:90")
    cubin = NvidiaStages(Target(90), Options()).cubin(with_counted_lines(str(made.texts["ptx"])))[0]
    origins = Origins()
    listing, _ = disassemble(cubin, origins, ())
    source = Path(FILE).read_text(encoding="utf-8").splitlines()
    consecutive = source.index("def consecutive(x, y, n, BLOCK: tl.constexpr):")
    load = source.index("    value = tl.load(x + offsets, mask)", consecutive) + 1
    pairs = zip(listing.text.splitlines(), listing.origins, strict=False)
    assert {origins.listed[number][0].line for line, number in pairs if "LDG" in line} == {load + 3}


def test_sass_takes_call_sites_from_ptx_where_they_are_unique():
    origins = Origins()
    known = [origins.number((Frame("/k.py", 4, 21), Frame("/k.py", 20, 15)))]
    text = '\t//## File "/k.py", line 4\n        /*0000*/  FFMA R0, R1, R2, R3 ;\n'
    listing = sass_listing(text, origins, known)
    assert listing.text.count("\n") == 1
    assert origins.listed[listing.origins[0]] == (Frame("/k.py", 4, 0), Frame("/k.py", 20, 15))


def test_lines_of_ptx_are_those_of_its_loc_directives():
    current: tuple[int, int] | None = None
    checked = 0
    in_assembly = False
    for line, origin in origins_of(report(), "ptx"):
        in_assembly = (in_assembly or "begin inline asm" in line) and "end inline asm" not in line
        match = re.match(r"\s*\.loc\s+(\d+) (\d+) (\d+)", line)
        if match is not None and in_assembly:
            continue
        if match is not None:
            current = (int(match[2]), int(match[3])) if match[2] != "0" else None
        elif origin:
            assert origin[0][1:] == current, line
            checked += 1
    assert checked > 20


def test_an_inlined_call_leads_to_both_functions():
    source = Path(FILE).read_text(encoding="utf-8").splitlines()
    callee = source.index("    return value * factor + 1.0") + 1
    caller = next(number for number, line in enumerate(source, 1) if "scaled(tl.load(" in line)
    for stage in ("ttir", "ttgir", "llir", "ptx", "sass"):
        chains = {tuple(frame.line for frame in origin) for _, origin in origins_of(report(), stage)}
        assert (callee, caller) in chains, stage


def test_every_instruction_of_sass_has_the_line_that_nvdisasm_says():
    found = report()
    names = {line for line, origin in origins_of(found, "sass") if origin}
    assert any("LDG" in line for line in names)
    loads = [origin for line, origin in origins_of(found, "sass") if "LDG" in line]
    assert all("tl.load" in found.line_text(found.origins.index(origin)) for origin in loads)


@pytest.mark.slow
def test_registers_and_spills_are_those_of_ptxas(tmp_path: Path):
    made = compiled(f"{FILE}:wide_rows", "*fp32:16,*fp32:16,i32:16,64,256", target="cuda:90")
    found = report_of(made)
    path = tmp_path / "kernel.ptx"
    path.write_text(str(made.texts["ptx"]), encoding="utf-8")
    ptxas = get_ptxas(90).path
    done = subprocess.run(
        [ptxas, "-v", *REGISTER_ALLOCATION.now(), "-arch=sm_90a", str(path), "-o", str(tmp_path / "k.cubin")],
        capture_output=True,
        text=True,
        check=True,
    )
    registers = re.search(r"Used (\d+) registers", done.stderr)
    spills = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", done.stderr)
    assert registers is not None
    assert spills is not None
    resources = found.resources
    assert resources is not None
    assert (resources.registers, resources.spill_stores, resources.spill_loads) == (
        int(registers[1]),
        int(spills[1]),
        int(spills[2]),
    )
    sass = next(stage.listing.text for stage in found.stages if stage.name == "sass")
    assert sum(line.spills for line in found.lines) <= len(re.findall(r"\b(?:LDL|STL)\b", sass))
    assert max(line.live_registers for line in found.lines) == resources.live_registers


@pytest.mark.parametrize(
    "name",
    [
        "strided",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("consecutive", "all_by_rows", "with_stride")),
    ],
)
def test_vector_widths_are_those_of_the_ptx(name: str):
    signatures = {"all_by_rows": "*fp32:16,*fp32:16,*fp32:16,64", "with_stride": "*fp32:16,*fp32:16,i32,1024"}
    found = explain(f"{FILE}:{name}", signatures.get(name, "*fp32:16,*fp32:16,i32,1024"), target="cuda:90")
    widths: dict[tuple[Frame, ...], set[int]] = {}
    for line, origin in origins_of(found, "ptx"):
        match = re.search(r"\b(?:ld|st)\.global(?:\.v(\d))?\.b(\d+)", line)
        if match is not None:
            widths.setdefault(origin, set()).add(int(match[1] or 1) * int(match[2]) // 8)
    assert len(found.accesses) >= 2
    for access in found.accesses:
        assert widths[found.origins[access.origin]] == {access.vector_bytes}


def test_locations_of_block_arguments_are_not_shown():
    text = """module {
    ^bb0(%a: f32 loc(callsite(#loc12 at #loc31)), %b: f32 loc(callsite(#loc12 at fused<"(">[#loc1, #loc2]))):
      %0 = "t.asm"(%a) <{text = " loc(("}> : (f32) -> f32 loc(callsite(#loc1 at #loc2))
} loc(#loc)
"""
    assert mlir_listing(text, Origins()).text.splitlines()[1:3] == [
        "    ^bb0(%a: f32, %b: f32):",
        '      %0 = "t.asm"(%a) <{text = " loc(("}> : (f32) -> f32',
    ]

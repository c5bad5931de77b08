"""The share of spills in loops of dots, in listings as nvdisasm writes them."""

from __future__ import annotations

import pytest

from xtriton.backends.nvidia.spills import share_in_loops_of_dots, share_of_spills

LOOP = """
        /*0000*/                   MOV R1, c[0x0][0x28] ;
{before}
.L_x_1:
        /*0010*/                   SYNCS.PHASECHK.TRYWAIT P0, [UR4], R3 ;
        /*0020*/              @!P0 BRA `(.L_x_3) ;
.L_x_2:
        /*0030*/                   HGMMA.64x128x16.F32 R24, gdesc[UR8], R24 ;
{inside}
        /*0040*/               @P1 BRA `(.L_x_1) ;
{after}
        /*0050*/                   EXIT ;
.L_x_3:
        /*0060*/                   SYNCS.PHASECHK.TRYWAIT P0, [UR4], R3 ;
{waiting}
        /*0070*/              @!P0 BRA `(.L_x_3) ;
        /*0080*/                   BRA `(.L_x_2) ;
.L_x_4:
        /*0090*/                   IADD3 R0, R0, 0x1, RZ ;
{other}
        /*00a0*/               @P2 BRA `(.L_x_4) ;
        /*00b0*/                   EXIT ;
"""
STORE = "        /*0f00*/                   STL.64 [R1+0x8], R2 ;"
LOAD = "        /*0f10*/                   LDL.LU R2, [R1+0x8] ;"


def listing(**places: str) -> str:
    return LOOP.format(**{"before": "", "inside": "", "after": "", "waiting": "", "other": "", **places})


def test_in_the_loop():
    assert share_in_loops_of_dots(listing(inside=f"{STORE}\n{LOAD}")) == 2 / 9


def test_where_the_loop_waits_out_of_line():
    assert share_in_loops_of_dots(listing(waiting=LOAD)) == 1 / 8


def test_before_and_after_it():
    assert share_in_loops_of_dots(listing(before=STORE, after=LOAD)) == 0


def test_in_a_loop_without_dots():
    assert share_in_loops_of_dots(listing(other=f"{STORE}\n{LOAD}")) == 0


def test_branches_through_a_table():
    text = """
.L_x_1:
        /*0010*/                   BRX R8 -0x230 (*"BRANCH_TARGETS .L_x_2,.L_x_3"*);
.L_x_2:
        /*0020*/                   HMMA.16816.F32 R4, R8, R12, R4 ;
        /*0030*/                   BRA `(.L_x_1) ;
.L_x_3:
        /*0040*/                   STL [R1], R2 ;
        /*0050*/                   BRA `(.L_x_1) ;
"""
    assert share_in_loops_of_dots(text) == 1 / 5


def test_code_that_cannot_be_disassembled():
    pytest.importorskip("triton", reason="nvdisasm comes with Triton's wheel")
    assert share_of_spills(b"no cubin") == 1


def test_no_spills():
    assert share_in_loops_of_dots(listing()) == 0


def test_constants_loaded_by_the_half_unit_are_no_dots():
    """``HFMA2.MMA`` is a move here, in spite of its name."""
    move = "HFMA2.MMA R15, -RZ, RZ, 2, 0"
    assert share_in_loops_of_dots(listing(inside=STORE).replace("HGMMA.64x128x16.F32 R24, gdesc[UR8], R24", move)) == 0


TILES = """
.L_x_1:
        /*0000*/                   IADD3 R0, R0, 0x1, RZ ;
{outer}
.L_x_2:
        /*0010*/                   HGMMA.64x128x16.F32 R24, gdesc[UR8], R24 ;
        /*0020*/                   IADD3 R1, R1, 0x1, RZ ;
{inner}
        /*0030*/               @P1 BRA `(.L_x_2) ;
        /*0040*/               @P2 BRA `(.L_x_1) ;
        /*0050*/                   EXIT ;
"""


def test_inner_loop_counts_for_itself():
    assert share_in_loops_of_dots(TILES.format(outer="", inner=STORE)) == 1 / 4


def test_loop_around_a_loop_of_dots_counts_as_it_is_listed():
    assert share_in_loops_of_dots(TILES.format(outer=STORE, inner="")) == 1 / 6


def test_loop_with_two_entries():
    text = """
        /*0000*/               @P0 BRA `(.L_x_2) ;
.L_x_1:
        /*0010*/                   HGMMA.64x128x16.F32 R24, gdesc[UR8], R24 ;
        /*0020*/                   STL [R1], R2 ;
.L_x_2:
        /*0030*/                   IADD3 R0, R0, 0x1, RZ ;
        /*0040*/               @P1 BRA `(.L_x_1) ;
        /*0050*/                   EXIT ;
"""
    assert share_in_loops_of_dots(text) == 1 / 4

"""Where loop variables come from is not lost between Triton and xtriton, although text leaves it out."""

from __future__ import annotations

from pathlib import Path

from unit.compiler import kernels
from xdsl.dialects.builtin import FileLineColLoc, NameLoc

from xtriton.argument_locations import set_argument_locations
from xtriton.dialects.upstream.scf import ForOp
from xtriton.frontend.jit import first_ir_of
from xtriton.frontend.kernels import parameters_of
from xtriton.frontend.signature import parse_signature
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.libtriton import FOR_TRITON
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.targets import Target

LINE = next(
    number
    for number, line in enumerate(Path(kernels.__file__).read_text().splitlines(), 1)
    if "for start in range" in line
)


def product() -> tuple[object, Context]:
    signature = parse_signature("*fp16:16,*fp16:16,*fp32:16,i32:16,64", parameters_of(kernels.product))
    text, locations = first_ir_of(kernels.product, signature, Target(90), {})
    ctx = Context()
    module = parse_module(text, "product", ctx)
    set_argument_locations(module, locations, ctx)
    return module, ctx


def loop_variable(module: object) -> str:
    """The location of the induction variable of a module's only loop: name and line."""
    (loop,) = [op for op in module.walk() if isinstance(op, ForOp)]
    location = loop.induction_variable.location
    assert isinstance(location, NameLoc)
    place = location.location
    assert isinstance(place, FileLineColLoc)
    return f"{location.desc.data}:{place.line.data}"


def test_locations_come_from_triton_and_back():
    module, ctx = product()
    assert loop_variable(module) == f"start:{LINE}"
    PassManager(ctx).run(parse_pipeline('libtriton{passes="cse"}'), module)
    assert loop_variable(module) == f"start:{LINE}"


def test_only_loops_are_written_in_the_generic_form():
    module, ctx = product()
    text = print_op(module, FOR_TRITON)
    assert '"scf.for"(' in text
    assert '"tt.dot"(' not in text
    assert '^bb0(%arg4: i32 loc("start"(' in text
    assert loop_variable(parse_module(text, "again", ctx)) == f"start:{LINE}"
    assert '"scf.for"(' not in print_op(module, PrintOptions(debuginfo=True))

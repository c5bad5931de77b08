"""The schedule of a pipelined loop as a table or a picture: clusters from top to bottom, stages from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hls_to_rgb
from dataclasses import dataclass

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import SCHEDULED_MAX_STAGE, integer_attribute, stage_cluster
from xtriton.dialects.upstream.scf import ForOp
from xtriton.inspect.layout_picture import Box, Scene
from xtriton.ir.diagnostics import file_location
from xtriton.ir.walk import operations_in


@dataclass(frozen=True)
class ScheduledLine:
    """An operation of a loop body with its stage and cluster; its label is its name and where it is in the source."""

    label: str
    stage: int
    cluster: int


@dataclass(frozen=True)
class LoopSchedule:
    """The operations of a loop in the order of the pipelined loop body."""

    place: str
    num_stages: int
    lines: tuple[ScheduledLine, ...]

    @property
    def title(self) -> str:
        """Where the loop is, and its size."""
        clusters = len({line.cluster for line in self.lines})
        return f"loop at {self.place}: {self.num_stages} stages, {clusters} clusters, {len(self.lines)} operations"


def loop_schedules(root: Operation) -> list[LoopSchedule]:
    """The schedules of all loops in ``root`` that have one, in program order."""
    return [found for op in operations_in(root) if isinstance(op, ForOp) and (found := _schedule_of(op)) is not None]


def _schedule_of(loop: ForOp) -> LoopSchedule | None:
    last = integer_attribute(loop, SCHEDULED_MAX_STAGE)
    if last is None:
        return None
    lines: list[ScheduledLine] = []
    for op in loop.body.ops:
        place = stage_cluster(op)
        if place is not None:
            lines.append(ScheduledLine(f"{op.name} {_position(op)}".rstrip(), *place))
    last = max([last, *(line.stage for line in lines)])
    lines.sort(key=lambda line: line.cluster)
    return LoopSchedule(_place(loop) or "an unknown location", last + 1, tuple(lines))


def _position(op: Operation) -> str:
    found = file_location(op.location)
    return f":{found.line.data}" if isinstance(found, FileLineColLoc) else ""


def _place(op: Operation) -> str:
    found = file_location(op.location)
    return f"{found.filename.data}:{found.line.data}:{found.column.data}" if found is not None else ""


# --------------------------------------------------------------------------------------------------------------- text

_HEADINGS = ("cluster", "stage")


def table(schedule: LoopSchedule) -> Iterator[str]:
    """The lines of a table: a row for each operation, which stands in the column of its stage."""
    columns = [[line.label for line in schedule.lines if line.stage == stage] for stage in range(schedule.num_stages)]
    headings = [f"{_HEADINGS[1]} {stage}" for stage in range(schedule.num_stages)]
    widths = [max(map(len, (heading, *labels))) for heading, labels in zip(headings, columns, strict=True)]
    yield schedule.title
    yield _row(_HEADINGS[0], headings, widths)
    before: int | None = None
    for line in schedule.lines:
        cells = [line.label if line.stage == stage else "" for stage in range(schedule.num_stages)]
        yield _row("" if line.cluster == before else str(line.cluster), cells, widths)
        before = line.cluster


def _row(cluster: str, cells: list[str], widths: list[int]) -> str:
    parts = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join((cluster.rjust(len(_HEADINGS[0])), *parts)).rstrip()


# ------------------------------------------------------------------------------------------------------------ picture

_MARGIN = 32
_ROW = 20
_LETTER = 8


def scene_of_schedules(schedules: list[LoopSchedule]) -> Scene:
    """A drawing with a table for each loop; boxes have the colour of their cluster."""
    scene = Scene(2 * _MARGIN, _MARGIN)
    for schedule in schedules:
        _draw(schedule, scene)
    return scene


def _draw(schedule: LoopSchedule, scene: Scene) -> None:
    longest = max((len(line.label) for line in schedule.lines), default=0)
    width = max(longest * _LETTER + 12, len("stage 00") * _LETTER)
    scene.texts.append((_MARGIN, scene.height, schedule.title))
    scene.height += _ROW
    for stage in range(schedule.num_stages):
        scene.texts.append((_MARGIN + stage * width, scene.height, f"stage {stage}"))
    scene.height += _ROW // 2
    clusters = sorted({line.cluster for line in schedule.lines})
    for line in schedule.lines:
        color = hls_to_rgb(clusters.index(line.cluster) / len(clusters), 0.8, 0.6)
        scene.boxes.append(Box(_MARGIN + line.stage * width, scene.height, width, _ROW, color, (line.label,)))
        scene.height += _ROW
    right = max(schedule.num_stages * width, len(schedule.title) * _LETTER)
    scene.width = max(scene.width, 2 * _MARGIN + right)
    scene.height += 2 * _ROW

"""Schedules as values: clusters, insertion, dependencies, order and attributes."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import LOOP_CLUSTER, LOOP_STAGE, SCHEDULED_MAX_STAGE, integer_attribute
from xtriton.dialects.upstream.arith import AddIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.passes.ttgir.pipeline.clusters import Cluster, ClusterList
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, schedule_dependencies
from xtriton.passes.ttgir.pipeline.stage_builder import StageBuilder

LAST = "scf.yield %c, %y : i32, i32\n  }"
"""The end of the loop, to which tests add attributes."""

LOOP = """
tt.func @f(%x: i32, %n: i32) {
  %loop:2 = scf.for %i = %x to %n step %n iter_args(%y = %x, %z = %x) -> (i32, i32) : i32 {
    %a = arith.addi %i, %x {tag = "a"} : i32
    %b = arith.muli %a, %y {tag = "b"} : i32
    %c = arith.subi %b, %a {tag = "c"} : i32
    %d = arith.addi %i, %z {tag = "d"} : i32
    %p = arith.cmpi slt, %c, %d {tag = "p"} : i32
    %if = scf.if %p -> i32 {
      %inner = arith.addi %d, %d {tag = "inner"} : i32
      scf.yield %inner : i32
    } else {
      scf.yield %n : i32
    } {tag = "if"}
    scf.yield %c, %y : i32, i32
  }
  tt.return
}
"""


class Fixture:
    """A loop, and its operations by their tags."""

    def __init__(self, text: str = LOOP) -> None:
        self.module = parse_module(text, "x", Context())
        self.ops: dict[str, Operation] = {}
        for op in self.module.walk():
            if isinstance(op, ForOp):
                self.loop = op
            tag = op.attributes.get("tag")
            if isinstance(tag, StringAttr):
                self.ops[tag.data] = op

    def __getitem__(self, tag: str) -> Operation:
        return self.ops[tag]

    def tags(self, schedule: CoarseSchedule) -> str:
        """Each scheduled operation with its stage and the position of its cluster, in the order of the schedule."""
        names = {op: tag for tag, op in self.ops.items()}
        return " ".join(f"{names[op]}{stage}{c.position}" for op, stage, c in schedule.ops_in_order(self.loop))


def two_clusters(schedule: CoarseSchedule) -> tuple[Cluster, Cluster]:
    return schedule.clusters.new_at_back(), schedule.clusters.new_at_back()


def test_clusters_keep_their_positions_up_to_date() -> None:
    clusters = ClusterList()
    middle = clusters.new_at_back()
    last = clusters.new_at_back()
    first = clusters.new_at_front()
    inserted = clusters.new_before(last)
    assert list(clusters) == [first, middle, inserted, last]
    assert [cluster.position for cluster in clusters] == [0, 1, 2, 3]
    assert clusters.first is first
    assert clusters.is_before(middle, inserted)
    assert not clusters.is_before(inserted, middle)
    assert not clusters.is_before(last, last)


def test_inserting_in_a_later_stage_adds_stages() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(1)
    cluster = schedule.clusters.new_at_back()
    schedule.insert(loop["a"], 0, cluster)
    assert schedule.num_stages == 1
    assert not schedule.insert_if_absent(loop["a"], 3, cluster)
    assert schedule.num_stages == 1
    assert schedule.insert_if_absent(loop["b"], 3, cluster)
    assert schedule.num_stages == 4
    assert schedule[loop["a"]] == (0, cluster)
    assert schedule.get(loop["c"]) is None
    assert list(schedule) == [loop["a"], loop["b"]]


def test_minimum_is_by_stage_then_cluster() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(3)
    first, second = two_clusters(schedule)
    assert schedule.insert_minimum(loop["a"], 1, second)
    assert not schedule.insert_minimum(loop["a"], 2, first)
    assert not schedule.insert_minimum(loop["a"], 1, second)
    assert schedule.insert_minimum(loop["a"], 1, first)
    assert not schedule.insert_minimum(loop["a"], 1, second)
    assert schedule.insert_minimum(loop["a"], 0, second)
    assert schedule[loop["a"]] == (0, second)
    schedule.insert_minimum(loop["b"], 7, first)
    assert schedule.num_stages == 3


def test_ops_in_order_are_by_cluster_then_program() -> None:
    loop = Fixture()
    schedule = CoarseSchedule()
    first, second = two_clusters(schedule)
    for tag, stage, cluster in (("a", 0, second), ("d", 1, first), ("c", 1, first), ("b", 0, second)):
        schedule.insert(loop[tag], stage, cluster)
    assert loop.tags(schedule) == "c10 d10 a01 b01"
    assert schedule.final_schedule(loop.loop) == [(loop["c"], 1), (loop["d"], 1), (loop["a"], 0), (loop["b"], 0)]
    assert schedule.is_op_before(loop["a"], loop["d"])  # an earlier stage, though a later cluster
    assert not schedule.is_op_before(loop["d"], loop["c"])
    assert schedule.is_op_in_earlier_cluster(loop["d"], loop["a"])
    assert schedule.is_op_in_same_cluster(loop["a"], loop["b"])


def test_dependencies_are_those_of_the_block() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(2)
    cluster = schedule.clusters.new_at_back()
    schedule.insert(loop["if"], 1, cluster)
    assert schedule.insert_dependencies_of(loop["if"], 1, cluster, include_arguments=False)
    assert loop.tags(schedule) == "a10 b10 c10 d10 p10 if10"
    assert not schedule.insert_dependencies_of(loop["if"], 1, cluster, include_arguments=False)


def test_dependencies_of_the_previous_iteration() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(2)
    cluster = schedule.clusters.new_at_back()
    assert not schedule.insert_dependencies_of(loop["d"], 1, cluster, include_arguments=False)
    assert schedule.insert_dependencies_of(loop["d"], 1, cluster, include_arguments=True)  # %z was %y, which was %c
    assert loop.tags(schedule) == "a10 b10 c10"


def test_a_value_that_is_only_passed_around_has_no_definition() -> None:
    loop = Fixture(LOOP.replace("scf.yield %c, %y", "scf.yield %z, %y"))
    schedule = CoarseSchedule(2)
    cluster = schedule.clusters.new_at_back()
    assert not schedule.insert_dependencies_of(loop["d"], 1, cluster, include_arguments=True)
    assert len(schedule) == 0


def test_dependencies_move_to_earlier_stages_only_if_asked() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(2)
    cluster = schedule.clusters.new_at_back()
    schedule.insert(loop["b"], 1, cluster)
    assert schedule.insert_dependencies_of(loop["c"], 0, cluster, include_arguments=False)
    assert loop.tags(schedule) == "a00 b10"
    assert schedule.insert_dependencies_of(loop["c"], 0, cluster, include_arguments=False, insert_if_earlier=True)
    assert loop.tags(schedule) == "a00 b00"


def test_schedule_dependencies_goes_stage_by_stage() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(2)
    first, second = two_clusters(schedule)
    schedule.insert(loop["p"], 1, first)
    schedule.insert(loop["b"], 0, second)
    schedule_dependencies(loop.loop, schedule)
    assert loop.tags(schedule) == "c10 d10 p10 a01 b01"


def test_long_chains_do_not_recurse() -> None:
    count = 3000
    chain = "\n".join(f"%v{i + 1} = arith.addi %v{i}, %n : i32" for i in range(count))
    text = f"""tt.func @f(%x: i32, %n: i32) {{
      scf.for %v0 = %x to %n step %n : i32 {{
        {chain}
        %last = arith.addi %v{count}, %n {{tag = "last"}} : i32
      }}
      tt.return
    }}"""
    loop = Fixture(text)
    schedule = CoarseSchedule(1)
    cluster = schedule.clusters.new_at_back()
    schedule.insert_dependencies_of(loop["last"], 0, cluster, include_arguments=False)
    assert len(schedule) == count


def test_splitting_a_cluster() -> None:
    loop = Fixture()
    schedule = CoarseSchedule()
    first, second = two_clusters(schedule)
    for tag, cluster in (("a", first), ("b", second), ("c", first), ("d", first)):
        schedule.insert(loop[tag], 0, cluster)
    assert schedule.split_cluster_before(loop["c"], loop.loop) is first
    assert loop.tags(schedule) == "a00 c01 d01 b02"
    assert schedule.split_cluster_before(loop["a"], loop.loop) is not first
    assert len(schedule.clusters) == 3
    with pytest.raises(KeyError):
        schedule.split_cluster_before(loop["p"], loop.loop)


def test_shrinking_removes_empty_stages_at_both_ends() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(9)
    cluster = schedule.clusters.new_at_back()
    schedule.insert(loop["a"], 2, cluster)
    schedule.insert(loop["b"], 4, cluster)
    schedule.insert(loop["c"], 6, cluster)
    schedule.erase(loop["c"])
    schedule.shrink_to_fit()
    assert schedule.num_stages == 3
    assert loop.tags(schedule) == "a00 b20"


def test_attributes() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(4)
    schedule.clusters.new_at_back()
    first, second = two_clusters(schedule)
    schedule.insert(loop["a"], 0, second)
    schedule.insert(loop["b"], 2, first)
    schedule.serialize(loop.loop)
    assert integer_attribute(loop["a"], LOOP_CLUSTER) == 2
    assert integer_attribute(loop["b"], LOOP_STAGE) == 2
    assert integer_attribute(loop.loop, SCHEDULED_MAX_STAGE) == 3
    normalized = CoarseSchedule.deserialize(loop.loop)
    assert normalized is not None
    assert (normalized.num_stages, len(normalized.clusters)) == (4, 2)
    assert loop.tags(normalized) == "b20 a01"


def test_the_last_stage_of_a_loop_never_decreases() -> None:
    loop = Fixture(LOOP.replace(LAST, LAST + " {tt.scheduled_max_stage = 5 : i32}"))
    CoarseSchedule(2).serialize(loop.loop)
    read = CoarseSchedule.deserialize(loop.loop)
    assert read is not None
    assert read.num_stages == 6


def test_loops_without_schedule() -> None:
    assert CoarseSchedule.deserialize(Fixture().loop) is None


@pytest.mark.parametrize("attributes", ("loop.stage = 1 : i32", "loop.stage = 1 : i32, loop.cluster = -1 : i32"))
def test_incomplete_attributes_are_an_error(attributes: str) -> None:
    text = LOOP.replace('{tag = "b"}', f'{{tag = "b", {attributes}}}')
    text = text.replace(LAST, LAST + " {tt.scheduled_max_stage = 5 : i32}")
    with pytest.raises(DiagnosticError, match=r"'arith\.muli' op needs non-negative integers"):
        CoarseSchedule.deserialize(Fixture(text).loop)


def test_builder_schedules_inserted_operations() -> None:
    loop = Fixture()
    schedule = CoarseSchedule(2)
    first = schedule.clusters.new_at_back()
    schedule.insert(loop["c"], 1, first)
    builder = StageBuilder(schedule, loop["c"])
    new = builder.insert(AddIOp(loop["a"].results[0], loop["b"].results[0]))
    assert schedule[new] == (1, first)
    assert new.next_op is loop["c"]
    assert new.location == loop["c"].location
    builder.place = None
    assert builder.insert(AddIOp(new.result, new.result)) not in schedule
    assert StageBuilder(schedule, loop["a"]).place is None

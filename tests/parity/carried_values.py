"""Random loops whose carried values begin alike and are computed alike, or nearly so, as TTIR.

``triton-loop-aware-cse`` finds those that are equal in every iteration: by induction, where one pair of values may
depend on another pair that turns out to differ.
"""

from __future__ import annotations

from random import Random

WORDS = ("addi", "muli", "subi", "xori", "minsi")


def carried_values(seed: int) -> str:
    """The text of a kernel with the arguments ``%m``, ``%n`` and ``%k``, which stores what its loop carries."""
    chance = Random(seed)
    count = chance.randint(4, 8)
    inits = [chance.choice(("%m", "%m", "%n")) for _ in range(count)]
    types = ", ".join(["i32"] * count)
    carried = ", ".join(f"%c{index} = {init}" for index, init in enumerate(inits))
    lines = [f"  %r:{count} = scf.for %i = %zero to %k step %one iter_args({carried}) -> ({types}) : i32 {{"]
    # Templates are instantiated for several carried values: equal up to the values that they start from.
    templates = [
        [(chance.choice(WORDS), chance.choice(("same", "other", "%m", "%i", "%two", "%three"))) for _ in range(depth)]
        for depth in (1, 2)
    ]
    yielded: list[str] = []
    for index in range(count):
        if chance.random() < 0.1:
            yielded.append(f"%c{chance.randrange(count)}")
            continue
        template = chance.choice(templates)
        value, other = f"%c{chance.choice((index, index // 2, index // 2))}", f"%c{chance.randrange(count)}"
        for place, (word, operand) in enumerate(template):
            rhs = {"same": value, "other": other}.get(operand, operand)
            if place == len(template) - 1 and chance.random() < 0.3:
                rhs = "%three"
            lines.append(f"    %v{index}_{place} = arith.{word} {value}, {rhs} : i32")
            value = f"%v{index}_{place}"
        yielded.append(value)
    lines += [f"    scf.yield {', '.join(yielded)} : {types}", "  }"]
    for index in range(count):
        lines += [
            f"  %o{index} = arith.constant {index} : i32",
            f"  %p{index} = tt.addptr %out, %o{index} : !tt.ptr<i32>, i32",
            f"  tt.store %p{index}, %r#{index} : !tt.ptr<i32>",
        ]
    constants = [f"  %{name} = arith.constant {value} : i32" for name, value in NUMBERS.items()]
    head = "tt.func @kernel(%out: !tt.ptr<i32>, %m: i32, %n: i32, %k: i32) {"
    return "\n".join([head, *constants, *lines, "  tt.return", "}"]) + "\n"


NUMBERS = {"zero": 0, "one": 1, "two": 2, "three": 3}

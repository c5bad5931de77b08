"""Profiles of the arguments of each run: one for each seed, and how it fills tensors and memory."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod

import numpy as np

from xtriton.interp.numbers.formats import Array, FloatFormat, Format, IntegerFormat, from_bits
from xtriton.interp.numbers.rounding import round_to


@dataclass(frozen=True)
class Profile:
    """How the arguments of one run are chosen.

    ``size`` describes integer arguments: all the same number, or different ones that are "small", fill several blocks
    ("whole"), several blocks and a part of one ("uneven"), or some of them one block and a part of one and the others
    small ("ragged"), or the "limits" of their types.

    ``integers`` and ``floats`` describe the contents of tensors and memory: small numbers that are exact in every
    format (the keys of ``_TAME``), "edges", which are many, "rare" edges, random "bits", or "parts": positive numbers
    with full mantissas, in which each part of a split dot operand is significant. ``mask`` describes contents of type
    ``i1``.
    """

    size: int | str
    integers: str
    floats: str
    mask: str = "random"


PROFILES: tuple[Profile, ...] = (
    Profile("small", "tame", "tame", "true"),
    Profile("ragged", "positive", "positive", "ragged"),
    Profile(33, "tame", "rare", "ragged"),
    Profile("small", "edges", "edges", "random"),
    Profile(1, "tame", "rare", "true"),
    Profile(0, "tame", "tame", "false"),
    Profile("whole", "positive", "tame", "true"),
    Profile(-1, "edges", "edges", "random"),
    Profile("limits", "edges", "edges", "random"),
    Profile("small", "bits", "bits", "ragged"),
    Profile("uneven", "nonzero", "rare", "ragged"),
    Profile("small", "positive", "parts", "true"),
)
"""The profile of each seed; beyond the last one they repeat, with other random numbers."""

_TAME = {
    "tame": (range(8), range(-4, 5)),
    "positive": (range(1, 8), range(1, 5)),
    "nonzero": ((*range(-7, 0), *range(1, 8)), (*range(-4, 0), *range(1, 5))),
}
"""Integers and floats by the name of their fill. Without zero, loaded numbers are valid divisors."""

_COMMON = 512
"""One number in so many is an edge case where these are rare: most elements of a dot stay finite."""


def profile_of(seed: int) -> Profile:
    """The profile of a seed."""
    return PROFILES[seed % len(PROFILES)]


def in_parts(seed: int) -> bool:
    """Whether the floats of a seed have parts of every size, all finite and positive."""
    return profile_of(seed).floats == "parts"


def is_exact(seed: int) -> bool:
    """Whether sums and products of the floats of a seed are exact, so that their order does not matter."""
    return profile_of(seed).floats in _TAME


_EDGES_AT = [at for at, profile in enumerate(PROFILES) if profile.floats in ("edges", "rare")]


@dataclass
class Filler:
    """Generates the numbers of one argument, by its index, in the run of a seed.

    ``combined``: whether the function reduces many elements, where one NaN makes the result NaN. ``usual`` are the
    valid integers of the argument, if these are known; they override the profile.
    """

    random: np.random.Generator
    seed: int
    index: int
    plain: bool
    combined: bool
    usual: range | None = None
    order: int = 0
    """For an argument of type ``i1``: how many of these precede it."""

    @property
    def profile(self) -> Profile:
        """The profile of the seed."""
        return profile_of(self.seed)

    def numbers(self, form: Format, shape: tuple[int, ...]) -> Array:
        """Numbers of any format; zeros for other types."""
        if isinstance(form, IntegerFormat):
            return self._mask(shape) if form.bits == 1 else self._integers(form, shape)
        if isinstance(form, FloatFormat):
            return self._floats(form, shape)
        return np.zeros(shape, form.dtype)

    def _mask(self, shape: tuple[int, ...]) -> Array:
        count = prod(shape)
        if shape == (1,):
            return np.array([_truth(self.seed, self.order)])
        match self.profile.mask:
            case "true":
                flat = np.ones(count, np.bool_)
            case "false":
                flat = np.zeros(count, np.bool_)
            case "ragged":
                flat = np.arange(count) < (count * 2 + 2) // 3
            case _:
                flat = self.random.integers(0, 2, count).astype(np.bool_)
        return flat.reshape(shape)

    def _integers(self, form: IntegerFormat, shape: tuple[int, ...]) -> Array:
        fill = self.profile.integers
        if self.usual is not None:
            return form.wrap(self.random.choice(np.array(self.usual), shape))
        if fill in _TAME:
            return form.wrap(self.random.choice(np.array(_TAME[fill][0]), shape))
        bits = self.random.integers(0, 256, (*shape, form.size), dtype=np.uint8)
        random = form.wrap(bits.view(form.dtype).reshape(shape))
        if fill == "bits":
            return random
        low, high = form.minimum, form.maximum
        edges = [0, 1, -1, 2, low, high, low + 1, high - 1, form.bits - 1, form.bits, 1 << (form.bits // 2)]
        if (chosen := self._in_turn(np.array(edges, np.int64), shape)) is not None:
            return form.wrap(chosen)
        chosen = form.wrap(self.random.choice(np.array(edges, np.int64), shape))
        return np.where(self.random.random(shape) < 0.75, chosen, random)

    def _floats(self, form: FloatFormat, shape: tuple[int, ...]) -> Array:
        fill = self.profile.floats
        if fill in _TAME:
            # A scalar is a factor or a small summand of many numbers: zero would leave nothing.
            known = _TAME["positive" if shape == (1,) and not self.plain else fill][1]
            return round_to(form, self.random.choice(np.array(known), shape).astype(np.float64))
        bits = self.random.integers(0, 256, (*shape, form.size), dtype=np.uint8)
        random = from_bits(form, bits.view(form.storage).reshape(shape))
        if fill == "bits":
            return random
        if fill == "parts":
            return self._in_parts(form, shape)
        normal = round_to(form, self.random.standard_normal(shape))
        edges = _edges(form)
        if (chosen := self._in_turn(edges, shape)) is not None:
            return round_to(form, chosen)
        # A format without infinities has its NaN instead.
        chosen = round_to(form, self.random.choice(edges, shape))
        kind = (1 - self.random.random(shape)) * self._rarity(prod(shape))
        return np.where(kind < 0.5, chosen, np.where(kind < 0.6, random, normal)).astype(form.dtype)

    def _in_parts(self, form: FloatFormat, shape: tuple[int, ...]) -> Array:
        """Numbers from 1/2 to 2 with full mantissas.

        Those of f32 are sums of three positive parts of bf16, and of two of tf32: no part is zero, and the products of
        small parts do not cancel.
        """
        if form.bits != 32:
            return round_to(form, 0.5 + 1.5 * self.random.random(shape)).astype(form.dtype)
        mantissa = self.random.integers(0, 1 << 23, shape, dtype=np.uint32)
        for place, bit in ((15, 0), (14, 1), (12, 0), (11, 1), (6, 0), (5, 1)):
            mantissa = (mantissa & ~np.uint32(1 << place)) | np.uint32(bit << place)
        exponent = self.random.integers(126, 128, shape, dtype=np.uint32)
        return ((exponent << np.uint32(23)) | mantissa).view(np.float32)

    def _rarity(self, count: int) -> float:
        """How much rarer edge cases should be among a number of elements than where they are frequent."""
        if not self.combined or self.profile.floats != "rare":
            return 1.0
        # Everything that is computed with a NaN scalar is NaN.
        return 0.6 * min(_COMMON, count) if count > 1 else np.inf

    def _in_turn(self, edges: Array, shape: tuple[int, ...]) -> Array | None:
        """The numbers in turn from seed to seed, with all pairs for two scalars; None for tensors."""
        rounds, left = divmod(self.seed, len(PROFILES))
        turn = rounds * len(_EDGES_AT) + sum(at < left for at in _EDGES_AT)
        if not self.plain or shape != (1,) or turn % 4 == 3:
            return None
        return edges[[(turn + self.index * (turn // len(edges) + 1)) % len(edges)]]


_ROUND = 11
"""The number of seeds in which every pair of truth values of any two arguments occurs."""


def _truth(seed: int, order: int) -> bool:
    """A truth value for an argument. Of two arguments each of the four pairs occurs within a round of seeds.

    Each argument is true at five of eleven seeds, one of which is the first, and no two at the same five (Kleitman and
    Spencer, "Families of k-independent sets", 1973).
    """
    rounds, at = divmod(seed, _ROUND)
    sets = comb(_ROUND - 1, _ROUND // 2 - 1)
    chosen, place = {0}, (order * 73 + rounds) % sets
    for number in range(1, _ROUND):
        left = _ROUND // 2 - len(chosen)
        without = comb(_ROUND - 1 - number, left)
        if left and place >= without:
            place -= without
            chosen.add(number)
    return at in chosen


def _edges(form: FloatFormat) -> Array:
    tiny = float(np.ldexp(1.0, form.least_exponent - form.mantissa))
    limits = [form.greatest, -form.greatest, tiny, -tiny, float(np.ldexp(1.0, form.least_exponent))]
    return np.array([0.0, -0.0, 1.0, -1.0, 0.5, np.nan, np.inf, -np.inf, *limits])

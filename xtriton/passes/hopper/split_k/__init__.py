"""``hopper-split-k``: the tiles of an incomplete wave are split along K."""

from xtriton.passes.hopper.split_k.driver import SplitK

__all__ = ["SplitK"]

"""``hopper-warp-specialize``: a producer warp that loads through TMA, and consumer warp groups that compute."""

from xtriton.passes.hopper.warp_specialize.driver import HopperWarpSpecialize

__all__ = ["HopperWarpSpecialize"]

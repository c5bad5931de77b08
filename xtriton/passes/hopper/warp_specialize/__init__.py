"""``hopper-warp-specialize``: a warp that loads through TMA beside warp groups that compute."""

from xtriton.passes.hopper.warp_specialize.driver import HopperWarpSpecialize

__all__ = ["HopperWarpSpecialize"]

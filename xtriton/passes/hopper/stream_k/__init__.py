"""``hopper-stream-k``: programs share the tiles that do not fill the last wave."""

from xtriton.passes.hopper.stream_k.driver import StreamK

__all__ = ["StreamK"]

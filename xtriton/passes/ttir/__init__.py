"""Passes on the ``tt`` dialect, before layouts are chosen."""

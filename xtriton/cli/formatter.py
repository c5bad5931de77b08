"""The help format of ``xtriton COMMAND --help``."""

from __future__ import annotations

from argparse import Action, ArgumentDefaultsHelpFormatter


class DefaultsFormatter(ArgumentDefaultsHelpFormatter):
    """Appends the default to the help of an option, where the default is meaningful to users."""

    def _get_help_string(self, action: Action) -> str | None:
        if action.default is None or action.default is False:
            return action.help
        return super()._get_help_string(action)

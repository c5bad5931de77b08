"""How ``xtriton COMMAND --help`` looks."""

from __future__ import annotations

from argparse import Action, ArgumentDefaultsHelpFormatter


class DefaultsFormatter(ArgumentDefaultsHelpFormatter):
    """Says the default behind what an option does, where there is one that means something to a person."""

    def _get_help_string(self, action: Action) -> str | None:
        if action.default is None or action.default is False:
            return action.help
        return super()._get_help_string(action)

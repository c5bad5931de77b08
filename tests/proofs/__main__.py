"""Prove all folds and patterns: ``python -m proofs [--write] [--jobs N]``, run in ``tests``.

Prints the unproved rules. With ``--write`` the record and docs/proofs.md are written.
"""

from __future__ import annotations

import argparse

from proofs.known import KNOWN
from proofs.prove import prove_everything
from proofs.record import read_record, write_record
from proofs.rules import all_rules
from proofs.table import DOCUMENT, document


def main() -> int:
    """Prove everything. The exit status is 1 if something is wrong that is not known, or a rule has no proof."""
    parser = argparse.ArgumentParser(prog="python -m proofs", description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write tests/proofs/record.json and docs/proofs.md")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes to use")
    options = parser.parse_args()
    findings, places = prove_everything(options.jobs)
    wrong = {key: refutation for key, refutation in findings.examples.items() if key not in KNOWN}
    for (rule, kind), refutation in wrong.items():
        print(f"{rule} is wrong ({kind}): {refutation.template}\n  {refutation.inputs}")
    missing = [rule.name for rule in all_rules() if rule.name not in findings.evidence]
    for name in missing:
        print(f"{name} is not applied to any template: add one (docs/testing.md)")
    if options.write:
        write_record(findings, places)
        DOCUMENT.write_text(document(read_record()))
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    raise SystemExit(main())

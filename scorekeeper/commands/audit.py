"""The command that judges the recorded cards of a night file."""

import argparse
from collections.abc import Iterable, Iterator

from scorekeeper.audit.verdict import Verdict
from scorekeeper.commands.files import print_json, read_document, shown_file
from scorekeeper.language import Speech
from scorekeeper.nightfile.audit import audit_night, audit_slot, found_something
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.printing import blaming, print_lines
from scorekeeper.telling.audit import format_audit
from scorekeeper.telling.night import watch


def audit_file(args: argparse.Namespace, speech: Speech) -> int:
    """Print the verdict on the recorded cards of every deal of a night file; 1 if something was found."""
    document = read_document(args)
    where = shown_file(args.file)
    if args.json:
        with blaming(where):
            judged = audit_night(document)
        print_json(judged)
        return 1 if found_something(judged) else 0
    found = list[dict[str, object]]()
    with blaming(where), watch(document.slots, speech) as slots:
        lines = list(format_audit(document, _judging(document, slots, found), speech))
    print_lines(lines)
    return 1 if found_something({"deals": found}) else 0


def _judging(document: Document, slots: Iterable[Slot], found: list[dict[str, object]]) -> Iterator[Verdict]:
    """Yield the verdict on each deal, of which only what was `found` is kept: a long file has many cards."""
    for slot in slots:
        verdict = audit_slot(document, slot)
        found.append({"verdict": verdict.kind})
        yield verdict

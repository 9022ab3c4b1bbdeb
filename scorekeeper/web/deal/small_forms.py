"""The notes of a deal: why it is changed, objected to, or an objection resolved so."""

from scorekeeper.phrase import Phrase, Refused
from scorekeeper.web.core.forms import SmallForm, TypedField
from scorekeeper.web.core.parsing import read_note


class NoteForm(SmallForm):
    """Why something is changed, objected to or resolved so."""

    note = TypedField()

    def read(self, missing: Phrase | None = None) -> str:
        """Return the note. Raises Refused where it is too long, or with this text where it is `missing`."""
        note = read_note(self.note.typed)
        if missing and not note:
            raise Refused("note", missing)
        return note


class ResolutionForm(NoteForm):
    """How an objection is resolved, and the page on which that was said."""

    how = TypedField()
    back = TypedField()

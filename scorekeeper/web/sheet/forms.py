"""The form of rows from paper."""

from collections.abc import Iterable

from flask import abort, request

from scorekeeper.web.access.form_request import EntryForm
from scorekeeper.web.core.forms import TypedField
from scorekeeper.web.core.parsing import tidy

ROWS = 12  # on a page that is opened
MOST_ROWS = 100
_MORE = 10


class PaperForm(EntryForm):
    """Rows as they were typed, for deals from `number` on, and what the paper says each player has in the end."""

    row = TypedField()
    number = TypedField()

    def __init__(self, players: Iterable[str]) -> None:
        super().__init__()
        self.paper = {player: request.form.get(f"paper.{player}", "").strip() for player in players}
        if len(self.row.ticked) > MOST_ROWS:
            abort(400)

    def lines(self) -> list[str]:
        """Return the lines to show: on a page that is opened empty ones, some more where they are asked for."""
        lines = self.row.ticked or [""] * ROWS
        return lines + [""] * min(_MORE, MOST_ROWS - len(lines)) if self.action.data == "more" else lines

    def typed(self) -> list[str]:
        """Return the lines as far as the last that is not empty."""
        lines = self.row.ticked
        last = max((place for place, line in enumerate(lines, start=1) if line.strip()), default=0)
        return [tidy(line) for line in lines[:last]]

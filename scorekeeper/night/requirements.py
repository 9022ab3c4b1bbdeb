"""Answers that earlier deals require, such as the factor of a double deal, filled in where they are left out."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.games.game import ProposedAnswer, Seating
from scorekeeper.games.questions import Answers
from scorekeeper.journal.acts import Answered, SlotAct, Voided
from scorekeeper.night.night import Night
from scorekeeper.phrase import Refused, say


def find_proposals(night: Night, number: int, earlier: Sequence[Answers]) -> Mapping[str, ProposedAnswer]:
    """Return what the deals before require in deal `number`; `earlier` are their answers, as `answers_of` has them."""
    rules = night.rules_at(number)
    back = night.game.proposal_depth(rules)
    return night.game.proposed_answers(rules, earlier[-back:]) if back else {}


def answers_of(acts: Iterable[SlotAct]) -> list[Answers]:
    """Return the answers of deals, without void ones; none for a deal that was agreed on."""
    return [act.answers if isinstance(act, Answered) else {} for act in acts if not isinstance(act, Voided)]


def fill_in(night: Night, seating: Seating, answers: Answers, earlier: Sequence[Answers]) -> Answers:
    """Return the answers of a deal with what the deals before it require.

    Raises Refused for an answer that contradicts them.
    """
    due = find_proposals(night, seating.number, earlier)
    if not due:
        return answers
    rules = night.rules_at(seating.number)
    read = night.game.read(rules, seating, answers)
    asked = {question.name for question in night.game.ask(rules, seating, read)}
    filled = dict(answers)
    for key, proposal in due.items():
        if key not in asked:
            continue
        if key in read and read[key] != proposal.answer:
            raise Refused(key, say("{reason}; leave it out here, or enter this deal by itself", reason=proposal.reason))
        if proposal.answer is not None:
            filled[key] = proposal.answer
    return filled

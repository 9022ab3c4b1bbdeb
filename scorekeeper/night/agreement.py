"""Whether the deals of a file say the same as the journal beside them: they are there for people to read."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.game import Seating
from scorekeeper.ledger.journal import Entry
from scorekeeper.night.document import Document, document_of
from scorekeeper.night.night import keys_for
from scorekeeper.night.objections import doubts_in
from scorekeeper.night.plain import act_of
from scorekeeper.night.replay import Replay
from scorekeeper.night.seals import Named, is_wrong_title, wrong_names, wrong_texts
from scorekeeper.phrase import Refused, say


def check_agreement(document: Document, entries: Sequence[Entry], state: Replay, named: Mapping[str, Named]) -> None:
    """Refuse a file that says anything else than its journal, which was replayed to `state`; players are `named`."""
    players, names = state.night.players, {key: name for key, (name, _) in named.items()}
    if set(players) != set(keys_for(len(players))):  # a name in the chain could never be forgotten
        raise Refused("journal", say("its players are not called p1, p2, … there"))
    if set(players) - set(names) or len(set(names.values())) < len(names):
        raise Refused("keys", say("every player of the journal needs a name of his own here"))
    _check_seals(entries, named, document.former)
    if is_wrong_title(document.title, entries):
        raise Refused("title", say("the journal has another title"))
    written = document_of(entries, state, names, document.title)
    if _frame(written) != _frame(document):
        raise Refused("journal", say("its game, rules, players, stake or date are not those of the file"))
    for key, one, two in zip(("purses", "kitty", "settled"), _settling(written), _settling(document), strict=True):
        if one != two:
            raise Refused(key, say("this is not what the journal says; leave the journal out to type it"))
    _check_deals(written, document)


def _check_seals(entries: Sequence[Entry], named: Mapping[str, Named], former: Mapping[str, Sequence[Named]]) -> None:
    acts = [act_of(entry) for entry in entries]
    for key in wrong_names(acts, named, former):
        raise Refused("salts", say("the journal has {player} under another name", player=named[key].name))
    for seq in wrong_texts(entries, acts):
        reason = say("its text was emptied, and no entry says that it was forgotten")
        raise Refused("journal", say("entry {seq}: {reason}", seq=seq, reason=reason))


def _frame(document: Document) -> tuple[object, ...]:
    night = document.night
    return night.game.key, night.preset, dict(night.houses[0].settings), night.players, document.stake, document.day


def _settling(document: Document) -> tuple[object, ...]:
    """Return what a file says of settling; the reasons of movements may have been forgotten."""
    moves = [(move.how, move.amount, move.who) for move in document.kitty]
    return {frozenset(purse) for purse in document.purses}, moves, dict(document.settled)


def _check_deals(written: Document, typed: Document) -> None:
    here, other = len(typed.slots), len(written.slots)
    if here != other:
        raise Refused("deals", say("there are {n} deals here and {other} in the journal", n=here, other=other))
    for one, two in zip(_told(written), _told(typed), strict=True):
        if one != two:
            text = say("this deal is not what the journal says; leave the journal out to type deals")
            raise Refused("deals", text, two[0].number)


def _told(document: Document) -> Iterator[tuple[Seating, object]]:
    """Yield what each deal says: who sat, what it brought, by which rules, and how objections to it were resolved.

    The texts of objections may have been forgotten.
    """
    doubts = doubts_in(document.acts)
    for slot in document.slots:
        number, result = slot.seating.number, slot.result
        ends = [doubt.how for doubt in doubts.get(number, ())]
        rules, coins = document.night.rules_at(number), document.night.coins_at(number)
        yield slot.seating, (dict(result.sheet), dict(result.payoff), rules, coins, ends)

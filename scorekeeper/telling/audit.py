"""The audit of a night on the command line: each deal's verdict, tricks and findings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from scorekeeper.audit.verdict import (
    Verdict,
    Violation,
    explain,
    explain_cards,
    explain_excluded,
    explain_misfit,
    explain_proof,
    explain_remark,
    explain_unclaimed,
    explain_unjudged,
)
from scorekeeper.cards.notation import UNKNOWN
from scorekeeper.games.questions import describe_entered
from scorekeeper.journal.acts import Answered
from scorekeeper.language import Speech
from scorekeeper.nightfile.audit import ask_about, explain_price, label_answers, without_price
from scorekeeper.nightfile.document import Document, Slot
from scorekeeper.phrase import Card, Phrase, say
from scorekeeper.printing import Row, list_rows

_WON = "*"
_WRONG = "!"
_TRICKS = say("the tricks: who led, the cards in order, {won} behind the one that won", won=_WON)
_MOVES = say("the moves: a line a round, with the number of its first one; – is a pass")


def format_audit(document: Document, verdicts: Iterable[Verdict], speech: Speech) -> Iterator[str]:
    """Yield the verdicts on a night's deals as lines, one paragraph a deal."""
    if not document.slots:
        yield speech.say(say("There are no deals yet."))
    cards = (*document.night.game.cards.cards, UNKNOWN)
    faces = {"": "", **{card: speech.show(Card(card)) for card in cards}}
    plain = {heading: speech.say(heading) for heading in (_TRICKS, _MOVES)}
    marked = {
        heading: speech.say(say("{heading}; {mark} is against the rules", heading=heading, mark=_WRONG))
        for heading in plain
    }
    for slot, verdict in zip(document.slots, verdicts, strict=True):
        if slot is not document.slots[0]:
            yield ""
        number = str(slot.act.number)
        yield speech.say(say("Deal {number}: {verdict}", number=number, verdict=verdict.headline))
        headings = marked if any(map(_is_breach, verdict.violations)) else plain
        if slot.act.play.tricks:
            yield "  " + headings[_TRICKS]
            yield from _list_tricks(slot, [*zip(*_trick_columns(slot, verdict, faces), strict=True)], speech)
        if slot.act.play.moves:
            yield "  " + headings[_MOVES]
            yield from list_rows(_move_rows(slot, verdict, speech), "    ")
        for line in _format_findings(document, slot, verdict, speech):
            yield "  " + line


def _format_findings(document: Document, slot: Slot, verdict: Verdict, speech: Speech) -> Iterator[str]:
    if verdict.misfit:
        yield speech.say(explain_misfit(verdict.misfit))
    for violation in verdict.shown_violations:
        yield from _format_violation(violation, speech)
    forgotten = {number for number, cards in enumerate(slot.act.play.tricks, start=1) if set(cards) == {UNKNOWN}}
    for undecided in (one for one in verdict.undecided if one.trick not in forgotten):
        where = say("move {number}", number=undecided.trick) if slot.act.play.moves else _trick(undecided.trick)
        yield _about(where, undecided.who, undecided.card, undecided.why, speech)
        if undecided.ask:
            yield "  " + speech.say(undecided.ask)
    for remark in verdict.remarks:
        text = _about(_trick(remark.trick), remark.player, "", explain_remark(remark), speech)
        yield f"{text} ({remark.rule})"
    if verdict.unjudged:
        yield speech.say(explain_unjudged(verdict.unjudged))
    late = slot is not document.slots[-1]
    for unclaimed in verdict.unclaimed:
        yield f"{speech.say(explain_unclaimed(unclaimed, late=late))} ({unclaimed.rule})"
    act = slot.act
    price = explain_price(document.night, slot.seating, act.answers, verdict) if isinstance(act, Answered) else None
    if price:
        yield speech.say(price)
    yield from _compare(document, slot, verdict, price, speech)


def _compare(document: Document, slot: Slot, verdict: Verdict, price: Phrase | None, speech: Speech) -> Iterator[str]:
    """Yield the entries that the cards count otherwise or rule out, but for what the price of a revoke says."""
    differences = without_price(verdict.differences, price)
    if not (differences or verdict.excluded):
        return
    night = document.night
    asked = {question.name: question for question in night.game.asked(night.rules_at(slot.act.number), slot.seating)}
    labels = label_answers(night, slot.seating, ask_about(night, slot.act))
    for difference in differences:
        question = asked[difference.key]
        entered = describe_entered(question, difference.entered)
        counted = describe_entered(question, difference.counted)
        text = say(
            "{what}: {entered} was entered, {counted} is counted",
            what=labels[question.name],
            entered=entered,
            counted=counted,
        )
        yield speech.say(text)
    for excluded in verdict.excluded:
        yield speech.say(explain_excluded(excluded, labels[excluded.key]))
        if excluded.cards:
            yield "  " + speech.say(explain_cards(excluded.cards))


def _is_breach(violation: Violation) -> bool:
    return violation.reason != "INCOMPLETE"


def _list_tricks(slot: Slot, rows: Sequence[Row], speech: Speech) -> Iterator[str]:
    """Yield the rows of the tricks as lines, but one for several in turn of which nobody remembers anything."""
    play = slot.act.play
    indent = "    "
    known = [set(cards) != {UNKNOWN} or number in play.led for number, cards in enumerate(play.tricks, start=1)]
    lines = list(list_rows(rows, indent))
    for remembered, run in groupby(enumerate(lines, start=1), key=lambda line: known[line[0] - 1]):
        numbered = list(run)
        first = numbered[0][0]
        last = numbered[-1][0]
        if remembered or first == last:
            yield from (line for _, line in numbered)
        else:
            yield indent + speech.say(say("tricks {first} to {last}: nobody remembers", first=first, last=last))


def _trick_columns(slot: Slot, verdict: Verdict, faces: Mapping[str, str]) -> list[Row]:
    """Return the tricks as columns: numbers, leaders ("" if unknown), cards by their `faces`, marked."""
    tricks = slot.act.play.tricks
    seats = {player: seat for seat, player in enumerate(slot.act.playing)}
    cards = [[faces[card] for card in column] for column in zip_longest(*tricks, fillvalue="")]
    for index, (leader, winner) in enumerate(zip(verdict.leaders, verdict.winners, strict=True)):
        won = (seats[winner] - seats[leader]) % len(seats) if leader and winner else len(cards)
        if won < len(tricks[index]):
            cards[won][index] += _WON
    wrong = {(violation.trick, violation.card) for violation in verdict.violations if violation.card != UNKNOWN}
    for number, trick in enumerate(tricks, start=1) if wrong else ():
        for place in (place for place, card in enumerate(trick) if (number, card) in wrong):
            cards[place][number - 1] += _WRONG
    leaders = [*verdict.leaders, *[""] * (len(tricks) - len(verdict.leaders))]
    return [[*map(str, range(1, len(tricks) + 1))], leaders, *cards]


def _move_rows(slot: Slot, verdict: Verdict, speech: Speech) -> list[Row]:
    """Return the moves of a lay-off as cells under their players, each line with the number of its first move."""
    players = slot.act.playing
    wrong = {violation.trick for violation in verdict.violations if _is_breach(violation)}
    places = {"": "", "up": speech.say(say("up")), "down": speech.say(say("down"))}
    rows = list[list[str]]()
    place = len(players)
    for number, move in enumerate(slot.act.play.moves, start=1):
        before = place
        place = players.index(move.player)
        if place <= before:
            rows.append([str(number), *[""] * len(players)])
        cell = "–"
        if move.card:
            where = places.get(move.where) or (move.where and speech.show(Card(move.where)))
            cell = f"{speech.show(Card(move.card))} {where}".rstrip()
        rows[-1][1 + place] = cell + (_WRONG if number in wrong else "")
    return [("", *players), *rows]


def _format_violation(violation: Violation, speech: Speech) -> Iterator[str]:
    where = say("move {number}", number=violation.trick) if violation.text else _trick(violation.trick)
    reason = explain(replace(violation, card="", seen=None))  # card and proof have texts of their own
    rule = f" ({violation.rule})" if violation.rule else ""
    yield _about(where, violation.player, violation.card, reason, speech) + rule
    if violation.legal:
        yield "  " + speech.say(say("legal: {cards}", cards=tuple(map(Card, violation.legal))))
    elif violation.legal is not None:
        yield "  " + speech.say(say("no card was legal"))
    if proof := explain_proof(violation):
        yield "  " + speech.say(proof)
    if violation.seen:
        card = Card(violation.seen.card)
        trick = violation.seen.trick
        played = say("proven by {card}, played in trick {number}", card=card, number=trick)
        yield "  " + speech.say(played if trick else say("proven by {card} in the hand", card=card))
    for text, cited in violation.consequences:
        yield "  " + speech.say(text) + (f" ({cited})" if cited else "")


def _trick(number: int) -> Phrase:
    return say("trick {number}", number=number) if number else say("before the first trick")


def _about(where: Phrase, player: str, card: str, reason: Phrase, speech: Speech) -> str:
    shown = speech.show(Card(card)) if card else ""
    about = ", ".join(part for part in (speech.say(where), player, shown) if part)
    return f"{about}: {speech.say(reason)}"

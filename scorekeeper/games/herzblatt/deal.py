"""One deal of Herzblatt or Solo: its questions, the reading of its answers, and the check for impossible deals."""

from dataclasses import replace
from typing import NamedTuple, cast

from scorekeeper.cards.cardset import has, nearest, sums_by_number, together
from scorekeeper.cards.packs import ACE_TEN
from scorekeeper.games.counts import Number
from scorekeeper.games.game import Seating
from scorekeeper.games.herzblatt.rules import POINTS, Rules
from scorekeeper.games.questions import Answers, Choice, Flag, Option, Question, who
from scorekeeper.phrase import Name, Refused, say

SUIT_NAMES = {"C": say("♣ clubs"), "S": say("♠ spades"), "H": say("♥ hearts"), "D": say("♦ diamonds")}
_BEYOND = say("more than the {points} in the pack", points=POINTS)
_COUNTS = (
    Number("points", say("Soloist’s card points"), 0, POINTS, _BEYOND, complement="defender_points"),
    Number("defender_points", say("Defenders’ card points"), 0, POINTS, _BEYOND, complement="points", mark="/"),
)


class Deal(NamedTuple):
    """One deal played or passed; without a soloist everybody passed, and `last_trick` is the winner of the last trick.

    `points` are the soloist's card points with the discard; None only in a Du without effect of the points, or with
    a `revoke`, the player whose revoke lost the game for their side.
    """

    others: tuple[str, ...]
    soloist: str = ""
    points: int | None = None
    suit: str = ""
    announced: str = ""
    all_tricks: bool = False
    contra: str = ""
    ree: bool = False
    last_trick: str = ""
    revoke: str = ""


def ask(rules: Rules, seating: Seating, answers: Answers | None) -> tuple[Question, ...]:
    """Return the questions that matter, given the `answers` so far; with None all possible questions."""
    passed = answers is None or bool(answers.get("passed"))
    must = must_play(rules, seating)
    label = say("Who plays? If everybody passes, {player} must", player=Name(must)) if must else say("Who plays?")
    questions: list[Question] = [who("soloist", label, seating.playing)]
    if rules.contra and must and (answers is None or answers.get("soloist") == must):
        # MU-6: only the right to say contra depends on whether everybody had been asked.
        questions.append(Flag("forced", say("Everybody had passed"), mark="M"))
    if not must or passed:
        questions.append(Flag("passed", say("Everybody passed"), alone=True, mark="-"))
    if rules.all_pass == "last_trick" and passed:
        questions.append(who("last_trick", say("Who took the last trick?"), seating.playing, "result", "L"))
    if answers is None or not passed:
        questions += _ask_game(rules, seating, answers)
    return tuple(questions)


def _ask_game(rules: Rules, seating: Seating, answers: Answers | None) -> list[Question]:
    entered = answers or {}
    questions: list[Question] = []
    if rules.suits:
        questions.append(Choice("suit", say("Trumps"), tuple(Option(*suit) for suit in SUIT_NAMES.items())))
    if rules.announcements:
        labels = {"66": say("66"), "du": say("Du")}
        options = tuple(Option(name, labels[name], mark=f"{name}!") for name in rules.announcements)
        questions.append(Choice("announced", say("Announced"), options))
    speakers = seating.playing if answers is None else may_contra(seating, str(entered.get("soloist", "")))
    if rules.contra and speakers and not entered.get("forced"):
        passed = say("Players who sit before the soloist have already passed and may not say contra.")
        missing = passed if len(speakers) < len(seating.playing) - 1 else None
        questions.append(replace(who("contra", say("Contra by"), speakers, mark="C"), missing=missing))
        if answers is None or entered.get("contra"):
            questions.append(Flag("ree", say("Ree"), mark="R"))
    if "du" in rules.announcements and (answers is None or entered.get("announced") == "du"):
        # Whether all tricks were made is asked only if the count does not show it.
        counts = entered.get("points"), entered.get("defender_points")
        open_ = counts in ((None, None), (POINTS, None), (None, 0), (POINTS, 0)) and not entered.get("revoke")
        made = say("All tricks made")
        questions.append(Flag("all_tricks", made, stage="result", both=True, needed=open_, mark="all"))
    if answers is None or not _decided_by_tricks(rules, entered):
        questions += _COUNTS
    if rules.revoke == "offender_side_loses":
        questions.append(who("revoke", say("Wrong card by"), seating.playing, "result", "!", rare=True))
    return questions


def _decided_by_tricks(rules: Rules, answers: Answers) -> bool:
    """Return whether the tricks of a Du decide it, so that no points need be counted; typed ones are still shown."""
    typed = any(answers.get(count.name) is not None for count in _COUNTS)
    made = answers.get("all_tricks")
    return answers.get("announced") == "du" and not typed and (made is True or (made is False and not rules.du_counts))


def must_play(rules: Rules, seating: Seating) -> str:
    """Return the player who has to play when everybody passes (HB-11), "" for none, as when the dealer sits out."""
    must = {"forehand_plays": seating.playing[:1], "dealer_plays": (seating.dealer,)}.get(rules.all_pass, ())
    return next((player for player in must if player in seating.playing), "")


def may_contra(seating: Seating, soloist: str) -> tuple[str, ...]:
    """Return the players who may say contra (MU-6): those after the soloist, as they were never asked to play."""
    if soloist not in seating.playing:
        return ()
    return seating.playing[seating.playing.index(soloist) + 1 :]


def read_deal(rules: Rules, seating: Seating, read: Answers) -> Deal:
    """Return the answers as one deal. Raises Refused if one is missing or two contradict each other."""
    call = read_call(rules, seating, read)
    if not call.soloist:
        if rules.all_pass == "last_trick" and not call.last_trick:
            raise Refused("last_trick", say("choose who took the last trick"))
        return call
    points = cast("int | None", read.get("points"))
    defenders = cast("int | None", read.get("defender_points"))
    if points is not None and defenders is not None and points + defenders != POINTS:
        values = {"points": points, "defenders": defenders, "pack": POINTS}
        text = say("{points} and {defenders} card points do not add up to {pack}", **values)
        raise Refused("defender_points", text)
    if points is None and defenders is not None:
        points = POINTS - defenders
    revoke = str(read.get("revoke", ""))
    # In a Du the tricks decide; the points count beside them only where they are paid too.
    decided = call.announced == "du" and (call.all_tricks or (read.get("all_tricks") is False and not rules.du_counts))
    if points is None and not (decided or revoke):
        raise Refused("points", say("enter the card points"))
    return call._replace(points=points, revoke=revoke)


def read_call(rules: Rules, seating: Seating, read: Answers) -> Deal:
    """Return the deal as called so far, with or without the result. Raises Refused as `read_deal` does."""
    if read.get("passed") or ("last_trick" in read and "soloist" not in read):
        for name, value in read.items():
            if name not in ("passed", "last_trick") and value is not False:
                raise Refused(name, say("everybody passed, so nothing else can be said"))
        return Deal(seating.playing, last_trick=str(read.get("last_trick", "")))
    if "soloist" not in read:
        raise Refused("soloist", say("choose who played"))
    if "last_trick" in read:
        raise Refused("last_trick", say("the last trick counts only when everybody passed"))
    if rules.suits and "suit" not in read:
        raise Refused("suit", say("choose the trump suit"))
    soloist = str(read["soloist"])
    _check_contra(rules, seating, soloist, read)
    return Deal(
        tuple([player for player in seating.playing if player != soloist]),
        soloist,
        suit=str(read.get("suit", "")),
        announced=str(read.get("announced", "")),
        all_tricks=bool(read.get("all_tricks")),
        contra=str(read.get("contra", "")),
        ree=bool(read.get("ree")),
    )


def _check_contra(rules: Rules, seating: Seating, soloist: str, read: Answers) -> None:
    """Refuse a contra of a player who was asked to play before (MU-6), and a Ree without a contra."""
    contra = str(read.get("contra", ""))
    if read.get("forced"):
        must = must_play(rules, seating)
        if soloist != must:
            raise Refused("forced", say("if everybody passes, {player} must play", player=Name(must)))
        if contra:
            raise Refused("contra", say("everybody was asked and passed, so nobody may say contra"))
    if contra == soloist:
        raise Refused("contra", say("the soloist cannot say contra to their own game"))
    if contra and contra not in may_contra(seating, soloist):
        values = {"player": Name(contra), "soloist": Name(soloist)}
        raise Refused("contra", say("{player} was asked before {soloist} and may not say contra", **values))
    if read.get("ree") and not contra:
        raise Refused("ree", say("Ree answers a contra, and nobody said contra"))


def check(rules: Rules, seating: Seating, answers: Answers, deal: Deal) -> None:
    """Refuse an impossible deal: points that no cards make, and a pass although a player must play (HB-11)."""
    must = must_play(rules, seating)
    if not deal.soloist and must:
        raise Refused("passed", say("if everybody passes, {player} must play", player=Name(must)))
    if deal.points is None:
        return
    if deal.all_tricks and deal.points != POINTS:
        left = say("all tricks leave the defenders nothing, but {points} card points are entered", points=deal.points)
        raise Refused("all_tricks", left)
    counts = _counts(rules, deal)
    if deal.revoke or has(counts, deal.points):  # a revoke may have ended the play before all was taken
        return
    near = nearest(counts, deal.points)
    key = "points"
    points = deal.points
    if "points" not in answers:
        key = "defender_points"
        points = POINTS - points
        near = tuple(sorted(POINTS - other for other in near))
    raise Refused(
        key, say("no cards make {points} card points; the nearest that can be: {near}", points=points, near=near)
    )


def _counts(rules: Rules, deal: Deal) -> int:
    """Return the possible sums of the soloist: some tricks, and a discard of as many cards as the skat had.

    If the source gives no pack, tables may play with more cards of no worth: then any cards may be theirs.
    """
    players = 1 + len(deal.others)
    if players in rules.unstated:
        return together(sums_by_number(ACE_TEN.worth))
    dealing = rules.dealing(players)
    worths = dealing.pack.worth[: len(dealing.pack.worth) - dealing.loose]  # the last are worth nothing (HB-4, HB-5)
    sums = sums_by_number(worths)
    missed = deal.announced == "du" and not deal.all_tricks
    tricks = range(dealing.hand if deal.all_tricks else 0, dealing.hand + (0 if missed else 1))
    return together([sums[number * players + dealing.skat] for number in tricks])

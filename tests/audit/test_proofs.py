"""What complete deals decide, and the cards that make a breach certain."""

from scorekeeper.audit.findings import find_breaches
from scorekeeper.audit.proofs import decide, prove
from scorekeeper.audit.solver import Budget, Target
from scorekeeper.audit.witnesses import find_witnesses
from scorekeeper.audit.worlds import enumerate_courses
from tests.audit.small import DECK, record

NINE = "AC KC QC AS KS QS AH KH QH"


def test_what_the_hands_leave_open_the_count_of_cards_may_decide():
    """Of the nine cards all but Clara's last are seen, and that is the club she kept back."""
    found = find_breaches(record(NINE, "AC KC KS", "AS QS KH", "AH QH"))
    assert [(one.trick, one.place, one.reason) for one in found.broken] == [(0, 2, "MUST_FOLLOW")]


def test_what_may_be_either_stays_open_and_was_searched():
    found = find_breaches(record(NINE, "AC KC KS"))
    assert [(one.trick, one.place) for one in found.undecided] == [(0, 2)]
    assert not found.unsearched


def test_without_a_budget_what_is_open_was_not_searched():
    recorded = record(NINE, "AC KC KS")
    undecided = find_breaches(recorded).undecided
    decided = decide(recorded, enumerate_courses(recorded), undecided, most=0)
    assert (decided.undecided, decided.unsearched) == (undecided, {Target(0, 2)})


def test_deals_found_for_a_known_card_tell_of_a_forgotten_one_too():
    recorded = record(NINE, "AC _ KS")
    legal, deals = find_witnesses(recorded, enumerate_courses(recorded), [Target(0, 2)])
    assert legal == {Target(0, 2): {deal.is_legal(Target(0, 2)) for deal in deals}} == {Target(0, 2): {True, False}}
    assert any(deal.is_legal(Target(0, 1)) for deal in deals)


def test_a_forgotten_card_is_named_that_was_wrong_whichever_it_was():
    (found,) = find_breaches(record("AC KC QC AS KS QS", "AC KC _", "AS QS QC")).broken
    assert (found.trick, found.place, found.seat, found.reason) == (0, 2, 2, "MUST_FOLLOW")


def test_who_won_may_tell_that_a_forgotten_card_was_wrong():
    """Clara had the Ace of clubs and the Nine of hearts; with the Ace she had won the trick, which Anna did."""
    recorded = record("10C 10H 9H JS QS AC", "10C 10H _", "JS QS _", hands=("JS", "10H QS", "9H AC"))
    (found,) = find_breaches(recorded).broken
    assert (found.trick, found.place, found.seat, found.reason) == (0, 2, 2, "MUST_FOLLOW")


def test_who_led_later_may_tell_that_a_card_was_wrong():
    """With two clubs left Bernd never came to lead the last trick, whoever led the forgotten ones."""
    pack = "QS JC QH 10S JS KS AS 10C QC KH AH JH"
    found = find_breaches(record(pack, "QS JC QH", "_ _ _", "_ _ _", "KH AH JH", led=(-1, -1, -1, 1)))
    assert [(one.trick, one.place, one.seat, one.reason) for one in found.broken] == [(0, 1, 1, "MUST_FOLLOW")]
    assert not found.unsearched


def test_no_card_of_a_proof_is_too_many():
    recorded = record(NINE, "AC KC KS", "AS QS KH", "AH QH")
    proof = prove(recorded, Target(0, 2), Budget(400))
    assert (0, DECK.card["AC"]) in proof
    assert (0, DECK.card["KS"]) not in proof, "the card itself proves nothing"
    for fact in proof:
        less = record(NINE, *(" ".join(forget(index, name, fact) for name in trick.split())
                              for index, trick in enumerate(("AC KC KS", "AS QS KH", "AH QH"))))  # fmt: skip
        assert (0, 2) not in [found[:2] for found in find_breaches(less).broken]


def forget(index, name, fact):
    return "_" if (index, DECK.card[name]) == fact else name

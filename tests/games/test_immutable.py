"""Values with named fields behave as frozen dataclasses do."""

import pickle
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from typing import Generic, TypeVar

import pytest

from scorekeeper.immutable import Immutable, ImmutableValue

T = TypeVar("T")


class Card(ImmutableValue):
    """A value with fields in order, two by name only, and one that is completed."""

    rank: str
    suit: str = "H"
    _: KW_ONLY
    marks: dict[str, int] = field(default_factory=dict)
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.rank + self.suit)


class Trump(Card):
    """One with a field more, and another default."""

    order: int
    suit: str = "S"


@dataclass(frozen=True)
class Usual:
    """The same as a dataclass."""

    rank: str
    suit: str = "H"
    _: KW_ONLY
    marks: dict[str, int] = field(default_factory=dict)
    name: str = ""


class Game(Immutable, Generic[T], kw_only=True):
    """What is compared by identity, with a function as a default."""

    score: T
    double: object = lambda points: 2 * points


def test_fields_are_taken_in_order_and_by_name_as_by_a_dataclass():
    assert [one.name for one in fields(Card)] == [one.name for one in fields(Usual)]
    assert Card.__match_args__ == Usual.__match_args__
    for values, named in ((("K",), {}), (("K", "D"), {"name": "x"}), ((), {"rank": "K", "marks": {"a": 1}})):
        card, usual = Card(*values, **named), Usual(*values, **named)
        assert (card.rank, card.suit, card.marks) == (usual.rank, usual.suit, usual.marks)
        assert card.name == named.get("name", card.rank + card.suit)
    assert Trump("K", "D", 3).order == 3
    assert Trump(rank="K", order=1).suit == "S"
    assert Card("K").marks is not Card("K").marks


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), (("K", "H", {}), {}), (("K",), {"rank": "K"}), (("K",), {"size": 1}), ((), {"suit": "H"})],
)
def test_missing_unknown_and_double_values_are_mistakes(values, named):
    for kind in (Card, Usual):
        with pytest.raises(TypeError):
            kind(*values, **named)


def test_values_are_compared_by_kind_and_fields_and_do_not_change():
    assert Card("K") == Card("K", "H") != Card("K", "D")
    assert Card("K", "H", marks=()) == Card("K", marks=())
    assert hash(Card("K", "H", marks=())) == hash(Card("K", marks=()))
    assert Card("K", name="x") != Trump("K", "H", 1, name="x")
    assert replace(Card("K", marks=()), name="x") == Card("K", marks=(), name="x")
    assert pickle.loads(pickle.dumps(Trump("K", order=2))) == Trump("K", order=2)
    assert repr(Card("K")) == "Card(rank='K', suit='H', marks={}, name='KH')"
    card = Card("K")
    for name in ("rank", "more"):
        with pytest.raises(AttributeError, match=name):
            setattr(card, name, "x")
        with pytest.raises(AttributeError, match=name):
            delattr(card, name)


def test_what_is_no_value_is_compared_by_identity():
    game = Game(score=1)
    assert game == game != Game(score=1)
    assert {game: 1}[game] == 1
    assert game.double(3) == 6, "a function in a field is no method"

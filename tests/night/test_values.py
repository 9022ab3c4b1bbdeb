from copy import copy
from dataclasses import field, replace
from pickle import dumps, loads

import pytest

from scorekeeper.values import frozen


@frozen
class Point:
    x: int
    y: int = 2
    remark: str = field(default="", compare=False, repr=False)


@frozen
class Other(Point):
    z: int = 3


@frozen
class Nothing:
    pass


@frozen
class One:
    numbers: list[int]

    def __repr__(self):
        return "one"


@frozen(eq=False, slots=False)
class Service:
    x: int


@frozen(guarded=True)
class Guarded:
    x: int


def test_values_are_compared_hashed_and_shown_by_their_fields():
    assert Point(1) == Point(1, 2, "seen")
    assert hash(Point(1)) == hash(Point(1, 2, "seen"))
    assert Point(1) != Point(2)
    assert Point(1) != (1, 2)
    assert Point(1) != Other(1)
    assert Nothing() == Nothing()
    assert {Nothing(), Nothing()} == {Nothing()}
    assert repr(Other(1, remark="seen")) == "Other(x=1, y=2, z=3)"
    assert repr(Nothing()) == "Nothing()"
    assert replace(Point(1), y=5) == Point(1, 5) == copy(Point(1, 5)) == loads(dumps(Point(1, 5)))


def test_what_a_class_says_of_itself_is_kept():
    assert One([1]) == One([1])
    assert repr(One([1])) == "one"
    with pytest.raises(TypeError):
        hash(One([1]))


def test_an_object_without_equality_equals_only_itself():
    one, other = Service(1), Service(1)
    assert one == one
    assert one != other
    assert len({one, other}) == 2


def test_a_value_has_no_room_for_more_and_a_guarded_one_does_not_change():
    with pytest.raises(AttributeError):
        Point(1).more = 1
    with pytest.raises(AttributeError):
        Guarded(1).x = 2
    assert Guarded(1) == Guarded(1)

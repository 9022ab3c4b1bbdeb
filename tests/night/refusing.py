"""What is refused, and by which key."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scorekeeper.phrase import Refused


@contextmanager
def refusing(key: str, deal: int = 0, match: str = "") -> Iterator[None]:
    """Expect that what is done inside is refused by this key, in this deal, in words that `match`."""
    with pytest.raises(Refused, match=match or None) as refused:
        yield
    assert (refused.value.key, refused.value.deal) == (key, deal)

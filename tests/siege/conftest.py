"""Many connections to the server of a test."""

import pytest

from scorekeeper.serving.addresses import bound_to
from tests.siege.crowd import crowd_at


@pytest.fixture
def crowd(server):
    with crowd_at(bound_to(server.socket)) as crowd:
        yield crowd

"""Long polling: the answer to a phone that has seen everything waits for a change, without a thread of the server."""

from collections.abc import Callable, Hashable

from flask import request

WAIT = "scorekeeper.wait"
"""The key in the WSGI environment of a function that lets a request wait for a change instead of being answered.

It takes what the request is about and its stamp, as in `storage.queries.nights.stamps_of`. The answer of the
application must be 304 then, and is dropped: the application is asked again once the stamp has changed, or after some
seconds, then without this function. Other servers than ours have no such function, so phones ask again after a pause.
"""


def wait_for_change(topic: Hashable, find_stamp: Callable[[], Hashable]) -> None:
    """Let the request wait until the stamp of a topic has changed, if it asks for that and the server can."""
    if "wait" in request.args and (wait := request.environ.get(WAIT)):
        wait(topic, find_stamp())

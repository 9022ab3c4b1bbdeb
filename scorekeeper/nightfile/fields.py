"""Reading the keys of a night file, each refused by its name."""

from collections.abc import Sequence

from scorekeeper.journal.acts import Json
from scorekeeper.night.night import FULL
from scorekeeper.phrase import Refused, say
from scorekeeper.reading import shown, table, text


def tables_in(data: Json, key: str) -> Sequence[Json]:
    """Return the tables of a list. Raises Refused."""
    tables = data.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise Refused(key, say("this is not a list of tables"))
    if len(tables) > FULL:
        raise Refused(key, say("more than {most} deals", most=FULL))
    return tables


def table_in(data: Json, key: str) -> Json:
    """Return a table, an empty one where the key is missing. Raises Refused."""
    return table(key, data.get(key, {}))


def texts_in(data: Json, key: str) -> list[str]:
    """Return a list of texts. Raises Refused."""
    texts = data.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise Refused(key, say("{value} is not a list of texts", value=shown(texts)))
    return texts


def text_in(data: Json, key: str, longest: int) -> str:
    """Return a text of no more than so many characters, an empty one where the key is missing. Raises Refused."""
    return limited(key, data.get(key, ""), longest)


def limited(key: str, raw: object, longest: int) -> str:
    """Return a text of no more than so many characters. Raises Refused."""
    found = text(key, raw)
    if len(found) > longest:
        raise Refused(key, say("{value} is longer than {most} characters", value=shown(found), most=longest))
    return found

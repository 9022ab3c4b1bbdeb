"""The recorded cards of a deal as a night file carries them: read, with the cards in one spelling, and renamed."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards.notation import read_card, read_cards
from scorekeeper.cards.packs import Pack
from scorekeeper.games.questions import shown
from scorekeeper.phrase import Refused, say

_CARDS = ("skat", "talon", "discard")
_KEYS = ("hands", "leader", "led", "tricks", "layoff", *_CARDS)


def read_record(pack: Pack, players: Sequence[str], raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a deal. Raises Refused for what cannot be read; readable is not yet legal."""
    for key in raw:
        if key not in _KEYS:
            raise Refused(f"play.{shown(key)}", say("no such key; a recorded deal has: {known}", known=_KEYS))
    record: dict[str, Any] = {key: _cards(pack, f"play.{key}", raw[key]) for key in _CARDS if key in raw}
    if "hands" in raw:
        record["hands"] = {
            _player(players, "play.hands", player): _cards(pack, "play.hands", cards)
            for player, cards in _table("play.hands", raw["hands"]).items()
        }
    if "leader" in raw:
        record["leader"] = _player(players, "play.leader", raw["leader"])
    if "led" in raw:
        record["led"] = {
            _number("play.led", number): _player(players, "play.led", player)
            for number, player in _table("play.led", raw["led"]).items()
        }
    if "tricks" in raw:
        record["tricks"] = [_cards(pack, "play.tricks", trick) for trick in _list("play.tricks", raw["tricks"])]
    if "layoff" in raw:
        record["layoff"] = [_move(pack, players, move) for move in _list("play.layoff", raw["layoff"])]
    return record


def adds_cards(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Return whether the facts of a deal differ from those before in nothing but the recorded cards."""
    recorded = before.get("play") != after.get("play")
    return recorded and {**before, "play": {}} == {**after, "play": {}}


def keep_cards(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts `after` with the cards that were recorded before, as long as the same players sit."""
    kept = "play" in before and before.get("playing") == after.get("playing")
    return {**after, "play": before["play"]} if kept else dict(after)


def rename_record(record: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """Return a record with every player's key replaced by what `keys` says."""
    renamed = dict(record)
    if "hands" in record:
        renamed["hands"] = {keys[player]: cards for player, cards in record["hands"].items()}
    if "leader" in record:
        renamed["leader"] = keys[record["leader"]]
    if "led" in record:
        renamed["led"] = {number: keys[player] for number, player in record["led"].items()}
    if "layoff" in record:
        renamed["layoff"] = [_rename_move(move, keys) for move in record["layoff"]]
    return renamed


def _rename_move(move: str, keys: Mapping[str, str]) -> str:
    player, *words = split_move(tuple(keys), move)
    return " ".join((keys[player], *words))


def split_move(players: Sequence[str], move: str) -> tuple[str, ...]:
    """Split "Anna JH up" into words, the first the player, whose name may itself hold blanks: the longest that fits.

    Raises Refused where it is none of the players.
    """
    for player in sorted(players, key=len, reverse=True):
        if move.startswith(f"{player} "):
            return player, *move[len(player) + 1 :].split()
    raise Refused("play.layoff", say("{value} does not begin with a player", value=shown(move)))


def _move(pack: Pack, players: Sequence[str], raw: object) -> str:
    player, *words = split_move(players, _text("play.layoff", raw))
    if words == ["pass"]:
        return f"{player} pass"
    where = [word if word in ("up", "down") else read_card(pack, word, "play.layoff") for word in words[1:]]
    if len(words) not in (1, 2) or not all(word in ("up", "down") or word[:-1] == "J" for word in where):
        raise Refused(
            "play.layoff",
            say(
                '{value} is not a card with "up", "down", the Jack of a row or nothing behind it, nor "pass"',
                value=shown(" ".join(words)),
            ),
        )
    return " ".join((player, read_card(pack, words[0], "play.layoff"), *where))


def _cards(pack: Pack, key: str, raw: object) -> str:
    return " ".join(read_cards(pack, _text(key, raw), key))


def _number(key: str, raw: str) -> str:
    """Return the number of a trick, from 1, as text: what a table has as its keys."""
    if not raw.isascii() or not raw.isdigit() or len(raw) > 2 or not int(raw):
        raise Refused(key, say("{value} is not the number of a trick", value=shown(raw)))
    return str(int(raw))


def _player(players: Sequence[str], key: str, raw: object) -> str:
    if not isinstance(raw, str) or raw not in players:
        raise Refused(key, say("{value} is not one of the players", value=shown(raw)))
    return raw


def _text(key: str, raw: object) -> str:
    if not isinstance(raw, str):
        raise Refused(key, say("{value} is not a text", value=shown(raw)))
    return raw


def _list(key: str, raw: object) -> list[object]:
    if not isinstance(raw, list):
        raise Refused(key, say("{value} is not a list", value=shown(raw)))
    return raw


def _table(key: str, raw: object) -> dict[str, object]:
    if not isinstance(raw, dict):
        raise Refused(key, say("{value} is not a table", value=shown(raw)))
    return raw

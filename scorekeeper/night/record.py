"""The recorded cards of a deal as a night file carries them: read, with the cards in one spelling, and renamed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scorekeeper.cards.notation import read_card, read_cards
from scorekeeper.cards.packs import Pack
from scorekeeper.cards.setup import Record
from scorekeeper.games.questions import shown
from scorekeeper.night.acts import SlotAct
from scorekeeper.night.plain import write_act
from scorekeeper.phrase import Refused, say

A = TypeVar("A", bound=SlotAct)

_CARDS = ("skat", "talon", "discard")
_KEYS = ("hands", "leader", "led", "tricks", "layoff", *_CARDS)


def read_record(pack: Pack, players: Sequence[str], raw: Mapping[str, object]) -> dict[str, object]:
    """Return the record of a deal. Raises Refused for what cannot be read; readable is not yet legal."""
    for key in raw:
        if key not in _KEYS:
            raise Refused(f"play.{shown(key)}", say("no such key; a recorded deal has: {known}", known=_KEYS))
    record: dict[str, object] = {key: _cards(pack, f"play.{key}", raw[key]) for key in _CARDS if key in raw}
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


def adds_cards(before: SlotAct, after: SlotAct) -> bool:
    """Return whether an act about a deal differs from the one before in nothing but the recorded cards."""
    one, other = write_act(replace(before, play={})), write_act(replace(after, play={}))
    return before.play != after.play and one == other


def keep_cards(before: SlotAct | None, after: A) -> A:
    """Return the act `after` with the cards that were recorded before, as long as the same players sit."""
    kept = before is not None and before.play and before.playing == after.playing
    return replace(after, play=before.play) if before and kept else after


def rename_record(record: Record, keys: Mapping[str, str]) -> dict[str, object]:
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

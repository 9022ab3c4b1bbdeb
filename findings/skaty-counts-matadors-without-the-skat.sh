#!/bin/sh
# skaty 0.1.1, which plays Skat, counts the matadors from the ten cards in the hand, without the two of the skat: a Grand
# Hand with the jack of spades in the skat and the others in the hand is one with 1 and not with 4, and with that of clubs in
# the skat one without 1. What is laid away is not counted either. Base values and levels are right.
# Guess: the skat belongs to the declarer's cards, also if nobody has looked at it (International Skat Order 2.3; the README
# has "ISkO compliant: strict adherence to official rules").
# It matters: a game counts 72 too little, or a bid that was made counts as too high. Only deals with a high trump in the
# skat show it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
# It needs Python 3.13; pyodide brings one.
venv/bin/pip download --quiet --disable-pip-version-check --no-deps --python-version 3.13 --only-binary=:all: "skaty==0.1.1"
python3 -m zipfile -e skaty-0.1.1-*.whl skat
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pyodide@314.0.7
cat > play.py <<'PLAY'
from skaty.cards import create_deck
from skaty.isko.actions import BurySkat, DeclareBid, DeclareGame, DrawSkat, Listen, Pass
from skaty.isko.rules import ISkO
from skaty.isko.state import ISkOGameState
from skaty.isko.state import ISkOGameTypes as Games
from skaty.rules import GamePhases

pack = {f"{card.suit.name.lower()} {card.rank.name.lower()}": card for card in create_deck()}
HIGH = ("clubs jack", "spades jack", "hearts jack", "diamonds jack")
OTHERS = ("clubs ace", "clubs ten", "clubs king", "clubs queen", "spades ace", "hearts ace", "diamonds ace", "diamonds ten")


def play(*skat, taken=False):
    """Play a Grand with these twelve cards. Print the matadors and what the declarer writes."""
    hand = [pack[name] for name in (*HIGH, *OTHERS) if name not in skat]
    away = [pack[name] for name in skat]
    rest = [card for card in pack.values() if card not in hand and card not in away]
    if taken:
        hand[-2:], away = away, hand[-2:]
    game = ISkOGameState(ISkO(), 2, [hand, rest[:10], rest[10:]], away)
    for action in (DeclareBid(1, 18), Listen(0), Pass(1), Pass(2)):
        game.apply_action(action)
    if taken:
        game.apply_action(DrawSkat(0))
        game.apply_action(BurySkat(0, tuple(pack[name] for name in skat)))
    game.apply_action(DeclareGame(0, Games.GRAND))
    while game.phase is not GamePhases.GAME_OVER:
        game.apply_action(next(game.get_valid_actions(game.active_player)))
    told = "laid away" if taken else "in the skat, Hand"
    print(f"{', '.join(skat)} {told}: matadors {game.tops}, written {game.calculate_game_score()[0]}")


play("clubs queen", "diamonds ten")
play("spades jack", "diamonds ten")
play("clubs jack", "diamonds ten")
play("clubs queen", "diamonds ten", taken=True)
play("spades jack", "diamonds ten", taken=True)
PLAY
cat > play.mjs <<'PLAY'
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.FS.mkdir("/skat");
python.FS.mount(python.FS.filesystems.NODEFS, { root: "skat" }, "/skat");
python.runPython(`import sys; sys.path.insert(0, "/skat")`);
python.runPython(readFileSync("play.py", "utf8"));
PLAY
node play.mjs | tee seen
# Seen:
cat > expected <<'SEEN'
clubs queen, diamonds ten in the skat, Hand: matadors 4, written 192
spades jack, diamonds ten in the skat, Hand: matadors 1, written 120
clubs jack, diamonds ten in the skat, Hand: matadors 1, written 120
clubs queen, diamonds ten laid away: matadors 4, written 168
spades jack, diamonds ten laid away: matadors 1, written 96
SEEN
diff expected seen

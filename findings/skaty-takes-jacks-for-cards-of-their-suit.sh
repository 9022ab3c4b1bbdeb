#!/bin/sh
# skaty 0.1.1, which plays Skat, takes a jack for a card of its suit when somebody has to follow: in a Grand, with hearts led
# and the jack as the only heart, nothing but the jack may be played, and with the nine of hearts beside it either. With a
# jack led, who has no trump must follow the suit of that jack. That trumps are followed with jacks, and who takes the trick,
# is right. Of hands of ten at random, a third may play other cards than by the rule in a Grand, a fifth in Clubs.
# Guess: jacks are trumps and belong to no suit, except in Null (International Skat Order 2.2; the README has "ISkO
# compliant: strict adherence to official rules", and its own is_card_trump has it so).
# It matters: it forbids discards that are allowed and allows a revoke. Programs that are trained with it learn another game.
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
import random

from skaty.cards import Rank, Suit, create_deck
from skaty.isko.rules import ISkO
from skaty.isko.state import ISkOGameTypes as Games

rules = ISkO()
pack = sorted(create_deck(), key=str)
named = {f"{card.suit.name.lower()} {card.rank.name.lower()}": card for card in pack}


def allowed(hand, led, game):
    return [card for card in hand if rules.is_valid_card_play(hand, card, led, game)]


def by_rule(hand, led, game):
    def suit(card):
        return "trump" if rules.is_card_trump(card, game) else card.suit

    return [card for card in hand if suit(card) == suit(led)] or hand


def show(game, led, *hand):
    for told, law in (("skaty", allowed), ("the rule", by_rule)):
        cards = law([named[name] for name in hand], named[led], game)
        print(f"{told}, {game}, {led} led, of {', '.join(hand)}:", ", ".join(name for name in hand if named[name] in cards))


show(Games.GRAND, "hearts seven", "hearts jack", "clubs ace", "spades seven")
show(Games.GRAND, "hearts seven", "hearts jack", "clubs ace", "hearts nine")
show(Games.GRAND, "hearts jack", "hearts nine", "clubs ace")
show(Games.CLUBS, "clubs ace", "hearts jack", "hearts nine", "spades seven")
show(Games.NULL, "hearts seven", "hearts jack", "clubs ace", "spades seven")
random.seed(1)
deals = [random.sample(pack, 11) for _ in range(2000)]
for game in (Games.GRAND, Games.CLUBS, Games.NULL):
    other = sum(allowed(hand, led, game) != by_rule(hand, led, game) for led, *hand in deals)
    print(f"{game}: other cards in {other} of {len(deals)} hands of ten")
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
skaty, isko:grand, hearts seven led, of hearts jack, clubs ace, spades seven: hearts jack
the rule, isko:grand, hearts seven led, of hearts jack, clubs ace, spades seven: hearts jack, clubs ace, spades seven
skaty, isko:grand, hearts seven led, of hearts jack, clubs ace, hearts nine: hearts jack, hearts nine
the rule, isko:grand, hearts seven led, of hearts jack, clubs ace, hearts nine: hearts nine
skaty, isko:grand, hearts jack led, of hearts nine, clubs ace: hearts nine
the rule, isko:grand, hearts jack led, of hearts nine, clubs ace: hearts nine, clubs ace
skaty, isko:clubs, clubs ace led, of hearts jack, hearts nine, spades seven: hearts jack
the rule, isko:clubs, clubs ace led, of hearts jack, hearts nine, spades seven: hearts jack
skaty, isko:null, hearts seven led, of hearts jack, clubs ace, spades seven: hearts jack
the rule, isko:null, hearts seven led, of hearts jack, clubs ace, spades seven: hearts jack
isko:grand: other cards in 629 of 2000 hands of ten
isko:clubs: other cards in 421 of 2000 hands of ten
isko:null: other cards in 0 of 2000 hands of ten
SEEN
diff expected seen

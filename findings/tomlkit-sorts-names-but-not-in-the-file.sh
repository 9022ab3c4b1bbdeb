#!/bin/sh
# tomlkit 0.15.2, which edits TOML and keeps comments, sorts an array for those who read it, and leaves it as it was in the file.
# From then on there are two lists, and what is changed by its place is somebody else in the file: after players.sort(),
# remove("Anna") takes Clara out of it, pop() Bernd instead of Clara, and reverse() writes Anna twice and Bernd not at all.
# Without sort() all of these are right. tomlrt 2.3.2, which does the same work, writes what is read.
# Guess: the file has the players sorted, or sort() is refused as an assignment to a slice is.
# (python-poetry/tomlkit#233 of 2022, closed, tells that sorting does not persist, not what becomes of changes after it.)
# It matters: who leaves is still in the file, and somebody who stays is not. The program that changes it does not see it:
# its own list is right until the file is read again.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "tomlkit==0.15.2" "tomlrt==2.3.2"
cat > change.py <<'CHANGE'
import tomllib

import tomlkit
import tomlrt

NIGHT = 'players = ["Clara", "Anna", "Bernd"]  # in the direction of play\n'
CHANGES = {
    "nothing": lambda players: None,
    'remove("Anna")': lambda players: players.remove("Anna"),
    "pop()": lambda players: players.pop(),
    "reverse()": lambda players: players.reverse(),
    'players[0] = "Eva"': lambda players: players.__setitem__(0, "Eva"),
}


def show(told, library, is_sorted, change):
    document = library.loads(NIGHT)
    players = document["players"]
    if is_sorted:
        players.sort()
    change(players)
    written = tomllib.loads(library.dumps(document))["players"]
    print(f"{told}: read {' '.join(players)}, in the file {' '.join(written)}")


for told, change in CHANGES.items():
    show(told, tomlkit, False, change)
    show("  after sort()", tomlkit, True, change)
    show("  after sort(), tomlrt", tomlrt, True, change)
CHANGE
venv/bin/python change.py | tee seen
# Seen:
cat > expected <<'SEEN'
nothing: read Clara Anna Bernd, in the file Clara Anna Bernd
  after sort(): read Anna Bernd Clara, in the file Clara Anna Bernd
  after sort(), tomlrt: read Anna Bernd Clara, in the file Anna Bernd Clara
remove("Anna"): read Clara Bernd, in the file Clara Bernd
  after sort(): read Bernd Clara, in the file Anna Bernd
  after sort(), tomlrt: read Bernd Clara, in the file Bernd Clara
pop(): read Clara Anna, in the file Clara Anna
  after sort(): read Anna Bernd, in the file Clara Anna
  after sort(), tomlrt: read Anna Bernd, in the file Anna Bernd
reverse(): read Bernd Anna Clara, in the file Bernd Anna Clara
  after sort(): read Clara Bernd Anna, in the file Clara Anna Anna
  after sort(), tomlrt: read Clara Bernd Anna, in the file Clara Bernd Anna
players[0] = "Eva": read Eva Anna Bernd, in the file Eva Anna Bernd
  after sort(): read Eva Bernd Clara, in the file Eva Anna Bernd
  after sort(), tomlrt: read Eva Bernd Clara, in the file Eva Bernd Clara
SEEN
diff expected seen

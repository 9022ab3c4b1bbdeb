#!/bin/sh
# json2toml 6.1.2 writes a table that is in an entry of a list as a table of the whole file: a house rule of the first deal
# becomes one of the evening, and the deal has none. It writes [house] where TOML asks for [deals.house], and [[hearts]] for
# [[deals.hearts]]. If two entries have such a table, the file has it twice and no reader takes it; if they are lists, all
# readers put them together. Tables in tables, which its README shows, have their full names. smol-toml 1.9.1 and @iarna/toml
# 3.0.0 write all of these right.
# Guess: what a reader gets from the file is what was written, or a TypeError, which the README promises for what TOML has
# not.
# It matters: lists of entries with something in them are the usual file. With one such entry, as in a small test, the file
# is valid, is read without an error and says something else.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund json2toml@6.1.2 smol-toml@1.9.1 @iarna/toml@3.0.0
cat > read.py <<'READ'
import json
import sys
import tomllib

for line in sys.stdin:
    written = json.loads(line)
    for name, text in written["texts"].items():
        try:
            read = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            print(f"{written['told']}, {name}: {error}")
        else:
            print(f"{written['told']}, {name}:", "as it was" if read == written["night"] else json.dumps(read))
READ
cat > write.mjs <<'WRITE'
import iarna from "@iarna/toml";
import json2toml from "json2toml";
import { stringify } from "smol-toml";

const NIGHTS = {
  "tables in tables": { house: { values: { pagat: 2 } } },
  "plain deals": { deals: [{ soloist: "Anna", points: 71 }, { soloist: "Bernd", points: 54 }] },
  "a table in one deal": { deals: [{ soloist: "Anna", house: { loss: 1 } }, { soloist: "Bernd" }] },
  "tables in two deals": { deals: [{ soloist: "Anna", house: { loss: 1 } }, { soloist: "Bernd", house: { loss: 2 } }] },
  "lists in two deals": { deals: [{ fines: [{ of: "Anna" }] }, { fines: [{ of: "Bernd" }, { of: "Clara" }] }] },
};
for (const [told, night] of Object.entries(NIGHTS)) {
  const texts = { json2toml: json2toml(night), "smol-toml": stringify(night), iarna: iarna.stringify(night) };
  console.log(JSON.stringify({ told, night, texts }));
}
WRITE
node write.mjs > texts
python3 read.py < texts | tee seen
# Seen:
cat > expected <<'SEEN'
tables in tables, json2toml: as it was
tables in tables, smol-toml: as it was
tables in tables, iarna: as it was
plain deals, json2toml: as it was
plain deals, smol-toml: as it was
plain deals, iarna: as it was
a table in one deal, json2toml: {"deals": [{"soloist": "Anna"}, {"soloist": "Bernd"}], "house": {"loss": 1}}
a table in one deal, smol-toml: as it was
a table in one deal, iarna: as it was
tables in two deals, json2toml: Cannot declare ('house',) twice (at line 7, column 7)
tables in two deals, smol-toml: as it was
tables in two deals, iarna: as it was
lists in two deals, json2toml: {"deals": [{}, {}], "fines": [{"of": "Anna"}, {"of": "Bernd"}, {"of": "Clara"}]}
lists in two deals, smol-toml: as it was
lists in two deals, iarna: as it was
SEEN
diff expected seen

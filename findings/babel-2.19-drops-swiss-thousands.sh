#!/bin/sh
# Babel 2.19.0 prints Swiss thousands with a straight apostrophe (CLDR 48), and drops every two of them: what stands
# between two apostrophes in a pattern is a quotation, and the quotation marks are removed from the finished number too.
# Babel 2.18.0 has a curly apostrophe, and keeps all.
# Guess: 1'234'567.50 as in CLDR, or 1’234’567.50 as before; only the sign was expected to differ.
# It matters: a thousand has its apostrophe, a million none, a milliard one in the wrong place, which readers of numbers refuse.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
show='from babel.numbers import format_decimal as f; print(*(f(n, locale="de_CH") for n in (1234, 1234567, 1234567890)))'
for version in 2.18.0 2.19.0; do
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "babel==$version"
  "$folder/venv/bin/python" -c "$show"
done | tee "$folder/seen"
# Seen:
cat > "$folder/expected" <<'SEEN'
1’234 1’234’567 1’234’567’890
1'234 1234567 1234567'890
SEEN
diff "$folder/expected" "$folder/seen"

"""Check words: a hash as eight words to read aloud."""

from pathlib import Path

# Things that can be seen, each word for one thing only: a phone that reads German shows the same things as one that
# reads English. Their order must never change, or two versions would name one past differently.
_PAIRS = [line.split() for line in Path(__file__).with_name("words.txt").read_text("utf-8").splitlines()]
_WORDS = {language: [pair[place] for pair in _PAIRS] for place, language in enumerate(("en", "de"))}


def check_words(digest: str, language: str) -> tuple[str, ...]:
    """Return the eight words of a hash (hexadecimal) in a language, English by default.

    Eight words out of 256 are 64 bits: an attacker with the database needs 2^64 tries on average for another history
    with the same words; the three words of version 0.1.0 took 2^24, less than a second.
    They prove nothing against the operator of the server during the night, who may write anything from the start, or
    prepare two histories with the same words in 2^32 tries. Phones compare the whole hash.
    """
    words = _WORDS.get(language, _WORDS["en"])
    return tuple(words[place] for place in bytes.fromhex(digest)[:8])

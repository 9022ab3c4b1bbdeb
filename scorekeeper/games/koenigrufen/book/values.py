"""Königrufen: values and contra."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import Chapter, ambiguous, stated
from scorekeeper.phrase import say

VALUES = Chapter(
    say("Values and contra"),
    (
        stated(
            "KR-14",
            say("Only a lost Sechserdreier costs twice. Its bonuses do not."),
            UPPER_AUSTRIA,
            TIROL,
            RUEDIGER,
            examples="KV-009 KV-011",
        ),
        stated(
            "KR-31",
            say(
                "Game and bonuses are settled one by one, with each opponent. An announced bonus that fails is "
                "paid to the other side at its announced value."
            ),
            UPPER_AUSTRIA,
            TIROL,
            RUEDIGER,
            examples="KV-001 KV-033",
        ),
        stated(
            "KR-30",
            say(
                "Announced is twice silent. In Solorufer, Solodreier and Farbensolo every bonus counts twice "
                "again; a Valat that stands for itself only at some tables."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="valat_solo_doubles",
            examples="KV-021 KV-023 KV-129",
        ),
        ambiguous(
            "KR-32",
            say(
                "An unannounced bird or König ultimo that loses its trick costs nothing. Rüdiger’s round pays "
                "the silent value."
            ),
            say("Only Rüdiger’s round tells of it plainly."),
            UPPER_AUSTRIA,
            RUEDIGER,
            switches="silent_failure",
            examples="KV-155 KV-189",
        ),
        stated(
            "KR-33",
            say(
                "Negative games and Trischaken know no bonuses, suit games only some. Mondfang is the XXI "
                "taken by the Sküs."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="suit_bonuses mondfang",
            examples="KV-023 KV-153 KV-183 KV-185",
        ),
        stated(
            "KR-35",
            say(
                "König ultimo belongs to the holder of the called King. In a Solorufer that is played alone "
                "there is none."
            ),
            UPPER_AUSTRIA,
            examples="KV-037 KV-187",
            background=True,
        ),
        stated(
            "KR-42",
            say(
                "Contra doubles, recontra and subcontra double again: on the game, and on each announced bonus "
                "by itself. Rüdiger’s round has no limit."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="contra_levels",
            examples="KV-039 KV-157",
        ),
        stated(
            "KR-43",
            say(
                "In negative games each opponent settles for himself, and his contra is his own. In all other "
                "games it counts for everybody."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="KV-025 KV-029 KV-131",
        ),
        stated(
            "KR-44",
            say(
                "There are two accounts: what is written and what is paid. Contra is paid and not written, but "
                "in Rüdiger’s round."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="contra_on",
            examples="KV-011 KV-039",
        ),
        stated(
            "KR-45",
            say("A Bettel of 2½ is doubled first and then rounded down, with each opponent."),
            RUEDIGER,
            examples="KV-149",
        ),
        stated(
            "KR-46",
            say(
                "Four deals after a Trischaken count twice, and one after a Mondfang; these multiply. Both "
                "accounts are doubled."
            ),
            RUEDIGER,
            switches="doubling",
            examples="KV-151",
        ),
        stated(
            "KR-47",
            say(
                "A wrong card ends the deal. Everybody else gets what he would have won with the game and all "
                "announced bonuses, and the offender pays all of it; or his side loses."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="revoke",
            examples="KV-043 KV-045 KV-135",
        ),
        stated(
            "KR-48",
            say("A wrong card in a Trischaken costs a fixed price to each other player, for forehand often more."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="trischaken_revoke trischaken_revoke_forehand",
            examples="KV-111 KV-113",
        ),
    ),
)

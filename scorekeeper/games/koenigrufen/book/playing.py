"""Königrufen: play."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import Chapter, stated
from scorekeeper.phrase import say

PLAY = Chapter(
    say("Play"),
    (
        stated(
            "KR-70",
            say("Forehand leads to the first of twelve tricks, in negative games the declarer; then who won the last."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="D-KR-1 D-KR-3",
        ),
        stated(
            "KR-71",
            say(
                "Follow suit; without it play a tarock; without either anything. For card points nobody must win "
                "a trick."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="KV-209 KV-213 D-KR-1",
        ),
        stated(
            "KR-73",
            say(
                "In suit games tarocks take only a trick to which one was led, and are led only by who has no suit "
                "card left."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            examples="KV-211 KV-213 D-KR-2",
        ),
        stated(
            "KR-74",
            say(
                "In negative games and Trischaken whoever can must beat the trick so far. Some tables do "
                "without that in a Trischaken."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="trischaken_beat",
            examples="KV-215 KV-217 D-KR-3",
        ),
        stated(
            "KR-75",
            say(
                "In negative games and Trischaken the Pagat is played only as the last tarock, but for the "
                "emperor’s trick where it is played."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="emperor_negative",
            examples="KV-219 KV-221 KV-223 KV-225",
        ),
        stated(
            "KR-76",
            say("In the emperor’s trick Sküs, XXI and Pagat meet, and the Pagat wins. Some tables do not play it."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="emperor",
            examples="KV-235 KV-237 KV-239 KV-241",
        ),
        stated(
            "KR-77",
            say(
                "An announced bird or König ultimo is kept for its trick while another card may be played, and "
                "played in it. At some tables it is merely lost when played early."
            ),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            RUEDIGER,
            switches="announced_duty",
            examples="KV-227 KV-229 KV-233 D-KR-5",
        ),
        stated(
            "KR-78",
            say("Who can play nothing but announced birds plays the highest first."),
            UPPER_AUSTRIA,
            WIEN,
            TIROL,
            switches="forced_bird",
            examples="KV-231",
        ),
    ),
)

"""Königrufen: Valat."""

from scorekeeper.games.koenigrufen.book.sources import RUEDIGER, SAUWALD, TIROL, UPPER_AUSTRIA, WIEN
from scorekeeper.games.rulebook import Chapter, ambiguous, stated
from scorekeeper.phrase import say

VALAT = Chapter(
    say("Valat"),
    (
        stated(
            "KR-36",
            say(
                "In Upper Austria and the Sauwald a Valat takes the place of the game: four times its value, "
                "announced eight times. If it was announced and fails, the other side gets that, whatever the card "
                "points."
            ),
            UPPER_AUSTRIA,
            SAUWALD,
            switches="valat",
            examples="KV-017 KV-019 KV-021",
        ),
        ambiguous(
            "KR-37",
            say(
                "A Valat is worth 10, announced 20, besides the game. The game is settled on its own, after a "
                "failed announcement by its card points."
            ),
            say("Vienna does not say plainly that both are paid; what it says of contra shows it."),
            TIROL,
            WIEN,
            examples="KV-127 KV-129 KV-139",
        ),
        stated(
            "KR-38",
            say(
                "Not everything counts besides a Valat. In Vienna an unannounced one includes Trull and Kings "
                "and makes contra on the game void."
            ),
            TIROL,
            WIEN,
            switches="valat_beside valat_voids_contra",
            examples="KV-139 KV-195",
        ),
        stated(
            "KR-39",
            say(
                "In Rüdiger’s round a Valat multiplies the whole result by four, announced by eight, but for "
                "Trull, Kings and Absolut. An announced one that fails loses the game too."
            ),
            RUEDIGER,
            examples="KV-145 KV-147",
        ),
        ambiguous(
            "KR-40",
            say(
                "Where a Valat takes the place of the game, the higher contra of both counts. Where it "
                "multiplies everything, so does its contra."
            ),
            say("There is one posting, so one factor."),
            UPPER_AUSTRIA,
            examples="KV-401 KV-402",
        ),
    ),
)

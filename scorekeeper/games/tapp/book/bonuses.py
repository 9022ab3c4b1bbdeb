"""Tapp Tarock: announcements and bonuses."""

from scorekeeper.games.rulebook import Chapter, ambiguous, not_told, stated
from scorekeeper.games.tapp.book.sources import ALSCHER, FURR, KRUEPL, MAYR, OLD, POINT, TOWER_GROVE
from scorekeeper.phrase import say

BONUSES = Chapter(
    say("Announcements and bonuses"),
    (
        ambiguous(
            "TT-32",
            say(
                "Pagat ultimo: the I wins the last trick, for 4, announced 8, in a Solo double but with Krüpl. It is "
                "won and lost apart from the game; announced and failed, its announced value goes to each opponent."
            ),
            say("Furr does not say what it is worth in a Solo."),
            MAYR,
            KRUEPL,
            switches="solo_pagat",
            examples="TV-009 TV-011 TV-031 TV-033 TV-045",
        ),
        ambiguous(
            "TT-33",
            say("An unannounced Pagat lost in the last trick costs nothing; with Tower Grove its silent value."),
            say("Only Tower Grove tells of it."),
            TOWER_GROVE,
            switches="failed_silent_pagat",
            examples="TV-037 RB-37",
        ),
        ambiguous(
            "TT-34",
            say("A defender’s Pagat is his side’s: the declarer settles it with both."),
            say("So it was in 1821; of today’s play nobody tells."),
            OLD,
            switches="defender_pagat",
            examples="TW-10 TV-021",
        ),
        not_told(
            "TT-35",
            say("Only the declarer announces."),
            say("The sources speak of nobody else; some tables let everybody."),
            switches="announce",
            examples="TV-051 TV-063",
        ),
        stated(
            "TT-36",
            say(
                "Who has the Trull in hand gets 3 from both others, for four Kings 3, for two Trull cards, the Heads, "
                "1; also a defender. It stays his if the cards are lost, never doubles, and Trull excludes Heads."
            ),
            MAYR,
            ALSCHER,
            switches="hand_bonuses",
            examples="TV-009 TV-047 TW-07 TW-11",
        ),
        ambiguous(
            "TT-37",
            say(
                "Trull, Kings and Heads count in the hand with the talon, with Tower Grove as dealt. They are claimed "
                "until the next deal."
            ),
            say("The sources differ or do not say."),
            MAYR,
            TOWER_GROVE,
            switches="hand_bonus",
            examples="D-TT-4",
        ),
        stated(
            "TT-38",
            say(
                "A Valat, all sixteen tricks of either side, takes the place of the game: 12, announced 24, or four "
                "and eight times the game. Card points are not needed, and all other bonuses count beside it."
            ),
            MAYR,
            ALSCHER,
            TOWER_GROVE,
            switches="valat",
            examples="TV-015 TV-017 TV-027 TW-08",
        ),
        ambiguous(
            "TT-39",
            say("An announced Valat that fails costs its announced value to each opponent, and the game stands."),
            say("Some tables leave it at the Valat."),
            MAYR,
            FURR,
            switches="failed_valat",
            examples="TV-023 TV-025 TW-15",
        ),
        stated(
            "TT-41",
            say(
                "After the talon the declarer may announce 40, 45, 50 or 55 card points, for 3, 6, 10 or 15. A higher "
                "announcement includes the lower; each is won or lost by itself and does not double in a Solo."
            ),
            POINT,
            switches="point_bids",
            examples="TV-041 TV-043 TW-13",
        ),
    ),
)

"""Where the rules of the book come from."""

from scorekeeper.games.rulebook import cite
from scorekeeper.phrase import say

BRAUN = cite("Braun", "1966", "94–95")
LEMBKE = cite("Lembke", "1974", "203")
FEDER = cite("Feder", "1980", "39")
REICHELT = cite("Reichelt", "1987", "50–52")
MUHR_2014 = cite("Muhr", "2014", "98–102")
BRAUN_SOLO = cite("Braun", "1966", "95–96")
GRUPP = say("Grupp 1975, p. 63–64, where the game is called Solo 66")
WEB = say("rule pages on the web")

"""Where the rules of the book come from."""

from scorekeeper.games.rulebook import cite
from scorekeeper.phrase import say

LOEW = cite("Löw", "1956", "63–73")
BECK = cite("Beck", "1983", "139–143")
BAMBERGER = cite("Bamberger", "2011", "56–59")
TAPPEN = say("the Tarock rules of 1821")
TAPP = say("Tapp Tarock")
ILLUSTRATED = say("Illustrated Tarock")
KOENIGRUFEN = say("Königrufen as played today")

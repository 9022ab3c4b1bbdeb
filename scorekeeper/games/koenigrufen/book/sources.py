"""Where the rules of the book come from."""

from scorekeeper.phrase import say

UPPER_AUSTRIA = say("Upper Austria’s rules of 2023")
SAUWALD = say("the round of the Sauwald 2019")
WIEN = say("the cup of Vienna")
TIROL = say("the cup of Tyrol 2020")
RUEDIGER = say("Rüdiger’s private round")

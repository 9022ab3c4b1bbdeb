"""Where the rules of the book come from."""

from scorekeeper.phrase import say

PIATNIK = say("Piatnik’s rule booklet, after the German Wikipedia’s “Herzeln”")

"""Where the rules of the book come from."""

from scorekeeper.phrase import say

MAYR = say("Mayr and Sedlaczek 2001")
ALSCHER = say("Alscher, Tarockvarianten")
KRUEPL = say("Krüpl 2007")
FURR = say("Furr 2009")
TOWER_GROVE = say("the rules of the Tower Grove club")
POINT = say("Beck 1983")
OLD = say("the Tarock rules of 1821")
HUSARLN = say("Husarln")

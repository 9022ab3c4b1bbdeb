"""Check words: a hash as eight words to read aloud."""

# Things that can be seen, each word for one thing only: a phone that reads German shows the same things as one that
# reads English. Their order must never change, or two versions would name one past differently.
_THINGS = """
anchor Anker, angel Engel, ant Ameise, apple Apfel, arrow Pfeil, axe Axt, baby Baby, badger Dachs, bag Tasche,
baker Bäcker, ball Ball, balloon Ballon, banana Banane, barn Scheune, barrel Fass, basket Korb, bath Wanne,
beach Strand, bean Bohne, bear Bär, beard Bart, bed Bett, bee Biene, beetle Käfer, bell Glocke, belt Gürtel,
bench Bank, bicycle Rad, bird Vogel, boat Boot, bone Knochen, book Buch, boot Stiefel, bottle Flasche, bowl Schüssel,
bread Brot, brick Ziegel, bridge Brücke, broom Besen, brush Bürste, bucket Eimer, bull Stier, bus Bus, bush Busch,
butter Butter, button Knopf, cable Kabel, cactus Kaktus, cage Käfig, cake Kuchen, calf Kalb, camel Kamel,
candle Kerze, cannon Kanone, canoe Kanu, carpet Teppich, carrot Karotte, castle Schloss, cat Katze, cave Höhle,
cellar Keller, chain Kette, chair Stuhl, chalk Kreide, cheese Käse, cherry Kirsche, chest Truhe, chicken Huhn,
chimney Kamin, church Kirche, cigar Zigarre, clock Uhr, cloud Wolke, clown Clown, coal Kohle, coat Mantel,
coffee Kaffee, coin Münze, comb Kamm, comet Komet, compass Kompass, cork Korken, cotton Watte, cow Kuh, crab Krebs,
crane Kran, crow Krähe, crown Krone, cucumber Gurke, cup Tasse, curtain Vorhang, dagger Dolch, deer Hirsch,
desert Wüste, devil Teufel, diamond Diamant, dice Würfel, doctor Arzt, dog Hund, dolphin Delfin, donkey Esel,
door Tür, dove Taube, dragon Drache, drum Trommel, duck Ente, dwarf Zwerg, eagle Adler, ear Ohr, egg Ei,
elephant Elefant, eye Auge, face Gesicht, falcon Falke, farmer Bauer, feather Feder, fence Zaun, field Feld,
fig Feige, finger Finger, fire Feuer, fish Fisch, flag Fahne, flame Flamme, flea Floh, flower Blume, flute Flöte,
fog Nebel, foot Fuß, forest Wald, fork Gabel, fox Fuchs, frog Frosch, garden Garten, garlic Knoblauch, gate Tor,
ghost Geist, giant Riese, giraffe Giraffe, glass Glas, glove Handschuh, goat Ziege, goose Gans, grape Traube,
grass Gras, guitar Gitarre, hail Hagel, hammer Hammer, hamster Hamster, harp Harfe, hat Hut, hay Heu, hedgehog Igel,
helmet Helm, hen Henne, herring Hering, hill Hügel, honey Honig, hook Haken, horn Horn, horse Pferd, house Haus,
ice Eis, island Insel, jacket Jacke, jar Krug, jungle Dschungel, kettle Kessel, key Schlüssel, kitchen Küche,
knee Knie, knife Messer, knight Ritter, knot Knoten, ladder Leiter, lake See, lamp Lampe, leaf Blatt, leek Lauch,
lemon Zitrone, letter Brief, lion Löwe, lizard Echse, lobster Hummer, lock Riegel, magnet Magnet, map Landkarte,
mask Maske, meadow Wiese, melon Melone, milk Milch, mill Mühle, mirror Spiegel, mole Maulwurf, monk Mönch,
monkey Affe, moon Mond, moth Motte, mountain Berg, mouse Maus, mushroom Pilz, nail Nagel, nest Nest, net Netz,
nose Nase, nut Nuss, oak Eiche, oven Ofen, owl Eule, ox Ochse, paddle Paddel, paint Farbe, palm Palme, pan Pfanne,
paper Papier, parrot Papagei, peach Pfirsich, pear Birne, pearl Perle, pebble Kiesel, pencil Bleistift,
pepper Pfeffer, piano Klavier, pig Schwein, pillow Kissen, pine Kiefer, pipe Pfeife, pirate Pirat, plate Teller,
plough Pflug, plum Pflaume, pond Teich, potato Kartoffel, pumpkin Kürbis, rabbit Hase, rain Regen, rat Ratte,
rice Reis, ring Ring, river Fluss, rocket Rakete, roof Dach, rope Seil, rose Rose, saddle Sattel, salt Salz,
sausage Wurst, saw Säge, school Schule, shark Hai, sheep Schaf, snail Schnecke, snake Schlange, soap Seife,
spider Spinne, spoon Löffel
"""
_PAIRS = [thing.split() for thing in _THINGS.split(",")]
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

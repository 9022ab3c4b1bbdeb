"""scorekeeper: the score of a real card night, its money, and the reasons for every number.

The rooms, each importing only from those below it:

    commands        the command line, with telling, printing and serving below it
    app             what puts the application together
    web             pages and forms (Flask, WTForms)
    storage         the database (peewee)
    language        the reader's language and how it writes numbers and money (Babel)
    night           players, seats, dealer rotation, deal slots, stake; the night file
    games, ledger   the rules of each game; the journal, its chain, and the fewest payments
    cards           packs, the names of cards, the law of play and the audit of a recorded deal
    phrase          a translatable sentence as a value
"""

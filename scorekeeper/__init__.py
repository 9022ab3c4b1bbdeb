"""scorekeeper: the score of a real card night, its money, and the reasons for every number.

The packages, each importing only from those below it:

    commands        the command line, with serving beside it
    app             makes the application
    sockets         connections, and how many requests are worked on at once (waitress)
    web             pages and forms (Flask, WTForms), a package for each feature: core, access, rules, opening, deal,
                    audit, settlement, groups, table, sheet; pages work without JavaScript
    formats         the formats of a night as a file
    spreadsheet     tables as values, and their files for spreadsheets (XLSX) and other programs (CSV)
    telling         a night, its sheet and an audit as lines of the command line
    storage         the database (peewee): engine, models, journal, projections, queries, writing, access, nights,
                    groups, verify, transfer
    pasted          names, amounts, fines and rows of a paper sheet, pasted
    nightfile       the night file: its syntax, reading, writing, the shorthand of a deal
    night           the night itself: players, seats, dealer rotation, deal slots, house rules, undo
    accounts        what is open between the players, the kitty, joint payers
    journal         the acts of a night, their JSON, seals, the chain of hashes, check words
    games, printing a folder for each game: rules as data, questions, scoring; declarer for what games with one declarer
                    share, tarock for those with Tarock cards; how the command line prints
    audit, language judging recorded cards, and which cards prove it; the reader's language, numbers, money (Babel)
    cards           packs, the names of cards, card points, obligations, a recorded deal
    people          names, and finding a name in a text
    typed_numbers   numbers and amounts as people type them
    money, payments stakes and coins; the fewest payments, found by zero_sums
    banking, qr_codes  IBANs, and what a payment code says to a banking app; every QR code that is drawn
    currencies      codes of currencies, the coins that amounts are counted in, and those that people pay with
    clock, paths    the time, which nothing else asks the computer for; where the program's own files and the user's
                    data lie
    toml_reader     reading TOML with the quickest reader that is installed
    value_checks    the checks of raw values
    phrase          a translatable sentence as a value
    immutable       what values with named fields have in common

The words, each for one thing:

    night       an evening at one table; its players sit in seats, clockwise or as the game has it
    group       the people who meet regularly, whose nights are counted together in a season table; member: a
                device that is in one
    evening     the nights of a group from the first one until the morning, a table each, also those after midnight;
                day: the date on which it began; round: the tables of one draw;
                attendance: that a person of a group was here, with a seat or without
    player      who has a seat at a night, known there by a key (p1, p2, …); person: their name, in any night
    deal        cards dealt once and played; slot: its numbered place in the night, called (what is played is known,
                the result is not) or filled
    playing     the players of a deal, from forehand on; soloist, declarer: the one who plays alone
    stake       what one point costs; points: whole numbers; coins: money in the smallest coin
    sheet       what a game writes down for each player; payoff: what is paid in points; balance: its sum
    party       deals that a game counts together; tally: how a party stands
    preset      the rules of an author; house rule, switch: what a table plays differently; rule number: where it stands
    act         an action at a night; journal: all acts in order; entry: an act in the journal
    chain       entries bound by hashes; head: the last hash; check words: the head as words
    seal        a salted digest in the chain of what stands outside of it, so that it can be forgotten
    objection   a doubt about a deal in a sentence; it is resolved in one of four ways
    plan        the payments that settle a night; due: one of them; carried, brought: settled in another night
    purse       players who pay and receive as one; pooled: what one of them takes over from the others by a plan
    coin        the smallest one of a currency, in which amounts are counted; or the smallest in which a table pays
    collector   the player who receives and makes all payments of a plan
    kitty       where fines go, counted beside the players; movement: a fine, or money in or out
    record      the cards of a deal as they were played; verdict: what is proven about them; finding: one such thing
    device      a phone or browser, to its reader a phone; guest: a device at a night; role: what a guest may do there,
                as host, writer or onlooker; owner: the player whose device it is
    projection  a stored result of the journal, such as balances
    draft       a form or a record in the making
"""

__version__ = "0.3.0"

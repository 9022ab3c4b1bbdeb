"""Each seat of a group knows its member; before, the seats of one spelling of a name were counted together.

Spellings that differ in case, blanks, apostrophes, hyphens or Unicode form only become one member, unless two of them
sat at the same table. How many there were is told; their names stand on the page of the members.
"""

import re
import sys
import unicodedata
from collections import defaultdict

_SEATS = """SELECT "round_night"."round_id", "round"."name", "round_night"."night_id", "player"."id", "person"."id",
        "person"."name", "forgotten" FROM "round_night" JOIN "round" ON "round"."id" = "round_night"."round_id"
    JOIN "player" ON "player"."night_id" = "round_night"."night_id"
    JOIN "person" ON "person"."id" = "player"."person_id" ORDER BY "player"."id\""""
_MEMBERS = """SELECT "round_id", "round_member"."id", "person"."id", "person"."name", "forgotten" FROM "round_member"
    JOIN "person" ON "person"."id" = "person_id" ORDER BY "round_member"."id\""""


def up(migrator, db):
    key = 'INTEGER REFERENCES "round_member" ("id") ON DELETE'
    db.execute_sql('ALTER TABLE "round" ADD COLUMN "people" INTEGER NOT NULL DEFAULT 0')
    db.execute_sql('ALTER TABLE "round_member" ADD COLUMN "listed" BOOLEAN NOT NULL DEFAULT TRUE')
    db.execute_sql(f'ALTER TABLE "round_member" ADD COLUMN "same_as_id" {key} SET NULL')
    db.execute_sql('CREATE INDEX "round_member_same_as_id" ON "round_member" ("same_as_id")')
    db.execute_sql(f'ALTER TABLE "player" ADD COLUMN "member_id" {key} SET NULL')
    db.execute_sql('CREATE INDEX "player_member_id" ON "player" ("member_id")')
    seats, listed, groups = defaultdict(list), defaultdict(list), {}
    for round_id, group, *seat in db.execute_sql(_SEATS).fetchall():
        seats[round_id].append(seat)
        groups[round_id] = group
    for round_id, *member in db.execute_sql(_MEMBERS).fetchall():
        listed[round_id].append(member)
    for round_id, found in seats.items():
        merged = _seat(db, round_id, found, listed[round_id])
        if merged:
            sys.stderr.write(f"{groups[round_id]}: {merged} spellings of names became those of one member each\n")


def _seat(db, round_id, seats, listed):
    """Give each seat of a round its member, and return how many spellings were merged with another one."""
    twins = _twins(seats)
    known, names = {}, defaultdict(set)
    for member, person, name, forgotten in listed:
        known.setdefault(_key(name, forgotten, person, twins), member)
        names[member].add(name)
    for _, player, person, name, forgotten in seats:
        key = _key(name, forgotten, person, twins)
        if key not in known:
            known[key] = _insert(db, round_id, person)
        names[known[key]].add(name)
        db.execute_sql(_of(db, 'UPDATE "player" SET "member_id" = ? WHERE "id" = ?'), (known[key], player))
    return sum(len(spellings) - 1 for spellings in names.values())


def _twins(seats):
    """Return the folded names of which two sat at one table."""
    there, twins = set(), set()
    for night, _, _, name, forgotten in seats:
        folded = (night, _fold(name), bool(forgotten))
        if folded in there:
            twins.add(folded[1])
        there.add(folded)
    return twins


def _key(name, forgotten, person, twins):
    folded = _fold(name)
    return (name if folded in twins else folded, bool(forgotten))


def _insert(db, round_id, person):
    values = (round_id, person)
    sql = 'SELECT "id" FROM "round_member" WHERE "round_id" = ? AND "person_id" = ?'
    for (member,) in db.execute_sql(_of(db, sql), values).fetchall():
        return member
    made = 'INSERT INTO "round_member" ("round_id", "person_id", "listed") VALUES (?, ?, FALSE)'
    db.execute_sql(_of(db, made), values)
    return db.execute_sql(_of(db, sql), values).fetchone()[0]


def _of(db, sql):
    return sql.replace("?", db.param)


def _fold(name):
    """Return a name for comparison, as the program did when this was written."""
    name = re.sub("[`´ʹʻʼʽˈ‘’‛′＇]", "'", str(name))
    folded = unicodedata.normalize("NFKC", re.sub("[‐‑‒–—―−﹣－]", "-", name)).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def down(migrator, db):
    # The list of before has no names that it did not have, and no second name of a member.
    db.execute_sql('UPDATE "player" SET "member_id" = NULL')
    db.execute_sql('DELETE FROM "round_member" WHERE NOT "listed"')
    for table, column in (("player", "member_id"), ("round_member", "same_as_id")):
        db.execute_sql(f'DROP INDEX "{table}_{column}"')
    db.execute_sql('ALTER TABLE "player" DROP COLUMN "member_id"')
    db.execute_sql('ALTER TABLE "round_member" DROP COLUMN "same_as_id"')
    db.execute_sql('ALTER TABLE "round_member" DROP COLUMN "listed"')
    db.execute_sql('ALTER TABLE "round" DROP COLUMN "people"')

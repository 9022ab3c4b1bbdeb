"""The unit of the amounts in each journal, the coin in which a table pays, and what plans round.

Until now the data of a library said how many decimals an amount has. With Babel 2.18.0, which was pinned, RSD had none
and HUF, COP and IDR had two; with Babel 2.19.0 it was the other way round. Which of them wrote a night is seen in its
stake: "50.00 HUF" has two decimals, "50 HUF" has none. From now on the tables have all amounts of these currencies with
two decimals (ISO 4217, List One); journals stay as they are, so `unit` says how many coins a 1 in them means.
"""

import json

_AMOUNT = "BIGINT NOT NULL DEFAULT 0"
_COLUMNS = (
    ("night", "unit", "INTEGER NOT NULL DEFAULT 1"),
    ("night", "coin", _AMOUNT),
    ("player", "rounded", _AMOUNT),
)
_OTHER = ("COP", "HUF", "IDR", "RSD")
_UNIT = 100
_OF_NIGHT = (
    ("player", ("paid", "brought", "beyond", "aside")),
    ("payment", ("amount", "paid")),
    ("kitty", ("amount",)),
)


def up(migrator, db):
    for table, column, kind in _COLUMNS:
        db.execute_sql(f'ALTER TABLE "{table}" ADD COLUMN "{column}" {kind}')
    for night, currency in _nights(db):
        sql = f"""SELECT "seq", "facts" FROM "entry"
            WHERE "night_id" = {db.param} AND "kind" IN ('opened', 'stake changed')"""  # noqa: S608
        found = db.execute_sql(sql, (night,)).fetchall()
        stake = json.loads(max(found)[1]).get("stake", "") if found else ""
        if stake.endswith(currency) and "." not in stake:
            db.execute_sql(f'UPDATE "night" SET "unit" = {_UNIT} WHERE "id" = {db.param}', (night,))  # noqa: S608
    _change(db, "* 100", lambda amount: amount * _UNIT)


def down(migrator, db):
    _change(db, "/ 100", lambda amount: amount // _UNIT)
    for table, column, _ in _COLUMNS:
        db.execute_sql(f'ALTER TABLE "{table}" DROP COLUMN "{column}"')


def _nights(db):
    names = ", ".join(f"'{currency}'" for currency in _OTHER)
    return db.execute_sql(f'SELECT "id", "currency" FROM "night" WHERE "currency" IN ({names})').fetchall()  # noqa: S608


def _change(db, sum_, convert):
    """Write the amounts of nights of another unit anew, and those of closed seasons that have only such nights."""
    _change_seasons(db, convert)
    nights = f'SELECT "id" FROM "night" WHERE "unit" = {_UNIT}'  # noqa: S608
    for table, columns in _OF_NIGHT:
        written = ", ".join(f'"{column}" = "{column}" {sum_}' for column in columns)
        db.execute_sql(f'UPDATE "{table}" SET {written} WHERE "night_id" IN ({nights})')  # noqa: S608
    written = ", ".join(f'"{column}" = "{column}" {sum_}' for column in ("coins", "kitty"))
    db.execute_sql(f'UPDATE "night" SET {written} WHERE "unit" = {_UNIT}')  # noqa: S608


def _change_seasons(db, convert):
    sql = """SELECT "season"."id", "currency" FROM "season"
        JOIN "round_night" ON "round_night"."round_id" = "season"."round_id"
            AND "round_night"."season" = "season"."number"
        JOIN "night" ON "night"."id" = "round_night"."night_id"
        GROUP BY "season"."id", "currency" HAVING MIN("unit") > 1"""
    for season, currency in db.execute_sql(sql).fetchall():
        sql = f'SELECT "place", "numbers" FROM "season_place" WHERE "season_id" = {db.param}'  # noqa: S608
        for place, written in db.execute_sql(sql, (season,)).fetchall():
            numbers = json.loads(written)
            for amounts in numbers.values():
                if isinstance(amounts, dict) and currency in amounts:
                    amounts[currency] = convert(amounts[currency])
            sql = f"""UPDATE "season_place" SET "numbers" = {db.param}
                WHERE "season_id" = {db.param} AND "place" = {db.param}"""  # noqa: S608
            db.execute_sql(sql, (json.dumps(numbers), season, place))

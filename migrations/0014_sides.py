"""The side of everybody in a deal: who was the declarer's partner, and where everybody played for himself.

What an earlier version wrote down of a deal is completed from its journal; of what nobody has asked, nothing is known.
"""

import json

# The migrator would make the table anew on SQLite, with an index of its own beside the rows.
_COLUMNS = {"partner": "TEXT NOT NULL DEFAULT ''", "individual": "BOOLEAN NOT NULL DEFAULT FALSE"}
_ANSWERED = ("called", "booked", "corrected")


def up(migrator, db):
    for name, kind in _COLUMNS.items():
        db.execute_sql(f'ALTER TABLE "deal" ADD COLUMN "{name}" {kind}')
    _rewrite(db, _tell_sides)


def down(migrator, db):
    _rewrite(db, _tell_declarer)
    migrator.migrate(*(migrator.drop_column("deal", name) for name in _COLUMNS))


def _rewrite(db, tell):
    """Set the columns of the deals of which `tell` says that they change."""
    nights = db.execute_sql("SELECT id, game FROM night WHERE game IN ('herzblatt', 'herzeln', 'koenigrufen', 'solo')")
    for night_id, game in nights.fetchall():
        sql = f"""SELECT deal.number, soloist, kind, facts FROM deal
            JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq
            WHERE deal.night_id = {db.param} AND soloist IS NOT NULL"""  # noqa: S608 - a place for a value
        for number, soloist, kind, facts in db.execute_sql(sql, (night_id,)).fetchall():
            if kind in _ANSWERED and (changed := tell(game, soloist, json.loads(facts))):
                places = ", ".join(f"{column} = {db.param}" for column in changed)
                sql = f"UPDATE deal SET {places} WHERE night_id = {db.param} AND number = {db.param}"  # noqa: S608
                db.execute_sql(sql, (*changed.values(), night_id, number))


def _tell_sides(game, soloist, facts):
    answers = facts["answers"]
    if game == "herzeln":
        return {} if answers.get("passed") else {"individual": True}
    if game != "koenigrufen":
        return {"individual": True} if answers.get("last_trick") and not soloist else {}
    if answers.get("passed") or answers.get("redealt"):
        return {}
    if answers.get("contract") == "trischaken":
        return {"individual": True, "soloist": "", "contract": "", "announced": False, "seat": 0}
    partner = answers.get("partner")
    return {"partner": partner} if soloist and partner != soloist and partner in facts["playing"] else {}


def _tell_declarer(game, soloist, facts):
    """The version before took the declarer of a Trischaken, where one was named, for one who plays alone."""
    answers = facts["answers"]
    declarer = answers.get("declarer")
    if game != "koenigrufen" or answers.get("contract") != "trischaken" or declarer not in facts["playing"]:
        return {}
    seat = facts["playing"].index(declarer) + 1
    return {"soloist": declarer, "contract": "trischaken", "announced": False, "seat": seat}

"""Who played a game of their own beside the declarer's in a deal, told by the journal."""

import json


def up(migrator, db):
    # The migrator would make the table anew on SQLite, with an index of its own beside the rows.
    db.execute_sql("""ALTER TABLE "deal" ADD COLUMN "beside" TEXT NOT NULL DEFAULT ''""")
    sql = f"""SELECT entry.night_id, deal.number, facts FROM deal
        JOIN entry ON entry.night_id = deal.night_id AND entry.seq = deal.seq JOIN night ON night.id = deal.night_id
        WHERE game = 'koenigrufen' AND soloist <> '' AND facts LIKE {db.param}"""  # noqa: S608 - a place for a value
    for night, number, facts in db.execute_sql(sql, ('%"bei"%',)).fetchall():
        answers = json.loads(facts).get("answers", {})
        beside = " ".join(sorted(str(answers[key]) for key in ("bei", "bei2", "bei3") if answers.get(key)))
        sql = f"UPDATE deal SET beside = {db.param} WHERE night_id = {db.param} AND number = {db.param}"  # noqa: S608
        db.execute_sql(sql, (beside, night, number))


def down(migrator, db):
    migrator.migrate(migrator.drop_column("deal", "beside"))

"""The salt of each sealed name, and the chain of openings, begun with the nights that there are."""

import hashlib
import json

from peewee import IntegerField, Model, TextField

_COLUMNS = (("player", "salt", TextField(default="")),)


def up(migrator, db):
    class Table(Model):
        class Meta:
            database = db
            legacy_table_names = False

    class Opening(Table):
        place = IntegerField(primary_key=True)
        kind = TextField()
        slug = TextField()
        entry = TextField()
        previous = TextField(unique=True)
        hash = TextField()

    migrator.migrate(*(migrator.add_column(table, name, field) for table, name, field in _COLUMNS))
    db.create_tables([Opening])
    sql = """SELECT slug, entry.request, entry.hash FROM night JOIN entry ON entry.night_id = night.id AND entry.seq = 1
        ORDER BY night.id"""
    link = "0" * 64
    for place, (slug, request, entry) in enumerate(db.execute_sql(sql).fetchall(), start=1):
        kind = "opened" if slug == hashlib.sha256(request.encode()).hexdigest()[:8] else "imported"
        said = json.dumps([link, place, kind, slug, entry], ensure_ascii=False, separators=(",", ":"))
        row = {"place": place, "kind": kind, "slug": slug, "entry": entry, "previous": link}
        link = hashlib.sha256(said.encode()).hexdigest()
        Opening.insert(**row, hash=link).execute()


def down(migrator, db):
    db.execute_sql('DROP TABLE "opening"')
    migrator.migrate(*(migrator.drop_column(table, name) for table, name, _ in _COLUMNS))

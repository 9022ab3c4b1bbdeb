"""Which facts of an act the server filled in, so that the same form sent again is known from another."""

from peewee import TextField


def up(migrator, db):
    migrator.migrate(migrator.add_column("entry", "filled", TextField(null=True)))


def down(migrator, db):
    migrator.migrate(migrator.drop_column("entry", "filled"))

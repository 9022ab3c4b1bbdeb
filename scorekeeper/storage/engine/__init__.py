"""The database itself: connections, transactions, migrations, backup."""

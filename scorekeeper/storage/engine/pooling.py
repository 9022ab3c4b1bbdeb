"""Connections to PostgreSQL that are kept for the next request; apart from all else, for it needs the driver."""

from selectors import EVENT_READ, DefaultSelector

from playhouse.pool import PooledPostgresqlDatabase
from psycopg import Connection


class Pool(PooledPostgresqlDatabase):  # type: ignore[misc]  # it tells no types
    """Hands out connections that were not ended meanwhile.

    peewee asks the server each time, a third of all that a poll asks, while all other threads wait. But a server says
    something before it ends a connection, or its system does when it dies; so only then it is asked.
    """

    def _is_closed(self, conn: Connection[object]) -> bool:
        if conn.closed:
            return True
        with DefaultSelector() as heard:
            heard.register(conn.fileno(), EVENT_READ)
            return bool(heard.select(0)) and super()._is_closed(conn)

"""Every column of a database, changed behind the program's back: what `verify` does not notice is a literal list."""

import pytest

from scorekeeper.storage.models import TABLES
from tests.faults.tamper import MEANT, tamper


@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.at_length)])
def test_only_what_no_journal_tells_can_be_changed_unseen(sqlite_place, most):
    tried, unseen = tamper(sqlite_place, most)
    assert set(unseen) - set(MEANT) == set()
    assert set(MEANT) & set(tried) - set(unseen) == set(), "what is noticed now need not stand in the list"
    columns = {
        f"{table._meta.table_name}.{field.column_name}" for table in TABLES for field in table._meta.sorted_fields
    }
    assert set(tried) == columns

"""What SQLite leaves in its file of rows that it moves: `PRAGMA secure_delete` zeroes what is deleted, not that.

Where SQLite divides the rows of a page anew it leaves copies in the space between the page's list of cells and its
first cell, which nothing reads. A row that is deleted later is zeroed where it stands then, and its copy stays. The
format is that of https://www.sqlite.org/fileformat2.html, sections 1.3 and 1.6.
"""

import os
from collections.abc import Sequence
from typing import BinaryIO

_HEADERS = {2: 12, 5: 12, 10: 8, 13: 8}
"""How long the header of a page of a b-tree is, by its first byte. All other pages begin with a 0 (see `can_clean`)."""
_FIRST = 100  # bytes of the file before the header of its first page
_MOST_PAGES = 1 << 24


def can_clean(file: BinaryIO) -> bool:
    """Return whether the pages of a file can be told from each other by their first byte.

    Not where it could be that of the number of a page, nor where pages hold tables of such numbers.
    """
    file.seek(0)
    head = file.read(_FIRST)
    has_number_tables = any(head[52:56])  # it was made with auto_vacuum
    return not has_number_tables and os.fstat(file.fileno()).st_size // _size(head) < _MOST_PAGES


def pages_with_remains(file: BinaryIO) -> list[int]:
    """Return the places of pages, from 0, with anything in their unused space. Nobody may write the file meanwhile."""
    file.seek(0)
    size = _size(file.read(_FIRST))
    file.seek(0)
    found = []
    place = 0
    while page := file.read(size):
        begin, end = _unused(page, place)
        if page.count(0, begin, end) < end - begin:
            found.append(place)
        place += 1
    return found


def clean_pages(file: BinaryIO, places: Sequence[int]) -> None:
    """Zero the unused space of pages, on the disk. Nobody may write the file, or keep a page of it, meanwhile."""
    file.seek(0)
    size = _size(file.read(_FIRST))
    for place in places:
        file.seek(place * size)
        begin, end = _unused(file.read(size), place)
        file.seek(place * size + begin)
        file.write(bytes(end - begin))
    os.fsync(file.fileno())


def _size(head: bytes) -> int:
    told = int.from_bytes(head[16:18], "big")
    return 1 << 16 if told == 1 else told


def _unused(page: bytes, place: int) -> tuple[int, int]:
    """Return where the unused space of a page begins and ends; nothing of a page that is none of a b-tree."""
    header = _FIRST if place == 0 else 0
    if len(page) <= header or page[header] not in _HEADERS:
        return 0, 0
    cells, first = (int.from_bytes(page[header + at : header + at + 2], "big") for at in (3, 5))
    return header + _HEADERS[page[header]] + 2 * cells, first or 1 << 16

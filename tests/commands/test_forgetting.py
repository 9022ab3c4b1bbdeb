"""`forget` on a database file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from scorekeeper.commands import main
from scorekeeper.storage.engine import erasure as erasing
from scorekeeper.storage.models import database
from tests.commands.running import printed, write_night
from tests.web.phone import Phone


def test_forget_takes_the_name_out_of_the_file_and_says_what_still_has_it(place, tmp_path, capsys):
    assert main(["import", write_night(tmp_path)]) == 0
    copy = Path(f"{place}.before-0003_devices")
    copy.write_text("an old copy")
    capsys.readouterr()
    assert main(["forget", "BERND"]) == 0
    assert capsys.readouterr() == (
        "BERND is forgotten: N. N. stands in 1 night instead, 1 text with the name is emptied\n"
        "Backups and night files that were made before still hold the name: delete them too.\n"
        f"  {copy}\n",
        "",
    )
    files = [path for path in Path(place).parent.iterdir() if path.name.startswith("scorekeeper.sqlite3")]
    assert all(b"Bernd" not in path.read_bytes() for path in files)
    assert main(["verify"]) == 0
    assert main(["export", "1"]) == 0
    exported = capsys.readouterr().out
    assert "Bernd" not in exported
    assert '"N. N."' in exported
    (told,) = [line for line in exported.splitlines() if "forgotten" in line]
    assert '\\"device\\":\\"server\\"' in told or '"device":"server"' in told


def test_what_somebody_kept_reading_is_overwritten_by_the_next_run(place, tmp_path, capsys, monkeypatch):
    for name, most in (("PATIENCE", 1), ("WAIT", 20), ("TRIES", 2)):  # so long it waits for who reads
        monkeypatch.setattr(erasing, name, most)

    def still_there():
        files = [path for path in Path(place).parent.iterdir() if path.name.startswith(Path(place).name)]
        return any(b"Bernd" in path.read_bytes() for path in files)

    assert main(["import", write_night(tmp_path)]) == 0
    with closing(sqlite3.connect(place)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT name FROM person").fetchall()
        assert main(["forget", "Bernd"]) == 0
        assert "It is not erased from the disk yet" in capsys.readouterr().out
        assert still_there()
        assert main(["verify"]) == 0
        assert "is still to be erased from the disk" in capsys.readouterr().out
        reader.execute("ROLLBACK")  # it stays open, as a server does
        main(["forget", "Bernd"])
        assert not still_there()
        assert main(["verify"]) == 0
        assert "is still to be erased from the disk" not in capsys.readouterr().out


def test_a_name_that_nobody_has_is_said_and_no_database_is_made(place, tmp_path, capsys):
    assert main(["forget", "Zora"]) == 2
    assert not Path(place).exists()
    capsys.readouterr()
    printed(capsys, "import", write_night(tmp_path))
    assert main(["forget", "Zora"]) == 2
    assert capsys.readouterr() == ("", "Zora: nobody in the database has this name\n")


def test_forget_finds_who_is_only_on_the_list_of_a_group(place, make_app, capsys):
    phone = Phone(make_app(place))
    page = phone.get("/rounds/new")
    phone.send(page, page.form(name=""), name="Club", members="Xaver\nBernd")
    database.obj.close_all()
    assert main(["forget", "xaver"]) == 0
    assert "xaver is forgotten: taken off the list of members of 1 group" in capsys.readouterr().out
    files = [path for path in Path(place).parent.iterdir() if path.name.startswith(Path(place).name)]
    assert all(b"Xaver" not in path.read_bytes() for path in files)
    assert main(["forget", "xaver"]) == 2
    assert "nobody in the database" in capsys.readouterr().err

"""`forget` on a database file."""

from pathlib import Path

from scorekeeper.commands import main
from tests.commands.running import write_night


def test_forget_takes_the_name_out_of_the_file_and_says_what_still_has_it(place, tmp_path, capsys):
    assert main(["import", write_night(tmp_path)]) == 0
    copy = Path(f"{place}.before-0003_devices")
    copy.write_text("an old copy")
    capsys.readouterr()
    assert main(["forget", "Bernd"]) == 0
    assert capsys.readouterr() == (
        "Bernd is forgotten: N. N. stands in 1 night instead, 1 text with the name is emptied\n"
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


def test_a_name_that_nobody_has_is_said_and_changes_nothing(place, tmp_path, capsys):
    assert main(["import", write_night(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["forget", "Zora"]) == 2
    assert capsys.readouterr() == ("", "Zora: nobody of this name is in the database\n")


def test_forget_makes_no_database(place, capsys):
    assert main(["forget", "Anna"]) == 2
    assert not Path(place).exists()

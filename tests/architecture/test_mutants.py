"""Each seeded defect of `python -m tests.mutants` can be put into the program as it is now."""

import tomllib

from tests.mutants import ROOT


def test_the_text_of_each_seeded_defect_stands_in_its_file_once():
    mutants = tomllib.loads((ROOT / "tests" / "mutants.toml").read_text())
    assert len(mutants) > 90
    found = {name: (ROOT / mutant["file"]).read_text("utf-8").count(mutant["old"]) for name, mutant in mutants.items()}
    assert [name for name, count in found.items() if count != 1] == []

"""LibreOffice without a window, as a reader of a country has it; Debian's package is libreoffice-calc."""

import csv
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest

needs_libreoffice = pytest.mark.skipif(
    not shutil.which("soffice"), reason="needs LibreOffice (Debian: libreoffice-calc)"
)

# The reader's country, and sums that are worked out anew instead of being read.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse">
<value>{locale}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>0</value></prop></item></oor:items>"""
SHEETS = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false,false,false,-1"  # all, as they are shown


class LibreOffice:
    """Converts files in a folder, with settings of its own."""

    def __init__(self, folder: Path, locale: str) -> None:
        self.locale = locale
        self.folder = folder
        profile = folder / "profile" / "user"
        profile.mkdir(parents=True)
        (profile / "registrymodifications.xcu").write_text(SETTINGS.format(locale=locale))

    def convert(self, file: Path, form: str, *more: str) -> list[Path]:
        """Convert a file, and return what came of it."""
        out = self.folder / "out"
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{self.folder / 'profile'}", *more]
        command += ["--convert-to", form, "--outdir", str(out), str(file)]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return sorted(out.iterdir())

    def sheets(self, file: Path) -> dict[str, list[list[str]]]:
        """Return the cells of each sheet of a workbook as they are shown, by the end of its name."""
        found = {}
        for sheet in self.convert(file, SHEETS):
            lines = sheet.read_text("utf-8").splitlines()
            found[sheet.stem.removeprefix(f"{file.stem}-")] = list(csv.reader(lines, delimiter=";"))
        return found

    def number(self, text: str) -> Decimal:
        """Return a number as the country writes it."""
        point, thousands = (".", ",") if self.locale == "en-US" else (",", ".")
        return Decimal(text.replace(thousands, "").replace(point, "."))

"""Builds scorekeeper as one file that any Python from 3.11 on runs, on any system, with nothing to install:

    .venv/bin/pip install packaging
    .venv/bin/python .github/onefile/build.py [FILE]

`dist/scorekeeper.pyz` if no file is given. It takes the libraries of the environment that runs it, without what is
made for one system only, Babel's other languages, and what python-stdnum knows beside IBANs; the same environment gives
the same file, byte for byte.
"""

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from packaging.requirements import Requirement

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FIRST_LINE = b"#!/usr/bin/env python3\n"
# No file of the environment that names this machine, nothing for one system only, no texts that nobody reads here.
_LEFT_OUT = re.compile(
    r"\.\./.*|.*/__pycache__/.*|.*\.(pyc|so|pyd|pyi|c|typed|mo|po|pot)|wtforms/locale/.*|werkzeug/debug/shared/.*"
    r"|stdnum/(?!(__init__|exceptions|iban|numdb|util|iso7064/__init__|iso7064/mod_97_10)\.(py|dat)$).*"
    r"|babel/locale-data/(?!(de|en)(_.*)?\.dat|root\.dat|LICENSE).*"
    r"|[^/]*\.dist-info/(?!METADATA$|licenses/|LICEN[CS]E).*"
)


def libraries(requirements: list[str], found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return what the requirements need, and what that needs."""
    for text in requirements:
        requirement = Requirement(text)
        if requirement.name.lower() in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        held = distribution(requirement.name)
        found[requirement.name.lower()] = held
        libraries(held.requires or [], found)
    return found


def contents() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the program and of its libraries, by their places in it."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    for held in libraries(needed, {}).values():
        for file in held.files or []:
            if not _LEFT_OUT.fullmatch(file.as_posix()):
                yield file.as_posix(), Path(str(file.locate())).read_bytes()
    sys.path.insert(0, str(ROOT))  # what is beside this script, else the one that is installed
    from scorekeeper import paths

    for folder in (Path(paths.__file__).parent, paths.resources("templates"), paths.resources("migrations")):
        inside = Path() if folder.name == "scorekeeper" else Path("scorekeeper")
        for path in folder.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield (inside / path.relative_to(folder.parent)).as_posix(), path.read_bytes()
    yield "scorekeeper/LICENSE", (ROOT / "LICENSE").read_bytes()


def pack() -> bytes:
    """Return the one file."""
    files = {f"program/{name}": held for name, held in contents()}
    files |= {"__main__.py": (HERE / "start.py").read_bytes(), "unpacking.py": (HERE / "unpacking.py").read_bytes()}
    stamp, packed = hashlib.sha256(), BytesIO()
    packed.write(FIRST_LINE)
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, held in sorted(files.items()):
            archive.writestr(ZipInfo(name), held, ZIP_DEFLATED)
            stamp.update(b"%d %s %d " % (len(name), name.encode(), len(held)) + held)
        archive.writestr(ZipInfo("stamp"), stamp.hexdigest()[:16])
    return packed.getvalue()


def main() -> None:
    """Write the file and say where and how large it is."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist" / "scorekeeper.pyz")
    target.parent.mkdir(parents=True, exist_ok=True)
    whole = pack()
    target.write_bytes(whole)
    target.chmod(0o755)
    print(f"{target}: {len(whole) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

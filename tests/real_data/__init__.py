"""Data that nobody here wrote, for tests in Python: where `src/lib.rs` looks too, and the same way of saying that it is not there."""

from __future__ import annotations

import pathlib
import sys

WORKSPACE = pathlib.Path(__file__).resolve().parent.parent.parent
CHECK_DATA = WORKSPACE / "target" / "check-data"
SHARED = WORKSPACE.parent / "shared" / "data"


def syzygy() -> pathlib.Path | None:
    """The folder of the 70 Syzygy files of three and four men."""
    return _found("the Syzygy files of 3 and 4 men", CHECK_DATA / "chess" / "data" / "syzygy" / "regular", SHARED / "syzygy")


def gaviota() -> pathlib.Path | None:
    """The folder of the Gaviota tables (moves to mate) of three men."""
    return _found("the Gaviota tables of 3 men", CHECK_DATA / "chess" / "data" / "gaviota")


def _found(what: str, *places: pathlib.Path) -> pathlib.Path | None:
    for place in places:
        if place.is_dir():
            return place
    skipped(f"no {what}")
    return None


def skipped(why: str) -> None:
    """Says that a part of the running script compares nothing, and why; `./check` counts what was said."""
    line = f"{pathlib.Path(sys.argv[0]).name}: {why}\n"
    sys.stderr.write(f"SKIPPED {line}")
    CHECK_DATA.mkdir(parents=True, exist_ok=True)
    with open(CHECK_DATA / "skipped.txt", "a", encoding="utf-8") as file:
        file.write(line)

"""Runs the program under test and keeps the book of agreements and disagreements."""

from __future__ import annotations

import json
import math
import pathlib
import shlex
import subprocess

TOLERANCE = 1e-9


class Refused(Exception):
    """The program gave no answer."""


class Program:
    def __init__(self, path: str, folder: str):
        self.path, self.folder = path, pathlib.Path(folder)
        self.tables = str(self.folder / "tables")

    def ask(self, *words: str) -> dict:
        """The JSON answer to a command."""
        return self.ask_without_tables(*words, "--tables", self.tables)

    def ask_without_tables(self, *words: str) -> dict:
        """The same of a command that needs no tables."""
        command = [self.path, *words, "--json"]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if ran.returncode != 0:
            raise Refused(ran.stderr.strip() or f"exit code {ran.returncode}")
        return json.loads(ran.stdout)

    def file(self, name: str, text: str) -> str:
        """A file for the program to read."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)


class Judge:
    """Counts what agrees and writes down what does not: the command, what the program says, what is true."""

    def __init__(self, part: str):
        self.part, self.agreed, self.wrong = part, 0, []
        self._command = ""

    def about(self, *words: str) -> None:
        """The command that the next comparisons belong to."""
        self._command = "fallible " + shlex.join(words)

    def ask(self, program: Program, *words: str) -> dict | None:
        """Asks; a refusal is written down as a disagreement."""
        self.about(*words)
        try:
            return program.ask(*words)
        except Refused as refused:
            self.fail("answer", f"refused: {refused}", "an answer")
            return None

    def same(self, what: str, theirs, ours, tolerance: float = TOLERANCE) -> None:
        """Numbers that agree to within a tolerance (of 1, or of their size if that is more), or two nones."""
        if theirs is None or ours is None:
            good = theirs is None and ours is None
        elif isinstance(ours, float) or isinstance(theirs, float):
            good = math.isclose(theirs, ours, rel_tol=tolerance, abs_tol=tolerance)
        else:
            good = theirs == ours
        if good:
            self.agreed += 1
        else:
            self.fail(what, theirs, ours)

    def true(self, what: str, holds: bool, theirs="", ours="") -> None:
        if holds:
            self.agreed += 1
        else:
            self.fail(what, theirs, ours)

    def fail(self, what: str, theirs, ours) -> None:
        self.wrong.append((self._command, f"{what}: fallible says {theirs}, the oracle {ours}"))

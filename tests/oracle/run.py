"""An oracle that shares no code with the program: `python -m oracle PATH_TO_FALLIBLE` in the folder `tests`.

Endgames are solved here from the rules (KQK, KRK, KPK, KQKR), players, agents, predictions and games worked out from the papers'
definitions, and all of it compared with what the program says: differences below 1e-9, chances of games within five standard
deviations. Every disagreement is printed with the command that shows it.
"""

from __future__ import annotations

import os

# The arrays are many and small: threads of the linear algebra only wait for each other.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import multiprocessing
import random
import tempfile
import time

from . import check_advise, check_assess, check_choices, check_markov, check_match, check_predict, check_profile, selftest
from .depths import Depths
from .graph import World
from .program import Program
from .source import Solved
from .task import Task

SMALL = [("KQ", "K"), ("KR", "K"), ("KP", "K")]
LARGE = [("KQ", "KR")]
SHOWN = 4  # disagreements shown of one command


def work(program: str, small: bool, parts: list[str]) -> list[tuple]:
    """One process: three men, or the four of KQKR."""
    started = time.monotonic()
    world = World()
    for key in SMALL + ([] if small else LARGE):
        world.add(*key)
    solved = Solved(Depths(world))
    keys = SMALL if small else LARGE
    checked = selftest.run(solved, keys, random.Random(1))
    said = [("the oracle itself", checked, [], time.monotonic() - started)]
    checks = {
        "choices": check_choices.run,
        "advise": check_advise.run,
        "markov": check_markov.run,
        "predict": check_predict.run,
        "match": check_match.run,
        "assess": check_assess.run,
        "profile": check_profile.run,
    }
    with tempfile.TemporaryDirectory() as folder:
        task = Task(Program(program, folder), solved, random.Random(1978), keys, 4, small)
        for part, check in checks.items():
            if parts and part not in parts:
                continue
            started = time.monotonic()
            judge = check(task)
            said.append((part, judge.agreed, judge.wrong, time.monotonic() - started))
    return said


def main(program: str, parts: list[str]) -> int:
    program = os.path.abspath(program)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        jobs = [pool.apply_async(work, (program, small, parts)) for small in (False, True)]
        found = {"KQKR": jobs[0].get(), "three men": jobs[1].get()}
    wrong = 0
    for men, said in found.items():
        for part, agreed, disagreements, seconds in said:
            print(f"{men}, {part}: {agreed} agree, {len(disagreements)} do not ({seconds:.0f} s)")
            wrong += len(disagreements)
            show(disagreements)
    total = sum(agreed for said in found.values() for _, agreed, _, _ in said)
    print(f"{total} passed, {wrong} failed")
    return 1 if wrong else 0


def show(disagreements: list[tuple[str, str]]) -> None:
    """What differs, by command; of one command only the first."""
    by_command: dict[str, list[str]] = {}
    for command, what in disagreements:
        by_command.setdefault(command, []).append(what)
    for command, whats in by_command.items():
        print(f"  {command}")
        for what in whats[:SHOWN]:
            print(f"    {what}")
        if len(whats) > SHOWN:
            print(f"    and {len(whats) - SHOWN} more")

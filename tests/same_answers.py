#!/usr/bin/env python3
"""Compares two builds of the program: the same answers to some 250 commands and conversations.

    tests/same_answers.py OLD NEW [--keep FILE]

OLD and NEW are two `fallible` binaries, from before and after a change that should change no
answer. What a change means to alter goes into CHANGES below, with the reason, and comes out again
with the next change. Times are left out of the comparison; everything else counts: exit code,
standard output, standard error.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

# What differs on purpose: a pattern of the command, what is left out of both answers, the reason.
CHANGES = [
    ("--json", r'"schema":\d+,', "answers carry the version of their form"),
    ("assess|learn", r'"model":\{[^}]*\},', "the model stands beside every competence"),
    ("", r"Fallible \d+\.\d+\.\d+", "the engine says its version"),
]

WON = ["K3r3/8/5k2/Q7/8/8/8/8 w", "8/8/6Q1/2K5/5r2/4k3/8/8 b", "8/1Q6/5K2/r7/7k/8/8/8 b"]
DRAWN = ["8/8/8/3k4/8/3N4/8/R2K4 b", "8/3k4/8/8/3n4/8/3K4/3R4 w", "8/8/8/8/4k3/8/4P3/4K3 w"]
OTHERS = [
    "8/8/8/8/8/2k5/2p5/2K5 w",  # stalemate is near
    "8/P7/8/8/8/k7/8/1K6 w",  # a promotion
    "7k/5K2/6R1/8/8/8/8/8 w",  # mate in one
    "8/8/8/3pP3/8/2k5/8/4K3 w - d6",  # en passant
    "8/8/8/8/3k4/8/r6P/7K w",
    "8/2b5/8/8/3k4/8/3N4/3K4 w",
]
POSITIONS = WON + DRAWN + OTHERS
ENDGAMES = ["KQK", "KRK", "KPK", "KQKR", "KRKN", "KBNK"]
GAMES = os.path.join(os.path.dirname(__file__), "..", "experiments", "games", "browne-belle.pgn")
MODELS = [
    [],
    ["--concede", "all"],
    ["--concede", "never", "--kappa", "0+"],
    ["--horizon", "3", "--avoid-losses", "--concede", "all"],
    ["--draw-as-win", "60", "--draw-as-loss", "20", "--concede", "all"],
    ["--weights", "human"],
]


def commands():
    """Every command, as a list of words."""
    for fen, form in itertools.product(POSITIONS, [[], ["--json"]]):
        yield ["probe", fen, *form]
        yield ["line", fen, *form, "--seed", "7"]
        yield ["choices", fen, "-c", "12.5", *form]
        yield ["advise", fen, "--belief", "8", *form]
    for fen, model in itertools.product(WON[:2] + DRAWN[:2] + OTHERS[4:5], MODELS):
        yield ["choices", fen, "-c", "inf", *model, "--json"]
        yield ["choices", fen, "--curve", "0(5)20", *model, "--json"]
        yield ["advise", fen, "--belief", "normal=15/5", *model, "--json"]
    for fen, metric in itertools.product(POSITIONS[:4], ["dtm", "dtz"]):
        yield ["probe", fen, "--metric", metric]
        yield ["line", fen, "--metric", metric, "--to-mate"]
    for aim, among in itertools.product(["score", "value", "depth"], ["optimal", "within:2", "all"]):
        yield ["advise", WON[1], "--aim", aim, "--among", among, "--plies", "4", "--json"]
        yield ["advise", DRAWN[0], "--aim", aim, "--among", among, "--plies", "4", "--json"]
    for endgame in ENDGAMES:
        yield ["stats", endgame]
        yield ["stats", endgame, "--json", "--metric", "dtm"]
        yield ["survey", endgame, "--json"]
        yield ["find", endgame, "--result", "win", "--count", "3", "--seed", "5"]
        yield ["find", endgame, "--zugzwang", "--count", "2", "--json"]
    yield ["survey", "KQKR"]
    yield ["chart", WON[2], "--piece", "Q"]
    yield ["chart", WON[2], "--piece", "Q", "--json"]
    for endgame, c in itertools.product(["KQKR", "KRK", "KBNK", "KRKN"], ["0", "5", "20", "inf"]):
        yield ["markov", endgame, "-c", c, "--json"]
    yield ["markov", "KQKR", "-c", "20"]
    for fen, c in itertools.product(WON[:1] + OTHERS[2:3] + DRAWN[:1], ["3", "20"]):
        yield ["predict", fen, "-c", c, "--json"]
        yield ["predict", fen, "-c", c]
    yield ["predict", "KRK", "-c", "10", "--json"]
    for white, black in itertools.product(
        ["player:20", "infallible", "emulator:15", "predator:10", "imitator", "player:8,weights=human"],
        ["infallible", "player:5", "fewest", "predator:20"],
    ):
        pair = ["--white", white, "--black", black, "--games", "6", "--seed", "3"]
        yield ["match", *pair, "--from", WON[0], "--json"]
        if black == "player:5":
            yield ["match", *pair, "--from", DRAWN[1], "--limit", "40", "--repetition", "--fifty"]
    programs = ["--programs", "infallible,fewest,predator:8", "--opponents", "player:5,player:20"]
    for form in [[], ["--json"]]:
        yield ["tournament", *programs, "--from", "KQKR", "--games", "4", "--seed", "2", *form]
    for options in [[], ["--json"], ["--brief"], ["--by-depth", "--endgame", "KQKR"]]:
        for concede in ["draws", "all"]:
            yield ["assess", GAMES, "--concede", concede, *options]
    yield ["assess", GAMES, "--quality", "--endgame", "KQKR", "--concede", "draws"]
    yield ["assess", GAMES, "--joint-kappa", "0.5(0.5)3", "--concede", "draws", "--json"]
    yield ["learn", GAMES, "--endgame", "KQKR", "--concede", "draws", "--json"]
    yield ["learn", GAMES, "--endgame", "KQKR", "--concede", "draws"]
    yield ["speculate", "--p", "0.33", "--epsilon", "0.2"]
    yield ["speculate", "--p", "0.33", "--epsilon", "0.2", "--json"]
    yield ["heuristics", "KRK", "--rule", "check", "--json"]
    yield ["heuristics", "KRK", "--rule", "check", "--examples", "2"]
    yield ["verify", "KRK"]
    yield ["signature"]
    # What is refused, and how.
    for wrong in [
        ["probe", "nonsense"], ["probe", "8/8/8/8/8/8/8/8 w"], ["solve", "KQXK"], ["markov", "KQKR"],
        ["choices", WON[0], "-c", "much"], ["advise", WON[0], "--belief", "inf"],
        ["match", "--white", "nobody", "--black", "infallible", "--from", WON[0]],
        ["assess", "no-such-file.pgn"], ["find", "KQKR", "--depth", "99"], ["stats", "KQ"],
        ["choices", WON[0], "-c", "5", "--kappa", "0"], ["learn", GAMES, "--rule", "wish"],
    ]:
        yield wrong


def conversations():
    """What is said to `fallible uci`, with nothing that depends on the clock."""
    endings = [f"position fen {fen} {'- - 0 1' if ' - ' not in fen else '0 1'}" for fen in WON + DRAWN]
    openings = ["position startpos", "position startpos moves e2e4 e7e5 g1f3 b8c6"]
    for agent in ["player", "random", "infallible", "imitator", "predator"]:
        begin = ["uci", "setoption name Seed value 5", f"setoption name Agent value {agent}",
                 "setoption name Competence value 900"]
        yield [*begin, *(line for at in endings for line in (at, "go depth 2"))]
        yield [*begin, "setoption name MultiPV value 3", openings[0], "go depth 2", openings[1], "go depth 3"]
    yield ["uci", "setoption name UCI_AnalyseMode value true", openings[1], "go depth 2", endings[0], "go depth 1"]


def settled(text):
    """An answer without times and speeds."""
    text = re.sub(r'"(seconds|elapsed|time|milliseconds|[a-z_]*_seconds)":[0-9.e-]+', r'"\1":0', text)
    text = re.sub(r"\b(time|nps) \d+", r"\1 0", text)
    text = re.sub(r"\d+(\.\d+)? ?(ms|s|seconds|milliseconds|MB|MiB|GiB|kB)\b", "T", text)
    return text


def without(pattern, answer):
    """An answer without what matches a pattern."""
    return [re.sub(pattern, "", part) if isinstance(part, str) else part for part in answer]


def run(program, words, cache, said=None):
    """What a program answers: exit code, output, errors."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "NO_COLOR": "1"}
    done = subprocess.run([program, *words], input=said, capture_output=True, text=True,
                          env=environment, timeout=900)
    return [done.returncode, settled(done.stdout), settled(done.stderr)]


def talk(program, lines, cache):
    """A conversation: `quit` is said once every `go` was answered."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    with subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, env=environment) as process:
        heard = []
        for line in lines:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            if line == "uci" or line.startswith("go"):
                until = "uciok" if line == "uci" else "bestmove"
                for answer in process.stdout:
                    heard.append(settled(answer.rstrip()))
                    if answer.startswith(until):
                        break
        process.stdin.write("quit\n")
        process.stdin.flush()
        heard += [settled(line.rstrip()) for line in process.stdout]
        return [process.wait(), "\n".join(heard), ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--keep", help="write every difference into this file, as JSON")
    arguments = parser.parse_args()
    tasks = [("run", words) for words in commands()] + [("talk", lines) for lines in conversations()]
    differences = []
    with tempfile.TemporaryDirectory() as cache:
        for program in (arguments.old, arguments.new):
            subprocess.run([program, "solve", *ENDGAMES], capture_output=True, check=True,
                           env={**os.environ, "XDG_CACHE_HOME": cache})

        def compare(task):
            how, words = task
            answers = [(run if how == "run" else talk)(program, words, cache)
                       for program in (arguments.old, arguments.new)]
            old, new = answers
            for pattern, left_out, _reason in CHANGES:
                if re.search(pattern, " ".join(words)):
                    old, new = without(left_out, old), without(left_out, new)
            return None if old == new else {"words": words, "old": old, "new": new}

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for at, found in enumerate(pool.map(compare, tasks), 1):
                if found:
                    differences.append(found)
                    print("differs:", " | ".join(found["words"])[:200], flush=True)
                if sys.stderr.isatty():
                    print(f"\r{at} of {len(tasks)}", end="", file=sys.stderr)
    if arguments.keep:
        with open(arguments.keep, "w", encoding="utf-8") as out:
            json.dump(differences, out, indent=1)
    print(f"{len(tasks)} commands and conversations, {len(differences)} answered differently")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()

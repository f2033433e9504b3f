"""A small engine that misbehaves on request, for the tests of the client.

Usage: fake_engine.py MODE STATE

It values a position by a sum over the bytes of the line that set it up: no rules needed. Modes:
  good       answers
  crash      dies in the middle of the first search of its life, answers after being started again
  hang       says nothing in the first search of its life, answers after being started again
  garbage    mixes nonsense, half lines and bytes that are no text into its answers
  silent     never says uciok
  lazy       says bestmove without a value
The STATE file counts starts. MultiPV is offered up to 1, so that the client goes from child to child.
"""

import os
import sys
import time

mode, state = sys.argv[1], sys.argv[2]
starts = int(open(state).read() or 0) if os.path.exists(state) else 0
with open(state, "w") as file:
    file.write(str(starts + 1))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def value(position: str) -> int:
    return sum(map(ord, position.split(" moves ")[0])) % 401 - 200


position = ""
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        if mode == "silent":
            continue
        say("Fake 1.0, a banner")
        say("id name Fake 1.0")
        say("option name MultiPV type spin default 1 min 1 max 1")
        say("option name Threads type spin default 4 min 1 max 8")
        if mode == "garbage":
            say("option name type spin default")
            sys.stdout.buffer.write(b"\xff\xfe\x00 option\n")
        say("uciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        position = line.strip()
    elif words[0] == "go":
        if starts == 0 and mode == "crash":
            say("info depth 1 score cp")
            os._exit(3)
        if starts == 0 and mode == "hang":
            while True:
                time.sleep(1)
        if mode == "garbage":
            say("info depth x score cp y pv")
            say("info depth 3 score cp 7 lowerbound pv e2e4")
            say("info score mate")
            sys.stdout.buffer.write(b"\xff\xff\n")
            say("bestmov e2e4")
        if mode != "lazy":
            say(f"info depth {words[words.index('depth') + 1]} score cp {value(position)} nodes 10 pv")
        say("bestmove e2e4 ponder")
    elif words[0] == "quit":
        break

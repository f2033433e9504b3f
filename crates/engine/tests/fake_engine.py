"""A small engine that misbehaves on request, for the tests of the client.

Usage: fake_engine.py MODE STATE [MOVES]

It values a position by a sum over the bytes of the line that set it up: no rules needed. Modes:
  good       answers
  lines      the same, and keeps up to 500 lines: move i of MOVES, a list with commas, is worth 10 i - depth
  halted     the same, but half-way through depth 3 it waits for stop
  crash      dies in the middle of the first search of its life, answers after being started again
  hang       says nothing in the first search of its life, answers after being started again
  chatter    talks without end in the first search of its life, answers after being started again
  deaf       never says readyok after its first search
  garbage    mixes nonsense, half lines and bytes that are no text into its answers
  silent     never says uciok
  lazy       says bestmove without a value
  liar       answers with a line that cannot be played
  stubborn   answers, but does not leave when told to
The STATE file counts starts; STATE.heard keeps what was said to it. MultiPV is offered up to 1 unless said otherwise, so that the client
goes from child to child.
"""

import os
import signal
import sys
import time

mode, state = sys.argv[1], sys.argv[2]
moves = sys.argv[3].split(",") if len(sys.argv) > 3 else []
starts = int(open(state).read() or 0) if os.path.exists(state) else 0
with open(state, "w") as file:
    file.write(str(starts + 1))
heard = open(state + ".heard", "a")
if mode == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def value(position: str) -> int:
    return sum(map(ord, position.split(" moves ")[0])) % 401 - 200


def say_lines(depth: int, some: list) -> None:
    for place, move in enumerate(some):
        say(f"info depth {depth} multipv {place + 1} score cp {10 * moves.index(move) - depth} nodes 10 pv {move}")


position, searches = "", 0
while True:
    line = sys.stdin.readline()
    if not line and mode == "stubborn":
        time.sleep(0.1)
        continue
    if not line:
        break
    heard.write(line)
    heard.flush()
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        if mode == "silent":
            continue
        say("Fake 1.0, a banner")
        say("id name Fake 1.0")
        say(f"option name MultiPV type spin default 1 min 1 max {500 if moves else 1}")
        say("option name Threads type spin default 4 min 1 max 8")
        say("option name Clear Hash type button")
        say("option name Style of Play type string default <empty>")
        if mode == "garbage":
            say("option name type spin default")
            sys.stdout.buffer.write(b"\xff\xfe\x00 option\n")
        say("uciok")
    elif words[0] == "isready":
        if not (mode == "deaf" and searches > 0):
            say("readyok")
    elif words[0] == "position":
        position = line.strip()
    elif words[0] == "go":
        searches += 1
        depth = int(words[words.index("depth") + 1])
        if starts == 0 and mode == "crash":
            say("info depth 1 score cp")
            os._exit(3)
        while starts == 0 and mode == "hang":
            time.sleep(1)
        while starts == 0 and mode == "chatter":
            say("info depth 1 currmove e2e4")
            time.sleep(0.01)
        if mode == "garbage":
            say("info depth x score cp y pv")
            say("info depth 3 score cp 7 lowerbound pv e2e4")
            say("info score mate")
            sys.stdout.buffer.write(b"\xff\xff\n")
            say("bestmov e2e4")
        if moves:
            for shallower in range(1, depth if mode == "lines" else 3):
                say_lines(shallower, moves)
            if mode == "halted":
                say_lines(3, moves[: len(moves) // 2])
                while sys.stdin.readline().strip() != "stop":
                    pass
            else:
                say_lines(depth, moves)
        elif mode != "lazy":
            say(f"info depth {depth} score cp {value(position)} nodes 10 pv{' a1a1' if mode == 'liar' else ''}")
        say("bestmove e2e4 ponder")
    elif words[0] == "quit" and mode != "stubborn":
        break

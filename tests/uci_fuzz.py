"""Garbage for the engine: lines of the protocol cut, mixed, repeated and spoiled, by the thousand.

Usage: uci_fuzz.py PATH_TO_FALLIBLE [LINES] [SEED] [SHARE]

SHARE is the part of the lines with go that is sent: they take the time.

Whatever comes in, there is one bestmove for each go, nothing on stderr, no word of a failure, and the engine still answers at the end.
Lines that would name programs or folders, or end the talk, are left out, and so are positions of five men, whose tables take long to solve.
"""

import random
import re
import subprocess
import sys
import threading
import time

COMMANDS = ["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit", "debug", "setoption", "position", "go"]
SEEDS = [
    "uci", "isready", "ucinewgame", "stop", "ponderhit", "debug on", "debug off", "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6", "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 moves a1a8",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "position fen 8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1",
    "position fen 8/P6k/8/8/8/8/8/K7 w - - 99 120 moves a7a8q", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1", "position fen 8/8/8/3pP3/8/8/8/K6k w - d6 0 2 moves e5d6",
    "go", "go depth 1", "go depth 2 nodes 100", "go infinite", "go ponder wtime 100 btime 100", "go movetime 1", "go mate 1", "go nodes 5",
    "go wtime 1 btime 1 winc 0 binc 0 movestogo 1", "go searchmoves e2e4 d2d4 depth 1", "setoption name Agent value predator",
    "setoption name Agent value imitator", "setoption name Agent value emulator", "setoption name Agent value player",
    "setoption name Competence value -300", "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 400",
    "setoption name Kappa value 0+", "setoption name Horizon value 3", "setoption name Metric value dtm", "setoption name Metric value dtc",
    "setoption name PreserveValue value nothing", "setoption name Seed value 77", "setoption name Risk value 2",
    "setoption name EngineDepth value 1", "setoption name MultiPV value 500", "setoption name UCI_ShowWDL value true",
    "setoption name UCI_AnalyseMode value true", "setoption name UCI_AnalyseMode value false",
    "setoption name UCI_Opponent value GM 2800 human Gary Kasparov", "setoption name Ponder value true",
    "setoption name Move Overhead value 5000", "setoption name Clear Hash", "register later", "joho",
]
NUMBERS = ["-1", "0", "1", "65535", "65536", "4294967296", "9223372036854775807", "-9223372036854775808", "1e9", "NaN", "99999999999999999999"]


def command(line: str) -> str:
    """The word that decides what a line is."""
    return next((word for word in line.split() if word in COMMANDS), "")


def spoiled(rng: random.Random) -> bytes:
    line = rng.choice(SEEDS)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 5])):
        words, how = line.split(" "), rng.randrange(9)
        at = rng.randrange(len(words))
        if how == 0:
            words[at] = rng.choice(NUMBERS)
        elif how == 1:
            del words[at]
        elif how == 2:
            words.insert(at, rng.choice(rng.choice(SEEDS).split(" ")))
        elif how == 3:
            words = words[:at] + rng.choice(SEEDS).split(" ")
        elif how == 4:
            words = words * rng.choice([2, 3, 20])
        elif how == 5 and words[at]:
            letters = list(words[at])
            letters[rng.randrange(len(letters))] = chr(rng.choice([rng.randrange(0x21, 0x7F), rng.randrange(0xA1, 0x2000), 0x1F600]))
            words[at] = "".join(letters)
        elif how == 6:
            rng.shuffle(words)
        elif how == 7:
            words[at] = words[at][: rng.randrange(len(words[at]) + 1)]
        else:
            words[at] = "%s%d%s%d" % (rng.choice("abcdefgh"), rng.randrange(1, 9), rng.choice("abcdefgh"), rng.randrange(1, 9))
        line = " ".join(words)[:4000]
    raw = line.encode()
    if rng.random() < 0.02:
        raw += bytes(rng.choice([*range(1, 10), *range(14, 28), *range(128, 256)]) for _ in range(rng.randrange(1, 30)))
    if rng.random() < 0.05:
        raw += b"\r"
    return raw


def allowed(raw: bytes) -> bool:
    line = raw.decode("utf-8", "replace")
    if command(line) == "quit" or b"\n" in raw:
        return False
    if command(line) == "setoption" and re.search(r"engine(?!depth)|tables|syzygy", line, re.IGNORECASE):
        return False
    board = re.search(r"fen\s+(\S+)", line)
    return not (board and sum(letter.isalpha() for letter in board.group(1)) == 5)


def main(program: str, count: int, seed: int, share: float) -> int:
    rng = random.Random(seed)
    engine = subprocess.Popen([program, "uci", "--no-cache", "--option", "EngineDepth=1", "--option", "Seed=1"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    heard = {"bestmove": 0, "readyok": 0, "lines": 0, "failed": 0}

    def listen() -> None:
        for line in engine.stdout:
            heard["lines"] += 1
            heard["bestmove"] += line.startswith(b"bestmove ")
            heard["readyok"] += line.startswith(b"readyok")
            heard["failed"] += b"thinking failed" in line

    listener = threading.Thread(target=listen)
    listener.start()
    asked = {"go": 0, "isready": 0}
    began, sent = time.monotonic(), 0
    while sent < count:
        raw = spoiled(rng)
        word = command(raw.decode("utf-8", "replace"))
        if not allowed(raw) or word == "go" and rng.random() > share:
            continue
        sent += 1
        if word in asked:
            asked[word] += 1
        engine.stdin.write(raw + b"\n")
        # Nobody else would end a search without end.
        if word == "go":
            engine.stdin.write(b"stop\n")
            sent += 1
    engine.stdin.write(b"position startpos\ngo depth 1\nisready\n")
    engine.stdin.flush()
    asked = {"go": asked["go"] + 1, "isready": asked["isready"] + 1}
    # The end of the input would end what is being thought about.
    while heard["bestmove"] < asked["go"] and engine.poll() is None and time.monotonic() < began + 3600:
        time.sleep(0.05)
    engine.stdin.close()
    errors = engine.stderr.read()
    listener.join()
    code = engine.wait(timeout=300)
    print(f"{sent} lines in {time.monotonic() - began:.0f} s: {asked['go']} go, {heard['bestmove']} bestmove; {heard['lines']} lines back")
    assert (code, errors, heard["failed"]) == (0, b"", 0), (code, errors[-2000:], heard)
    assert (heard["bestmove"], heard["readyok"]) == (asked["go"], asked["isready"]), (asked, heard)
    return 0


if __name__ == "__main__":
    numbers = [float(word) for word in sys.argv[2:]] + [20_000, 1, 1][len(sys.argv) - 2 :]
    sys.exit(main(sys.argv[1], int(numbers[0]), int(numbers[1]), numbers[2]))

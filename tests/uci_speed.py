"""How long the engine takes for a move: measured and told, never a test.

Usage: uci_speed.py PATH_TO_FALLIBLE [ENGINE [hurried]]

Table moves: 1,000 moves of KQKR games against itself, `position` and `go` sent together, the time until `bestmove` is heard, and the CPU time
of our process.

Outside the tables, with ENGINE behind us at the default depth: a game against itself, each position also put to the engine directly, in the
same words. Three accounts: how much longer it takes through us; the time from `go` to `bestmove` less that spent on waiting for values
(`debug on`); and the CPU time of our process beside that of the engine's, which counts what we do while the engine works, too.

With `hurried`, only this: how long a move takes with 5 ms left on the clock.

On a busy machine run it with real-time priority: `chrt -f 10 python uci_speed.py ...`.
"""

import glob
import os
import re
import subprocess
import sys
import time

import chess


class Engine:
    """The least that talks to an engine."""

    def __init__(self, words: list) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.lines = os.fdopen(os.dup(self.process.stdout.fileno()), "rb")

    def say(self, text: str) -> None:
        self.process.stdin.write(text.encode())

    def until(self, word: str) -> list:
        """All lines up to one that starts so."""
        heard = []
        while not heard or not heard[-1].startswith(word):
            heard.append(self.lines.readline().decode())
        return heard

    def play(self, position: str, go: str = "go") -> tuple:
        """The move, the seconds until it came, and what was said."""
        began = time.monotonic()
        self.say(f"{position}\n{go}\n")
        heard = self.until("bestmove")
        return heard[-1].split()[1], time.monotonic() - began, heard

    def quit(self) -> None:
        self.say("quit\n")
        self.process.wait()


def described(seconds: list) -> str:
    ordered = sorted(1e3 * second for second in seconds)
    at = [ordered[min(int(share * len(ordered)), len(ordered) - 1)] for share in (0.5, 0.9, 0.99)]
    return "median %.3f ms, 90 %% %.3f, 99 %% %.3f, slowest %.3f" % (*at, ordered[-1])


def cpu(process: int) -> float:
    """Seconds of CPU that all threads of a process have had."""
    return sum(int(open(path).read().split()[0]) for path in glob.glob(f"/proc/{process}/task/*/schedstat")) / 1e9


def table_moves(program: str, agent: str, count: int) -> None:
    engine = Engine([program, "uci", "--no-cache", "--option", "Seed=1", "--option", f"Agent={agent}"])
    fen = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"
    _, first, _ = engine.play(f"position fen {fen}")
    board, times, before = chess.Board(fen), [], cpu(engine.process.pid)
    while len(times) < count:
        if board.is_game_over(claim_draw=True) or len(board.move_stack) > 150:
            board = chess.Board(fen)
            engine.say(f"ucinewgame\nsetoption name Seed value {len(times) + 1}\n")
        moves = " moves " + " ".join(move.uci() for move in board.move_stack) if board.move_stack else ""
        play, seconds, _ = engine.play(f"position fen {fen}{moves}")
        times.append(seconds)
        board.push_uci(play)
    spent = cpu(engine.process.pid) - before
    engine.quit()
    print(f"{agent}: first move, KQKR solved on the way: {1e3 * first:.1f} ms; {count} table moves: {described(times)}; "
          f"CPU {1e3 * spent / count:.3f} ms a move")


def outside(program: str, behind: str, plies: int) -> None:
    engine = Engine([program, "uci", "--no-cache", "--option", "Seed=1", "--option", f"Engine={behind}"])
    engine.say("debug on\n")
    engine.play("position startpos")
    child = int(open(f"/proc/{engine.process.pid}/task/{engine.process.pid}/children").read().split()[0])
    direct = Engine([behind])
    direct.say("setoption name Threads value 1\n")
    before = cpu(engine.process.pid), cpu(child)
    board, left, ours, theirs = chess.Board(), [], [], []
    board.push_uci("e2e4")
    while len(left) < plies and board.legal_moves.count() > 0 and len(board.piece_map()) > 5:
        moves = " ".join(move.uci() for move in board.move_stack)
        play, seconds, heard = engine.play(f"position startpos moves {moves}")
        spent, everything = map(int, re.search(r"(\d+) of (\d+) us spent on values", "".join(heard)).groups())
        left.append((everything - spent) / 1e6)
        ours.append(seconds)
        depth = max(int(depth) for depth in re.findall(r"info depth (\d+)", "".join(heard)))
        began = time.monotonic()
        direct.say(f"setoption name MultiPV value {board.legal_moves.count()}\nucinewgame\nisready\n")
        direct.until("readyok")
        direct.say(f"position fen {board.fen()}\ngo depth {depth}\n")
        direct.until("bestmove")
        theirs.append(time.monotonic() - began)
        board.push_uci(play)
    times = [after - earlier for after, earlier in zip((cpu(engine.process.pid), cpu(child)), before)]
    engine.quit()
    direct.quit()
    more = [our - their for our, their in zip(ours, theirs)]
    print(f"{behind}, depth {depth}, {len(left)} moves: {1e3 * sum(theirs) / len(theirs):.2f} ms a move asked directly, through us "
          f"{100 * sum(more) / sum(theirs):.2f} % more (median {1e3 * sorted(more)[len(more) // 2]:.2f} ms)")
    print(f"  from go to bestmove, less waiting for values: {described(left)}, {100 * sum(left) / sum(theirs):.2f} %")
    print(f"  CPU: the engine {1e3 * times[1] / len(left):.2f} ms a move, we {1e3 * times[0] / len(left):.2f} ms, "
          f"{100 * times[0] / times[1]:.2f} %")


def hurried(program: str, behind: str) -> None:
    """Five milliseconds left: `position` and `go wtime 5 btime 5` to `bestmove`."""
    middle = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    queens = "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1"
    kqkr, kqpkq = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "8/8/8/3k4/8/1q6/6P1/KQ6 w - - 0 1"
    cases = [
        ("KQKR solved, player", kqkr, [], True), ("KQKR solved, predator", kqkr, ["Agent=predator"], True),
        ("KQPKQ being solved", kqpkq, [], False), ("the opening, our searcher", chess.STARTING_FEN, [], False),
        ("a middle game, our searcher", middle, [], False), ("thirty queens, our searcher", queens, [], False),
        ("the opening, an engine behind us", chess.STARTING_FEN, [f"Engine={behind}"], True),
        ("the opening, a missing engine", chess.STARTING_FEN, ["Engine=/no/such/engine"], False),
    ]
    for name, fen, options, ready in cases:
        engine = Engine([program, "uci", "--no-cache", "--option", "Seed=1", *(word for option in options for word in ("--option", option))])
        engine.until("info string Fallible")
        if ready:
            engine.play(f"position fen {fen}")
        times = []
        for number, play in enumerate(list(chess.Board(fen).legal_moves) * 20):
            # Each position is new to it, but for the first moves of endgames with few.
            board = chess.Board(fen)
            board.push(play)
            if board.legal_moves.count() == 0 or number >= 200:
                continue
            times.append(engine.play(f"position fen {fen} moves {play.uci()}", "go wtime 5 btime 5")[1])
        engine.quit()
        print(f"5 ms left, {name}: {len(times)} moves, {described(times)}")


if __name__ == "__main__":
    if sys.argv[3:] == ["hurried"]:
        sys.exit(hurried(sys.argv[1], sys.argv[2]))
    for name in ["player", "predator"]:
        table_moves(sys.argv[1], name, 1000)
    if len(sys.argv) > 2:
        outside(sys.argv[1], sys.argv[2], 120)

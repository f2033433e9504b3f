"""XBoard as the GUI and match runner: a short match between two of our engines, and one with Stockfish behind the second.

Usage: xboard_match.py PATH_TO_FALLIBLE

XBoard (through Polyglot, which speaks UCI for it) keeps the clocks, checks every move against the rules, adjudicates nothing by score, and
forfeits whoever makes an illegal move, crashes or oversteps the time. Needs xboard, polyglot, Xvfb (Debian packages xboard, polyglot, xvfb)
and stockfish.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

# How a game may end: XBoard's own words for mate and the draws by rule.
PEACEFUL = re.compile(r"mate|repetition|50|[Ii]nsufficient|[Ss]talemate|[Mm]aterial", re.IGNORECASE)


def display() -> tuple:
    """A screen nobody sees."""
    for number in random.sample(range(100, 900), 5):
        server = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "800x600x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            server.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return server, f":{number}"
    raise SystemExit("no screen could be opened: is xvfb installed?")


def match(screen: str, folder: str, first: str, second: str, games: int) -> list:
    """How each game of a match ended; the first engine begins the first."""
    pgn = os.path.join(folder, f"{len(os.listdir(folder))}.pgn")
    words = ["xboard", "-mg", str(games), "-tc", "1", "-inc", "1", "-fcp", first, "-fUCI", "-scp", second, "-sUCI", "-sgf", pgn, "-autoCallFlag", "true", "-popupExitMessage", "false", "-popupMoveErrors", "false", "-soundProgram", "true"]
    environment = {**os.environ, "DISPLAY": screen, "PATH": os.environ["PATH"] + ":/usr/games", "HOME": folder}
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=280, check=True)
    return re.findall(r"\{([^{}]*)\}\s+(?:1-0|0-1|1/2-1/2|\*)\s*$", open(pgn).read(), re.MULTILINE)


def main(program: str) -> int:
    program = os.path.abspath(program)
    server, screen = display()
    try:
        with tempfile.TemporaryDirectory() as folder:
            def ours(*options: str) -> str:
                return " ".join([program, "uci", "--no-cache", *(f"--option {option}" for option in options)])

            stockfish = shutil.which("stockfish", path=os.environ["PATH"] + ":/usr/games")
            first = ours("Seed=1", "EngineDepth=2", "Competence=1500")
            for options in [["Seed=2", "EngineDepth=2", "Agent=imitator"], ["Seed=3", f"Engine={stockfish}"]]:
                reasons = match(screen, folder, first, ours(*options), 2)
                print(f"{' '.join(options)}: {'; '.join(reasons)}")
                assert len(reasons) == 2 and all(PEACEFUL.search(reason) for reason in reasons), reasons
    finally:
        server.terminate()
        server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

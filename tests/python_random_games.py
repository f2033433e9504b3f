"""Plain code as judge of random games: what `fallible random-game` draws, solves, counts and expects of players.

Usage: python_random_games.py PATH_TO_FALLIBLE

From the program come only the moves of small games, as lists. Everything it says of them is worked out again here by the plainest
definition: values ply by ply, mistakes move by move, optimal lines walked one by one, expected lengths as one set of linear equations.
Whether games are drawn as they should be is judged by drawing others here.
"""

import collections
import math
import random
import sys
import tempfile

import numpy

from oracle.program import Judge, Program

# No paper and no issue names these: unequal sides, distributions, positions without a move, terminal draws, flow.
CASES = [
    "--white 17 --black 11 --branching 3,2 --terminals 4 --terminal-draws 2",
    "--white 9 --black 12 --branching 4,3 --flow --terminals 3",
    "--white 30 --black 33 --branching 1:0.3/2:0.3/4:0.4,poisson:2.2 --terminals 6 --terminal-draws 3",
    "--white 40 --branching 0:0.1/2:0.9 --terminals 9",
    "--white 14 --black 5 --branching 5,1 --terminals 2",
    "--white 60 --black 20 --branching 2,6 --flow --terminals 15 --terminal-draws 4",
    "--white 100 --branching 2 --terminals 19 --flow",
    "--white 1 --branching 1 --terminals 0",
]
SEEDS = range(1, 13)
WHITE, BLACK = "white", "black"


class Game:
    """The moves of a game and, for each position, its plies to the end and who wins."""

    def __init__(self, told: dict):
        self.told = told
        self.moves, self.wins, self.draws = {}, set(), set()
        for at in told["game"]["positions"]:
            node, other = (at["side"], at["number"]), BLACK if at["side"] == WHITE else WHITE
            self.moves[node] = [(other, move["to"]) for move in at["moves"]]
            if at["terminal"] and at["side"] == WHITE and node[1] < told["terminal_wins"]:
                self.wins.add(node)
            elif at["terminal"] and at["value"]["outcome"] == "draw":
                self.draws.add(node)
        self.value = self.solved()

    def solved(self) -> dict:
        """(sign for the mover, plies): what looking so many plies ahead decides, one ply more at a time."""
        value = {node: (1, 1) for node in self.wins}
        idle, ply = 0, 0
        while idle < 3:
            found = {}
            for node in self.moves.keys() - value.keys() - self.draws:
                after = [value.get(to) for to in self.moves[node]]
                if any(seen and seen[0] < 0 for seen in after):
                    found[node] = (1, ply)
                elif all(seen and seen[0] > 0 and seen[1] < ply for seen in after):
                    found[node] = (-1, ply)
            idle, ply = (0 if found else idle + 1), ply + 1
            value.update(found)
        return value

    def sign(self, node) -> int:
        return self.value.get(node, (0, 0))[0]

    def depth(self, node) -> int:
        sign, plies = self.value[node]
        return (plies + 1) // 2 if sign > 0 else plies // 2

    def worth(self, to) -> tuple:
        """A move's value for its mover, so that a greater one is better."""
        sign = -self.sign(to)
        return (sign, 0) if sign == 0 else (sign, -sign * self.depth(to))

    def optimal(self, node) -> list:
        best = max(map(self.worth, self.moves[node]), default=None)
        return [to for to in self.moves[node] if self.worth(to) == best]

    def white_wins(self, node) -> bool:
        return self.sign(node) == (1 if node[0] == WHITE else -1)

    def safe(self, node, known: dict) -> float:
        """The chance that a White who moves at random plays only optimal moves to the end."""
        if node in self.wins or not self.moves[node]:
            return 1.0
        if node not in known:
            best = self.optimal(node)
            after = sum(self.safe(to, known) for to in best)
            known[node] = after / len(self.moves[node] if node[0] == WHITE else best)
        return known[node]

    def lines(self, most: int) -> collections.Counter | None:
        """How many optimal lines lead through each position, each walked; none if there are too many."""
        met, walked = collections.Counter(), 0
        stack = [[node] for node in self.moves if self.white_wins(node)]
        while stack:
            line = stack.pop()
            ahead = [] if line[-1] in self.wins else self.optimal(line[-1])
            if not ahead:
                met.update(line)
                walked += 1
                if walked > most:
                    return None
            stack.extend(line + [to] for to in ahead)
        return met


def outcome(sign: int) -> str:
    return {1: "win", 0: "draw", -1: "loss"}[sign]


def check_positions(judge: Judge, game: Game) -> None:
    known = {}
    for at in game.told["game"]["positions"]:
        node = (at["side"], at["number"])
        where = f"{node[0]} {node[1]}"
        judge.same(where, at["value"]["outcome"], outcome(game.sign(node)))
        if game.sign(node):
            judge.same(where + " plies", at["plies"], game.value[node][1])
            judge.same(where + " depth", at["value"]["depth"], game.depth(node))
        best = game.optimal(node)
        for move, to in zip(at["moves"], game.moves[node]):
            judge.same(where + " optimal", move["optimal"], to in best)
            judge.same(where + " move", move["value"]["outcome"], outcome(-game.sign(to)))
        if node[0] == WHITE and game.sign(node) > 0:
            judge.same(where + " difficulty", at["difficulty"], 1 - game.safe(node, known))
        else:
            judge.true(where + " difficulty", at["difficulty"] is None, at["difficulty"], None)


def check_moves_drawn(judge: Judge, game: Game) -> None:
    """As many moves as asked for; to different positions, or equally often to each."""
    told, into = game.told, collections.Counter(to for moves in game.moves.values() for to in moves)
    for node, moves in game.moves.items():
        asked = told["white_branching" if node[0] == WHITE else "black_branching"]
        over = node in game.wins or node in game.draws
        if isinstance(asked, int) and not over:
            judge.same(f"{node} moves", len(moves), asked)
        if not told["flow"]:
            judge.same(f"{node} different moves", len(moves), len(set(moves)))
        elif node[0] == WHITE and not game.draws:
            judge.same(f"{node} moves into it", into[node], told["black"] * told["black_branching"] // told["white"])
    judge.same("terminal draws", len(game.draws), told["terminal_draws"])
    judge.same("terminal wins", len(game.wins), told["terminal_wins"])


def check_counts(judge: Judge, game: Game) -> None:
    told, nodes = game.told, list(game.moves)
    lost = [node for node in nodes if node[0] == BLACK and game.sign(node) < 0]
    won = [node for node in nodes if node[0] == WHITE and game.sign(node) > 0]
    kind = "trivial draw" if not lost else "interesting draw"
    if lost and 2 * len(lost) >= told["black"] - told["terminal_draws"]:
        kind = "total win"
    judge.same("class", [one["class"] for one in told["classes"] if one["games"]], [kind])
    judge.same("won", told["white_won"]["mean"], float(len(won)))
    judge.same("deepest", told["deepest"]["mean"], float(max(map(game.depth, won + lost), default=0)))
    plies = {node: game.value[node][1] if game.white_wins(node) else math.inf for node in nodes}
    pairs = range(min(told["white"], told["black"]))
    tight = [at for at in pairs if plies[BLACK, at] < plies[WHITE, at]]
    judge.same("zugzwangs", told["game"]["zugzwangs"], tight)
    for row in told["depths"]:
        check_moves(judge, game, [node for node in won if game.depth(node) == row["depth"]], row, WHITE)
        check_moves(judge, game, [node for node in lost if game.depth(node) == row["depth"]], row, BLACK)
    check_shares(judge, game, [n for n in nodes if n[0] == BLACK and not game.sign(n)], told["black_drawn"])


def check_moves(judge: Judge, game: Game, nodes: list, row: dict, side: str) -> None:
    count = row["white_won" if side == WHITE else "black_lost"]["mean"]
    judge.same(f"depth {row['depth']}, {side}", count, float(len(nodes)))
    moving = [node for node in nodes if node not in game.wins]
    check_shares(judge, game, moving, row[f"{side}_moves"])


def check_shares(judge: Judge, game: Game, nodes: list, told: dict) -> None:
    kinds = collections.Counter()
    for node in nodes:
        best = max(map(game.worth, game.moves[node]), default=None)
        for worth in map(game.worth, game.moves[node]):
            kinds["optimal" if worth == best else "inaccurate" if worth[0] == best[0] else "fatal"] += 1
    judge.same("moves", told["moves"], kinds.total())
    for kind in ("optimal", "inaccurate", "fatal"):
        judge.same(kind, told[kind], kinds[kind] / kinds.total() if kinds else 0.0)


def check_lines(judge: Judge, game: Game) -> None:
    met = game.lines(30_000)
    if met is None:
        return
    order = sorted(met.items(), key=lambda one: (-one[1], one[0][0] == BLACK, one[0][1]))[:10]
    told = [((at["side"], at["number"]), int(at["lines"])) for at in game.told["game"]["important"]]
    judge.same("important positions", told, order)


def length(game: Game, start, c: float) -> float:
    """White's moves from a position: R_c, who gives no win away, against best replies, equally deep ones alike."""
    nodes = [node for node in game.moves if game.white_wins(node)]
    place = {node: at for at, node in enumerate(nodes)}
    matrix, ones = numpy.eye(len(nodes)), numpy.zeros(len(nodes))
    for node in nodes:
        ones[place[node]] = 1.0 if node[0] == WHITE else 0.0
        if node in game.wins:
            continue
        if node[0] == WHITE:
            wins = [to for to in game.moves[node] if game.white_wins(to)]
            weights = [(game.depth(to) + 1) ** -c for to in wins]
        else:
            wins = game.optimal(node)
            weights = [1.0] * len(wins)
        for to, weight in zip(wins, weights):
            matrix[place[node], place[to]] -= weight / sum(weights)
    return float(numpy.linalg.solve(matrix, ones)[place[start]])


def check_players(judge: Judge, program: Program) -> None:
    """The exact mean where White has one deepest win, so that it is known where games begin."""
    checked = 0
    for case in ["--white 25 --black 31 --branching 3,2 --terminals 5", "--white 60 --branching 4,2 --terminals 9 --terminal-draws 2"]:
        for seed in range(1, 40):
            words = ["random-game", *case.split(), "--seed", str(seed)]
            game = Game(program.ask_without_tables(*words))
            won = [node for node in game.moves if node[0] == WHITE and game.sign(node) > 0]
            deep = [node for node in won if game.depth(node) == max(map(game.depth, won))]
            if len(deep) > 1 or game.depth(deep[0]) < 4:
                continue
            for c in (0.5, 6.0):
                words_of = [*words, "--players", f"{c},infallible", "--plays", "1"]
                judge.about(*words_of)
                told = program.ask_without_tables(*words_of)["contest"]["foreseen"]
                judge.same("expected length", told["length"], length(game, deep[0], c), 1e-7)
                checked += 1
    judge.true("games with one deepest win", checked >= 10, checked, "10")


def drawn_here(rng: random.Random, white: int, black: int, wins: int, draws: int) -> tuple:
    """A game drawn by other means: White has 1, 2 or 4 moves, Black 3. Its class, and how many White wins."""
    moves = [rng.sample(range(black), rng.choices([1, 2, 4], [3, 3, 4])[0]) for _ in range(white)]
    replies = [rng.sample(range(white), 3) for _ in range(black)]
    over = set(rng.sample(range(black), draws))
    won, lost = set(range(wins)), set()
    while True:
        more = {at for at in range(black) if at not in over and won.issuperset(replies[at])}
        if more == lost:
            break
        lost = more
        won |= {at for at in range(white) if not lost.isdisjoint(moves[at])}
    kind = "trivial draw" if not lost else "interesting draw"
    return ("total win" if lost and 2 * len(lost) >= black - draws else kind), len(won)


def check_sample(judge: Judge, program: Program, games: int = 3_000) -> None:
    """Classes and wins of many games of odd parameters, within four and a half standard errors."""
    white, black, wins, draws = 23, 17, 11, 2
    words = f"random-game --white {white} --black {black} --branching 1:0.3/2:0.3/4:0.4,3 --terminals {wins}"
    words = f"{words} --terminal-draws {draws} --games {games} --seed 5".split()
    judge.about(*words)
    told, rng = program.ask_without_tables(*words), random.Random(1992)
    ours = [drawn_here(rng, white, black, wins, draws) for _ in range(games)]
    for one in told["classes"]:
        share = sum(kind == one["class"] for kind, _ in ours) / games
        error = math.sqrt(2 * max(share * (1 - share), 1 / games) / games)
        judge.true(one["class"], abs(one["share"] - share) < 4.5 * error, one["share"], share)
    counts = [won for _, won in ours]
    error = math.sqrt(2 / games) * float(numpy.std(counts))
    mean = sum(counts) / games
    judge.true("won", abs(told["white_won"]["mean"] - mean) < 4.5 * error, told["white_won"], mean)


def main(path: str) -> int:
    judge = Judge("random games")
    with tempfile.TemporaryDirectory() as folder:
        program = Program(path, folder)
        for case in CASES:
            for seed in SEEDS:
                words = ["random-game", *case.split(), "--seed", str(seed)]
                judge.about(*words)
                game = Game(program.ask_without_tables(*words))
                for check in (check_positions, check_moves_drawn, check_counts, check_lines):
                    check(judge, game)
        check_players(judge, program)
        check_sample(judge, program)
    for command, what in judge.wrong[:20]:
        print(f"{command}\n  {what}")
    print(f"{judge.agreed} agreed, {len(judge.wrong)} did not")
    return 1 if judge.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""`profile`: likelihood and posterior of decisions in whole games, for every family, by numpy from the definitions."""

from __future__ import annotations

import json
import math

import chess
import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp

from .program import Judge
from .task import Task

# Family, kappa, mate in pawns, lapse, and the grid that the program uses: step and greatest.
MODELS = [
    ("haworth", 1.0, 20.0, 0.0, 0.1, 30.0),
    ("haworth", 0.3, 7.0, 0.05, 0.1, 30.0),
    ("power", 0.5, 10.0, 0.0, 0.04, 10.0),
    ("power", 2.0, 30.0, 0.1, 0.04, 10.0),
    ("softmax", None, 20.0, 0.0, 0.04, 10.0),
    ("power-chance", 0.5, 20.0, 0.02, 0.05, 12.0),
    ("softmax-chance", None, 20.0, 0.0, 0.5, 120.0),
    ("regan", None, 20.0, 0.0, 0.2, 50.0),
    ("regan", None, 20.0, 0.2, 0.2, 50.0),
]
EXPONENT = 0.4  # Regan's c


def pawns(score: list[int], mate: float) -> float:
    kind, number = score
    if kind == 1:
        return mate if number > 0 else -mate
    return max(-mate, min(mate, number / 100))


def chance(v: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-0.00368208 * 100 * v))


def log_probability(family: str, kappa: float | None, lapse: float, values: np.ndarray, played: int, c: float) -> float:
    """The logarithm of the probability of one move at one competence."""
    best = values.max()
    if family == "regan":
        # The integral of 1 / (1 + |z|) from the value to the best.
        scaled = np.sign(values) * np.log(1 + np.abs(values))
        powers = np.exp((c * (scaled.max() - scaled)) ** EXPONENT)
        log_best = brentq(lambda log: np.exp(log * powers).sum() - 1, -math.log(len(values)) - 1e-12, 0, xtol=1e-15)
        log = log_best * powers[played]
    else:
        logs = {
            "haworth": lambda: -c * np.log(abs(best) + np.abs(best - values) + kappa),
            "power": lambda: -c * np.log(best - values + kappa),
            "softmax": lambda: -c * (best - values),
            "power-chance": lambda: -c * np.log(10 * (chance(best) - chance(values)) + kappa),
            "softmax-chance": lambda: -c * (chance(best) - chance(values)),
        }[family]()
        log = logs[played] - logsumexp(logs)
    return math.log((1 - lapse) * math.exp(log) + lapse / len(values)) if lapse else log


def made_up(rng) -> list[dict]:
    """Decisions of random games with random scores, mates and near ties among them."""
    decisions = []
    for game in range(5):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 20:
            moves = list(board.legal_moves)
            move = rng.choice(moves)
            level = rng.randint(-400, 400)
            scores = {m.uci(): [0, level - int(rng.expovariate(0.01))] for m in moves}
            for uci in scores:
                if rng.random() < 0.03:
                    scores[uci] = [1, rng.choice([-4, -1, 2, 5])]
            good = sorted(moves, key=lambda m: -pawns(scores[m.uci()], 20))
            played = good[min(int(rng.expovariate(0.4)), len(good) - 1)]
            decisions.append({"game": game, "fen": board.fen(), "played": played.uci(), "sf": scores})
            board.push(move)
    return decisions


def compare(judge: Judge, task: Task, decisions: list[dict], file: str, model: tuple) -> None:
    family, kappa, mate, lapse, step, greatest = model
    words = ["profile", file, "--least", "1", "--family", family, "--mate", str(mate), "--lapse", str(lapse)]
    words += ["--kappa", str(kappa)] if kappa else []
    judge.about(*words)
    answer = task.program.ask_without_tables(*words)["groups"][0]
    grid = np.arange(0, round(greatest / step) + 1) * step
    lists = [np.array([pawns(score, mate) for score in one["sf"].values()]) for one in decisions]
    places = [list(one["sf"]).index(one["played"]) for one in decisions]
    free = [(values, played) for values, played in zip(lists, places) if len(values) > 1]

    def log_likelihood(c: float) -> float:
        return sum(log_probability(family, kappa, lapse, values, played, c) for values, played in free)

    logs = np.array([log_likelihood(c) for c in grid])
    posterior = np.exp(logs - logsumexp(logs))
    mean = float((posterior * grid).sum())
    judge.same("decisions", answer["decisions"], len(free))
    judge.same("mean", answer["competence"]["mean"], mean, 1e-7)
    # The posterior sd is at most the clustered one, and the same where the design effect is 1.
    spread = np.exp(logs / answer["design_effect"] - logsumexp(logs / answer["design_effect"]))
    centre = float((spread * grid).sum())
    judge.same("sd", answer["competence"]["sd"], math.sqrt((spread * (grid - centre) ** 2).sum()), 1e-7)
    judge.same("nats", answer["log_loss"], -log_likelihood(mean) / len(free), 1e-7)
    judge.same("design effect", answer["design_effect"], design_effect(family, kappa, lapse, decisions, lists, places, mean), 1e-2)
    tops = [float(values[p] == values.max()) / (values == values.max()).sum() for values, p in free]
    judge.same("top-1", answer["top1"], float(np.mean(tops)))


def design_effect(family, kappa, lapse, decisions, lists, places, c) -> float:
    """The spread of the games' slopes over the curvature, by differences; at least 1."""
    width = 1e-2 * c
    slopes: dict[int, float] = {}
    curvature = 0.0
    for one, values, played in zip(decisions, lists, places):
        if len(values) < 2:
            continue
        low, here, high = (log_probability(family, kappa, lapse, values, played, at) for at in (c - width, c, c + width))
        slopes[one["game"]] = slopes.get(one["game"], 0.0) + (high - low) / (2 * width)
        curvature += (2 * here - low - high) / width**2
    each = np.array(list(slopes.values()))
    spread = ((each - each.mean()) ** 2).sum() * len(each) / (len(each) - 1)
    return max(1.0, float(spread / curvature))


def run(task: Task) -> Judge:
    judge = Judge("profile")
    if task.small:
        decisions = made_up(task.rng)
        file = task.program.file("decisions.jsonl", "".join(json.dumps(one) + "\n" for one in decisions))
        for model in MODELS:
            compare(judge, task, decisions, file, model)
    return judge

"""The scale behind UCI_Elo, from games of E_p(c) over our own searcher.

Usage: fit_elo.py GAMES.csv... > crates/study/data/engine_scale.json

The games are those of `cargo run --release -p engine --example measure_elo`: competence, opponent, score and depth on each line. Ratings are those of the
greatest likelihood (Bradley and Terry, a draw being half a win each), Stockfish's fixed at what it says; half a point each way is added to
each match, so that none is won for ever. Neighbours whose ratings do not rise are pooled. Errors are the standard deviation of 200 bootstrap
samples of games; they do not hold what may be wrong with Stockfish's own scale.
"""

import json
import math
import random
import sys

SCALE = math.log(10) / 400


def rated(name: str) -> bool:
    return name.startswith("sf")


def ratings(games: list) -> dict:
    """The rating of each competence: Newton's steps for each in turn, until none moves."""
    pairs = {}
    for ours, other, score in games:
        won, played = pairs.get((ours, other), (0.5, 1))
        pairs[ours, other] = (won + score, played + 1)
    elo = {name: 1300.0 for pair in pairs for name in pair if not rated(name)}
    for _ in range(5000):
        moved = 0.0
        for name in elo:
            slope = curvature = 0.0
            for (a, b), (won, played) in pairs.items():
                if name not in (a, b):
                    continue
                other, score = (b, won) if name == a else (a, played - won)
                theirs = float(other[2:]) if rated(other) else elo[other]
                expected = 1 / (1 + math.exp(SCALE * (theirs - elo[name])))
                slope += score - played * expected
                curvature += played * expected * (1 - expected) * SCALE
            step = max(-100.0, min(100.0, slope / curvature))
            elo[name] += step
            moved = max(moved, abs(step))
        if moved < 0.01:
            break
    return {float(name): value for name, value in elo.items()}


def rising(points: list) -> list:
    """Pool adjacent violators: neighbours that fall or stay become one, at their means by games."""
    blocks = []
    for point in points:
        block = dict(point)
        while blocks and blocks[-1]["elo"] >= block["elo"]:
            before = blocks.pop()
            games = before["games"] + block["games"]
            mean = {key: (before[key] * before["games"] + block[key] * block["games"]) / games for key in ("competence", "elo", "error")}
            block = {**mean, "games": games}
        blocks.append(block)
    return blocks


def main(files: list) -> int:
    rows = [line.strip().split(",") for file in files for line in open(file, encoding="utf-8") if line.count(",") == 3]
    games = [(ours, other, float(score)) for ours, other, score, _ in rows]
    rng = random.Random(2007)
    best = ratings(games)
    samples = [ratings(rng.choices(games, k=len(games))) for _ in range(200)]
    points = []
    for c, elo in sorted(best.items()):
        values = [sample[c] for sample in samples if c in sample]
        mean = sum(values) / len(values)
        error = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
        count = sum(not rated(name) and float(name) == c for game in games for name in game[:2])
        points.append({"competence": c, "elo": elo, "error": error, "games": count})
    anchors = [{**point, "competence": round(point["competence"], 2), "elo": round(point["elo"]), "error": round(point["error"])}
               for point in rising(points)]
    record = {
        "format": "fallible-engine-scale", "version": 1, "engine": "our own searcher", "depth": int(rows[0][3]), "kappa": 1,
        "rated_by": "Stockfish 15.1, UCI_LimitStrength, " + ", ".join(sorted({name[2:] for _, name, _ in games if rated(name)})),
        "games": len(games), "anchors": anchors,
    }
    print(json.dumps(record, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

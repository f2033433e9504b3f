"""A bot as Lichess knows them: berserk's client of the Lichess API, python-chess and `fallible uci` play against a stand-in on this machine.

Usage: lichess_client.py PATH_TO_FALLIBLE

The engine is set up as docs/gui.md says for lichess-bot: by its script, with its options. Two games are played to their end, one from the
initial position and one from an endgame that the tables know; no move may be refused, and no clock may run out.
"""

import datetime
import pathlib
import re
import sys
import tempfile

import berserk
import chess
import chess.engine
from lichess_stand_in import BOT, TOKEN, Game, StandIn

PLIES = 24
ENDGAME = "8/8/8/3k4/8/8/8/KQ5r w - - 0 1"


def configured(program: str, folder: str) -> tuple:
    """The script and the options of docs/gui.md."""
    text = (pathlib.Path(__file__).parent.parent / "docs" / "gui.md").read_text(encoding="utf-8")
    script = re.search(r"```sh\n(#!/bin/sh\n.*?)```", text, re.S).group(1)
    options = dict(re.findall(r"^    (\S[^:\n]*): (\S+)$", text.split("uci_options:")[1].split("```")[0], re.M))
    assert {"Move Overhead", "Agent", "Competence"} <= options.keys(), options
    wrapper = pathlib.Path(folder) / "fallible-uci"
    wrapper.write_text(script.replace("/path/to/fallible", str(pathlib.Path(program).resolve())), encoding="utf-8")
    wrapper.chmod(0o755)
    return str(wrapper), options


def in_seconds(told) -> float:
    """A time of a game's state: berserk reads it in states of their own, not in the first one of a game."""
    return told.total_seconds() if isinstance(told, datetime.timedelta) else told / 1000


def play(client: berserk.Client, engine: chess.engine.SimpleEngine, game: str) -> None:
    """Plays a game to its end, move by move as the stream tells."""
    board = name = None
    for event in client.bots.stream_game_state(game):
        if event["type"] == "gameFull":
            fen = event["initialFen"]
            board = chess.Board() if fen == "startpos" else chess.Board(fen)
            color = chess.WHITE if event["white"]["id"] == BOT["id"] else chess.BLACK
            other = event["black" if color else "white"]
            engine.send_opponent_information(opponent=chess.engine.Opponent(other["name"], other["title"], other["rating"], False))
            name, event = object(), event["state"]
        if event["type"] != "gameState" or event["status"] != "started":
            continue
        for text in event["moves"].split()[len(board.move_stack):]:
            board.push_uci(text)
        if board.turn == color:
            seconds = [in_seconds(event[word]) for word in ("wtime", "btime", "winc", "binc")]
            limit = chess.engine.Limit(white_clock=seconds[0], black_clock=seconds[1], white_inc=seconds[2], black_inc=seconds[3])
            client.bots.make_move(game, engine.play(board, limit, game=name, info=chess.engine.INFO_ALL).move.uci())


def meets(program: str, folder: str, game: Game) -> None:
    """A challenge is offered, accepted and played."""
    server = StandIn(game)
    client = berserk.Client(berserk.TokenSession(TOKEN), base_url=server.url.rstrip("/"))
    assert client.account.get()["title"] == "BOT"
    script, options = configured(program, folder)
    engine = chess.engine.SimpleEngine.popen_uci([script], timeout=60)
    engine.configure(options)
    try:
        for event in client.bots.stream_incoming_events():
            if event["type"] == "challenge":
                client.bots.accept_challenge(event["challenge"]["id"])
            elif event["type"] == "gameStart":
                client.bots.post_message(event["game"]["id"], "Good luck")
                play(client, engine, event["game"]["id"])
                break
    finally:
        engine.quit()
        server.shutdown()
    assert game.status in ("mate", "draw", "resign", "stalemate") and game.winner != (not game.color), game.status
    assert not game.refused, game.refused
    assert len(game.chat) == 1 and game.board.move_stack


def main(program: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        meets(program, folder, Game("opening1", chess.BLACK, chess.STARTING_FEN, PLIES, (180, 2), 7))
        endgame = Game("endgame1", chess.WHITE, ENDGAME, 2 * PLIES, (60, 1), 11)
        meets(program, folder, endgame)
    print("2 passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

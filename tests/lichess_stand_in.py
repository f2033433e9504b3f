"""A stand-in for the parts of the Lichess API that a bot needs, on the loopback interface: account, events, challenge, game, moves, chat.

Usage: lichess_stand_in.py [PORT [PLIES [FEN]]]

The server challenges whoever listens for events, plays random legal moves (the same ones for the same seed), keeps both clocks, refuses
illegal moves as Lichess does, and resigns after so many half-moves if the game has not ended. Run as a program it plays one game, prints
what happened and ends with 0 if the bot played to the end. Shapes follow the public documentation of the API; nothing leaves the machine.
"""

import http.server
import json
import queue
import random
import sys
import threading
import time

import chess

BOT = {"id": "fallible-bot", "name": "fallible-bot", "title": "BOT", "rating": 1500}
OPPONENT = {"id": "somebody", "name": "somebody", "title": None, "rating": 1450}
STANDARD = {"key": "standard", "name": "Standard", "short": "Std"}
FROM_POSITION = {"key": "fromPosition", "name": "From Position", "short": "FEN"}
BLITZ = {"name": "Blitz"}
TOKEN = "a-token-of-nobody"


class Game:
    """One game between a bot, who has a color, and a player who moves at random."""

    def __init__(self, name: str, color: chess.Color, fen: str, plies: int, clock: tuple, seed: int):
        self.name, self.color, self.fen, self.plies, self.clock = name, color, fen, plies, clock
        self.board = chess.Board(fen)
        self.left = {chess.WHITE: clock[0] * 1000.0, chess.BLACK: clock[0] * 1000.0}
        self.moved_at = None
        self.status, self.winner = "started", None
        self.refused, self.chat, self.slowest = [], [], 0.0
        self.streams, self.lock, self.random = [], threading.Lock(), random.Random(seed)

    def player(self, color: chess.Color) -> dict:
        return BOT if color == self.color else OPPONENT

    def state(self) -> dict:
        white, black = (max(int(self.left[color]), 0) for color in (chess.WHITE, chess.BLACK))
        increment = self.clock[1] * 1000
        said = {"type": "gameState", "moves": " ".join(move.uci() for move in self.board.move_stack), "wtime": white, "btime": black, "winc": increment, "binc": increment, "status": self.status}
        return said | ({"winner": chess.COLOR_NAMES[self.winner]} if self.winner is not None else {})

    def full(self) -> dict:
        is_start = self.fen == chess.STARTING_FEN
        return {
            "type": "gameFull", "id": self.name, "rated": False, "variant": STANDARD if is_start else FROM_POSITION, "speed": "blitz", "perf": BLITZ,
            "clock": {"initial": self.clock[0] * 1000, "increment": self.clock[1] * 1000}, "createdAt": int(time.time() * 1000),
            "white": self.player(chess.WHITE), "black": self.player(chess.BLACK), "initialFen": "startpos" if is_start else self.fen, "state": self.state(),
        }

    def is_over(self) -> bool:
        return self.status != "started"

    def move(self, color: chess.Color, text: str) -> bool:
        """Makes a move; False if it is not legal, or not this side's turn."""
        with self.lock:
            try:
                play = chess.Move.from_uci(text)
            except ValueError:
                play = None
            if self.is_over() or self.board.turn != color or play not in self.board.legal_moves:
                self.refused.append(text)
                return False
            now = time.monotonic()
            if self.moved_at is not None and len(self.board.move_stack) >= 2:
                spent = 1000 * (now - self.moved_at)
                if color == self.color:
                    self.slowest = max(self.slowest, spent)
                self.left[color] += 1000 * self.clock[1] - spent
            self.moved_at = now
            if self.left[color] < 0:
                self.end("outoftime", not color)
                return True
            self.board.push(play)
            outcome = self.board.outcome(claim_draw=True)
            if outcome is not None:
                kind = {chess.Termination.CHECKMATE: "mate", chess.Termination.STALEMATE: "stalemate"}
                self.end(kind.get(outcome.termination, "draw"), outcome.winner)
            elif len(self.board.move_stack) >= self.plies:
                self.end("resign", self.color)
            else:
                self.tell(self.state())
        return True

    def end(self, status: str, winner) -> None:
        self.status, self.winner = status, winner
        self.tell(self.state())

    def reply(self) -> None:
        """The opponent's move, if it is its turn."""
        if not self.is_over() and self.board.turn != self.color:
            self.move(not self.color, self.random.choice(sorted(move.uci() for move in self.board.legal_moves)))

    def tell(self, event: dict) -> None:
        for stream in self.streams:
            stream.put(event)


class StandIn(http.server.ThreadingHTTPServer):
    """The server, with the one game that it offers."""

    daemon_threads = True

    def __init__(self, game: Game, port: int = 0):
        super().__init__(("127.0.0.1", port), Requests)
        self.game, self.accepted, self.declined, self.requests = game, False, False, []
        self.events = []
        self.url = f"http://127.0.0.1:{self.server_port}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def challenge(self) -> dict:
        game = self.game
        is_start = game.fen == chess.STARTING_FEN
        color = chess.COLOR_NAMES[not game.color]
        offered = {
            "id": game.name, "url": self.url + game.name, "status": "created", "challenger": OPPONENT, "destUser": BOT, "variant": STANDARD if is_start else FROM_POSITION,
            "rated": False, "speed": "blitz", "timeControl": {"type": "clock", "limit": game.clock[0], "increment": game.clock[1], "show": f"{game.clock[0] // 60}+{game.clock[1]}"},
            "color": color, "finalColor": color, "perf": BLITZ,
        }
        return {"type": "challenge", "challenge": offered if is_start else offered | {"initialFen": game.fen}}

    def started(self, kind: str) -> dict:
        game = self.game
        return {"type": kind, "game": {
            "id": game.name, "gameId": game.name, "fullId": game.name, "color": chess.COLOR_NAMES[game.color], "fen": game.board.fen(), "hasMoved": False, "isMyTurn": game.board.turn == game.color,
            "opponent": {"id": OPPONENT["id"], "username": OPPONENT["name"], "rating": OPPONENT["rating"]}, "perf": "blitz", "rated": False, "speed": "blitz", "variant": STANDARD,
            "secondsLeft": game.clock[0], "source": "friend", "compat": {"bot": True, "board": True},
        }}

    def tell(self, event: dict) -> None:
        for stream in self.events:
            stream.put(event)


class Requests(http.server.BaseHTTPRequestHandler):
    """The addresses a bot asks for."""

    protocol_version = "HTTP/1.1"
    server: StandIn

    def log_message(self, *_) -> None:
        """Nothing is printed; `StandIn.requests` has them."""

    def answer(self, said, status: int = 200) -> None:
        text = said if isinstance(said, str) else json.dumps(said)
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if not isinstance(said, str) else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, events: queue.Queue, is_last) -> None:
        """Lines of JSON, an empty one every few seconds, until one of them is the last."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                try:
                    event = events.get(timeout=3)
                except queue.Empty:
                    event = None
                line = (json.dumps(event) if event else "") + "\n"
                self.wfile.write(f"{len(line):x}\r\n{line}\r\n".encode())
                self.wfile.flush()
                if event and is_last(event):
                    break
            self.wfile.write(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass
        self.close_connection = True

    def do_GET(self) -> None:
        server, game = self.server, self.server.game
        path = self.path.split("?")[0]
        server.requests.append(("GET", path))
        profile = BOT | {"username": BOT["name"], "perfs": {"blitz": {"rating": BOT["rating"], "games": 1}}, "count": {"all": 0}}
        if path == "/api/account":
            self.answer(profile)
        elif path == "/api/account/playing":
            self.answer({"nowPlaying": [server.started("gameStart")["game"]] if server.accepted and not game.is_over() else []})
        elif path.startswith("/api/user/"):
            self.answer(profile)
        elif path == "/api/users/status":
            self.answer([{"id": BOT["id"], "name": BOT["name"], "online": True}])
        elif path == "/api/bot/online":
            self.answer("")
        elif path == f"/game/export/{game.name}":
            self.answer("")
        elif path == "/api/stream/event":
            events = queue.Queue()
            if not server.accepted and not server.declined:
                events.put(server.challenge())
            elif not game.is_over():
                events.put(server.started("gameStart"))
            server.events.append(events)
            self.stream(events, lambda event: False)
        elif path == f"/api/bot/game/stream/{game.name}":
            events = queue.Queue()
            with game.lock:
                events.put(game.full())
                game.streams.append(events)
            game.reply()
            self.stream(events, lambda event: event.get("status", "started") != "started")
        else:
            self.answer({"error": "Not found."}, 404)

    def do_POST(self) -> None:
        server, game = self.server, self.server.game
        path = self.path.split("?")[0]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        server.requests.append(("POST", path))
        if path == "/api/token/test":
            self.answer({token: {"scopes": "bot:play,challenge:read,challenge:write", "userId": BOT["id"], "expires": None} for token in body.split(",")})
        elif path == f"/api/challenge/{game.name}/accept":
            server.accepted = True
            self.answer({"ok": True})
            server.tell(server.started("gameStart"))
        elif path == f"/api/challenge/{game.name}/decline":
            server.declined = True
            self.answer({"ok": True})
        elif path.startswith(f"/api/bot/game/{game.name}/move/"):
            if game.move(game.color, path.rsplit("/", 1)[1]):
                self.answer({"ok": True})
                game.reply()
            else:
                self.answer({"error": "Not your turn, or not a legal move"}, 400)
        elif path == f"/api/bot/game/{game.name}/chat":
            game.chat.append(body)
            self.answer({"ok": True})
        elif path in (f"/api/bot/game/{game.name}/resign", f"/api/bot/game/{game.name}/abort"):
            game.end(path.rsplit("/", 1)[1].replace("abort", "aborted"), not game.color)
            self.answer({"ok": True})
        else:
            self.answer({"error": "Not found."}, 404)


def main(port: int, plies: int, fen: str) -> int:
    server = StandIn(Game("testgame", chess.BLACK if fen == chess.STARTING_FEN else chess.Board(fen).turn, fen, plies, (180, 2), 7), port)
    game = server.game
    print(f"listening on {server.url}, token {TOKEN}", flush=True)
    while not game.is_over() and not server.declined:
        time.sleep(0.2)
    time.sleep(2.0)  # the bot says goodbye
    print(f"{game.status}, {len(game.board.move_stack)} half-moves, slowest {game.slowest:.0f} ms, {len(game.refused)} moves refused, {len(game.chat)} lines of chat")
    print(chess.Board(fen).variation_san(game.board.move_stack))
    return 0 if game.status in ("mate", "stalemate", "draw", "resign") and not game.refused and game.winner != (not game.color) else 1


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(int(given[0]) if given else 0, int(given[1]) if len(given) > 1 else 60, given[2] if len(given) > 2 else chess.STARTING_FEN))

//! From `go` to `bestmove`: a move chosen in the tables or outside them, and `info` lines that say
//! why.
//!
//! - `table_moves`: a move in the tables; `engine_moves`: a move by an engine's scores
//! - `variant_moves`: a move in antichess or suicide chess
//! - `participant`: our agent in one game, and what the opponent has shown in it
//! - `lines`: scores and expected moves for the GUI

mod engine_moves;
mod lines;
mod participant;
mod table_moves;
mod variant_moves;

use std::sync::Arc;
use std::time::{Duration, Instant};

use endgame::rules::Move;
use engine::client::Programs;
use engine::message::{Go, Info, Reply};
use engine::score::Score;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use study::background_tables::TableQueue;
use study::game::GameRecord;
use value::ChoiceError;

use crate::control::Control;
use crate::options::Options;
use engine_moves::EngineMoves;
use table_moves::TableMoves;
use variant_moves::VariantMoves;
pub(crate) use variant_moves::VariantTask;

/// The part of our time to wait for a table that is being solved; then the move is searched.
const PATIENCE: f64 = 0.5;
/// With less than this left of it we do not wait.
const MOMENT: Duration = Duration::from_millis(3);

/// One `go` with the game and the settings it is about.
pub(crate) struct Task {
    pub(crate) game: GameRecord,
    pub(crate) go: Go,
    pub(crate) options: Options,
    pub(crate) control: Arc<Control>,
    pub(crate) table_queue: Arc<TableQueue>,
    /// The seed of the random generator; never 0.
    pub(crate) seed: u64,
    pub(crate) debug: bool,
}

pub(crate) type Say<'a> = &'a dyn Fn(Reply);

/// Chooses moves, and remembers the game.
pub(crate) struct Thinker {
    table_moves: TableMoves,
    pub(crate) engine_moves: EngineMoves,
    variant_moves: VariantMoves,
}

struct ChosenMove {
    play: Move,
    ponder: Option<String>,
}

impl Thinker {
    /// Engines are started among these programs.
    pub(crate) fn new(programs: Programs) -> Thinker {
        Thinker {
            table_moves: TableMoves::default(),
            engine_moves: EngineMoves::new(programs),
            variant_moves: VariantMoves::default(),
        }
    }

    /// The same in a variant.
    pub(crate) fn think_variant(&mut self, task: &VariantTask, say: Say<'_>) -> Reply {
        self.variant_moves.think(task, say)
    }

    /// Chooses a move; all `info` lines are sent before it returns.
    pub(crate) fn think(&mut self, task: &Task, say: Say<'_>) -> Reply {
        let board = task.game.board();
        if board.legal_moves().is_empty() {
            let score = Some(if board.is_check() { Score::Mate(0) } else { Score::DRAW });
            say(Reply::Info(Box::new(Info { depth: Some(0), score, ..Info::default() })));
            return Reply::BestMove { play: None, ponder: None };
        }
        let chosen = self.choose(task, say);
        Reply::BestMove { play: Some(board.uci(chosen.play)), ponder: chosen.ponder }
    }

    fn choose(&mut self, task: &Task, say: Say<'_>) -> ChosenMove {
        let began = Instant::now();
        if let Some(position) = task.table_queue.covers(task.game.board()) {
            let material = position.material();
            if task.table_queue.wait(&material, &|| !task.control.leaves_after(PATIENCE, MOMENT)) {
                match self.table_moves.think(task, &position, began, say) {
                    Ok(chosen) => return chosen,
                    Err(error) => say(Reply::remark(error.to_string())),
                }
            } else if task.table_queue.refusal(&material).is_none() {
                let endgame = material.normalized();
                let remark = format!("{endgame} is still being solved: this move is searched");
                say(Reply::remark(remark));
            }
        }
        self.engine_moves.think(task, began, say)
    }
}

impl Task {
    /// The legal moves to choose from: those of `searchmoves`, or all if it names no legal move.
    fn is_asked(&self) -> impl Fn(Move) -> bool + '_ {
        let board = self.game.board();
        let named = self.go.searchmoves.iter().filter_map(|text| board.read_uci(text));
        let named: Vec<Move> = named.collect();
        move |play| named.is_empty() || named.contains(&play)
    }

    /// The random generator of this move: each position of a game has a stream of its own, so that
    /// the same seed gives the same game, whatever else was asked in between.
    fn chance(&self) -> ChaCha8Rng {
        chance_of(self.seed, self.game.ply(), &self.game.board().fen())
    }
}

/// The random generator of a position after so many half-moves.
fn chance_of(seed: u64, ply: usize, position: &str) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let place = format!("{ply} {position}");
    // FNV-1a: the same on every machine.
    let stream = place.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    rng.set_stream(stream);
    rng
}

fn no_choice() -> ChoiceError {
    ChoiceError::new("the tables list no move here: set other Tables, and tell us")
}

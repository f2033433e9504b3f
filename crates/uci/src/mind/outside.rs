//! A move where no table helps: `E_p(c)` of the engine behind us, or of our own searcher.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use endgame::rules::{Board, Move};
use player::spec::Skill;
use player::{Belief, Competence};
use value::{Choice, Plies};

use super::lines;
use super::watch::Watch;
use super::{Answer, Say, Task};
use crate::client::{Launch, Steady};
use crate::message::{Go, Reply};
use crate::options::Options;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::stopped;
use crate::valuer::{Limits, Valuation, Valuer};

/// Positions remembered before all are forgotten.
const MEMORY: usize = 4096;
/// The part of our time and nodes that judging the opponent's last move may take.
const JUDGING: f64 = 0.4;

/// The engine behind us and what it said.
#[derive(Default)]
pub(super) struct Outside {
    engine: Option<Steady>,
    /// Valued to the full depth, by FEN and depth.
    valued: HashMap<(String, Plies), Valuation>,
    /// Of either side, as whoever plays both sides has two opponents.
    watches: [Option<Watch>; 2],
    /// How long engine and searcher have worked for this move, and on how many positions.
    working: Duration,
    nodes: u64,
}

impl Outside {
    /// Chooses a move by its values; there is at least one.
    pub(super) fn think(&mut self, task: &Task, began: Instant, say: Say<'_>) -> Answer {
        (self.working, self.nodes) = (Duration::ZERO, 0);
        let (options, game) = (&task.options, &task.game);
        let depth = depth(&task.go, options);
        let belief = self.opponent(task, depth, say);
        let moves = game.board().legal_moves();
        let nodes = task.go.nodes.map(|most| most.saturating_sub(self.nodes).max(1));
        let limits = Limits { depth, nodes, halt: &|| task.control.is_over() };
        let valuation = self.value(game.board(), &moves, &limits, say);
        let choices = game.ruled(game.ply(), stopped::choices(&moves, &valuation), &Score::DRAW);
        let is_asked = task.is_asked();
        let pairs = choices.into_iter().zip(&valuation.lines);
        let (choices, lines): (Vec<Choice<Move, Score>>, Vec<&Vec<String>>) =
            pairs.filter(|(choice, _)| is_asked(choice.play)).unzip();
        let wheel = stopped::wheel(&choices, options.kappa, options.horizon);
        let competence = competence(options, &belief);
        let chosen = match options.analyse {
            true => lines::best_first(&choices)[0],
            false => wheel.spin(competence, &mut task.chance()),
        };
        for (place, number) in lines::shown(options, &choices, chosen).into_iter().enumerate() {
            let value = choices[number].value;
            let wdl = options.show_wdl.then(|| value.win_draw_loss());
            let mut info =
                lines::info(valuation.depth.0, place, value, wdl, lines[number].clone(), began);
            info.nodes = Some(self.nodes);
            let micros = self.working.as_micros();
            info.nps = (u128::from(self.nodes) * 1_000_000)
                .checked_div(micros)
                .and_then(|nps| u64::try_from(nps).ok());
            say(Reply::Info(Box::new(info)));
        }
        let probability = match options.analyse {
            true => String::new(),
            false => format!("probability {:.4}, ", wheel.probabilities(competence)[chosen]),
        };
        let best = choices.iter().map(|choice| choice.value.pawns()).fold(f64::MIN, f64::max);
        let given = best - choices[chosen].value.pawns();
        let (method, depth) = (valuation.method.word(), valuation.depth);
        say(Reply::remark(format!(
            "{probability}{given:.2} pawns conceded; {}; depth {depth} by {method}",
            lines::opponent(&belief),
        )));
        if task.debug {
            let [working, all] = [self.working, began.elapsed()].map(|time| time.as_micros());
            say(Reply::remark(format!("{working} of {all} us spent on values")));
        }
        Answer { play: choices[chosen].play, ponder: lines[chosen].get(1).cloned() }
    }

    /// What the opponent's moves outside the tables say of him: the last one is valued now, earlier
    /// ones count if they were valued in their time.
    fn opponent(&mut self, task: &Task, depth: Plies, say: Say<'_>) -> Belief {
        let (options, game) = (&task.options, &task.game);
        let us = game.board().turn().fold_wb(0, 1);
        let mut watch = match self.watches[us].take() {
            Some(watch) if watch.goes_on_with(task, depth) => watch,
            _ => Watch::begin(task, depth),
        };
        if options.analyse {
            return watch.belief;
        }
        let nodes = task.go.nodes.map(|most| (most as f64 * JUDGING) as u64);
        let limits = Limits { depth, nodes, halt: &|| task.control.is_over_after(JUDGING) };
        let mut done = game.ply();
        for ply in watch.news(game) {
            let (board, play) = game.step(ply);
            let is_last = ply + 1 == game.ply();
            let known = is_last || self.valued.contains_key(&(board.fen(), depth));
            if !known || task.library.covers(board).is_some() {
                continue;
            }
            let moves = board.legal_moves();
            let valuation = self.value(board, &moves, &limits, say);
            if valuation.depth < depth {
                // Perhaps there is more time when we are asked again.
                done = ply;
                continue;
            }
            let choices = game.ruled(ply, stopped::choices(&moves, &valuation), &Score::DRAW);
            let wheel = stopped::wheel(&choices, options.kappa, options.horizon);
            if let Some(played) = moves.iter().position(|&legal| legal == play) {
                watch.observe(&wheel, played);
            }
        }
        watch.has_seen(game, done);
        let belief = watch.belief.clone();
        self.watches[us] = Some(watch);
        belief
    }

    /// Every move of a position valued: by the engine behind us, or by our own searcher if there is
    /// none or it fails.
    fn value(
        &mut self,
        board: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        say: Say<'_>,
    ) -> Valuation {
        let key = (board.fen(), limits.depth);
        if let Some(known) = self.valued.get(&key) {
            return known.clone();
        }
        let began = Instant::now();
        let asked = self.engine.as_mut().map(|engine| engine.value(board, moves, limits));
        let valuation = match asked {
            Some(Ok(valuation)) => valuation,
            failed => {
                // Whoever was told to stop has not failed.
                let limited = limits.nodes.is_some() || (limits.halt)();
                if let Some(Err(error)) = failed.filter(|_| !limited) {
                    say(Reply::remark(format!("{error}; this move is searched by ourselves")));
                }
                Searcher.value(board, moves, limits).expect("our own searcher always answers")
            }
        };
        self.working += began.elapsed();
        self.nodes += valuation.nodes;
        if valuation.depth >= limits.depth {
            if self.valued.len() >= MEMORY {
                self.valued.clear();
            }
            self.valued.insert(key, valuation.clone());
        }
        valuation
    }

    /// Puts an engine behind us and has it start, or none if the path is empty.
    pub(super) fn engage(&mut self, path: &str) {
        self.forget();
        self.engine = (!path.is_empty()).then(|| Steady::new(Launch::new(path)));
        if let Some(engine) = &mut self.engine {
            engine.begin();
        }
    }

    /// Values are worked out afresh.
    pub(super) fn forget(&mut self) {
        self.valued.clear();
        self.watches = [None, None];
    }
}

/// The `p` of `E_p`: as set, or as this `go` wants it; a mate in `n` shows after `2n - 1` plies.
fn depth(go: &Go, options: &Options) -> Plies {
    let mate = || go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let asked = go.depth.or_else(|| mate().map(|plies| u16::try_from(plies).unwrap_or(u16::MAX)));
    asked.map_or(options.depth(), |plies| Plies(plies.max(1)))
}

/// How well the agent plays where there are only values.
fn competence(options: &Options, opponent: &Belief) -> Competence {
    let skill = options.spec().map_or(Skill::Constant(Competence::INFALLIBLE), |spec| spec.skill());
    match skill {
        Skill::Constant(competence) => competence,
        Skill::AboveOpponent(offset) => {
            Competence::new(opponent.mean()).unwrap_or(Competence::RANDOM).plus(offset)
        }
    }
}

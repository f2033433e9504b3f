//! A move where no table helps: `E_p(c)` of the engine behind us, or of our own searcher.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use endgame::rules::{Board, Color, Move};
use player::spec::Skill;
use player::{Belief, Competence};
use value::{Choice, Plies};

use super::lines;
use super::{Answer, Say, Task};
use crate::client::{Launch, Steady};
use crate::game::Game;
use crate::message::Reply;
use crate::score::Score;
use crate::searcher::Searcher;
use crate::stopped;
use crate::valuer::{Limits, Valuation, Valuer};

/// Positions remembered before all are forgotten.
const MEMORY: usize = 4096;
/// The part of our time that judging the opponent's last move may take.
const JUDGING: f64 = 0.4;

/// The engine behind us and what it said.
#[derive(Default)]
pub(super) struct Outside {
    engine: Option<(String, Steady)>,
    /// Valued to the full depth, by FEN and depth.
    valued: HashMap<(String, Plies), Valuation>,
    /// How long engines and searcher have worked.
    pub(super) working: Duration,
}

impl Outside {
    /// Chooses a move by its values; there is at least one.
    pub(super) fn think(&mut self, task: &Task, began: Instant, say: Say<'_>) -> Answer {
        self.working = Duration::ZERO;
        let (options, game) = (&task.options, &task.game);
        let depth = task.go.depth.map_or(options.engine_depth, |depth| Plies(depth.max(1)));
        let belief = self.opponent(task, depth, say);
        let moves = game.board().legal_moves();
        let halt = || task.control.is_over();
        let valuation = self.value(task, game.board(), &moves, depth, &halt, say);
        let is_asked = task.is_asked();
        let mut choices = judged(game, game.ply(), &moves, &valuation);
        let lines: Vec<&Vec<String>> = valuation
            .lines
            .iter()
            .zip(&moves)
            .filter(|(_, play)| is_asked(**play))
            .map(|(line, _)| line)
            .collect();
        choices.retain(|choice| is_asked(choice.play));
        let wheel = stopped::wheel(&choices, options.kappa, options.horizon);
        let skill =
            options.spec().map_or(Skill::Constant(Competence::INFALLIBLE), |spec| spec.skill());
        let competence = match skill {
            Skill::Constant(competence) => competence,
            Skill::AboveOpponent(offset) => {
                Competence::new(belief.mean()).unwrap_or(Competence::RANDOM).plus(offset)
            }
        };
        let mut best_first: Vec<usize> = (0..choices.len()).collect();
        best_first.sort_by_key(|&at| std::cmp::Reverse(choices[at].value));
        let chosen = match options.analyse {
            true => best_first[0],
            false => wheel.spin(competence, &mut task.chance()),
        };
        let shown = match (options.multipv, options.analyse) {
            (1, false) => vec![chosen],
            (most, _) => best_first.into_iter().take(most).collect(),
        };
        for (place, &number) in shown.iter().enumerate() {
            let value = choices[number].value;
            let wdl = options.show_wdl.then(|| value.win_draw_loss());
            let mut info =
                lines::info(valuation.depth.0, place, value, wdl, lines[number].clone(), began);
            info.nodes = Some(valuation.nodes);
            let micros = self.working.as_micros().max(1);
            info.nps = u64::try_from(u128::from(valuation.nodes) * 1_000_000 / micros).ok();
            say(Reply::Info(Box::new(info)));
        }
        let probability = match options.analyse {
            true => String::new(),
            false => format!("probability {:.4}, ", wheel.probabilities(competence)[chosen]),
        };
        let best = choices.iter().map(|choice| choice.value.pawns()).fold(f64::MIN, f64::max);
        let given = best - choices[chosen].value.pawns();
        let seen = match belief.moves() {
            0 => "opponent not seen yet".to_owned(),
            moves => format!(
                "opponent: apparent competence {:.2} (sd {:.2}) after {moves} moves",
                belief.mean(),
                belief.sd()
            ),
        };
        let (method, depth) = (valuation.method.word(), valuation.depth);
        say(Reply::remark(format!(
            "{probability}{given:.2} pawns conceded; {seen}; depth {depth} by {method}, {} of {} us in search",
            self.working.as_micros(),
            began.elapsed().as_micros(),
        )));
        let ponder = lines[chosen].get(1).cloned();
        Answer { play: choices[chosen].play, ponder }
    }

    /// What the opponent's moves outside the tables say of him: the last one is valued now, earlier
    /// ones count if they were valued in their time.
    fn opponent(&mut self, task: &Task, depth: Plies, say: Say<'_>) -> Belief {
        let (options, game) = (&task.options, &task.game);
        let mut belief = options.opponent.prior(&options.calibration);
        let us = game.board().turn();
        if options.analyse {
            return belief;
        }
        for ply in plies_of(game, us.other()) {
            let (board, play) = game.step(ply);
            if task.library.covers(board).is_some() {
                continue;
            }
            let moves = board.legal_moves();
            let known = self.valued.contains_key(&(board.fen(), depth));
            if !known && ply + 1 != game.ply() {
                continue;
            }
            let halt = || task.control.is_over_after(JUDGING);
            let valuation = self.value(task, board, &moves, depth, &halt, say);
            if valuation.depth < depth {
                continue;
            }
            let choices = judged(game, ply, &moves, &valuation);
            let wheel = stopped::wheel(&choices, options.kappa, options.horizon);
            if let Some(played) = moves.iter().position(|&legal| legal == play) {
                belief.observe(&wheel.log_probabilities_on(belief.grid(), played));
            }
        }
        belief
    }

    /// Every move of a position valued: by the engine behind us, or by our own searcher if there is
    /// none or it fails.
    fn value(
        &mut self,
        task: &Task,
        board: &Board,
        moves: &[Move],
        depth: Plies,
        halt: &dyn Fn() -> bool,
        say: Say<'_>,
    ) -> Valuation {
        let key = (board.fen(), depth);
        if let Some(known) = self.valued.get(&key) {
            return known.clone();
        }
        let limits = Limits { depth, nodes: task.go.nodes, halt };
        let began = Instant::now();
        let asked =
            self.engine(&task.options.engine).map(|engine| engine.value(board, moves, &limits));
        let valuation = match asked {
            Some(Ok(valuation)) => valuation,
            failed => {
                // Whoever was told to stop has not failed.
                if let Some(Err(error)) = failed
                    && !halt()
                {
                    say(Reply::remark(format!("{error}; this move is searched by ourselves")));
                }
                Searcher.value(board, moves, &limits).expect("our own searcher always answers")
            }
        };
        self.working += began.elapsed();
        if valuation.depth >= depth {
            if self.valued.len() >= MEMORY {
                self.valued.clear();
            }
            self.valued.insert(key, valuation.clone());
        }
        valuation
    }

    fn engine(&mut self, path: &str) -> Option<&mut Steady> {
        if path.is_empty() {
            self.engine = None;
            return None;
        }
        let engine = match self.engine.take() {
            Some((of, engine)) if of == path => engine,
            _ => Steady::new(Launch::new(path)),
        };
        Some(&mut self.engine.insert((path.to_owned(), engine)).1)
    }
}

/// The half-moves of a side, the first first.
fn plies_of(game: &Game, side: Color) -> impl Iterator<Item = usize> + '_ {
    (0..game.ply()).filter(move |&ply| game.step(ply).0.turn() == side)
}

/// A valuation as choices, a draw by rule being level.
fn judged(
    game: &Game,
    ply: usize,
    moves: &[Move],
    valuation: &Valuation,
) -> Vec<Choice<Move, Score>> {
    let mut choices = stopped::choices(moves, valuation);
    for choice in &mut choices {
        if game.draws(ply, choice.play) {
            choice.value = Score::DRAW;
        }
    }
    choices
}

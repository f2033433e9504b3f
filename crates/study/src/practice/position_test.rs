//! A test of single positions: Jansen 1992, section 5.4.
//!
//! His 60 positions of KRKN are not printed, nor is how they were chosen; what is said is that the endgame is
//! one in which the win is easily given away, and that people named the move they would play.

use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::{Color, Position};
use endgame::table::Table;
use endgame::tables::Tables;
use rand::RngExt;
use value::{ChoiceSource, Depth, Outcome};

use super::choose::{self, Depths, turned};
use super::session::chance;
use super::trial::{FORMAT, Key, MOST_TRIED, Program, Question, Trial, TrialError};

/// In place of a program, in a test of single positions.
pub const NOBODY: &str = "nobody";

/// A test of single positions that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct PositionRequest {
    /// How many positions.
    pub count: usize,
    /// How deep they are.
    pub depths: Depths,
    /// The seed of the random generator.
    pub seed: u64,
    /// Whether positions are turned and mirrored at random.
    pub turn: bool,
}

impl Trial {
    /// Makes a test of single positions, as in Jansen 1992, section 5.4: the table's White is to move and
    /// wins, some moves keep the win and some give it away. Depths are as likely as each other.
    pub fn of_positions(
        tables: &Tables,
        table: &Table,
        endgame: String,
        request: &PositionRequest,
        seen: impl Fn(&Position) -> Position,
        stop: &AtomicBool,
    ) -> Result<Trial, TrialError> {
        let depths = choose::there(table, Color::White, true, request.depths);
        let mut left: Vec<(u16, std::vec::IntoIter<Position>)> = Vec::new();
        for depth in depths {
            let outcome = Outcome::Win(Depth(depth));
            let some = choose::some(table, Color::White, outcome, request.seed, MOST_TRIED);
            left.push((depth, some.into_iter()));
        }
        let mut rng = chance(request.seed, 0);
        let (mut questions, mut key) = (Vec::new(), Vec::new());
        while questions.len() < request.count {
            if stop.load(Ordering::Relaxed) {
                return Err(TrialError::Stopped);
            }
            if left.is_empty() {
                let (depths, found) = (request.depths, questions.len());
                return Err(TrialError::FewPositions { endgame, depths, found });
            }
            let at = rng.random_range(0..left.len());
            let Some(position) = left[at].1.next() else {
                left.swap_remove(at);
                continue;
            };
            let choices = tables.choices(&position)?;
            if (0..choices.len()).all(|at| choices.keeps_value(at)) {
                continue;
            }
            let image = if request.turn { rng.random_range(0..8) } else { 0 };
            let number = questions.len() + 1;
            questions.push(Question { number, fen: seen(&turned(&position, image)).fen() });
            key.push(Key {
                number,
                pair: number,
                program: Program::Reference,
                before: seen(&position).fen(),
                depth: left[at].0,
                played: "-".to_owned(),
                conceded: 0,
                image,
            });
        }
        Ok(Trial {
            format: FORMAT,
            endgame,
            metric: tables.metric().word().to_owned(),
            seed: request.seed,
            reference: NOBODY.to_owned(),
            challenger: NOBODY.to_owned(),
            questions,
            key,
        })
    }
}

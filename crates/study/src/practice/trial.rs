//! Pairs of positions where two programs part: Jansen 1992, section 9.2.2.
//!
//! From a position that the loser is to move in, the reference program plays an optimal move and the
//! challenger another: the two positions after these moves are two questions. People answer all of
//! them in one mixed list; whether the challenger's mistake pays is read off their answers.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use endgame::rules::{Color, Move, Position};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use player::agents::Turn;
use player::spec::{AgentSpec, SpecError};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use value::{ChoiceError, ChoiceSource, Depth, Outcome};

use crate::weights;

use super::choose::{self, Depths, turned};
use super::session::chance;

/// The format that this version writes and reads.
pub const FORMAT: u32 = 1;

/// Positions of a depth that are looked at before it is given up.
pub(super) const MOST_TRIED: usize = 20_000;

/// Whose move led to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Program {
    /// The one that plays optimally.
    Reference,
    /// The one that errs on purpose.
    Challenger,
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Program::Reference => "reference",
            Program::Challenger => "challenger",
        })
    }
}

/// One position to be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its number, from 1.
    pub number: usize,
    /// The position.
    pub fen: String,
}

/// Where a question comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    /// The question.
    pub number: usize,
    /// The pair it belongs to, from 1.
    pub pair: usize,
    /// Whose move led to it.
    pub program: Program,
    /// The position before that move, not turned.
    pub before: String,
    /// How deep that was.
    pub depth: u16,
    /// The move.
    pub played: String,
    /// What it conceded.
    pub conceded: u16,
    /// Which symmetric image is shown.
    pub image: u8,
}

/// A test and its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// [`FORMAT`].
    pub format: u32,
    /// The endgame.
    pub endgame: String,
    /// What depths count.
    pub metric: String,
    /// The seed of the random generator.
    pub seed: u64,
    /// The program that plays optimally.
    pub reference: String,
    /// The program that errs on purpose.
    pub challenger: String,
    /// What people see.
    pub questions: Vec<Question>,
    /// What they do not.
    pub key: Vec<Key>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// How many pairs.
    pub pairs: usize,
    /// The depths of the positions they come from.
    pub depths: Depths,
    /// The program that plays optimally.
    pub reference: &'a AgentSpec,
    /// The program that errs on purpose.
    pub challenger: &'a AgentSpec,
    /// The seed of the random generator.
    pub seed: u64,
    /// Whether positions are turned and mirrored at random.
    pub turn: bool,
}

/// Why there is no test.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum TrialError {
    #[error(transparent)]
    Program(#[from] SpecError),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(
        "{challenger} parts from {reference} in only {found} of the {tried} positions looked at: ask for fewer, for other depths, or for a challenger that dares more"
    )]
    TooFew { reference: String, challenger: String, found: usize, tried: usize },
    #[error("nobody to move loses {endgame} in {depths}: ask for other depths")]
    NoDepth { endgame: String, depths: Depths },
    #[error(
        "only {found} positions of {endgame} were found in which the side to move wins in {depths} and can give that away: ask for fewer, or for other depths"
    )]
    FewPositions { endgame: String, depths: Depths, found: usize },
    #[error("stopped: no test was made")]
    Stopped,
}

/// Two moves from one position.
struct Pair {
    before: Position,
    depth: u16,
    /// The reference's move and the challenger's, with what they concede.
    moves: [(Move, u16); 2],
}

impl Trial {
    /// Makes a test of an endgame, the table's Black the loser; `seen` shows positions in the colours
    /// asked for, `done` hears how many pairs are found.
    pub fn make(
        tables: &Tables,
        table: &Table,
        endgame: String,
        request: &Request<'_>,
        seen: impl Fn(&Position) -> Position,
        stop: &AtomicBool,
        done: impl Fn(usize),
    ) -> Result<Trial, TrialError> {
        let pairs = pairs(tables, table, &endgame, request, stop, done)?;
        let mut rng = chance(request.seed, 1);
        let mut order: Vec<(usize, usize)> =
            (0..pairs.len()).flat_map(|pair| [(pair, 0), (pair, 1)]).collect();
        order.shuffle(&mut rng);
        let (mut questions, mut key) = (Vec::new(), Vec::new());
        for (at, (number, which)) in order.into_iter().enumerate() {
            let Pair { before, depth, moves } = &pairs[number];
            let (play, conceded) = moves[which];
            let image = if request.turn { rng.random_range(0..8) } else { 0 };
            let shown = Position::from_men(before.after(play).men(), before.turn().other());
            let shown = shown.expect("a position after a legal move is legal");
            questions.push(Question { number: at + 1, fen: seen(&turned(&shown, image)).fen() });
            let before_seen = seen(before);
            key.push(Key {
                number: at + 1,
                pair: number + 1,
                program: [Program::Reference, Program::Challenger][which],
                before: before_seen.fen(),
                depth: *depth,
                played: before.san(play),
                conceded,
                image,
            });
        }
        Ok(Trial {
            format: FORMAT,
            endgame,
            metric: tables.metric().word().to_owned(),
            seed: request.seed,
            reference: request.reference.to_string(),
            challenger: request.challenger.to_string(),
            questions,
            key,
        })
    }
}

fn pairs(
    tables: &Tables,
    table: &Table,
    endgame: &str,
    request: &Request<'_>,
    stop: &AtomicBool,
    done: impl Fn(usize),
) -> Result<Vec<Pair>, TrialError> {
    let depths = choose::there(table, Color::Black, false, request.depths);
    if depths.is_empty() {
        return Err(TrialError::NoDepth { endgame: endgame.to_owned(), depths: request.depths });
    }
    let mut left: Vec<(u16, std::vec::IntoIter<Position>)> = Vec::new();
    for depth in depths {
        let outcome = Outcome::Loss(Depth(depth));
        let some = choose::some(table, Color::Black, outcome, request.seed, MOST_TRIED);
        left.push((depth, some.into_iter()));
    }
    let mut rng = chance(request.seed, 0);
    let (mut found, mut tried) = (Vec::new(), 0usize);
    while found.len() < request.pairs {
        if stop.load(Ordering::Relaxed) {
            return Err(TrialError::Stopped);
        }
        done(found.len());
        if left.is_empty() {
            let [reference, challenger] =
                [request.reference, request.challenger].map(ToString::to_string);
            let found = found.len();
            return Err(TrialError::TooFew { reference, challenger, found, tried });
        }
        let at = rng.random_range(0..left.len());
        let (depth, candidates) = &mut left[at];
        match candidates.next() {
            None => drop(left.swap_remove(at)),
            Some(before) => {
                let mut rng = chance(request.seed, 2 + tried as u64);
                tried += 1;
                found.extend(parted(tables, &before, *depth, request, &mut rng)?);
            }
        }
    }
    Ok(found)
}

/// The pair that a position gives; none where the programs agree, or a move ends the endgame.
fn parted(
    tables: &Tables,
    before: &Position,
    depth: u16,
    request: &Request<'_>,
    rng: &mut dyn Rng,
) -> Result<Option<Pair>, TrialError> {
    let choices = tables.choices(before)?;
    if choices.optimal().len() == choices.len() {
        return Ok(None);
    }
    let turn = Turn::new(tables, before, &choices);
    let mut moves = Vec::new();
    for (spec, optimal) in [(request.challenger, false), (request.reference, true)] {
        let chosen = spec.instantiate(&weights::named)?.agent().choose(&turn, rng)?;
        let play = choices[chosen].play;
        let goes_on = before.after(play).material() == before.material();
        if choices.is_optimal(chosen) != optimal || !goes_on {
            return Ok(None);
        }
        // Who lets a win slip has given away all of its depth.
        let all = || choices.best().and_then(Outcome::depth).map_or(0, |depth| depth.0);
        moves.push((play, choices.conceded(chosen).unwrap_or_else(all)));
    }
    Ok(Some(Pair { before: before.clone(), depth, moves: [moves[1], moves[0]] }))
}

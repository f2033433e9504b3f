//! Players learned from their games: which rules they go by, and how much, beside their competence.
//!
//! An [`Extractor`] turns every move made in an endgame into an [`Observation`]: the features of all moves
//! that were open, and the one chosen. [`learned`](mod@learned) fits weights to many observations and
//! compares them with what simpler models foresee; [`bands`](mod@bands) does so for each rating.
//!
//! Jansen 1992, sections 6.2.6 and 9.2.1, asks for such a function and leaves it to others.

pub mod bands;
pub mod learned;
mod report;

use endgame::heuristics::{Facts, LastMove, Rule, facts_after, named};
use endgame::material::Material;
use endgame::rules::{Board, Color, Move, Position};
use endgame::tables::Tables;
use player::logit::Decision;
use player::{Concede, Model};
use value::{ChoiceError, ChoiceSource, Outcome};

pub use bands::{Band, bands};
pub use learned::{Baseline, Learned, learn};
pub use report::LearnedRecord;

use crate::pgn::Game;

/// What is learned: whose moves, and by which features.
pub struct Extractor<'a> {
    /// Who knows the values.
    pub tables: &'a Tables,
    /// The endgame, White's men first.
    pub material: Material,
    /// Whose moves: White has the men named first, in whichever colour they were played.
    pub side: Color,
    /// What outcomes cost, and which moves are never made.
    pub model: Model,
    /// The rules a player may go by.
    pub rules: Vec<Rule>,
}

/// One move that teaches something.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Minus the cost first, then each rule.
    pub decision: Decision,
    /// The rating of who moved.
    pub rating: Option<u16>,
}

/// What one game teaches, or many.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// Games looked at.
    pub games: usize,
    /// Those with an observation in them.
    pub teaching_games: usize,
    /// In the order of the moves.
    pub observations: Vec<Observation>,
    /// Moves without a choice.
    pub forced: usize,
    /// Moves that the model never makes, such as one that gives a win away.
    pub never: usize,
    /// Moves in drawn positions, where there is no depth to go by.
    pub drawn: usize,
}

impl Dataset {
    /// Adds what another game teaches.
    pub fn add(&mut self, other: Dataset) {
        self.games += other.games;
        self.teaching_games += other.teaching_games;
        self.forced += other.forced;
        self.never += other.never;
        self.drawn += other.drawn;
        self.observations.extend(other.observations);
    }
}

/// Why nothing can be learned.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum LearnError {
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(
        "the rule '{rule}' counts nothing finite for a move of {fen}: ask for a truth instead, as in threat <= 4"
    )]
    Infinite { rule: String, fen: String },
    #[error(
        "the games hold no move of this side of {material} with a choice in it: give games that reach {material}, or name another endgame or side"
    )]
    NoObservations { material: Material },
    #[error("nothing can be learned from {observations} moves: {reason}")]
    Nothing { observations: usize, reason: String },
}

/// The rules that players of an endgame may go by if nobody says which: its own, as truths, and the
/// depth given away.
pub fn default_rules(material: &Material, side: Color, model: &Model) -> Vec<Rule> {
    let read = |text: &str| -> Rule { text.parse().expect("made of words of the language") };
    // A threat counts moves; asked as a truth, it is a quick win to come.
    let own = named(material, side).into_iter().map(|named| match named.name.as_str() {
        "threat" => read("threat and not check"),
        _ => named.rule,
    });
    // What a move gives away is infinite where a win goes: there it is bounded.
    let depth = match model.filter.concede {
        Concede::Anything => "1 / (1 + conceded)",
        _ => "conceded",
    };
    own.chain([read(depth)]).collect()
}

/// Ratings that are none: the files hold junk below and above.
const RATINGS: std::ops::RangeInclusive<u16> = 100..=3500;

impl Extractor<'_> {
    /// What the rules are called in tables: the competence first.
    pub fn features(&self) -> Vec<String> {
        let rules = self.rules.iter().map(ToString::to_string);
        std::iter::once("competence".to_owned()).chain(rules).collect()
    }

    /// Whether a position is a turn of the side that is studied.
    pub(crate) fn is_turn(&self, position: &Position) -> bool {
        let (found, turn) = (position.material(), position.turn());
        let [own, other] = [self.side, self.side.other()].map(|color| self.material.army(color));
        found.army(turn) == own && found.army(turn.other()) == other
    }

    /// What a game teaches; its number keeps its moves together.
    pub fn extract(&self, number: usize, game: &Game) -> Result<Dataset, LearnError> {
        let mut dataset = Dataset { games: 1, ..Dataset::default() };
        let looks_back = self.rules.iter().any(Rule::looks_back);
        let mut last_moves: [Option<LastMove>; 2] = [None; 2];
        for (board, played) in game.replay() {
            let own_last = &mut last_moves[board.turn() as usize];
            let last = *own_last;
            if looks_back {
                *own_last = Some(LastMove::new(played.play, board.after(played.play).is_check()));
            }
            let Some(position) = self.turn_on(&board) else { continue };
            let tag = position.turn().fold_wb("WhiteElo", "BlackElo");
            let rating = game.tag(tag).and_then(|elo| elo.trim().parse().ok());
            let rating = rating.filter(|rating| RATINGS.contains(rating));
            let made = (played.play, last);
            if let Some(decision) = self.decision(number, &position, made, &mut dataset)? {
                dataset.observations.push(Observation { decision, rating });
            }
        }
        dataset.teaching_games = usize::from(!dataset.observations.is_empty());
        Ok(dataset)
    }

    /// What a move teaches; none if nothing, and the dataset counts why.
    fn decision(
        &self,
        number: usize,
        position: &Position,
        (played, last): (Move, Option<LastMove>),
        dataset: &mut Dataset,
    ) -> Result<Option<Decision>, LearnError> {
        let choices = self.tables.choices(position)?;
        if choices.best() == Some(Outcome::Draw) {
            dataset.drawn += 1;
            return Ok(None);
        }
        let weights = self.model.filter.weights(&choices);
        let open: Vec<usize> = (0..choices.len()).filter(|&at| weights[at] > 0.0).collect();
        let Some(chosen) = open.iter().position(|&at| choices[at].play == played) else {
            dataset.never += 1;
            return Ok(None);
        };
        if open.len() == 1 {
            dataset.forced += 1;
            return Ok(None);
        }
        let facts = facts_after(self.tables, position, &position.legal_moves(), last)?;
        let costs = self.model.costs(&choices);
        let row = |&at: &usize| self.row(position, costs[at], &facts[at]);
        let rows = open.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Decision::new(number, &rows, chosen)))
    }

    /// The features of a move: minus its cost, then each rule.
    pub(crate) fn row(
        &self,
        position: &Position,
        cost: f64,
        facts: &Facts,
    ) -> Result<Vec<f64>, LearnError> {
        let mut row = vec![-cost];
        row.extend(self.rules.iter().map(|rule| rule.number(facts)));
        if let Some(wrong) = row.iter().skip(1).position(|number| !number.is_finite()) {
            let rule = self.rules[wrong].to_string();
            return Err(LearnError::Infinite { rule, fen: position.fen() });
        }
        Ok(row)
    }

    /// The position on a board, if it is a turn of the side that is studied.
    pub(crate) fn turn_on(&self, board: &Board) -> Option<Position> {
        let position = (board.count_men() == self.material.men()).then(|| board.position())??;
        self.is_turn(&position).then_some(position)
    }
}

//! The decisions of games in endgames, ready to be learned from.

use endgame::heuristics::{LastMove, facts_after};
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Board, Color, Move, Position};
use endgame::tables::Tables;
use player::Model;
use value::{ChoiceError, ChoiceSource, Outcome};

use super::levels::SparseDecision;
use super::look::{Row, rows};
use super::{LastMoves, Standing};
use crate::pgn::Game;

/// A move made where there was a choice.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of its game among all.
    pub game: usize,
    /// The half-move of the game, from 1.
    pub ply: usize,
    /// The endgame, the stronger side first.
    pub material: Material,
    /// What the mover could expect.
    pub standing: Standing,
    /// His rating, if it is known.
    pub rating: Option<u16>,
    /// His strength, if his rating is known.
    pub units: Option<f64>,
    /// The moves that could be made.
    pub plays: Vec<Move>,
    /// What each move is worth to him.
    pub values: Vec<Outcome>,
    /// What each costs `R_c` of kappa 1, who may give anything away.
    pub costs: Vec<f64>,
    /// The features of each move.
    pub(crate) rows: Vec<Row>,
    /// The move that was made.
    pub played: usize,
}

impl Decision {
    /// The same for a fit, in a group of decisions.
    pub(crate) fn sparse(&self, group: usize) -> SparseDecision {
        SparseDecision::new(group, self.played, self.rows.iter().map(|Row(row)| row.as_slice()))
    }
}

/// What is wanted of games.
pub struct Reading<'a> {
    /// Who knows the values.
    pub tables: &'a Tables,
    /// Which endgames.
    pub wanted: &'a (dyn Fn(&Material) -> bool + Sync),
    /// Ratings as strengths.
    pub strength: &'a (dyn Fn(&Game, u16) -> f64 + Sync),
}

/// Ratings that are none: the files hold junk below and above.
const RATINGS: std::ops::RangeInclusive<u16> = 600..=2900;

impl Reading<'_> {
    /// The decisions of a game of this number.
    pub fn decisions(
        &self,
        number: usize,
        game: &Game,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Decision>, ChoiceError> {
        let mut found = Vec::new();
        let mut last = LastMoves::default();
        for (ply, (board, played)) in (1..).zip(game.replay()) {
            if let Some(position) = self.wanted_on(&board) {
                let material = position.material().normalized();
                self.tables.table(&material, monitor).map_err(ChoiceError::new)?;
                let plays = position.legal_moves();
                let place = plays.iter().position(|play| *play == played.play);
                if let Some(place) = place.filter(|_| plays.len() > 1) {
                    let rating = rating_of(game, position.turn());
                    let units = rating.map(|rating| (self.strength)(game, rating));
                    let made = Made { game: number, ply, last, rating, units, place };
                    found.push(self.decision(&position, plays, made)?);
                }
            }
            last = last.then(LastMove::new(played.play, board.after(played.play).is_check()));
        }
        Ok(found)
    }

    /// The position on a board, if it is one that is wanted.
    fn wanted_on(&self, board: &Board) -> Option<Position> {
        let position = (3..=5).contains(&board.count_men()).then(|| board.position())??;
        (self.wanted)(&position.material().normalized()).then_some(position)
    }

    fn decision(
        &self,
        at: &Position,
        plays: Vec<Move>,
        made: Made,
    ) -> Result<Decision, ChoiceError> {
        let facts = facts_after(self.tables, at, &plays, None)?;
        let best = facts.first().map_or(Outcome::Draw, |one| one.best);
        let standing = Standing::of(at, best);
        let units = made.units.unwrap_or(0.0);
        Ok(Decision {
            game: made.game,
            ply: made.ply,
            material: at.material().normalized(),
            standing,
            rating: made.rating,
            units: made.units,
            values: facts.iter().map(|one| one.value).collect(),
            costs: Model::judging_people().costs(&self.tables.choices(at)?),
            rows: rows(at, &plays, &facts, standing, made.last, units),
            plays,
            played: made.place,
        })
    }
}

/// The move of a game at one position.
struct Made {
    game: usize,
    ply: usize,
    last: LastMoves,
    rating: Option<u16>,
    units: Option<f64>,
    place: usize,
}

/// The rating of a player of a game, if it is one.
fn rating_of(game: &Game, color: Color) -> Option<u16> {
    let tag = color.fold_wb("WhiteElo", "BlackElo");
    let rating: u16 = game.tag(tag)?.trim().parse().ok()?;
    RATINGS.contains(&rating).then_some(rating)
}

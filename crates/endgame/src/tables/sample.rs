//! Drawn positions of an endgame, picked at random: by them one judges how often a player errs there.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use value::Outcome;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{Tables, TablesError};
use crate::material::Material;
use crate::rules::{Color, Piece, Position, Role, Square};

/// Samples by the men and the side to move.
pub(super) type Samples = HashMap<(Material, Color), Arc<[Position]>>;

/// Positions of a sample: errors are rare and unevenly spread, so that a few would not do.
const SAMPLE: usize = 1_024;

/// Placements tried at most: endgames with few draws get a smaller sample.
const MOST_TRIES: u64 = 16_384;

impl Tables {
    /// Drawn positions of these men with this side to move, every placement of the men as likely as
    /// any other; the same ones every time, and with the colours exchanged the same ones exchanged. Fewer
    /// than usual where draws are rare.
    pub fn drawn_positions(
        &self,
        material: &Material,
        turn: Color,
    ) -> Result<Arc<[Position]>, TablesError> {
        let known = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(positions) = known().get(&(*material, turn)) {
            return Ok(Arc::clone(positions));
        }
        let is_even = *material == material.flipped();
        let positions: Arc<[Position]> =
            if !material.is_normalized() || is_even && turn == Color::Black {
                let exchanged = self.drawn_positions(&material.flipped(), turn.other())?;
                exchanged.iter().map(Position::colours_exchanged).collect()
            } else {
                self.sample_drawn(material, turn)?.into()
            };
        known().insert((*material, turn), Arc::clone(&positions));
        Ok(positions)
    }

    fn sample_drawn(&self, material: &Material, turn: Color) -> Result<Vec<Position>, TablesError> {
        let seed = material.number() << 1 | u64::from(turn == Color::Black);
        let mut positions = Vec::with_capacity(SAMPLE);
        for number in 0..MOST_TRIES {
            let placed = placed(material, seed, number);
            let Ok(position) = Position::from_men(placed, turn) else { continue };
            // Two men on one square are one man less.
            if position.material() == *material && self.outcome(&position)? == Outcome::Draw {
                positions.push(position);
                if positions.len() == SAMPLE {
                    break;
                }
            }
        }
        Ok(positions)
    }
}

/// Each man on a square of its own choosing.
fn placed(material: &Material, seed: u64, number: u64) -> Vec<(Square, Piece)> {
    let men = Color::ALL.into_iter().flat_map(|color| {
        let roles = std::iter::once(Role::King).chain(material.army(color).roles());
        roles.map(move |role| role.of(color))
    });
    let square = |(man, piece): (usize, Piece)| {
        let word = [number.to_le_bytes(), (man as u64).to_le_bytes()].concat();
        let random = xxh3_64_with_seed(&word, seed);
        let (first, squares) = if piece.role == Role::Pawn { (8, 48) } else { (0, 64) };
        (Square::new(first + (random % squares) as u32), piece)
    };
    men.enumerate().map(square).collect()
}

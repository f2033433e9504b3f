//! Ratings that people understand.

use serde::{Deserialize, Serialize};

use super::{Side, Word};

/// The rating that a player's moves in endgames speak for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PeopleRating {
    /// The endgame, the stronger side first; null for all together.
    pub endgame: Option<String>,
    /// Moves with a choice that were judged.
    pub moves: usize,
    /// The rating, in steps of 50; null while the interval spans most of the scale.
    pub rating: Option<u16>,
    /// The interval that holds the rating four times of five.
    pub low: u16,
    /// Its other end.
    pub high: u16,
    /// The same in words: `about 1450 (1250 to 1700)`, or `not enough moves yet`.
    pub text: String,
    /// Whose ratings: `Lichess`.
    pub scale: Word,
}

impl PeopleRating {
    /// To the player, in a sentence.
    pub fn sentence(&self) -> String {
        match self.rating {
            Some(_) => format!("Your moves speak for a rating of {} on {}.", self.text, self.scale),
            None => format!("A rating: {}.", self.text),
        }
    }
}

/// What is said of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRatings {
    /// Which.
    pub player: Side,
    /// By all moves together.
    pub overall: PeopleRating,
    /// By those of each endgame.
    pub endgames: Vec<PeopleRating>,
}

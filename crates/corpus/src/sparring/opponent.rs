//! Who can be played in a whole game, and what a rating means there.

use std::fmt;

use study::engine_scale;
use study::schema::sparring::{SparringOffer, SparringOpponent, SparringRatings};

use crate::evaluate::reference_engine::{OWN, ReferenceEngine};
use crate::game_review::offer;
use crate::pool::Pool;
use crate::scale::Scale;

/// Somebody to play against.
#[derive(Clone, Debug, PartialEq)]
pub enum Opponent {
    /// `E_4(c)` over our own searcher, whose rating was measured in games.
    Player {
        /// On the scale of `UCI_Elo`.
        elo: f64,
    },
    /// `E_p(c)` over an engine, whose moves are as good as those of people of a rating.
    Stopped {
        /// Whose ratings.
        pool: Pool,
        /// The rating.
        elo: f64,
    },
    /// A person of a rating, as the model of human choice foresees people.
    People {
        /// Whose ratings.
        pool: Pool,
        /// The rating.
        elo: f64,
    },
    /// [`Player`](Opponent::Player) a little above what your own moves speak for.
    Partner,
    /// The best move.
    Best,
}

/// Who values the moves for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuedBy {
    /// Our own searcher: the rating was measured with it.
    Own,
    /// The engine that the rating was measured with.
    Engine,
    /// Whatever is best.
    Any,
}

/// An opponent that cannot be had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum OpponentError {
    #[error("'{0}' is nobody who can be played: choose one of {1}")]
    Unknown(String, String),
    #[error("{name} can have a rating from {least} to {most}, and {asked} is none of them")]
    Rating { name: String, least: f64, most: f64, asked: f64 },
    #[error("{0} needs a rating: say which")]
    NoRating(String),
}

/// What can be played, whatever is installed: id, name, what it does.
const KINDS: [(&str, &str, &str); 7] = [
    (
        "player",
        "A player of a rating",
        "Sees four half-moves ahead and chooses better moves the more often, the higher its rating.",
    ),
    (
        "people:lichess",
        "A person from Lichess",
        "Chooses as people of that rating do there, mostly at blitz: what they see and what they overlook.",
    ),
    (
        "people:fide",
        "A person from the tournament hall",
        "Chooses as people of that FIDE rating do in classical games.",
    ),
    (
        "partner",
        "A partner a little better than you",
        "Looks at your moves and plays slightly better.",
    ),
    (
        "stopped:lichess",
        "An engine, held back",
        "Stockfish's moves, of which good ones are chosen as often as people of that rating on Lichess choose them.",
    ),
    ("stopped:fide", "An engine, held back to a FIDE rating", "The same for FIDE's ratings."),
    ("best", "The engine itself", "Always makes a best move."),
];

/// Ratings of people that the models of human choice were fitted to.
fn of_people(pool: &Pool) -> (f64, f64) {
    if *pool == Pool::Fide { (1000.0, 2800.0) } else { (800.0, 2600.0) }
}

/// What a rating means that was measured in games, or that a model of whole people has.
const PLAYS_LIKE: &str = "plays like about";

/// What it means where only the moves are as good: see decision 0028.
const AS_GOOD_AS: &str = "its moves are about as good as those of people rated";

/// By how much the partner is above its opponent, in points.
pub(super) const ABOVE: f64 = 100.0;

impl Opponent {
    /// Reads an id such as `people:lichess`, with a rating where it needs one.
    pub fn read(id: &str, elo: Option<f64>) -> Result<Opponent, OpponentError> {
        let Some((_, name, _)) = KINDS.iter().find(|(known, ..)| *known == id) else {
            let ids = KINDS.map(|(id, ..)| id).join(", ");
            return Err(OpponentError::Unknown(id.chars().take(40).collect(), ids));
        };
        let (kind, pool) = id.split_once(':').unwrap_or((id, ""));
        let pool: Pool = pool.parse().unwrap_or(Pool::Lichess);
        let opponent = |elo: f64| match kind {
            "player" => Opponent::Player { elo },
            "people" => Opponent::People { pool, elo },
            "stopped" => Opponent::Stopped { pool, elo },
            "partner" => Opponent::Partner,
            _ => Opponent::Best,
        };
        let Some((least, most)) = opponent_ratings(id) else { return Ok(opponent(0.0)) };
        let asked = elo.ok_or_else(|| OpponentError::NoRating((*name).to_owned()))?;
        match (least..=most).contains(&asked) {
            true => Ok(opponent(asked)),
            false => Err(OpponentError::Rating { name: (*name).to_owned(), least, most, asked }),
        }
    }

    /// Who values the moves for it.
    pub fn valued_by(&self) -> ValuedBy {
        match self {
            Opponent::Player { .. } | Opponent::Partner => ValuedBy::Own,
            Opponent::Stopped { .. } => ValuedBy::Engine,
            Opponent::People { .. } | Opponent::Best => ValuedBy::Any,
        }
    }
}

/// The ratings of an opponent by its id, multiples of 25; none if it has none to choose.
fn opponent_ratings(id: &str) -> Option<(f64, f64)> {
    let rounded =
        |least: f64, most: f64| ((least / 25.0).ceil() * 25.0, (most / 25.0).floor() * 25.0);
    let (kind, pool) = id.split_once(':').unwrap_or((id, ""));
    let pool: Pool = pool.parse().unwrap_or(Pool::Lichess);
    match kind {
        "player" => {
            let scale = engine_scale::measured();
            Some(rounded(scale.min() as f64, scale.max() as f64))
        }
        "people" => Some(of_people(&pool)),
        "stopped" => {
            let (least, most) = scale_of(&pool)?.curve().range();
            Some(rounded(least, most))
        }
        _ => None,
    }
}

/// The scale of the engine that is held back.
pub(super) fn scale_of(pool: &Pool) -> Option<Scale> {
    Scale::built_in(pool).next()
}

impl fmt::Display for Opponent {
    /// How well it plays: `plays like about 1500 (blitz)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = |pool: &Pool| match pool {
            Pool::Fide => "FIDE, classical",
            _ => "Lichess, blitz",
        };
        match self {
            Opponent::Player { elo } => {
                write!(f, "{PLAYS_LIKE} {elo:.0} (by games, on the scale of Stockfish's UCI_Elo)")
            }
            Opponent::People { pool, elo } => {
                write!(f, "{PLAYS_LIKE} {elo:.0} ({})", whose(pool))
            }
            Opponent::Stopped { pool, elo } => {
                write!(f, "{AS_GOOD_AS} {elo:.0} ({})", whose(pool))
            }
            Opponent::Partner => {
                write!(f, "plays about {ABOVE:.0} points better than your moves so far")
            }
            Opponent::Best => f.write_str("plays the best move it sees"),
        }
    }
}

/// Who can be played on this machine, where an engine may have been named.
pub fn offer(named: Option<&str>) -> SparringOffer {
    let offered = offer::engines(named);
    let best = offered.engines.first().map_or("our own searcher", |one| one.name.as_str());
    // Scales hold for one engine.
    let measured = offered.engines.iter().find(|one| {
        let reference =
            |depth| ReferenceEngine::parse(&one.engine).map(|engine| engine.reference(depth));
        scale_of(&Pool::Lichess).is_some_and(|scale| {
            reference(one.depth)
                .is_ok_and(|reference| scale.check(scale.family(), &reference.to_string()).is_ok())
        })
    });
    let opponents = KINDS.iter().filter_map(|&(id, name, description)| {
        let values = match Opponent::read(id, opponent_ratings(id).map(|(least, _)| least))
            .ok()?
            .valued_by()
        {
            ValuedBy::Own => "our own searcher, depth 4".to_owned(),
            ValuedBy::Engine => format!("{}, depth {}", measured?.name, measured?.depth),
            ValuedBy::Any => best.to_owned(),
        };
        let scale = match id {
            "player" => "Stockfish's UCI_Elo, by games",
            id if id.ends_with("fide") => "FIDE, classical",
            _ => "Lichess, blitz",
        };
        let ratings = opponent_ratings(id);
        Some(SparringOpponent {
            id: id.to_owned(),
            name: name.to_owned(),
            description: description.to_owned(),
            values,
            ratings: ratings.map(|(least, most)| SparringRatings {
                least,
                most,
                scale: scale.to_owned(),
                says: if id.starts_with("stopped") { AS_GOOD_AS } else { PLAYS_LIKE }.to_owned(),
            }),
        })
    });
    SparringOffer { opponents: opponents.collect(), hint: offered.hint.clone() }
}

/// The word of the engine that values the moves for an opponent, and how deep it searches.
pub fn engine_of(opponent: &Opponent, named: Option<&str>) -> (String, u16) {
    let word = match opponent.valued_by() {
        ValuedBy::Own => OWN.to_owned(),
        ValuedBy::Engine => offer::usual_engine().to_owned(),
        ValuedBy::Any => named.map_or_else(|| offer::usual_engine().to_owned(), str::to_owned),
    };
    let depth = offer::usual_depth(&word);
    (word, depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_by_their_ids() {
        let read = |id: &str, elo| Opponent::read(id, elo);
        assert_eq!(read("player", Some(1500.0)), Ok(Opponent::Player { elo: 1500.0 }));
        let people = Opponent::People { pool: Pool::Fide, elo: 2000.0 };
        assert_eq!(read("people:fide", Some(2000.0)), Ok(people.clone()));
        assert_eq!(read("partner", None), Ok(Opponent::Partner));
        assert!(matches!(read("player", None), Err(OpponentError::NoRating(_))));
        assert!(matches!(read("people:lichess", Some(100.0)), Err(OpponentError::Rating { .. })));
        assert!(matches!(read("engine:sh", None), Err(OpponentError::Unknown(..))));
        assert_eq!(people.to_string(), "plays like about 2000 (FIDE, classical)");
    }

    #[test]
    fn everybody_offered_can_be_asked_for() {
        let offer = offer(None);
        assert!(offer.opponents.len() >= 5, "{offer:?}");
        for one in &offer.opponents {
            let usual = one.ratings.as_ref().map(|ratings| (ratings.least + ratings.most) / 2.0);
            assert!(Opponent::read(&one.id, usual).is_ok(), "{one:?}");
        }
    }
}

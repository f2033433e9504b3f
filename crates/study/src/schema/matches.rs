//! Many games between two agents, summed up.

use std::collections::BTreeMap;

use player::simulate::End;
use serde::Serialize;

use crate::described::Described;
use crate::game::DrawRule;
use crate::matches::{PlayedGame, lengths};
use crate::summary_statistics::SummaryStatistics;

/// A match in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchSummary {
    /// How many games.
    pub games: usize,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// The seed of the random generator.
    pub seed: u64,
    /// Winner's moves of the games that were won.
    pub length: Option<SummaryStatistics>,
    /// Apparent at the end of each game: of the first player who can err.
    pub competence: Option<SummaryStatistics>,
    /// White's; none if White never errs.
    pub white_competence: Option<SummaryStatistics>,
    /// Black's; none if Black never errs.
    pub black_competence: Option<SummaryStatistics>,
    /// Games by their end: `white`, `black`, `draw`, `unfinished`, and each kind of draw.
    pub results: BTreeMap<&'static str, usize>,
}

impl MatchSummary {
    /// Sums up games between White and Black, as they were named.
    pub fn new<P: Described>(
        white: &str,
        black: &str,
        seed: u64,
        games: &[PlayedGame<P>],
    ) -> MatchSummary {
        let [white_competence, black_competence] = [0, 1].map(|side: usize| {
            let of = |game: &PlayedGame<P>| Some(game.beliefs[side].as_ref()?.mean());
            SummaryStatistics::of(&games.iter().filter_map(of).collect::<Vec<_>>())
        });
        MatchSummary {
            games: games.len(),
            white: white.to_owned(),
            black: black.to_owned(),
            seed,
            length: SummaryStatistics::of(&lengths(games)),
            competence: white_competence.or(black_competence),
            white_competence,
            black_competence,
            results: results(games),
        }
    }
}

fn results<P: Described>(games: &[PlayedGame<P>]) -> BTreeMap<&'static str, usize> {
    let mut results = BTreeMap::from([("white", 0), ("black", 0), ("draw", 0)]);
    for game in games {
        let drawn = match (game.winner(), game.record.end) {
            (Some(winner), _) => Err(winner.fold_wb("white", "black")),
            (None, End::Limit) => Err("unfinished"),
            (None, End::Drawn(rule)) => Ok(rule),
            (None, _) => Ok(DrawRule::Stalemate),
        };
        if drawn.is_ok() {
            *results.entry("draw").or_default() += 1;
        }
        *results.entry(drawn.map_or_else(|end| end, DrawRule::word)).or_default() += 1;
    }
    results
}

//! The scale of `UCI_Elo`: how strong `E_p(c)` over our own searcher is, by games against Stockfish limited
//! to known ratings, and between neighbours where Stockfish cannot be that weak.
//!
//! - `fit`: ratings of the greatest likelihood, and their errors
//! - `games`: the games, kept where the results go

mod fit;
mod games;

use engine::client::Engine;
use study::any_agent::launch;
use study::engine_scale;

use fit::{Anchor, anchors};
use games::{Game, Games};

use crate::{ExperimentError, Lab, Report};

/// Who plays whom.
const PAIRINGS: [(f64, Opponent); 14] = [
    (2.0, Opponent::Own(4.0)),
    (4.0, Opponent::Own(7.0)),
    (7.0, Opponent::Own(11.0)),
    (7.0, Opponent::Stockfish(1350)),
    (11.0, Opponent::Stockfish(1350)),
    (16.0, Opponent::Stockfish(1350)),
    (24.0, Opponent::Stockfish(1350)),
    (40.0, Opponent::Stockfish(1350)),
    (16.0, Opponent::Stockfish(1600)),
    (24.0, Opponent::Stockfish(1600)),
    (40.0, Opponent::Stockfish(1600)),
    (100.0, Opponent::Stockfish(1600)),
    (40.0, Opponent::Stockfish(1850)),
    (100.0, Opponent::Stockfish(1850)),
];
/// The same for tests: every fifth of those against Stockfish.
const REDUCED: usize = 5;
/// Pairings before them, of our player with itself.
const OWN: usize = 3;
/// Two games of each pairing, so often.
const ROUNDS: usize = 18;
/// Resamples of the games, for the errors.
const SAMPLES: u64 = 200;

/// Whom `E_p(c)` plays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Opponent {
    /// `E_p(c)` at another competence.
    Own(f64),
    /// Stockfish at a rating.
    Stockfish(u32),
}

impl std::fmt::Display for Opponent {
    /// `7`, or `sf1350` for Stockfish.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Opponent::Own(c) => write!(f, "{c}"),
            Opponent::Stockfish(elo) => write!(f, "sf{elo}"),
        }
    }
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Section 4.5: stopped-down engines have ratings. Which rating does each competence of our player over our own searcher have, by games against Stockfish limited to known ratings?",
        "competence | Elo | error | games | Elo built in",
    );
    let Ok(mut stockfish) = Engine::start(&launch("stockfish")) else {
        report.grid.row(&[&"no games", &"", &"", &"", &""]);
        report.note(&["SKIPPED: Stockfish, whose UCI_Elo is the measure, is not installed: `apt install stockfish`."]);
        return Ok(());
    };
    let depth = engine_scale::DEPTH;
    let mut games = Games::open(lab, depth);
    let pairings: Vec<(f64, Opponent)> =
        PAIRINGS.into_iter().skip(lab.at_scale(0, OWN)).step_by(lab.at_scale(1, REDUCED)).collect();
    for round in 0..lab.at_scale(ROUNDS, 1) {
        for &(c, opponent) in &pairings {
            games.play(round, c, opponent, &mut stockfish)?;
        }
    }
    let built_in = engine_scale::measured();
    let found = anchors(games.played(), SAMPLES);
    for Anchor { competence, elo, error, games } in &found {
        let known = player::Competence::new(*competence).map(|c| built_in.elo(c) as f64);
        report
            .grid
            .figures(&[competence], [Some(*elo), Some(*error), Some(*games as f64), known.ok()]);
        report.compare(format!("Elo of c = {competence}"), *elo).error = *error;
    }
    report.notes.push(format!(
        "{} games at depth {depth}, kappa 1, without tables, every opening with both colours; Stockfish as its UCI_LimitStrength has it, 8 plies. Half a point each way is added to each pairing. The errors are standard deviations over {SAMPLES} resamples of the games; what may be wrong with Stockfish's own scale is not in them.",
        games.played().len()
    ));
    report
        .notes
        .push(format!("As a file, which `UCI_Elo` reads: `{}`", file(&found, games.played())));
    Ok(())
}

/// The file that `study` builds in, on one line.
fn file(anchors: &[Anchor], games: &[Game]) -> String {
    let rows: Vec<String> = anchors
        .iter()
        .map(|one| {
            let Anchor { competence, elo, error, games } = one;
            format!(r#"{{"competence":{competence:.2},"elo":{elo:.0},"error":{error:.0},"games":{games}}}"#)
        })
        .collect();
    let mut rated: Vec<u32> = games.iter().filter_map(|game| game.opponent.rating()).collect();
    rated.sort_unstable();
    rated.dedup();
    let rated: Vec<String> = rated.iter().map(u32::to_string).collect();
    format!(
        r#"{{"format":"fallible-engine-scale","version":1,"engine":"our own searcher","depth":{},"kappa":1,"rated_by":"Stockfish, UCI_LimitStrength, {}","games":{},"anchors":[{}]}}"#,
        engine_scale::DEPTH,
        rated.join(", "),
        games.len(),
        rows.join(",")
    )
}

impl Opponent {
    /// The rating that is known.
    fn rating(self) -> Option<u32> {
        match self {
            Opponent::Own(_) => None,
            Opponent::Stockfish(elo) => Some(elo),
        }
    }
}

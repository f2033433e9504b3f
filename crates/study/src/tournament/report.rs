//! The standings of a tournament as records, CSV and a plot.

use std::collections::BTreeSet;

use plot::{Plot, Series};
use serde::Serialize;

use super::{Round, Standing};

/// Every program against every opponent.
#[derive(Clone, Debug)]
pub struct TournamentReport {
    /// The games of each pair.
    pub games: usize,
    /// The seed of the random generators.
    pub seed: u64,
    /// One round for each opponent, at least one.
    pub rounds: Vec<Round>,
}

/// All standings, for `--json`.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentRecord {
    games: usize,
    seed: u64,
    rounds: Vec<RoundRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct RoundRecord {
    opponent: String,
    programs: Vec<ProgramRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct ProgramRecord {
    program: String,
    #[serde(flatten)]
    all: Standing,
    by_starting_depth: Vec<StartingDepthRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct StartingDepthRecord {
    depth: u16,
    #[serde(flatten)]
    standing: Standing,
}

/// The depths games started from, least first.
fn depths(round: &Round) -> Vec<u16> {
    let started = round.scores[0].iter().filter_map(|score| Some(score.depth()?.0));
    started.collect::<BTreeSet<u16>>().into_iter().collect()
}

impl From<&Round> for RoundRecord {
    fn from(round: &Round) -> RoundRecord {
        let depths = depths(round);
        let from = |program: usize, depth: u16| StartingDepthRecord {
            depth,
            standing: round.standing_from(program, &(depth..=depth)),
        };
        let program = |(at, name): (usize, &String)| ProgramRecord {
            program: name.clone(),
            all: round.standing(at),
            by_starting_depth: depths.iter().map(|&depth| from(at, depth)).collect(),
        };
        RoundRecord {
            opponent: round.opponent.clone(),
            programs: round.programs.iter().enumerate().map(program).collect(),
        }
    }
}

impl TournamentReport {
    /// All standings.
    pub fn record(&self) -> TournamentRecord {
        let rounds = self.rounds.iter().map(RoundRecord::from).collect();
        TournamentRecord { games: self.games, seed: self.seed, rounds }
    }

    /// One row for each pair.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "opponent,program,games,moves,d,own,net,net_se,net_over_first,net_over_first_se,saved,saved_se,saved_over_first,saved_over_first_se,length,length_over_first,length_over_first_se,blunders\n",
        );
        for round in &self.rounds {
            for (at, name) in round.programs.iter().enumerate() {
                let s = round.standing(at);
                let numbers = [
                    s.opponent_error.mean,
                    s.own_error.mean,
                    s.net.mean,
                    s.net.se,
                    s.net.over_first,
                    s.net.over_first_se,
                    s.saved.mean,
                    s.saved.se,
                    s.saved.over_first,
                    s.saved.over_first_se,
                    s.length.mean,
                    s.length.over_first,
                    s.length.over_first_se,
                ];
                let numbers = numbers.map(|number| format!("{number:.6}")).join(",");
                let Standing { games, moves, blunders, .. } = s;
                let opponent = &round.opponent;
                text.push_str(&format!(
                    "\"{opponent}\",\"{name}\",{games},{moves},{numbers},{blunders}\n"
                ));
            }
        }
        text
    }

    /// The share of games saved by starting depth, all opponents together; none without a round.
    pub fn plot(&self) -> Option<Plot> {
        let all = Round::together(&self.rounds)?;
        let depths = depths(&all);
        let saved = |program: usize, depth: u16| {
            let standing = all.standing_from(program, &(depth..=depth));
            (f64::from(depth), 100.0 * standing.saved.mean)
        };
        let line = |(at, name): (usize, &String)| Series {
            name: name.clone(),
            points: depths.iter().map(|&depth| saved(at, depth)).collect(),
        };
        let note = format!("against {}; {} games for each pair", all.opponent, self.games);
        let axes = ["depth of the starting position", "games not lost, in percent"];
        let lines = all.programs.iter().enumerate().map(line).collect();
        Some(Plot::new("Lost games saved, by starting depth", note, axes, lines))
    }
}

//! The standings of a tournament: as text, JSON, CSV and a plot.

use std::io::Write;

use anyhow::Context;
use plot::{Plot, Series};
use serde::Serialize;
use study::tournament::{Figure, Round, Standing};

use super::Args;

/// What is told.
pub(super) struct Told<'a> {
    pub(super) args: &'a Args,
    /// For each pair.
    pub(super) games: usize,
    pub(super) rounds: Vec<Round>,
}

#[derive(Serialize)]
pub(super) struct Answer {
    games: usize,
    seed: u64,
    rounds: Vec<RoundAnswer>,
}

#[derive(Serialize)]
struct RoundAnswer {
    opponent: String,
    programs: Vec<ProgramAnswer>,
}

#[derive(Serialize)]
struct ProgramAnswer {
    program: String,
    #[serde(flatten)]
    all: StandingAnswer,
    by_starting_depth: Vec<DepthAnswer>,
}

#[derive(Serialize)]
struct DepthAnswer {
    depth: u16,
    #[serde(flatten)]
    standing: StandingAnswer,
}

#[derive(Serialize)]
struct StandingAnswer {
    games: usize,
    moves: usize,
    opponent_error: FigureAnswer,
    own_error: FigureAnswer,
    net: FigureAnswer,
    saved: FigureAnswer,
    length: FigureAnswer,
    length_of_lost: Option<f64>,
    blunders: usize,
}

#[derive(Serialize)]
struct FigureAnswer {
    mean: f64,
    se: f64,
    over_first: f64,
    over_first_se: f64,
}

impl From<Figure> for FigureAnswer {
    fn from(Figure { mean, se, over_first, over_first_se }: Figure) -> FigureAnswer {
        FigureAnswer { mean, se, over_first, over_first_se }
    }
}

impl From<Standing> for StandingAnswer {
    fn from(standing: Standing) -> StandingAnswer {
        StandingAnswer {
            games: standing.games,
            moves: standing.moves,
            opponent_error: standing.opponent_error.into(),
            own_error: standing.own_error.into(),
            net: standing.net.into(),
            saved: standing.saved.into(),
            length: standing.length.into(),
            length_of_lost: standing.length_of_lost,
            blunders: standing.blunders,
        }
    }
}

/// The depths games started from, least first.
fn depths(round: &Round) -> Vec<u16> {
    let started = round.scores[0].iter().filter_map(|score| Some(score.depth()?.0));
    let mut depths: Vec<u16> = started.collect();
    depths.sort_unstable();
    depths.dedup();
    depths
}

impl Told<'_> {
    pub(super) fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Told { args, games, .. } = self;
        writeln!(out, "{games} games for each pair, seed {}; fifty moves are a draw", args.seed)?;
        for round in &self.rounds {
            writeln!(out, "\nagainst {}", round.opponent)?;
            let width = round.programs.iter().map(|name| name.chars().count()).max().unwrap_or(0);
            let width = width.max(10) + 2;
            writeln!(
                out,
                "{:<width$}{:>8}{:>8}{:>8}{:>19}{:>9}{:>19}{:>8}",
                "program",
                "d",
                "own",
                "net",
                "net over first",
                "saved",
                "saved over first",
                "moves"
            )?;
            for (at, name) in round.programs.iter().enumerate() {
                let standing = round.standing(at);
                let Standing { opponent_error, own_error, net, saved, length, .. } = standing;
                let over = |figure: Figure, times: f64, decimals: usize| {
                    let (over, se) = (times * figure.over_first, times * figure.over_first_se);
                    format!("{over:+.decimals$} ± {se:.decimals$}")
                };
                writeln!(
                    out,
                    "{name:<width$}{:>8.3}{:>8.3}{:>8.3}{:>19}{:>7.1} %{:>19}{:>8.2}",
                    opponent_error.mean,
                    own_error.mean,
                    net.mean,
                    over(net, 1.0, 3),
                    100.0 * saved.mean,
                    over(saved, 100.0, 1),
                    length.mean,
                )?;
            }
        }
        writeln!(
            out,
            "\nd: moves of depth the opponent gave up per move; own: what the program gave up; net: d - own.\n\
             saved: games not lost; moves: the opponent's, in all games; ± is one standard error, game by game."
        )?;
        Ok(())
    }

    pub(super) fn answer(&self) -> Answer {
        let round = |round: &Round| {
            let depths = depths(round);
            let program = |(at, name): (usize, &String)| ProgramAnswer {
                program: name.clone(),
                all: round.standing(at).into(),
                by_starting_depth: depths
                    .iter()
                    .map(|&depth| DepthAnswer {
                        depth,
                        standing: round.standing_from(at, &(depth..=depth)).into(),
                    })
                    .collect(),
            };
            RoundAnswer {
                opponent: round.opponent.clone(),
                programs: round.programs.iter().enumerate().map(program).collect(),
            }
        };
        let rounds = self.rounds.iter().map(round).collect();
        Answer { games: self.games, seed: self.args.seed, rounds }
    }

    pub(super) fn csv(&self) -> String {
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
                let (opponent, moves, blunders) = (&round.opponent, s.moves, s.blunders);
                text.push_str(&format!(
                    "\"{opponent}\",\"{name}\",{},{moves},{numbers},{blunders}\n",
                    s.games
                ));
            }
        }
        text
    }

    pub(super) fn plot(&self) -> anyhow::Result<Plot> {
        let all = Round::together(&self.rounds).context("there is at least one opponent")?;
        let depths = depths(&all);
        let line = |(at, name): (usize, &String)| Series {
            name: name.clone(),
            points: depths
                .iter()
                .map(|&depth| {
                    let standing = all.standing_from(at, &(depth..=depth));
                    (f64::from(depth), 100.0 * standing.saved.mean)
                })
                .collect(),
        };
        Ok(Plot {
            title: "Lost games saved, by starting depth".to_owned(),
            note: format!("against {}; {} games for each pair", all.opponent, self.games),
            across: "depth of the starting position".to_owned(),
            up: "games not lost, in percent".to_owned(),
            series: all.programs.iter().enumerate().map(line).collect(),
            ..Plot::default()
        })
    }
}

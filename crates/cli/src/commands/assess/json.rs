//! `assess --json`: one object, games with their moves as they come, then the players.

use std::io::Write;
use std::path::Path;

use endgame::rules::Color;
use player::{Belief, JointBelief};
use serde::Serialize;
use study::assess::{Assessment, Judged, Record, Side};
use study::pgn::Game;

use super::Findings;
use super::profile::ProfilesAnswer;
use super::quality::{PassageAnswer, QualityAnswer};
use crate::games::Unreadable;
use crate::json::{self, Value};

/// What is known before the first game.
#[derive(Serialize)]
struct Beginning {
    metric: &'static str,
    grid: String,
}

/// What is known after the last one.
#[derive(Serialize)]
struct Rest<'a> {
    /// Games with a move in the tables, without one, and those that could not be read.
    games_judged: usize,
    games_outside_tables: usize,
    games_unreadable: usize,
    players: Vec<PlayerAnswer<'a>>,
    quality: Together,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_depth: Option<ProfilesAnswer>,
    moves: usize,
    outside_tables: usize,
    /// The first of the games that could not be read.
    not_assessed: Vec<Refused>,
}

/// All players in either part.
#[derive(Serialize)]
struct Together {
    winners: QualityAnswer,
    losers: QualityAnswer,
}

#[derive(Serialize)]
struct Refused {
    file: String,
    index: usize,
    line: u64,
    reason: String,
}

#[derive(Serialize)]
pub(super) struct GameAnswer {
    file: String,
    index: usize,
    white: String,
    black: String,
    outside_tables: usize,
    moves: Vec<MoveAnswer>,
    passages: Vec<PassageAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    ply: usize,
    san: String,
    side: &'static str,
    before: Value,
    after: Value,
    conceded: Option<u16>,
    value_conceded: bool,
    optimal: usize,
    keeping: usize,
    legal: usize,
    sign: Option<String>,
    competence: Moments,
}

#[derive(Serialize)]
struct Moments {
    mean: f64,
    sd: f64,
}

#[derive(Serialize)]
struct PlayerAnswer<'a> {
    name: &'a str,
    side: &'static str,
    moves: usize,
    used: usize,
    optimal: usize,
    forced: usize,
    conceded: u64,
    value_conceded: usize,
    competence: Competence,
    maximum_likelihood: f64,
    log_evidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<Joint>,
    quality: Option<QualityAnswer>,
    posterior: Vec<f64>,
}

#[derive(Serialize)]
struct Competence {
    mean: f64,
    sd: f64,
    low: f64,
    high: f64,
    mode: f64,
    /// A grid to try where the interval is but one cell of the present one.
    #[serde(skip_serializing_if = "Option::is_none")]
    finer_grid: Option<String>,
}

#[derive(Serialize)]
struct Joint {
    competence: Moments,
    kappa: Moments,
    mode: Mode,
}

#[derive(Serialize)]
struct Mode {
    competence: f64,
    kappa: f64,
}

/// Opens the object: everything up to the first game.
fn begin(findings: &Findings<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (metric, grid) = (findings.metric.word(), findings.args.belief.grid().to_string());
    let beginning = json::line(&Beginning { metric, grid })?;
    Ok(write!(out, "{},\"games\":[", beginning.trim_end_matches('}'))?)
}

/// Writes the game that was judged last.
pub(super) fn write_game(
    findings: &Findings<'_>,
    game: &GameAnswer,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match findings.games {
        1 => begin(findings, out)?,
        _ => write!(out, ",")?,
    }
    Ok(write!(out, "{}", json::line(game)?)?)
}

/// Writes what comes after the games.
pub(super) fn write_rest(
    findings: &Findings<'_>,
    unreadable: &Unreadable,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if findings.games == 0 {
        begin(findings, out)?;
    }
    let rest = json::line(&Rest::of(findings, unreadable))?;
    Ok(writeln!(out, "],{}", &rest[1..])?)
}

impl Rest<'_> {
    fn of<'a>(findings: &'a Findings<'_>, unreadable: &Unreadable) -> Rest<'a> {
        let mass = findings.args.mass;
        let players = findings.records.players.iter();
        let refused = unreadable.first.iter().map(|error| Refused {
            file: error.file.display().to_string(),
            index: error.game,
            line: error.line,
            reason: error.problem.to_string(),
        });
        Rest {
            games_judged: findings.games,
            games_outside_tables: findings.unreached,
            games_unreadable: unreadable.count,
            players: players
                .map(|(name, record)| {
                    let quality = findings.quality.answer(name, record.side);
                    PlayerAnswer { quality, ..player(name, record, mass) }
                })
                .collect(),
            quality: Together {
                winners: findings.quality.together(Side::Attacker),
                losers: findings.quality.together(Side::Defender),
            },
            by_depth: findings.profiles.as_ref().map(|profiles| profiles.answer()),
            moves: findings.moves,
            outside_tables: findings.outside,
            not_assessed: refused.collect(),
        }
    }
}

impl GameAnswer {
    /// The game, its moves left out if brevity was asked for.
    pub(super) fn of(
        file: &Path,
        game: &Game,
        assessment: &Assessment,
        passages: Vec<PassageAnswer>,
        brief: bool,
    ) -> GameAnswer {
        let moves = if brief { &[][..] } else { &assessment.moves };
        GameAnswer {
            file: file.display().to_string(),
            index: game.index,
            white: game.player(Color::White).to_owned(),
            black: game.player(Color::Black).to_owned(),
            outside_tables: assessment.outside,
            moves: moves.iter().map(of_move).collect(),
            passages: if brief { Vec::new() } else { passages },
        }
    }
}

fn of_move(judged: &Judged) -> MoveAnswer {
    let (mean, sd) = judged.competence;
    MoveAnswer {
        ply: judged.ply,
        san: judged.san(),
        side: judged.side.word(),
        before: judged.before.into(),
        after: judged.after.into(),
        conceded: judged.conceded(),
        value_conceded: judged.value_conceded(),
        optimal: judged.optimal.len(),
        keeping: judged.keeping,
        legal: judged.legal,
        sign: judged.sign().map(|sign| sign.to_string()),
        competence: Moments { mean, sd },
    }
}

fn player<'a>(name: &'a str, record: &Record, mass: f64) -> PlayerAnswer<'a> {
    let belief: &Belief = &record.belief;
    let (low, high) = belief.interval(mass);
    PlayerAnswer {
        name,
        side: record.side.word(),
        moves: record.moves,
        used: belief.moves(),
        optimal: record.optimal,
        forced: record.forced,
        conceded: record.conceded,
        value_conceded: record.value_conceded,
        competence: Competence {
            mean: belief.mean(),
            sd: belief.sd(),
            low,
            high,
            mode: belief.mode().get(),
            finer_grid: belief.finer_grid(mass).map(|grid| grid.to_string()),
        },
        maximum_likelihood: belief.maximum_likelihood().get(),
        log_evidence: belief.log_evidence(),
        joint: record.joint.as_ref().map(joint),
        quality: None,
        posterior: belief.probabilities(),
    }
}

fn joint(belief: &JointBelief) -> Joint {
    let moments = |(mean, sd)| Moments { mean, sd };
    let (competence, kappa) = belief.mode();
    Joint {
        competence: moments(belief.competence()),
        kappa: moments(belief.offset()),
        mode: Mode { competence: competence.get(), kappa: kappa.get() },
    }
}

//! All practice so far: the list of games, what they say of you, and what to practise next.

use std::collections::BTreeMap;

use endgame::material::Material;
use player::Belief;
use serde::Serialize;

use super::report::{MASS, belief};
use crate::dates::written;
use crate::history::{Kept, MoveRow};
use study::endgame_names::plain_name;
use study::opponents;

/// One line of the history.
#[derive(Clone, Debug, Serialize)]
pub struct PastGame {
    /// Its name.
    pub id: String,
    /// When: `2026-11-16T09:16:17Z`.
    pub started: String,
    /// White's men first.
    pub material: String,
    /// Your colour.
    pub you: String,
    /// What for.
    pub goal: String,
    /// At the start.
    pub depth: Option<u16>,
    /// In words; none while that is a secret.
    pub opponent: Option<String>,
    /// None while it lasts.
    pub result: Option<String>,
    /// Whether you reached your goal.
    pub reached: Option<bool>,
    /// Yours.
    pub moves: usize,
    /// Moves of depth you gave away.
    pub conceded: u32,
    /// How competent you looked.
    pub competence: Option<f64>,
}

/// Your moves of a game.
fn yours(moves: &[MoveRow]) -> impl Iterator<Item = &MoveRow> {
    moves.iter().filter(|row| row.by_you)
}

/// What the moves that tell say of you.
fn told(moves: &[MoveRow]) -> Option<Belief> {
    let counted = yours(moves).filter(|row| row.counts);
    let belief = belief(counted.filter_map(|row| row.likelihood.as_ref()));
    (belief.moves() > 0).then_some(belief)
}

fn conceded(moves: &[MoveRow]) -> u32 {
    yours(moves).map(|row| u32::from(row.conceded.unwrap_or(0))).sum()
}

impl PastGame {
    /// The line of a game.
    pub fn of((game, moves): &Kept) -> PastGame {
        let told_of = !game.surprise || game.over.is_some();
        PastGame {
            id: game.id.clone(),
            started: written(game.started),
            material: game.material.clone(),
            you: game.you.clone(),
            goal: game.goal.clone(),
            depth: game.depth,
            opponent: told_of.then(|| opponents::name(&game.opponent)),
            result: game.over.as_ref().map(|(result, ..)| result.clone()),
            reached: game.over.as_ref().map(|(.., reached)| *reached),
            moves: yours(moves).count(),
            conceded: conceded(moves),
            competence: told(moves).map(|belief| belief.mean()),
        }
    }
}

/// What the opponents know of you.
#[derive(Clone, Debug, Serialize)]
pub struct Knowledge {
    /// In how many games.
    pub games: usize,
    /// From how many moves.
    pub moves: usize,
    /// Your apparent competence.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// From here.
    pub low: f64,
    /// To here, nineteen times of twenty.
    pub high: f64,
    /// Competence and probability.
    pub distribution: Vec<(f64, f64)>,
}

impl Knowledge {
    /// In numbers.
    pub fn of(belief: &Belief, games: usize) -> Knowledge {
        let (low, high) = belief.interval(MASS);
        let competences = belief.grid().competences().map(|c| c.get());
        Knowledge {
            games,
            moves: belief.moves(),
            mean: belief.mean(),
            sd: belief.sd(),
            low,
            high,
            distribution: competences.zip(belief.probabilities()).collect(),
        }
    }
}

/// How you get on.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Endgame by endgame.
    pub endgames: Vec<EndgameProgress>,
    /// What to practise, the most pressing first.
    pub next: Vec<Next>,
}

/// How you get on in one endgame.
#[derive(Clone, Debug, Serialize)]
pub struct EndgameProgress {
    /// The side named first is the stronger.
    pub material: String,
    /// In plain words.
    pub name: String,
    /// Played to the end.
    pub games: usize,
    /// Of these, with your goal reached.
    pub won: usize,
    /// Game by game, the first one first.
    pub competence: Vec<Moment>,
    /// By depth at the start.
    pub by_depth: Vec<DepthProgress>,
}

/// How competent you looked in one game.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// When.
    pub when: String,
    /// The apparent competence.
    pub mean: f64,
    /// From here.
    pub low: f64,
    /// To here.
    pub high: f64,
}

/// How you get on from one depth.
#[derive(Clone, Debug, Serialize)]
pub struct DepthProgress {
    /// None in a draw.
    pub depth: Option<u16>,
    /// Played to the end.
    pub games: usize,
    /// The share with your goal reached.
    pub score: f64,
    /// Moves of depth given away in a game, on average.
    pub conceded: f64,
}

/// Something to practise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Next {
    /// The endgame.
    pub material: String,
    /// In plain words.
    pub name: String,
    /// The depth; none for any, or for a draw.
    pub depth: Option<u16>,
    /// Your colour last time.
    pub side: Option<String>,
    /// Whether you have the stronger men.
    pub stronger: bool,
    /// `win`, `hold` or `resist`.
    pub goal: Option<String>,
    /// Why.
    pub why: String,
}

/// Suggestions at most.
const MOST_NEXT: usize = 6;

/// Where to begin when nothing was practised yet.
const FIRST_STEPS: [(&str, &str); 4] = [
    ("KQK", "the first mate to know"),
    ("KRK", "the second mate to know"),
    ("KPK", "the pawn ending everything comes down to"),
    ("KQKR", "the classic: won, and hard"),
];

const DAY: i64 = 24 * 3600;

fn normalized(name: &str) -> (String, bool) {
    match name.parse::<Material>() {
        Ok(material) => (material.normalized().to_string(), material.is_normalized()),
        Err(_) => (name.to_owned(), true),
    }
}

/// Sums everything up; games are the latest first.
pub fn progress(games: &[Kept], now: i64) -> Progress {
    let finished: Vec<&Kept> = games.iter().rev().filter(|(game, _)| game.over.is_some()).collect();
    let mut by_endgame: BTreeMap<String, Vec<&Kept>> = BTreeMap::new();
    for &kept in &finished {
        by_endgame.entry(normalized(&kept.0.material).0).or_default().push(kept);
    }
    let endgames = by_endgame.into_iter().map(|(material, games)| endgame(material, &games));
    Progress { endgames: endgames.collect(), next: next(&finished, now) }
}

fn reached(kept: &Kept) -> bool {
    kept.0.over.as_ref().is_some_and(|(.., reached)| *reached)
}

fn endgame(material: String, games: &[&Kept]) -> EndgameProgress {
    let moment = |kept: &&Kept| {
        let belief = told(&kept.1)?;
        let (low, high) = belief.interval(MASS);
        Some(Moment { when: written(kept.0.started), mean: belief.mean(), low, high })
    };
    let mut depths: BTreeMap<Option<u16>, Vec<&Kept>> = BTreeMap::new();
    games.iter().for_each(|kept| depths.entry(kept.0.depth).or_default().push(kept));
    let by_depth = depths.into_iter().map(|(depth, games)| {
        let played = games.len() as f64;
        let given: u32 = games.iter().map(|kept| conceded(&kept.1)).sum();
        DepthProgress {
            depth,
            games: games.len(),
            score: games.iter().filter(|kept| reached(kept)).count() as f64 / played,
            conceded: f64::from(given) / played,
        }
    });
    EndgameProgress {
        name: material.parse().map(|material| plain_name(&material)).unwrap_or_default(),
        games: games.len(),
        won: games.iter().filter(|kept| reached(kept)).count(),
        competence: games.iter().filter_map(moment).collect(),
        by_depth: by_depth.collect(),
        material,
    }
}

/// What went wrong comes back at once; what went right after 1, 2, 4, ... days, a day more each time
/// it goes right again. Depths are taken together by fives.
fn next(finished: &[&Kept], now: i64) -> Vec<Next> {
    type Key = (String, bool, String, Option<u16>);
    let mut lessons: BTreeMap<Key, (u32, &Kept)> = BTreeMap::new();
    for &kept in finished {
        let (material, white_stronger) = normalized(&kept.0.material);
        let stronger = white_stronger == (kept.0.you == "white");
        let key =
            (material, stronger, kept.0.goal.clone(), kept.0.depth.map(|depth| depth.div_ceil(5)));
        let lesson = lessons.entry(key).or_insert((0, kept));
        lesson.0 = if reached(kept) { lesson.0 + 1 } else { 0 };
        lesson.1 = kept;
    }
    let mut due: Vec<(i64, Next)> = lessons
        .into_iter()
        .filter_map(|((material, stronger, goal, _), (right, last))| {
            let wait = if right == 0 { 0 } else { DAY << (right - 1).min(10) };
            let overdue = now - last.0.started - wait;
            // A game won without a slip is not asked again before its day.
            (right == 0 || overdue >= 0).then(|| {
                let day = written(last.0.started)[..10].to_owned();
                let why = match (right, goal.as_str()) {
                    (0, "win") => format!("the win slipped away on {day}"),
                    (0, "hold") => format!("the draw slipped away on {day}"),
                    (0, _) => format!("lost on {day}: see whether it can last longer"),
                    _ => format!("went right on {day}: time to see whether it still does"),
                };
                let name =
                    material.parse().map(|material| plain_name(&material)).unwrap_or_default();
                let (depth, side) = (last.0.depth, Some(last.0.you.clone()));
                let urgency = if right == 0 { overdue + 365 * DAY } else { overdue };
                (urgency, Next { material, name, depth, side, stronger, goal: Some(goal), why })
            })
        })
        .collect();
    due.sort_by_key(|(urgency, _)| std::cmp::Reverse(*urgency));
    let mut next: Vec<Next> = due.into_iter().map(|(_, next)| next).take(MOST_NEXT).collect();
    let practised = |name: &str| finished.iter().any(|kept| normalized(&kept.0.material).0 == name);
    for (material, why) in FIRST_STEPS.into_iter().filter(|(name, _)| !practised(name)) {
        if next.len() < MOST_NEXT {
            let name = material.parse().map(|material| plain_name(&material)).unwrap_or_default();
            let (material, why) = (material.to_owned(), format!("not practised yet: {why}"));
            next.push(Next {
                material,
                name,
                depth: None,
                side: None,
                stronger: true,
                goal: None,
                why,
            });
        }
    }
    next
}

//! All practice so far: the list of games, what they say of a person, and what to practise next.

use std::collections::BTreeMap;

use endgame::material::Material;
use games::GameName;
use player::spec::ModelWords;
use player::{Belief, CompetenceGrid};

use super::goal::Goal;
use super::opponents;
use super::practice_game::observe;
use super::rating;
use super::recorded::{MoveRow, RecordedGame};
use crate::assess::INTERVAL_MASS;
use crate::dates::written;
use crate::endgame_names::plain_name;
use crate::people::rating::RatingBelief;
use crate::schema::practice::{
    DepthProgress, EndgameProgress, Knowledge, Moment, Next, PastGame, PracticeProgress,
};

/// The most suggestions.
const MOST_NEXT: usize = 6;

/// Where to begin when nothing was practised yet.
const FIRST_STEPS: [(&str, &str); 4] = [
    ("KQK", "the first mate to know"),
    ("KRK", "the second mate to know"),
    ("KPK", "the pawn ending everything comes down to"),
    ("KQKR", "the classic: won, and hard"),
];

const DAY: i64 = 24 * 3600;

impl RecordedGame {
    fn yours(&self) -> impl Iterator<Item = &MoveRow> {
        self.moves.iter().filter(|row| row.by_you)
    }

    /// What the moves that count say of you; none if there are none.
    fn belief(&self) -> Option<Belief> {
        let mut belief = Belief::uniform(CompetenceGrid::default());
        for row in self.yours().filter(|row| row.counts) {
            if let Some(logs) = &row.likelihood {
                observe(&mut belief, logs);
            }
        }
        (belief.moves() > 0).then_some(belief)
    }

    fn conceded(&self) -> u32 {
        self.yours().map(|row| u32::from(row.conceded.unwrap_or(0))).sum()
    }

    fn reached(&self) -> bool {
        self.game.reached() == Some(true)
    }

    /// The endgame with the stronger side first, and whether White has it.
    fn normalized(&self) -> (String, bool) {
        if let Some(game) = self.game.game {
            let Ok(endgame) = game.endgame(&self.game.material) else {
                return (self.game.material.clone(), true);
            };
            return (endgame.normalized().to_string(), endgame.normalized() == endgame);
        }
        match self.game.material.parse::<Material>() {
            Ok(material) => (material.normalized().to_string(), material.is_normalized()),
            Err(_) => (self.game.material.clone(), true),
        }
    }
}

impl From<&RecordedGame> for PastGame {
    fn from(recorded: &RecordedGame) -> PastGame {
        let game = &recorded.game;
        PastGame {
            id: game.id.clone(),
            started: written(game.started),
            game: game.game_word(),
            material: game.material.clone(),
            start_fen: game.start_fen.clone(),
            you: game.you.into(),
            goal: game.goal.word().into(),
            depth: game.depth,
            opponent: game.told_opponent().map(opponents::name),
            result: game.over.map(|over| over.result().into()),
            reached: game.reached(),
            moves: recorded.yours().count(),
            conceded: recorded.conceded(),
            competence: recorded.belief().map(|belief| belief.mean()),
        }
    }
}

impl Knowledge {
    /// A belief in numbers.
    pub fn new(belief: &Belief, games: usize) -> Knowledge {
        let (low, high) = belief.interval(INTERVAL_MASS);
        let competences = belief.grid().competences().map(|c| c.get());
        Knowledge {
            games,
            moves: belief.moves(),
            mean: belief.mean(),
            sd: belief.sd(),
            low,
            high,
            distribution: competences.zip(belief.probabilities()).collect(),
            model: (&ModelWords::judging_people()).into(),
        }
    }
}

/// What a game says of the person's rating.
type OfGame<'a> = &'a dyn Fn(&RecordedGame) -> Option<RatingBelief>;

/// Sums up games, the latest first; `now` in seconds since 1970.
pub fn progress(games: &[RecordedGame], now: i64, rated: OfGame<'_>) -> PracticeProgress {
    let finished: Vec<&RecordedGame> =
        games.iter().rev().filter(|recorded| recorded.game.over.is_some()).collect();
    let mut by_endgame: BTreeMap<(Option<GameName>, String), Vec<&RecordedGame>> = BTreeMap::new();
    for &recorded in &finished {
        let key = (recorded.game.game, recorded.normalized().0);
        by_endgame.entry(key).or_default().push(recorded);
    }
    let endgames = by_endgame.into_iter().map(|(of, games)| endgame(of, &games, rated));
    let model = (&ModelWords::judging_people()).into();
    let of_chess: Vec<&RecordedGame> =
        finished.iter().copied().filter(|recorded| recorded.game.game.is_none()).collect();
    PracticeProgress {
        endgames: endgames.collect(),
        rating: rating::of_games(of_chess.iter().rev().copied(), None, rated),
        next: next(&of_chess, now),
        model,
    }
}

fn named(material: &str) -> String {
    material.parse().map(|material| plain_name(&material)).unwrap_or_default()
}

fn endgame(
    (game, material): (Option<GameName>, String),
    games: &[&RecordedGame],
    rated: OfGame<'_>,
) -> EndgameProgress {
    let moment = |recorded: &&RecordedGame| {
        let belief = recorded.belief()?;
        let (low, high) = belief.interval(INTERVAL_MASS);
        let when = written(recorded.game.started);
        Some(Moment { when, mean: belief.mean(), low, high })
    };
    let won = |games: &[&RecordedGame]| games.iter().filter(|game| game.reached()).count();
    let mut depths: BTreeMap<Option<u16>, Vec<&RecordedGame>> = BTreeMap::new();
    games.iter().for_each(|recorded| depths.entry(recorded.game.depth).or_default().push(recorded));
    let by_depth = depths.into_iter().map(|(depth, games)| {
        let played = games.len() as f64;
        let given: u32 = games.iter().map(|recorded| recorded.conceded()).sum();
        DepthProgress {
            depth,
            games: games.len(),
            score: won(&games) as f64 / played,
            conceded: f64::from(given) / played,
        }
    });
    let name = match game {
        None => named(&material),
        Some(game) => game.endgame(&material).map_or_else(|_| String::new(), |it| it.plain_name()),
    };
    EndgameProgress {
        game: game.map(|game| game.word().into()),
        name,
        games: games.len(),
        won: won(games),
        competence: games.iter().filter_map(moment).collect(),
        overall: overall(games),
        rating: rating::of_games(games.iter().rev().copied(), Some(material.clone()), rated),
        by_depth: by_depth.collect(),
        material,
    }
}

/// What all games together say of you.
fn overall(games: &[&RecordedGame]) -> Option<Moment> {
    let mut belief = Belief::uniform(CompetenceGrid::default());
    let mut last = None;
    for recorded in games {
        for row in recorded.yours().filter(|row| row.counts) {
            if row.likelihood.as_ref().is_some_and(|logs| observe(&mut belief, logs)) {
                last = Some(recorded.game.started);
            }
        }
    }
    let (low, high) = belief.interval(INTERVAL_MASS);
    Some(Moment { when: written(last?), mean: belief.mean(), low, high })
}

/// What went wrong comes back at once; what went right after 1, 2, 4, ... days, a day more each time
/// it goes right again. Depths are taken together by fives.
fn next(finished: &[&RecordedGame], now: i64) -> Vec<Next> {
    type Key = (String, bool, &'static str, Option<u16>);
    let mut lessons: BTreeMap<Key, (u32, &RecordedGame)> = BTreeMap::new();
    for &recorded in finished {
        let game = &recorded.game;
        let (material, white_stronger) = recorded.normalized();
        let stronger = white_stronger == game.you.is_white();
        let fifth = game.depth.map(|depth| depth.div_ceil(5));
        let lesson =
            lessons.entry((material, stronger, game.goal.word(), fifth)).or_insert((0, recorded));
        *lesson = (if recorded.reached() { lesson.0 + 1 } else { 0 }, recorded);
    }
    let mut due: Vec<(i64, Next)> = Vec::new();
    for ((material, stronger, ..), (right, last)) in lessons {
        let game = &last.game;
        let wait = if right == 0 { 0 } else { DAY << (right - 1).min(10) };
        let overdue = now - game.started - wait;
        // A game won without a slip is not asked again before its day.
        if right > 0 && overdue < 0 {
            continue;
        }
        let day = written(game.started)[..10].to_owned();
        let why = match (right, game.goal) {
            (0, Goal::Win) => format!("the win slipped away on {day}"),
            (0, Goal::Hold) => format!("the draw slipped away on {day}"),
            (0, Goal::Resist) => format!("lost on {day}: see whether it can last longer"),
            _ => format!("went right on {day}: time to see whether it still does"),
        };
        let urgency = if right == 0 { overdue + 365 * DAY } else { overdue };
        let (depth, side, goal) =
            (game.depth, Some(game.you.into()), Some(game.goal.word().into()));
        let name = named(&material);
        due.push((urgency, Next { material, name, depth, side, stronger, goal, why }));
    }
    due.sort_by_key(|(urgency, _)| std::cmp::Reverse(*urgency));
    let new = FIRST_STEPS
        .into_iter()
        .filter(|(name, _)| finished.iter().all(|recorded| recorded.normalized().0 != *name));
    let new = new.map(|(material, why)| Next {
        material: material.to_owned(),
        name: named(material),
        depth: None,
        side: None,
        stronger: true,
        goal: None,
        why: format!("not practised yet: {why}"),
    });
    due.into_iter().map(|(_, next)| next).chain(new).take(MOST_NEXT).collect()
}

//! An endgame of another game counted by depth, and positions of a depth.

use std::collections::BTreeMap;

use endgame::outcome_histogram::{Count, SideHistogram};
use endgame::rules::Color;
use games::{AnyEndgame, AnyGame, AnyPlaces, AnyPosition, Counts, GameError, GameName};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use value::{ChoiceError, ChoiceSource, Depth, Outcome};

use crate::atlas::difficulty;
use crate::schema::{EndgameEntry, EndgameStatistics, Found, FoundPosition, Side, Statistics};

/// Positions with White and with Black to move, by what they are worth.
#[derive(Clone, Debug)]
pub struct GameHistogram {
    /// White to move.
    pub white: SideHistogram,
    /// Black to move.
    pub black: SideHistogram,
}

fn histogram(counts: &Counts) -> SideHistogram {
    let (mut wins, mut losses, mut draws) = (BTreeMap::new(), BTreeMap::new(), 0);
    for (outcome, &n) in counts {
        match outcome {
            Outcome::Win(depth) => drop(wins.insert(*depth, n)),
            Outcome::Loss(depth) => drop(losses.insert(*depth, n)),
            Outcome::Draw => draws = n,
        }
    }
    SideHistogram { wins, draws, losses }
}

impl GameHistogram {
    /// Counts an endgame: every placement of the men, or each class of mirrored ones once.
    pub fn of(
        game: &AnyGame,
        endgame: &AnyEndgame,
        count: Count,
    ) -> Result<GameHistogram, GameError> {
        let [white, black] = match count {
            Count::Boards => game.counts(endgame)?,
            Count::Classes => {
                game.load(endgame)?;
                let each = Color::ALL.map(|turn| classes(game, endgame, turn));
                let [white, black] = each;
                [white?, black?]
            }
        };
        Ok(GameHistogram { white: histogram(&white), black: histogram(&black) })
    }

    /// The side with this colour to move.
    pub fn side(&self, turn: Color) -> &SideHistogram {
        turn.fold_wb(&self.white, &self.black)
    }

    /// The same in its serialised form.
    pub fn to_schema(&self, game: &AnyGame, endgame: &AnyEndgame, count: Count) -> Statistics {
        Statistics {
            material: endgame.to_string(),
            metric: game.metric().word().into(),
            count: count.word().into(),
            white: (&self.white).into(),
            black: (&self.black).into(),
        }
    }
}

/// Counts the classes of mirrored positions with a side to move.
fn classes(game: &AnyGame, endgame: &AnyEndgame, turn: Color) -> Result<Counts, GameError> {
    let places = AnyPlaces::of(endgame);
    let merge = |mut all: Counts, some: Counts| {
        some.into_iter().for_each(|(outcome, n)| *all.entry(outcome).or_default() += n);
        all
    };
    let one = |mut counts: Counts, place: usize| {
        if let Some(at) = places.position(place, turn) {
            *counts.entry(game.value(&at)?).or_default() += 1;
        }
        Ok(counts)
    };
    let parts = (0..places.len()).into_par_iter().try_fold(Counts::new, one);
    parts.try_reduce(Counts::new, |all, some| Ok(merge(all, some)))
}

/// What positions are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    /// Who is to move.
    pub turn: Color,
    /// 1 wins, 0 draws, -1 losses of the side to move.
    pub sign: i8,
    /// The winner's moves; any if none.
    pub depth: Option<Depth>,
    /// Whether exactly one move must keep the win, or the draw.
    pub only_move: bool,
    /// How many are told.
    pub most: usize,
    /// Of the random order; the order of the table if none.
    pub seed: Option<u64>,
}

/// The positions of an endgame that are as asked for: how many there are, and the first of them.
pub fn find(game: &AnyGame, endgame: &AnyEndgame, sought: &Sought) -> Result<Found, ChoiceError> {
    let histogram = GameHistogram::of(game, endgame, Count::Boards).map_err(ChoiceError::new)?;
    let side = histogram.side(sought.turn);
    let depths = |of: &BTreeMap<Depth, u64>| -> Vec<Depth> {
        of.keys()
            .copied()
            .filter(|depth| sought.depth.is_none_or(|asked| asked == *depth))
            .collect()
    };
    let outcomes: Vec<Outcome> = match sought.sign {
        1 => depths(&side.wins).into_iter().map(Outcome::Win).collect(),
        0 => vec![Outcome::Draw],
        _ => depths(&side.losses).into_iter().map(Outcome::Loss).collect(),
    };
    let mut found = Vec::new();
    for outcome in outcomes {
        let some = game.places_of(endgame, sought.turn, outcome).map_err(ChoiceError::new)?;
        found.extend(some.into_iter().map(|place| (place, outcome)));
    }
    found.sort_unstable_by_key(|(place, _)| *place);
    let places = AnyPlaces::of(endgame);
    let fits = |&(place, outcome): &(usize, Outcome)| -> Option<Result<(AnyPosition, Outcome), ChoiceError>> {
        let at = places.position(place, sought.turn)?;
        if !sought.only_move {
            return Some(Ok((at, outcome)));
        }
        match game.choices(&at) {
            Ok(choices) => {
                let keeping = (0..choices.len()).filter(|&number| choices.keeps_value(number));
                (choices.len() > 1 && keeping.count() == 1).then_some(Ok((at, outcome)))
            }
            Err(error) => Some(Err(error)),
        }
    };
    let mut all: Vec<(AnyPosition, Outcome)> =
        found.par_iter().filter_map(fits).collect::<Result<_, _>>()?;
    let total = all.len() as u64;
    if let Some(seed) = sought.seed {
        all.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    let told = all.into_iter().take(sought.most).map(|(at, outcome)| FoundPosition {
        fen: at.to_string(),
        value: outcome.into(),
        figure: None,
        holds: None,
    });
    Ok(Found {
        material: endgame.to_string(),
        metric: game.metric().word().into(),
        total,
        positions: told.collect(),
    })
}

/// Deepest positions shown.
pub const SHOWN: usize = 4;

/// The deepest wins, or losses, of a side to move, and the first of their positions; none if there are none.
pub fn deepest(
    game: &AnyGame,
    endgame: &AnyEndgame,
    turn: Color,
    wins: bool,
) -> Result<Option<(Depth, Vec<AnyPosition>)>, GameError> {
    let Some(depth) = game.deepest_of(endgame, turn, wins)? else { return Ok(None) };
    let outcome = if wins { Outcome::Win(depth) } else { Outcome::Loss(depth) };
    let places = AnyPlaces::of(endgame);
    let found = game.places_of(endgame, turn, outcome)?;
    let found = found.into_iter().filter_map(|place| places.position(place, turn)).take(SHOWN);
    Ok(Some((depth, found.collect())))
}

/// One endgame as a list of them shows it.
pub fn entry(game: &AnyGame, endgame: &AnyEndgame, solved: bool) -> EndgameEntry {
    let deepest = super::atlas::deepest_win(game.name(), endgame);
    EndgameEntry {
        material: endgame.to_string(),
        name: endgame.plain_name(),
        men: endgame.men(),
        pawns: match game.name() {
            GameName::Checkers => endgame.to_string().contains('M'),
            _ => endgame.to_string().contains('P'),
        },
        sides: [Side::White, Side::Black],
        solved,
        positions: 2 * AnyPlaces::of(endgame).len(),
        deepest,
        difficulty: deepest.map(difficulty),
    }
}

/// An endgame in numbers, mirrored positions told apart.
pub fn statistics(game: &AnyGame, endgame: &AnyEndgame) -> Result<EndgameStatistics, GameError> {
    let histogram = GameHistogram::of(game, endgame, Count::Boards)?;
    let wins = |turn| deepest(game, endgame, turn, true);
    // Of the side that needs longest: either may win.
    let sides = [wins(Color::White)?, wins(Color::Black)?].into_iter().flatten();
    let found = sides.reduce(|first, second| if second.0 > first.0 { second } else { first });
    let fens = found.map(|(_, positions)| positions).unwrap_or_default();
    Ok(EndgameStatistics {
        material: endgame.to_string(),
        name: endgame.plain_name(),
        white: (&histogram.white).into(),
        black: (&histogram.black).into(),
        deepest_fens: fens.iter().map(ToString::to_string).collect(),
        difficulty_by_competence: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Metric;

    /// Classes stand for boards: none more than four of them, and none for none.
    #[test]
    fn classes_and_boards_tell_the_same() {
        let game = AnyGame::open(GameName::Antichess, Metric::Dtc).unwrap();
        let endgame = GameName::Antichess.endgame("NvKN").unwrap();
        let of = |count| GameHistogram::of(&game, &endgame, count).unwrap();
        let (boards, classes) = (of(Count::Boards), of(Count::Classes));
        for turn in Color::ALL {
            let (boards, classes) = (boards.side(turn), classes.side(turn));
            assert_eq!(
                boards.wins.keys().collect::<Vec<_>>(),
                classes.wins.keys().collect::<Vec<_>>()
            );
            for (depth, n) in &boards.wins {
                let few = classes.wins[depth];
                assert!(few <= *n && *n <= 4 * few, "{depth}: {few} of {n}");
            }
            assert_eq!(boards.total(), 64 * 63 * 62);
            assert!(4 * classes.total() >= boards.total());
        }
    }

    #[test]
    fn positions_are_found_by_depth() {
        let game = AnyGame::open(GameName::Checkers, Metric::Dtc).unwrap();
        let endgame = GameName::Checkers.endgame("KKvK").unwrap();
        let mut told = 0;
        for depth in 1..=8 {
            let sought = Sought {
                turn: Color::White,
                sign: 1,
                depth: Some(Depth(depth)),
                only_move: true,
                most: 5,
                seed: Some(1),
            };
            let found = find(&game, &endgame, &sought).unwrap();
            assert_eq!(found, find(&game, &endgame, &sought).unwrap());
            let all = find(&game, &endgame, &Sought { only_move: false, ..sought }).unwrap();
            let counts = GameHistogram::of(&game, &endgame, Count::Boards).unwrap();
            assert_eq!(all.total, counts.white.wins.get(&Depth(depth)).copied().unwrap_or(0));
            assert!(found.total <= all.total);
            for FoundPosition { fen, value, .. } in &found.positions {
                let at = GameName::Checkers.read(fen).unwrap();
                assert_eq!(Outcome::from(*value), Outcome::Win(Depth(depth)));
                let choices = game.choices(&at).unwrap();
                assert_eq!(choices.values().filter(|value| value.sign() > 0).count(), 1, "{fen}");
                told += 1;
            }
        }
        assert!(told > 0);
    }
}

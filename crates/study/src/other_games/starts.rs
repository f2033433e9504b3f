//! Positions to begin from: of a depth, or drawn and so hard to hold.

use endgame::rules::Color;
use games::{AnyEndgame, AnyGame, AnyPlaces, AnyPosition, GameError};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::{ChoiceError, Depth, Outcome};

use crate::practice::choose::{DRAWS_COMPARED, hardest, of_level};
use crate::practice::session::chance;
use crate::practice::{Depths, Goal};

/// Some positions of an endgame that are worth this to the side to move, in an order that depends on the seed alone.
pub fn some(
    game: &AnyGame,
    endgame: &AnyEndgame,
    (turn, outcome): (Color, Outcome),
    seed: u64,
    limit: usize,
) -> Result<Vec<AnyPosition>, GameError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    pick(game, endgame, (turn, outcome), limit, &mut rng)
}

/// So many positions that the side to move loses in a range of depths, as many of each depth.
pub fn lost_in(
    game: &AnyGame,
    endgame: &AnyEndgame,
    (turn, depths): (Color, Depths),
    seed: u64,
    count: usize,
) -> Result<Vec<AnyPosition>, GameError> {
    let steps = depths.iter().count();
    let mut all = Vec::new();
    for (at, depth) in depths.iter().enumerate() {
        let share = count / steps + usize::from(at < count % steps);
        let outcome = Outcome::Loss(Depth(depth));
        all.extend(some(game, endgame, (turn, outcome), seed, share)?);
    }
    Ok(all)
}

fn pick(
    game: &AnyGame,
    endgame: &AnyEndgame,
    (turn, outcome): (Color, Outcome),
    limit: usize,
    rng: &mut dyn Rng,
) -> Result<Vec<AnyPosition>, GameError> {
    let mut found = game.places_of(endgame, turn, outcome)?;
    let places = AnyPlaces::of(endgame);
    // Some numbers have no position, and in some positions there is nothing to choose.
    let mut picked = Vec::new();
    let mut forced = Vec::new();
    while picked.len() < limit && !found.is_empty() {
        let place = found.swap_remove(rng.random_range(0..found.len()));
        let Some(at) = places.position(place, turn) else { continue };
        match at.legal_moves().len() {
            0 => {}
            1 if forced.len() < limit => forced.push(at),
            1 => {}
            _ => picked.push(at),
        }
    }
    let missing = limit - picked.len();
    picked.extend(forced.into_iter().take(missing));
    Ok(picked)
}

/// What somebody wants to practise.
#[derive(Clone, Debug, PartialEq)]
pub struct GameWish {
    /// The endgame.
    pub endgame: AnyEndgame,
    /// Your colour; any if none.
    pub side: Option<Color>,
    /// Whether you have the men named first.
    pub first: bool,
    /// Depths to choose from.
    pub depth: Option<Depths>,
    /// 1 to 5.
    pub difficulty: Option<u16>,
    /// What for; to win if none.
    pub goal: Option<Goal>,
    /// The seed of the random generator.
    pub seed: u64,
}

/// Where it begins, you to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// The position.
    pub position: AnyPosition,
    /// Your colour.
    pub you: Color,
    /// What for.
    pub goal: Goal,
}

/// Why there is nothing to practise.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum GameStartError {
    #[error("there is no {wanted} in {name} for {men}: {next}")]
    NoSuchPosition { wanted: String, name: String, men: String, next: String },
    #[error(transparent)]
    Tables(#[from] GameError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
}

/// The difficulty of a drawn position when none is asked for.
const USUAL_LEVEL: u16 = 3;

impl GameWish {
    /// A position to begin from, one of those that look the same in a mirror.
    pub fn start(&self, game: &AnyGame) -> Result<GameStart, GameStartError> {
        let mut rng = chance(self.seed, 0);
        let you = self.side.unwrap_or_else(|| Color::from_white(rng.random::<bool>()));
        let goal = self.goal.unwrap_or(Goal::Win);
        // In the endgame as it is named, the men named first are White.
        let seat = Color::from_white(self.first);
        let wins = goal == Goal::Win;
        let deepest = match goal {
            Goal::Hold => None,
            _ => game.deepest_of(&self.endgame, seat, wins)?,
        };
        let deepest = deepest.unwrap_or_default().0;
        let depths = self.depths(deepest);
        let found = match goal {
            Goal::Hold => {
                let drawn = (seat, Outcome::Draw);
                let some = pick(game, &self.endgame, drawn, DRAWS_COMPARED, &mut rng)?;
                let mut some = hardest(game, some)?;
                let level = self.difficulty.unwrap_or(USUAL_LEVEL);
                (!some.is_empty()).then(|| some.swap_remove(of_level(some.len(), level, &mut rng)))
            }
            _ => self.decided(game, (seat, wins), depths, &mut rng)?,
        };
        let found = found.ok_or_else(|| self.nothing(goal, depths, deepest))?;
        let position = found.mirrored(rng.random_range(0..4));
        let position = if seat == you { position } else { position.in_other_colors() };
        Ok(GameStart { position, you, goal })
    }

    fn depths(&self, deepest: u16) -> Depths {
        let all = Depths { least: 1.min(deepest), greatest: deepest };
        let level = self.difficulty.map(|level| Depths::of_level(level, deepest));
        self.depth.or(level).unwrap_or(all)
    }

    /// A depth of the range, each as likely as any other, then a position of it.
    fn decided(
        &self,
        game: &AnyGame,
        (seat, wins): (Color, bool),
        depths: Depths,
        rng: &mut dyn Rng,
    ) -> Result<Option<AnyPosition>, GameError> {
        let mut depths: Vec<u16> = depths.iter().collect();
        depths.shuffle(rng);
        for depth in depths.into_iter().map(Depth) {
            let outcome = if wins { Outcome::Win(depth) } else { Outcome::Loss(depth) };
            let found = pick(game, &self.endgame, (seat, outcome), 1, rng)?.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn nothing(&self, goal: Goal, depths: Depths, deepest: u16) -> GameStartError {
        let wanted = match goal {
            Goal::Hold => "draw that can be lost".to_owned(),
            Goal::Win => format!("win in {depths}"),
            Goal::Resist => format!("loss in {depths}"),
        };
        let next = match (goal, deepest) {
            (Goal::Hold, _) | (_, 0) => "choose another goal or the other side".to_owned(),
            _ => format!("choose a depth from 1 to {deepest}"),
        };
        let name = self.endgame.plain_name();
        let mut sides = name.split(" against ");
        let men = if self.first { sides.next() } else { sides.nth(1) };
        let men = format!("the side with {}", men.unwrap_or_default());
        GameStartError::NoSuchPosition { wanted, name: name.clone(), men, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameName;
    use value::{ChoiceSource, Metric};

    #[test]
    fn a_wish_is_granted_or_refused_with_a_sentence() {
        let game = AnyGame::open(GameName::Antichess, Metric::Dtc).unwrap();
        let endgame = GameName::Antichess.endgame("RvNK").unwrap();
        let wish = GameWish {
            endgame,
            side: Some(Color::Black),
            first: true,
            depth: None,
            difficulty: None,
            goal: None,
            seed: 3,
        };
        let start = wish.start(&game).unwrap();
        assert_eq!((start.you, start.goal), (Color::Black, Goal::Win));
        assert_eq!(start.position.endgame().to_string(), "KNvR");
        assert_eq!(start.position.turn(), Color::Black);
        assert!(game.value(&start.position).unwrap().sign() > 0);
        assert_eq!(start, wish.start(&game).unwrap());
        let held = GameWish { goal: Some(Goal::Hold), ..wish.clone() }.start(&game);
        if let Ok(held) = held {
            assert_eq!(game.value(&held.position).unwrap(), Outcome::Draw);
            assert!(game.choices(&held.position).unwrap().values().any(|value| value.sign() < 0));
        }
        let deep = GameWish { depth: Some(Depths { least: 90, greatest: 99 }), ..wish };
        let said = deep.start(&game).unwrap_err().to_string();
        assert!(said.contains("no win in 90..99") && said.contains("the side with rook"), "{said}");
    }
}

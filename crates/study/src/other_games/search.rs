//! A small search for positions with more men than are solved: alpha-beta, captures followed to their end.
//!
//! Where a table is in memory it ends the line. What is left is judged by counting men: in antichess the fewer the better, in checkers the
//! more, kings above men.

use std::sync::Arc;

use engine::score::Score;
use games::{AnyGame, AnyMove, AnyPosition};
use value::{Choice, ChoiceError, ChoiceSource, Choices, Extent, Outcome, Plies};

/// Another game as a source of choices for any number of men, values being those of a search of so many half-moves.
#[derive(Clone)]
pub struct GameSearch {
    game: Arc<AnyGame>,
    depth: Plies,
}

/// When a search must end.
pub struct Stop<'a> {
    /// Polled: whether to return what has been found.
    pub halt: &'a dyn Fn() -> bool,
    /// Positions looked at, at most.
    pub nodes: Option<u64>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// For the mover, in the order of the moves given.
    pub scores: Vec<Score>,
    /// How many half-moves deep all of them were searched, at least 1.
    pub depth: Plies,
    /// Positions looked at.
    pub nodes: u64,
}

/// A decided game is worth so much, less one for each half-move until then.
const DECIDED: i32 = 1_000_000;
/// Anything beyond is decided.
const DECISIVE: i32 = DECIDED - 10_000;
/// Positions looked at between two looks at the clock.
const BETWEEN: u64 = 256;
/// Captures followed beyond the depth, in half-moves.
const MOST_CAPTURES: u16 = 24;

/// Searches every move of a position, one half-move deeper at a time, until the depth is reached or it is to stop. The first half-move is
/// always looked at whole.
pub fn search(
    game: &AnyGame,
    at: &AnyPosition,
    moves: &[AnyMove],
    depth: Plies,
    stop: &Stop<'_>,
) -> Searched {
    let mut search = Search { game, stop, nodes: 0, stopped: false, patient: true };
    let mut found = Searched { scores: vec![Score::DRAW; moves.len()], depth: Plies(1), nodes: 0 };
    for plies in 1..=depth.0.max(1) {
        search.patient = plies == 1;
        let mut scores = Vec::with_capacity(moves.len());
        for play in moves {
            let value = -search.value(&at.after(play), plies - 1, -i32::MAX, i32::MAX, 1);
            if search.stopped {
                break;
            }
            scores.push(score(value));
        }
        if search.stopped {
            break;
        }
        (found.scores, found.depth) = (scores, Plies(plies));
    }
    found.nodes = search.nodes;
    found
}

/// A value as engines write it: a decided game as mate in so many moves.
fn score(value: i32) -> Score {
    let moves = |plies: i32| (plies + 1) / 2;
    match value {
        DECISIVE.. => Score::Mate(moves(DECIDED - value).max(1)),
        value if value <= -DECISIVE => Score::Mate(-moves(DECIDED + value)),
        value => Score::Centipawns(value),
    }
}

struct Search<'a> {
    game: &'a AnyGame,
    stop: &'a Stop<'a>,
    nodes: u64,
    stopped: bool,
    /// Whether the clock is not looked at.
    patient: bool,
}

impl Search<'_> {
    /// What a position is worth to the side to move, so many half-moves from the root.
    fn value(
        &mut self,
        at: &AnyPosition,
        depth: u16,
        mut alpha: i32,
        beta: i32,
        from_root: i32,
    ) -> i32 {
        self.nodes += 1;
        if !self.patient && self.nodes.is_multiple_of(BETWEEN) {
            let enough = self.stop.nodes.is_some_and(|most| self.nodes >= most);
            self.stopped |= enough || (self.stop.halt)();
        }
        if self.stopped {
            return 0;
        }
        if let Some(sign) = self.game.name().ended(at) {
            return i32::from(sign) * (DECIDED - from_root);
        }
        if let Some(known) = self.game.known(at) {
            return self.of_table(known, from_root);
        }
        let moves = at.legal_moves();
        // Captures are forced: they are followed until the position is quiet.
        let quiet = !moves.first().is_some_and(AnyMove::is_capture);
        if depth == 0 && (quiet || from_root > i32::from(MOST_CAPTURES)) {
            return judged(at);
        }
        let mut best = -i32::MAX;
        for play in &moves {
            let next = depth.saturating_sub(1);
            let value = -self.value(&at.after(play), next, -beta, -alpha, from_root + 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// A value of the tables: a capture that decides may not be the end yet.
    fn of_table(&self, known: Outcome, from_root: i32) -> i32 {
        let far = |depth: value::Depth| DECIDED - from_root - 100 - 2 * i32::from(depth.0);
        match known {
            Outcome::Win(depth) => far(depth),
            Outcome::Draw => 0,
            Outcome::Loss(depth) => -far(depth),
        }
    }
}

/// A position by its men alone, for the side to move, in hundredths of a man.
fn judged(at: &AnyPosition) -> i32 {
    let endgame = at.endgame();
    let [own, others] = [at.turn(), at.turn().other()].map(|color| endgame.strength(color));
    100 * (own - others)
}

impl GameSearch {
    /// Values from a search of so many half-moves.
    pub fn new(game: Arc<AnyGame>, depth: Plies) -> GameSearch {
        GameSearch { game, depth }
    }

    /// How many half-moves.
    pub fn depth(&self) -> Plies {
        self.depth
    }
}

/// Moves with their scores, as choices of weight 1.
pub fn scored(moves: &[AnyMove], searched: &Searched) -> Choices<AnyMove, Score> {
    let pairs = moves.iter().zip(&searched.scores);
    let list = pairs.map(|(play, &score)| Choice::new(play.clone(), score)).collect();
    Choices::new(list, Extent::default())
}

impl ChoiceSource for GameSearch {
    type Position = AnyPosition;
    type Move = AnyMove;
    type Value = Score;

    fn choices(&self, at: &AnyPosition) -> Result<Choices<AnyMove, Score>, ChoiceError> {
        let moves = at.legal_moves();
        let stop = Stop { halt: &|| false, nodes: None };
        let searched = search(&self.game, at, &moves, self.depth, &stop);
        Ok(scored(&moves, &searched))
    }

    fn after(&self, at: &AnyPosition, play: &AnyMove) -> AnyPosition {
        at.after(play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameName;
    use value::Metric;

    fn best(game: GameName, text: &str, depth: u16) -> (String, Score) {
        let tables = AnyGame::open(game, Metric::Dtc).unwrap();
        let at = game.read(text).unwrap();
        let moves = at.legal_moves();
        let stop = Stop { halt: &|| false, nodes: None };
        let found = search(&tables, &at, &moves, Plies(depth), &stop);
        assert_eq!(found.depth, Plies(depth));
        let best = (0..moves.len()).max_by_key(|&number| found.scores[number]).unwrap();
        (at.name(&moves[best]), found.scores[best])
    }

    #[test]
    fn giving_the_last_man_away_wins_antichess() {
        // The rook gives itself away: the king must take it.
        let (_, score) = best(GameName::Antichess, "8/8/8/8/8/5k2/R7/8 w", 4);
        assert!(matches!(score, Score::Mate(1..)), "{score:?}");
        // 1. e4? loses to nothing, but after 1. b4? Black must not be driven to take everything.
        let (name, score) = best(GameName::Antichess, &GameName::Antichess.start().to_string(), 3);
        assert!(!name.is_empty() && matches!(score, Score::Centipawns(_)), "{name} {score:?}");
    }

    #[test]
    fn a_shot_is_seen_in_checkers() {
        // Two for one.
        let (_, score) = best(GameName::Checkers, "W:W30,26,27:B18,19,10", 5);
        assert!(score > Score::Centipawns(-200), "{score:?}");
        let (name, score) = best(GameName::Checkers, "W:WK18:B7,15", 2);
        assert_eq!((name.as_str(), score), ("18x11x2", Score::Mate(1)));
    }

    #[test]
    fn a_search_that_is_stopped_knows_the_first_half_move() {
        let tables = AnyGame::open(GameName::Antichess, Metric::Dtc).unwrap();
        let at = GameName::Antichess.start();
        let moves = at.legal_moves();
        let stop = Stop { halt: &|| true, nodes: None };
        let found = search(&tables, &at, &moves, Plies(40), &stop);
        assert_eq!((found.scores.len(), found.depth), (20, Plies(1)));
        let few = Stop { halt: &|| false, nodes: Some(2_000) };
        let found = search(&tables, &at, &moves, Plies(40), &few);
        assert!(found.nodes < 4_000 && found.depth >= Plies(1));
    }
}

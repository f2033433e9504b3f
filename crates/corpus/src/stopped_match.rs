//! Matches between stopped-down engines: how many rating points `E_p(c)` is below `E_p` (Haworth
//! 2007, sections 3 and 4.5).
//!
//! Two games are played from every opening, colours changed. Openings are drawn at random, the same
//! for the same seed; so a match is the same everywhere. Who is hopelessly behind in the own eyes
//! resigns.

use endgame::rules::{Board, Color, Move};
use engine::client::EngineError;
use engine::evaluator::{Evaluator, Limits};
use engine::score::Score;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use study::game::{GameOver, GameRecord};
use value::Plies;

use crate::family::Family;

/// Half-moves of an opening.
const OPENING: usize = 8;
/// The competence and the depth that openings are drawn with.
const OPENING_PLAYER: StoppedPlayer = StoppedPlayer { depth: Plies(2), competence: Some(3.0) };
/// An opening is fair if the best move is worth less than so many pawns for either side.
const FAIR: f64 = 1.0;
/// Openings that are tried before an unfair one is taken.
const TRIES: usize = 20;
/// Who sees no move worth more than this, in pawns, in two moves of his running, resigns.
const HOPELESS: f64 = -10.0;
/// A game of so many half-moves is drawn.
const LONGEST: usize = 300;

/// An engine that searches to a fixed depth: `E_p(c)`, or `E_p` itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppedPlayer {
    /// The `p` of `E_p`.
    pub depth: Plies,
    /// The competence; none: always a best move, the first of equals.
    pub competence: Option<f64>,
}

impl std::fmt::Display for StoppedPlayer {
    /// `E_4(2.5)` or `E_4`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let depth = self.depth.0;
        match self.competence {
            Some(c) => f.pad(&format!("E_{depth}({})", (1000.0 * c).round() / 1000.0)),
            None => f.pad(&format!("E_{depth}")),
        }
    }
}

/// What came of a match, for the first of the two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Pairs of games from one opening with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [usize; 5],
}

impl MatchScore {
    /// Games.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Adds a pair of games, in half points.
    fn add(&mut self, points: [usize; 2]) {
        for one in points {
            match one {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[points[0] + points[1]] += 1;
    }

    /// The share of the points: half a point is added to either side's, so that nobody has none.
    pub fn share(&self) -> f64 {
        let points = self.wins as f64 + 0.5 * self.draws as f64;
        (points + 0.5) / (self.games() as f64 + 1.0)
    }

    /// How many points stronger the first is, `400 log10(s / (1 - s))`, and the standard error:
    /// games from one opening are alike, so that pairs count, not games.
    pub fn elo(&self) -> (f64, f64) {
        let share = self.share();
        let pairs: f64 = self.pairs.iter().sum::<usize>() as f64;
        let squares: f64 = self
            .pairs
            .iter()
            .enumerate()
            .map(|(halves, count)| *count as f64 * (halves as f64 / 4.0 - share).powi(2))
            .sum();
        // No less than half a point among all games: a whitewash is not certain.
        let least = (0.5 / (self.games() as f64 + 1.0)).powi(2);
        let variance = (squares / (pairs * (pairs - 1.0).max(1.0))).max(least);
        let slope = 400.0 / std::f64::consts::LN_10 / (share * (1.0 - share));
        (400.0 * (share / (1.0 - share)).log10(), slope * variance.sqrt())
    }
}

/// Plays a match of so many pairs of games; `told` hears how many pairs are over, and says whether
/// to go on.
pub fn play_match(
    evaluator: &mut dyn Evaluator,
    family: &Family,
    players: [StoppedPlayer; 2],
    pairs: usize,
    seed: u64,
    told: &mut dyn FnMut(usize) -> bool,
) -> Result<MatchScore, EngineError> {
    let mut score = MatchScore::default();
    for pair in 0..pairs {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(pair as u64);
        let opening = opening(evaluator, family, &mut rng)?;
        let [first, second] = players;
        let white = game(evaluator, family, [first, second], &opening, &mut rng)?;
        let black = game(evaluator, family, [second, first], &opening, &mut rng)?;
        score.add([white, 2 - black]);
        if !told(pair + 1) {
            break;
        }
    }
    Ok(score)
}

/// A fair position after some random half-moves.
fn opening(
    evaluator: &mut dyn Evaluator,
    family: &Family,
    rng: &mut ChaCha8Rng,
) -> Result<Board, EngineError> {
    let mut last = Board::default();
    for _ in 0..TRIES {
        let mut board = Board::default();
        for _ in 0..OPENING {
            let Some((play, _)) = choose(evaluator, family, OPENING_PLAYER, &board, rng)? else {
                break;
            };
            board.play(play);
        }
        let best = choose(evaluator, family, OPENING_PLAYER, &board, rng)?;
        last = board;
        if best.is_some_and(|(_, best)| best.pawns().abs() < FAIR) {
            break;
        }
    }
    Ok(last)
}

/// White's half points in one game, White's player first.
fn game(
    evaluator: &mut dyn Evaluator,
    family: &Family,
    players: [StoppedPlayer; 2],
    opening: &Board,
    rng: &mut ChaCha8Rng,
) -> Result<usize, EngineError> {
    let mut game = GameRecord::from(opening.clone());
    let mut hopeless = [false; 2];
    let won_by = |color: Color| color.fold_wb(2, 0);
    while game.ply() < LONGEST {
        let turn = game.board().turn();
        match game.over() {
            Some(GameOver::Checkmate) => return Ok(won_by(turn.other())),
            Some(GameOver::Drawn(_)) => return Ok(1),
            None => (),
        }
        let side: usize = turn.fold_wb(0, 1);
        let Some((play, best)) = choose(evaluator, family, players[side], game.board(), rng)?
        else {
            return Ok(1);
        };
        let is_hopeless = best.pawns() <= HOPELESS;
        if is_hopeless && hopeless[side] {
            return Ok(won_by(turn.other()));
        }
        hopeless[side] = is_hopeless;
        game.push(play);
    }
    Ok(1)
}

/// The move a player makes and the best score; none if there is no move.
fn choose(
    evaluator: &mut dyn Evaluator,
    family: &Family,
    player: StoppedPlayer,
    board: &Board,
    rng: &mut ChaCha8Rng,
) -> Result<Option<(Move, Score)>, EngineError> {
    let moves = board.legal_moves();
    let Some(&first) = moves.first() else { return Ok(None) };
    let limits = Limits::plies(player.depth);
    let scores = evaluator.evaluate(board, &moves, &limits)?.scores;
    let best = scores.iter().copied().max().unwrap_or(Score::DRAW);
    let place = match player.competence {
        None => scores.iter().position(|score| *score == best),
        Some(c) => {
            let mut left = rng.random::<f64>();
            family.probabilities(&scores, c).iter().position(|share| {
                left -= share;
                left < 0.0
            })
        }
    };
    Ok(Some((place.map_or(first, |at| moves[at]), best)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::searcher::Searcher;

    fn player(depth: u16, competence: Option<f64>) -> StoppedPlayer {
        StoppedPlayer { depth: Plies(depth), competence }
    }

    fn played(players: [StoppedPlayer; 2], pairs: usize) -> MatchScore {
        let family = Family::default();
        play_match(&mut Searcher, &family, players, pairs, 7, &mut |_| true).unwrap()
    }

    #[test]
    fn who_chooses_at_random_loses_to_who_looks() {
        let score = played([player(1, None), player(1, Some(0.0))], 3);
        assert_eq!((score.wins, score.games()), (6, 6));
        assert_eq!(score.pairs, [0, 0, 0, 0, 3]);
        let (elo, error) = score.elo();
        assert!(elo > 300.0 && error > 100.0, "{elo} {error}");
    }

    #[test]
    fn the_same_player_on_both_sides_scores_half_whoever_is_first() {
        let same = player(1, None);
        let score = played([same, same], 3);
        // Both games of a pair are the same game.
        assert_eq!(score.wins, score.losses);
        assert_eq!(score.pairs[2], 3);
        assert_eq!(score.elo().0, 0.0);
    }

    #[test]
    fn matches_can_be_repeated_and_turned_round() {
        let players = [player(1, Some(4.0)), player(1, Some(1.0))];
        assert_eq!(played(players, 2), played(players, 2));
        assert_eq!(players[0].to_string(), "E_1(4)");
        assert_eq!(player(6, None).to_string(), "E_6");
    }

    /// 30 of 40 points: 400 log10 3 = 191 points, if nothing were added.
    #[test]
    fn points_by_plain_arithmetic() {
        let score = MatchScore { wins: 20, draws: 20, losses: 0, pairs: [0, 0, 0, 20, 0] };
        let share: f64 = 30.5 / 41.0;
        assert!((score.elo().0 - 400.0 * (share / (1.0 - share)).log10()).abs() < 1e-9);
        assert!((score.elo().0 - 190.85).abs() < 15.0);
        // Pairs that all end alike have no spread of their own: the least is half a point in 41.
        let slope = 173.717_792_761 / (share * (1.0 - share));
        assert!((score.elo().1 - slope * 0.5 / 41.0).abs() < 0.01, "{}", score.elo().1);
        let even = MatchScore { wins: 10, draws: 0, losses: 10, pairs: [2, 0, 6, 0, 2] };
        // Shares 0, 1/2 and 1 of 2, 6 and 2 pairs: variance 4 / 4 / 90.
        assert!((even.elo().1 - 694.871 * (1.0f64 / 90.0).sqrt()).abs() < 0.1);
    }
}

//! Who holds a draw best: looks for the end of all danger, and else for the least of it.

use std::cmp::Reverse;

use super::dead::Dead;
use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::agents::{Agent, Ties, Turn};
use rand::Rng;
use value::{ChoiceError, ChoiceSource, Choices};

/// Holds a draw by the tables, and among the moves that do makes the one that leaves the presser
///
/// 1. nothing to win at once;
/// 2. no move after which a reply that holds would not leave him nothing to win;
/// 3. otherwise the least share of losing replies that he can force upon us next.
///
/// Plain code that shares nothing with the order of drawn moves.
#[derive(Debug)]
pub(super) struct BestHolder {
    pub(super) dead: Dead,
}

/// What a move leaves the presser: whether he has something to win, whether that will last, and the greatest share of replies
/// that lose.
type Danger = (bool, bool, Reverse<u32>);

impl BestHolder {
    fn safety(&self, tables: &Tables, at: &Position, play: Move) -> Result<Danger, ChoiceError> {
        let next = at.after(play);
        if self.dead.is_dead(tables, &next)? {
            return Ok((true, true, Reverse(0)));
        }
        let (mut lasts, mut worst) = (false, 0);
        for choice in tables.choices(&next)?.iter().filter(|choice| choice.value.sign() == 0) {
            let (share, refuted) = self.task(tables, &next.after(choice.play))?;
            lasts |= !refuted;
            if !refuted {
                worst = worst.max(share);
            }
        }
        Ok((false, !lasts, Reverse(worst)))
    }

    /// The thousandths of our replies that lose, and whether one that holds leaves the presser nothing to win.
    fn task(&self, tables: &Tables, at: &Position) -> Result<(u32, bool), ChoiceError> {
        let replies: Choices<Move> = tables.choices(at)?;
        let losing = replies.values().filter(|value| value.sign() < 0).count();
        let mut refuted = replies.is_empty();
        for reply in replies.iter().filter(|reply| reply.value.sign() == 0) {
            let changes_men = reply.play.is_capture() || reply.play.is_promotion();
            refuted = refuted || changes_men && self.dead.is_dead(tables, &at.after(reply.play))?;
        }
        Ok((1000 * losing as u32 / replies.len().max(1) as u32, refuted))
    }
}

impl Agent<Tables> for BestHolder {
    fn choose(&mut self, turn: &Turn<'_, Tables>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let best = turn.choices.optimal();
        if best.len() < 2 || turn.choices.best().is_some_and(|best| best.sign() != 0) {
            return Ok(Ties::Uniform.pick(&best, rng).unwrap_or(0));
        }
        let mut safest: Option<(Danger, Vec<usize>)> = None;
        for at in best {
            let safety = self.safety(turn.source, turn.at, turn.choices[at].play)?;
            match &mut safest {
                Some((known, _)) if *known > safety => {}
                Some((known, moves)) if *known == safety => moves.push(at),
                _ => safest = Some((safety, vec![at])),
            }
        }
        let moves = safest.map_or_else(Vec::new, |(_, moves)| moves);
        Ok(Ties::Uniform.pick(&moves, rng).unwrap_or(0))
    }
}

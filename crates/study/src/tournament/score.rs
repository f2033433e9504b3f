//! What one game came to: who gave up how much, and how it ended.

use player::simulate::{self, MoveMade, Record};
use value::Depth;

/// How a game ended for the program, which was losing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The opponent won.
    Lost,
    /// Fifty moves, stalemate, no men to mate with, or as many moves as were allowed.
    Drawn,
    /// The opponent gave away even that.
    Won,
}

/// A move of the program and the opponent's reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Of the position before the program's move: what the best move keeps.
    pub depth: Depth,
    /// Moves of depth the program gave up.
    pub given: u16,
    /// Moves of depth the opponent gave up in reply; none if he gave up the win.
    pub won_back: Option<u16>,
}

/// A game as far as the program was losing it.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Move by move, as long as the opponent was winning.
    pub exchanges: Vec<Exchange>,
    /// How it ended.
    pub end: End,
    /// The opponent's moves.
    pub length: usize,
}

impl Score {
    /// Reads a game in which the program moved first.
    pub fn of<M, D>(record: &Record<M, D>) -> Score {
        let end = match record.end {
            simulate::End::Won(0) => End::Won,
            simulate::End::Won(_) => End::Lost,
            _ => End::Drawn,
        };
        let pairs = record.steps.chunks_exact(2);
        let exchanges = pairs.map_while(|pair| exchange(&pair[0], &pair[1])).collect();
        Score { exchanges, end, length: record.moves_of(1) }
    }

    /// The depth of the position it began with, if the program was losing it.
    pub fn depth(&self) -> Option<Depth> {
        self.exchanges.first().map(|exchange| exchange.depth)
    }
}

/// What a move and its reply gave up; none where the program is not losing.
fn exchange<M>(ours: &MoveMade<M>, his: &MoveMade<M>) -> Option<Exchange> {
    let lost = |step: &MoveMade<M>, sign| (step.best.sign() == sign).then(|| step.best.depth())?;
    let (depth, best) = (lost(ours, -1)?, lost(his, 1)?);
    let after =
        |step: &MoveMade<M>, sign| (step.value.sign() == sign).then(|| step.value.depth())?;
    let given = depth.0.saturating_sub(after(ours, -1)?.0);
    let won_back = after(his, 1).map(|after| after.0.saturating_sub(best.0));
    Some(Exchange { depth, given, won_back })
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Outcome;

    fn step(value: Outcome, best: Outcome) -> MoveMade<()> {
        MoveMade { play: (), value, best }
    }

    #[test]
    fn both_sides_give_up_depth() {
        let (win, loss) = (|d| Outcome::Win(Depth(d)), |d| Outcome::Loss(Depth(d)));
        let steps = vec![
            step(loss(18), loss(19)),
            step(win(21), win(17)),
            step(loss(21), loss(21)),
            step(Outcome::Draw, win(20)),
            step(Outcome::Draw, Outcome::Draw),
            step(Outcome::Draw, Outcome::Draw),
        ];
        let record = Record { steps, end: simulate::End::Drawn(()) };
        let score = Score::of(&record);
        assert_eq!(
            score.exchanges,
            [
                Exchange { depth: Depth(19), given: 1, won_back: Some(4) },
                Exchange { depth: Depth(21), given: 0, won_back: None },
            ]
        );
        assert_eq!((score.end, score.length, score.depth()), (End::Drawn, 3, Some(Depth(19))));
    }
}

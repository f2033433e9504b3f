//! The phase of the position asked about: where the game may stand after each half-move.

use endgame::rules::DRAWN_AT;

use super::Fate;
use super::backward::Fresh;
use super::phases::Phases;
use super::rows::{Rows, To, color};

impl Phases<'_> {
    /// What becomes of the game, what follows from fresh clocks being known.
    pub(super) fn forward(&self, mut rows: Rows, fresh: &Fresh, moves: usize) -> Fate {
        let mut fate = Fate::default();
        if fresh.moves().is_some() {
            fate.within = std::array::from_fn(|_| vec![0.0; moves + 1]);
        }
        let root = self.endgames.last().expect("the root");
        let mut side = usize::from(self.slot.turn != color(root, 0));
        let mut standing = vec![0.0; rows.sides[side].len()];
        standing[rows.place(side, self.slot.index)] = 1.0;
        let mut made = 0;
        for clock in self.clock..=DRAWN_AT {
            let mut next = vec![0.0; rows.sides[1 - side].len()];
            let (player, extent) = (&self.players[side], rows.extent(side));
            let after = made + usize::from(side == 0);
            for (row, &p) in rows.sides[side].iter_mut().zip(&standing).filter(|(_, p)| **p > 0.0) {
                let over = row.over.or((clock == DRAWN_AT).then_some(1));
                if let Some(end) = over {
                    fate.add_over(p, end, made);
                    continue;
                }
                Rows::at_clock(row, player, extent, clock);
                for (play, &chance) in row.moves.iter().zip(&row.chances) {
                    let p = p * chance;
                    match play.to {
                        _ if chance <= 0.0 => {}
                        To::Row(to) => next[to as usize] += p,
                        To::Fresh(endgame, number) => {
                            fate.add_fresh(p, fresh.figures(endgame, 1 - side, number), after);
                        }
                        To::Drawn => fate.add_over(p, 1, after),
                    }
                }
            }
            (standing, side, made) = (next, 1 - side, after);
        }
        fate
    }
}

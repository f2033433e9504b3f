//! A game with what was judged as comments, in the notation of Haworth 2003, appendix B.

use endgame::rules::Color;

use super::{Assessment, MoveAssessment};
use crate::described::{Described, TablePosition};
use crate::pgn::Game;

/// The game with a comment after every move the tables know:
///
/// ```text
/// 6. Qd4 {+1/+1: Qc3, Qc4, Qf8+, Qg1 optimal; win in 26; c 31.27} 6... Kf5 {'; loss in 26; c 35.44}
/// ```
///
/// `+i/+j`: so many moves of depth conceded by this move, and so far; the signs `°`, `"` and `'`: only legal, only
/// value-keeping, only optimal move; `[...]`: other moves as good; the value for the mover; the apparent competence.
pub fn annotated<B: Described, P: TablePosition>(
    game: &Game<B>,
    assessment: &Assessment<P>,
) -> Game<B> {
    let mut game = game.clone();
    let mut totals = [0u32; 2];
    for judged in &assessment.moves {
        let total = &mut totals[judged.mover().fold_wb(0, 1)];
        *total += u32::from(judged.conceded().unwrap_or(0));
        game.moves[judged.ply - 1].comments.push(comment(judged, *total));
    }
    let [white, black] = Color::ALL
        .map(|color| format!("{} moves by {}", totals[color.fold_wb(0, 1)], game.player(color)));
    let metric = assessment.metric;
    game.opening_comments.push(format!("Fallible, {metric}: depth conceded, {white}, {black}"));
    game
}

fn comment<P: TablePosition>(judged: &MoveAssessment<P>, total: u32) -> String {
    let others = judged.alternatives().join(", ");
    let names = || match judged.sign_of_best() {
        Some(sign) => format!("{others}{sign}"),
        None => format!("{others} optimal"),
    };
    let said = match judged.conceded() {
        None => format!("{} conceded: {}", judged.before.word(), names()),
        Some(0) => match judged.sign() {
            Some(sign) => sign.to_string(),
            None if judged.before.depth().is_some() => format!("[{others}]"),
            // In a draw the list is long and says little.
            None => format!("{} moves hold", judged.optimal.len()),
        },
        Some(conceded) => format!("+{conceded}/+{total}: {}", names()),
    };
    format!("{said}; {}; c {:.2}", judged.after, judged.competence.0)
}

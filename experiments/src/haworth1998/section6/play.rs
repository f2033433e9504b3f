//! Wins won as White and draws drawn as Black, against perfect play.

use endgame::rules::Color;

use super::super::at_the_board::{accuracy, evaluation, graph, pair, shares};
use super::super::kpk;
use super::super::unseen::NN3;
use crate::{ExperimentError, Lab, Report};

/// Name, positions to learn from of each side (all if none), epochs, size of steps.
const PLAYERS: [(&str, Option<usize>, usize, f32); 5] = [
    ("no training", Some(2), 0, 0.1),
    ("as many positions as T_1, T_2", Some(130), 400, 0.1),
    ("1,000 positions", Some(1000), 200, 0.03),
    ("8,000 positions", Some(8000), 60, 0.03),
    ("all positions", None, 25, 0.03),
];

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "How successfully would the networks have played against perfect play, in wins won as White and draws drawn as Black?",
        "trained on | accuracy on all positions, % | wins won, % | wins safe against any defence, % | draws held, % | draws safe against any attack, %",
    );
    report.tabulate();
    let (kpk, graph) = (kpk(lab)?, graph(lab)?);
    for (name, size, epochs, rate) in PLAYERS {
        lab.check()?;
        let drawn = |turn: Color| match size {
            Some(size) => kpk.drawn(turn, size, 1)[0].clone(),
            None if lab.scale == crate::Scale::Reduced => kpk.drawn(turn, 500, 1)[0].clone(),
            None => kpk.of_turn(turn).to_vec(),
        };
        let [white, black] = [drawn(Color::White), drawn(Color::Black)];
        let [mut white, mut black] = pair(lab, [&white, &black], (NN3, epochs, rate), 1)?;
        let evaluation = evaluation(&kpk, [&mut white, &mut black]);
        let [wins, draws] = shares(&graph, &evaluation);
        let percent = |share: f64| format!("{:.2}", 100.0 * share);
        let right = accuracy(&graph, &evaluation);
        report.grid.row(&[
            &name,
            &format!("{right:.2}"),
            &percent(wins.expected),
            &percent(wins.safe_share()),
            &percent(draws.expected),
            &percent(draws.safe_share()),
        ]);
        report.compare(format!("{name}: wins won, %"), 100.0 * wins.expected);
        report.compare(format!("{name}: draws held, %"), 100.0 * draws.expected);
        report.notes.push(format!(
            "{name}: {right:.1} % of the positions told right means {:.1} % of the wins won and {:.1} % of the draws held.",
            100.0 * wins.expected, 100.0 * draws.expected
        ));
    }
    report.note(&[
        "32-32-5-1, one network for White to move and one for Black to move. White makes the move after which the network with Black to move says most, Black the move after which the other says least; equals by chance.",
        "From all 62,480 won positions with White to move and all 35,210 drawn ones with Black to move. The opponent plays perfectly by the table (the longest defence; any move that holds the draw) and equals by chance: worked out exactly, within 50 moves. Safe: whatever the opponent plays.",
        "A network that tells wins from draws knows no progress: some wins are lost not by a mistake but by moving to and fro.",
        "With all positions learned from, the accuracy is that of training.",
    ]);
    Ok(())
}

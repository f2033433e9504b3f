//! Table 1: the positions the paper talks about, with what the tables say of them.

use endgame::rules::Position;
use player::DepthOffset;
use player::agents::predator::curves::{Curve, best_intervals};
use player::agents::predator::{Aim, Candidates};

use crate::games::model;
use crate::{ExperimentError, Lab, Report};

/// The positions by the paper's names.
const POSITIONS: [(&str, &str); 9] = [
    ("BB1-01w", "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"),
    ("BB2-01w", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1"),
    ("BB1-09b", "8/8/3K4/8/4rk2/3Q4/8/8 b - - 0 1"),
    ("BB1-13b", "4r3/8/5Q2/3K4/6k1/8/8/8 b - - 0 1"),
    ("BB2-10b", "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1"),
    ("BB2-12b", "8/8/8/2K5/r7/2Q5/4k3/8 b - - 0 1"),
    ("BB2-22b", "8/8/8/5r2/4K1k1/4Q3/8/8 b - - 0 1"),
    ("BB2-24b", "8/5r2/8/7k/4K3/6Q1/8/8 b - - 0 1"),
    ("J1-1b", "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1"),
];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Nine KQKR positions serve as examples: two of greatest depth, and seven in which the rook's side has \
         more than one move worth a thought.",
        "name | fen | value | legal | optimal | best against c = 0 to 50",
    );
    let model = model(DepthOffset::VANISHING);
    for (name, fen) in POSITIONS {
        let position = Position::from_fen(fen)?;
        let value = lab.tables.outcome(&position)?;
        lab.turn(&position, |turn| {
            let san = |at: usize| position.san(turn.choices[at].play);
            let optimal = Candidates::Optimal.among(turn.choices);
            let names: Vec<String> = optimal.iter().map(|&at| san(at)).collect();
            let curves = Curve::of(&model, turn, &optimal)?;
            let best: Vec<String> = best_intervals(&curves, Aim::Value, 0.0, 50.0, 0.05)
                .iter()
                .map(|interval| san(curves[interval.curve].choice))
                .collect();
            let (moves, names, bests) = (turn.choices.len(), names.join(" "), best.join(" then "));
            report.grid.row(&[&name, &fen, &value, &moves, &names, &bests]);
            let depth = value.depth().map_or(0.0, |depth| f64::from(depth.0));
            if name.ends_with("01w") {
                report.compare(format!("depth of {name}"), depth);
            } else if name != "J1-1b" {
                report.compare(format!("optimal moves in {name}"), optimal.len() as f64);
            }
            if name == "BB1-09b" || name == "BB1-13b" {
                let words = format!("Re1 alone is best in {name} (1 for yes)");
                report.compare(words, f64::from(u8::from(best == ["Re1"])));
            }
            if name == "J1-1b" {
                let kf6 = turn.choices.iter().find(|choice| position.san(choice.play) == "Kf6");
                let after = kf6.and_then(|choice| choice.value.depth());
                let given = after.map_or(f64::NAN, |after| depth - f64::from(after.0));
                report.compare("depth given up by Kf6 in J1-1b", given);
            }
            Ok(())
        })?;
    }
    report.note(&[
        "Values are for the side to move. The last column goes through the competences of a White who never concedes \
         the win (kappa 0+) and names the optimal move with the greatest expected depth after his reply.",
    ]);
    Ok(())
}

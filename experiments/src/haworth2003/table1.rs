//! Table 1: the positions the paper talks about, with what the tables say of them.

use endgame::rules::Position;
use player::DepthOffset;
use player::agents::predator::curves::{Curve, best_intervals};
use player::agents::predator::{Aim, Candidates};

use super::PAPER;
use crate::games::model;
use crate::printed::printed;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// The positions by the paper's names, and how many optimal moves the text mentions.
const POSITIONS: [(&str, &str, Option<&str>); 9] = [
    ("BB1-01w", "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", None),
    ("BB2-01w", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1", None),
    ("BB1-09b", "8/8/3K4/8/4rk2/3Q4/8/8 b - - 0 1", Some("options_bb1_09b")),
    ("BB1-13b", "4r3/8/5Q2/3K4/6k1/8/8/8 b - - 0 1", Some("options_bb1_13b")),
    ("BB2-10b", "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1", Some("options_bb2_10b")),
    ("BB2-12b", "8/8/8/2K5/r7/2Q5/4k3/8 b - - 0 1", Some("options_bb2_12b")),
    ("BB2-22b", "8/8/8/5r2/4K1k1/4Q3/8/8 b - - 0 1", Some("options_bb2_22b")),
    ("BB2-24b", "8/5r2/8/7k/4K3/6Q1/8/8 b - - 0 1", Some("options_bb2_24b")),
    ("J1-1b", "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1", None),
];

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("name | fen | value | legal | optimal | best against c = 0 to 50");
    let mut comparisons = Vec::new();
    let model = model(DepthOffset::VANISHING);
    for (name, fen, options) in POSITIONS {
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
            let counted = turn.choices.len().to_string();
            let cells = [name.into(), fen.into(), value.to_string(), counted];
            grid.row(cells.into_iter().chain([names.join(" "), best.join(" then ")]));
            let depth = value.depth().map_or(0.0, |depth| f64::from(depth.0));
            if name.ends_with("01w") {
                let theirs = printed(PAPER, "table1", "start_depth")?;
                comparisons.push(Comparison::new(format!("depth of {name}"), depth, theirs));
            }
            if let Some(key) = options {
                let theirs = printed(PAPER, "table1", key)?;
                let words = format!("optimal moves in {name}");
                comparisons.push(Comparison::new(words, optimal.len() as f64, theirs));
            }
            if name == "BB1-09b" || name == "BB1-13b" {
                let theirs = printed(PAPER, "table1", "re1_reigns")?;
                let alone = best == ["Re1"];
                let words = format!("Re1 alone is best in {name} (1 for yes)");
                comparisons.push(Comparison::new(words, f64::from(u8::from(alone)), theirs));
            }
            if name == "J1-1b" {
                let kf6 = turn.choices.iter().find(|choice| position.san(choice.play) == "Kf6");
                let after = kf6.and_then(|choice| choice.value.depth());
                let given = after.map_or(f64::NAN, |after| depth - f64::from(after.0));
                let theirs = printed(PAPER, "table1", "kf6_sacrifices")?;
                comparisons.push(Comparison::new("depth given up by Kf6 in J1-1b", given, theirs));
            }
            Ok(())
        })?;
    }
    Ok(Report {
        claim: "Nine KQKR positions serve as examples: two of greatest depth, and seven in which the rook's side has \
                more than one move worth a thought."
            .to_owned(),
        grid,
        comparisons,
        plot: None,
        notes: vec![
            "Values are for the side to move. The last column goes through the competences of a White who never concedes \
             the win (kappa 0+) and names the optimal move with the greatest expected depth after his reply."
                .to_owned(),
        ],
    })
}

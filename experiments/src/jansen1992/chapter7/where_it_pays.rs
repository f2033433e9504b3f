//! Section 9.2.1 asks at which depths speculative play should be used. The same programs, move by
//! move, by the depth of the position in which they moved.

use plot::{Plot, Series};

use super::contest::{contestant, contestants, play, row, starts};
use crate::{ExperimentError, Lab, Report};

/// Programs that know their opponent, and so err only on purpose; R first.
fn programs(model: &str) -> [(&'static str, String); 5] {
    [
        ("R", "infallible".to_owned()),
        ("risk 0", format!("{model},plies=4,risk=0")),
        ("risk 1", format!("{model},plies=4,risk=1")),
        ("risk 3", format!("{model},plies=4,risk=3")),
        ("HP2", "hp2".to_owned()),
    ]
}

/// Opponents, and their true models.
const OPPONENTS: [(&str, &str); 3] = [
    ("player:10", "predator:10"),
    ("player:20", "predator:20"),
    ("player:10,weights=hp1", "predator:10,weights=hp1"),
];

/// Bands of depth: up to 3 search finds everything, from 25 on there are few positions.
const BANDS: [(u16, u16); 7] = [(4, 6), (7, 9), (10, 12), (13, 15), (16, 18), (19, 21), (22, 25)];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Jansen expected speculative play to pay in the middle of the endgame: in shallow positions the opponent sees \
         the win, and in deep ones he errs little.",
        "opponent | program | depths | moves | d | own | net | net over R | se",
    );
    let starts = starts(lab, lab.at_scale(5..=24, 11..=13), lab.at_scale(20, 1))?;
    let mut series = Vec::new();
    for (opponent, model) in lab.at_scale(&OPPONENTS[..], &OPPONENTS[1..2]) {
        lab.check()?;
        let round =
            play(lab, contestants(programs(model))?, contestant(opponent, opponent)?, &starts)?;
        for (at, name) in round.programs.iter().enumerate() {
            let is_compared = at > 0 && *opponent == "player:20";
            let mut points = Vec::new();
            for (from, to) in BANDS {
                let s = round.standing_at(at, &(from..=to));
                let (gain, se) = (s.net.over_first, s.net.over_first_se);
                let numbers = [s.opponent_error.mean, s.own_error.mean, s.net.mean, gain, se];
                row(report, &[opponent, name, &format!("{from}-{to}"), &s.moves], numbers);
                points.push((f64::from(from + to) / 2.0, gain));
                if is_compared {
                    let words = format!("{opponent}, depth {from}-{to}: {name}, net over R");
                    report.compare(words, gain).error = se;
                }
            }
            if is_compared {
                series.push(Series { name: name.clone(), points });
            }
        }
    }
    let plot = Plot::new(
        "KQKR: where giving up depth pays",
        "net depth per move over program R against R_20, by the depth in which the program moved",
        ["depth before the program's move", "net moves of depth per move, over R"],
        series,
    );
    report.draw(Plot { close_up: true, ..plot });
    report.note(&[
        "Random positions of depth 5 to 24, Black to move, as many of each; every program plays all of them, the opponent \
         with the same chance. A move counts in the band of the depth before it; the games move through all bands, so that \
         the positions met differ from program to program.",
        "The programs with a risk know the opponent's model, look 4 plies ahead and speculate at every depth; risk 0 only \
         chooses among optimal moves, so that what the others have beyond it is what giving up depth earns. HP2 imagines \
         another opponent.",
    ]);
    Ok(())
}

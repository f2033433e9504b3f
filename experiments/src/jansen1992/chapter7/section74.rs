//! Section 7.4: Black gives up a move on purpose, because the replies are harder to find.
//!
//! The printed lists are tested move by move; the expected values depend on weights that were never
//! printed.

use endgame::rules::Position;
use player::agents::predator::{Advice, Aim, Candidates, Risk};
use player::agents::{Analyser, Predator, Turn};
use player::{Belief, Model, PriorSource};
use study::schema::{ListedMove, MoveList};
use study::weights;
use value::{ChoiceSource, Depth, Plies};

use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// The diagram of figure 7.1: wKe3 Qc5, bKf5 Ra6, Black to move.
const FIGURE: &str = "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1";

/// The two king moves that keep the rook.
const OPTIONS: [&str; 2] = ["Kg6", "Kf6"];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "In the position of figure 7.1 the best move is Kg6. Kf6 gives up one move, but leaves one optimal reply \
         instead of five, and program HP0 expects more of it.",
        "after | reply | threat | value",
    );
    lab.load(&"KQKR".parse()?)?;
    let figure_7_1 = Position::from_fen(FIGURE)?;
    for option in OPTIONS {
        let listed = MoveList::of(lab.tables, &lab.kqkr()?.table, &after(&figure_7_1, option))?;
        for (name, ours) in [
            ("value", listed.value.depth.map_or(f64::NAN, f64::from)),
            ("legal replies", listed.legal as f64),
            ("optimal replies", listed.optimal as f64),
            ("replies listed", listed.moves.len() as f64),
        ] {
            report.compare(format!("{}: {name}", option.to_lowercase()), ours);
        }
        for ListedMove { san, threat, value, .. } in &listed.moves {
            let [threat, value] = [*threat, value.depth]
                .map(|number| number.map_or(String::new(), |n| n.to_string()));
            report.grid.row(&[&option, &san.trim_end_matches(['+', '#']), &threat, &value]);
        }
    }
    for (name, weights, plies) in
        [("hp0", Some("hp0"), 4), ("hp0", Some("hp0"), 2), ("equal", None, 4), ("equal", None, 2)]
    {
        let advice = advise(lab, &figure_7_1, weights, plies)?;
        for option in OPTIONS {
            let small = option.to_lowercase();
            // Black has just been answered: his depth, one more than ours.
            let ours = expected(&figure_7_1, lab, &advice, option)? + 1.0;
            let words = format!("{small}: expected value, {name} weights, {plies} plies");
            report.compare(words, ours);
            let words = format!("{name}, {plies} plies");
            report.grid.row(&[&option, &words, &"", &figure(ours)]);
        }
    }
    report.note(&[
        "The diagram is missing from our copy; wKe3 Qc5 bKf5 Ra6 is the position in which every printed number of the \
         two lists holds: values, threats, branching factor and number of optimal replies. The lists hold every reply \
         that keeps the win.",
        "Values are Jansen's: mate one move deeper than a capture, one more with Black to move, and a check threatens to win in 1.",
        "HP0's factors were chosen by hand and are not printed, so its expected values (22.70 after Kf6, 22.00 after \
         Kg6) cannot be recomputed to the digit. Ours use the built-in set hp0, whose factors are our guess (check 4, \
         attack 2.5, zugzwang 1/3, quick wins up to 2), risk 4, and an opponent who never \
         gives away the win. The choice is the same, and the values are near; equal weights are given beside them. If \
         the replies that give away the win counted 50 as likely as others, the values would be 29 or more: HP0 must have \
         left them out, or nearly so.",
    ]);
    Ok(())
}

fn after(position: &Position, san: &str) -> Position {
    let mut moves = position.legal_moves().into_iter();
    let play = moves.find(|&play| position.san(play).trim_end_matches(['+', '#']) == san);
    position.after(play.expect("a legal move of the diagram"))
}

/// What a probi-max program of Jansen's makes of the diagram.
fn advise(
    lab: &Lab<'_>,
    position: &Position,
    name: Option<&str>,
    plies: u16,
) -> Result<Advice, ExperimentError> {
    let move_prior = name.map(weights::named).transpose()?;
    let source = PriorSource::new(lab.tables, move_prior.as_deref());
    let belief = Belief::certain(0.0).expect("0 is a competence");
    let program = Predator {
        candidates: Candidates::Within(Risk::constant(4)),
        aim: Aim::Depth,
        draw: Some(Depth(50)),
        plies: Some(Plies(plies)),
        ..Predator::new(Analyser { model: Model::papers(), belief })
    };
    let choices = lab.tables.choices(position)?;
    Ok(program.advise(&Turn::new(&source, position, &choices))?)
}

/// The depth a program expects of a move.
fn expected(
    position: &Position,
    lab: &Lab<'_>,
    advice: &Advice,
    san: &str,
) -> Result<f64, ExperimentError> {
    let choices = lab.tables.choices(position)?;
    let is_it = |choice: usize| position.san(choices[choice].play) == san;
    let option = advice.options.iter().find(|option| is_it(option.choice));
    Ok(option.and_then(|option| option.expectation.depth()).unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use endgame::progress::Monitor;
    use endgame::tables::Tables;
    use value::Metric;

    /// As printed, in the order of print.
    const PRINTED: [(&str, &str); 2] = [
        (
            "Kg6",
            "Qc8:(1)19 Qd5:(2)19 Qd4:(2)19 Qc4:(1)19 Qc3:(2)19 \
             Ke4:(15)20 Kd4:(15)20 Qc2:(1)20 Qb5:(1)20 \
             Qc7:(18)21 Kf3:(17)21 Qe7:(16)21 Qf8:(17)21 Qb4:(17)21 Kf4:(13)21 \
             Qc1:(17)22 Kd3:(19)22 Ke2:(20)22 Kd2:(20)23 Kf2:(20)23 Qe5:(17)24",
        ),
        (
            "Kf6",
            "Kf3:(17)18 Ke4:(15)19 Kf4:(13)19 Qc3:(1)19 \
             Qd4:(1)20 Qc4:(1)20 Qf8:(1)20 Qc2:(18)20 Qc1:(2)20 \
             Qd5:(15)21 Qc7:(15)21 Kd4:(17)21 Qb4:(16)21 \
             Ke2:(18)22 Kd3:(19)22 Kf2:(18)22 Qc8:(1)22 Qb5:(1)22 Kd2:(20)24 Qh5:(2)26",
        ),
    ];

    #[test]
    fn the_lists_are_as_printed() {
        let tables = Tables::new(Metric::Dtc);
        let lab = Lab::new(&tables, Scale::Reduced, Monitor::NONE);
        let diagram = Position::from_fen(FIGURE).unwrap();
        for (option, printed) in PRINTED {
            let his = lab.kqkr().unwrap();
            let listed = MoveList::of(&tables, &his.table, &after(&diagram, option)).unwrap();
            let mut ours: Vec<String> = listed.moves.iter().map(ListedMove::to_string).collect();
            let mut theirs: Vec<&str> = printed.split_whitespace().collect();
            ours.sort();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{option}");
        }
    }
}

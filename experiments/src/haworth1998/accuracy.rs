//! What 99.8 % right means at the board: competence, wins and draws of networks of many sizes, against their accuracy.

use std::sync::Arc;

use endgame::material::Material;
use net::endgame_network::EndgameNetwork;
use net::examples::{Examples, Labelled, Sample};
use net::integer::IntegerNetwork;
use net::train::{TrainSettings, train};
use plot::{Plot, Series};
use study::networks::performance::{Question, performance};
use study::networks::player::NetworkSettings;
use study::schema::networks::NetworkPerformance;
use study::schema::{Side, Theoretical};

use crate::{ExperimentError, Lab, Report};

/// Units of the two hidden layers, and passes over the positions: from what barely knows the endgame to what hardly errs.
const SIZES: [([usize; 2], usize); 9] = [
    ([1, 1], 4),
    ([2, 1], 6),
    ([3, 2], 8),
    ([6, 2], 10),
    ([8, 3], 16),
    ([12, 4], 24),
    ([16, 4], 32),
    ([24, 6], 40),
    ([32, 8], 60),
];

/// Games for each side and goal, from which competence is judged.
const GAMES: usize = 150;

/// What a side does not get of what it should, and what it lets slip, in percent.
fn lost(of: &NetworkPerformance, side: Side, goal: Theoretical) -> [f64; 2] {
    let found = of.results.iter().find(|result| result.side == side && result.goal == goal);
    let shares = found.map_or([0.0; 2], |result| [result.share, result.kept.unwrap_or(0.0)]);
    // A sum of chances may be above 1 by rounding.
    shares.map(|share| 100.0 * (1.0 - share).max(0.0))
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "What does an accuracy of 99.8 % mean at the board?",
        "network | weights | right, % | wrong, % | apparent competence | 95 %, from | to | wins not won, % | let slip, % | draws not held, %",
    );
    let material: Material = "KPK".parse()?;
    lab.load(&material)?;
    let table = lab.tables.table(&material, &lab.monitor)?;
    let examples = Examples::of(&table, Sample::All);
    let examples = Labelled::from(&examples);
    let [mut competences, mut lost_wins, mut let_slip, mut lost_draws] = [const { Vec::new() }; 4];
    for &(hidden, epochs) in &SIZES[..lab.at_scale(SIZES.len(), 2)] {
        lab.check()?;
        let epochs = lab.at_scale(epochs, 1);
        let settings = TrainSettings { hidden, epochs, shrink: 0.02, ..TrainSettings::default() };
        let trained = train(&examples, &settings, |_| lab.check().is_ok());
        let network = EndgameNetwork::alone(&material, IntegerNetwork::rounded(&trained));
        let weights = network.network().in_use();
        let question =
            Question { settings: NetworkSettings::default(), games: lab.games(GAMES), seed: 1 };
        let played = performance(lab.tables, &Arc::new(network), &question, &lab.monitor)?;
        let wrong = 100.0 * played.wrong_alone as f64 / played.positions.max(1) as f64;
        let Some(competence) = &played.competence else { continue };
        let [not_won, slipped] = lost(&played, Side::White, Theoretical::Win);
        let [not_held, _] = lost(&played, Side::Black, Theoretical::Draw);
        let name = format!("52-{}-{}-1", hidden[0], hidden[1]);
        report.grid.row(&[
            &name,
            &weights,
            &format!("{:.3}", 100.0 - wrong),
            &format!("{wrong:.3}"),
            &format!("{:.1}", competence.mean),
            &format!("{:.1}", competence.low),
            &format!("{:.1}", competence.high),
            &format!("{not_won:.2}"),
            &format!("{slipped:.2}"),
            &format!("{not_held:.2}"),
        ]);
        report.compare(format!("{name}: right, %"), 100.0 - wrong);
        report.compare(format!("{name}: apparent competence"), competence.mean).error =
            (competence.high - competence.low) / (2.0 * 1.96);
        report.compare(format!("{name}: wins won, %"), 100.0 - not_won);
        report.compare(format!("{name}: wins let slip, %"), slipped);
        let errors = wrong.max(1e-3).log10();
        competences.push((errors, competence.mean));
        lost_wins.push((errors, not_won));
        let_slip.push((errors, slipped));
        lost_draws.push((errors, not_held));
        report.notes.push(format!(
            "Right on {:.2} % of the positions: as a player of competence {:.1}, {:.1} % of the wins not won ({:.1} % let slip, the rest not brought home in 50 moves), {:.1} % of the draws not held.",
            100.0 - wrong, competence.mean, not_won, slipped, not_held
        ));
    }
    let series = [
        ("apparent competence", competences),
        ("wins not won, %", lost_wins),
        ("wins let slip, %", let_slip),
        ("draws not held, %", lost_draws),
    ];
    let series = series.into_iter().map(|(name, mut points)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Series { name: name.to_owned(), points }
    });
    report.draw(Plot::new(
        "What accuracy means at the board",
        "KPK, networks of today of nine sizes, alone, against perfect play; 2 percent wrong at 0.3, 1 at 0, 0.1 at -1",
        ["positions wrong, logarithm (base 10) of the percentage", "competence; percent"],
        series.collect(),
    ));
    report.note(&[
        "Each network makes the move after which it holds its chances for best, equals by chance, without its exceptions. Wins and draws: every position, followed exactly, against the longest defence and against any move that holds the draw, within 50 moves.",
        "Apparent competence: the mean of the Analyser's belief over the moves of White in 150 games from won positions, kappa 1, grid 0(0.5)100, prior uniform. It is a figure for these positions, in the metric DTC: it measures how quickly the network wins as well as whether it does.",
        "All positions were learned from: the accuracy is that of training, and of all there are.",
    ]);
    Ok(())
}

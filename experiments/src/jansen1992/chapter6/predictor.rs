//! Section 6.2.7: a predictor of people's moves. Jansen combined a few heuristics with weights of
//! his own; here the weights are learned from games.

use std::path::Path;

use endgame::material::Material;
use endgame::rules::Color;
use player::Model;
use study::learn::{Band, Extractor, Observation, bands, default_rules, learn};
use study::pgn::Games;

use crate::{ExperimentError, Grid, Lab, Report};

/// Rating points of a band.
const WIDTH: u16 = 400;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "People with the queen can be foreseen better by what they go by (checks, threats, approaching with the king) than by \
         the depth of the moves alone.",
        "group | feature or model | weight or log-loss | standard error or first guess",
    );
    let material: Material = "KQKR".parse()?;
    let Some(file) = &lab.human_games else {
        report.skip("KQKR");
        return Ok(());
    };
    lab.load(&material)?;
    let extractor = Extractor {
        tables: lab.tables,
        material,
        side: Color::White,
        model: Model::papers(),
        rules: default_rules(&material, Color::White, &Model::papers()),
    };
    let observations = observations(lab, &extractor, file)?;
    let folds = lab.at_scale(10, 3);
    let learned = learn(&extractor, &observations, folds)?;
    for (feature, name) in extractor.features().iter().enumerate() {
        if let Some((weight, error)) = learned.coefficient(feature) {
            report.grid.figures(&[&"all", name], [weight, error]);
        }
    }
    for baseline in &learned.baselines {
        let (name, score) = (baseline.name, baseline.score);
        report.grid.figures(&[&"foresight", &name], [score.log_loss, score.top_one]);
        report.compare(format!("{name}: log-loss"), score.log_loss);
        report.compare(format!("{name}: first guess right"), score.top_one);
    }
    for band in lab.at_scale(bands(&extractor, &observations, WIDTH, folds), Vec::new()) {
        by_rating(&mut report.grid, &band);
    }
    report.note(&[
        &format!(
            "{} moves of {} with a choice in them, in positions that are won, moves that keep the win. Weights are \
             coefficients of a conditional logit; the standard errors let only the games stand alone; foresight is by \
             {folds}-fold cross-validation over games (log-loss in nats, first guess as a share).",
            observations.len(),
            file.file_name().unwrap_or_default().display()
        ),
        "The competence is the coefficient of -ln(d + 1), that of R_c. Beside the depth given away in plain moves \
         ('conceded') hardly any of it is left: people seem to mind a move more or less about equally at all depths, not in \
         proportion.",
        "Jansen found that people make few zugzwang moves if any. Beside the other features they are made more often than \
         not: zugzwang stands for what the other rules do not say.",
    ]);
    Ok(())
}

fn observations(
    lab: &Lab<'_>,
    extractor: &Extractor<'_>,
    file: &Path,
) -> Result<Vec<Observation>, ExperimentError> {
    let mut observations = Vec::new();
    for (number, game) in Games::open(file)?.take(lab.at_scale(usize::MAX, 60)).enumerate() {
        lab.check()?;
        observations.extend(extractor.extract(number, &game?)?.observations);
    }
    Ok(observations)
}

fn by_rating(grid: &mut Grid, band: &Band) {
    let group =
        band.from.map_or("unrated".to_owned(), |from| format!("{from}-{}", from + WIDTH - 1));
    if let Some((c, error)) = band.competence {
        grid.figures(&[&group, &format!("R_c alone, {} moves", band.moves)], [c, error]);
    }
    for (name, score) in
        [("foresight of R_c", band.reference), ("foresight of R_c and rules", band.with_rules)]
    {
        if let Some(score) = score {
            grid.figures(&[&group, &name], [score.log_loss, score.top_one]);
        }
    }
}

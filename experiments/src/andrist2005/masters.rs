//! Section 4: Bronstein and Timman with two bishops against a knight.

use endgame::material::Material;
use player::DepthOffset;
use study::assess::{Assessment, Assessor, PlayerRole, Settings};
use study::pgn::{Game, Games};

use crate::games::{model, uniform};
use crate::{ExperimentError, Lab, Report};

/// The two masters, by the part of the name that every collection has.
const MASTERS: [&str; 2] = ["Bronstein", "Timman"];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Bronstein and Timman, attacking in KBBKN, both show a competence of around 15.",
        "attacker | game | kappa | moves | optimal | conceded | apparent c | sd | low | high",
    );
    let endgame: Material = "KBBKN".parse()?;
    // At reduced scale so large an endgame is left out.
    let file = lab.human_games.as_ref().filter(|_| lab.at_scale(true, false));
    let Some(file) = file else {
        report.skip("KBBKN");
        return Ok(());
    };
    let attacks = |game: &Game| MASTERS.iter().any(|&name| plays(game, name));
    let games = Games::open(file)?.filter(|game| game.as_ref().map_or(true, attacks));
    let games = games.collect::<Result<Vec<Game>, _>>()?;
    if !games.is_empty() {
        lab.load(&endgame)?;
    }
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        let settings = Settings::new(model(kappa), uniform());
        let assessor = Assessor::new(lab.tables, &settings);
        for game in &games {
            lab.check()?;
            match assessor.assess(file, game) {
                Ok(assessment) => add(report, game, &assessment, &endgame, kappa),
                Err(error) if error.is_outside_tables() => (),
                Err(error) => return Err(error.into()),
            }
        }
    }
    if report.grid.rows.is_empty() {
        report.skip("KBBKN");
    }
    report.note(&[
        "The paper names no game, only its sources: Roycroft 1988 for Bronstein, Breuker et al. 1992 for Timman. Ours are \
         Pinter-Bronstein, Budapest 1977, and Timman-Speelman, Linares 1992, found in a public collection that may not be passed on.",
        "Bronstein agrees. Timman does not: the 25 moves that were played show about 9, and their interval ends below 15. \
         Either the authors assessed other moves (the source is about the analysis of the adjourned position), or other settings.",
        "The Analyser of the paper: grid 0(1)50, all equally likely, DTC, wins never conceded; it names kappa 0+.",
    ]);
    Ok(())
}

fn plays(game: &Game, name: &str) -> bool {
    endgame::rules::Color::ALL.into_iter().any(|color| game.player(color).contains(name))
}

/// Writes down what the attacker of this endgame did, if it is one of the masters.
fn add(
    report: &mut Report,
    game: &Game,
    assessment: &Assessment,
    endgame: &Material,
    kappa: DepthOffset,
) {
    let there = assessment.moves.iter().any(|judged| {
        judged.side == PlayerRole::Attacker && judged.position.material().normalized() == *endgame
    });
    let attackers = assessment.records.iter().filter(|(_, one)| one.side == PlayerRole::Attacker);
    for (color, record) in attackers.filter(|_| there) {
        let player = game.player(*color);
        let Some(name) = MASTERS.iter().find(|&&name| player.contains(name)) else { continue };
        let opponent = game.player(color.other());
        let (low, high) = record.belief.interval(study::assess::INTERVAL_MASS);
        let (mean, sd) = (record.belief.mean(), record.belief.sd());
        let words: [&dyn std::fmt::Display; 6] =
            [name, &opponent, &kappa, &record.moves, &record.optimal, &record.conceded];
        report.grid.figures(&words, [mean, sd, low, high]);
        report.compare(format!("KBBKN: {name}, kappa {kappa}"), mean);
    }
}

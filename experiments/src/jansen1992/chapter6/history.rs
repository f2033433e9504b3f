//! Section 9.3, history-dependent play: does a player's own last move say what he does next?

use endgame::heuristics::Rule;
use endgame::material::Material;
use endgame::rules::Color;
use player::Model;
use study::learn::{Extractor, Observation, default_rules, learn};

use crate::{ExperimentError, Lab, Report};

const SIDES: [(&str, Color, &str); 3] = [
    ("KQKR", Color::White, "winner"),
    ("KQKR", Color::Black, "defender"),
    ("KBNK", Color::White, "winner"),
];

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A player follows a plan: who wins rarely takes a move back and goes on giving check, who defends goes back and forth. Knowing his last \
         move, his next one is foreseen a little better.",
        "side | feature or model | weight or log-loss | standard error or first guess",
    );
    if lab.human_games.is_none() {
        report.skip("KQKR");
        return Ok(());
    }
    for (name, side, role) in SIDES.into_iter().take(lab.at_scale(3, 1)) {
        let Some(games) = lab.games_of(name)? else { continue };
        let material: Material = name.parse()?;
        lab.load(&material)?;
        let model = Model::judging_people();
        let mut rules = default_rules(&material, side, &model);
        rules.extend(Rule::of_history());
        let extractor = Extractor { tables: lab.tables, material, side, model, rules };
        let mut observations: Vec<Observation> = Vec::new();
        for (number, game) in games.iter().enumerate() {
            lab.check()?;
            observations.extend(extractor.extract(number, game)?.observations);
        }
        let learned = learn(&extractor, &observations, lab.at_scale(10, 3))?;
        let who = format!("{name}, {role}");
        for (feature, words) in extractor.features().iter().enumerate() {
            let looks_back = feature > 0 && extractor.rules[feature - 1].looks_back();
            if let Some((weight, error)) = learned.coefficient(feature).filter(|_| looks_back) {
                report.grid.figures(&[&who, words], [weight, error]);
                report.compare(format!("{who}: factor of {words}"), weight.exp());
            }
        }
        for baseline in &learned.baselines {
            let score = baseline.score;
            report.grid.figures(&[&who, &baseline.name], [score.log_loss, score.top_one]);
        }
        let loss = |name: &str| {
            let found = learned.baselines.iter().find(|baseline| baseline.name == name);
            found.map_or(f64::NAN, |baseline| baseline.score.log_loss)
        };
        let (without, with) = (loss("R_c and rules"), loss("with history"));
        report.compare(format!("{who}: moves"), observations.len() as f64);
        report.compare(format!("{who}: nats without history"), without);
        report.compare(format!("{who}: nats with history"), with);
        report.compare(format!("{who}: nats gained"), without - with);
    }
    report.note(&[
        "`same-man`: the man moves that he moved last; `goes-on`: in the direction in which he came; `takes-back`: to where he came from; \
         `check-again`: a check after a check. Weights are coefficients of a conditional logit beside R_c and the endgame's own rules; the \
         standard errors let only the games stand alone; foresight is by cross-validation over games (log-loss in nats, first guess as a share).",
        "`fallible learn GAMES.pgn --history --out FILE` makes such weights; `player:weights=FILE` plays by them and `predator:20,weights=FILE` \
         expects them of its opponent, each reply on the way being followed by what goes on from it.",
        "Jansen means more by history: that an opponent changes with what has worked before. That is not tried.",
    ]);
    Ok(())
}

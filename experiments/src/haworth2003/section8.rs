//! Section 8: what BELLE would have done against Browne, had it thought of him as fallible.

use endgame::rules::{Color, Move};
use endgame::tables::Tables;
use player::agents::predator::Candidates;
use player::agents::{Analyser, Predator, Turn};
use player::{Belief, DepthOffset};
use study::pgn::{Game, Played};
use value::{Choice, Plies};

use crate::games::{browne_belle, grid as grid_of, model, positions};
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// A choice among equally deep moves that BELLE had.
struct Decision {
    number: usize,
    /// Every option with the depth expected after Browne's reply.
    options: Vec<(String, f64)>,
    ours: String,
    circled: String,
    played: String,
    /// How much deeper our choice is expected to be than what was played.
    benefit: f64,
}

/// Whom the decisions are made against. The first, with kappa 0+, is what the paper did; the others
/// show how much it matters.
fn opponents() -> [(String, Belief); 3] {
    let learned = |grid: &str| (format!("posterior on {grid}"), Belief::uniform(grid_of(grid)));
    let known = Belief::certain(20.0).expect("a finite competence");
    [learned("0(10)50"), learned("0(1)50"), ("c = 20".to_owned(), known)]
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Of its equally deep moves BELLE took any; an opponent model would have taken the circled ones and gained \
         a fraction of a move over each game.",
        "kappa | opponent | game | move | played | circled | ours | benefit | options",
    );
    lab.load(&"KQKR".parse()?)?;
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        for (against, belief) in opponents() {
            for (number, game) in (1..).zip(&browne_belle()?) {
                let analyser = Analyser { model: model(kappa), belief: belief.clone() };
                let decisions = decisions(lab, game, analyser)?;
                for one in &decisions {
                    let said = |(san, depth): &(String, f64)| format!("{san} {depth:.4}");
                    let options: Vec<String> = one.options.iter().map(said).collect();
                    report.grid.row(&[
                        &kappa,
                        &against,
                        &number,
                        &format!("{}b", one.number),
                        &one.played,
                        &one.circled,
                        &one.ours,
                        &figure(one.benefit),
                        &options.join(", "),
                    ]);
                }
                let same = decisions.iter().filter(|one| one.ours == one.circled).count() as f64;
                let benefit: f64 = decisions.iter().map(|one| one.benefit).sum();
                for (what, ours) in [("model choices", same), ("benefit", benefit)] {
                    let words = format!("{what}, game {number}, {against}, kappa {kappa}");
                    report.compare(words, ours);
                }
            }
        }
    }
    report.note(&[
        "A choice is the optimal move with the greatest expected depth after White's reply, White being thought of \
         as the posterior of his moves so far and never conceding the win. The benefit adds up the difference to \
         BELLE's own moves.",
        "All twelve circles agree on the coarse grid 0(10)50 of the original data, which also gives the printed benefits, and \
         on 0(1)50 too. Against a known R_20 three close decisions fall otherwise: the circles owe something to what \
         Browne had shown by then.",
    ]);
    Ok(())
}

fn decisions(
    lab: &Lab<'_>,
    game: &Game,
    analyser: Analyser,
) -> Result<Vec<Decision>, ExperimentError> {
    let mut predator = Predator {
        candidates: Candidates::Optimal,
        plies: Some(Plies(2)),
        ..Predator::new(analyser)
    };
    let mut decisions = Vec::new();
    for (ply, (position, played)) in positions(game).enumerate() {
        lab.turn(&position, |turn| {
            if position.turn() == Color::White {
                let chosen = place_of(turn.choices, played.play);
                predator.analyser.observe(turn.choices, chosen);
            } else if let Some(circled) = circled(played) {
                decisions.push(decide(&predator, turn, played, circled, ply / 2 + 1)?);
            }
            Ok(())
        })?;
    }
    Ok(decisions)
}

fn place_of(choices: &[Choice<Move>], play: Move) -> usize {
    choices.iter().position(|choice| choice.play == play).expect("a legal move is a choice")
}

/// The move that the paper's model prefers, if it says so.
fn circled(played: &Played) -> Option<&str> {
    played.comments.iter().find_map(|said| Some(said.split_once("; model ")?.1.trim()))
}

fn decide(
    predator: &Predator,
    turn: &Turn<'_, Tables>,
    played: &Played,
    circled: &str,
    number: usize,
) -> Result<Decision, ExperimentError> {
    let advice = predator.advise(turn)?;
    let name = |choice: usize| turn.at.san(turn.choices[choice].play);
    let depth = |at: usize| advice.options[at].expectation.depth().unwrap_or(0.0);
    let best = advice.best().first().copied().expect("there is a move");
    let chosen = place_of(turn.choices, played.play);
    let own = advice.options.iter().position(|option| option.choice == chosen);
    Ok(Decision {
        number,
        options: (0..advice.options.len())
            .map(|at| (name(advice.options[at].choice), depth(at)))
            .collect(),
        ours: name(advice.options[best].choice),
        circled: circled.to_owned(),
        played: name(chosen),
        benefit: own.map_or(0.0, |own| depth(best) - depth(own)),
    })
}

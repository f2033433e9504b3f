//! The experiment of section 7.3 with opponents who never tire: does speculative play beat optimal
//! play, and against whom?
//!
//! Jansen had 43 games against people. Here every program defends the same positions against
//! reference players, emulators and players who go by the rules of thumb, thousands of times.

use plot::{Plot, Series};
use study::tournament::{Figure, Round};

use super::contest::{contestant, contestants, play, row, starts};
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

/// Programs that know nothing of their opponent: the thesis's, and the Predator who learns.
const STRANGERS: [(&str, &str); 6] = [
    ("R", "infallible"),
    ("B", "fewest"),
    ("HP0", "hp0"),
    ("HP1", "hp1"),
    ("HP2", "hp2"),
    ("Predator, learning", "predator:uniform"),
];

/// Programs that know the opponent's true model, with what they may give up.
const KNOWING: [(&str, &str); 3] = [
    ("knows, risk 0", "plies=4,among=optimal"),
    ("knows, risk 1", "plies=4,risk=1"),
    ("knows, any risk", "plies=2"),
];

/// An opponent: its kind, its competence, its description and that of its true model.
struct Opponent {
    kind: &'static str,
    c: f64,
    agent: String,
    model: String,
}

/// The competence that goes with the weights learned from people's games.
const HUMAN: f64 = 1.4163;

fn opponents(lab: &Lab<'_>) -> Vec<Opponent> {
    let all = [10.0, 15.0, 20.0, 25.0, 30.0];
    let some = [15.0, 20.0, 25.0];
    let of = |kind, c: f64, agent: &str, weights: &str| Opponent {
        kind,
        c,
        agent: format!("{agent}:{c}{weights}"),
        model: format!("predator:{c}{weights}"),
    };
    let plain = lab.at_scale(&all[..], &[20.0]);
    let emulated = lab.at_scale(&some[..], &[]);
    let weighed = lab.at_scale(&all[..3], &[10.0]);
    let plain = plain.iter().map(|&c| of("R_c", c, "player", ""));
    let emulated = emulated.iter().map(|&c| of("E_c", c, "emulator", ""));
    let weighed = weighed.iter().map(|&c| of("R_c, hp1 weights", c, "player", ",weights=hp1"));
    let learned = lab.at_scale(Some(HUMAN), None).map(|c| Opponent {
        kind: "learned from games",
        c,
        agent: "player:weights=human".to_owned(),
        model: format!("predator:{c},weights=human"),
    });
    plain.chain(emulated).chain(weighed).chain(learned).collect()
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A program that sometimes gives up depth on purpose may win more of it back from a fallible opponent than \
         optimal play does. Jansen's 43 games against people could not decide it (the averages are +0.04 and -0.05 \
         moves per move); thousands of paired games against model opponents can.",
        "opponent | c | program | games | moves | d | own | net | se | net over R | se | saved | \
         saved over R | se | length | length over R | se",
    );
    let starts = starts(lab, lab.at_scale(12..=20, 12..=13), lab.at_scale(30, 1))?;
    let strangers = contestants(STRANGERS.map(|(name, agent)| (name, agent.to_owned())))?;
    let mut rounds: Vec<(Opponent, Round)> = Vec::new();
    for opponent in opponents(lab) {
        lab.check()?;
        let model = &opponent.model;
        let knowing = KNOWING.map(|(name, settings)| (name, format!("{model},{settings}")));
        let programs = [strangers.clone(), contestants(knowing)?].concat();
        let him = contestant(&opponent.agent, &opponent.agent)?;
        let round = play(lab, programs, him, &starts)?;
        let Opponent { kind, c, .. } = opponent;
        for (at, name) in round.programs.iter().enumerate() {
            let s = round.standing(at);
            let over_first = |of: Figure| [of.mean, of.over_first, of.over_first_se];
            let numbers = [s.opponent_error.mean, s.own_error.mean, s.net.mean, s.net.se]
                .into_iter()
                .chain([s.net.over_first, s.net.over_first_se])
                .chain([s.saved, s.length].into_iter().flat_map(over_first));
            row(report, &[&kind, &c, name, &s.games, &s.moves], numbers);
            if at > 0 && [10.0, 20.0].contains(&c) {
                let words = format!("{kind}, c = {c}: {name}, net over R");
                report.compare(words, s.net.over_first).error = s.net.over_first_se;
            }
        }
        rounds.push((opponent, round));
    }
    report.draw(plot(&rounds));
    report.notes = notes(&rounds);
    Ok(())
}

/// The net gain over R against reference players of each competence.
fn plot(rounds: &[(Opponent, Round)]) -> Plot {
    let plain: Vec<_> = rounds.iter().filter(|(opponent, _)| opponent.kind == "R_c").collect();
    let names = rounds.first().map_or(&[][..], |(_, round)| &round.programs[..]);
    let series = names.iter().enumerate().skip(1).map(|(at, name)| Series {
        name: name.clone(),
        points: plain
            .iter()
            .map(|(opponent, round)| (opponent.c, round.standing(at).net.over_first))
            .collect(),
    });
    let plot = Plot::new(
        "KQKR: what a program gains over random optimal play",
        "net depth per move over program R against R_c; starts of depth 12 to 20, paired games",
        ["the opponent's competence c", "net moves of depth per move, over R"],
        series.collect(),
    );
    Plot { close_up: true, ..plot }
}

/// How a difference from R reads.
fn verdict(figure: Figure) -> i32 {
    let sure = figure.over_first.abs() > 2.0 * figure.over_first_se;
    i32::from(sure) * if figure.over_first > 0.0 { 1 } else { -1 }
}

fn notes(rounds: &[(Opponent, Round)]) -> Vec<String> {
    let mut notes = vec![
        "Every program defends the same random positions (Black to move, depth 12 to 20, as many of each) and the opponent \
         draws the same chance; a draw is called after fifty moves. d: depth the opponent gave up per move; own: depth the \
         program gave up; net: d - own; saved: share of games not lost; length: the opponent's moves, draws included. R picks \
         any optimal move, B the optimal move with the smallest share of optimal replies."
            .to_owned(),
        "HP0, HP1 and HP2 imagine an opponent of competence 0 with our guess at Jansen's weights, who never gives away the \
         win; 4 plies, risk 4, 3 and 1, optimal moves only up to depth 9. The programs that know are told the opponent's \
         competence and weights: 4 plies with risk 0 or 1, or the papers' Predator of 2 plies, which may give up any depth."
            .to_owned(),
    ];
    let Some((_, first)) = rounds.first() else { return notes };
    for (at, name) in first.programs.iter().enumerate().skip(1) {
        let told = |sign: i32, of: fn(&Round, usize) -> Figure| {
            let fits = |(_, round): &&(Opponent, Round)| verdict(of(round, at)) == sign;
            let names = rounds.iter().filter(fits).map(|(_, round)| round.opponent.clone());
            let names: Vec<String> = names.collect();
            if names.is_empty() { "nobody".to_owned() } else { names.join("; ") }
        };
        let net = |round: &Round, at| round.standing(at).net;
        let saved = |round: &Round, at| round.standing(at).saved;
        let own: f64 = rounds.iter().map(|(_, round)| round.standing(at).own_error.mean).sum();
        notes.push(format!(
            "{name} (gives up {} per move on average): more net than R by over two standard errors against {}; less against \
             {}. It saves more games than R against {}; fewer against {}.",
            figure(own / rounds.len() as f64),
            told(1, net),
            told(-1, net),
            told(1, saved),
            told(-1, saved),
        ));
    }
    notes
}

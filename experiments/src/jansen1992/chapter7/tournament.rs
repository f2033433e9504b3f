//! The experiment of section 7.3 with opponents who never tire: does speculative play beat optimal
//! play, and against whom?
//!
//! Jansen had 43 games against people. Here every program defends the same positions against
//! reference players, emulators and players who go by the rules of thumb, thousands of times.

use plot::{Plot, Series};
use study::tournament::{Contestant, Figure, Round};

use super::contest::{contestant, play, starts};
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

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

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let starts = starts(lab, lab.at_scale(12..=20, 12..=13), lab.at_scale(30, 1))?;
    let strangers = STRANGERS
        .iter()
        .map(|(name, agent)| contestant(name, agent))
        .collect::<Result<Vec<_>, _>>()?;
    let mut grid = Grid::new(
        "opponent | c | program | games | moves | d | own | net | se | net over R | \
             se | saved | saved over R | se | length | length over R | se",
    );
    let mut comparisons = Vec::new();
    let mut rounds: Vec<(Opponent, Round)> = Vec::new();
    for opponent in opponents(lab) {
        lab.check()?;
        let mut programs: Vec<Contestant> = strangers.clone();
        for (name, settings) in KNOWING {
            programs.push(contestant(name, &format!("{},{settings}", opponent.model))?);
        }
        let him = contestant(&opponent.agent, &opponent.agent)?;
        let round = play(lab, programs, him, &starts)?;
        for (at, name) in round.programs.iter().enumerate() {
            let s = round.standing(at);
            let counts = [s.games, s.moves].map(|count| count.to_string());
            let numbers = [
                s.opponent_error.mean,
                s.own_error.mean,
                s.net.mean,
                s.net.se,
                s.net.over_first,
                s.net.over_first_se,
                s.saved.mean,
                s.saved.over_first,
                s.saved.over_first_se,
                s.length.mean,
                s.length.over_first,
                s.length.over_first_se,
            ];
            let words = [opponent.kind.to_owned(), opponent.c.to_string(), name.clone()];
            let numbers = numbers.map(|number| format!("{number:.4}"));
            grid.row(words.into_iter().chain(counts).chain(numbers));
            if at > 0 && [10.0, 20.0].contains(&opponent.c) {
                let words = format!("{}, c = {}: {name}, net over R", opponent.kind, opponent.c);
                let ours = Comparison::unprinted(words, s.net.over_first);
                comparisons.push(ours.give_or_take(s.net.over_first_se));
            }
        }
        rounds.push((opponent, round));
    }
    let notes = notes(&rounds);
    Ok(Report {
        claim: "A program that sometimes gives up depth on purpose may win more of it back from a fallible opponent than \
                optimal play does. Jansen's 43 games against people could not decide it (the averages are +0.04 and -0.05 \
                moves per move); thousands of paired games against model opponents can."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(plot(&rounds).into()),
        notes,
    })
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
    Plot {
        title: "KQKR: what a program gains over random optimal play".to_owned(),
        note:
            "net depth per move over program R against R_c; starts of depth 12 to 20, paired games"
                .to_owned(),
        across: "the opponent's competence c".to_owned(),
        up: "net moves of depth per move, over R".to_owned(),
        close_up: true,
        series: series.collect(),
        ..Plot::default()
    }
}

/// How a difference from R reads.
fn verdict(figure: Figure) -> i32 {
    let sure = figure.over_first.abs() > 2.0 * figure.over_first_se;
    if !sure {
        0
    } else if figure.over_first > 0.0 {
        1
    } else {
        -1
    }
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

//! A network that wins over C_p, and q plies of search before it: does the hybrid win over C_(p+q)?

use endgame::rules::Color;
use net::kpk::{Kpk, KpkPosition};
use study::networks::against_perfect_play::{MOVES, Policy, Unfinished, won_within};
use study::networks::moves::{Evaluation, MoveGraph};

use super::super::at_the_board::{evaluation, graph, pair, policy};
use super::super::kpk;
use super::super::unseen::NN3;
use crate::{ExperimentError, Lab, Report};

/// The p of C_p. All wins are in C_37.
const DEPTHS: [u16; 4] = [1, 5, 11, 37];
/// The q: plies of search after White's move.
const PLIES: [usize; 4] = [0, 2, 4, 8];

/// So many wins of C_p and as many other positions to learn from, for each side to move: with Black to move one ply more.
const EACH: usize = 4000;
const EPOCHS: usize = 60;

/// Positions that teach which are in C_p: half of them are.
fn lesson(kpk: &Kpk, turn: Color, plies: u16, each: usize) -> Vec<KpkPosition> {
    let most = plies + u16::from(turn == Color::Black);
    let is_in = |position: &KpkPosition| position.plies.is_some_and(|of| of.0 <= most);
    // What the network should say of a win that takes longer: not in C_p.
    let judged = |position: &KpkPosition| KpkPosition {
        plies: position.plies.filter(|_| is_in(position)),
        ..*position
    };
    let all = kpk.of_turn(turn).len() / 2;
    let [shuffled, rest] = kpk.drawn(turn, all, 1);
    let positions = || shuffled.iter().chain(&rest);
    let ins = positions().filter(|position| is_in(position)).take(each);
    let outs = positions().filter(|position| !is_in(position)).take(each);
    ins.chain(outs).map(judged).collect()
}

/// The share of the wins within so many plies that White wins, in percent; the longest defence.
fn won(graph: &MoveGraph, white: &Policy, most: usize) -> f64 {
    let black = Policy::perfect(graph, Color::Black);
    let won = won_within(graph, [white, &black], Color::White, MOVES, Unfinished::NotWon);
    let side = graph.side(Color::White);
    let wanted = |place: &usize| {
        let outcome = side.outcomes[*place];
        outcome.sign() > 0
            && outcome.depth().is_some_and(|depth| 2 * usize::from(depth.0) - 1 <= most)
    };
    let shares: Vec<f64> =
        (0..side.len()).filter(wanted).map(|place| f64::from(won[0][place])).collect();
    100.0 * shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

pub(in super::super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Agents that win over C_p, combined with a search of q plies, are said to win over C_(p+q). Do they, in KPK?",
        "network for | q | C_p won, % | C_(p+q) won, % | all wins won, % | R_(p+q): wins beyond, %",
    );
    let (kpk, graph) = (kpk(lab)?, graph(lab)?);
    let blind: Evaluation = graph.evaluate(|_| 0.0);
    let each = lab.at_scale(EACH, 200);
    for plies in std::iter::once(None)
        .chain(DEPTHS[..lab.at_scale(DEPTHS.len(), 2)].iter().map(|&plies| Some(plies)))
    {
        lab.check()?;
        let (name, p, known) = match plies {
            None => ("no network".to_owned(), 0, blind.clone()),
            Some(plies) => {
                let lessons = Color::ALL.map(|turn| lesson(&kpk, turn, plies, each));
                let [mut white, mut black] =
                    pair(lab, [&lessons[0], &lessons[1]], (NN3, EPOCHS, 0.03), 1)?;
                (
                    format!("C_{plies}"),
                    usize::from(plies),
                    evaluation(&kpk, [&mut white, &mut black]),
                )
            }
        };
        for &q in &PLIES[..lab.at_scale(PLIES.len(), 2)] {
            let white = policy(&graph, Color::White, &graph.search(&known, q));
            let reach = (p + q).clamp(1, 37);
            let [here, there, all] = [p.max(1), reach, 37].map(|most| won(&graph, &white, most));
            let beyond = {
                let wins = kpk.converted_within(value::Plies(u16::MAX)).len();
                let within = kpk.converted_within(value::Plies(reach as u16)).len();
                100.0 * (wins - within) as f64 / wins.max(1) as f64
            };
            report.grid.row(&[
                &name,
                &q,
                &format!("{here:.2}"),
                &format!("{there:.2}"),
                &format!("{all:.2}"),
                &format!("{beyond:.2}"),
            ]);
            report.compare(format!("{name}, {q} plies: all wins won, %"), all);
            if q > 0 && p > 0 && p < 37 {
                let verdict =
                    if there >= here - 0.5 { "keeps what it promises" } else { "does not keep it" };
                report.notes.push(format!("{name} and {q} plies {verdict}: {here:.1} % of C_{p} and {there:.1} % of C_{reach} are won."));
            }
        }
    }
    report.note(&[
        "32-32-5-1, one network for each side to move, 4,000 positions of C_p (with Black to move: one ply more) and 4,000 others to learn from. White makes the move after which a search of q plies, with the network at its end, finds most; conversions count as they are. The longest defence, within 50 moves, worked out exactly from all wins.",
        "A search finds every win within its own plies; so C_(p+q) is won if the network tells C_p from the rest, and where it errs the search sees some of it.",
    ]);
    Ok(())
}

//! Tables 1, 2 and 3: how many positions there are.

use endgame::rules::Color;
use net::kpk::{Kpk, KpkPosition, STUDIES, UNREACHABLE};
use value::Plies;

use super::kpk;
use crate::{ExperimentError, Lab, Report};

pub(super) fn table1(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The paper singles out positions: deep wins, hard ones, and such as no game can reach.",
        "set | side to move | positions | won | drawn | first | only move that wins",
    );
    report.tabulate();
    let kpk = kpk(lab)?;
    for set in STUDIES.iter().chain(&UNREACHABLE) {
        let members: Vec<&KpkPosition> =
            kpk.of_turn(set.turn).iter().filter(|position| set.holds(position)).collect();
        let won = members.iter().filter(|position| position.is_won()).count();
        let Some(first) = members.first() else { continue };
        let position = first.position()?;
        let choices = lab.tables.list_choices(&position)?;
        let winning: Vec<usize> =
            (0..choices.len()).filter(|&at| choices[at].value.sign() > 0).collect();
        let only = match winning[..] {
            [only] => position.san(choices[only].play),
            _ => String::new(),
        };
        let side = if set.turn == Color::White { "White" } else { "Black" };
        report.grid.row(&[
            &set.name,
            &side,
            &members.len(),
            &won,
            &(members.len() - won),
            &position.fen(),
            &only,
        ]);
        report.compare(format!("set {}, positions", set.name), members.len() as f64);
        report.compare(format!("set {}, won", set.name), won as f64);
    }
    report.note(&["Set 7a has the pawn on the last rank, which is no position of KPK here."]);
    Ok(())
}

pub(super) fn table2(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin("KPK has 81,650 positions with White to move and 83,622 with Black to move that a game can reach.", "side | positions | won | drawn | reachable | won | drawn");
    report.tabulate();
    let kpk = kpk(lab)?;
    for (turn, name) in [(Color::White, "wtm"), (Color::Black, "btm")] {
        let all = kpk.of_turn(turn);
        let reachable: Vec<KpkPosition> =
            all.iter().filter(|position| Kpk::is_reachable(position)).copied().collect();
        let won = |set: &[KpkPosition]| set.iter().filter(|position| position.is_won()).count();
        let [wins, reachable_wins] = [won(all), won(&reachable)];
        report.grid.row(&[
            &name,
            &all.len(),
            &wins,
            &(all.len() - wins),
            &reachable.len(),
            &reachable_wins,
            &(reachable.len() - reachable_wins),
        ]);
        report.compare(name, reachable.len() as f64);
        report.compare(format!("{name}, won"), reachable_wins as f64);
        report.compare(format!("{name}, drawn"), (reachable.len() - reachable_wins) as f64);
        report.compare(format!("{name}, won, Edwards"), wins as f64);
    }
    report.note(&["Classes: the pawn on the files a to d. Reachable: without the sets 6a to 6e, 7b and 7c of Table 1."]);
    Ok(())
}

pub(super) fn table3(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin("How many wins with White to move are converted in exactly p plies, and which share needs more?", "p | N_p | R_p, %");
    report.tabulate();
    let kpk = kpk(lab)?;
    let all = kpk.converted_within(Plies(u16::MAX)).len();
    let mut before = 0;
    for plies in (1..=37).step_by(2) {
        let within = kpk.converted_within(Plies(plies)).len();
        let rest = 100.0 * (all - within) as f64 / all as f64;
        report.grid.row(&[&plies, &(within - before), &format!("{rest:.2}")]);
        before = within;
    }
    report.compare("wins", all as f64);
    report.compare(
        "deepest win, positions",
        kpk.white_to_move.iter().filter(|position| position.plies == Some(Plies(37))).count()
            as f64,
    );
    report.note(&["Classes: the pawn on the files a to d. p counts half-moves to the conversion, White's last move among them; R_p is the share of wins that need more."]);
    Ok(())
}

//! A game as a coach tells it: one sentence first, then the moves that were slips.

use endgame::rules::Color;
use value::Outcome;

use super::ending::{Over, Reason};
use super::goal::Goal;
use super::practised::PracticePosition;
use super::session::Session;
use crate::assess::MoveAssessment;
use crate::described::TablePosition;
use crate::schema::practice::{BetterMove, Coaching, Slip};

/// Fewer moves of depth than this are no slip: nobody notices them.
pub(super) const LEAST: u16 = 2;

/// From so many on a slip is a mistake.
const MISTAKE: u16 = 5;

/// What there is to say of the person's moves.
pub fn coaching<P: PracticePosition>(session: &Session<P>, goal: Goal) -> Coaching {
    let yours = || session.steps().iter().filter(|step| step.by_person).map(|step| &step.judged);
    let slips: Vec<Slip> = yours().filter_map(slip).collect();
    let made = yours().count();
    let ended = ended(session.over(), session.person(), goal, made);
    let errors = if made == 0 {
        String::new()
    } else if yours().all(MoveAssessment::is_optimal) {
        "Every move was a best one.".to_owned()
    } else {
        told(&slips)
    };
    let summary = [ended, errors].join(" ").trim().to_owned();
    Coaching { summary, slips }
}

/// A move as a slip; none if it is none.
fn slip<P: TablePosition>(judged: &MoveAssessment<P>) -> Option<Slip> {
    let conceded = judged.conceded();
    let mark = match conceded {
        None => "??",
        Some(conceded) if conceded >= MISTAKE => "?",
        Some(conceded) if conceded >= LEAST => "?!",
        Some(_) => return None,
    };
    let best = judged.optimal.iter().map(|play| BetterMove {
        uci: judged.position.code(play),
        san: judged.position.name(play),
    });
    let mut better: Vec<BetterMove> = best.collect();
    better.sort_by(|a, b| a.san.cmp(&b.san));
    let number = numbered(judged);
    let first = better.first().map(|one| one.san.clone()).unwrap_or_default();
    let why = match (conceded, judged.before) {
        (None, Outcome::Win(_)) => "kept the win",
        (None, _) => "held the draw",
        (Some(_), Outcome::Loss(_)) => "held out longer",
        (Some(_), _) => "was quicker",
    };
    let sentence = format!("{number}{}; {number}{first} {why}.", judged.san());
    Some(Slip {
        ply: judged.ply,
        number,
        san: judged.san(),
        mark: mark.into(),
        better,
        conceded,
        before: judged.before.into(),
        after: judged.after.into(),
        fen: judged.position.text(),
        sentence,
    })
}

/// `4.` or `4...`, with a space where the move begins with a number.
fn numbered<P: TablePosition>(judged: &MoveAssessment<P>) -> String {
    let dots = if judged.mover() == judged.position.first_mover() { "." } else { "..." };
    let space = if judged.san().starts_with(|sign: char| sign.is_ascii_digit()) { " " } else { "" };
    format!("{}{dots}{space}", judged.number)
}

/// How it ended, in a sentence.
fn ended(over: Option<Over>, person: Color, goal: Goal, made: usize) -> String {
    let moves = |count: usize| format!("{count} {}", if count == 1 { "move" } else { "moves" });
    let Some(over) = over else { return format!("{} so far.", moves(made)) };
    match (over.winner.map(|winner| winner == person), over.reason, goal) {
        (Some(true), Reason::Checkmate, _) => format!("Mate in {made}."),
        (Some(true), ..) => format!("Won in {}.", moves(made)),
        (Some(false), Reason::Resigned, _) => format!("Resigned after {}.", moves(made)),
        (Some(false), _, Goal::Win) => "The win turned into a loss.".to_owned(),
        (Some(false), _, Goal::Hold) => "The draw got away.".to_owned(),
        (Some(false), _, Goal::Resist) => format!("Lasted {}.", moves(made)),
        (None, _, Goal::Win) => "Drawn: the win got away.".to_owned(),
        (None, _, Goal::Hold) => format!("The draw held, in {}.", moves(made)),
        (None, _, Goal::Resist) => "A lost position saved.".to_owned(),
    }
}

/// The slips, in a sentence: the costliest by name.
fn told(slips: &[Slip]) -> String {
    let cost = |slip: &Slip| slip.conceded.unwrap_or(u16::MAX);
    // The first of equals: what came later could not make it worse.
    let Some(worst) = slips.iter().rev().max_by_key(|slip| cost(slip)) else {
        return "No slip.".to_owned();
    };
    match slips.len() {
        1 => format!("One slip: {}", worst.sentence),
        count => format!("{} slips, the costliest: {}", counted(count), worst.sentence),
    }
}

fn counted(count: usize) -> String {
    const WORDS: [&str; 8] = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    count
        .checked_sub(2)
        .and_then(|at| WORDS.get(at))
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

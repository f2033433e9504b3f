//! A reviewed game as text for people.

use std::fmt::Write as _;

use study::schema::Side;
use study::schema::game_review::{GameReview, ReviewedMove, ReviewedPart, ReviewedPlayer};

/// Players, phases and moments.
pub fn text(review: &GameReview) -> String {
    let mut out = String::new();
    let GameReview { white, black, result, plies, valued, model, .. } = review;
    let _ = writeln!(out, "{} - {}, {result}", white.name, black.name);
    let _ = writeln!(out, "{valued} of {plies} half-moves valued by {}\n", model.reference);
    for (colour, player) in [("White", white), ("Black", black)] {
        put_player(&mut out, colour, player);
    }
    put_moments(&mut out, review);
    let zone = &review.exact_zone;
    if let Some(from) = zone.from {
        let missing = match zone.unsolved.is_empty() {
            true => String::new(),
            false => format!("; no table is at hand for {}", zone.unsolved.join(", ")),
        };
        let (moves, men) = (zone.moves, zone.men);
        let _ = writeln!(
            out,
            "Exact from half-move {from} on: {moves} moves with at most {men} men, of which {} gave a win or a draw away by the tables{missing}.\n",
            zone.given_away
        );
    }
    review.remarks.iter().for_each(|remark| {
        let _ = writeln!(out, "{remark}");
    });
    out
}

fn put_player(out: &mut String, colour: &str, player: &ReviewedPlayer) {
    let rated = player.rating.map_or(String::new(), |rating| format!(" ({rating})"));
    let _ = writeln!(out, "{colour}, {}{rated}: {}", player.name, player.said);
    let _ = writeln!(
        out,
        "  {:<12}{:>6}{:>20}{:>20}{:>9}{:>10}{:>11}",
        "", "moves", "competence c", "rating", "cp loss", "accuracy", "agreement"
    );
    for part in std::iter::once(&player.all).chain(&player.phases) {
        put_part(out, part);
    }
    out.push('\n');
}

fn put_part(out: &mut String, part: &ReviewedPart) {
    let competence = part
        .competence
        .as_ref()
        .map_or("-".to_owned(), |c| format!("{:.1} ({:.1} to {:.1})", c.mean, c.low, c.high));
    let rating = part.elo.as_ref().map_or("-".to_owned(), |elo| {
        format!("{:.0} ({:.0} to {:.0})", elo.mean, elo.low, elo.high)
    });
    let _ = write!(out, "  {:<12}{:>6}{competence:>20}{rating:>20}", part.part, part.moves);
    let _ = match &part.baselines {
        None => writeln!(out, "{:>9}{:>10}{:>11}", "-", "-", "-"),
        Some(known) => writeln!(
            out,
            "{:>9.0}{:>8.0} %{:>9.0} %",
            known.centipawn_loss,
            known.accuracy,
            100.0 * known.agreement
        ),
    };
}

fn put_moments(out: &mut String, review: &GameReview) {
    let found = |ply: &u32| review.moves.iter().find(|one| one.ply == *ply);
    let moments: Vec<&ReviewedMove> = review.moments.iter().filter_map(found).collect();
    if moments.is_empty() {
        out.push_str("No move lost a twentieth of a game or more.\n\n");
        return;
    }
    let heads = ["moment", "by", "expected score", "lost", "better"];
    let _ = writeln!(
        out,
        "{:<16}{:<7}{:>16}{:>7}  {}",
        heads[0], heads[1], heads[2], heads[3], heads[4]
    );
    for one in moments {
        let by = if one.side == Side::White { "White" } else { "Black" };
        let scores = format!("{:.2} to {:.2}", one.before, one.after);
        let exact = if one.table.is_some() { "  (tables)" } else { "" };
        let moved = format!("{} {}", one.number, one.san);
        let line = one.line.join(" ");
        let _ = writeln!(out, "{moved:<16}{by:<7}{scores:>16}{:>7.2}  {line}{exact}", one.lost);
    }
    out.push('\n');
}

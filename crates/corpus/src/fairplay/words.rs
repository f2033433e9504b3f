//! What was found, in careful sentences.

use study::schema::fair_play::FairPlayReport;

/// A number of games.
pub fn games(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// A small probability.
pub fn small(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.1e}") }
}

/// A Bayes factor by its decimal logarithm.
pub fn factor(log10: f64) -> String {
    if log10.abs() < 4.0 { format!("{:.3}", 10f64.powf(log10)) } else { format!("1e{log10:.0}") }
}

/// Who is expected to play.
pub fn profile(report: &FairPlayReport) -> String {
    let profile = &report.profile;
    let from = match &*profile.source {
        "tags" => "as the games say".to_owned(),
        "elo" => "as stated".to_owned(),
        _ => format!("from {} decisions of other games", profile.decisions),
    };
    format!("a player of {:.0} ± {:.0} ({}), {from}", profile.elo, profile.sd, report.pool)
}

/// The sentences, the most important first.
pub fn findings(report: &FairPlayReport) -> Vec<String> {
    let agreement = &report.agreement;
    let mut said = vec![
        format!(
            "{:.0} of {} decisions agree with the engine's first choice; {:.1} ± {:.1} are expected: z = {:.2}.",
            agreement.observed, report.decisions, agreement.expected, agreement.sd, report.z
        ),
        format!(
            "An honest player of this profile agrees at least as often with probability {}.",
            small(report.p_value)
        ),
        bayes(report),
        format!(
            "Winning chances given away: {:.0} %, where {:.0} ± {:.0} are expected (z = {:.2}); the moves speak for a rating of {:.0} (95 % between {:.0} and {:.0}; z = {:.2}).",
            report.loss.observed,
            report.loss.expected,
            report.loss.sd,
            report.loss.z,
            report.elo.mean,
            report.elo.low,
            report.elo.high,
            report.competence.z
        ),
        format!(
            "The longest run of agreement is {}; such players have one as long with probability {}.",
            report.run.length,
            small(report.run.chance)
        ),
    ];
    match report.changes.first() {
        None => said.push("No stretch of moves stands out: honest players show one as striking more than once in twenty times.".to_owned()),
        Some(change) => said.push(format!(
            "{} of {} decisions agree from decision {} to {}, where {:.1} are expected; honest players show a stretch as striking with probability {}. The moves there speak for {:.0} ({:.0} to {:.0}), the others for {:.0} ({:.0} to {:.0}).",
            change.agreed, change.decisions, change.first + 1, change.last + 1, change.expected,
            small(change.chance), change.elo.mean, change.elo.low, change.elo.high,
            change.elsewhere.mean, change.elsewhere.low, change.elsewhere.high
        )),
    }
    if report.many_players.players > 1 {
        said.push(format!(
            "{} players were looked at: corrected for that, the probability is {} (Holm).",
            report.many_players.players,
            small(report.many_players.holm)
        ));
    }
    if let Some(row) = report.power.iter().find(|row| row.assistance > 0.25) {
        said.push(format!(
            "If one player in {:.0} is helped with {:.0} % of the moves, of all with z above 3 in such games {:.0} % are honest.",
            1.0 / report.prior, 100.0 * row.assistance, 100.0 * row.false_discoveries
        ));
    }
    said
}

fn bayes(report: &FairPlayReport) -> String {
    let toward = if report.log10_bayes_factor < 0.0 { "the own profile" } else { "assistance" };
    format!(
        "The Bayes factor is {}, which speaks for {toward}: a probability of assistance of {} before becomes {}.",
        factor(report.log10_bayes_factor),
        small(report.prior),
        small(report.posterior)
    )
}

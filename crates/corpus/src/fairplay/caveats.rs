//! What an analysis of agreement cannot show, in sentences.

use super::honest::Honest;
use crate::pool::Pool;

use super::profile::Profile;

/// Fewer games than this are few.
const FEW_GAMES: usize = 10;

/// Of everything that is said of one player.
pub(super) struct Circumstances<'a> {
    pub(super) games: usize,
    pub(super) informative: usize,
    pub(super) gain: Option<f64>,
    pub(super) share: Option<f64>,
    pub(super) profile: &'a Profile,
    pub(super) pool: &'a Pool,
    pub(super) reference: &'a str,
    pub(super) sees_scores: bool,
    pub(super) masked: bool,
}

/// The most important first.
pub(super) fn caveats(about: &Circumstances<'_>) -> Vec<String> {
    let mut said = vec![
        "This is a comparison of moves with a statistical expectation. It does not show that anybody was assisted, nor that nobody was: unusual agreement has honest causes, such as preparation, a quiet style, forcing play, a rating that lags behind, or luck.".to_owned(),
        power_sentence(about),
        "It sees only agreement with one engine at one depth. Another engine, help at a few moments only, or help that is not the first choice may leave no trace here.".to_owned(),
    ];
    if about.games < FEW_GAMES {
        let are = if about.games == 1 { "game is" } else { "games are" };
        said.push(format!("{} {are} few: one good day is enough to explain much.", about.games));
    }
    if let Some(own) = about.profile.own_games.filter(|own| *own < FEW_GAMES) {
        let games = if own == 1 { "game" } else { "games" };
        said.push(format!(
            "The own profile rests on {own} {games} only; its uncertainty is in every figure."
        ));
    }
    match about.profile.in_both {
        0 => (),
        1 => said.push(
            "One game of the own profile is among those examined and was left out of it."
                .to_owned(),
        ),
        many => said.push(format!(
            "{many} games of the own profile are among those examined and were left out of it."
        )),
    }
    if !about.sees_scores {
        said.push(format!("No model of human choice has been measured for the scores of {}: what is expected comes from what the moves look like and from how far the best stand out, measured with another engine, and z is less sure. Stockfish 15.1 at depth 8 has one.", about.reference));
    }
    match about.pool {
        Pool::Other(_) => said.push(
            "Nobody says whose ratings these games carry: FIDE's are meant; choose with --pool."
                .to_owned(),
        ),
        pool if !Honest::knows(&pool.to_string()) => {
            said.push(format!("Expectations for {} are those of Lichess's players.", about.pool))
        }
        _ => (),
    }
    if about.masked {
        said.push("Names, events and dates are left out, but whoever knows the games can recognise them by their moves.".to_owned());
    }
    said.push("A decision about a person needs evidence of another kind, and a person who answers for it.".to_owned());
    said
}

/// What so few moves can show.
fn power_sentence(about: &Circumstances<'_>) -> String {
    let moves = match about.informative {
        1 => "1 informative move".to_owned(),
        many => format!("{many} informative moves"),
    };
    let gain = match about.gain {
        Some(gain) => {
            format!("a gain of less than {:.0} Elo cannot be seen", (gain / 10.0).ceil() * 10.0)
        }
        None => "no gain in Elo can be seen".to_owned(),
    };
    let share = match about.share {
        Some(share) => format!("nor can help with less than {:.0} % of the moves", 100.0 * share),
        None => "nor can help with any share of the moves".to_owned(),
    };
    format!("With {moves} {gain}, {share} (z above 3, four times of five).")
}

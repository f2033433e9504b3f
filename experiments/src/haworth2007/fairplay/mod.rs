//! Section 4.7: the `z` of honest players is a `z`, and planted assistance is found as often as stated.
//!
//! - `halves`: what is fitted to one half of the games, or of the players, judges the other
//! - `units`: events, games and players as they are; `own_games`: players against a profile of their own
//! - `planted`: moves replaced by the engine's

mod halves;
mod own_games;
mod planted;
mod units;

use corpus::fairplay::honest::Honest;
use corpus::fairplay::power::THRESHOLD;
use corpus::human::HumanModels;
use corpus::model_record::reference_of;
use corpus::{Decision, Pool};

use super::data;
use crate::{ExperimentError, Lab, Report};
use halves::{Halves, Together};
use units::Unit;

/// Fewest units whose z have a standard deviation worth the name.
const FEWEST: usize = 20;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Section 4.7: the agreement of a player and an engine has a probability, given an a-priori profile. On honest games held out its z has mean 0 and standard deviation 1, and planted assistance is found at the stated power.",
        "pool | what | moves | assistance | units | mean z | sd of z | error of the sd | share with z above 3 | stated power | sd of z of the loss | sd of z of competence",
    );
    let Some(decisions) = data::decisions(lab, report)? else { return Ok(()) };
    let (mut events, mut pieces, mut measured) = (Vec::new(), Vec::new(), Vec::new());
    for pool in [Pool::Fide, Pool::Lichess, Pool::Fics] {
        lab.check()?;
        let of_pool: Vec<&Decision> = decisions
            .iter()
            .filter(|one| Pool::of(&one.game) == pool && !one.is_forced() && one.rating().is_some())
            .collect();
        if of_pool.len() < 2 * planted::MOVES[2] {
            report.notes.push(format!("Too few decisions of {pool}: {}.", of_pool.len()));
            continue;
        }
        let by_game = Halves::new(&pool, &of_pool, Together::Games);
        let by_player = Halves::new(&pool, &of_pool, Together::Players);
        for unit in Unit::ALL {
            let halves = match unit.held_out() {
                Together::Games => &by_game,
                Together::Players => &by_player,
            };
            let z = units::natural(report, &pool, unit, halves);
            match unit {
                Unit::Event => events.extend(z),
                Unit::Piece => pieces.extend(z),
                _ => (),
            }
        }
        own_games::against_own_games(report, &pool, &of_pool);
        planted::planted(lab, report, &pool, &by_game)?;
        measured.extend(built_in(&pool, &of_pool));
    }
    for (what, z) in [("events", events), ("pieces of 20 moves", pieces)] {
        if z.len() >= FEWEST {
            let (_, sd, error, beyond) = moments(&z);
            report.compare(format!("all {what}: sd of z"), sd).error = error;
            let error = (0.00135 / z.len() as f64).sqrt();
            report.compare(format!("all {what}: share with z above 3"), beyond).error = error;
            report.notes.push(format!(
                "{} {what}, {:.0} with z above 3.",
                z.len(),
                beyond * z.len() as f64
            ));
        }
    }
    report.note(&[
        "Games are split in two halves by number. The coefficients of the model of human choice, how its log-odds of agreement are read, and how honest players differ are fitted to one half, and the other is judged by them; for players over whole games the players are split instead, so that nobody is judged by a fit that has seen a move of theirs. The weights of looks are the built-in ones, which were learned from moves of these games among others.",
        "By event: all players of an event together, 10 decisions or more; a day of casual games online stands for an event. By player and event: 5 decisions or more. By player and game: 15 or more. Pieces: 20 decisions of a player one after the other. By player over whole games: 80 decisions or more. Every rating is the one the game says.",
        "Against own games: players with 160 decisions or more, the profile from every other game, the rest examined, as `fallible fairplay --profile` does it; with the built-in models, which have seen these games.",
        "As of one player: decisions of one band of 200 points put together, in an order drawn at random, with a profile that is misstated for all of them by normal deviates in rating and in style, as far as honest players were found to differ.",
        "Planted: a move of the player is replaced by the engine's first choice with the stated probability, in the same pieces; each piece is used twenty times. Stated power is what `fallible fairplay` prints for the piece, averaged.",
        "The games are of people nobody suspects here; names play no part but to tell units apart.",
    ]);
    report.notes.push(format!(
        "Measured on all of these decisions with the built-in models, and built in as `honest_players.json`: `{}`",
        Honest::file_text(measured).trim()
    ));
    Ok(())
}

/// Mean, standard deviation, its error, and the share above 3.
fn moments(z: &[f64]) -> (f64, f64, f64, f64) {
    let n = z.len().max(1) as f64;
    let mean = z.iter().sum::<f64>() / n;
    let moment = |power: i32| z.iter().map(|z| (z - mean).powi(power)).sum::<f64>() / n;
    let sd = moment(2).sqrt();
    let error = ((moment(4) - moment(2).powi(2)).max(0.0) / n).sqrt() / (2.0 * sd);
    (mean, sd, error, z.iter().filter(|z| **z > THRESHOLD).count() as f64 / n)
}

/// How honest players differ from the built-in models, with scores and without.
fn built_in(pool: &Pool, decisions: &[&Decision]) -> Vec<Honest> {
    let models = HumanModels::built_in();
    let reference = reference_of(decisions.iter().copied());
    let games = data::game_numbers(decisions);
    let players = halves::player_numbers(decisions);
    let of = |reference: &str| {
        let (record, model) = models.model_of_one_depth(pool, reference, |_| true)?;
        halves::measured(pool, record.reference.clone(), &model, decisions, [&games, &players])
    };
    [of(&reference), of("")].into_iter().flatten().collect()
}

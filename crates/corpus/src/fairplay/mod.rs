//! Assistance analysis (Haworth 2007, section 4.7): how often a player agrees with an engine, against what
//! an own profile expects in the full context of every move.
//!
//! Nothing here says that somebody was assisted: it says how unusual agreement is, how much of it could be
//! seen at all, and what it cannot show.
//!
//! - [`expectation`]: what the profile expects of a decision; [`profile`]: whose rating that is
//! - [`honest`]: how honest players differ from the model, measured on games of people; [`context`]: on
//!   what that depends; [`between`](mod@between): how much players of one rating differ
//! - [`agreement`]: observed against expected, with `z`; [`poisson_binomial`], [`normal`]: exact chances
//! - [`bayes`]: own profile against assistance, move by move; [`stretch`]: where agreement jumps
//! - [`power`]: what could have been seen; [`many_players`]: what remains if many are looked at
//! - [`page`]: the report as one HTML file; `caveats`, [`words`]: its sentences

pub mod agreement;
pub mod bayes;
pub mod between;
mod caveats;
pub mod context;
pub mod expectation;
pub mod honest;
pub mod many_players;
mod moves;
pub mod normal;
pub mod page;
pub mod poisson_binomial;
pub mod power;
pub mod profile;
pub mod stretch;
pub mod words;

use std::collections::BTreeSet;

use study::schema::fair_play::{
    AgreementRun, CompetenceChange, Detectable, FairPlayReport, FairPlaySurvey, ManyPlayers,
    ObservedExpected, PowerRow,
};

use crate::decision::Decision;
use crate::human::HumanModels;
use crate::model_record::reference_of;
use crate::names::people;
use crate::pool::Pool;
use crate::rate::{RateError, the_player, the_pool, told};

use agreement::{Comparison, Variance};
use caveats::{Circumstances, caveats};
use expectation::{Expected, NODES, Observer, Style, node_weights};
use honest::Honest;
use moves::Listed;
use power::Power;
use profile::{Profile, Stated};

/// Why nobody is looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum FairPlayError {
    #[error(transparent)]
    Who(#[from] RateError),
    #[error(
        "no game carries a rating of '{0}': state one with --elo, or give other games of the player with --profile"
    )]
    Unrated(String),
    #[error(
        "no other game of '{0}' is in the files of --profile: give games that are not among those examined"
    )]
    NoOwnGames(String),
    #[error(
        "no decision of '{0}' is informative: every move after the opening was forced or all but forced, so agreement says nothing; give more games"
    )]
    NothingInformative(String),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Whose ratings are meant; none: as the games say.
    pub pool: Option<Pool>,
    /// Where the own profile comes from.
    pub stated: Stated,
    /// The probability of assistance before the games are seen.
    pub prior: f64,
    /// Whether names, events and dates are left out.
    pub masked: bool,
}

/// The probability of assistance that is taken if none is stated: one in a thousand.
pub const PRIOR: f64 = 0.001;

/// Shares of assistance in the table of power.
const SHARES: [f64; 4] = [0.1, 0.3, 0.5, 1.0];
/// Numbers of moves in the table of power, beside those seen.
const MOVES: [usize; 3] = [50, 100, 250];
/// Stretches that honest players show more often are not told.
const STRIKING: f64 = 0.05;

/// Looks at one player, by words of the name.
pub fn look_at(
    decisions: &[Decision],
    name: &str,
    question: &Question,
    models: &HumanModels,
) -> Result<FairPlayReport, FairPlayError> {
    let player = the_player(decisions, name)?;
    let own: Vec<&Decision> =
        decisions.iter().filter(|one| player.is(one.player()) && !one.is_forced()).collect();
    let pool = the_pool(&own, question.pool.as_ref())?;
    let reference = reference_of(own.iter().copied());
    let Some((record, model)) = models.model_of_one_depth(&pool, &reference, Honest::knows) else {
        return Err(RateError::NoModel(pool).into());
    };
    let sees_scores = record.reference.is_some();
    let honest = Honest::built_in(&record.pool, sees_scores);
    let (weights, style) = (&models.weights, Style::unknown(honest));
    let observer = Observer { model: &model, weights, pool: &pool, honest, style };
    let profile = Profile::new(&question.stated, &player, &own, &observer, record.dispersion)?;
    let observer = Observer { style: profile.style, ..observer };
    let games: Vec<(&str, usize)> = own
        .iter()
        .map(|one| (one.game.file.as_str(), one.game.number))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let game_of = |one: &Decision| {
        games.binary_search(&(one.game.file.as_str(), one.game.number)).unwrap_or_default()
    };
    let expected: Vec<Expected> = own
        .iter()
        .zip(&profile.ratings)
        .map(|(one, rating)| observer.expected(one, game_of(one), *rating, profile.sd))
        .collect();
    let informative = expected.iter().filter(|one| one.is_informative()).count();
    if informative == 0 {
        let name = if question.masked { "the player" } else { player.name };
        return Err(FairPlayError::NothingInformative(name.to_owned()));
    }
    let listed = Listed::new(&own, &expected, (models, &model, &pool, record.dispersion), honest);
    let power = Power::new(&expected, honest, profile.sd);
    let variance = Variance::new(&expected, honest);
    let log_bayes_factor = listed.bayes_factor.log();
    let (detectable, rows) = power_tables(&power, expected.len(), question.prior);
    let agreement = agreement::agreement(&expected, honest);
    let p_value = agreement::p_value(&expected, honest);
    Ok(FairPlayReport {
        player: if question.masked { "Player A".to_owned() } else { player.name.to_owned() },
        games: games.len(),
        decisions: own.len(),
        informative,
        pool: pool.to_string(),
        sees_scores,
        z: agreement.z,
        p_value,
        bayes_factor: log_bayes_factor.min(700.0).exp(),
        log10_bayes_factor: log_bayes_factor / std::f64::consts::LN_10,
        share_if_assisted: listed.bayes_factor.mean_share(),
        prior: question.prior,
        posterior: many_players::posterior(question.prior, log_bayes_factor),
        agreement: shown(agreement),
        loss: shown(agreement::loss(&expected, honest)),
        competence: shown(agreement::competence(&expected, honest, profile.sd)),
        elo: told(listed.whole),
        design_effect: variance.design_effect(),
        run: run(&expected),
        caveats: caveats(&Circumstances {
            games: games.len(),
            informative,
            gain: detectable[0].elo,
            share: detectable[0].assistance,
            profile: &profile,
            pool: &pool,
            reference: &reference,
            sees_scores,
            masked: question.masked,
        }),
        power: rows,
        detectable,
        changes: changes(&expected, &listed),
        many_players: ManyPlayers { players: 1, holm: p_value, benjamini_hochberg: p_value },
        game_names: games.iter().map(|game| moves::name_of(game, &own, question.masked)).collect(),
        moves: listed.moves,
        profile: profile.told,
        reference,
    })
}

/// Looks at several players, or at all; those who cannot be looked at are told in a sentence each.
pub fn look_at_many(
    decisions: &[Decision],
    names: Option<&[String]>,
    question: &Question,
    models: &HumanModels,
    tell: &mut dyn FnMut(usize, usize),
) -> FairPlaySurvey {
    let everybody = || people(decisions.iter().map(Decision::player)).into_iter();
    let is_named = |name: &&str| !matches!(*name, "" | "?");
    let names: Vec<String> = match names {
        Some(names) => names.to_vec(),
        None => everybody().map(|one| one.name).filter(is_named).map(str::to_owned).collect(),
    };
    let (mut players, mut left_out) = (Vec::<FairPlayReport>::new(), Vec::new());
    for (done, name) in names.iter().enumerate() {
        tell(done, names.len());
        match look_at(decisions, name, question, models) {
            Ok(report) => players.push(report),
            Err(error) if question.masked => {
                let kind = match error {
                    FairPlayError::Unrated(_) => "has no rating",
                    FairPlayError::NothingInformative(_) => "has no informative decision",
                    FairPlayError::NoOwnGames(_) => "has no other games",
                    FairPlayError::Who(_) => "cannot be told from others",
                };
                left_out.push(format!("one player {kind}"));
            }
            Err(error) => left_out.push(error.to_string()),
        }
    }
    let p_values: Vec<f64> = players.iter().map(|one| one.p_value).collect();
    let holm = many_players::holm(&p_values);
    let shares = many_players::benjamini_hochberg(&p_values);
    for ((player, holm), share) in players.iter_mut().zip(holm).zip(shares) {
        player.many_players =
            ManyPlayers { players: p_values.len(), holm, benjamini_hochberg: share };
    }
    players.sort_by(|a, b| a.p_value.total_cmp(&b.p_value));
    if question.masked {
        for (at, player) in players.iter_mut().enumerate() {
            player.player = format!("Player {}", at + 1);
        }
    }
    FairPlaySurvey { players, left_out }
}

fn shown(of: Comparison) -> ObservedExpected {
    ObservedExpected { observed: of.observed, expected: of.expected, sd: of.sd, z: of.z }
}

/// What could have been seen from the moves at hand, and from more or fewer.
fn power_tables(power: &Power, seen: usize, prior: f64) -> (Vec<Detectable>, Vec<PowerRow>) {
    let counts: Vec<usize> = std::iter::once(seen).chain(MOVES).collect();
    let false_alarm = normal::upper_tail(power::THRESHOLD);
    let row = |(moves, assistance): (usize, f64)| {
        let power = power.of_assistance(moves, assistance);
        let false_discoveries = many_players::false_discoveries(prior, false_alarm, power);
        PowerRow { moves, assistance, power, false_discoveries }
    };
    let rows = counts.iter().flat_map(|moves| SHARES.map(|share| (*moves, share))).map(row);
    let least = |moves: &usize| Detectable {
        moves: *moves,
        assistance: power.least_share(*moves),
        elo: power.least_gain(*moves),
    };
    (counts.iter().map(least).collect(), rows.collect())
}

/// The longest run of agreement, and its chance over the players that the profile may mean.
fn run(expected: &[Expected]) -> AgreementRun {
    let length = poisson_binomial::longest_run(expected.iter().map(|one| one.agreed));
    let at = |node: usize| {
        let probabilities: Vec<f64> = expected.iter().map(|one| one.agreement[node]).collect();
        poisson_binomial::run_of(&probabilities, length)
    };
    let chance: f64 = (0..NODES).zip(node_weights()).map(|(node, weight)| weight * at(node)).sum();
    AgreementRun { length, chance: chance.clamp(0.0, 1.0) }
}

/// The stretch that stands out most, if honest players seldom show one like it.
fn changes(expected: &[Expected], listed: &Listed) -> Vec<CompetenceChange> {
    let Some(found) = stretch::strongest(expected) else { return Vec::new() };
    let chance = stretch::chance(expected, found.log_ratio, expected.len() as u64);
    if chance > STRIKING {
        return Vec::new();
    }
    let within = &expected[found.first..=found.last];
    let (inside, elsewhere) = listed.apart(found.first, found.last);
    vec![CompetenceChange {
        first: found.first,
        last: found.last,
        decisions: within.len(),
        agreed: within.iter().filter(|one| one.agreed).count(),
        expected: within.iter().map(Expected::probability).sum(),
        share: found.share,
        chance,
        elo: told(inside),
        elsewhere: told(elsewhere),
    }]
}

//! The own profile: which rating the player is taken to have, how sure that is, and how other games say
//! that the player differs from others of that rating.

use std::collections::BTreeSet;

use study::schema::fair_play::OwnProfile;

use super::FairPlayError;
use super::expectation::{Expected, Observer, Style};
use crate::decision::Decision;
use crate::human::Seen;
use crate::model_record::word;
use crate::names::{Person, normal, people};
use crate::rating_belief::RatingBelief;

/// Where the rating comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stated {
    /// The games say it.
    #[default]
    ByTheGames,
    /// It is this.
    Elo(f64),
    /// Other games of the player speak for it.
    OwnGames(Vec<Decision>),
}

/// The rating at each decision, and its standard deviation.
pub(super) struct Profile {
    pub(super) ratings: Vec<f64>,
    pub(super) sd: f64,
    /// How the player differs from others of the rating.
    pub(super) style: Style,
    pub(super) told: OwnProfile,
    /// Games of the own profile that are among those examined, and were left out of it.
    pub(super) in_both: usize,
    /// Games the profile was inferred from; none if it was stated.
    pub(super) own_games: Option<usize>,
}

impl Profile {
    /// Of the player of these decisions, as an observer sees them who knows nothing of the player yet.
    pub(super) fn new(
        stated: &Stated,
        player: &Person<'_>,
        decisions: &[&Decision],
        observer: &Observer<'_>,
        dispersion: f64,
    ) -> Result<Profile, FairPlayError> {
        let stated_sd = observer.honest.between.rating;
        let given = |elo: f64, source, sd, count| Profile {
            ratings: vec![elo; decisions.len()],
            sd,
            style: observer.style,
            told: OwnProfile { source: word(source), elo, sd, decisions: count },
            in_both: 0,
            own_games: None,
        };
        match stated {
            Stated::Elo(elo) => Ok(given(*elo, "elo", stated_sd, 0)),
            Stated::ByTheGames => {
                let known: Vec<f64> =
                    decisions.iter().filter_map(|one| one.rating()).map(f64::from).collect();
                if known.is_empty() {
                    return Err(FairPlayError::Unrated(player.name.to_owned()));
                }
                let mean = known.iter().sum::<f64>() / known.len() as f64;
                let of = |one: &&Decision| one.rating().map_or(mean, f64::from);
                let ratings = decisions.iter().map(of).collect();
                Ok(Profile { ratings, ..given(mean, "tags", stated_sd, 0) })
            }
            Stated::OwnGames(own) => {
                let examined: BTreeSet<GameKey<'_>> =
                    decisions.iter().map(|one| key(one)).collect();
                let asked = normal(player.name);
                let known = people(own.iter().map(Decision::player));
                let there = known.iter().find(|one| normal(one.name) == asked);
                let of_player = |one: &&Decision| {
                    there.is_some_and(|there| there.is(one.player())) && !one.is_forced()
                };
                let own: Vec<&Decision> = own.iter().filter(of_player).collect();
                let (both, others): (Vec<&Decision>, Vec<&Decision>) =
                    own.into_iter().partition(|one| examined.contains(&key(one)));
                if others.is_empty() {
                    return Err(FairPlayError::NoOwnGames(player.name.to_owned()));
                }
                let mut belief = RatingBelief::new(observer.pool.clone());
                for one in &others {
                    let seen = Seen::new(one, observer.pool, observer.weights, 0);
                    belief.observe(observer.model, &seen);
                }
                let rating = belief.interval(dispersion);
                let own = games(&others);
                let game = |one: &Decision| own.binary_search(&key(one)).unwrap_or_default();
                let expected: Vec<Expected> = others
                    .iter()
                    .map(|one| observer.expected(one, game(one), rating.mean, rating.sd))
                    .collect();
                Ok(Profile {
                    style: observer.style.after(&expected, observer.honest),
                    in_both: games(&both).len(),
                    own_games: Some(own.len()),
                    ..given(rating.mean, "games", rating.sd, others.len())
                })
            }
        }
    }
}

/// What tells a game from others, whatever file it stands in.
type GameKey<'a> = (&'a [String; 2], Option<&'a str>, Option<&'a str>, &'a str, usize);

/// The games of decisions, each once.
fn games<'a>(of: &[&'a Decision]) -> Vec<GameKey<'a>> {
    of.iter().map(|one| key(one)).collect::<BTreeSet<_>>().into_iter().collect()
}

fn key(one: &Decision) -> GameKey<'_> {
    let game = &one.game;
    // Without a date and an event the place in the file is all there is.
    let number = if game.date.is_some() || game.event.is_some() { 0 } else { game.number };
    let time_control = game.time_control.as_deref().unwrap_or_default();
    (&game.players, game.date.as_deref(), game.event.as_deref(), time_control, number)
}

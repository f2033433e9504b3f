//! The own profile: which rating the player is taken to have, and how sure that is.

use std::collections::BTreeSet;

use study::schema::fair_play::OwnProfile;

use super::FairPlayError;
use crate::decision::Decision;
use crate::human::file::PoolModel;
use crate::human::{HumanModel, HumanModels, Seen};
use crate::model_record::word;
use crate::pool::Pool;
use crate::rating_belief::RatingBelief;

/// How far a stated rating is from how strong its player is on the days at hand, in points, as a
/// standard deviation: ratings lag behind, and days differ.
pub const RATING_SD: f64 = 100.0;

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
    pub(super) told: OwnProfile,
    /// Games of the own profile that are among those examined, and were left out of it.
    pub(super) in_both: usize,
    /// Games the profile was inferred from; none if it was stated.
    pub(super) own_games: Option<usize>,
}

impl Profile {
    /// Of the player of these decisions.
    pub(super) fn new(
        stated: &Stated,
        player: &str,
        decisions: &[&Decision],
        (models, record, model, pool): (&HumanModels, &PoolModel, &HumanModel, &Pool),
    ) -> Result<Profile, FairPlayError> {
        let given = |elo: f64, source, sd, count| Profile {
            ratings: vec![elo; decisions.len()],
            sd,
            told: OwnProfile { source: word(source), elo, sd, decisions: count },
            in_both: 0,
            own_games: None,
        };
        match stated {
            Stated::Elo(elo) => Ok(given(*elo, "elo", RATING_SD, 0)),
            Stated::ByTheGames => {
                let known: Vec<f64> =
                    decisions.iter().filter_map(|one| one.rating()).map(f64::from).collect();
                if known.is_empty() {
                    return Err(FairPlayError::Unrated(player.to_owned()));
                }
                let mean = known.iter().sum::<f64>() / known.len() as f64;
                let of = |one: &&Decision| one.rating().map_or(mean, f64::from);
                let ratings = decisions.iter().map(of).collect();
                Ok(Profile { ratings, ..given(mean, "tags", RATING_SD, 0) })
            }
            Stated::OwnGames(own) => {
                let examined: BTreeSet<GameKey<'_>> =
                    decisions.iter().map(|one| key(one)).collect();
                let of_player =
                    |one: &&Decision| one.player().eq_ignore_ascii_case(player) && !one.is_forced();
                let own: Vec<&Decision> = own.iter().filter(of_player).collect();
                let (both, others): (Vec<&Decision>, Vec<&Decision>) =
                    own.into_iter().partition(|one| examined.contains(&key(one)));
                if others.is_empty() {
                    return Err(FairPlayError::NoOwnGames(player.to_owned()));
                }
                let mut belief = RatingBelief::new(pool.clone());
                for one in &others {
                    belief.observe(model, &Seen::new(one, pool, &models.weights, 0));
                }
                let rating = belief.interval(record.dispersion);
                let games =
                    |of: &[&Decision]| of.iter().map(|one| key(one)).collect::<BTreeSet<_>>().len();
                Ok(Profile {
                    in_both: games(&both),
                    own_games: Some(games(&others)),
                    ..given(rating.mean, "games", rating.sd, others.len())
                })
            }
        }
    }
}

/// What tells a game from others, whatever file it stands in.
type GameKey<'a> = (&'a [String; 2], Option<&'a str>, Option<&'a str>, &'a str, usize);

fn key(one: &Decision) -> GameKey<'_> {
    let game = &one.game;
    // Without a date and an event the place in the file is all there is.
    let number = if game.date.is_some() || game.event.is_some() { 0 } else { game.number };
    let time_control = game.time_control.as_deref().unwrap_or_default();
    (&game.players, game.date.as_deref(), game.event.as_deref(), time_control, number)
}

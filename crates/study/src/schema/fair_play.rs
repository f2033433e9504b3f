//! Assistance analysis: `fallible fairplay --json`.

use serde::{Deserialize, Serialize};

use super::Word;
use super::whole_games::RatingEstimate;

/// What the player is expected to do, and where that comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnProfile {
    /// `tags` (the ratings the games carry), `elo` (as stated) or `games` (inferred from other games of the player).
    pub source: Word,
    /// The rating; of `tags` the mean over the decisions.
    pub elo: f64,
    /// Its standard deviation: ratings lag behind, and days differ.
    pub sd: f64,
    /// Decisions of other games that it was inferred from; 0 if stated.
    pub decisions: usize,
}

/// A sum that was observed, beside the one that was expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObservedExpected {
    /// What was observed.
    pub observed: f64,
    /// What the own profile expects.
    pub expected: f64,
    /// The standard deviation of that.
    pub sd: f64,
    /// How many standard deviations the observed is better than the expected.
    pub z: f64,
}

/// The longest run of agreement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgreementRun {
    /// Consecutive decisions.
    pub length: usize,
    /// How often the own profile has one at least as long among these decisions.
    pub chance: f64,
}

/// How often assistance would stand out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PowerRow {
    /// Decisions like the ones seen.
    pub moves: usize,
    /// The probability that a move is the engine's.
    pub assistance: f64,
    /// How often `z` is then above 3.
    pub power: f64,
    /// The share of honest players among all with a `z` above 3, if `prior` of all are so assisted.
    pub false_discoveries: f64,
}

/// What so many decisions can show at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Detectable {
    /// Decisions like the ones seen.
    pub moves: usize,
    /// The least share of assistance that gives a `z` above 3 four times of five; null if none does.
    pub assistance: Option<f64>,
    /// The least gain in rating that gives a `competence.z` above 3 four times of five; null if none does.
    pub elo: Option<f64>,
}

/// A stretch of decisions in which agreement is far above expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompetenceChange {
    /// The first move, by its place in `moves`, from 0.
    pub first: usize,
    /// The last.
    pub last: usize,
    /// Decisions in it.
    pub decisions: usize,
    /// How many agree with the engine.
    pub agreed: usize,
    /// How many are expected to.
    pub expected: f64,
    /// The share of assistance that explains it best.
    pub share: f64,
    /// How often an honest player of this profile shows a stretch as striking somewhere in such games.
    pub chance: f64,
    /// The rating that the moves within speak for.
    pub elo: RatingEstimate,
    /// The rating that the other moves speak for.
    pub elsewhere: RatingEstimate,
}

/// What is left of a small probability if many players are looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManyPlayers {
    /// Players looked at.
    pub players: usize,
    /// Holm's corrected probability.
    pub holm: f64,
    /// Benjamini and Hochberg's: the share of false discoveries among all at least as striking.
    pub benjamini_hochberg: f64,
}

/// One decision, so that the analysis can be replayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FairPlayMove {
    /// The game, by its place in `game_names`, from 0.
    pub game: usize,
    /// The half-move, from 1.
    pub ply: u32,
    /// The position before the move.
    pub fen: String,
    /// The move played.
    pub san: String,
    /// The engine's first choices, all of equal value.
    pub best: Vec<String>,
    /// The value of the best and of the move played, in pawns for the mover, a mate counting 20.
    pub values: (f64, f64),
    /// The probability that the own profile agrees with the engine.
    pub expected: f64,
    /// Whether the player did.
    pub agreed: bool,
    /// The Bayes factor after this move, as a decimal logarithm.
    pub log10_bayes_factor: f64,
    /// The rating that all moves up to this one speak for.
    pub elo: f64,
}

/// `fallible fairplay --json`: how a player's moves compare with an own profile and with assistance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FairPlayReport {
    /// The player, or a letter if names are masked.
    pub player: String,
    /// Games with decisions.
    pub games: usize,
    /// Decisions: moves with an alternative, after the opening.
    pub decisions: usize,
    /// Decisions in which neither agreement nor its lack is all but certain.
    pub informative: usize,
    /// The pool whose ratings are meant.
    pub pool: String,
    /// Who scored the moves.
    pub reference: String,
    /// Whether the profile uses these scores, or only what the moves look like.
    pub sees_scores: bool,
    /// What is expected of the player.
    pub profile: OwnProfile,
    /// The `z` of agreement.
    pub z: f64,
    /// The probability that an honest player of this profile agrees at least as often.
    pub p_value: f64,
    /// How many times likelier the agreements are with assistance, of any share alike, than without.
    pub bayes_factor: f64,
    /// Its decimal logarithm.
    pub log10_bayes_factor: f64,
    /// The mean share of assisted moves, if any are assisted.
    pub share_if_assisted: f64,
    /// The probability of assistance before the games were seen, as it was stated.
    pub prior: f64,
    /// The same after.
    pub posterior: f64,
    /// Decisions that agree with the engine.
    pub agreement: ObservedExpected,
    /// Winning chances given away, in per cent.
    pub loss: ObservedExpected,
    /// The slope of the likelihood at the profile's rating: above 0 for who plays better than it.
    pub competence: ObservedExpected,
    /// The rating that the moves speak for.
    pub elo: RatingEstimate,
    /// The variance of agreement over what it would be if the decisions of a game were independent.
    pub design_effect: f64,
    /// The longest run of agreement.
    pub run: AgreementRun,
    /// What could have been seen.
    pub power: Vec<PowerRow>,
    /// The least that could have been seen.
    pub detectable: Vec<Detectable>,
    /// Stretches that an honest player shows at most once in twenty times.
    pub changes: Vec<CompetenceChange>,
    /// The correction for looking at many players.
    pub many_players: ManyPlayers,
    /// What the games are called.
    pub game_names: Vec<String>,
    /// The decisions in their order.
    pub moves: Vec<FairPlayMove>,
    /// What this analysis cannot show.
    pub caveats: Vec<String>,
}

/// `fallible fairplay --json` of several players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FairPlaySurvey {
    /// Each player, the least `p_value` first.
    pub players: Vec<FairPlayReport>,
    /// Players who could not be looked at, a sentence each.
    pub left_out: Vec<String>,
}

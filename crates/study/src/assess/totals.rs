//! What many games come to, in bounded memory.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;

use endgame::material::Material;
use endgame::rules::Color;
use endgame::tables::{Tables, TablesError};
use player::quality::Endurance;

use super::profile::Profiles;
use super::quality::{Passage, Qualities, Quality, passages};
use super::{Assessment, PlayerRole, Records, Settings};
use crate::described::{Described, TablePosition};
use crate::pgn::{Game, GameError};
use crate::schema::assessment::{NotAssessed, PlayerRecord, Summary};
use crate::schema::quality::{PassageQuality, PlayQuality, QualityOfAll};

/// The moves a winner has before a draw can be claimed.
pub const MOVES_ALLOWED: u16 = 50;

/// Games counted, and what every player did in them.
#[derive(Clone, Debug)]
pub struct Totals<E = Material> {
    /// What each player did in each role.
    pub records: Records,
    /// How well each played won and lost positions.
    pub qualities: Qualities<E>,
    /// Games with a move in the tables.
    pub games: usize,
    /// Games without one.
    pub unreached: usize,
    /// Moves judged.
    pub moves: usize,
    /// Moves outside the tables, in the games judged.
    pub outside: usize,
    /// Moves a winner may make.
    pub moves_allowed: u16,
    deepest: HashMap<E, u16>,
}

impl<E: Clone + Eq + Hash + Display> Totals<E> {
    /// Nothing yet; the quality of play is that of one endgame, or of all.
    pub fn new(settings: &Settings, endgame: Option<E>, moves_allowed: u16) -> Totals<E> {
        let most = settings.most_records();
        Totals {
            records: Records::of_at_most(most),
            qualities: Qualities::of(endgame, most),
            games: 0,
            unreached: 0,
            moves: 0,
            outside: 0,
            moves_allowed,
            deepest: HashMap::new(),
        }
    }

    /// Adds a game; the answer are the passages whose quality counts. `deepest` gives the deepest win of an endgame's first side.
    pub fn add<B, P, Error>(
        &mut self,
        deepest: impl Fn(&E) -> Result<u16, Error>,
        game: &Game<B>,
        assessment: &Assessment<P>,
    ) -> Result<Vec<Passage<E>>, Error>
    where
        B: Described,
        P: TablePosition<Endgame = E>,
    {
        self.games += 1;
        self.moves += assessment.moves.len();
        self.outside += assessment.outside;
        self.records.add(game, assessment);
        let mut passages = passages(assessment);
        passages.retain(|passage| self.qualities.counts(passage));
        self.qualities.add(game, &passages);
        for Passage { endgame, .. } in &passages {
            if !self.deepest.contains_key(endgame) {
                self.deepest.insert(endgame.clone(), deepest(endgame)?);
            }
        }
        Ok(passages)
    }

    /// The deepest win of an endgame that a passage was in; 0 if none was.
    pub fn deepest(&self, endgame: &E) -> u16 {
        self.deepest.get(endgame).copied().unwrap_or(0)
    }

    /// Passages with their measures.
    pub fn measured(&self, passages: &[Passage<E>]) -> Vec<PassageQuality> {
        passages.iter().map(|passage| PassageQuality::new(passage, self.moves_allowed)).collect()
    }

    /// How well a player played in a role; none if he had no such position.
    pub fn quality(&self, name: &str, role: PlayerRole) -> Option<PlayQuality> {
        self.qualities.player(name, role).map(|quality| self.described(quality, role))
    }

    /// The same of all players together.
    pub fn quality_of_all(&self, role: PlayerRole) -> PlayQuality {
        self.described(&self.qualities.together(role), role)
    }

    fn described(&self, quality: &Quality, role: PlayerRole) -> PlayQuality {
        let errors = quality.errors();
        // Depth is what a winner works off: of a loser these say nothing.
        let wins = role == PlayerRole::Attacker;
        let net = errors.net(&quality.opponents).filter(|_| wins);
        let deepest = self.deepest.values().copied().max().unwrap_or(0);
        let endurance =
            Endurance { moves_allowed: self.moves_allowed, ..Endurance::of_jansen(deepest) };
        PlayQuality {
            errors: (&errors).into(),
            passages: quality.passages,
            won: quality.won,
            opponents_d: quality.opponents.average(),
            net,
            progress: quality.progress_per_move().filter(|_| wins),
            path_efficiency: quality.path_efficiency().filter(|_| wins),
            deepest_won: net.map(|net| endurance.deepest_won(net).to_string()),
        }
    }

    /// Everything, intervals holding this probability; so many games could not be read, the first of
    /// them for these reasons.
    pub fn summary(
        &self,
        mass: f64,
        unreadable: usize,
        reasons: &[GameError],
        profiles: Option<&Profiles>,
    ) -> Summary {
        let player = |(name, record): &(String, super::Record)| {
            PlayerRecord::new(name, record, self.quality(name, record.side), mass)
        };
        Summary {
            games_judged: self.games,
            games_outside_tables: self.unreached,
            games_unreadable: unreadable,
            players: self.records.players.iter().map(player).collect(),
            quality: QualityOfAll {
                winners: self.quality_of_all(PlayerRole::Attacker),
                losers: self.quality_of_all(PlayerRole::Defender),
            },
            by_depth: profiles.map(Into::into),
            moves: self.moves,
            outside_tables: self.outside,
            not_assessed: reasons.iter().map(NotAssessed::from).collect(),
        }
    }
}

/// The deepest win of the side named first, as [`Totals::add`] asks for it.
pub fn deepest_in(tables: &Tables) -> impl Fn(&Material) -> Result<u16, TablesError> + '_ {
    |endgame| Ok(tables.extent_of(endgame, Color::White)?.deepest_win.0)
}

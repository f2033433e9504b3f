//! Games judged move by move: `fallible assess --json` and `POST /api/assess`.
//!
//! Depths, values and concessions are the mover's. Every competence belongs to the model named in
//! [`Basis`]: the same moves under another model show another competence.

use endgame::rules::Color;
use player::JointBelief;
use player::spec::ModelWords;
use serde::{Deserialize, Serialize};
use value::Metric;

use super::quality::{PassageQuality, PlayQuality, ProfileByDepth, QualityOfAll};
use super::{Model, Moments, Side, TheoreticalValue, Word};
use crate::assess::{self, MoveAssessment, PlayerRole, Sign};
use crate::described::{Described, TablePosition};
use crate::pgn::{self, GameError, Played};

/// Some games with all that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssessmentReport {
    /// What they were judged by.
    #[serde(flatten)]
    pub basis: Basis,
    /// The games with a move in the tables.
    pub games: Vec<AssessedGame>,
    /// What all games come to.
    #[serde(flatten)]
    pub summary: Summary,
}

/// What games are judged by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Basis {
    /// What depths count: `dtc`, `dtm`, `dtz` or `dtz50`.
    pub metric: Word,
    /// The competences thought possible: `0(1)50`.
    pub grid: String,
    /// The reference players the people are compared with.
    pub model: Model,
    /// Where the server chose how many men to look up at most: how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub men: Option<usize>,
}

impl Basis {
    /// These tables, this model and this grid.
    pub fn new(metric: Metric, words: &ModelWords) -> Basis {
        Basis {
            metric: metric.word().into(),
            grid: words.grid.to_string(),
            model: words.into(),
            men: None,
        }
    }
}

/// What all games come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Games with a move in the tables.
    pub games_judged: usize,
    /// Games without one.
    pub games_outside_tables: usize,
    /// Games that could not be read.
    pub games_unreadable: usize,
    /// Every player in every role, in the order of first appearance.
    pub players: Vec<PlayerRecord>,
    /// All players together.
    pub quality: QualityOfAll,
    /// Mistakes by depth, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_depth: Option<ProfileByDepth>,
    /// Moves judged.
    pub moves: usize,
    /// Moves outside the tables.
    pub outside_tables: usize,
    /// The first of the games that could not be read.
    pub not_assessed: Vec<NotAssessed>,
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotAssessed {
    /// The file it is in.
    pub file: String,
    /// Its number in the file, from 1.
    pub index: usize,
    /// The line it begins in, from 1.
    pub line: u64,
    /// Why not, in a sentence.
    pub reason: String,
}

impl From<&GameError> for NotAssessed {
    fn from(error: &GameError) -> NotAssessed {
        NotAssessed {
            file: error.file.display().to_string(),
            index: error.game,
            line: error.line,
            reason: error.problem.to_string(),
        }
    }
}

/// A game and its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssessedGame {
    /// The file it is in.
    pub file: String,
    /// Its number in the file, from 1.
    pub index: usize,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Moves outside the tables.
    pub outside_tables: usize,
    /// The moves in the tables; none if brevity was asked for.
    pub moves: Vec<AssessedMove>,
    /// The parts of the game that one side was winning.
    pub passages: Vec<PassageQuality>,
    /// For a board: where it began, every move, and what the players showed in this game alone.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

/// A game as a board needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Where it began.
    pub start_fen: String,
    /// Every half-move, those outside the tables too.
    pub plies: Vec<HalfMove>,
    /// What each player did in each role, in this game.
    pub records: Vec<RoleInGame>,
}

/// A half-move, judged or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HalfMove {
    /// In standard algebraic notation.
    pub san: String,
    /// `e7e8q`.
    pub uci: String,
    /// The position after it.
    pub fen_after: String,
}

/// A move of the tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssessedMove {
    /// The half-move of the game, from 1.
    pub ply: usize,
    /// In standard algebraic notation.
    pub san: String,
    /// The mover's role.
    pub side: PlayerRole,
    /// What the position was worth to the mover.
    pub before: TheoreticalValue,
    /// What it is worth to the mover after the move; the depth is that of the position after it.
    pub after: TheoreticalValue,
    /// Moves of depth given away; none if the value itself went.
    pub conceded: Option<u16>,
    /// Whether a win became a draw or a loss, or a draw a loss.
    pub value_conceded: bool,
    /// Optimal moves.
    pub optimal: usize,
    /// Moves that keep the value.
    pub keeping: usize,
    /// Legal moves.
    pub legal: usize,
    /// How little choice there was: `°` only legal, `"` only value-keeping, `'` only optimal move.
    pub sign: Option<Sign>,
    /// The mover's competence, as the moves of this game show it so far.
    pub competence: Moments,
    /// With a replay: the optimal moves other than the one played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Vec<String>>,
}

/// What a player did in one role, in one game or in many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoleRecord {
    /// Moves judged.
    pub moves: usize,
    /// Of these, moves that some competence makes under the model.
    pub used: usize,
    /// Optimal moves.
    pub optimal: usize,
    /// Moves without a choice.
    pub forced: usize,
    /// Moves of depth given away.
    pub conceded: u64,
    /// Moves that gave the value away.
    pub value_conceded: usize,
    /// The apparent competence.
    pub competence: CompetenceEstimate,
    /// The competence under which the moves are likeliest, whatever the prior.
    pub maximum_likelihood: f64,
    /// The logarithm of the probability of all moves under the prior.
    pub log_evidence: f64,
}

/// What is believed of a competence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompetenceEstimate {
    /// `E[c]`.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The most probable value of the grid.
    pub mode: f64,
    /// A grid to try where the interval is but one cell of the present one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finer_grid: Option<String>,
}

/// A player in a role, in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoleInGame {
    /// The colour.
    pub color: Side,
    /// The role.
    pub side: PlayerRole,
    /// What was done.
    #[serde(flatten)]
    pub record: RoleRecord,
}

/// A player in a role, over all games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The name.
    pub name: String,
    /// The role.
    pub side: PlayerRole,
    /// What was done.
    #[serde(flatten)]
    pub record: RoleRecord,
    /// Competence and `κ` together, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<JointEstimate>,
    /// How well won or lost positions were played; none if there was none.
    pub quality: Option<PlayQuality>,
    /// The probability of each competence of the grid.
    pub posterior: Vec<f64>,
}

/// What is believed of a competence and of `κ` together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointEstimate {
    /// The competence, whatever `κ`.
    pub competence: Moments,
    /// `κ`, whatever the competence.
    pub kappa: Moments,
    /// The most probable pair.
    pub mode: JointMode,
}

/// A pair of a competence and a `κ`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointMode {
    /// The competence.
    pub competence: f64,
    /// `κ`.
    pub kappa: f64,
}

impl AssessedGame {
    /// A game with its moves.
    pub fn new<B: Described, P: TablePosition>(
        file: String,
        game: &pgn::Game<B>,
        assessment: &assess::Assessment<P>,
        passages: Vec<PassageQuality>,
    ) -> AssessedGame {
        AssessedGame {
            file,
            index: game.index,
            white: game.player(Color::White).to_owned(),
            black: game.player(Color::Black).to_owned(),
            outside_tables: assessment.outside,
            moves: assessment.moves.iter().map(AssessedMove::from).collect(),
            passages,
            replay: None,
        }
    }

    /// The same without its moves.
    #[must_use]
    pub fn brief(self) -> AssessedGame {
        AssessedGame { moves: Vec::new(), passages: Vec::new(), ..self }
    }

    /// The same with all that a board needs; intervals hold this probability.
    #[must_use]
    pub fn with_replay<B: Described, P: TablePosition>(
        mut self,
        game: &pgn::Game<B>,
        assessment: &assess::Assessment<P>,
        mass: f64,
    ) -> AssessedGame {
        for (said, judged) in self.moves.iter_mut().zip(&assessment.moves) {
            said.alternatives = Some(judged.alternatives());
        }
        let plies = game.replay().map(|(board, Played { play, .. })| HalfMove {
            san: board.name(play),
            uci: board.code(play),
            fen_after: board.next(play).text(),
        });
        let records = assessment.records.iter().map(|(color, record)| RoleInGame {
            color: (*color).into(),
            side: record.side,
            record: RoleRecord::new(record, mass),
        });
        self.replay = Some(Replay {
            result: game.result.clone(),
            start_fen: game.start.text(),
            plies: plies.collect(),
            records: records.collect(),
        });
        self
    }
}

impl<P: TablePosition> From<&MoveAssessment<P>> for AssessedMove {
    fn from(judged: &MoveAssessment<P>) -> AssessedMove {
        let (mean, sd) = judged.competence;
        AssessedMove {
            ply: judged.ply,
            san: judged.san(),
            side: judged.side,
            before: judged.before.into(),
            after: judged.after.into(),
            conceded: judged.conceded(),
            value_conceded: judged.value_conceded(),
            optimal: judged.optimal.len(),
            keeping: judged.keeping,
            legal: judged.legal,
            sign: judged.sign(),
            competence: Moments { mean, sd },
            alternatives: None,
        }
    }
}

impl RoleRecord {
    /// A record; its interval holds this probability.
    pub fn new(record: &assess::Record, mass: f64) -> RoleRecord {
        let belief = &record.belief;
        let (low, high) = belief.interval(mass);
        RoleRecord {
            moves: record.moves,
            used: belief.moves(),
            optimal: record.optimal,
            forced: record.forced,
            conceded: record.conceded,
            value_conceded: record.value_conceded,
            competence: CompetenceEstimate {
                mean: belief.mean(),
                sd: belief.sd(),
                low,
                high,
                mode: belief.mode().get(),
                finer_grid: belief.finer_grid(mass).map(|grid| grid.to_string()),
            },
            maximum_likelihood: belief.maximum_likelihood().get(),
            log_evidence: belief.log_evidence(),
        }
    }
}

impl PlayerRecord {
    /// A player's record; its interval holds this probability.
    pub fn new(
        name: &str,
        record: &assess::Record,
        quality: Option<PlayQuality>,
        mass: f64,
    ) -> PlayerRecord {
        PlayerRecord {
            name: name.to_owned(),
            side: record.side,
            record: RoleRecord::new(record, mass),
            joint: record.joint.as_ref().map(JointEstimate::from),
            quality,
            posterior: record.belief.probabilities(),
        }
    }
}

impl From<&JointBelief> for JointEstimate {
    fn from(belief: &JointBelief) -> JointEstimate {
        let moments = |(mean, sd)| Moments { mean, sd };
        let (competence, kappa) = belief.mode();
        JointEstimate {
            competence: moments(belief.competence()),
            kappa: moments(belief.offset()),
            mode: JointMode { competence: competence.get(), kappa: kappa.get() },
        }
    }
}

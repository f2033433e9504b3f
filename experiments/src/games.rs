//! Games: the two of Browne against BELLE, as printed in appendix B of Haworth 2003, and those played here.

use std::path::Path;

use endgame::rules::{Color, Position};
use player::markov::Seat;
use player::simulate::Rules;
use player::{Belief, CompetenceGrid, DepthOffset, Model, MoveFilter, PowerLaw};
use study::assess::{Assessment, Assessor, MoveAssessment, Settings};
use study::exact::Exact;
use study::game::DrawRules;
use study::matches::{Match, PlayedGame};
use study::pgn::{Game, Games};

use crate::{ExperimentError, Lab};

const NAME: &str = "browne-belle.pgn";
const TEXT: &str = include_str!("../games/browne-belle.pgn");

/// Both games.
pub(crate) fn browne_belle() -> Result<Vec<Game>, ExperimentError> {
    Ok(Games::new(NAME, TEXT.as_bytes()).collect::<Result<_, _>>()?)
}

/// Every position of a game with the move made there and what is printed of it.
pub(crate) fn positions(game: &Game) -> impl Iterator<Item = (Position, &study::pgn::Played)> {
    let position = |board: endgame::rules::Board| board.position().expect("these games are legal");
    game.replay().map(move |(board, played)| (position(board), played))
}

/// The players of the papers with this `κ`: wins are never conceded.
pub(crate) fn model(kappa: DepthOffset) -> Model {
    Model::new(PowerLaw::new(kappa), MoveFilter::default())
}

/// A grid of competences written as in the papers.
pub(crate) fn grid(text: &str) -> CompetenceGrid {
    text.parse().expect("a fixed grid")
}

/// Knowing nothing: the papers' grid 0(1)50, all equally likely.
pub(crate) fn uniform() -> Belief {
    Belief::uniform(CompetenceGrid::default())
}

/// Where the two games begin: KQKR, White to move, both of depth 31.
const STARTS: [&str; 2] = ["K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1"];

/// The positions in which the two games begin.
pub(crate) fn starts() -> Vec<Position> {
    STARTS.map(|fen| Position::from_fen(fen).expect("a legal position")).to_vec()
}

/// A match of two described agents to the conversion, without the rules of draws: White never concedes
/// the win, kappa 1.
pub(crate) fn contest(
    agents: [&str; 2],
    starts: Vec<Position>,
    games: usize,
    limit: usize,
) -> Match {
    Match {
        agents: agents.map(|spec| spec.parse().expect("a fixed description")),
        starts,
        games,
        seed: 2005,
        rules: Rules { move_limit: limit, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: uniform(),
        move_prior: None,
    }
}

/// The winner's moves of the games that were won.
pub(crate) fn lengths(games: &[PlayedGame]) -> Vec<f64> {
    games.iter().filter_map(|game| Some(game.record.length()? as f64)).collect()
}

impl Lab<'_> {
    /// The places of the two positions in the graph of KQKR.
    pub(crate) fn start_places(&self, exact: &Exact<'_>) -> Result<Vec<usize>, ExperimentError> {
        let table = self.tables.table(&"KQKR".parse()?, &self.monitor)?;
        let place = |start: &Position| {
            let slot = table.index().encode(start)?;
            exact.place(Seat::Attacker, slot.index)
        };
        let known = |start| place(start).expect("a won position of the endgame");
        Ok(starts().iter().map(known).collect())
    }

    /// A game judged by an Analyser of this `κ` and prior.
    pub(crate) fn assess(
        &self,
        game: &Game,
        kappa: DepthOffset,
        prior: Belief,
    ) -> Result<Assessment, ExperimentError> {
        self.load(&"KQKR".parse()?)?;
        let settings = Settings::new(model(kappa), prior);
        Ok(Assessor::new(self.tables, &settings).assess(Path::new(NAME), game)?)
    }
}

/// The moves of one player.
pub(crate) fn by(color: Color, assessment: &Assessment) -> Vec<&MoveAssessment> {
    assessment.moves.iter().filter(|judged| judged.mover() == color).collect()
}

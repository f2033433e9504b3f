//! The two games of Browne against BELLE, as printed in appendix B of Haworth 2003.

use std::path::Path;

use endgame::rules::{Color, Position};
use player::{Belief, CompetenceGrid, DepthOffset, Model, MoveFilter, PowerLaw};
use study::assess::{Assessment, Assessor, MoveAssessment, Settings};
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

impl Lab<'_> {
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

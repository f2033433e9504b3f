//! Games judged move by move by the tables of their game.

use std::path::Path;

use endgame::rules::Color;
use games::{AnyEndgame, AnyGame, AnyPosition, GameError};
use value::ChoiceSource;

use crate::assess::{AssessError, Assessment, GameJudge, Settings};
use crate::pgn::{Game, Problem};

/// Judges games by tables and a model.
pub struct GameAssessor<'a> {
    game: &'a AnyGame,
    settings: &'a Settings,
}

impl<'a> GameAssessor<'a> {
    /// A judge with these tables; weights of the settings are not looked at.
    pub fn new(game: &'a AnyGame, settings: &'a Settings) -> GameAssessor<'a> {
        GameAssessor { game, settings }
    }

    /// The most men with which a position is judged.
    fn men(&self) -> usize {
        self.settings.men.min(self.game.name().most_men())
    }

    /// Judges a game of a file; the name is for sentences.
    pub fn assess(
        &self,
        file: &Path,
        game: &Game<AnyPosition>,
    ) -> Result<Assessment<AnyPosition>, AssessError> {
        let mut judge = GameJudge::new(self.settings, self.game.metric());
        // Moves are numbered by pairs, from that of the colour that begins games.
        let missing = usize::from(game.start.turn() != game.start.first_mover());
        for (ply, (position, played)) in game.replay().enumerate() {
            if position.men() > self.men() {
                judge.pass();
                continue;
            }
            let choices = self.game.choices(&position)?;
            let number = position.move_number().unwrap_or(1 + (ply + missing) as u32 / 2);
            judge.judge((ply + 1, number), position, &choices, &played.play);
        }
        judge.finish().ok_or_else(|| {
            let (game_name, men) = (self.game.name(), self.men());
            game.refused(file, Problem::OutsideGame { game: game_name, men }).into()
        })
    }
}

/// The deepest win of the side named first, as totals ask for it.
pub fn deepest_in(game: &AnyGame) -> impl Fn(&AnyEndgame) -> Result<u16, GameError> + '_ {
    |endgame| Ok(game.deepest(endgame, Color::White)?.unwrap_or_default().0)
}

//! Games that nobody here wrote: every one is read, judged, and written back without loss.

#![allow(clippy::unwrap_used)]

use endgame::tables::Tables;
use player::{Belief, CompetenceGrid, Model};
use study::assess::{Assessor, Settings};
use study::pgn::{Game, Games, write};
use value::Metric;

#[test]
fn real_games_are_read_judged_and_written_back() {
    let Some(file) = real_data::shared("games/etz_KQKR.pgn") else { return };
    let games: Vec<Game> = Games::open(&file).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len(), 568);
    let tables = Tables::new(Metric::Dtc);
    let mut settings = Settings::new(Model::papers(), Belief::uniform(CompetenceGrid::default()));
    settings.men = 4;
    let assessor = Assessor::new(&tables, &settings);
    let mut judged = 0;
    for game in &games {
        let assessment = assessor.assess(&file, game).unwrap();
        assert_eq!(assessment.moves.len() + assessment.outside, game.moves.len());
        for pair in assessment.moves.windows(2).filter(|pair| pair[1].ply == pair[0].ply + 1) {
            // What a move leaves is what the next one finds, unless the count ended with it.
            let converted = pair[0].position.material() != pair[1].position.material();
            assert!(converted || pair[1].before == pair[0].after.flipped(), "game {}", game.index);
        }
        judged += assessment.moves.len();
        let text = write::game(game);
        let back: Vec<Game> = Games::new("back", text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].moves, game.moves);
        assert_eq!(write::game(&back[0]), text);
    }
    assert_eq!(judged, 17_654);
}

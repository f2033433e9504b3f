//! Moves are drawn with the model's own frequencies, and the same seed gives the same game.

use endgame::rules::{Board, Position};
use endgame::tables::Tables;
use engine::searcher::Searcher;
use engine::stopped_down::StoppedDown;
use player::{Competence, ReferencePlayer};
use value::{ChoiceSource, Metric, Plies};

use crate::gui::Gui;

const DRAWS: u32 = 3000;

/// Asks for a move with each of many seeds and compares how often each came with what was expected.
///
/// The seeds are fixed, so the answer is too; the limit is the statistic's mean and five standard
/// deviations, with moves expected fewer than five times put together.
fn drawn_as_expected(gui: &Gui, expected: &[(String, f64)]) {
    let mut counts = vec![0u32; expected.len()];
    for seed in 1..=DRAWS {
        gui.say(&format!("setoption name Seed value {seed}"));
        let play = gui.play("go");
        let at = expected.iter().position(|(known, _)| *known == play);
        counts[at.unwrap_or_else(|| panic!("{play} is no choice"))] += 1;
    }
    let mut slots: Vec<(f64, f64)> = Vec::new();
    let mut rare = (0.0, 0.0);
    for ((play, p), &count) in expected.iter().zip(&counts) {
        let mean = p * f64::from(DRAWS);
        assert!(mean > 0.0 || count == 0, "{play} was never to be played");
        if mean >= 5.0 {
            slots.push((f64::from(count), mean));
        } else {
            rare = (rare.0 + f64::from(count), rare.1 + mean);
        }
    }
    if rare.1 > 0.0 {
        slots.push(rare);
    }
    assert!(slots.len() >= 4, "{slots:?}");
    let statistic: f64 = slots.iter().map(|(count, mean)| (count - mean).powi(2) / mean).sum();
    let freedom = (slots.len() - 1) as f64;
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt(), "{statistic} {slots:?}");
    // A draw that ignored the seed, or the model, would be far outside.
    assert!(statistic > 0.0);
}

#[test]
fn the_reference_player_at_the_tables() {
    let fen = "8/8/8/2k5/8/8/3QK3/5r2 w - - 0 1";
    let (tables, at) = (Tables::new(Metric::Dtc), Position::from_fen(fen).unwrap());
    let choices = tables.choices(&at).unwrap();
    let player = ReferencePlayer::new(Competence::new(4.0).unwrap());
    let prospect = player.prospect(&choices);
    let plays = choices.iter().map(|choice| at.uci(choice.play));
    let expected: Vec<_> = plays.zip(prospect.move_probabilities().iter().copied()).collect();
    let gui = Gui::new();
    gui.say("setoption name Competence value 400");
    gui.say(&format!("position fen {fen}"));
    drawn_as_expected(&gui, &expected);
}

#[test]
fn the_stopped_down_engine_elsewhere() {
    let board = Board::default();
    let choices = StoppedDown::new(Searcher, Plies(2)).choices(&board).unwrap();
    let distribution = uci::options::Options::default().engine_model().distribution(&choices);
    let odds = distribution.probabilities(Competence::new(3.0).unwrap());
    let plays = choices.iter().map(|choice| board.uci(choice.play));
    let expected: Vec<_> = plays.zip(odds).collect();
    let gui = Gui::new();
    gui.say("setoption name Competence value 300");
    gui.say("setoption name EngineDepth value 2");
    gui.say("position startpos");
    drawn_as_expected(&gui, &expected);
}

/// Forty half-moves against itself.
fn game(gui: &Gui, seed: u32, start: &str) -> Vec<String> {
    gui.say("ucinewgame");
    gui.say(&format!("setoption name Seed value {seed}"));
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..40 {
        let word = if moves.is_empty() { "" } else { " moves " };
        gui.say(&format!("position {start}{word}{}", moves.join(" ")));
        let play = gui.play("go depth 1");
        if play == "(none)" {
            break;
        }
        moves.push(play);
    }
    moves
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for agent in ["player", "emulator", "imitator", "predator"] {
        for start in ["startpos", "fen K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"] {
            let games = [3, 3, 4].map(|seed| {
                let gui = Gui::new();
                gui.say(&format!("setoption name Agent value {agent}"));
                gui.say("setoption name Competence value 800");
                let first = game(&gui, seed, start);
                assert_eq!(first, game(&gui, seed, start), "{agent} remembers the last game");
                first
            });
            assert_eq!(games[0], games[1], "{agent} {start}");
            // A predator outside the tables plays its best: there is one game only.
            assert!(games[0] != games[2] || agent == "predator", "{agent} {start}");
        }
    }
}

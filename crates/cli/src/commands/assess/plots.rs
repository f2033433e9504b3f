//! The plots of `assess`: apparent competence, and depth, move by move.

use endgame::rules::Color;
use plot::{Plot, Series};
use study::assess::{Assessment, Role};
use study::pgn::Game;
use value::Metric;

/// Lines that can be told apart.
const MOST: usize = 6;

/// The lines of the first games.
#[derive(Default)]
pub(super) struct Plots {
    competence: Vec<Series>,
    depth: Vec<Series>,
    left_out: usize,
}

impl Plots {
    pub(super) fn add(&mut self, game: &Game, assessment: &Assessment) {
        let number = |number: u32| f64::from(number);
        for color in Color::ALL {
            let moves = assessment.moves.iter().filter(|judged| judged.mover() == color);
            let points: Vec<_> =
                moves.map(|judged| (number(judged.number), judged.competence.0)).collect();
            let name = format!("{}, game {}", game.player(color), game.index);
            if points.is_empty() {
                continue;
            }
            if self.competence.len() < MOST {
                self.competence.push(Series { name, points });
            } else {
                self.left_out += 1;
            }
        }
        let attacks = assessment.moves.iter().filter(|judged| judged.side == Role::Attacker);
        let points: Vec<_> = attacks
            .filter_map(|judged| {
                let depth = judged.after.depth()?;
                Some((number(judged.number), f64::from(depth.0)))
            })
            .collect();
        if !points.is_empty() && self.depth.len() < MOST {
            let (white, black) = (game.player(Color::White), game.player(Color::Black));
            let name = format!("{white} - {black}, game {}", game.index);
            self.depth.push(Series { name, points });
        }
    }

    /// Haworth 2003, figure 8.
    pub(super) fn competence(&self, model: &str) -> Plot {
        let rest = match self.left_out {
            0 => String::new(),
            lines => format!("; {lines} more lines not drawn"),
        };
        Plot {
            title: "Apparent competence, move by move".to_owned(),
            note: format!("mean of the belief after the move; {model}{rest}"),
            across: "move".to_owned(),
            up: "apparent competence c".to_owned(),
            series: self.competence.clone(),
            ..Plot::default()
        }
    }

    /// Haworth 2003, figure 9.
    pub(super) fn depth(&self, metric: Metric) -> Plot {
        Plot {
            title: "Depth after each move of the attacker".to_owned(),
            note: format!("{metric}, {}", metric.unit()),
            across: "move".to_owned(),
            up: "depth".to_owned(),
            series: self.depth.clone(),
            ..Plot::default()
        }
    }
}

//! Games drawn move by move: apparent competence, and depth.

use std::fmt::Display;
use std::hash::Hash;

use endgame::material::Material;
use endgame::rules::Color;
use player::quality::GameSpace;
use plot::{Plot, Series};
use value::Metric;

use super::quality::Passage;
use super::{Assessment, MoveAssessment, PlayerRole, Totals};
use crate::described::{Described, TablePosition};
use crate::pgn::Game;

/// Lines that can be told apart.
const MOST: usize = 6;

/// The end of a note where lines were left out.
fn left_out(lines: usize, what: &str) -> String {
    if lines == 0 { String::new() } else { format!("; {lines} {what} not drawn") }
}

/// The lines of the first games.
#[derive(Clone, Debug)]
pub struct GamePlots<E = Material> {
    competence: Vec<Series>,
    competence_left_out: usize,
    depth: Vec<Series>,
    trajectories: Vec<(Series, Passage<E>)>,
    trajectories_left_out: usize,
}

impl<E> Default for GamePlots<E> {
    /// Nothing drawn.
    fn default() -> GamePlots<E> {
        GamePlots {
            competence: Vec::new(),
            competence_left_out: 0,
            depth: Vec::new(),
            trajectories: Vec::new(),
            trajectories_left_out: 0,
        }
    }
}

impl<E: Clone + Eq + Hash + Display> GamePlots<E> {
    /// Adds a game and its passages.
    pub fn add<B, P>(&mut self, game: &Game<B>, assessment: &Assessment<P>, passages: &[Passage<E>])
    where
        B: Described,
        P: TablePosition<Endgame = E>,
    {
        let moves = &assessment.moves;
        for color in Color::ALL {
            let own = moves.iter().filter(|judged| judged.mover() == color);
            let points: Vec<_> =
                own.map(|judged| (f64::from(judged.number), judged.competence.0)).collect();
            if !points.is_empty() && self.competence.len() == MOST {
                self.competence_left_out += 1;
            } else if !points.is_empty() {
                let name = format!("{}, game {}", game.player(color), game.index);
                self.competence.push(Series { name, points });
            }
        }
        let attacks = moves.iter().filter(|judged| judged.side == PlayerRole::Attacker);
        let depth = |judged: &MoveAssessment<P>| {
            Some((f64::from(judged.number), f64::from(judged.after.depth()?.0)))
        };
        let points: Vec<_> = attacks.filter_map(depth).collect();
        if !points.is_empty() && self.depth.len() < MOST {
            let (white, black) = (game.player(Color::White), game.player(Color::Black));
            let name = format!("{white} - {black}, game {}", game.index);
            self.depth.push(Series { name, points });
        }
        for passage in passages.iter().filter(|passage| !passage.trajectory.moves.is_empty()) {
            if self.trajectories.len() == MOST {
                self.trajectories_left_out += 1;
                continue;
            }
            let name = format!("{}, game {}", game.player(passage.winner), game.index);
            let depths = passage.trajectory.moves.iter().map(|step| f64::from(step.depth));
            let all = std::iter::once(f64::from(passage.trajectory.start)).chain(depths);
            let points = all.enumerate().map(|(at, depth)| (at as f64, depth)).collect();
            self.trajectories.push((Series { name, points }, passage.clone()));
        }
    }

    /// The apparent competence after each move, under this model: Haworth 2003, figure 8.
    pub fn competence(&self, model: &str) -> Plot {
        let rest = left_out(self.competence_left_out, "more lines");
        let note = format!("mean of the belief after the move; {model}{rest}");
        let axes = ["move", "apparent competence c"];
        Plot::new("Apparent competence, move by move", note, axes, self.competence.clone())
    }

    /// The depth after each move of the attacker: Haworth 2003, figure 9.
    pub fn depth(&self, metric: Metric) -> Plot {
        let (title, note) = ("Depth after each move of the attacker", metric.unit());
        Plot::new(title, format!("{metric}, {note}"), ["move", "depth"], self.depth.clone())
    }

    /// The depth of each passage, and where it can still be won in time: Jansen 1992, figures 6.1
    /// and 6.2.
    pub fn trajectories(&self, totals: &Totals<E>, metric: Metric) -> Plot {
        let moves_allowed = totals.moves_allowed;
        let passages = || self.trajectories.iter().map(|(_, passage)| passage);
        let deepest = passages().map(|passage| totals.deepest(&passage.endgame)).max();
        let space = GameSpace { moves_allowed, deepest: deepest.unwrap_or(0) };
        let mut starts: Vec<u16> = passages().map(|passage| passage.trajectory.start).collect();
        starts.dedup();
        let bounds = match starts[..] {
            [start] => space.outline(start),
            // Each game has its own beginning; the limit of time is the same for all.
            _ => space.outline(0)[1..4].to_vec(),
        };
        let rest = left_out(self.trajectories_left_out, "more");
        let series = self.trajectories.iter().map(|(series, _)| series.clone()).collect();
        let plot = Plot::new(
            "Depth as a function of the winner's moves",
            format!(
                "dashed: where a game can still be won in {moves_allowed} moves; {metric}{rest}"
            ),
            ["winner's moves", "depth, winner to move"],
            series,
        );
        Plot { guides: vec![Series { name: "game space".to_owned(), points: bounds }], ..plot }
    }
}

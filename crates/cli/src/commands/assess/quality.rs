//! `assess --quality`: how well won positions were played, by Jansen's measures.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use endgame::rules::{Color, color_name};
use endgame::tables::{Tables, TablesError};
use player::quality::{Endurance, Errors, GameSpace, Measures};
use serde::Serialize;
use study::assess::Assessment;
use study::assess::Side;
use study::assess::quality::{Passage, Qualities, Quality, passages};
use study::pgn::Game;

use super::profile::ProfileOptions;
use crate::failure::bad_input;
use crate::format::counted;
use crate::plot::{Plot, Series};

/// How the quality of play is measured and shown.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Quality of play")]
pub(super) struct QualityOptions {
    /// Say how well won and lost positions were played: how often mistakes were made (p), how large
    /// they were (delta), what they cost a move (d), and how deep a win such a player manages in time
    #[arg(long)]
    pub(super) quality: bool,

    /// Only this endgame, the winner's men first [default: all; for --by-depth the commonest]
    #[arg(long, value_name = "ENDGAME")]
    pub(super) endgame: Option<Material>,

    /// Moves the winner may make [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    moves_allowed: Option<u16>,

    /// Draw the depth move by move, and where a game can still be won in time, into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    pub(super) trajectory_plot: Option<PathBuf>,

    #[command(flatten)]
    pub(super) profile: ProfileOptions,
}

impl QualityOptions {
    fn moves_allowed(&self) -> u16 {
        self.moves_allowed.unwrap_or(50)
    }

    /// Refuses options that nothing of what was asked for looks at; JSON tells the quality of play
    /// always.
    pub(super) fn check(&self, json: bool) -> anyhow::Result<()> {
        let shown = json || self.quality || self.trajectory_plot.is_some();
        let idle = |option: &str, wants: &str| {
            bad_input(format!("{option} changes nothing here: it belongs to {wants}"))
        };
        if self.moves_allowed.is_some() && !shown {
            return Err(idle("--moves-allowed", "--quality, --trajectory-plot or --json"));
        }
        if self.endgame.is_some() && !shown && !self.profile.is_asked() {
            return Err(idle("--endgame", "--quality, --trajectory-plot, --by-depth or --json"));
        }
        self.profile.check(idle)
    }
}

/// Lines that can be told apart.
const MOST: usize = 6;

/// A passage of a game, for the plot.
struct Drawn {
    name: String,
    passage: Passage,
}

/// What was found.
pub(super) struct Found<'a> {
    options: &'a QualityOptions,
    tables: &'a Tables,
    pub(super) players: Qualities,
    deepest: HashMap<Material, u16>,
    drawn: Vec<Drawn>,
    left_out: usize,
}

impl<'a> Found<'a> {
    /// Nothing yet; so many players and parts are kept apart.
    pub(super) fn new(options: &'a QualityOptions, tables: &'a Tables, most: usize) -> Found<'a> {
        Found {
            options,
            tables,
            players: Qualities::of(options.endgame).of_at_most(most),
            deepest: HashMap::new(),
            drawn: Vec::new(),
            left_out: 0,
        }
    }

    /// Takes a game; gives the passages that count.
    pub(super) fn add(
        &mut self,
        game: &Game,
        assessment: &Assessment,
    ) -> Result<Vec<Passage>, TablesError> {
        let mut passages = passages(assessment);
        passages.retain(|passage| self.players.counts(passage));
        self.players.add(game, &passages);
        for passage in &passages {
            if !self.deepest.contains_key(&passage.endgame) {
                let extent = self.tables.extent_of(&passage.endgame, Color::White)?;
                self.deepest.insert(passage.endgame, extent.deepest_win.0);
            }
            if passage.trajectory.moves.is_empty() {
                continue;
            }
            if self.drawn.len() == MOST {
                self.left_out += 1;
                continue;
            }
            let winner = game.player(passage.winner);
            let name = format!("{winner}, game {}", game.index);
            self.drawn.push(Drawn { name, passage: passage.clone() });
        }
        Ok(passages)
    }

    fn deepest(&self) -> u16 {
        self.deepest.values().copied().max().unwrap_or(0)
    }

    fn endurance(&self) -> Endurance {
        let moves_allowed = self.options.moves_allowed();
        Endurance { moves_allowed, ..Endurance::of_jansen(self.deepest()) }
    }

    /// What a player did in a part, if he did anything.
    pub(super) fn answer(&self, name: &str, side: Side) -> Option<QualityAnswer> {
        self.players.player(name, side).map(|quality| self.answer_of(quality, side))
    }

    /// All players of a part together.
    pub(super) fn together(&self, side: Side) -> QualityAnswer {
        self.answer_of(&self.players.together(side), side)
    }

    fn answer_of(&self, quality: &Quality, side: Side) -> QualityAnswer {
        let errors = quality.errors();
        let wins = side == Side::Attacker;
        let net = errors.net(&quality.opponents).filter(|_| wins);
        QualityAnswer {
            errors: ErrorsAnswer::of(&errors),
            passages: quality.passages,
            won: quality.won,
            opponents_d: quality.opponents.average(),
            net,
            progress: quality.progress_per_move().filter(|_| wins),
            path_efficiency: quality.path_efficiency().filter(|_| wins),
            deepest_won: net.map(|net| self.endurance().deepest_won(net).to_string()),
        }
    }

    /// The passages of a game with their measures.
    pub(super) fn passages_answer(&self, passages: &[Passage]) -> Vec<PassageAnswer> {
        let allowed = self.options.moves_allowed();
        passages.iter().map(|passage| PassageAnswer::of(passage, allowed)).collect()
    }

    /// One or two lines for each passage of a game.
    pub(super) fn print_game(
        &self,
        passages: &[Passage],
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mut any = false;
        for answer in self.passages_answer(passages) {
            any |= answer.print(self.options.moves_allowed(), out)?;
        }
        if any {
            writeln!(out)?;
        }
        Ok(())
    }

    /// A line or two for a player.
    pub(super) fn print_player(
        &self,
        name: &str,
        side: Side,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        match self.answer(name, side) {
            Some(answer) => answer.print(self.options.moves_allowed(), out),
            None => Ok(()),
        }
    }

    /// Everybody together.
    pub(super) fn print_together(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        for side in [Side::Attacker, Side::Defender] {
            let what = if side == Side::Attacker { "winning" } else { "losing" };
            let of = self.options.endgame.map_or("all endgames".to_owned(), |it| it.to_string());
            writeln!(out, "everybody when {what}, {of}")?;
            self.together(side).print(self.options.moves_allowed(), out)?;
        }
        Ok(writeln!(out)?)
    }

    /// Figures 6.1 and 6.2.
    pub(super) fn trajectory_plot(&self) -> Plot {
        let moves_allowed = self.options.moves_allowed();
        let deepest =
            self.drawn.iter().filter_map(|drawn| self.deepest.get(&drawn.passage.endgame));
        let deepest = deepest.copied().max().unwrap_or(0);
        let space = GameSpace { moves_allowed, deepest };
        let mut starts: Vec<u16> = self.drawn.iter().map(|d| d.passage.trajectory.start).collect();
        starts.dedup();
        let bounds = match starts[..] {
            [start] => space.outline(start),
            // Each game has its own beginning; the limit of time is the same for all.
            _ => space.outline(0)[1..4].to_vec(),
        };
        let points = |passage: &Passage| {
            let depths = passage.trajectory.moves.iter().map(|step| f64::from(step.depth));
            let all = std::iter::once(f64::from(passage.trajectory.start)).chain(depths);
            all.enumerate().map(|(at, depth)| (at as f64, depth)).collect()
        };
        let series = self
            .drawn
            .iter()
            .map(|drawn| Series { name: drawn.name.clone(), points: points(&drawn.passage) });
        let rest = match self.left_out {
            0 => String::new(),
            lines => format!("; {lines} more not drawn"),
        };
        Plot {
            title: "Depth as a function of the winner's moves".to_owned(),
            note: format!(
                "dashed: where a game can still be won in {moves_allowed} moves; {}{rest}",
                self.tables.metric()
            ),
            across: "winner's moves".to_owned(),
            up: "depth, winner to move".to_owned(),
            series: series.collect(),
            guides: vec![Series { name: "game space".to_owned(), points: bounds }],
            ..Plot::default()
        }
    }
}

/// Mistakes as JSON.
#[derive(Serialize)]
pub(super) struct ErrorsAnswer {
    moves: u64,
    mistakes: u64,
    conceded: u64,
    fatal: u64,
    p: Option<f64>,
    delta: Option<f64>,
    d: Option<f64>,
}

impl ErrorsAnswer {
    fn of(errors: &Errors) -> ErrorsAnswer {
        ErrorsAnswer {
            moves: errors.moves,
            mistakes: errors.mistakes,
            conceded: errors.total,
            fatal: errors.fatal,
            p: errors.probability(),
            delta: errors.magnitude(),
            d: errors.average(),
        }
    }

    fn said(&self) -> String {
        let moves = counted(self.moves, "move", "moves");
        let mistakes = counted(self.mistakes, "mistake", "mistakes");
        let fatal = match self.fatal {
            0 => String::new(),
            times => format!(" and {times} fatal"),
        };
        let [p, delta, d] = [self.p, self.delta, self.d].map(three);
        let conceded = self.conceded;
        format!("{moves}, {mistakes}{fatal}, {conceded} conceded: p {p}, delta {delta}, d {d}")
    }
}

/// What a player did in one part, as JSON.
#[derive(Serialize)]
pub(super) struct QualityAnswer {
    #[serde(flatten)]
    errors: ErrorsAnswer,
    passages: usize,
    won: usize,
    opponents_d: Option<f64>,
    net: Option<f64>,
    progress: Option<f64>,
    path_efficiency: Option<f64>,
    deepest_won: Option<String>,
}

impl QualityAnswer {
    fn print(&self, moves_allowed: u16, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "  quality: {}", self.errors.said())?;
        let (Some(net), Some(deepest)) = (self.net, &self.deepest_won) else { return Ok(()) };
        let [other, net, progress] = [self.opponents_d, Some(net), self.progress].map(three);
        let efficiency = match self.path_efficiency {
            None => String::new(),
            Some(efficiency) => format!("; path efficiency {efficiency:.3} of {} won", self.won),
        };
        writeln!(
            out,
            "           opponents' d {other}, net {net}, progress {progress}{efficiency}; deepest win expected in {moves_allowed} moves {deepest}"
        )?;
        Ok(())
    }
}

/// A passage with its measures, as JSON.
#[derive(Serialize)]
pub(super) struct PassageAnswer {
    endgame: String,
    winner: &'static str,
    first_ply: usize,
    start: u16,
    depths: Vec<u16>,
    won: bool,
    given_away: bool,
    /// The winner's move after which the game could not be won in time any more.
    slipped_with: Option<usize>,
    winner_errors: ErrorsAnswer,
    loser_errors: ErrorsAnswer,
    within: ErrorsAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    measures: Option<MeasuresAnswer>,
}

#[derive(Serialize)]
struct MeasuresAnswer {
    q1: Option<i64>,
    q2: Option<i64>,
    q3: i64,
    q4: f64,
    q5: f64,
    q6: f64,
    q7: f64,
    q8: Option<f64>,
    path_efficiency: Option<f64>,
}

impl From<Measures> for MeasuresAnswer {
    fn from(of: Measures) -> MeasuresAnswer {
        let Measures { q1, q2, q3, q4, q5, q6, q7, q8, path_efficiency } = of;
        MeasuresAnswer { q1, q2, q3, q4, q5, q6, q7, q8, path_efficiency }
    }
}

impl PassageAnswer {
    fn of(passage: &Passage, moves_allowed: u16) -> PassageAnswer {
        let trajectory = &passage.trajectory;
        PassageAnswer {
            endgame: passage.endgame.to_string(),
            winner: color_name(passage.winner),
            first_ply: passage.first_ply,
            start: trajectory.start,
            depths: trajectory.moves.iter().map(|step| step.depth).collect(),
            won: trajectory.is_won(),
            given_away: trajectory.given_away,
            slipped_with: trajectory.crossing(moves_allowed),
            winner_errors: ErrorsAnswer::of(&passage.errors(Side::Attacker)),
            loser_errors: ErrorsAnswer::of(&passage.errors(Side::Defender)),
            within: ErrorsAnswer::of(&trajectory.within(moves_allowed).winner()),
            measures: trajectory.measures(moves_allowed).map(Into::into),
        }
    }

    /// Whether there was something to say.
    fn print(&self, moves_allowed: u16, out: &mut dyn Write) -> anyhow::Result<bool> {
        let Some(measures) = &self.measures else { return Ok(false) };
        let end = match (self.won, self.given_away) {
            (true, _) => "to the end".to_owned(),
            (_, true) => "until the win was given away".to_owned(),
            _ => format!("to depth {}", self.depths.last().copied().unwrap_or(self.start)),
        };
        writeln!(
            out,
            "{}, {} winning, from depth {} {end}: {}",
            self.endgame,
            self.winner,
            self.start,
            self.winner_errors.said()
        )?;
        let whole = |q: Option<i64>| q.map_or("-".to_owned(), |q| q.to_string());
        writeln!(
            out,
            "  Q1 {}, Q2 {}, Q3 {}, Q4 {:.3}, Q5 {:.3}, Q6 = d, Q7 = p, Q8 = delta; the loser: {}",
            whole(measures.q1),
            whole(measures.q2),
            measures.q3,
            measures.q4,
            measures.q5,
            self.loser_errors.said()
        )?;
        if let Some(slipped) = self.slipped_with {
            writeln!(
                out,
                "  not to be won in {moves_allowed} moves any more after move {slipped}; until then {}",
                self.within.said()
            )?;
        }
        Ok(true)
    }
}

/// Three decimals, or a dash.
fn three(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.3}"))
}

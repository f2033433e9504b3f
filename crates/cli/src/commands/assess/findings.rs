//! What was found in games, of chess or of another game: told, drawn and written as it comes.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::io::Write;
use std::path::{Path, PathBuf};

use player::spec::ModelWords;
use study::assess::profile::Profiles;
use study::assess::{AssessError, Assessment, GamePlots, Totals, annotated};
use study::described::{Described, TablePosition};
use study::pgn::{FileBoard, Game, write};
use study::schema::assessment::{AssessedGame, Basis};
use value::Metric;

use super::{quality_text, text};
use crate::console::Console;
use crate::files::{self, Growing};
use crate::games::{Batch, Unreadable};
use crate::json;

/// What is to be told.
pub(in crate::commands) struct Asked {
    /// The moves are left out.
    pub(in crate::commands) brief: bool,
    pub(in crate::commands) quality: bool,
    pub(in crate::commands) by_depth: bool,
    pub(in crate::commands) json: bool,
    /// The probability that intervals hold.
    pub(in crate::commands) mass: f64,
    pub(in crate::commands) words: ModelWords,
    pub(in crate::commands) metric: Metric,
    /// What depths count, in words.
    pub(in crate::commands) unit: &'static str,
    /// Why a move may be outside the tables.
    pub(in crate::commands) outside: String,
    /// Players kept apart at most.
    pub(in crate::commands) most_records: usize,
}

/// What was found, as far as it is kept.
pub(in crate::commands) struct Findings<E> {
    pub(super) asked: Asked,
    pub(super) totals: Totals<E>,
    plots: GamePlots<E>,
    pub(super) profiles: Option<Profiles>,
    annotated: Option<Growing>,
}

impl<E: Clone + Eq + Hash + Display + Debug> Findings<E> {
    /// Nothing yet; annotated games go into this file.
    pub(in crate::commands) fn new(
        asked: Asked,
        totals: Totals<E>,
        annotate: Option<&Path>,
    ) -> anyhow::Result<Findings<E>> {
        let annotated = annotate.map(Growing::create).transpose()?;
        Ok(Findings { asked, totals, plots: GamePlots::default(), profiles: None, annotated })
    }

    /// Judges some games of a file, on all cores, and takes them in their order. `deepest` gives the deepest win of an endgame.
    pub(in crate::commands) fn take<B, P, Error>(
        &mut self,
        batch: &Batch<B>,
        assess: impl Fn(&Path, &Game<B>) -> Result<Assessment<P>, AssessError> + Sync,
        deepest: impl Fn(&E) -> Result<u16, Error>,
        console: &Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()>
    where
        B: FileBoard<Move: Sync> + Sync,
        P: TablePosition<Endgame = E, Move: Send> + Send,
        Error: std::error::Error + Send + Sync + 'static,
    {
        let judge = |_, game: &Game<B>| assess(&batch.file, game);
        batch.in_parallel(judge, |game, assessment| match assessment {
            Ok(assessment) => self.add((&batch.file, game), &assessment, &deepest, console, out),
            Err(error) if error.is_outside_tables() => {
                self.totals.unreached += 1;
                self.annotate(|| write::game(game))
            }
            Err(error) => Err(error.into()),
        })
    }

    fn add<B, P, Error>(
        &mut self,
        (file, game): (&Path, &Game<B>),
        assessment: &Assessment<P>,
        deepest: impl Fn(&E) -> Result<u16, Error>,
        console: &Console,
        out: &mut dyn Write,
    ) -> anyhow::Result<()>
    where
        B: Described,
        P: TablePosition<Endgame = E>,
        Error: std::error::Error + Send + Sync + 'static,
    {
        let passages = self.totals.add(deepest, game, assessment)?;
        self.plots.add(game, assessment, &passages);
        self.annotate(|| write::game(&annotated(game, assessment)))?;
        let passages = self.totals.measured(&passages);
        if self.asked.json {
            let file = file.display().to_string();
            let answer = AssessedGame::new(file, game, assessment, passages);
            self.write_json(if self.asked.brief { answer.brief() } else { answer }, out)?;
        } else if !self.asked.brief {
            console.clear();
            text::game(file, game, assessment, out)?;
            if self.asked.quality {
                quality_text::game(&passages, self.totals.moves_allowed, out)?;
            }
        }
        Ok(())
    }

    /// Writes a game as JSON: the object is opened with the first.
    fn write_json(&self, game: AssessedGame, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.totals.games == 1 {
            self.open_json(out)?
        } else {
            write!(out, ",")?
        }
        Ok(write!(out, "{}", json::line(&game)?)?)
    }

    /// Everything up to the first game.
    fn open_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let basis = json::versioned(&Basis::new(self.asked.metric, &self.asked.words))?;
        Ok(write!(out, "{},\"games\":[", &basis[..basis.len() - 1])?)
    }

    fn annotate(&mut self, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        self.annotated.as_mut().map_or(Ok(()), |file| file.write(&text()))
    }

    /// Writes the plots of competence, depth and trajectories, and prints the players.
    pub(in crate::commands) fn finish(
        mut self,
        [plot, depth_plot, trajectory_plot]: [&Option<PathBuf>; 3],
        unreadable: &Unreadable,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if let Some(file) = self.annotated.take() {
            file.finish()?;
        }
        let (metric, words) = (self.asked.metric, self.asked.words.to_string());
        files::write_if(plot, || self.plots.competence(&words).svg())?;
        files::write_if(depth_plot, || self.plots.depth(metric).svg())?;
        files::write_if(trajectory_plot, || self.plots.trajectories(&self.totals, metric).svg())?;
        if self.asked.json {
            if self.totals.games == 0 {
                self.open_json(out)?;
            }
            let Unreadable { first, count } = unreadable;
            let profiles = self.profiles.as_ref();
            let rest = self.totals.summary(self.asked.mass, *count, first, profiles);
            writeln!(out, "],{}", &json::line(&rest)?[1..])?;
        } else {
            text::summary(&self, unreadable.count, out)?;
        }
        Ok(out.flush()?)
    }
}

//! The game itself: moves from the standard input, answers on the standard output.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use endgame::material::Material;
use endgame::rules::{Color, Position, color_name};
use endgame::tables::Tables;
use player::spec::{AgentSpec, listed};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use study::assess::PlayerRole;
use study::practice::choose::{decided, drawn};
use study::practice::ending::HOLD_MOVES;
use study::practice::people;
use study::practice::session::read_move;
use study::practice::{By, Experiment, Goal, PracticePosition, Record, Row, Setup, coaching};
use study::schema::people::PeopleRating;
use value::Outcome;

use super::{Args, agents, read, save};
use crate::console::{Console, stopped};
use crate::failure::{bad_input, refuse};
use crate::json;

#[derive(Serialize)]
struct Played<'a> {
    record: &'a Record,
    /// Of a won game.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<Row>,
    /// What the person's moves speak for; of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<PeopleRating>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let kept = unfinished(args.record.as_deref())?;
    let programs = match kept {
        // The record says who plays.
        Some(_) => Vec::new(),
        None => rated_agents(&args.programs, args.endgame()?)?,
    };
    let (tables, console) = args.options.open()?;
    let (game, resumed) = match kept {
        Some(record) => (Experiment::resume(&tables, record)?, true),
        None => (args.start(&tables, &console, programs)?, false),
    };
    console.clear();
    let show = |at: &Position| {
        let check = if at.is_check() { ", in check" } else { "" };
        (super::board::board(at), check)
    };
    let table =
        Table { kept: args.record.as_deref(), json: args.options.json, out, moves: lines() };
    table.sit_down(game, resumed, ("Qd5+ or d1d5", show))
}

/// How hard a draw is to hold if nothing is said.
const USUAL_LEVEL: u16 = 3;

/// The game of a file that is there, if it goes on.
pub(in crate::commands) fn unfinished(file: Option<&Path>) -> anyhow::Result<Option<Record>> {
    let file = file.filter(|file| file.exists());
    let kept: Option<Record> = file.map(|file| read(file, "record")).transpose()?;
    if let Some(file) = file.filter(|_| kept.as_ref().is_some_and(|record| record.end.is_some())) {
        let file = file.display();
        refuse!("{file} holds a finished game: see it with --report {file}, or name another file");
    }
    Ok(kept)
}

/// The programs, ratings replaced by the competence of those who resist in the endgame.
fn rated_agents(text: &str, endgame: Material) -> anyhow::Result<Vec<AgentSpec>> {
    let endgame = endgame.to_string();
    let by_rating =
        |one: String| people::by_rating(&one, &endgame, PlayerRole::Defender).map_err(bad_input);
    let all = listed(text).into_iter().map(by_rating).collect::<anyhow::Result<Vec<_>>>()?;
    agents(&all.join(","))
}

impl Args {
    fn start<'t>(
        &self,
        tables: &'t Tables,
        console: &Console,
        programs: Vec<AgentSpec>,
    ) -> anyhow::Result<Experiment<'t>> {
        let (material, seed) = (self.endgame()?, self.seed());
        let table = tables.table(&material, &console.monitor())?;
        let Some(deepest) = table.deepest(Color::White) else {
            refuse!("{material} is never won: name another endgame");
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
        let (goal, start) = if self.hold {
            let level = self.level.unwrap_or(USUAL_LEVEL);
            let Some(start) = drawn(&table, tables, Color::Black, level, &mut rng)? else {
                refuse!("{material} has no draw that can be lost: name another endgame");
            };
            (Goal::Hold, start)
        } else {
            let depths = self.depths(deepest.0);
            let found = decided(&table, tables, Color::White, Outcome::Win, depths, &mut rng)?;
            let Some((_, start)) = found else {
                refuse!(
                    "{material} has no win in {depths} with the winner to move: the deepest is {deepest}"
                );
            };
            (Goal::Win, start)
        };
        let setup = Setup {
            player: self.player.clone(),
            endgame: material.to_string(),
            programs,
            goal,
            start: material.in_these_colors(&start),
            seed,
            moves_allowed: self.moves_allowed,
        };
        Ok(Experiment::start(tables, setup)?)
    }
}

/// Where a person and a program meet.
pub(in crate::commands) struct Table<'a> {
    /// The file that the game is kept in.
    pub(in crate::commands) kept: Option<&'a Path>,
    pub(in crate::commands) json: bool,
    pub(in crate::commands) out: &'a mut dyn Write,
    pub(in crate::commands) moves: Receiver<String>,
}

/// Lines typed, from a thread of their own, so that Ctrl-C is heard meanwhile.
pub(in crate::commands) fn lines() -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if send.send(line).is_err() {
                break;
            }
        }
    });
    receive
}

impl Table<'_> {
    /// Plays a game until it is over or the person leaves. `show` draws the board and says what is beside it.
    pub(in crate::commands) fn sit_down<P: PracticePosition>(
        mut self,
        mut game: Experiment<'_, P>,
        resumed: bool,
        (examples, show): (&str, impl Fn(&P) -> (String, &'static str)),
    ) -> anyhow::Result<()> {
        self.keep(game.record())?;
        self.greet(&game, resumed, examples)?;
        self.play(&mut game, show)?;
        let session = game.session();
        let why = session.over().map(|over| over.sentence(session.person()));
        let mut summary = coaching(session, game.record().goal).summary;
        let rating = game.rating();
        if let Some(rating) = &rating {
            summary += &format!("\n{}", rating.sentence());
        }
        self.farewell(game.record(), why, &summary, rating)
    }

    fn keep(&self, record: &Record) -> anyhow::Result<()> {
        self.kept.map_or(Ok(()), |file| save(file, record))
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.json {
            writeln!(self.out, "{text}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn greet<P: PracticePosition>(
        &mut self,
        game: &Experiment<'_, P>,
        resumed: bool,
        examples: &str,
    ) -> anyhow::Result<()> {
        let record = game.record();
        let you = color_name(game.session().person());
        let who = match record.programs.len() {
            1 => "a program".to_owned(),
            count => format!("one of {count} programs"),
        };
        let task = match record.goal {
            Goal::Hold => format!("draw with best play; hold it for {HOLD_MOVES} moves"),
            Goal::Win | Goal::Resist => {
                format!("win with best play; {} moves", record.moves_allowed)
            }
        };
        let (endgame, seed) = (&record.endgame, record.seed);
        self.say(&format!("{endgame}: you are {you} and {task}, against {who}; seed {seed}"))?;
        self.say(&format!(
            "type a move ({examples}), board, resign, or quit to go on another time"
        ))?;
        if resumed {
            let moves: Vec<&str> = record.moves.iter().map(|made| made.san.as_str()).collect();
            self.say(&format!("the game so far: {}", moves.join(" ")))?;
        }
        Ok(())
    }

    /// Until the game is over or the person leaves.
    fn play<P: PracticePosition>(
        &mut self,
        game: &mut Experiment<'_, P>,
        show: impl Fn(&P) -> (String, &'static str),
    ) -> anyhow::Result<()> {
        let mut shown = false;
        while game.record().end.is_none() {
            if !game.session().is_persons_turn() {
                let reply = game.program_moves()?.san.clone();
                self.keep(game.record())?;
                self.say(&format!("the program plays {reply}"))?;
                shown = false;
                continue;
            }
            if !shown {
                self.show(game, &show)?;
                shown = true;
            }
            let Some(line) = self.next_line()? else { return Ok(()) };
            let word = line.trim();
            match word.to_ascii_lowercase().as_str() {
                "" => (),
                word if word.starts_with('#') => (),
                "quit" | "exit" => return Ok(()),
                "board" => shown = false,
                "resign" => {
                    game.give_up();
                    self.keep(game.record())?;
                }
                _ => match read_move(&game.session().position(), word) {
                    Ok(play) => {
                        game.person_moves(play)?;
                        self.keep(game.record())?;
                    }
                    Err(error) => self.say(&error.to_string())?,
                },
            }
        }
        Ok(())
    }

    fn show<P: PracticePosition>(
        &mut self,
        game: &Experiment<'_, P>,
        show: impl Fn(&P) -> (String, &'static str),
    ) -> anyhow::Result<()> {
        let position = game.session().position();
        let number = game.record().moves_by(By::Person).count() + 1;
        let (board, beside) = show(&position);
        let turn = color_name(position.turn());
        self.say(&format!("\n{board}move {number}, {turn} to move{beside}"))
    }

    /// What is typed next; none at the end of the input.
    fn next_line(&mut self) -> anyhow::Result<Option<String>> {
        loop {
            match self.moves.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if stopped() => {
                    anyhow::bail!("stopped: {}", self.left());
                }
                Err(RecvTimeoutError::Timeout) => (),
            }
        }
    }

    fn left(&self) -> String {
        match &self.kept {
            Some(file) => format!("the game is kept, go on with --record {}", file.display()),
            None => "the game was not kept, name a file with --record another time".to_owned(),
        }
    }

    /// `why` says how the game ended, `summary` how it was played.
    fn farewell(
        &mut self,
        record: &Record,
        why: Option<String>,
        summary: &str,
        rating: Option<PeopleRating>,
    ) -> anyhow::Result<()> {
        let row = record.goal.is_win().then(|| Row::of(1, record));
        if self.json {
            return json::write(self.out, &Played { record, row, rating });
        }
        match (record.end, &record.program) {
            (Some(end), Some(program)) if record.goal == Goal::Hold => {
                let why = why.unwrap_or_default();
                self.say(&format!("\n{why}\n{summary}\n{}; the program was {program}", end.said()))
            }
            (Some(end), Some(program)) => {
                self.say(&format!("\n{summary}\n{}; the program was {program}\n", end.said()))?;
                super::report::print(&[Row::of(1, record)], self.out)
            }
            _ => self.say(&format!("\nunfinished: {}", self.left())),
        }
    }
}

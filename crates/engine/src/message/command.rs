//! What a GUI says to an engine.

use std::fmt;
use std::time::Duration;

use super::Words;

/// One line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: the engine replies with its name, its options and `uciok`.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: the engine replies `readyok`.
    IsReady,
    /// `setoption`; a button has no value.
    SetOption {
        /// The option's name, which may hold spaces.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// `ucinewgame`: the next position is from another game.
    NewGame,
    /// `position`: the game so far.
    Position {
        /// The position it began from.
        start: Start,
        /// The moves made, as sent.
        moves: Vec<String>,
    },
    /// `go`: the engine searches, then replies `bestmove`.
    Go(Box<Go>),
    /// `stop`: the engine replies `bestmove` now.
    Stop,
    /// `ponderhit`: the move pondered on was made.
    PonderHit,
    /// `quit`.
    Quit,
    /// A line that is no command; the protocol says to ignore it.
    Unknown,
}

/// The position a game begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The initial position of chess.
    Initial,
    /// A FEN, as sent.
    Fen(String),
}

/// The limits of one search. Times may be negative: the clock has run out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search only these moves, as sent; empty for all.
    pub searchmoves: Vec<String>,
    /// Search in the opponent's time, until `stop` or `ponderhit`.
    pub ponder: bool,
    /// Time left on White's and Black's clock, in ms.
    pub time: [Option<i64>; 2],
    /// White's and Black's increment for each move, in ms.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth, in plies.
    pub depth: Option<u16>,
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// Search for a mate in so many moves.
    pub mate: Option<u32>,
    /// Search exactly so long, in ms.
    pub movetime: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
}

impl Command {
    /// Parses a line; words before the first known one are skipped.
    pub fn parse(line: &str) -> Command {
        let mut words = Words::new(line);
        while let Some(word) = words.next() {
            let command = match word {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "quit" => Command::Quit,
                "debug" => Command::Debug(words.rest() != "off"),
                "setoption" => return set_option(&mut words),
                "position" => return position(&mut words),
                "go" => return Command::Go(Box::new(Go::read(&mut words))),
                _ => continue,
            };
            return command;
        }
        Command::Unknown
    }
}

fn set_option(words: &mut Words<'_>) -> Command {
    words.until(&["name"]);
    words.next();
    let name = words.until(&["value"]);
    let value = words.next().map(|_| words.rest());
    if name.is_empty() { Command::Unknown } else { Command::SetOption { name, value } }
}

fn position(words: &mut Words<'_>) -> Command {
    words.until(&["fen", "startpos"]);
    let start = match words.next() {
        Some("startpos") => {
            words.until(&["moves"]);
            Start::Initial
        }
        Some(_) => Start::Fen(words.until(&["moves"])),
        None => return Command::Unknown,
    };
    words.next();
    // What is no move is kept: the position ends before it, and somebody should say so.
    let moves = words.rest().split_whitespace().map(str::to_owned).collect();
    Command::Position { start, moves }
}

impl Go {
    fn read(words: &mut Words<'_>) -> Go {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.searchmoves = words.moves(),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.time[0] = words.number(),
                "btime" => go.time[1] = words.number(),
                "winc" => go.increment[0] = words.number(),
                "binc" => go.increment[1] = words.number(),
                "movestogo" => go.moves_to_go = words.number(),
                "depth" => go.depth = words.number(),
                "nodes" => go.nodes = words.number(),
                "mate" => go.mate = words.number(),
                "movetime" => go.movetime = words.number(),
                _ => (),
            }
        }
        go
    }

    /// How long the engine may take for this move, a side's clock being White's (0) or Black's (1);
    /// none if there is no time limit.
    ///
    /// With a clock: a fortieth of what is left, or its share of the moves to go, with four fifths
    /// of the increment, never more than what is left less the overhead. Where the overhead takes
    /// all, a tenth of what is left and at most 10 ms: enough to see what hangs, and 5 ms left are
    /// kept.
    pub fn allowance(&self, side: usize, overhead: Duration) -> Option<Duration> {
        let ms = |ms: i64| Duration::from_millis(ms.max(0).unsigned_abs());
        let minimum = |left: Duration| (left / 10).min(Duration::from_millis(10));
        if let Some(time) = self.movetime {
            return Some(ms(time).saturating_sub(overhead).max(minimum(ms(time))));
        }
        let left = ms(self.time[side]?);
        let usable = left.saturating_sub(overhead);
        let share = left / self.moves_to_go.unwrap_or(40).clamp(1, 40);
        let share = share + ms(self.increment[side].unwrap_or(0)) * 4 / 5;
        Some(share.saturating_sub(overhead).min(usable).max(minimum(left)))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { start, moves } => {
                match start {
                    Start::Initial => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
            }
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Unknown => Ok(()),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let ms = |time: Option<i64>| time.map(i128::from);
        for (name, value) in [
            ("wtime", ms(self.time[0])),
            ("btime", ms(self.time[1])),
            ("winc", ms(self.increment[0])),
            ("binc", ms(self.increment[1])),
            ("movestogo", self.moves_to_go.map(i128::from)),
            ("depth", self.depth.map(i128::from)),
            ("nodes", self.nodes.map(i128::from)),
            ("mate", self.mate.map(i128::from)),
            ("movetime", ms(self.movetime)),
        ] {
            value.iter().try_for_each(|value| write!(f, " {name} {value}"))?;
        }
        for (said, word) in [(self.ponder, " ponder"), (self.infinite, " infinite")] {
            f.write_str(if said { word } else { "" })?;
        }
        // Last: it runs on as long as moves do.
        if self.searchmoves.is_empty() {
            return Ok(());
        }
        write!(f, " searchmoves {}", self.searchmoves.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_protocols_own_examples() {
        assert_eq!(Command::parse("joho debug on"), Command::Debug(true));
        assert_eq!(Command::parse("  debug   off "), Command::Debug(false));
        assert_eq!(Command::parse(""), Command::Unknown);
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            Command::SetOption { name: "Clear Hash".to_owned(), value: None }
        );
        assert_eq!(
            Command::parse("setoption name NalimovPath value c:\\chess\\tb\\4;c:\\chess\\tb\\5"),
            Command::SetOption {
                name: "NalimovPath".to_owned(),
                value: Some("c:\\chess\\tb\\4;c:\\chess\\tb\\5".to_owned())
            }
        );
        let Command::Go(go) = Command::parse("go infinite searchmoves e2e4 d2d4 depth x wtime -5")
        else {
            panic!("go");
        };
        assert!(go.infinite && go.depth.is_none());
        assert_eq!((go.searchmoves.len(), go.time[0]), (2, Some(-5)));
    }

    #[test]
    fn a_position_keeps_what_is_no_move() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned();
        assert_eq!(
            Command::parse("position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2 hello"),
            Command::Position {
                start: Start::Fen(fen),
                moves: vec!["a1a2".to_owned(), "hello".to_owned()]
            }
        );
        assert_eq!(Command::parse("position nowhere"), Command::Unknown);
    }

    #[test]
    fn time_is_shared_out() {
        let overhead = Duration::from_millis(50);
        let allowed = |line: &str, side| match Command::parse(line) {
            Command::Go(go) => go.allowance(side, overhead).map(|time| time.as_millis()),
            _ => panic!("{line}"),
        };
        assert_eq!(allowed("go movetime 1000 wtime 7", 0), Some(950));
        assert_eq!(allowed("go wtime 40000 btime 4000 winc 1000 binc 0", 0), Some(1750));
        assert_eq!(allowed("go wtime 40000 btime 4000", 1), Some(50));
        assert_eq!(allowed("go btime 60 movestogo 1", 1), Some(10));
        assert_eq!(allowed("go wtime -30 btime 1", 0), Some(0));
        assert_eq!(allowed("go wtime 1000 btime 1000", 0), Some(10));
        assert_eq!(allowed("go movetime 40", 0), Some(4));
        let Command::Go(nearly_out) = Command::parse("go wtime 5 btime 5") else { panic!("go") };
        assert_eq!(nearly_out.allowance(0, overhead), Some(Duration::from_micros(500)));
        assert_eq!(allowed("go depth 3", 0), None);
        assert_eq!(allowed("go wtime 1000", 1), None);
    }

    fn moves() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[a-h][1-8][a-h][1-8]q?", 0..4)
    }

    fn goes() -> impl Strategy<Value = Go> {
        type Limits = (Option<u32>, Option<u16>, Option<u64>, Option<u32>, Option<i64>);
        let times = any::<[[Option<i64>; 2]; 2]>();
        (moves(), any::<[bool; 2]>(), times, any::<Limits>()).prop_map(
            |(searchmoves, [ponder, infinite], [time, increment], limits)| {
                let (moves_to_go, depth, nodes, mate, movetime) = limits;
                let go = Go { searchmoves, ponder, infinite, time, increment, ..Go::default() };
                Go { moves_to_go, depth, nodes, mate, movetime, ..go }
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read(go in goes(), moves in moves(), value in "[a-z]{1,5}( [a-z]{1,5})?") {
            for command in [
                Command::Go(Box::new(go)),
                Command::Position { start: Start::Initial, moves },
                Command::SetOption { name: "Move Overhead".to_owned(), value: Some(value) },
                Command::Debug(false),
                Command::PonderHit,
            ] {
                prop_assert_eq!(Command::parse(&command.to_string()), command);
            }
        }

        #[test]
        fn any_line_is_read(line in "\\PC{0,80}") {
            let _ = Command::parse(&line);
        }
    }
}

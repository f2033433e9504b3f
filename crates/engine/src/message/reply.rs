//! Replies of an engine to its GUI.

use std::fmt;

use super::{OptionLine, Words};
use crate::score::Score;

/// One line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    /// `option`.
    Setting(OptionLine),
    /// `uciok`: the end of the handshake.
    UciOk,
    /// `readyok`: all earlier commands have been carried out.
    ReadyOk,
    /// `info`: the state of the search.
    Info(Box<Info>),
    /// `bestmove`: none if there is no legal move.
    BestMove {
        /// The move, as sent.
        play: Option<String>,
        /// The reply it expects.
        ponder: Option<String>,
    },
    /// Anything else, such as a banner.
    Other,
}

/// The fields of an `info` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth, in plies.
    pub depth: Option<u16>,
    /// The deepest line, in plies.
    pub seldepth: Option<u16>,
    /// The rank of this line among several, from 1.
    pub multipv: Option<u16>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// Whether the score is only a lower or upper bound.
    pub is_bound: bool,
    /// Wins, draws and losses in a thousand games.
    pub wdl: Option<[u16; 3]>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions searched per second.
    pub nps: Option<u64>,
    /// Positions found in tables.
    pub tbhits: Option<u64>,
    /// Time spent, in ms.
    pub time: Option<u64>,
    /// The principal variation, as sent.
    pub pv: Vec<String>,
    /// `info string`: a remark, to the end of the line.
    pub string: Option<String>,
}

impl Reply {
    /// Parses a line; an unknown one is [`Reply::Other`].
    pub fn parse(line: &str) -> Reply {
        let mut words = Words::new(line);
        match words.next() {
            Some("uciok") => Reply::UciOk,
            Some("readyok") => Reply::ReadyOk,
            Some("info") => Reply::Info(Box::new(Info::read(&mut words))),
            Some("option") => OptionLine::read(&mut words).map_or(Reply::Other, Reply::Setting),
            Some("id") => match words.next() {
                Some("name") => Reply::Name(words.rest()),
                Some("author") => Reply::Author(words.rest()),
                _ => Reply::Other,
            },
            Some("bestmove") => {
                // Engines without a move say (none), NULL, 0000, or nothing.
                let play = words.moves().into_iter().next().filter(|play| play != "0000");
                words.until(&["ponder"]);
                words.next();
                // There is no reply to no move.
                let ponder = words.moves().into_iter().next().filter(|_| play.is_some());
                Reply::BestMove { play, ponder }
            }
            _ => Reply::Other,
        }
    }

    /// A remark; control characters become spaces, so that it is one line.
    pub fn remark(text: impl Into<String>) -> Reply {
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        let text = text.into().chars().map(plain).collect();
        Reply::Info(Box::new(Info { string: Some(text), ..Info::default() }))
    }
}

impl Info {
    fn read(words: &mut Words<'_>) -> Info {
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.number(),
                "seldepth" => info.seldepth = words.number(),
                "multipv" => info.multipv = words.number(),
                "cp" => info.score = words.number().map(Score::Centipawns),
                "mate" => info.score = words.number().map(Score::Mate),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "wdl" => {
                    let numbers = [words.number(), words.number(), words.number()];
                    if let [Some(win), Some(draw), Some(loss)] = numbers {
                        info.wdl = Some([win, draw, loss]);
                    }
                }
                "nodes" => info.nodes = words.number(),
                "nps" => info.nps = words.number(),
                "tbhits" => info.tbhits = words.number(),
                "time" => info.time = words.number(),
                "pv" => info.pv = words.moves(),
                "string" => info.string = Some(words.rest()),
                _ => (),
            }
        }
        // A bound without a score means nothing.
        info.is_bound &= info.score.is_some();
        info
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let (depth, seldepth) = (self.depth.map(u64::from), self.seldepth.map(u64::from));
        let multipv = self.multipv.map(u64::from);
        for (name, value) in [("depth", depth), ("seldepth", seldepth), ("multipv", multipv)] {
            value.iter().try_for_each(|value| write!(f, " {name} {value}"))?;
        }
        if let Some(score) = self.score {
            let bound = if self.is_bound { " lowerbound" } else { "" };
            write!(f, " score {score}{bound}")?;
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let Info { nodes, nps, tbhits, time, .. } = *self;
        for (name, value) in [("nodes", nodes), ("nps", nps), ("tbhits", tbhits), ("time", time)] {
            value.iter().try_for_each(|value| write!(f, " {name} {value}"))?;
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        self.string.iter().try_for_each(|text| write!(f, " string {text}"))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Setting(line) => line.fmt(f),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::BestMove { play: None, .. } => f.write_str("bestmove (none)"),
            Reply::BestMove { play: Some(play), ponder: None } => write!(f, "bestmove {play}"),
            Reply::BestMove { play: Some(play), ponder: Some(ponder) } => {
                write!(f, "bestmove {play} ponder {ponder}")
            }
            Reply::Other => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Kind;
    use proptest::prelude::*;

    fn reads(line: &str, reply: &Reply) {
        assert_eq!(Reply::parse(line), *reply, "{line}");
        assert_eq!(Reply::parse(&reply.to_string()), *reply, "{line}");
    }

    #[test]
    fn a_move_or_none() {
        let best = |play: Option<&str>, ponder: Option<&str>| Reply::BestMove {
            play: play.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        };
        reads("bestmove e2e4 ponder e7e5", &best(Some("e2e4"), Some("e7e5")));
        reads("bestmove e7e8q", &best(Some("e7e8q"), None));
        for none in [
            "bestmove (none)",
            "bestmove NULL",
            "bestmove 0000",
            "bestmove",
            "bestmove nothing ponder e7e5",
        ] {
            reads(none, &best(None, None));
        }
    }

    #[test]
    fn stockfishs_lines() {
        let line = "info depth 8 seldepth 10 multipv 2 score cp -31 lowerbound wdl 30 900 70 \
                    nodes 4711 nps 471100 hashfull 0 tbhits 0 time 10 pv e7e5 g1f3";
        let info = Info {
            depth: Some(8),
            seldepth: Some(10),
            multipv: Some(2),
            score: Some(Score::Centipawns(-31)),
            is_bound: true,
            wdl: Some([30, 900, 70]),
            nodes: Some(4711),
            nps: Some(471_100),
            tbhits: Some(0),
            time: Some(10),
            pv: vec!["e7e5".to_owned(), "g1f3".to_owned()],
            string: None,
        };
        reads(line, &Reply::Info(Box::new(info)));
        reads("info string pv e2e4 is a remark", &Reply::remark("pv e2e4 is a remark"));
        assert_eq!(Reply::remark("two\nlines\u{1b}[m").to_string(), "info string two lines [m");
        reads("info upperbound nodes 5", &Reply::parse("info nodes 5"));
    }

    #[test]
    fn settings_of_every_kind() {
        let setting = |name: &str, kind| Reply::Setting(OptionLine { name: name.to_owned(), kind });
        let text = |default: &str| Kind::Text { default: default.to_owned() };
        reads("option name Clear Hash type button", &setting("Clear Hash", Kind::Button));
        reads(
            "option name Ponder type check default true",
            &setting("Ponder", Kind::Check { default: true }),
        );
        reads(
            "option name MultiPV type spin default 1 min 1 max 500",
            &setting("MultiPV", Kind::Spin { default: 1, min: 1, max: 500 }),
        );
        reads(
            "option name SyzygyPath type string default <empty>",
            &setting("SyzygyPath", text("")),
        );
        reads(
            "option name Tables type string default /my tables",
            &setting("Tables", text("/my tables")),
        );
        reads(
            "option name Style type combo default Normal var Solid var Very Risky var Normal",
            &setting(
                "Style",
                Kind::Combo {
                    default: "Normal".to_owned(),
                    vars: ["Solid", "Very Risky", "Normal"].map(str::to_owned).to_vec(),
                },
            ),
        );
        for other in ["option name X", "option type check", "", "Stockfish 15.1 by the developers"]
        {
            assert_eq!(Reply::parse(other), Reply::Other, "{other}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in "\\PC{0,60}", word in "(info|bestmove|option|id|info depth|info score|info wdl) ") {
            let _ = Reply::parse(&line);
            let _ = Reply::parse(&(word + &line));
        }
    }
}

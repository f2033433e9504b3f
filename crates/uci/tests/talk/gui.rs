//! A GUI made of two channels.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use uci::front;
use uci::options::Options;

/// Nothing here takes so long, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The GUI's end of the pipes.
pub(crate) struct Gui {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    engine: Option<JoinHandle<std::io::Result<()>>>,
}

struct Source {
    from: Receiver<Vec<u8>>,
    left: Vec<u8>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.left.is_empty() {
            match self.from.recv() {
                Ok(bytes) => self.left = bytes,
                Err(_) => return Ok(0),
            }
        }
        let len = self.left.len().min(buffer.len());
        buffer[..len].copy_from_slice(&self.left[..len]);
        self.left.drain(..len);
        Ok(len)
    }
}

struct Sink {
    to: Sender<String>,
    line: Vec<u8>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
                let _ = self.to.send(line);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Gui {
    /// An engine with these options, its tables in memory.
    pub(crate) fn with(options: Options) -> Gui {
        let (to, from_gui) = channel();
        let (to_gui, from) = channel();
        let engine = std::thread::spawn(move || {
            let options = Options { memory: options.memory.min(1 << 31), ..options };
            let input = BufReader::new(Source { from: from_gui, left: Vec::new() });
            let mut output = Sink { to: to_gui, line: Vec::new() };
            front::run("Fallible test", &options, input, &mut output, &|| false)
        });
        let gui = Gui { to: Some(to), from, engine: Some(engine) };
        assert!(gui.hear().starts_with("info string Fallible test"));
        gui
    }

    pub(crate) fn new() -> Gui {
        Gui::with(Options { seed: 1, ..Options::default() })
    }

    pub(crate) fn say(&self, line: &str) {
        self.raw(format!("{line}\n").into_bytes());
    }

    pub(crate) fn raw(&self, bytes: Vec<u8>) {
        self.to.as_ref().unwrap().send(bytes).unwrap();
    }

    /// The next line.
    pub(crate) fn hear(&self) -> String {
        self.from.recv_timeout(PATIENCE).expect("an engine that talks")
    }

    /// All lines up to one that starts so.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.hear();
            let last = line.starts_with(start);
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    /// Says a line and hears everything up to `bestmove`.
    pub(crate) fn go(&self, line: &str) -> Vec<String> {
        self.say(line);
        self.until("bestmove")
    }

    /// The move of a `go`.
    pub(crate) fn play(&self, line: &str) -> String {
        let lines = self.go(line);
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// Whether the engine says nothing until it has answered `isready`, and what it says before.
    pub(crate) fn sync(&self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Closes our end and hears the rest; the engine must leave in peace.
    pub(crate) fn hang_up(mut self) -> Vec<String> {
        self.to = None;
        let result = self.engine.take().unwrap().join();
        assert!(matches!(result, Ok(Ok(()))), "{result:?}");
        self.from.try_iter().collect()
    }
}

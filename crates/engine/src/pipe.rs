//! Lines from a pipe, whatever bytes they hold.

use std::io::{BufRead, Read};

/// Passes on line by line until the pipe closes or `hand_on` returns false. Invalid UTF-8 is
/// replaced, and a line is cut after `longest` bytes.
pub fn read(mut from: impl BufRead, longest: u64, mut hand_on: impl FnMut(String) -> bool) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match from.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(1..) => (),
            _ => return,
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < longest;
        if !hand_on(String::from_utf8_lossy(&line).into_owned()) {
            return;
        }
        if !whole && skip_line(&mut from).is_err() {
            return;
        }
    }
}

/// Skips the rest of a line.
fn skip_line(from: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let bytes = from.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        let over = end.is_some() || bytes.is_empty();
        from.consume(used);
        if over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: u64 = 1 << 20;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read(bytes, LONGEST, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn a_line_without_end_does_not_fill_the_memory() {
        let long = [vec![b'x'; 3 * LONGEST as usize], b"\nisready\nlast".to_vec()].concat();
        let heard = lines(&long);
        assert_eq!(heard.len(), 3);
        assert_eq!(heard[0].len() as u64, LONGEST);
        assert_eq!(heard[1..], ["isready\n", "last"]);
        assert_eq!(lines(b"\xff\xfe\n\n"), ["\u{fffd}\u{fffd}\n", "\n"]);
    }
}

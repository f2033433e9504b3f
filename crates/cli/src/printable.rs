//! Foreign text for the terminal: names in PGN tags, file names, whatever somebody else has written.

use std::borrow::Cow;

/// Text with every character that would steer a terminal shown instead, as in `\u{1b}`: controls,
/// ends of line, and signs that change the direction of writing.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match is_control(c) {
        true => c.escape_unicode().to_string(),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// The same for text of several lines, which stay lines: a rule with a caret under the mistake.
pub(crate) fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Whether a character does something instead of being printed.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        for plain in ["Browne, Walter", "Ding Liren 丁立人", "Müller", ""] {
            assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
        }
        assert_eq!(printable("a\x1b[31mb"), "a\\u{1b}[31mb");
        assert_eq!(printable_lines("a\n ^\x1b"), "a\n ^\\u{1b}");
        assert_eq!(printable("a\r\n\u{9b}\u{202e}b\x7f"), "a\\u{d}\\u{a}\\u{9b}\\u{202e}b\\u{7f}");
    }
}

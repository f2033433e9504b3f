//! Games in which a program played: by tags that say so, and by names of programs.

/// Names of programs that no person bears. Several words stand one after the other in the name;
/// a `#` is any number.
const PROGRAMS: [&str; 44] = [
    "stockfish",
    "komodo",
    "houdini",
    "rybka",
    "hiarcs",
    "lc0",
    "leela",
    "lczero",
    "alphazero",
    "crafty",
    "shredder",
    "deep fritz",
    "fritz #",
    "deep blue",
    "deep thought",
    "deep junior",
    "junior #",
    "toga",
    "ethereal",
    "gnuchess",
    "gnu chess",
    "gnuchessx",
    "berserk",
    "chess tiger",
    "chess genius",
    "chessmaster",
    "mephisto",
    "hitech",
    "cray blitz",
    "belle",
    "zappa",
    "critter",
    "naum",
    "arasan",
    "senpai",
    "andscacs",
    "fizbo",
    "booot",
    "fruit #",
    "nimzo #",
    "glaurung",
    "spike #",
    "fire #",
    "deep shredder",
];

/// Whether the tags of a game say that a program played, White first or Black.
pub(super) fn is_engine_game(tags: &[(String, String)]) -> bool {
    tags.iter().any(|(name, value)| match name.as_str() {
        "WhiteIsComp" | "BlackIsComp" => !value.eq_ignore_ascii_case("no"),
        "WhiteTitle" | "BlackTitle" => value == "BOT",
        "WhiteType" | "BlackType" => value.eq_ignore_ascii_case("program"),
        "White" | "Black" => is_program(value),
        _ => false,
    })
}

fn is_program(name: &str) -> bool {
    // Most names begin with none of these letters, and there are many names.
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .filter(|word| !word.is_empty())
        .collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    PROGRAMS.iter().any(|program| {
        let parts: Vec<&str> = program.split(' ').collect();
        words.windows(parts.len()).any(|window| {
            let mut pairs = window.iter().zip(&parts);
            pairs.all(|(word, part)| word == part || *part == "#" && is_number(word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_name() {
        for name in ["Stockfish 15.1", "Comp Deep Blue", "Fritz 8", "DEEP JUNIOR", "Crafty-23.4"] {
            assert!(is_program(name), "{name}");
        }
        for name in
            ["Fritz, Roland", "Junior, Tay", "Carlsen, Magnus", "?", "Bluebaum, M", "Leelavathi"]
        {
            assert!(!is_program(name), "{name}");
        }
        let tag = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
        assert!(is_engine_game(&tag("BlackIsComp", "Yes")));
        assert!(is_engine_game(&tag("WhiteTitle", "BOT")));
        assert!(!is_engine_game(&tag("WhiteTitle", "GM")));
        assert!(!is_engine_game(&tag("Event", "Stockfish Cup")));
    }
}

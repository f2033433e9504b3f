//! The words a rule is written with, and what each of them means.

use crate::rules::{Color, Role};

/// Whether an expression is a truth or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Holds or does not; as a number 1 or 0.
    Truth,
    /// Counts something; infinite where there is nothing to count.
    Number,
}

/// A man of either side: `Q` the mover's queen, `q` the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) own: bool,
}

impl Man {
    pub(super) fn of_letter(letter: char) -> Option<Man> {
        Some(Man { role: Role::from_char(letter)?, own: letter.is_ascii_uppercase() })
    }

    pub(super) fn letter(self) -> char {
        if self.own { self.role.upper_char() } else { self.role.char() }
    }

    #[inline]
    pub(super) fn color(self, mover: Color) -> Color {
        if self.own { mover } else { mover.other() }
    }
}

/// What can be asked about a move as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Check,
    Mate,
    Stalemate,
    Capture,
    Promotion,
    Attack,
    QuickThreat,
    FewLines,
    Zugzwang,
    Decentralize,
    PreventCheck,
    Optimal,
    Fatal,
    Blunder,
    Wins,
    Draws,
    Loses,
    Depth,
    After,
    Conceded,
    Threat,
    LongLines,
    Replies,
    Checks,
}

/// What can be asked about men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Attack,
    Attacked,
    Defended,
    Hanging,
    Moves,
    Captures,
    Approach,
    Centralize,
    Distance,
    Center,
    Corner,
    Count,
}

/// A word without arguments: how it is written, what it is, and what it means.
pub(super) struct WordEntry {
    pub(super) word: Word,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) help: &'static str,
}

/// A word with arguments.
pub(super) struct QuestionEntry {
    pub(super) question: Question,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// How its arguments are shown; as many as there are letters.
    pub(super) men: &'static [Whose],
    /// Whether it looks at the board alone, so that it can be asked `before(...)` the move.
    pub(super) of_board: bool,
    pub(super) help: &'static str,
}

/// Whose man an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    Own,
    Theirs,
    Either,
}

const fn truth(word: Word, name: &'static str, help: &'static str) -> WordEntry {
    WordEntry { word, name, kind: Kind::Truth, help }
}

const fn number(word: Word, name: &'static str, help: &'static str) -> WordEntry {
    WordEntry { word, name, kind: Kind::Number, help }
}

/// Every word without arguments. Two stand twice: a number, and what it means in place of a truth.
pub(super) const WORDS: [WordEntry; 24] = [
    truth(Word::Check, "check", "the opponent is in check"),
    truth(Word::Mate, "mate", "he is mated"),
    truth(Word::Stalemate, "stalemate", "he is stalemated"),
    truth(Word::Capture, "capture", "something is captured"),
    truth(Word::Promotion, "promotion", "a pawn promotes"),
    truth(Word::Attack, "attack", "one of his men hangs: attacked and insufficiently defended"),
    number(Word::Threat, "threat", "moves to win if you could move again: 1 after a check"),
    truth(Word::QuickThreat, "threat", "as a truth: a win in 2 to 4 moves, no check"),
    number(Word::LongLines, "longlines", "replies after which you need 4 moves or more"),
    truth(Word::FewLines, "longlines", "as a truth: 1 or 2 of them"),
    truth(Word::Zugzwang, "zugzwang", "he would rather not move"),
    truth(Word::Decentralize, "decentralize", "his king must go towards the border, or along it"),
    truth(Word::PreventCheck, "prevent-check", "he has no check"),
    number(Word::Replies, "replies", "his legal replies"),
    number(Word::Checks, "checks", "his replies that give check"),
    number(Word::Depth, "depth", "moves to the win before the move, whoever wins"),
    number(Word::After, "after", "the same after the move"),
    number(Word::Conceded, "conceded", "moves given away against the best move"),
    truth(Word::Optimal, "optimal", "no move is better"),
    truth(Word::Fatal, "fatal", "a win or a draw is given away"),
    truth(Word::Blunder, "blunder", "and that at once: by stalemate, or to his next capture"),
    truth(Word::Wins, "wins", "you win after the move, with best play"),
    truth(Word::Draws, "draws", "it is a draw after the move"),
    truth(Word::Loses, "loses", "you lose after the move"),
];

const fn question(
    question: Question,
    name: &'static str,
    kind: Kind,
    men: &'static [Whose],
    help: &'static str,
) -> QuestionEntry {
    let of_board = matches!(
        question,
        Question::Attacked
            | Question::Defended
            | Question::Hanging
            | Question::Distance
            | Question::Center
            | Question::Corner
            | Question::Count
    );
    QuestionEntry { question, name, kind, men, of_board, help }
}

/// Every word with arguments.
pub(super) const QUESTIONS: [QuestionEntry; 12] = {
    use Kind::{Number, Truth};
    use Question as Q;
    use Whose::{Either, Own, Theirs};
    [
        question(Q::Attack, "attack", Truth, &[Theirs], "his r hangs"),
        question(Q::Attacked, "attacked", Truth, &[Either], "a Q is attacked"),
        question(Q::Defended, "defended", Truth, &[Either], "a Q is defended"),
        question(Q::Hanging, "hanging", Truth, &[Either], "a Q hangs"),
        question(Q::Moves, "moves", Truth, &[Own], "it is your Q that moves"),
        question(Q::Captures, "captures", Truth, &[Theirs], "his r is captured"),
        question(Q::Approach, "approach", Truth, &[Own, Either], "your K comes nearer to a r"),
        question(Q::Centralize, "centralize", Truth, &[Own], "your K comes nearer to the centre"),
        question(Q::Distance, "distance", Number, &[Either, Either], "king moves between them"),
        question(Q::Center, "center", Number, &[Either], "king moves to d4, e4, d5 or e5"),
        question(Q::Corner, "corner", Number, &[Either], "king moves to the nearest corner"),
        question(Q::Count, "count", Number, &[Either], "how many there are"),
    ]
};

/// The word that asks about the board before the move.
pub(super) const BEFORE: &str = "before";

/// Every word of the language with its meaning, one line each, for help pages.
pub fn reference() -> Vec<(String, &'static str)> {
    let words = WORDS.iter().map(|entry| (entry.name.to_owned(), entry.help));
    let questions = QUESTIONS.iter().map(|entry| {
        let letters = entry
            .help
            .split(' ')
            .filter(|word| word.len() == 1 && word.chars().all(|c| Man::of_letter(c).is_some()));
        let shown: Vec<&str> = letters.collect();
        let shown =
            if shown.len() == entry.men.len() { shown.join(",") } else { shown_by(entry.men) };
        (format!("{}({shown})", entry.name), entry.help)
    });
    let before = (format!("{BEFORE}(...)"), "distances and attacks on the board before the move");
    words.chain(questions).chain([before]).collect()
}

fn shown_by(men: &[Whose]) -> String {
    if men.len() == 2 { "K,k".to_owned() } else { "K".to_owned() }
}

/// The name nearest to what was typed, if it is near enough to be meant.
pub(super) fn nearest(typed: &str) -> Option<&'static str> {
    let typed = typed.to_ascii_lowercase();
    let words = WORDS.iter().map(|entry| entry.name);
    let names = words.chain(QUESTIONS.iter().map(|entry| entry.name));
    let near = names.chain([BEFORE, "and", "or", "not"]);
    let (name, edits) = near.map(|name| (name, edits(&typed, name))).min_by_key(|&(_, n)| n)?;
    (edits <= 1 + typed.len() / 4).then_some(name)
}

/// Letters to insert, delete or replace between two words (Levenshtein's distance).
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

//! Settings with a few values, each named by a word: read, printed and refused in one way.

/// A word that names no value of a setting: what it is not, and what to choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' {refusal}")]
pub struct UnknownWord {
    text: String,
    refusal: &'static str,
}

/// The value with this word.
pub(crate) fn find<T: Copy>(
    all: &[T],
    word: impl Fn(T) -> &'static str,
    text: &str,
    refusal: &'static str,
) -> Result<T, UnknownWord> {
    let named = all.iter().copied().find(|&value| word(value) == text);
    named.ok_or_else(|| UnknownWord { text: text.to_owned(), refusal })
}

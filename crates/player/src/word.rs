//! Settings with a few values, each named by a word: read, printed and refused in one way.

/// A word that names no value of a setting: what it is not, and what to choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' {refusal}")]
pub struct UnknownWord {
    pub(crate) text: String,
    pub(crate) refusal: &'static str,
}

/// Gives a setting its words: `ALL`, `word`, `Display` and `FromStr`.
macro_rules! words_of {
    ($setting:ident, $refusal:literal, [$($value:ident = $word:literal),+]) => {
        impl $setting {
            /// Every value.
            pub const ALL: [$setting; [$($word),+].len()] = [$($setting::$value),+];

            /// As written in an agent's description.
            pub fn word(self) -> &'static str {
                match self {
                    $($setting::$value => $word),+
                }
            }
        }

        impl std::fmt::Display for $setting {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $setting {
            type Err = $crate::word::UnknownWord;

            fn from_str(text: &str) -> Result<$setting, Self::Err> {
                let named = $setting::ALL.into_iter().find(|value| value.word() == text);
                let unknown = || Self::Err { text: text.to_owned(), refusal: $refusal };
                named.ok_or_else(unknown)
            }
        }
    };
}

pub(crate) use words_of;

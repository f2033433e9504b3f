//! Decisions that several engines have scored: which of them is meant.

use std::collections::BTreeSet;

use crate::decision::{Decision, Reference};

/// Why it is not known which engine's scores are meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ReferenceChoiceError {
    #[error(
        "these decisions have scores of {0}, and would count once for each: choose one with --engine, by words of its name"
    )]
    Several(String),
    #[error("no decision here has scores of '{wanted}': they are by {known}; choose with --engine")]
    Nobody { wanted: String, known: String },
}

/// The decisions as one engine has scored them: the only one, or the one that all these words name. Where some have scores of
/// depths that others lack, the deepest that all have is theirs, if there is one.
pub fn of_one_engine(
    mut decisions: Vec<Decision>,
    wanted: Option<&str>,
) -> Result<Vec<Decision>, ReferenceChoiceError> {
    let known: BTreeSet<String> = decisions.iter().map(|one| engine_of(&one.reference)).collect();
    let words: Vec<String> =
        wanted.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
    let fits = |name: &&String| {
        let name = name.to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let fitting: Vec<&String> = known.iter().filter(fits).collect();
    match (&fitting[..], wanted) {
        ([_], _) | ([], None) => (),
        ([], Some(wanted)) => {
            let known = known.into_iter().collect::<Vec<_>>().join(" and ");
            return Err(ReferenceChoiceError::Nobody { wanted: wanted.to_owned(), known });
        }
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|name| name.as_str()).collect();
            return Err(ReferenceChoiceError::Several(names.join(" and ")));
        }
    }
    if let [one] = fitting[..] {
        decisions.retain(|decision| engine_of(&decision.reference) == *one);
    }
    Ok(at_common_depth(decisions))
}

/// The engine, its version and how it scored the moves, whatever the depth.
pub(crate) fn engine_of(reference: &Reference) -> String {
    let Reference { engine, version, method, .. } = reference;
    let space = if version.is_empty() { "" } else { " " };
    format!("{engine}{space}{version}, {}", method.word())
}

/// All as they were scored at the greatest depth that all were scored at; as they are, if there is none.
fn at_common_depth(decisions: Vec<Decision>) -> Vec<Decision> {
    let mut all = decisions.iter();
    let Some(first) = all.next() else { return decisions };
    if decisions.iter().all(|one| one.reference.depth == first.reference.depth) {
        return decisions;
    }
    let mut common: BTreeSet<u16> = first.depths().into_iter().collect();
    for one in all {
        let depths = one.depths();
        common.retain(|depth| depths.contains(depth));
    }
    match common.last() {
        Some(depth) => decisions.iter().filter_map(|one| one.up_to(*depth)).collect(),
        None => decisions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::several_depths::{joined, tests::scored};

    #[test]
    fn one_engine_is_chosen_by_words_of_its_name() {
        let both = || vec![scored("Stockfish 15.1", 8), scored("Toga II", 8)];
        let names = "Stockfish 15.1, multipv and Toga II, multipv";
        let several = of_one_engine(both(), None).unwrap_err();
        assert_eq!(several, ReferenceChoiceError::Several(names.to_owned()));
        for wanted in ["stockfish", "STOCKFISH 15.1", "15.1"] {
            assert_eq!(of_one_engine(both(), Some(wanted)), Ok(vec![scored("Stockfish 15.1", 8)]));
        }
        let nobody = of_one_engine(both(), Some("gnuchess")).unwrap_err();
        let (wanted, known) = ("gnuchess".to_owned(), names.to_owned());
        assert_eq!(nobody, ReferenceChoiceError::Nobody { wanted, known });
        // Two versions are two engines.
        let versions = vec![scored("Stockfish 15.1", 8), scored("Stockfish 16", 8)];
        assert!(of_one_engine(versions, Some("stockfish")).is_err());
        assert_eq!(of_one_engine(vec![scored("E", 8)], None), Ok(vec![scored("E", 8)]));
        assert_eq!(of_one_engine(Vec::new(), None), Ok(Vec::new()));
    }

    #[test]
    fn depths_that_some_lack_are_left_out() {
        let deep = joined(vec![scored("E", 4), scored("E", 8)]);
        let mixed: Vec<Decision> = deep.iter().cloned().chain([scored("E", 4)]).collect();
        let found = of_one_engine(mixed, None).unwrap();
        assert_eq!(found, [scored("E", 4), scored("E", 4)]);
        let apart = vec![scored("E", 4), scored("E", 8)];
        assert_eq!(of_one_engine(apart.clone(), None), Ok(apart));
    }
}

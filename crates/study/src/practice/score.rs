//! What people answer to a trial, and whether the challenger's mistakes paid.

use std::collections::BTreeSet;

use endgame::rules::Position;
use endgame::tables::Tables;
use player::quality::Errors;
use serde::Serialize;
use value::{ChoiceSource, Outcome};

use super::PracticeError;
use super::session::read_move;
use super::summary::{DRAW_AS_DEPTH, draw_error};
use super::trial::{FORMAT, Key, Program, Question, Trial};
use crate::summary_statistics::SummaryStatistics;

/// One person's moves, by question; none where no answer was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Who.
    pub subject: String,
    /// The moves in the order of the questions.
    pub moves: Vec<Option<String>>,
}

/// Why answers cannot be scored.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ScoreError {
    #[error(
        "{subject}, line {line}: '{text}' is no answer: write a number and a move, as in 3 Qd5+, or - for none"
    )]
    Unreadable { subject: String, line: usize, text: String },
    #[error("{subject} answers question {number}, but the test has {questions}: check the file")]
    NoQuestion { subject: String, number: usize, questions: usize },
    #[error("{subject}, question {number}: {source}")]
    Move { subject: String, number: usize, source: super::session::NotAMove },
    #[error(transparent)]
    Practice(#[from] PracticeError),
}

impl Answers {
    /// Reads one answer a line: a number and a move, or moves alone in the order of the questions. A
    /// dash is no answer; empty lines and lines with # are skipped.
    pub fn read(subject: &str, text: &str, questions: usize) -> Result<Answers, ScoreError> {
        let mut moves = vec![None; questions];
        let mut next = 1;
        for (at, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |word: &str| word.trim_end_matches(['.', ':']).parse::<usize>().ok();
            let (number, answer) = match words[..] {
                [] => continue,
                [first, ..] if first.starts_with('#') => continue,
                [answer] => (next, answer),
                [first, answer] if number(first).is_some() => (number(first).unwrap_or(0), answer),
                _ => {
                    let (subject, text) = (subject.to_owned(), line.trim().to_owned());
                    return Err(ScoreError::Unreadable { subject, line: at + 1, text });
                }
            };
            let place = number.checked_sub(1).and_then(|place| moves.get_mut(place));
            let Some(place) = place else {
                let subject = subject.to_owned();
                return Err(ScoreError::NoQuestion { subject, number, questions });
            };
            *place = (answer != "-").then(|| answer.to_owned());
            next = number + 1;
        }
        Ok(Answers { subject: subject.to_owned(), moves })
    }
}

/// One answer with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scored {
    /// Who.
    pub subject: String,
    /// The question.
    pub number: usize,
    /// Its pair.
    pub pair: usize,
    /// Whose move led to it.
    pub after: Program,
    /// The move.
    pub san: String,
    /// The depth after it; a draw counts as 50.
    pub depth: u16,
    /// The moves conceded; a draw as in table 7.1.
    pub conceded: u16,
    /// The depth of the position the pair came from.
    #[serde(skip)]
    pub pair_depth: u16,
}

/// The answers of a group after one program's moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnswerSet {
    /// Whose moves.
    pub after: Program,
    /// How many answers.
    pub answers: u64,
    /// Answers that concede depth.
    pub mistakes: u64,
    /// Mistakes per answer.
    pub p: Option<f64>,
    /// Depth conceded per answer.
    pub d: Option<f64>,
    /// The mean depth after the answers.
    pub mean_depth: Option<f64>,
}

/// The answers of one subject, or from one depth: after the reference's moves and the challenger's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// `ann` or `depth 12`.
    pub of: String,
    /// The reference's first.
    pub sets: [AnswerSet; 2],
}

/// Challenger's less reference's, over pairs that a subject answered both of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// How many pairs.
    pub pairs: usize,
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub se: f64,
}

/// Every answer, and the two sets compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The program that plays optimally.
    pub reference: String,
    /// The program that errs on purpose.
    pub challenger: String,
    /// Everybody's.
    pub all: [AnswerSet; 2],
    /// Subject by subject.
    pub subjects: Vec<Group>,
    /// By the depth of the position the pair came from.
    pub depths: Vec<Group>,
    /// How much more is conceded after the challenger's moves.
    pub conceded_more: Option<Difference>,
    /// How much deeper the answers leave the game: above 0 the challenger's mistakes pay.
    pub deeper: Option<Difference>,
    /// In the order of subjects and questions.
    pub answers: Vec<Scored>,
}

impl Score {
    /// Scores the answers of some people.
    pub fn of(tables: &Tables, trial: &Trial, people: &[Answers]) -> Result<Score, ScoreError> {
        if trial.format != FORMAT {
            return Err(PracticeError::Format { found: trial.format }.into());
        }
        if trial.metric != tables.metric().word() {
            let (found, ours) = (trial.metric.clone(), tables.metric().word().to_owned());
            return Err(PracticeError::Metric { found, ours }.into());
        }
        let mut answers = Vec::new();
        for person in people {
            for (key, question) in trial.key.iter().zip(&trial.questions) {
                let given = person.moves.get(question.number - 1).cloned().flatten();
                if let Some(text) = given {
                    answers.extend(scored(tables, person, key, question, &text)?);
                }
            }
        }
        let group =
            |of: String, fits: &dyn Fn(&Scored) -> bool| Group { of, sets: sets(&answers, fits) };
        let subjects: BTreeSet<&str> = answers.iter().map(|one| one.subject.as_str()).collect();
        let depths: BTreeSet<u16> = answers.iter().map(|one| one.pair_depth).collect();
        Ok(Score {
            reference: trial.reference.clone(),
            challenger: trial.challenger.clone(),
            all: sets(&answers, &|_| true),
            subjects: subjects
                .into_iter()
                .map(|subject| group(subject.to_owned(), &|one| one.subject == subject))
                .collect(),
            depths: depths
                .into_iter()
                .map(|depth| group(format!("depth {depth}"), &|one| one.pair_depth == depth))
                .collect(),
            conceded_more: difference(&answers, |one| one.conceded),
            deeper: difference(&answers, |one| one.depth),
            answers,
        })
    }
}

/// What one person's answer to one question is worth.
fn scored(
    tables: &Tables,
    person: &Answers,
    key: &Key,
    question: &Question,
    text: &str,
) -> Result<Option<Scored>, ScoreError> {
    let position = Position::from_fen(&question.fen).map_err(PracticeError::from)?;
    let play = read_move(&position, text).map_err(|source| ScoreError::Move {
        subject: person.subject.clone(),
        number: question.number,
        source,
    })?;
    let choices = tables.choices(&position).map_err(PracticeError::from)?;
    let (Some(best), Some(played)) = (choices.best(), choices.find(&play)) else {
        return Ok(None);
    };
    let (depth, conceded) = match (choices[played].value, choices.conceded(played)) {
        (Outcome::Win(depth), Some(conceded)) => (depth.0, conceded),
        _ => {
            let before = best.before_move().depth().map_or(0, |depth| depth.0);
            (DRAW_AS_DEPTH, draw_error(before))
        }
    };
    Ok(Some(Scored {
        subject: person.subject.clone(),
        number: question.number,
        pair: key.pair,
        after: key.program,
        san: position.san(play),
        depth,
        conceded,
        pair_depth: key.depth,
    }))
}

/// Some answers by whose move they follow, the reference's first.
fn sets(answers: &[Scored], fits: &dyn Fn(&Scored) -> bool) -> [AnswerSet; 2] {
    [Program::Reference, Program::Challenger].map(|after| {
        let (mut errors, mut depths) = (Errors::default(), Vec::new());
        for one in answers.iter().filter(|one| one.after == after && fits(one)) {
            errors.add(Some(one.conceded));
            depths.push(f64::from(one.depth));
        }
        AnswerSet {
            after,
            answers: errors.moves,
            mistakes: errors.mistakes,
            p: errors.probability(),
            d: errors.average(),
            mean_depth: SummaryStatistics::of(&depths).map(|depths| depths.mean),
        }
    })
}

fn difference(answers: &[Scored], of: fn(&Scored) -> u16) -> Option<Difference> {
    let of_pair = |one: &Scored| {
        let other = answers.iter().find(|other| {
            other.after == Program::Reference
                && other.pair == one.pair
                && other.subject == one.subject
        })?;
        Some(f64::from(of(one)) - f64::from(of(other)))
    };
    let challengers = answers.iter().filter(|one| one.after == Program::Challenger);
    let tally = SummaryStatistics::of(&challengers.filter_map(of_pair).collect::<Vec<_>>())?;
    Some(Difference { pairs: tally.count, mean: tally.mean, se: tally.se })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_or_without_numbers() {
        let read = |text: &str| Answers::read("E1", text, 3);
        let moves = |text: &str| read(text).unwrap().moves;
        let some = |moves: [Option<&str>; 3]| moves.map(|text| text.map(str::to_owned)).to_vec();
        assert_eq!(moves("Qd5+\n-\n\nKe4\n"), some([Some("Qd5+"), None, Some("Ke4")]));
        assert_eq!(moves("# mine\n3. Ke4\n1: d1d5\n"), some([Some("d1d5"), None, Some("Ke4")]));
        assert!(read("4 Ke4").unwrap_err().to_string().contains("the test has 3"));
        assert!(read("0 Ke4").is_err());
        assert!(read("one two three").unwrap_err().to_string().contains("line 1"));
    }
}

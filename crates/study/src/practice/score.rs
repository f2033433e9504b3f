//! What people answer to a trial, and whether the challenger's mistakes paid.

use endgame::rules::Position;
use endgame::tables::Tables;
use player::quality::Errors;
use value::{ChoiceSource, Outcome};

use super::session::{PracticeError, read_move};
use super::summary::{DRAW_AS_DEPTH, draw_error};
use super::trial::{FORMAT, Program, Trial};
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
pub enum ScoreError {
    /// Text that is no answer.
    #[error(
        "{subject}, line {line}: '{text}' is no answer: write a number and a move, as in 3 Qd5+, or - for none"
    )]
    Unreadable {
        /// Who.
        subject: String,
        /// From 1.
        line: usize,
        /// As written.
        text: String,
    },
    /// A question that is not there.
    #[error("{subject} answers question {number}, but the test has {questions}: check the file")]
    NoQuestion {
        /// Who.
        subject: String,
        /// Which.
        number: usize,
        /// How many there are.
        questions: usize,
    },
    /// A move that cannot be made.
    #[error("{subject}, question {number}: {source}")]
    Move {
        /// Who.
        subject: String,
        /// Which.
        number: usize,
        /// Why not.
        source: super::session::NotAMove,
    },
    /// The tables or the test's positions are of no use.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Who.
    pub subject: String,
    /// The question.
    pub number: usize,
    /// Its pair.
    pub pair: usize,
    /// Whose move led to it.
    pub program: Program,
    /// The depth of the position the pair came from.
    pub depth: u16,
    /// The move.
    pub san: String,
    /// The depth after it; a draw counts as 50.
    pub after: u16,
    /// The moves conceded; a draw as in table 7.1.
    pub conceded: u16,
}

/// Every answer, and the two sets compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The answers in the order of subjects and questions.
    pub answers: Vec<Scored>,
    /// Challenger's less reference's, over pairs that a subject answered both of: what is conceded.
    pub conceded_more: Option<SummaryStatistics>,
    /// The same of the depth after the move: above 0 the challenger's mistakes pay.
    pub deeper: Option<SummaryStatistics>,
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
                let Some(text) = given else { continue };
                let position = Position::from_fen(&question.fen).map_err(PracticeError::from)?;
                let play = read_move(&position, &text).map_err(|source| ScoreError::Move {
                    subject: person.subject.clone(),
                    number: question.number,
                    source,
                })?;
                let choices = tables.choices(&position).map_err(PracticeError::from)?;
                let (Some(best), Some(at)) = (choices.best(), choices.find(&play)) else {
                    continue;
                };
                let depth_of = |outcome: Outcome| outcome.depth().map_or(0, |depth| depth.0);
                let (after, conceded) = match (choices[at].value, choices.conceded(at)) {
                    (Outcome::Win(depth), Some(conceded)) => (depth.0, conceded),
                    _ => (DRAW_AS_DEPTH, draw_error(depth_of(best.before_move()))),
                };
                answers.push(Scored {
                    subject: person.subject.clone(),
                    number: question.number,
                    pair: key.pair,
                    program: key.program,
                    depth: key.depth,
                    san: position.san(play),
                    after,
                    conceded,
                });
            }
        }
        let difference = |of: fn(&Scored) -> u16| {
            let pairs = answers.iter().filter(|one| one.program == Program::Challenger);
            let differences: Vec<f64> = pairs
                .filter_map(|one| {
                    let other = answers.iter().find(|other| {
                        other.program == Program::Reference
                            && other.pair == one.pair
                            && other.subject == one.subject
                    })?;
                    Some(f64::from(of(one)) - f64::from(of(other)))
                })
                .collect();
            SummaryStatistics::of(&differences)
        };
        let (conceded_more, deeper) = (difference(|one| one.conceded), difference(|one| one.after));
        Ok(Score { answers, conceded_more, deeper })
    }

    /// The mistakes after one program's moves, and the mean depth they left; of all subjects or one,
    /// of all depths or one.
    pub fn after(
        &self,
        program: Program,
        subject: Option<&str>,
        depth: Option<u16>,
    ) -> (Errors, Option<SummaryStatistics>) {
        let fits = |one: &&Scored| {
            one.program == program
                && subject.is_none_or(|subject| one.subject == subject)
                && depth.is_none_or(|depth| one.depth == depth)
        };
        let mut errors = Errors::default();
        let mut depths = Vec::new();
        for one in self.answers.iter().filter(fits) {
            errors.add(Some(one.conceded));
            depths.push(f64::from(one.after));
        }
        (errors, SummaryStatistics::of(&depths))
    }
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

//! Syzygy files: what a position of up to seven men is worth under the 50-move rule.

use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;

use shakmaty::Chess;
use shakmaty_syzygy::{Dtz, MaybeRounded, Tablebase, Wdl};
use value::{Outcome, Plies};

use crate::material::Material;
use crate::rules::Position;

/// The most men a Syzygy file is made for, kings included.
pub const MOST_MEN: usize = 7;

/// A folder of Syzygy files.
pub struct Syzygy {
    folder: PathBuf,
    tables: Tablebase<Chess>,
    left_out: Vec<LeftOut>,
}

/// A file that is called like a Syzygy file and is none: the others answer without it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path} is left out ({reason}): download it again")]
pub struct LeftOut {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// What the Syzygy files say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyValue {
    /// For the side to move, from a fresh 50-move count: depth in winner's moves to a zeroing move
    /// ([`Metric::Dtz50`](value::Metric::Dtz50)), and a win that the 50-move rule spoils a draw.
    pub outcome: Outcome,
    /// The winner may need one move more than the depth says: many files store whole moves only.
    pub rounded: bool,
    /// Won or lost without the 50-move rule, drawn with it.
    pub cursed: bool,
    /// The most plies to the zeroing move that the file leaves possible; 0 in a draw.
    pub most_plies: Plies,
}

impl SyzygyValue {
    /// What it is worth with so many plies left before the 50-move rule ends the game. Where the file's
    /// rounding leaves it open whether the win comes in time, it does not count.
    pub fn within(self, left: u32) -> Outcome {
        if u32::from(self.most_plies.0) <= left { self.outcome } else { Outcome::Draw }
    }
}

/// Why the Syzygy files cannot answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SyzygyError {
    #[error("cannot read the Syzygy folder {folder}: give a readable one with --syzygy DIR")]
    Folder { folder: PathBuf, source: io::Error },
    #[error(
        "there are no Syzygy files (such as KQvKR.rtbw and KQvKR.rtbz) in {0}: give another folder with --syzygy DIR"
    )]
    NoFiles(PathBuf),
    #[error("no Syzygy file in {folder} can be used: {first}")]
    NoneUsable { folder: PathBuf, first: LeftOut },
    #[error(transparent)]
    LeftOut(#[from] LeftOut),
    #[error(
        "{file} is not in {folder}: put it there, and those of every smaller endgame it can turn into"
    )]
    Missing { file: String, folder: PathBuf },
    #[error(
        "{material} has {men} men: Syzygy files are made for at most {MOST_MEN}; take men off the board"
    )]
    TooManyMen { material: Material, men: usize },
    #[error("a Syzygy file in {folder} does not answer for {material}: download it again")]
    Unreadable { folder: PathBuf, material: Material, source: Box<shakmaty_syzygy::SyzygyError> },
}

impl Syzygy {
    /// The files of a folder; they are opened one by one as they are needed.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Syzygy, SyzygyError> {
        let folder = folder.into();
        let unreadable = |source| SyzygyError::Folder { folder: folder.clone(), source };
        let (mut tables, mut left_out, mut added) = (Tablebase::new(), Vec::new(), 0);
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            match tables.add_file(&path) {
                Ok(()) => added += 1,
                // A pipe or a folder that is called like a table; anything else is called like none.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                    let ending = path.extension().is_some_and(|e| e == "rtbw" || e == "rtbz");
                    if ending && !path.is_file() {
                        let reason = "it is no regular file".to_owned();
                        left_out.push(LeftOut { path, reason });
                    }
                }
                Err(error) => left_out.push(LeftOut { path, reason: error.to_string() }),
            }
        }
        left_out.sort_by(|a, b| a.path.cmp(&b.path));
        match left_out.first() {
            Some(first) if added == 0 => {
                Err(SyzygyError::NoneUsable { folder, first: first.clone() })
            }
            None if added == 0 => Err(SyzygyError::NoFiles(folder)),
            _ => Ok(Syzygy { folder, tables, left_out }),
        }
    }

    /// The files that are left out because something is wrong with them, by name.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The most men any of its files is for.
    pub fn most_men(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Who wins under the 50-move rule: 1 the side to move, -1 the other, 0 neither. Needs no `.rtbz`.
    pub fn sign(&self, position: &Position) -> Result<i8, SyzygyError> {
        Ok(match self.wdl(position)? {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => 0,
        })
    }

    fn wdl(&self, position: &Position) -> Result<Wdl, SyzygyError> {
        let material = position.material();
        if material.men() > MOST_MEN {
            return Err(SyzygyError::TooManyMen { material, men: material.men() });
        }
        let found = self.tables.probe_wdl_after_zeroing(position.chess());
        found.map_err(|error| self.explain(error, material))
    }

    /// What a position is worth; its half-move clock is not looked at, which is for [`SyzygyValue::within`].
    pub fn value(&self, position: &Position) -> Result<SyzygyValue, SyzygyError> {
        let outcome: fn(u16) -> Outcome = match self.wdl(position)? {
            Wdl::Win => |plies| Outcome::Win(Plies(plies).winner_to_move()),
            Wdl::Loss => |plies| Outcome::Loss(Plies(plies).loser_to_move()),
            drawn => {
                let cursed = drawn != Wdl::Draw;
                let (outcome, most_plies) = (Outcome::Draw, Plies(0));
                return Ok(SyzygyValue { outcome, rounded: false, cursed, most_plies });
            }
        };
        let distance = self.tables.probe_dtz(position.chess());
        let distance = distance.map_err(|error| self.explain(error, position.material()))?;
        let Dtz(plies) = distance.ignore_rounding();
        let plies = plies.unsigned_abs() as u16;
        let may_be_longer = matches!(distance, MaybeRounded::Rounded(_));
        Ok(SyzygyValue {
            outcome: outcome(plies),
            rounded: may_be_longer && outcome(plies) != outcome(plies + 1),
            cursed: false,
            most_plies: match position.is_checkmate() {
                true => Plies(0),
                false => Plies(plies + u16::from(may_be_longer)),
            },
        })
    }

    /// Names the file that is missing, if that is the trouble.
    fn explain(&self, error: shakmaty_syzygy::SyzygyError, material: Material) -> SyzygyError {
        use shakmaty_syzygy::{Metric, SyzygyError as Theirs};
        let folder = self.folder.clone();
        match error {
            Theirs::MissingTable { metric, material } => {
                let ending = match metric {
                    Metric::Wdl => "rtbw",
                    Metric::Dtz => "rtbz",
                };
                let file = format!("{material}.{ending}");
                let named =
                    |one: &&LeftOut| one.path.file_name().is_some_and(|name| name == &*file);
                match self.left_out.iter().find(named) {
                    Some(one) => SyzygyError::LeftOut(one.clone()),
                    None => SyzygyError::Missing { file, folder },
                }
            }
            Theirs::TooManyPieces => {
                SyzygyError::Missing { file: format!("{}.rtbw", file_stem(&material)), folder }
            }
            other => SyzygyError::Unreadable { folder, material, source: Box::new(other) },
        }
    }
}

/// `KQvKR`: the name under which Syzygy files go.
fn file_stem(material: &Material) -> String {
    let name = material.normalized().to_string();
    let second_king = name.rfind('K').expect("a name has two kings");
    format!("{}v{}", &name[..second_king], &name[second_king..])
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("folder", &self.folder).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_folder_without_files_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Syzygy::open(folder.path()), Err(SyzygyError::NoFiles(..))));
        let nowhere = folder.path().join("nowhere");
        assert!(matches!(Syzygy::open(nowhere), Err(SyzygyError::Folder { .. })));
    }

    #[test]
    fn wrong_files_are_named_and_the_others_answer() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = folder.path().join("KQvK.rtbw");
        fs::write(&wrong, b"half a download").unwrap();
        let error = Syzygy::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains("KQvK.rtbw is left out"), "{error}");
        // As long as a real one: whether it is one is seen when it is asked.
        fs::write(folder.path().join("KRvK.rtbw"), [0; 80]).unwrap();
        fs::write(folder.path().join("notes.txt"), b"not a table").unwrap();
        fs::create_dir(folder.path().join("KBvK.rtbz")).unwrap();
        let syzygy = Syzygy::open(folder.path()).unwrap();
        let named: Vec<&Path> = syzygy.left_out().iter().map(|one| one.path.as_path()).collect();
        assert_eq!(named, [&*folder.path().join("KBvK.rtbz"), &wrong]);
        let queen = Position::from_fen("8/8/8/3k4/8/8/7Q/3K4 w - - 0 1").unwrap();
        assert!(matches!(syzygy.sign(&queen), Err(SyzygyError::LeftOut(one)) if one.path == wrong));
    }

    #[test]
    fn files_are_named_the_way_they_are_distributed() {
        assert_eq!(file_stem(&"KQBKQR".parse().unwrap()), "KQRvKQB");
        assert_eq!(file_stem(&"KKQ".parse().unwrap()), "KQvK");
    }
}

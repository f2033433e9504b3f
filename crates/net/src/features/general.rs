//! Any endgame: where the men stand, how far apart, and who attacks whom.

use endgame::material::Material;
use endgame::rules::{Color, Piece, Role, Square};

use super::{FLAG, Place, distance, place};

/// The inputs of an endgame, by the letters of its men in the order of its numbering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct General {
    /// `wK`, `bK`, then the others.
    men: Vec<String>,
    /// The piece of each, to know which may attack.
    pieces: Vec<Piece>,
}

impl General {
    pub(super) fn of(material: &Material) -> General {
        let mut pieces = Vec::new();
        for color in [Color::White, Color::Black] {
            pieces.push(Role::King.of(color));
        }
        for color in [Color::White, Color::Black] {
            pieces.extend(material.army(color).roles().map(|role| role.of(color)));
        }
        let name = |piece: &Piece| {
            let color = if piece.color == Color::White { 'w' } else { 'b' };
            format!("{color}{}", piece.role.upper_char())
        };
        let men = pieces.iter().map(name).collect();
        General { men, pieces }
    }

    pub(super) fn len(&self) -> usize {
        let (men, pawns) =
            (self.men.len(), self.pieces.iter().filter(|man| man.role == Role::Pawn).count());
        1 + 4 * men + 3 * (men * (men - 1) / 2) + self.attacks().count() + 3 * pawns
    }

    /// Pairs of men the first of which can attack or guard the second.
    fn attacks(&self) -> impl Iterator<Item = (usize, usize)> {
        let men = self.pieces.len();
        let pairs = (0..men).flat_map(move |by| (0..men).map(move |of| (by, of)));
        pairs.filter(|&(by, of)| {
            // Kings' attacks are their distances.
            by != of && self.pieces[by].role != Role::King
        })
    }

    pub(super) fn names(&self) -> Vec<String> {
        let men = &self.men;
        let mut names = vec!["black to move".to_owned()];
        for man in men {
            for what in ["file of", "rank of", "way to the edge of", "way to the corner of"] {
                names.push(format!("{what} {man}"));
            }
        }
        for a in 0..men.len() {
            for b in 0..a {
                for what in ["files", "ranks", "way"] {
                    names.push(format!("{what} {} to {}", men[b], men[a]));
                }
            }
        }
        names.extend(self.attacks().map(|(by, of)| format!("{} attacks {}", men[by], men[of])));
        for (man, piece) in men.iter().zip(&self.pieces) {
            if piece.role == Role::Pawn {
                names.push(format!("moves of {man} to queen"));
                names.push(format!("other king late for {man}"));
                names.push(format!("{man} stopped"));
            }
        }
        names
    }

    /// The places of the men in the order of [`General::of`].
    fn seat(&self, men: &[(Square, Piece)]) -> Vec<Place> {
        let mut taken = vec![false; men.len()];
        let seats = self.pieces.iter().map(|piece| {
            let at = (0..men.len())
                .find(|&at| !taken[at] && men[at].1 == *piece)
                .expect("the endgame's men");
            taken[at] = true;
            place(men[at].0)
        });
        seats.collect()
    }

    pub(super) fn write(&self, men: &[(Square, Piece)], turn: Color, inputs: &mut Vec<i8>) {
        let seats = self.seat(men);
        inputs.push(FLAG * i8::from(turn == Color::Black));
        for &(file, rank) in &seats {
            let (side, end) = (file.min(7 - file), rank.min(7 - rank));
            inputs.extend([file, rank, side.min(end), side + end]);
        }
        for a in 0..seats.len() {
            for b in 0..a {
                let (p, q) = (seats[b], seats[a]);
                inputs.extend([(p.0 - q.0).abs(), (p.1 - q.1).abs(), distance(p, q)]);
            }
        }
        for (by, of) in self.attacks() {
            inputs.push(FLAG * i8::from(attacks(self.pieces[by], seats[by], seats[of], &seats)));
        }
        for (piece, &at) in self.pieces.iter().zip(&seats) {
            if piece.role == Role::Pawn {
                inputs.extend(pawn_race(*piece, at, &seats, turn));
            }
        }
    }
}

/// A pawn's moves to queen, how late the other king is for its square, and whether a man stands before it.
fn pawn_race(pawn: Piece, at: Place, seats: &[Place], turn: Color) -> [i8; 3] {
    let white = pawn.color == Color::White;
    let (last, home, step) = if white { (7, 1, 1) } else { (0, 6, -1) };
    let moves = (last - at.1).abs() - i8::from(at.1 == home);
    let other = seats[usize::from(white)];
    let late = distance(other, (at.0, last)) - moves - i8::from(turn != pawn.color);
    [moves, late, FLAG * i8::from(seats.contains(&(at.0, at.1 + step)))]
}

/// Whether a man attacks a square: lines are closed by any man between.
fn attacks(man: Piece, from: Place, to: Place, seats: &[Place]) -> bool {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let straight = files == 0 || ranks == 0;
    let diagonal = files.abs() == ranks.abs();
    let along = match man.role {
        Role::Knight => return files.abs() * ranks.abs() == 2,
        Role::King => return distance(from, to) == 1,
        Role::Pawn => {
            return files.abs() == 1 && ranks == if man.color == Color::White { 1 } else { -1 };
        }
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
    };
    let step = (files.signum(), ranks.signum());
    along
        && (1..distance(from, to))
            .all(|n| !seats.contains(&(from.0 + n * step.0, from.1 + n * step.1)))
}

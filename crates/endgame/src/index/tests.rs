use super::*;

fn index(name: &str) -> Index {
    Index::new(&name.parse().unwrap())
}

/// Every legal position goes to its number and back to a symmetric image of itself.
fn round_trip(name: &str, step: usize) {
    let index = index(name);
    let mut seen = 0;
    for number in (0..index.len()).step_by(step) {
        for turn in Color::ALL {
            let Some(position) = index.decode(Slot { turn, index: number }) else { continue };
            let slot = index.encode(&position).unwrap();
            assert_eq!(slot.turn, turn);
            let again = index.decode(slot).unwrap();
            assert_eq!(index.encode(&again), Some(slot), "{}", position.fen());
            seen += 1;
        }
    }
    assert!(seen > 100, "{name}: only {seen} legal positions met");
}

#[test]
fn positions_come_back() {
    round_trip("KQK", 1);
    round_trip("KPK", 1);
    for name in ["KQKR", "KBBK", "KPPK", "KPKP", "KRKP"] {
        round_trip(name, 67);
    }
    for name in ["KBBKN", "KBBBK", "KRBKR", "KQPKQ", "KPPPK", "KPPKP", "KNNKP", "KBNPK"] {
        round_trip(name, 10_007);
    }
    round_trip("KRBKNN", 1_000_003);
    round_trip("KNNNKB", 1_000_003);
}

#[test]
fn colours_exchanged_give_the_same_number() {
    let index = index("KRKQ");
    let white = Position::from_fen("8/8/8/3k4/8/2r5/4Q3/3K4 w - - 0 1").unwrap();
    let black = Position::from_fen("3k4/4q3/2R5/8/3K4/8/8/8 b - - 0 1").unwrap();
    assert_eq!(index.encode(&white), index.encode(&black));
    assert!(index.encode(&white).is_some());
    let other = Position::from_fen("8/8/8/3k4/8/8/4Q3/3K4 b - - 0 1").unwrap();
    assert_eq!(index.encode(&other), None);
}

/// Each class has one representative, found from every image by brute force.
#[test]
fn classes_are_counted_once() {
    for name in ["KQK", "KBBK", "KPK", "KPPK"] {
        let index = index(name);
        let pawnless = index.material().pawns() == 0;
        let step = if index.len() > 2_000_000 { 997 } else { 7 };
        for number in (0..index.len()).step_by(step) {
            let Some(men) = index.men(number) else { continue };
            let images: Vec<usize> = Symmetry::all()
                .filter(|&s| pawnless || s == Symmetry::IDENTITY || s == Symmetry::MIRROR)
                .flat_map(|symmetry| {
                    // The number whose men, as a set, are this image.
                    let image: Vec<_> = men
                        .iter()
                        .map(|&(square, man)| {
                            (Square::new(u32::from(symmetry.square(square as u8))), man)
                        })
                        .collect();
                    number_of(&index, &image)
                })
                .collect();
            let least = *images.iter().min().unwrap();
            let mask = index.class_mask(number / 64).representatives;
            assert_eq!(mask >> (number % 64) & 1 == 1, number == least, "{name} {number}");
        }
    }
}

fn number_of(index: &Index, men: &[(Square, Piece)]) -> Option<usize> {
    let set =
        |man: Piece| men.iter().filter(|m| m.1 == man).fold(0u64, |set, m| set | 1 << (m.0 as u8));
    let number = index.encode_men(&set).unwrap();
    let back = index.men(number).unwrap();
    men.iter().all(|m| back.contains(m)).then_some(number)
}

/// What a quiet move leads to has the number that it has when looked at by itself: single men and
/// pairs, like men whose order counts, kings that turn the board, pawns, either colour the stronger.
#[test]
fn a_quiet_move_changes_the_number_as_it_changes_the_position() {
    for name in
        ["KQKR", "KRKQ", "KBBKN", "KBBK", "KQQQK", "KNKBB", "KRPKR", "KPPKP", "KQPK", "KBKBN"]
    {
        let index = index(name);
        let mut moves = 0;
        for number in (0..index.len()).step_by(index.len() / 1000 + 7) {
            for turn in Color::ALL {
                let Some(position) = index.decode(Slot { turn, index: number }) else { continue };
                let stored = [position.colours_exchanged(), position];
                for position in stored {
                    let flip = !position.material().is_normalized();
                    let from = index.canonical(&position, flip);
                    for play in position.moves().iter().filter(|play| !play.is_zeroing()) {
                        let squares = [play.from().unwrap(), play.to()];
                        let after = index.encode(&position.after(*play)).unwrap();
                        let found = index.encode_after(&from, play.role(), squares);
                        assert_eq!(found, Some(after.index), "{name} {} {play}", position.fen());
                        moves += 1;
                    }
                }
            }
        }
        assert!(moves > 1000, "{name}: {moves} moves");
    }
}

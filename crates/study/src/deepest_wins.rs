//! The deepest win of every endgame of three to five men, known before it is solved.

use endgame::material::Material;

/// In moves to conversion, of the side named first, or of the other if that one never wins; an
/// endgame that nobody wins is not there. Made with `fallible solve --men 3 --men 4 --men 5`.
#[rustfmt::skip]
const DEEPEST: [(&str, u16); 143] = [
    ("KQK", 10), ("KRK", 16), ("KPK", 19), ("KQQK", 3), ("KQRK", 4), ("KQBK", 6), ("KQNK", 7),
    ("KQPK", 7), ("KRRK", 5), ("KRBK", 12), ("KRNK", 12), ("KRPK", 8), ("KBBK", 19), ("KBNK", 33),
    ("KBPK", 21), ("KNNK", 1), ("KNPK", 22), ("KPPK", 16), ("KQKQ", 10), ("KQKR", 31),
    ("KQKB", 12), ("KQKN", 19), ("KQKP", 26), ("KRKR", 4), ("KRKB", 18), ("KRKN", 27),
    ("KRKP", 16), ("KBKB", 1), ("KBKN", 1), ("KBKP", 1), ("KNKN", 1), ("KNKP", 7), ("KPKP", 14),
    ("KQQQK", 3), ("KQQRK", 3), ("KQQBK", 3), ("KQQNK", 4), ("KQQPK", 4), ("KQRRK", 4),
    ("KQRBK", 4), ("KQRNK", 4), ("KQRPK", 5), ("KQBBK", 6), ("KQBNK", 4), ("KQBPK", 6),
    ("KQNNK", 7), ("KQNPK", 5), ("KQPPK", 6), ("KRRRK", 4), ("KRRBK", 5), ("KRRNK", 5),
    ("KRRPK", 6), ("KRBBK", 10), ("KRBNK", 7), ("KRBPK", 8), ("KRNNK", 10), ("KRNPK", 8),
    ("KRPPK", 8), ("KBBBK", 10), ("KBBNK", 13), ("KBBPK", 16), ("KBNNK", 13), ("KBNPK", 10),
    ("KBPPK", 16), ("KNNNK", 21), ("KNNPK", 15), ("KNPPK", 12), ("KPPPK", 11), ("KQQKQ", 25),
    ("KQQKR", 14), ("KQQKB", 4), ("KQQKN", 4), ("KQQKP", 3), ("KQRKQ", 60), ("KQRKR", 15),
    ("KQRKB", 5), ("KQRKN", 5), ("KQRKP", 3), ("KQBKQ", 30), ("KQBKR", 19), ("KQBKB", 8),
    ("KQBKN", 7), ("KQBKP", 11), ("KQNKQ", 35), ("KQNKR", 22), ("KQNKB", 9), ("KQNKN", 9),
    ("KQNKP", 17), ("KQPKQ", 114), ("KQPKR", 20), ("KQPKB", 9), ("KQPKN", 10), ("KQPKP", 6),
    ("KRRKQ", 15), ("KRRKR", 25), ("KRRKB", 10), ("KRRKN", 7), ("KRRKP", 9), ("KRBKQ", 7),
    ("KRBKR", 59), ("KRBKB", 25), ("KRBKN", 21), ("KRBKP", 11), ("KRNKQ", 9), ("KRNKR", 33),
    ("KRNKB", 25), ("KRNKN", 24), ("KRNKP", 15), ("KRPKQ", 9), ("KRPKR", 60), ("KRPKB", 62),
    ("KRPKN", 46), ("KRPKP", 9), ("KBBKQ", 4), ("KBBKR", 7), ("KBBKB", 6), ("KBBKN", 66),
    ("KBBKP", 21), ("KBNKQ", 5), ("KBNKR", 6), ("KBNKB", 13), ("KBNKN", 77), ("KBNKP", 26),
    ("KBPKQ", 4), ("KBPKR", 13), ("KBPKB", 40), ("KBPKN", 42), ("KBPKP", 53), ("KNNKQ", 1),
    ("KNNKR", 3), ("KNNKB", 4), ("KNNKN", 7), ("KNNKP", 114), ("KNPKQ", 5), ("KNPKR", 18),
    ("KNPKB", 31), ("KNPKN", 48), ("KNPKP", 33), ("KPPKQ", 6), ("KPPKR", 25), ("KPPKB", 18),
    ("KPPKN", 30), ("KPPKP", 28),
];

/// The deepest win of an endgame; none if nobody wins it.
pub fn deepest_win(material: &Material) -> Option<u16> {
    let name = material.normalized().to_string();
    DEEPEST.iter().find(|(material, _)| *material == name).map(|&(_, deepest)| deepest)
}

#[cfg(test)]
mod tests {
    use endgame::material::MOST_MEN_LISTED;
    use endgame::progress::Monitor;
    use endgame::rules::Color;
    use endgame::tables::Tables;
    use value::{Depth, Metric};

    use super::*;

    fn agree(men: usize) {
        let tables = Tables::new(Metric::Dtc);
        for material in Material::all_with(men) {
            tables.solve(&material, &Monitor::NONE).unwrap();
            let extent = tables.extent_of(&material, Color::White).unwrap();
            let won = |depth: Depth| (depth.0 > 0).then_some(depth.0);
            let deepest = won(extent.deepest_win).or_else(|| won(extent.deepest_loss));
            assert_eq!(deepest_win(&material), deepest, "{material}");
        }
    }

    #[test]
    fn three_and_four_men_are_as_solved() {
        agree(3);
        agree(4);
    }

    #[test]
    #[ignore = "solves 110 endgames: some ten CPU-minutes and 9 GiB, with --release"]
    fn five_men_are_as_solved() {
        agree(MOST_MEN_LISTED);
    }

    #[test]
    fn every_name_is_one_of_the_145() {
        let all: Vec<String> =
            (3..=MOST_MEN_LISTED).flat_map(Material::all_with).map(|one| one.to_string()).collect();
        assert!(DEEPEST.iter().all(|(name, _)| all.iter().any(|one| one == name)));
    }
}

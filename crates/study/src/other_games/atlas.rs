//! How deep the endgames of other games are, known before they are solved.

use games::{AnyEndgame, GameName};

/// The deepest win of either side in moves to conversion, whoever is to move; 0 where nobody wins. Made with
/// `fallible solve --men 2 --men 3 --men 4 --game checkers`.
#[rustfmt::skip]
const CHECKERS: [(&str, u16); 23] = [
    ("KvK", 6), ("KvM", 6), ("MvM", 4), ("KKvK", 17), ("KKvM", 7), ("KMvK", 9), ("KMvM", 7),
    ("MMvK", 9), ("MMvM", 6), ("KKKvK", 6), ("KKKvM", 6), ("KKvKK", 10), ("KKMvK", 6), ("KKvKM", 37),
    ("KKMvM", 6), ("KKvMM", 11), ("KMMvK", 6), ("KMvKM", 12), ("KMMvM", 6), ("KMvMM", 13),
    ("MMMvK", 6), ("MMMvM", 6), ("MMvMM", 7),
];

/// The same of antichess, with two and three men.
#[rustfmt::skip]
const ANTICHESS: [(&str, u16); 147] = [
    ("NvN", 6), ("BvN", 3), ("BvB", 1), ("RvN", 2), ("RvB", 1), ("RvR", 1), ("QvN", 2), ("QvB", 1),
    ("QvR", 1), ("QvQ", 1), ("KvN", 9), ("KvB", 2), ("KvR", 17), ("KvQ", 5), ("KvK", 1), ("NvP", 6),
    ("BvP", 5), ("RvP", 3), ("QvP", 3), ("KvP", 6), ("PvP", 5), ("NNvN", 11), ("NNvB", 4),
    ("NNvR", 12), ("NNvQ", 3), ("NNvK", 8), ("BNvN", 12), ("BNvB", 3), ("BNvR", 4), ("BNvQ", 2),
    ("BNvK", 10), ("BBvN", 4), ("BBvB", 1), ("BBvR", 2), ("BBvQ", 1), ("BBvK", 22), ("RNvN", 4),
    ("RNvB", 3), ("RNvR", 1), ("RNvQ", 1), ("RNvK", 13), ("RBvN", 3), ("RBvB", 2), ("RBvR", 1),
    ("RBvQ", 1), ("RBvK", 13), ("RRvN", 2), ("RRvB", 2), ("RRvR", 1), ("RRvQ", 1), ("RRvK", 6),
    ("QNvN", 4), ("QNvB", 4), ("QNvR", 1), ("QNvQ", 1), ("QNvK", 8), ("QBvN", 3), ("QBvB", 2),
    ("QBvR", 1), ("QBvQ", 1), ("QBvK", 17), ("QRvN", 3), ("QRvB", 2), ("QRvR", 1), ("QRvQ", 1),
    ("QRvK", 6), ("QQvN", 2), ("QQvB", 1), ("QQvR", 1), ("QQvQ", 1), ("QQvK", 4), ("KNvN", 12),
    ("KNvB", 7), ("KNvR", 11), ("KNvQ", 8), ("KNvK", 6), ("KBvN", 5), ("KBvB", 3), ("KBvR", 4),
    ("KBvQ", 2), ("KBvK", 5), ("KRvN", 4), ("KRvB", 7), ("KRvR", 1), ("KRvQ", 1), ("KRvK", 16),
    ("KQvN", 5), ("KQvB", 4), ("KQvR", 1), ("KQvQ", 1), ("KQvK", 17), ("KKvN", 8), ("KKvB", 7),
    ("KKvR", 4), ("KKvQ", 8), ("KKvK", 2), ("NPvN", 19), ("NPvB", 8), ("NPvR", 3), ("NPvQ", 4),
    ("NPvK", 12), ("NNvP", 6), ("BPvN", 16), ("BPvB", 3), ("BPvR", 2), ("BPvQ", 2), ("BPvK", 10),
    ("BNvP", 6), ("BBvP", 5), ("RPvN", 13), ("RPvB", 4), ("RPvR", 1), ("RPvQ", 1), ("RPvK", 11),
    ("RNvP", 6), ("RBvP", 4), ("RRvP", 3), ("QPvN", 10), ("QPvB", 4), ("QPvR", 1), ("QPvQ", 1),
    ("QPvK", 13), ("QNvP", 6), ("QBvP", 3), ("QRvP", 3), ("QQvP", 3), ("KPvN", 12), ("KPvB", 14),
    ("KPvR", 6), ("KPvQ", 6), ("KPvK", 15), ("KNvP", 6), ("KBvP", 6), ("KRvP", 6), ("KQvP", 6),
    ("KKvP", 6), ("PPvN", 10), ("PPvB", 7), ("PPvR", 3), ("PPvQ", 4), ("PPvK", 9), ("NPvP", 6),
    ("BPvP", 6), ("RPvP", 6), ("QPvP", 6), ("KPvP", 6), ("PPvP", 5),
];

/// The same of suicide chess.
#[rustfmt::skip]
const SUICIDE: [(&str, u16); 147] = [
    ("NvN", 6), ("BvN", 3), ("BvB", 1), ("RvN", 2), ("RvB", 1), ("RvR", 1), ("QvN", 2), ("QvB", 1),
    ("QvR", 1), ("QvQ", 1), ("KvN", 9), ("KvB", 2), ("KvR", 17), ("KvQ", 5), ("KvK", 1), ("NvP", 6),
    ("BvP", 5), ("RvP", 3), ("QvP", 3), ("KvP", 6), ("PvP", 5), ("NNvN", 11), ("NNvB", 4),
    ("NNvR", 12), ("NNvQ", 3), ("NNvK", 8), ("BNvN", 12), ("BNvB", 3), ("BNvR", 4), ("BNvQ", 2),
    ("BNvK", 10), ("BBvN", 4), ("BBvB", 1), ("BBvR", 2), ("BBvQ", 1), ("BBvK", 22), ("RNvN", 4),
    ("RNvB", 3), ("RNvR", 1), ("RNvQ", 1), ("RNvK", 13), ("RBvN", 3), ("RBvB", 2), ("RBvR", 1),
    ("RBvQ", 1), ("RBvK", 13), ("RRvN", 2), ("RRvB", 2), ("RRvR", 1), ("RRvQ", 1), ("RRvK", 6),
    ("QNvN", 4), ("QNvB", 4), ("QNvR", 1), ("QNvQ", 1), ("QNvK", 8), ("QBvN", 3), ("QBvB", 2),
    ("QBvR", 1), ("QBvQ", 1), ("QBvK", 17), ("QRvN", 3), ("QRvB", 2), ("QRvR", 1), ("QRvQ", 1),
    ("QRvK", 6), ("QQvN", 2), ("QQvB", 1), ("QQvR", 1), ("QQvQ", 1), ("QQvK", 4), ("KNvN", 12),
    ("KNvB", 7), ("KNvR", 11), ("KNvQ", 8), ("KNvK", 6), ("KBvN", 5), ("KBvB", 3), ("KBvR", 4),
    ("KBvQ", 2), ("KBvK", 5), ("KRvN", 4), ("KRvB", 7), ("KRvR", 1), ("KRvQ", 1), ("KRvK", 16),
    ("KQvN", 5), ("KQvB", 4), ("KQvR", 1), ("KQvQ", 1), ("KQvK", 17), ("KKvN", 8), ("KKvB", 7),
    ("KKvR", 4), ("KKvQ", 8), ("KKvK", 2), ("NPvN", 20), ("NPvB", 8), ("NPvR", 3), ("NPvQ", 4),
    ("NPvK", 12), ("NNvP", 6), ("BPvN", 13), ("BPvB", 3), ("BPvR", 2), ("BPvQ", 2), ("BPvK", 10),
    ("BNvP", 6), ("BBvP", 5), ("RPvN", 13), ("RPvB", 4), ("RPvR", 1), ("RPvQ", 1), ("RPvK", 11),
    ("RNvP", 6), ("RBvP", 4), ("RRvP", 3), ("QPvN", 10), ("QPvB", 4), ("QPvR", 1), ("QPvQ", 1),
    ("QPvK", 13), ("QNvP", 6), ("QBvP", 3), ("QRvP", 3), ("QQvP", 3), ("KPvN", 14), ("KPvB", 14),
    ("KPvR", 6), ("KPvQ", 6), ("KPvK", 15), ("KNvP", 6), ("KBvP", 6), ("KRvP", 6), ("KQvP", 6),
    ("KKvP", 6), ("PPvN", 9), ("PPvB", 7), ("PPvR", 3), ("PPvQ", 4), ("PPvK", 9), ("NPvP", 6),
    ("BPvP", 6), ("RPvP", 6), ("QPvP", 6), ("KPvP", 6), ("PPvP", 5),
];

/// The deepest win of either side, in moves to conversion; none where nobody wins, and of four men in antichess, whose 567 endgames are
/// not listed here.
pub fn deepest_win(game: GameName, endgame: &AnyEndgame) -> Option<u16> {
    let known: &[(&str, u16)] = match game {
        GameName::Antichess => &ANTICHESS,
        GameName::Suicide => &SUICIDE,
        GameName::Checkers => &CHECKERS,
    };
    let name = endgame.normalized().to_string();
    let found = known.iter().find(|(known, _)| *known == name);
    found.map(|&(_, deepest)| deepest).filter(|deepest| *deepest > 0)
}

#[cfg(test)]
mod tests {
    use endgame::rules::Color;
    use games::AnyGame;
    use value::Metric;

    use super::*;

    /// Every endgame of two men, and those of three without pawns or men, is as deep as it is said to be.
    #[test]
    fn the_list_is_that_of_the_tables() {
        for name in GameName::ALL {
            let game = AnyGame::open(name, Metric::Dtc).unwrap();
            for endgame in (2..=3).flat_map(|men| name.endgames(men)) {
                let text = endgame.to_string();
                if endgame.men() == 3 && text.contains(['P', 'M']) {
                    continue;
                }
                let deepest = Color::ALL.map(|turn| game.deepest_of(&endgame, turn, true).unwrap());
                let deepest = deepest.into_iter().flatten().max().map(|depth| depth.0);
                assert_eq!(deepest_win(name, &endgame), deepest, "{name} {text}");
                assert_eq!(deepest_win(name, &endgame.swapped()), deepest, "{name} {text}");
            }
        }
    }

    #[test]
    fn what_is_not_listed_has_no_depth() {
        let four = GameName::Antichess.endgame("QQvRR").unwrap();
        assert_eq!(deepest_win(GameName::Antichess, &four), None);
        let kings = GameName::Checkers.endgame("KMvKK").unwrap();
        assert_eq!(deepest_win(GameName::Checkers, &kings), Some(37));
    }
}

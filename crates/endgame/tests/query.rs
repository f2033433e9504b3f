//! Queries against plain slow code: every position made from FEN, every move by the rules of chess.
#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use endgame::find::Pick;
use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::query::{Database, PositionSet, Query, QueryError, Rank};
use endgame::rules::{Color, Move, Piece, Position, Role, Square};
use endgame::tables::Tables;
use value::{ChoiceSource, Metric, Outcome};

fn dtc() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::new(Metric::Dtc))
}

fn database(name: &str) -> Database<'static> {
    Database::open(dtc(), name.parse().unwrap(), &Monitor::NONE).unwrap()
}

fn find(database: &Database<'_>, query: &str, side: Color) -> PositionSet {
    let query: Query = query.parse().unwrap_or_else(|error| panic!("{error}"));
    database.find(&query, side, &Monitor::NONE).unwrap()
}

/// All positions of a set, one for each class.
fn positions(database: &Database<'_>, set: &PositionSet) -> Vec<Position> {
    let all = database.pick(set, Pick::InOrder, usize::MAX);
    assert_eq!(all.len() as u64, set.len(database.table().index()));
    all
}

/// A square's images under the symmetries that the men allow.
fn images(square: Square, pawns: bool) -> Vec<Square> {
    let mut images = vec![square, square.flip_horizontal()];
    if !pawns {
        images.extend(images.clone().into_iter().map(Square::flip_vertical));
        images.extend(images.clone().into_iter().map(Square::flip_diagonal));
    }
    images
}

/// The boards of a position's class, as FENs.
fn boards(position: &Position) -> Vec<String> {
    let men = position.men();
    let pawns = men.iter().any(|(_, man)| man.role == Role::Pawn);
    let count = images(Square::A1, pawns).len();
    (0..count)
        .map(|at| {
            let turned = men.iter().map(|&(square, man)| (images(square, pawns)[at], man));
            Position::from_men(turned, position.turn()).unwrap().fen()
        })
        .collect()
}

fn class(position: &Position) -> String {
    boards(position).into_iter().min().unwrap()
}

/// Every legal placement of an endgame with one side to move.
fn placements(name: &str, side: Color) -> Vec<Position> {
    let material: Material = name.parse().unwrap();
    let men: Vec<Piece> = Color::ALL
        .into_iter()
        .flat_map(|color| {
            let army = material.army(color);
            let roles = army.roles().chain([Role::King]);
            roles.map(move |role| role.of(color)).collect::<Vec<_>>()
        })
        .collect();
    let mut placed: Vec<Vec<(Square, Piece)>> = vec![Vec::new()];
    for man in men {
        placed = placed
            .into_iter()
            .flat_map(|there| {
                let free = Square::ALL.into_iter().filter(|&square| {
                    let edge = man.role == Role::Pawn && (square.rank() as u32).is_multiple_of(7);
                    !edge && there.iter().all(|&(taken, _)| taken != square)
                });
                let with =
                    free.map(|square| there.iter().copied().chain([(square, man)]).collect());
                with.collect::<Vec<Vec<_>>>()
            })
            .collect();
    }
    placed.into_iter().filter_map(|men| Position::from_men(men, side).ok()).collect()
}

/// The placements of which at least one is of every class: the white king in a1-d1-d4, with pawns on the
/// files a to d.
fn of_every_class(name: &str, side: Color) -> Vec<Position> {
    let pawns = name.contains('P');
    let mut all = placements(name, side);
    all.retain(|at| {
        let king = self::at(at, WHITE_KING);
        let (file, rank) = (king.file() as u32, king.rank() as u32);
        file < 4 && (pawns || rank <= file)
    });
    all
}

/// The classes that a query finds are those of which plain code says so, whatever the board's image.
fn assert_finds(name: &str, side: Color, query: &str, is_so: impl Fn(&Position) -> bool) {
    compare(name, side, query, |at| is_so(at));
}

/// The same where the squares matter: some image must be so, and that one is shown.
fn assert_finds_on(name: &str, side: Color, query: &str, is_so: impl Fn(&Position) -> bool) {
    let found = compare(name, side, query, |at| {
        boards(at).iter().any(|fen| is_so(&Position::from_fen(fen).unwrap()))
    });
    for position in found {
        assert!(is_so(&position), "{query}: {}", position.fen());
    }
}

fn compare(
    name: &str,
    side: Color,
    query: &str,
    is_so: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let database = database(name);
    let set = find(&database, query, side);
    let found = positions(&database, &set);
    let ours: BTreeSet<String> = found.iter().map(class).collect();
    assert_eq!(ours.len(), found.len(), "{query}: a class twice");
    let all = of_every_class(name, side);
    let theirs: BTreeSet<String> = all.iter().filter(|at| is_so(at)).map(class).collect();
    assert_eq!(ours.len(), theirs.len(), "{name} {query}");
    assert_eq!(ours, theirs, "{name} {query}");
    found
}

fn value(position: &Position) -> Outcome {
    dtc().outcome(position).unwrap()
}

fn depth(position: &Position) -> Option<u16> {
    value(position).depth().map(|depth| depth.0)
}

/// The legal moves that keep the men as they are, with where they lead.
fn inside(position: &Position) -> Vec<(Move, Position)> {
    let quiet = |play: &Move| !play.is_capture() && !play.is_promotion();
    position
        .legal_moves()
        .into_iter()
        .filter(quiet)
        .map(|play| (play, position.after(play)))
        .collect()
}

fn at(position: &Position, man: Piece) -> Square {
    position.men().into_iter().find(|one| one.1 == man).unwrap().0
}

const WHITE_KING: Piece = Piece { color: Color::White, role: Role::King };
const BLACK_KING: Piece = Piece { color: Color::Black, role: Role::King };

#[test]
fn facts_are_what_they_are_called() {
    let (white, black) = (Color::White, Color::Black);
    assert_finds("KRK", white, "win and depth >= 12 and depth != 14", |at| {
        depth(at).is_some_and(|depth| depth >= 12 && depth != 14)
    });
    assert_finds("KRK", black, "check and not mate", |at| at.is_check() && !at.is_checkmate());
    assert_finds("KQK", black, "mate or stalemate", |at| at.legal_moves().is_empty());
    assert_finds("KRK", black, "zugzwang", |at| {
        let Some(passed) = at.passed() else { return false };
        !at.is_stalemate() && value(&passed).flipped().before_move() > value(at)
    });
    assert_finds("KPK", white, "zugzwang and value = 0", |at| {
        let Some(passed) = at.passed() else { return false };
        value(at) == Outcome::Draw && value(&passed).sign() < 0 && !at.is_stalemate()
    });
    assert_finds("KRK", black, "threat <= 3", |at| match at.passed() {
        None => true,
        Some(passed) => matches!(value(&passed), Outcome::Win(depth) if depth.0 <= 3),
    });
    assert_finds("KPK", white, "legal = 5 and keeping = 2 and optimal = 1", |at| {
        let choices = dtc().choices(at).unwrap();
        let keeping = (0..choices.len()).filter(|&one| choices.keeps_value(one)).count();
        choices.len() == 5 && keeping == 2 && choices.optimal().len() == 1
    });
    assert_finds("KPK", black, "only-move", |at| {
        let choices = dtc().choices(at).unwrap();
        let keeping = (0..choices.len()).filter(|&one| choices.keeps_value(one)).count();
        value(at) == Outcome::Draw && keeping == 1
    });
    assert_finds("KPK", white, "distance(K,k) = 2 and not attacked(P) and white", |at| {
        let [king, theirs, pawn] =
            [WHITE_KING, BLACK_KING, Role::Pawn.of(white)].map(|man| self::at(at, man));
        king.distance(theirs) == 2 && theirs.distance(pawn) > 1
    });
}

#[test]
fn squares_are_those_of_one_board() {
    let queen = Role::Queen.of(Color::White);
    assert_finds_on("KQK", Color::White, "K on d4 and k on d6 and Q on h", |at| {
        let squares = [WHITE_KING, BLACK_KING, queen].map(|man| self::at(at, man));
        squares[0] == Square::D4 && squares[1] == Square::D6 && squares[2].file() as u32 == 7
    });
    assert_finds_on(
        "KQK",
        Color::Black,
        "wQ on 8 and file(K) = 2 and rank(wK) + 1 = rank(bK)",
        |at| {
            let [king, theirs, queen] =
                [WHITE_KING, BLACK_KING, queen].map(|man| self::at(at, man));
            queen.rank() as u32 == 7
                && theirs.file() as u32 == 1
                && king.rank() as u32 + 1 == theirs.rank() as u32
        },
    );
    // The weaker side named first: White has the bare king.
    assert_finds_on("KKQ", Color::White, "K on a1 and bK on c2", |at| {
        self::at(at, WHITE_KING) == Square::A1 && self::at(at, BLACK_KING) == Square::C2
    });
    assert_finds_on("KPK", Color::White, "P on e4 and k on e6 and mirror(K on d6)", |at| {
        let squares =
            [WHITE_KING, BLACK_KING, Role::Pawn.of(Color::White)].map(|man| self::at(at, man));
        squares == [Square::E6, Square::E6, Square::E4]
    });
    assert_finds_on("KPK", Color::White, "P on e4 and k on e6 and mirror(K on e4)", |at| {
        let squares =
            [WHITE_KING, BLACK_KING, Role::Pawn.of(Color::White)].map(|man| self::at(at, man));
        squares == [Square::D4, Square::E6, Square::E4]
    });
}

#[test]
fn moves_lead_from_set_to_set() {
    let (white, black) = (Color::White, Color::Black);
    assert_finds("KQK", white, "can-reach(stalemate)", |at| {
        inside(at).iter().any(|(_, next)| next.is_stalemate())
    });
    assert_finds("KPK", black, "must-reach(win and depth <= 5)", |at| {
        let (moves, legal) = (inside(at), at.legal_moves().len());
        let all = moves.iter().all(|(_, next)| matches!(value(next), Outcome::Win(d) if d.0 <= 5));
        legal > 0 && moves.len() == legal && all
    });
    assert_finds("KRK", white, "can-reach(must-reach(can-reach(mate)))", |at| {
        let mates = |at: &Position| inside(at).iter().any(|(_, next)| next.is_checkmate());
        inside(at).iter().any(|(_, next)| {
            let replies = inside(next);
            let all = replies.len() == next.legal_moves().len() && !replies.is_empty();
            all && replies.iter().all(|(_, next)| mates(next))
        })
    });
    assert_finds_on("KQK", white, "can-reach(k on c3 and K on a1)", |at| {
        let squares = |at: &Position| [BLACK_KING, WHITE_KING].map(|man| self::at(at, man));
        inside(at).iter().any(|(_, next)| squares(next) == [Square::A1, Square::C3])
    });
    let reached_from = |name: &str, is_so: fn(&Position) -> bool| -> BTreeSet<String> {
        let starts = placements(name, white).into_iter().filter(is_so);
        starts.flat_map(|at| inside(&at)).map(|(_, next)| same_clock(&next.fen())).collect()
    };
    let nine = reached_from("KPK", |at| value(at) == Outcome::Win(value::Depth(9)));
    assert_finds("KPK", black, "reached-from(win and depth = 9)", |at| {
        nine.contains(&same_clock(&at.fen()))
    });
    let corner = reached_from("KQK", |at| self::at(at, BLACK_KING) == Square::A1);
    assert_finds_on("KQK", black, "reached-from(k on a1 and win)", |at| {
        corner.contains(&same_clock(&at.fen()))
    });
}

/// A FEN without its counters.
fn same_clock(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn rules_of_thumb_are_asked_of_every_move() {
    let check = |at: &Position, play: Move| at.after(play).is_check();
    let best = |at: &Position, play: Move| {
        let choices = dtc().choices(at).unwrap();
        choices.is_optimal(choices.find(&play).unwrap())
    };
    for side in Color::ALL {
        assert_finds("KRK", side, "number(check) = 2 and every(not mate)", |at| {
            let moves = at.legal_moves();
            let mate = moves.iter().any(|&play| at.after(play).is_checkmate());
            moves.iter().filter(|&&play| check(at, play)).count() == 2 && !mate
        });
    }
    assert_finds("KPK", Color::White, "win and some(optimal and promotion and check)", |at| {
        let fits = |play: Move| play.is_promotion() && check(at, play) && best(at, play);
        value(at).sign() > 0 && at.legal_moves().into_iter().any(fits)
    });
}

/// A board and who is to move, as a number: ten bits for each man, in the order of their squares.
fn key(position: &Position) -> u64 {
    let mut men = position.men();
    men.sort_by_key(|&(square, _)| square);
    men.into_iter().fold(u64::from(position.turn().is_white()), |key, (square, man)| {
        let man = 2 * man.role as u64 + u64::from(man.color.is_white());
        key << 10 | man << 6 | square as u64
    })
}

/// Every won or lost board with its optimal moves, none where the goal is reached, and how many are legal.
type Boards = HashMap<u64, (Vec<Option<u64>>, usize)>;

fn decided_boards(name: &str) -> Boards {
    let mut boards = HashMap::new();
    for position in Color::ALL.into_iter().flat_map(|side| placements(name, side)) {
        if value(&position) == Outcome::Draw {
            continue;
        }
        let choices = dtc().choices(&position).unwrap();
        let lead = |at: usize| {
            let choice = &choices[at];
            let over = choice.value.depth().unwrap().0 == 0;
            (!over).then(|| key(&position.after(choice.play)))
        };
        let best = choices.optimal().into_iter().map(lead).collect();
        assert_eq!(
            boards.insert(key(&position), (best, choices.len())),
            None,
            "two boards, one key"
        );
    }
    boards
}

/// The chance that the winner, moving at random, makes optimal moves only.
fn chance(boards: &Boards, at: u64, winners: bool, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(&chance) = known.get(&at) {
        return chance;
    }
    let (best, legal) = &boards[&at];
    let each =
        best.iter().map(|next| next.map_or(1.0, |next| chance(boards, next, !winners, known)));
    let sum: f64 = each.sum();
    let of = if winners { *legal } else { best.len() };
    let chance = if best.is_empty() { 1.0 } else { sum / of as f64 };
    known.insert(at, chance);
    chance
}

/// One line for each that begins here, over the moves given; one more if `itself`.
fn lines(
    moves: &HashMap<u64, Vec<Option<u64>>>,
    at: u64,
    itself: bool,
    known: &mut HashMap<u64, f64>,
) -> f64 {
    if let Some(&lines) = known.get(&at) {
        return lines;
    }
    let next = moves.get(&at).map_or(&[][..], Vec::as_slice);
    let each = next.iter().map(|next| next.map_or(1.0, |next| lines(moves, next, itself, known)));
    let sum = each.sum::<f64>() + f64::from(itself || next.is_empty());
    known.insert(at, sum);
    sum
}

#[test]
fn difficulty_and_lines_are_counted_over_every_board() {
    for name in ["KQK", "KPK"] {
        let (boards, database) = (decided_boards(name), database(name));
        let ahead: HashMap<u64, Vec<Option<u64>>> =
            boards.iter().map(|(&at, (best, _))| (at, best.clone())).collect();
        let mut behind: HashMap<u64, Vec<Option<u64>>> = HashMap::new();
        for (&at, (best, _)) in &boards {
            best.iter().flatten().for_each(|&next| behind.entry(next).or_default().push(Some(at)));
        }
        let mut known = [HashMap::new(), HashMap::new(), HashMap::new()];
        for side in Color::ALL {
            let decided = find(&database, "not draw", side);
            let close = |ours: f64, theirs: f64| (ours - theirs).abs() < 1e-9;
            let ranked =
                |rank| database.ranked(&decided, rank, usize::MAX, &Monitor::NONE).unwrap();
            let hard = ranked(Rank::Difficulty);
            assert!(hard.is_sorted_by(|a, b| a.1 >= b.1));
            assert_eq!(hard.len() as u64, decided.len(database.table().index()));
            for (position, difficulty) in &hard {
                let winners = value(position).sign() > 0;
                let chance = chance(&boards, key(position), winners, &mut known[0]);
                assert!(close(*difficulty, -chance.log10()), "{name} {} {chance}", position.fen());
            }
            for (position, paths) in ranked(Rank::Paths) {
                let on = lines(&ahead, key(&position), false, &mut known[1]);
                let lines = on * lines(&behind, key(&position), true, &mut known[2]);
                assert!(close(paths, lines.log10()), "{name} {} {paths} {lines}", position.fen());
            }
        }
    }
    // A draw is as hard as its share of moves that hold.
    assert_finds("KPK", Color::Black, "draw and difficulty > 0.6", |at| {
        let choices = dtc().choices(at).unwrap();
        let hold = choices.iter().filter(|choice| choice.value == Outcome::Draw).count();
        value(at) == Outcome::Draw
            && !choices.is_empty()
            && (choices.len() as f64 / hold as f64).log10() > 0.6
    });
}

#[test]
fn a_saved_set_is_the_same_once_read() {
    let mut database = database("KQKR");
    for (query, images) in [("depth = 20 and zugzwang", 1), ("K on d4 and win", 8)] {
        let set = find(&database, query, Color::White);
        assert_eq!(set.images, images);
        let unread =
            PositionSet::unread(set.material, set.side, set.metric, set.checksum, set.images);
        assert_eq!(unread.clone().with_bits(&set.bits()).as_ref(), Some(&set));
        for damaged in ["", "zz", "28b5", &set.bits()[2..]] {
            assert_eq!(unread.clone().with_bits(damaged), None, "{damaged:.10}");
        }
        database.add("a file.json", set.clone()).unwrap();
        assert_eq!(find(&database, "in 'a file.json' and win", Color::White), set);
        let rest = find(&database, "win and not in 'a file.json'", Color::White);
        assert_eq!(rest, find(&database, &format!("win and not ({query})"), Color::White));
        let before = find(&database, "can-reach(in 'a file.json')", Color::Black);
        assert_eq!(before, find(&database, &format!("can-reach({query})"), Color::Black));
    }
}

/// Two of every thousand positions of KQKR, either side to move, looked at one by one.
#[test]
fn samples_of_a_larger_endgame() {
    let database = database("KQKR");
    for side in Color::ALL {
        let everything = find(&database, "legal >= 0", side);
        for (query, is_so) in [
            ("only-move and can-reach(threat = 1)", only_threat as fn(&Position) -> bool),
            ("hanging(k) or attacked(K) and keeping < legal", in_check_and_choosy),
        ] {
            let found = find(&database, query, side);
            let ours: BTreeSet<String> =
                positions(&database, &found).iter().map(|at| at.fen()).collect();
            let sample = database.pick(&everything, Pick::Random { seed: 7 }, 3_000);
            let so = sample.iter().filter(|at| is_so(at)).count();
            assert!(so > 10, "{query}: {so}");
            for position in sample {
                assert_eq!(
                    ours.contains(&position.fen()),
                    is_so(&position),
                    "{query}: {}",
                    position.fen()
                );
            }
        }
    }
}

fn only_threat(at: &Position) -> bool {
    let choices = dtc().choices(at).unwrap();
    let keeping = (0..choices.len()).filter(|&one| choices.keeps_value(one)).count();
    let threatens = |next: &Position| match next.passed() {
        None => true,
        Some(again) => matches!(value(&again), Outcome::Win(depth) if depth.0 == 1),
    };
    value(at).sign() >= 0 && keeping == 1 && inside(at).iter().any(|(_, next)| threatens(next))
}

fn in_check_and_choosy(at: &Position) -> bool {
    let choices = dtc().choices(at).unwrap();
    let keeping = (0..choices.len()).filter(|&one| choices.keeps_value(one)).count();
    at.is_check() && keeping < choices.len()
}

#[test]
fn colours_are_exchanged_where_both_sides_have_the_same_men() {
    let database = database("KRKR");
    for side in Color::ALL {
        let exchanged = find(&database, "exchange(bK on d4 and R on 7 and win)", side);
        assert_eq!(exchanged, find(&database, "wK on d5 and R on 2 and win", side));
        assert!(exchanged.len(database.table().index()) > 0);
    }
}

#[test]
fn what_cannot_be_asked_is_refused_in_a_sentence() {
    let mut kqkr = database("KQKR");
    let ask = |database: &Database<'_>, query: &str| {
        let query: Query = query.parse().unwrap();
        database.find(&query, Color::White, &Monitor::NONE).unwrap_err().to_string()
    };
    assert!(ask(&kqkr, "B on d4").contains("KQKR has no B when White moves"));
    assert!(ask(&kqkr, "can-reach(Q on d4)").contains("no Q when Black moves"));
    assert!(ask(&kqkr, "some(attacked(R))").contains("no R when White moves"));
    assert!(ask(&kqkr, "exchange(win)").contains("another endgame"));
    assert!(ask(&kqkr, "in nowhere.json").contains("nothing is called nowhere.json"));
    let krk = database("KRK");
    let other = find(&krk, "win", Color::White);
    let refused = kqkr.add("krk.json", other).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "krk.json holds positions of KRK, and this is KQKR: operators join results of one endgame, ask KRK instead"
    );
    let mut damaged = find(&kqkr, "win", Color::Black);
    kqkr.add("black.json", damaged.clone()).unwrap();
    assert!(
        ask(&kqkr, "in black.json").contains("positions with Black to move, and here White is")
    );
    damaged.checksum ^= 1;
    assert!(matches!(kqkr.add("old.json", damaged.clone()), Err(QueryError::OtherTable(_))));
    damaged.metric = Metric::Dtm;
    assert!(matches!(kqkr.add("dtm.json", damaged), Err(QueryError::OtherMetric { .. })));
    let unread = |text: &str| text.parse::<Query>().unwrap_err().to_string();
    for (text, says) in [
        ("depth", "a truth is needed"),
        ("capture", "unknown name 'capture'"),
        ("elephant", "`fallible find --help` lists the names"),
        ("zugswang", "did you mean 'zugzwang'?"),
        ("K on z9", "a square such as d4"),
        ("X on d4", "'X' is no man"),
        ("can-reach win", "an opening parenthesis"),
        ("in", "the name of a file"),
        ("some(depth)", "a truth is needed"),
        ("check(K)", "takes nothing in parentheses"),
    ] {
        assert!(unread(text).contains(says), "{text}: {}", unread(text));
    }
}

#[test]
fn a_query_is_written_as_it_is_read() {
    for text in [
        "depth = 20 and zugzwang and not check and K on d4",
        "wK on d and bK on 4 or file(K) < rank(k)",
        "must-reach(can-reach(mate) or in 'my file.json')",
        "number(check and not attacked(Q)) >= 2 and some(before(distance(K,k)) > 1)",
        "mirror(exchange(only-move)) and reached-from(stalemate)",
    ] {
        let query: Query = text.parse().unwrap();
        assert_eq!(query.to_string(), text);
    }
    let query: Query = "in a.json or can-reach(in b.json)".parse().unwrap();
    assert_eq!(query.files(), ["a.json", "b.json"]);
}

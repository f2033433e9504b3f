//! Rules read and written.

use super::error::Problem;
use super::*;

fn refused(text: &str) -> (usize, Problem) {
    let error = text.parse::<Rule>().unwrap_err();
    (error.column(), error.problem)
}

#[test]
fn what_is_read_is_written_with_the_fewest_parentheses() {
    for (text, written) in [
        ("check", "check"),
        ("((check))and(not(attacked( Q )))", "check and not attacked(Q)"),
        ("LongLines<=2 AND not check", "longlines <= 2 and not check"),
        ("(check or mate) and capture", "(check or mate) and capture"),
        ("check or (mate and capture)", "check or mate and capture"),
        ("1 - (2 - 3) < 4", "1 - (2 - 3) < 4"),
        ("(1 - 2) - 3 = -depth", "1 - 2 - 3 = -depth"),
        ("depth-after > 2", "depth - after > 2"),
        ("prevent-check", "prevent-check"),
        ("same-man and not takes-back", "same-man and not takes-back"),
        ("goes-on or check-again", "goes-on or check-again"),
        ("not (depth >= 10)", "not depth >= 10"),
        ("before(distance(K,k)) > distance(K,k)", "before(distance(K,k)) > distance(K,k)"),
        ("attack and attack(r)", "attack and attack(r)"),
        ("(check and mate) = 1", "(check and mate) = 1"),
        ("(depth < 3) < 1", "(depth < 3) < 1"),
        ("threat and longlines", "threat and longlines"),
    ] {
        let rule: Rule = text.parse().unwrap();
        assert_eq!(rule.to_string(), written, "{text}");
        assert_eq!(written.parse(), Ok(rule), "{text}");
    }
}

#[test]
fn a_mistake_is_pointed_at() {
    assert_eq!(refused(""), (1, Problem::Empty));
    assert_eq!(refused("check and"), (10, Problem::Expected("a name, a number or a parenthesis")));
    assert_eq!(refused("(check"), (7, Problem::Expected("a closing parenthesis")));
    assert_eq!(refused("check mate"), (7, Problem::Expected("`and`, `or` or a comparison")));
    assert_eq!(refused("check & mate"), (7, Problem::Letter('&')));
    assert_eq!(refused("depth > 1.2.3"), (9, Problem::NotANumber("1.2.3".to_owned())));
    let unknown = Problem::Unknown { name: "chekc".to_owned(), near: Ok("check") };
    assert_eq!(refused("check and chekc"), (11, unknown));
    assert_eq!(refused("attacked(wQ)"), (10, Problem::NotAMan("wQ".to_owned())));
    assert_eq!(refused("attacked(X)"), (10, Problem::NotAMan("X".to_owned())));
    assert_eq!(refused("attacked"), (1, Problem::Arguments { name: "attacked", takes: 1 }));
    assert_eq!(refused("distance(K)"), (11, Problem::Arguments { name: "distance", takes: 2 }));
    assert_eq!(refused("center(K,k)"), (10, Problem::Arguments { name: "center", takes: 1 }));
    assert_eq!(refused("check(K)"), (6, Problem::Arguments { name: "check", takes: 0 }));
    assert_eq!(refused("moves(q)"), (7, Problem::WrongSide { name: "moves", instead: 'Q' }));
    assert_eq!(refused("check and replies"), (11, Problem::NumberForTruth));
    assert_eq!(refused("1 < depth < 3"), (11, Problem::ComparedTwice));
    assert_eq!(refused("before(check)"), (8, Problem::NotOfTheBoard("check".to_owned())));
    let deep = "(".repeat(300) + "check";
    assert_eq!(refused(&deep).1, Problem::TooDeep);
    let nots = "not ".repeat(300) + "check";
    assert_eq!(refused(&nots).1, Problem::TooDeep);
}

#[test]
fn names_nearly_right_are_recognised() {
    let sentence = |text: &str| text.parse::<Rule>().unwrap_err().to_string();
    assert_eq!(
        sentence("check and not atacked(Q)"),
        "unknown name 'atacked': did you mean 'attacked'?\n  check and not atacked(Q)\n                ^^^^^^^"
    );
    assert!(sentence("zugswang").starts_with("unknown name 'zugswang': did you mean 'zugzwang'?"));
    assert!(sentence("elephant").contains("--help"), "{}", sentence("elephant"));
}

#[test]
fn men_that_are_not_there_are_found() {
    let kqkr: Material = "KQKR".parse().unwrap();
    let missing = |text: &str, mover| text.parse::<Rule>().unwrap().missing_man(&kqkr, mover);
    assert_eq!(missing("approach(K,r) and attacked(Q)", Color::White), None);
    assert_eq!(missing("approach(K,R)", Color::White), Some(('R', Role::Rook)));
    assert_eq!(missing("approach(R,k) and attacked(R)", Color::Black), None);
}

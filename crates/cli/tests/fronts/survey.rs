//! Surveys and depth charts, against numbers that were checked elsewhere.

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};

/// Jansen 1992, Fig 5.10: the queen may stand anywhere.
const FIGURE: &str = "8/1Q6/5K2/r7/7k/8/8/8 b - - 0 1";

fn side<'a>(answer: &'a Value, turn: &str, winner: &str) -> &'a Value {
    let mut sides = answer["sides"].as_array().unwrap().iter();
    sides.find(|side| side["turn"] == turn && side["winner"] == winner).unwrap()
}

#[test]
fn a_survey_says_what_is_known_of_kqkr() {
    let desk = Desk::new();
    let answer = desk.json(&["survey", "KQKR"]);
    let white = side(&answer, "white", "white");
    assert_eq!((&white["positions"], &answer["long"]), (&json!(1_108_111), &json!(4)));
    let deepest = white["depths"].as_array().unwrap().last().unwrap();
    assert_eq!((&deepest["depth"], &deepest["positions"]), (&json!(31), &json!(2)));
    assert!(white["bottleneck"]["narrowest"].as_u64().is_some());
    assert_eq!(side(&answer, "black", "white")["positions"], 883_075);
    assert_eq!(side(&answer, "black", "black")["positions"], 386_313);
    let stable = white["equilibria"].as_array().unwrap().iter().filter(|at| at["stable"] == true);
    assert_eq!(stable.count(), 1);
    for depth in white["depths"].as_array().unwrap() {
        let counted = |name: &str| -> u64 {
            depth[name].as_array().unwrap().iter().map(|pair| pair[1].as_u64().unwrap()).sum()
        };
        assert_eq!(counted("branching"), depth["positions"].as_u64().unwrap());
        assert_eq!(counted("good"), depth["positions"].as_u64().unwrap());
    }
}

#[test]
fn a_survey_answers_in_the_users_colours() {
    let desk = Desk::new();
    let text = desk.text(&["survey", "KRKQ"]);
    assert!(text.contains("Black to move: Black wins 1,108,111 of 1,119,216 (99.01 %)"), "{text}");
    assert!(text.contains("the deepest in 31 (2 classes)"), "{text}");
    assert!(text.contains("see --winner white"), "{text}");
    let other = desk.text(&["survey", "KRKQ", "--winner", "white"]);
    assert!(other.contains("White to move: White wins 386,313"), "{other}");
}

#[test]
fn a_survey_is_written_into_files() {
    let desk = Desk::new();
    let (page, folder) = (desk.path("kpk.html"), desk.path("kpk"));
    let words =
        ["survey", "KPK", "--html", page.to_str().unwrap(), "--csv", folder.to_str().unwrap()];
    desk.text(&words);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.matches("<svg ").count() > 15 && !page.contains("NaN"));
    for elsewhere in ["<script", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    let depths = std::fs::read_to_string(folder.join("depths.csv")).unwrap();
    let columns = depths.lines().next().unwrap().split(',').count();
    assert!(depths.lines().all(|line| line.split(',').count() == columns));
    assert!(depths.lines().any(|line| line.starts_with("white,white,19,3,")), "{depths}");
    for name in ["moves", "after", "threats", "kings"] {
        let text = std::fs::read_to_string(folder.join(name).with_extension("csv")).unwrap();
        assert!(text.lines().count() > 20, "{name}");
    }
}

/// Jansen's chart, typed from the thesis; 0 where he leaves the square empty.
const PRINTED: [[u64; 8]; 8] = [
    [0, 21, 19, 11, 13, 9, 22, 8],
    [0, 9, 17, 15, 9, 18, 27, 9],
    [0, 16, 16, 8, 13, 0, 0, 10],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 2, 4, 4, 6, 6, 0, 0],
    [0, 17, 8, 10, 17, 25, 0, 0],
    [0, 8, 16, 7, 13, 6, 25, 7],
    [0, 14, 8, 13, 2, 13, 19, 7],
];

#[test]
fn a_chart_is_the_one_of_the_thesis() {
    let desk = Desk::new();
    let words = ["chart", FIGURE, "--piece", "Q", "--convention", "jansen"];
    let answer = desk.json(&words);
    for (at, square) in answer["squares"].as_array().unwrap().iter().enumerate() {
        let lost = square["value"]["outcome"] == "loss";
        let depth = if lost { square["value"]["depth"].as_u64().unwrap() } else { 0 };
        assert_eq!(depth, PRINTED[7 - at / 8][at % 8], "{square}");
    }
    let file = desk.path("chart.svg");
    let text = desk.text(&[&words[..], &["--svg", file.to_str().unwrap()]].concat());
    assert!(text.contains("8   -1   21   19   11   13    9   22    8"), "{text}");
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.contains(">27</text>") && svg.ends_with("</svg>\n"));
}

#[test]
fn a_chart_shows_who_wins_and_takes_either_side() {
    let desk = Desk::new();
    let plain = desk.text(&["chart", FIGURE, "--piece", "Q"]);
    assert!(!plain.contains('\x1b'));
    let painted = desk.text(&["chart", FIGURE, "--piece", "Q", "--color", "always"]);
    assert!(painted.contains("\x1b[0m"));
    let white = desk.json(&["chart", FIGURE, "--piece", "k", "--side", "white"]);
    assert_eq!(
        (&white["turn"], &white["piece"], &white["home"]),
        (&json!("white"), &json!("k"), &json!("h4"))
    );
    let two = desk.text(&["chart", "8/8/8/4k3/8/8/B2B4/3K4 w", "--piece", "Ba2"]);
    assert!(two.contains("White's bishop on every square"), "{two}");
}

#[test]
fn what_cannot_be_charted_or_surveyed_is_refused() {
    let two = "8/8/8/4k3/8/8/B2B4/3K4 w - - 0 1";
    let five = "8/8/8/4k3/8/4n3/B2B4/3K4 w - - 0 1";
    let cases: [(&[&str], &str); 7] = [
        (&["chart", two, "--piece", "B"], "Ba2, Bd2"),
        (&["chart", two, "--piece", "q"], "there is no q"),
        (&["chart", two, "--piece", "Z"], "names no man"),
        (&["chart", five, "--piece", "n", "--convention", "jansen"], "at most 4"),
        (&["chart", two, "--piece", "k", "--convention", "jansen", "--metric", "dtm"], "DTC"),
        (&["survey", "KQKR", "--long", "0"], "from 1 to 250"),
        (&["survey", "KXK"], "as in KQKR"),
    ];
    for (words, part) in cases {
        let desk = Desk::new();
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?} said {err}");
        assert!(err.lines().count() == 1 && err.contains(part), "{words:?} said {err}");
        assert!(desk.files().is_empty(), "{words:?}");
    }
}

//! `fallible assess`: the Browne-BELLE games to the digit, files with broken games, what is written.

use std::fs;

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};
use crate::serve::Server;

/// The two games of Haworth 2003, appendix B.
const GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/games/browne-belle.pgn");

fn moves(answer: &Value, game: usize, first: usize) -> Vec<Value> {
    let moves = answer["games"][game]["moves"].as_array().unwrap();
    moves.iter().skip(first).step_by(2).cloned().collect()
}

#[track_caller]
fn close(ours: &Value, known: f64) {
    let ours = ours.as_f64().unwrap();
    assert!((ours - known).abs() <= 0.000_501, "{ours} is not {known}");
}

/// After White's moves 1, 6, 14, 17, 33 and at the end; both games as one sequence.
#[test]
fn browne_is_assessed_as_known() {
    let desk = Desk::new();
    let known = [
        (
            "0+",
            [
                [25.000, 29.723, 42.125, 32.189, 19.018, 18.021],
                [25.000, 29.723, 42.428, 31.807, 20.981, 18.390],
            ],
            [2.749, 2.969],
            17.985,
        ),
        (
            "1",
            [
                [25.000, 29.954, 42.380, 33.444, 20.157, 19.175],
                [25.000, 29.954, 42.676, 33.134, 22.308, 19.843],
            ],
            [2.922, 3.180],
            19.264,
        ),
    ];
    for (kappa, means, sds, pooled) in known {
        let answer = desk.json(&["assess", GAMES, "--kappa", kappa, "--concede", "draws"]);
        for game in 0..2 {
            let white = moves(&answer, game, 0);
            for (number, mean) in [1, 6, 14, 17, 33, white.len()].into_iter().zip(means[game]) {
                close(&white[number - 1]["competence"]["mean"], mean);
            }
            close(&white[white.len() - 1]["competence"]["sd"], sds[game]);
        }
        let browne = &answer["players"][0];
        assert_eq!(
            (&browne["name"], &browne["side"]),
            (&json!("Browne, Walter"), &json!("attacker"))
        );
        assert_eq!((&browne["moves"], &browne["conceded"]), (&json!(95), &json!(46)));
        close(&browne["competence"]["mean"], pooled);
        for field in ["low", "high", "mode"] {
            assert!(browne["competence"][field].is_f64(), "{field}");
        }
        assert_eq!(answer["players"][1]["side"], "defender");
    }
    let end = |grid| {
        let answer = desk.json(&["assess", GAMES, "--grid", grid, "--concede", "draws"]);
        moves(&answer, 0, 0).last().unwrap()["competence"]["mean"].clone()
    };
    close(&end("0(10)50"), 20.015);
    close(&end("0(0.01)50"), 19.175);
}

#[test]
fn a_move_is_told_in_full() {
    let desk = Desk::new();
    let answer = desk.json(&["assess", GAMES]);
    let sixth = &moves(&answer, 0, 0)[5];
    let told = json!({
        "ply": 11, "san": "Qd4", "side": "attacker",
        "before": {"outcome": "win", "depth": 26}, "after": {"outcome": "win", "depth": 26},
        "conceded": 1, "value_conceded": false, "optimal": 4, "keeping": 16, "legal": 25,
        "sign": null, "competence": sixth["competence"],
    });
    assert_eq!(*sixth, told);
    assert_eq!(moves(&answer, 0, 1)[25]["sign"], "°");
    let text = desk.text(&["assess", GAMES]);
    for part in ["26...  Ke7°", "+1/+1", "Qc3, Qc4, Qf8+, Qg1", "19.436", "2 games assessed"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let brief = desk.text(&["assess", GAMES, "--brief"]);
    assert!(text.ends_with(&brief) && !brief.contains("Ke7"));
    let alone = desk.text(&["assess", GAMES, "--threads", "1"]);
    assert_eq!(alone, text);
}

#[test]
fn what_was_learned_can_be_the_next_prior() {
    let desk = Desk::new();
    let both = fs::read_to_string(GAMES).unwrap();
    let second = both.rfind("[Event").unwrap();
    let [one, two, prior] = ["one.pgn", "two.pgn", "prior.json"].map(|name| desk.path(name));
    fs::write(&one, &both[..second]).unwrap();
    fs::write(&two, &both[second..]).unwrap();
    let answer = desk.json(&["assess", one.to_str().unwrap(), "--brief"]);
    fs::write(&prior, answer["players"][0]["posterior"].to_string()).unwrap();
    let (two, prior_file) = (two.to_str().unwrap(), prior.to_str().unwrap());
    let answer = desk.json(&["assess", two, "--brief", "--prior", prior_file]);
    close(&answer["players"][0]["competence"]["mean"], 19.436);
    for (text, part) in [
        (json!(vec![0.0; 51]), "zeros"),
        (json!(vec![1.0; 3]), "3 probabilities for the 51"),
        (json!("much"), "not a JSON list"),
        (json!(vec![-1.0; 51]), "is no probability"),
    ] {
        fs::write(&prior, text.to_string()).unwrap();
        let Ran { code, out, err } = desk.run(&["assess", two, "--prior", prior_file]);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{err}");
        assert!(err.contains(part) && err.contains("prior.json"), "{err}");
    }
    let normal = desk.json(&["assess", two, "--brief", "--prior", "normal:10,0.5"]);
    let mean = normal["players"][0]["competence"]["mean"].as_f64().unwrap();
    assert!((10.0..11.0).contains(&mean), "{mean}");
}

/// Game 2 of 3 has an illegal move.
#[test]
fn one_broken_game_among_others() {
    let desk = Desk::new();
    let file = desk.path("games.pgn");
    let start = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n[SetUp \"1\"]\n\n";
    let good = format!("[White \"A\"]\n[Black \"B\"]\n{start}1. Kf2 Kd7 2. Rh7+ *\n\n");
    let broken = good.replace("2. Rh7+", "2. Rg7+");
    let opening = "[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 *\n\n";
    fs::write(&file, format!("{good}{broken}{good}")).unwrap();
    let name = file.to_str().unwrap();
    let Ran { code, out, err } = desk.run(&["assess", name, "--json"]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    for part in ["games.pgn, game 2 (A - B, line 8)", "move 2. Rg7+ is not legal"] {
        assert!(err.contains(part), "no {part} in {err}");
    }
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["games"].as_array().unwrap().len(), 2);
    assert_eq!(answer["games"][1]["index"], 3);
    assert_eq!(answer["players"][0]["moves"], 4);
    assert_eq!(answer["not_assessed"][0]["index"], 2);

    fs::write(&file, format!("{opening}{broken}{good}")).unwrap();
    let Ran { code, out, err } = desk.run(&["assess", name]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("game 2 (A - B, line 6), move 2. Rg7+"), "{err}");
    for part in ["1 game assessed", "1 game without a position", "1 game that could not be read"] {
        assert!(out.contains(part), "no {part} in {out}");
    }

    fs::write(&file, "").unwrap();
    let Ran { code, err, .. } = desk.run(&["assess", name]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("no game"), "{err}");
}

/// A win given away is said, and teaches something unless the papers' model is asked for, in which no
/// competence makes it; the positions before the tables are counted.
#[test]
fn values_given_away_and_moves_outside() {
    let desk = Desk::new();
    let file = desk.path("games.pgn");
    let game = "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/7r/6KR w - - 0 1\"]\n\n1. Rxh2 Kd7 2. Rh7+ Kd6 3. Rd7+ Kxd7 *\n";
    fs::write(&file, game).unwrap();
    let name = file.to_str().unwrap();
    let answer = desk.json(&["assess", name, "--men", "3"]);
    assert_eq!(answer["outside_tables"], 1);
    let attacker = &answer["players"][1];
    assert_eq!((&attacker["name"], &attacker["side"]), (&json!("A"), &json!("attacker")));
    assert_eq!((&attacker["moves"], &attacker["used"]), (&json!(2), &json!(2)));
    assert_eq!(attacker["value_conceded"], 1);
    let given = &answer["games"][0]["moves"][3];
    assert_eq!((&given["san"], &given["conceded"]), (&json!("Rd7+"), &Value::Null));
    assert_eq!(given["value_conceded"], true);
    let text = desk.text(&["assess", name, "--men", "3"]);
    for part in ["the win", "1 move outside the tables", "the value 1 time", "any value conceded"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(!text.contains("not used"), "{text}");
    let papers = ["assess", name, "--men", "3", "--concede", "draws"];
    let answer = desk.json(&papers);
    assert_eq!(answer["players"][1]["used"], 1);
    let mean = |attacker: &Value| attacker["competence"]["mean"].as_f64().unwrap();
    assert!(mean(attacker) < mean(&answer["players"][1]), "a win let slip lowers the competence");
    assert!(desk.text(&papers).contains("(1 that no competence makes, not used)"));
}

#[test]
fn comments_and_plots_are_written() {
    let desk = Desk::new();
    let [out, plot, depth] = ["out.pgn", "c.svg", "d.svg"].map(|name| desk.path(name));
    let names = [&out, &plot, &depth].map(|path| path.to_str().unwrap());
    desk.text(&[
        "assess",
        GAMES,
        "--brief",
        "--annotate",
        names[0],
        "--plot",
        names[1],
        "--depth-plot",
        names[2],
    ]);
    let text = fs::read_to_string(&out).unwrap();
    assert!(
        text.replace('\n', " ")
            .contains("{+1/+1: Qc3, Qc4, Qf8+, Qg1 optimal; win in 26; c 31.27}")
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    let svg = fs::read_to_string(&plot).unwrap();
    assert!(svg.contains("Browne, Walter, game 1") && svg.matches("<polyline").count() == 4);
    let svg = fs::read_to_string(&depth).unwrap();
    assert!(svg.contains("Browne, Walter - BELLE, game 2: 50, 0<"));
    assert!(desk.files().iter().all(|file| !file.to_string_lossy().ends_with(".part")));
    // The annotated games say the same when read again.
    let (first, again) = (desk.json(&["assess", GAMES]), desk.json(&["assess", names[0]]));
    assert_eq!(first["players"], again["players"]);

    let before = fs::read(&out).unwrap();
    let Ran { code, err, .. } = desk.run(&["assess", names[0], "--annotate", names[0]]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("write to another file"), "{err}");
    assert_eq!(fs::read(&out).unwrap(), before);
    let Ran { code, err, .. } = desk.run(&["assess", GAMES, "--annotate", "/dev/null/x/out.pgn"]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
}

#[test]
fn kappa_can_be_inferred_too() {
    let desk = Desk::new();
    let answer = desk.json(&["assess", GAMES, "--brief", "--joint-kappa", "0.1(0.1)3"]);
    let joint = &answer["players"][0]["joint"];
    let mean = joint["competence"]["mean"].as_f64().unwrap();
    assert!((19.0..22.0).contains(&mean), "{joint}");
    assert_eq!(joint["mode"]["kappa"], 3.0);
    assert!(desk.text(&["assess", GAMES, "--joint-kappa", "1(1)1"]).contains("with kappa unknown"));
}

/// The same games through the command line and through the browser's API: the same answer, to the last
/// bit of every belief, but for the file's name and what a board needs besides.
#[test]
fn both_fronts_judge_alike() {
    let desk = Desk::new();
    let file = desk.path("games.pgn");
    let slip = "\n[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/7r/6KR w - - 0 1\"]\n\n1. Rxh2 Kd7 2. Rh7+ Kd6 3. Rd7+ Kxd7 *\n";
    let opening = "\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 *\n";
    let broken = "\n[White \"E\"]\n[Black \"F\"]\n\n1. e4 Qz9 *\n";
    let pgn = fs::read_to_string(GAMES).unwrap() + slip + opening + broken;
    fs::write(&file, &pgn).unwrap();
    let Ran { code, out, .. } = desk.run(&["assess", file.to_str().unwrap(), "--json"]);
    assert_eq!(code, 1, "one game cannot be read");
    let mut typed: Value = serde_json::from_str(&out).unwrap();
    // The server tells the version of the schema in a header.
    assert!(typed.as_object_mut().unwrap().remove("schema").is_some());
    let mut sent = Server::started(&desk).assess(&pgn);
    assert_eq!(typed["model"]["concede"], "all");
    assert_eq!(typed["games_outside_tables"], 1);
    for game in sent["games"].as_array_mut().unwrap() {
        let game = game.as_object_mut().unwrap();
        for more in ["result", "start_fen", "plies", "records"] {
            assert!(game.remove(more).is_some(), "{more}");
        }
        game["file"] = json!(file);
        for made in game["moves"].as_array_mut().unwrap() {
            assert!(made.as_object_mut().unwrap().remove("alternatives").is_some());
        }
    }
    assert!(sent.as_object_mut().unwrap().remove("men").is_some());
    sent["not_assessed"][0]["file"] = json!(file);
    assert_eq!(sent, typed);
}

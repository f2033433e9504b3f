//! `profile` and `calibrate`: competence by group, and which competence a rating stands for.

use serde_json::Value;

use crate::desk::{Desk, Ran, fallible, ran};

/// Two decisions of one game by players of 1500 and 1600, in a position of three moves.
const DECISIONS: &str = r#"{"file":"a.pgn","game":1,"fen":"7k/8/8/p1p1p3/P1P1P3/8/8/K7 w - - 0 1","elo":1500,"played":"a1a2","sf":{"a1a2":[0,10],"a1b1":[0,0],"a1b2":[0,-30]}}
{"file":"a.pgn","game":1,"fen":"7k/8/8/p1p1p3/P1P1P3/8/8/K7 b - - 0 1","elo":1600,"played":"h8g8","sf":{"h8g8":[0,0],"h8h7":[0,200],"h8g7":[1,-3]}}
"#;

#[test]
fn a_profile_as_text_json_and_picture() {
    let desk = Desk::new();
    let file = desk.path("decisions.jsonl");
    std::fs::write(&file, DECISIONS).expect("written");
    let picture = desk.path("profile.svg");
    let asked = ["profile", file.to_str().expect("UTF-8"), "--by", "colour", "--least", "1"];
    let Ran { code, out, err } = ran(fallible().args(asked).arg("--plot").arg(&picture));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("family regan, exponent 0.4, mate 20, lapse 0.02; scores by"), "{out}");
    assert!(std::fs::read_to_string(picture).expect("a picture").starts_with("<svg"));
    let more = ["--family", "power", "--json", "--posterior", "--fit-kappa"];
    let Ran { out, .. } = ran(fallible().args(asked).args(more));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["model"]["family"], "power");
    let white = &answer["groups"][0];
    assert_eq!(
        (&white["group"], &white["decisions"], &white["elo"]),
        (&"white".into(), &1.into(), &Value::Null)
    );
    let shares = white["posterior"].as_array().expect("a list");
    let total: f64 = shares.iter().map(|pair| pair[1].as_f64().expect("a share")).sum();
    assert!((total - 1.0).abs() < 1e-3, "{total}");
    // The best move against the middle one of three.
    let means = [0, 1].map(|at| answer["groups"][at]["competence"]["mean"].as_f64().expect("c"));
    assert!(means[0] > means[1], "{means:?}");
}

/// By the time left, the least first; who has no clock belongs nowhere.
#[test]
fn competence_by_clock() {
    let desk = Desk::new();
    let file = desk.path("decisions.jsonl");
    let timed = |(game, clock): (u32, &str)| {
        let text = DECISIONS.replace("\"game\":1,", &format!("\"game\":{game},"));
        text.replace("\"elo\"", &format!("{clock}\"elo\""))
    };
    let clocks = [(1, "\"clock\":65,"), (2, "\"clock\":9.5,"), (3, "")];
    let text: String = clocks.map(timed).concat();
    std::fs::write(&file, text).expect("written");
    let asked = ["--by", "clock", "--least", "1", "--json"];
    let Ran { code, out, err } = ran(fallible().arg("profile").arg(&file).args(asked));
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let groups = answer["groups"].as_array().expect("groups");
    let told: Vec<_> = groups.iter().map(|one| (&one["group"], &one["decisions"])).collect();
    assert_eq!(told, [(&"under 10 s".into(), &2.into()), (&"30 s to 2 min".into(), &2.into())]);
}

#[test]
fn what_cannot_be_profiled_or_calibrated_is_a_sentence() {
    let desk = Desk::new();
    let file = desk.path("decisions.jsonl");
    std::fs::write(&file, DECISIONS).expect("written");
    let scale = desk.path("scale.json");
    std::fs::write(&scale, r#"{"format":"fallible-scale","version":9}"#).expect("written");
    let refusal = |words: &[&str]| {
        let Ran { code, err, .. } = ran(fallible().arg(words[0]).arg(&file).args(&words[1..]));
        assert_eq!((code, err.lines().count()), (2, 1), "{words:?}: {err}");
        err
    };
    let scale = scale.to_str().expect("UTF-8");
    for (words, part) in [
        (&["profile", "--family", "logit"][..], "'logit' is no family: choose haworth"),
        (&["profile", "--by", "mood"], "'mood' is no way to group: choose player"),
        (&["profile"], "no all has 20 decisions or more, the most is 2"),
        (&["profile", "--by", "event"], "no game says its event"),
        (&["profile", "--family", "power", "--kappa", "0"], "0 is no kappa"),
        (&["profile", "--family", "regan", "--kappa", "1"], "the family regan has no kappa"),
        (&["profile", "--lapse", "1"], "1 is no lapse rate"),
        (&["profile", "--pool", "lichess", "--scale", scale], "a scale of version 9"),
        (&["calibrate"], "0 of the bands of 200 points have 100 decisions or more"),
    ] {
        let said = refusal(words);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn people_of_higher_rating_are_more_competent() {
    let Some(file) = real_data::shared("whole_game_decisions.jsonl.gz") else { return };
    let desk = Desk::new();
    let scale = desk.path("scale.json");
    let asked = ["--pool", "lichess", "--json"];
    let made = ran(fallible().arg("calibrate").arg(&file).args(asked).arg("--out").arg(&scale));
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&made.out).expect("JSON");
    let bands = answer["bands"].as_array().expect("bands");
    let mean = |at: usize| bands[at]["competence"]["mean"].as_f64().expect("c");
    assert!(bands.len() == 10 && mean(9) > mean(0) + 0.5);
    let by = ["--by", "band", "--pool", "lichess", "--json"];
    let profile = |scale: &[&std::ffi::OsStr]| {
        let Ran { out, .. } = ran(fallible().arg("profile").arg(&file).args(by).args(scale));
        serde_json::from_str::<Value>(&out).expect("JSON")
    };
    // The scale that comes with the program was made of these decisions and three times as many
    // others: both agree where they rate anything, within the error that this one states.
    let (own, built_in) = (profile(&["--scale".as_ref(), scale.as_os_str()]), profile(&[]));
    let elo = |of: &Value, at: usize| of["groups"][at]["elo"]["mean"].as_f64().expect("a rating");
    let error = answer["error"]["curve"].as_f64().expect("an error");
    for at in 0..10 {
        let apart = elo(&own, at) - elo(&built_in, at);
        assert!(apart.abs() < 3.0 * error, "{at}: {apart}, {error}");
    }
    assert!(elo(&own, 0) < 1300.0 && elo(&own, 9) > 2200.0);
}

/// The same two decisions at two depths, in two files: all four are kept, a repeated file counts once.
#[test]
fn competence_by_depth() {
    let desk = Desk::new();
    let deeper = DECISIONS.replace("\"elo\"", "\"depth\":12,\"elo\"").replace("[0,10]", "[0,500]");
    let [file, deep] = [("d8.jsonl", DECISIONS), ("d12.jsonl", &deeper)].map(|(name, text)| {
        let file = desk.path(name);
        std::fs::write(&file, text).expect("written");
        file
    });
    let asked = ["--by", "depth", "--least", "1", "--json"];
    let Ran { code, out, err } =
        ran(fallible().arg("profile").args([&file, &deep, &deep]).args(asked));
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let groups = answer["groups"].as_array().expect("groups");
    let told: Vec<_> = groups.iter().map(|one| (&one["group"], &one["decisions"])).collect();
    assert_eq!(told, [(&"8".into(), &2.into()), (&"12".into(), &2.into())]);
    assert_ne!(groups[0]["competence"], groups[1]["competence"]);
}

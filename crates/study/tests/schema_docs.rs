//! `docs/schema.md` describes every answer as `study::schema` defines it, field by field.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Between these lines of the document stands what the sources say.
const BEGIN: &str =
    "<!-- from the sources: cargo test -p study --test schema_docs -- --ignored -->\n";

/// A type of the schema as the sources write it.
#[derive(Default)]
struct Shape {
    name: String,
    about: String,
    rows: Vec<String>,
}

/// How a Rust type looks in JSON.
fn json_type(rust: &str) -> String {
    let inside = |prefix: &str| rust.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    if let Some(of) = inside("Option<") {
        return format!("{} or null", json_type(of));
    }
    if let Some(of) = inside("Vec<") {
        return format!("list of {}", json_type(of));
    }
    if let Some(of) = inside("BTreeMap<String, ").or(inside("BTreeMap<&'static str, ")) {
        return format!("fields of {}", json_type(of));
    }
    if let Some(pair) = rust.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let parts: Vec<String> = pair.split(", ").map(json_type).collect();
        return format!("[{}]", parts.join(", "));
    }
    if let Some((of, count)) =
        rust.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')?.split_once("; "))
    {
        return format!("list of {count} {}", json_type(of));
    }
    match rust {
        "String" | "Word" | "&'static str" => "text".to_owned(),
        "char" => "letter".to_owned(),
        "bool" => "true or false".to_owned(),
        "f64" | "f32" => "number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" | "i16" | "i32" | "i64" => "integer".to_owned(),
        name => format!("[{name}](#{})", name.to_lowercase()),
    }
}

/// Every public type of a source file.
fn shapes(source: &str) -> Vec<Shape> {
    let (mut found, mut about, mut attributes) =
        (Vec::<Shape>::new(), String::new(), String::new());
    let mut open: Option<(Shape, bool)> = None;
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    for line in code.lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("///") {
            about = format!("{about} {}", said.trim()).trim().to_owned();
            continue;
        }
        if line.starts_with("#[") {
            attributes.push_str(line);
            continue;
        }
        let (said, attributes) = (std::mem::take(&mut about), std::mem::take(&mut attributes));
        let declared = |kind: &str| {
            let rest = line.strip_prefix(kind)?.strip_suffix(" {")?;
            attributes
                .contains("Serialize")
                .then(|| rest.split('<').next().unwrap_or(rest).to_owned())
        };
        if let Some((shape, is_enum)) = &mut open {
            if line == "}" {
                found.extend(open.take().map(|(shape, _)| shape));
            } else if *is_enum {
                let variant = line.trim_end_matches(',');
                let name = variant.split('(').next().unwrap_or_default();
                let word = match renamed(&attributes) {
                    Some(word) => format!("`{word}`"),
                    None if attributes.is_empty() && variant.contains('(') => name.to_owned(),
                    None => format!("`{}`", name.to_lowercase()),
                };
                shape.rows.push(format!("| {word} | | {said} |"));
            } else if let Some(field) = line.strip_prefix("pub ")
                && !attributes.contains("serde(skip)")
            {
                let (name, of) = field.trim_end_matches(',').split_once(": ").expect("a field");
                shape.rows.push(row(name, of, &said, &attributes));
            }
        } else if let Some(name) = declared("pub struct ") {
            open = Some((Shape { name, about: said, rows: Vec::new() }, false));
        } else if let Some(name) = declared("pub enum ") {
            open = Some((Shape { name, about: said, rows: Vec::new() }, true));
        }
    }
    found
}

/// What serde calls a field or a variant, if not by its own name.
fn renamed(attributes: &str) -> Option<String> {
    let (_, word) = attributes.split_once("rename = \"")?;
    Some(word.split_once("\")]")?.0.replace('\\', ""))
}

/// One field as a line of a table.
fn row(name: &str, of: &str, said: &str, attributes: &str) -> String {
    let name =
        renamed(attributes).unwrap_or_else(|| name.strip_prefix("r#").unwrap_or(name).to_owned());
    if attributes.contains("flatten") {
        return format!("| (its fields) | {} | {said} |", json_type(of));
    }
    let mut of = json_type(of);
    if attributes.contains("skip_serializing_if") {
        of = format!("{}, may be left out", of.trim_end_matches(" or null"));
    }
    format!("| `{name}` | {of} | {said} |")
}

/// The types of other source files: some stand in answers as they are.
fn elsewhere(folder: &Path) -> Vec<Shape> {
    let paths = fs::read_dir(folder).expect("a folder of sources").flatten().map(|it| it.path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    let found = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => elsewhere(&path),
        false => shapes(&fs::read_to_string(&path).expect("a source file")),
    });
    found.collect()
}

/// What the sources say, file by file, then the types that these name.
fn described() -> String {
    let folder = root().join("crates/study/src/schema");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of the schema")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort_by_key(|file| (!file.ends_with("mod.rs"), file.clone()));
    let mut text = String::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("a source file");
        let title =
            file.file_stem().expect("a file has a name").to_string_lossy().replace('_', " ");
        let title = if title == "mod" { "shared pieces".to_owned() } else { title };
        let _ = write!(text, "\n## {}{}\n", title[..1].to_uppercase(), &title[1..]);
        shapes(&source).iter().for_each(|shape| describe(shape, &mut text));
    }
    text.push_str("\n## Types of the library that stand in answers as they are\n");
    let others = ["crates/study/src", "crates/player/src"].map(|folder| root().join(folder));
    for shape in others.iter().flat_map(|folder| elsewhere(folder)) {
        let named = format!("[{}]", shape.name);
        if text.contains(&named) && !text.contains(&format!("\n### {}\n", shape.name)) {
            describe(&shape, &mut text);
        }
    }
    text
}

fn describe(Shape { name, about, rows }: &Shape, text: &mut String) {
    let _ = write!(text, "\n### {name}\n\n{about}\n\n| field | JSON | |\n|---|---|---|\n");
    rows.iter().for_each(|row| text.push_str(&format!("{row}\n")));
}

fn document() -> (PathBuf, String) {
    let path = root().join("docs/schema.md");
    let text = fs::read_to_string(&path).expect("docs/schema.md");
    (path, text)
}

#[test]
fn every_field_is_described_and_every_description_has_a_field() {
    let (_, text) = document();
    let (_, written) = text.split_once(BEGIN).expect("the line that begins the sources' part");
    let described = described();
    for (line, (written, described)) in written.lines().zip(described.lines()).enumerate() {
        assert_eq!(written, described, "line {} after the marker: run it with --ignored", line + 1);
    }
    assert_eq!(written.lines().count(), described.lines().count(), "run it with --ignored");
}

/// A field without a word about it would pass the comparison.
#[test]
fn nothing_is_left_undescribed() {
    let bare: Vec<String> =
        described().lines().filter(|line| line.ends_with("| | |")).map(str::to_owned).collect();
    assert_eq!(bare, Vec::<String>::new());
    assert!(described().matches("\n### ").count() > 40);
}

#[test]
fn every_type_that_is_named_is_described() {
    let text = described();
    let named = text.split("](#").skip(1).filter_map(|rest| rest.split_once(')'));
    let headings: Vec<String> =
        text.lines().filter_map(|line| Some(line.strip_prefix("### ")?.to_lowercase())).collect();
    for (anchor, _) in named {
        assert!(headings.iter().any(|heading| heading == anchor), "{anchor} is described nowhere");
    }
}

#[test]
#[ignore = "writes docs/schema.md anew"]
fn write_the_description() {
    let (path, text) = document();
    let (before, _) = text.split_once(BEGIN).expect("the line that begins the sources' part");
    fs::write(path, format!("{before}{BEGIN}{}", described()))
        .expect("docs/schema.md can be written");
}

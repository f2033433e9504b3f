//! `fallible heuristics KQKR`: what rules of thumb are worth, measured against the truth.

mod output;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::TypedValueParser;
use endgame::heuristics::{Named as NamedRule, Rule, Sweep, named, reference};
use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::{Color, color_name};
use endgame::successors::Successors;
use study::rule_statistics::{Considered, MOST_RULES, RuleReport, Settings, measure};

use crate::failure::{bad_input, refuse, refuse_if};
use crate::files;
use crate::options::{Options, color, count, one_of};

/// Measure rules of thumb against the truth: how often they apply, help, and betray you
#[derive(clap::Args, Debug)]
#[command(after_help = help())]
pub(crate) struct Args {
    /// The endgame, White's men first: KQKR, KRKN
    #[arg(value_name = "ENDGAME")]
    material: Material,

    /// A rule, as in 'check and not attacked(Q)'; may be repeated [default: every named one]
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,

    /// Whose moves [default: the side whose wins are deepest]
    #[arg(long, value_name = "SIDE", value_parser = color())]
    side: Option<Color>,

    /// Only positions at least so deep
    #[arg(long, value_name = "MOVES", default_value_t = 3)]
    from_depth: u16,

    /// Which moves a random player considers: every legal one, all but those that give the win away
    /// at once, or those that keep it
    #[arg(long, value_name = "WHICH", value_parser = considered(), default_value = "no-blunders")]
    moves: Considered,

    /// Count positions unique under the board's symmetries, or every placement
    #[arg(long, value_name = "WHAT", value_parser = count(), default_value = "classes")]
    count: Count,

    /// Count depths as Jansen did, mate one move deeper than a capture (four men at most)
    #[arg(long)]
    jansen: bool,

    /// Show so many pairs `A and B` of the rules, the most useful first
    #[arg(long, value_name = "N", default_value_t = 5)]
    pairs: usize,

    /// Show, for each rule, so many positions where it betrays you worst
    #[arg(long, value_name = "N", default_value_t = 0)]
    examples: usize,

    /// Write every figure by depth into this CSV file
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Draw how often each rule helps, by depth, into this SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    options: Options,
}

fn help() -> String {
    let words = reference().into_iter().map(|(word, meaning)| format!("\n  {word:<17} {meaning}"));
    HELP.to_owned() + &words.collect::<String>()
}

const HELP: &str = "Examples:
  fallible heuristics KQKR --jansen
  fallible heuristics KQKR --rule 'check and not attacked(Q)' --examples 3
  fallible heuristics KRK --side black --json
  fallible heuristics KRK --rule 'approach(K,k)' --rule 'distance(K,k) < 3' --plot krk.svg

A rule is made of these words, numbers, + - * /, < <= = != >= >, and, or, not, parentheses.
K Q R B N P are your men, the mover's, whatever their colour; k q r b n p your opponent's:";

fn considered() -> impl TypedValueParser<Value = Considered> {
    use Considered::{Keeping, Legal, NoBlunders};
    one_of([("legal", Legal), ("no-blunders", NoBlunders), ("keeping", Keeping)])
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let given = args.read_rules()?;
    let (tables, console) = args.options.open()?;
    let table = match args.jansen {
        false => tables.table(&args.material, &console.monitor())?,
        true => Arc::new(endgame::jansen::solve(&tables, &args.material, &console.monitor())?),
    };
    let deepest = |color: Color| table.deepest(args.material.table_color(color));
    let mover = match args.side {
        Some(side) => side,
        None if deepest(Color::Black) > deepest(Color::White) => Color::Black,
        None => Color::White,
    };
    // The side whose wins are shallower is looked at where it loses.
    let winning = deepest(mover) >= deepest(mover.other());
    let winner = if winning { mover } else { mover.other() };
    refuse_if!(
        deepest(winner).is_none_or(|deepest| deepest.0 < args.from_depth),
        "{}: nobody wins as deep as {} moves: give a smaller --from-depth or another endgame",
        args.material,
        args.from_depth
    );
    let rules = if given.is_empty() { named(&args.material, mover) } else { given };
    args.check_men(&rules, mover)?;
    let settings = Settings {
        winning,
        from_depth: args.from_depth,
        considered: args.moves,
        count: args.count,
        examples: args.examples,
        pairs: args.pairs > 0,
    };
    let depths = match args.jansen {
        true => "Jansen's depths, mate one deeper than a capture".to_owned(),
        false => args.options.metric.to_string(),
    };
    let successors = Successors::over(&tables, table, &console.monitor())?;
    let sweep = Sweep::new(&successors, args.material.table_color(mover), &console.monitor())?;
    let asked: Vec<Rule> = rules.iter().map(|named| named.rule.clone()).collect();
    let findings = measure(&sweep, &asked, &settings, &console.monitor())?;
    console.clear();
    let report = RuleReport { endgame: args.material, mover, settings, depths, rules, findings };
    files::write_if(&args.csv, || report.csv())?;
    files::write_if(&args.plot, || report.plot().svg())?;
    if args.options.json {
        return crate::json::write(out, &report.records(&tables, args.pairs)?);
    }
    output::write(&report, &tables, args.pairs, out)
}

impl Args {
    /// Refuses rules about men that are not there.
    fn check_men(&self, rules: &[NamedRule], mover: Color) -> anyhow::Result<()> {
        for NamedRule { name, rule } in rules {
            if let Some((letter, _)) = rule.missing_man(&self.material, mover) {
                let whose =
                    if letter.is_ascii_uppercase() { "of yours" } else { "of the opponent's" };
                refuse!(
                    "'{name}' speaks of {letter}, a man {whose}, and {} to move in {} has none: upper case is the mover's, lower case the opponent's",
                    color_name(mover),
                    self.material
                );
            }
        }
        Ok(())
    }

    fn read_rules(&self) -> anyhow::Result<Vec<NamedRule>> {
        refuse_if!(
            self.rules.len() > MOST_RULES,
            "at most {MOST_RULES} rules at a time: leave some out"
        );
        self.rules
            .iter()
            .map(|text| {
                let rule: Rule = text.parse().map_err(|error| bad_input(format!("{error}")))?;
                refuse_if!(!rule.is_predicate(), "'{text}' is a number, and a rule must hold or not: compare it with something, as in '{text} <= 2'");
                Ok(NamedRule { name: rule.to_string(), rule })
            })
            .collect()
    }
}

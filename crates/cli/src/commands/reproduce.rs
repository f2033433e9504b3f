//! `fallible reproduce andrist2005/table1`: the papers' tables and figures, remade.

use std::io::Write;
use std::path::{Path, PathBuf};

use experiments::report::figure;
use experiments::{Experiment, Lab, Report, Scale};
use study::schema;

use crate::failure::refuse_if;
use crate::files;
use crate::json;
use crate::options::Options;

/// Remake the tables and figures of the papers, and compare
///
/// Without a name: all that were remade, ours beside theirs, with a verdict. With names (or the name
/// of a paper): also a CSV, an SVG and a short report of each, in a folder. All of Haworth & Velliste 1998, Haworth 2003 and
/// Andrist & Haworth 2005; of Haworth 2007 the experimental programme; of Jansen 1992 chapters 1 and 3
/// to 9; of Di Fatta & Haworth 2009 and Regan & Haworth 2011 competence by rating; and, under beyond,
/// what the papers left undone.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible reproduce                             everything: ours, theirs, verdict
  fallible reproduce --list                      only the names
  fallible reproduce andrist2005/table1          CSV, SVG and a report in ./results
  fallible reproduce haworth2003 --out /tmp/r    a whole paper")]
pub(crate) struct Args {
    /// Which: a paper (haworth2003) or one of its tables and figures (haworth2003/figure5)
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    /// Only list the names
    #[arg(long)]
    list: bool,

    /// Fewer games: seconds instead of minutes
    #[arg(long, conflicts_with = "list")]
    quick: bool,

    /// Games of people, for the experiments about people, which are skipped without them: those that reach KQKR (jansen1992/figure6.3 to
    /// figure6.5, section6.2.7, error-chance, predictor-error and history, beyond/people; games of another endgame are read from the file beside it with its
    /// name in place of KQKR), or KBBKN (andrist2005/section4-masters)
    #[arg(long, value_name = "FILE.pgn", conflicts_with = "list")]
    games: Option<PathBuf>,

    /// Decisions of people with an engine's scores, for the experiments of haworth2007, which are skipped without them: files of
    /// `fallible evaluate`, or JSON lines
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    decisions: Vec<PathBuf>,

    /// The engine that plays in the matches of haworth2007 (matches, engine-rating, transform): a UCI engine by name or path, or own, our own
    /// searcher. Matches that were played before are read from haworth2007/games.csv in the folder of --out
    #[arg(long, value_name = "ENGINE", default_value = "own", conflicts_with = "list")]
    engine: String,

    /// Where the files go, of the tables and figures that are named [default: results]
    #[arg(long, value_name = "DIR", conflicts_with = "list")]
    out: Option<PathBuf>,

    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let wanted = args.wanted()?;
    refuse_if!(
        args.out.is_some() && args.names.is_empty(),
        "--out is where the files of named experiments go, and none is named: name a paper or one of its tables, as in andrist2005"
    );
    if args.list && args.options.json {
        let experiments = wanted.iter().map(name_of).collect();
        return json::write(out, &schema::ExperimentList { experiments });
    }
    if args.list {
        let mut line = |one: &Experiment| writeln!(out, "{:<26}{}", one.key, one.title);
        return Ok(wanted.iter().try_for_each(&mut line)?);
    }
    let (tables, console) = args.options.open()?;
    let scale = if args.quick { Scale::Reduced } else { Scale::Full };
    let mut lab = Lab::new(&tables, scale, console.monitor());
    lab.human_games.clone_from(&args.games);
    lab.decisions.clone_from(&args.decisions);
    lab.engine.clone_from(&args.engine);
    lab.results = (!args.names.is_empty()).then(|| args.folder().to_owned());
    let mut answers = Vec::new();
    for experiment in &wanted {
        let report = experiment.run(&lab)?;
        console.clear();
        let files =
            if args.names.is_empty() { Vec::new() } else { args.write(experiment, &report)? };
        let answer = to_schema(experiment, &report, files);
        if !args.options.json {
            print(&answer, &report, out)?;
            out.flush()?;
        }
        answers.push(answer);
    }
    if args.options.json {
        json::write(out, &schema::Reproduction { experiments: answers })?;
    }
    Ok(())
}

impl Args {
    /// The experiments asked for, in the order of print.
    fn wanted(&self) -> anyhow::Result<Vec<Experiment>> {
        let all = experiments::all();
        let fits = |experiment: &Experiment, name: &str| {
            let name = name.trim_end_matches('/');
            experiment.key == name || experiment.key.split('/').next() == Some(name)
        };
        for name in &self.names {
            refuse_if!(
                !all.iter().any(|experiment| fits(experiment, name)),
                "there is no experiment '{name}': see `fallible reproduce --list`"
            );
        }
        let asked = |experiment: &Experiment| {
            self.names.is_empty() || self.names.iter().any(|name| fits(experiment, name))
        };
        Ok(all.into_iter().filter(asked).collect())
    }

    /// Where the files go.
    fn folder(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new("results"))
    }

    /// Writes the three files and says which.
    fn write(&self, experiment: &Experiment, report: &Report) -> anyhow::Result<Vec<String>> {
        let out = self.folder();
        let base = out.join(experiment.key);
        if let Some(folder) = base.parent() {
            files::make_folder(folder)?;
        }
        let mut written = Vec::new();
        let mut write = |extension: &str, text: &str| -> anyhow::Result<()> {
            // A name may have a dot of its own, as in figure5.10.
            let file = out.join(format!("{}.{extension}", experiment.key));
            files::write(&file, text)?;
            written.push(file.display().to_string());
            Ok(())
        };
        write("csv", &report.grid.csv())?;
        if let Some(plot) = &report.plot {
            write("svg", &plot.svg())?;
        }
        write("md", &report.markdown(experiment.key, experiment.title))?;
        Ok(written)
    }
}

fn print(answer: &schema::Reproduced, report: &Report, out: &mut dyn Write) -> anyhow::Result<()> {
    let schema::Reproduced { name, comparisons, files } = answer;
    writeln!(out, "{}: {}", name.name, name.title)?;
    for schema::Comparison { what, ours, theirs, verdict, .. } in comparisons {
        let (ours, theirs) = (figure(*ours), theirs.map_or("-".to_owned(), figure));
        writeln!(out, "  {what:<44}{ours:>12}{theirs:>12}  {verdict}")?;
    }
    if comparisons.is_empty() {
        writeln!(out, "  nothing printed to compare with")?;
    }
    let differs = comparisons.iter().any(|comparison| comparison.verdict == "differs");
    if !files.is_empty() || differs {
        report.notes.iter().try_for_each(|note| writeln!(out, "  {note}"))?;
    }
    Ok(files.iter().try_for_each(|file| writeln!(out, "  wrote {file}"))?)
}

fn name_of(experiment: &Experiment) -> schema::ExperimentName {
    schema::ExperimentName { name: experiment.key.into(), title: experiment.title.into() }
}

fn to_schema(experiment: &Experiment, report: &Report, files: Vec<String>) -> schema::Reproduced {
    let comparisons = report.comparisons.iter().map(|comparison| schema::Comparison {
        what: comparison.name.clone(),
        ours: comparison.ours,
        error: comparison.error,
        theirs: comparison.theirs.map(|theirs| theirs.printed),
        spread: comparison.theirs.map(|theirs| theirs.spread),
        verdict: comparison.verdict().to_string(),
    });
    schema::Reproduced { name: name_of(experiment), comparisons: comparisons.collect(), files }
}

//! `fallible serve`: the workbench in the browser.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as _, FromArgMatches as _};
use endgame::material::Material;
use endgame::store::Store;
use tracing_subscriber::filter::LevelFilter;
use value::Metric;
use web::app::Settings;
use web::serve::{Limits, Listen, ServeError, Token, serve};

use super::net as networks;
use crate::console;
use crate::failure::bad_input;
use crate::options::{MemoryOption, start_threads};

const PORT: u16 = 8632;

/// Open the workbench in the browser: practise, explore, assess
///
/// The server listens on this machine only, and keeps every practice game in a database as soon as a
/// move is made. Ctrl-C ends it; nothing is lost. Several servers may share a folder of practice
/// games. Others are let in with --host and a token, which stands in a file (--token-file) or in the
/// environment variable FALLIBLE_TOKEN: on a command line every user of the machine could read it.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("log", unless_empty),
    after_help = "Examples:
  fallible serve
  fallible serve --port 0 --no-open           any free port; open the address yourself
  fallible serve --data practice              keep the practice history in a folder of its own
  fallible serve --memory 1GiB                leave the rest of the machine to others
  fallible serve --engine ~/engines/berserk   offer another engine for whole games
  fallible serve --net ~/krkn.net             show another network
  fallible serve --log info                   say on stderr what is asked and what is solved
  fallible serve --host 192.168.1.5 --token-file token.txt    let others in who know the token"
)]
pub(crate) struct Args {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// The address to listen on; anything but this machine's own needs a token
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Let only those in who hold the token in this file: one line of at least 8 characters, any
    /// letters and signs; the file should be readable by you alone
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// The token itself. Every user of this machine can read it in the list of processes: prefer
    /// --token-file, or the environment variable FALLIBLE_TOKEN
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Keep the practice history in this folder instead of the user's data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Keep tables in this folder instead of the user's cache folder
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// An engine that may value whole games, beside stockfish and our own searcher: a name or a path
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,

    /// Show this network of `fallible net pack` instead of the one that comes with the program
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    #[command(flatten)]
    memory: MemoryOption,

    /// What the server writes to stderr: requests, jobs and solved tables at info, refused requests at
    /// warn, what people sent at debug; never a token
    #[arg(long, value_name = "LEVEL", value_parser = log_level(), default_value = "error")]
    #[arg(env = "FALLIBLE_LOG", hide_env_values = true)]
    log: LevelFilter,
}

fn log_level() -> impl TypedValueParser<Value = LevelFilter> {
    let words = PossibleValuesParser::new(["off", "error", "warn", "info", "debug"]);
    words.try_map(|word| word.parse::<LevelFilter>())
}

/// An empty variable counts as unset.
fn unless_empty(arg: clap::Arg) -> clap::Arg {
    let value = arg.get_env().and_then(std::env::var_os);
    if value.is_some_and(|value| value.is_empty()) { arg.env(None::<&str>) } else { arg }
}

/// Whether `fallible` alone opens the workbench: somebody is looking, or it was asked for.
pub(crate) fn is_wanted() -> bool {
    stdout().is_terminal() || std::env::var_os("FALLIBLE_SERVE").is_some()
}

/// The workbench as it is opened when nothing was asked; on another port if somebody has ours.
pub(crate) fn open(out: &mut dyn Write) -> anyhow::Result<()> {
    let free = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, PORT)).is_ok();
    let command = Args::augment_args(clap::Command::new("serve"));
    let mut args = Args::from_arg_matches(&command.try_get_matches_from(["serve"])?)?;
    if !free {
        args.port = 0;
    }
    run(&args, out)
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let log = tracing_subscriber::fmt().with_max_level(args.log).with_target(false);
    log.with_writer(io::stderr).init();
    let data = args.data.clone().map_or_else(web::serve::default_data_folder, Ok)?;
    // Without a home folder there is still the one that was named for the history.
    let usual = || Store::default_folder().unwrap_or_else(|_| data.join("tables"));
    let tables = args.tables.clone().unwrap_or_else(usual);
    let memory = args.memory.budget();
    let token = token(args)?;
    start_threads(None)?;
    if let Err(error) = Store::new(&tables).check_writable(&Material::KINGS, Metric::Dtc) {
        eprintln!("fallible: {}; going on in memory, and no table is kept", with_cause(&error));
    }
    let network = args.net.as_deref().map(networks::read).transpose()?.map(Arc::new);
    let engine = args.engine.clone();
    let settings = Settings { tables, data: Some(data), memory, engine, network };
    let listen =
        Listen { host: args.host, port: args.port, token, limits: Limits::of_this_process() };
    let mut told = Ok(());
    let mut doorway = None;
    let ready = |address: SocketAddr| {
        let page = page(address, listen.token.as_ref());
        told = writeln!(out, "the workbench is at {page}").and_then(|()| out.flush());
        if args.no_open {
            return;
        }
        match (&listen.token, &settings.data) {
            (Some(_), Some(folder)) => {
                // Without it nothing is opened: the address was printed.
                doorway = Doorway::to(folder, address.port(), &page).ok();
                doorway.iter().for_each(|doorway| open_browser(doorway.0.as_os_str()));
            }
            _ => open_browser(page.as_ref()),
        }
    };
    serve(&settings, &listen, ready, stopped()).map_err(refused)?;
    Ok(told?)
}

fn with_cause(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), |source| format!("{error} ({source})"))
}

const TOKEN_VARIABLE: &str = "FALLIBLE_TOKEN";

const LONGEST_TOKEN_FILE: u64 = 4_096;

/// The token by option, file or environment variable.
fn token(args: &Args) -> anyhow::Result<Option<Token>> {
    let (text, place) = if let Some(text) = &args.token {
        (text.clone(), "--token".to_owned())
    } else if let Some(path) = &args.token_file {
        let place = path.display().to_string();
        let text = first_line(path).map_err(|error| {
            bad_input(format!("cannot read the token in {place} ({error}): name a text file with --token-file FILE"))
        })?;
        (text, place)
    } else if let Some(text) = std::env::var_os(TOKEN_VARIABLE) {
        let text = text.into_string().map_err(|_| {
            bad_input(format!("the variable {TOKEN_VARIABLE} is no UTF-8: set another token"))
        })?;
        (text, TOKEN_VARIABLE.to_owned())
    } else {
        return Ok(None);
    };
    Token::new(&text).map(Some).map_err(|error| bad_input(format!("{place}: {error}")))
}

/// What a file holds, its last line's end left out.
fn first_line(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST_TOKEN_FILE).read_to_string(&mut text)?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

fn page(address: SocketAddr, token: Option<&Token>) -> String {
    let address = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        _ => address,
    };
    match token {
        Some(token) => format!("http://{address}/?token={}", token.in_address()),
        None => format!("http://{address}/"),
    }
}

/// What was asked cannot be, or the server failed.
fn refused(error: ServeError) -> anyhow::Error {
    match &error {
        ServeError::NoToken(_) | ServeError::Bind { .. } => bad_input(with_cause(&error)),
        _ => error.into(),
    }
}

async fn stopped() {
    while !console::stopped() {
        web::serve::sleep(Duration::from_millis(50)).await;
    }
}

/// A page on this machine's disk that leads to the workbench, gone when the server ends. An address
/// with a token must not be an argument of the browser's: every user of the machine could read it.
struct Doorway(PathBuf);

impl Doorway {
    /// In a folder, for the server on a port; readable by its owner alone.
    fn to(folder: &Path, port: u16, page: &str) -> io::Result<Doorway> {
        let path = std::path::absolute(folder.join(format!("open-{port}.html")))?;
        // One of a server that was killed, on the same port.
        if let Err(error) = fs::remove_file(&path)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let doorway = Doorway(path);
        writeln!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url={page}\"><a href=\"{page}\">the workbench</a>"
        )?;
        Ok(doorway)
    }
}

impl Drop for Doorway {
    fn drop(&mut self) {
        // Left behind, it is replaced by the next server on this port.
        let _ = fs::remove_file(&self.0);
    }
}

/// Opens the user's browser, if there is one and somebody to see it.
fn open_browser(page: &std::ffi::OsStr) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let seen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if seen {
        // No browser is no failure: the address was printed.
        let [input, output, errors] = [Stdio::null(), Stdio::null(), Stdio::null()];
        let mut quiet = Command::new(opener);
        quiet.stdin(input).stdout(output).stderr(errors).env_remove(TOKEN_VARIABLE);
        drop(quiet.arg(page).spawn());
    }
}

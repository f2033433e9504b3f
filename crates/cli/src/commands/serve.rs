//! `fallible serve`: the workbench in the browser.

use std::error::Error;
use std::io::{IsTerminal, Write, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use endgame::material::Material;
use endgame::store::{Store, StoreError};
use value::Metric;
use web::app::Settings;
use web::serve::{Listen, ServeError, serve};

use crate::console;
use crate::failure::bad_input;
use crate::options::{MemoryOption, start_threads};

/// The port unless told otherwise.
const PORT: u16 = 8632;

/// Open the workbench in the browser: practise, explore, assess
///
/// The server listens on this machine only, and keeps every practice game in a database as soon as a
/// move is made. Ctrl-C ends it; nothing is lost. Others are let in with --host and --token.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible serve
  fallible serve --port 0 --no-open           any free port; open the address yourself
  fallible serve --data practice              keep the practice history in a folder of its own
  fallible serve --memory 1GiB                leave the rest of the machine to others
  fallible serve --host 192.168.1.5 --token correct-horse-battery    let others in who know the token")]
pub(crate) struct Args {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// The address to listen on; anything but this machine's own needs --token
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,

    /// Let only those in who hold this token, at least 8 characters
    #[arg(long, value_name = "TOKEN")]
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

    #[command(flatten)]
    memory: MemoryOption,
}

/// Whether `fallible` alone opens the workbench: somebody is looking, or it was asked for.
pub(crate) fn is_wanted() -> bool {
    stdout().is_terminal() || std::env::var_os("FALLIBLE_SERVE").is_some()
}

/// The workbench as it is opened when nothing was asked; on another port if somebody has ours.
pub(crate) fn open(out: &mut dyn Write) -> anyhow::Result<()> {
    let free = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, PORT)).is_ok();
    run(
        &Args {
            port: if free { PORT } else { 0 },
            host: Ipv4Addr::LOCALHOST.into(),
            token: None,
            no_open: false,
            data: None,
            tables: None,
            memory: MemoryOption::default(),
        },
        out,
    )
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let data = match &args.data {
        Some(folder) => folder.clone(),
        None => web::serve::default_data_folder()?,
    };
    let tables = match &args.tables {
        Some(folder) => folder.clone(),
        // Without a home folder there is still the one that was named for the history.
        None => Store::default_folder().unwrap_or_else(|_| data.join("tables")),
    };
    let memory = args.memory.budget();
    start_threads(None)?;
    if let Err(error) = Store::new(&tables).check_writable(&Material::KINGS, Metric::Dtc) {
        eprintln!("fallible: {}; going on in memory, and no table is kept", sentence(&error));
    }
    let settings = Settings { tables, data: Some(data), memory };
    let listen = Listen { host: args.host, port: args.port, token: args.token.clone() };
    let mut told = Ok(());
    let ready = |address: SocketAddr| {
        let page = page(address, args.token.as_deref());
        told = writeln!(out, "the workbench is at {page}").and_then(|()| out.flush());
        if !args.no_open {
            open_browser(&page);
        }
    };
    serve(&settings, &listen, ready, stopped()).map_err(refused)?;
    Ok(told?)
}

/// An error and its cause.
fn sentence(error: &StoreError) -> String {
    match error.source() {
        Some(source) => format!("{error} ({source})"),
        None => error.to_string(),
    }
}

/// The address of the first page.
fn page(address: SocketAddr, token: Option<&str>) -> String {
    let address = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        _ => address,
    };
    match token {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}/"),
    }
}

/// What was asked cannot be, or the server failed.
fn refused(error: ServeError) -> anyhow::Error {
    match &error {
        ServeError::NoToken { .. } => bad_input(error.to_string()),
        ServeError::Bind { source, .. } => bad_input(format!("{error} ({source})")),
        _ => error.into(),
    }
}

/// Waits for Ctrl-C.
async fn stopped() {
    while !console::stopped() {
        web::serve::sleep(Duration::from_millis(50)).await;
    }
}

/// Opens the user's browser, if there is one and somebody to see it.
fn open_browser(page: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let seen = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if seen {
        // No browser is no failure: the address was printed.
        let quiet = Command::new(opener)
            .arg(page)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        drop(quiet);
    }
}

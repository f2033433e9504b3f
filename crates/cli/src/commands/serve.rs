//! `fallible serve`: the workbench in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use endgame::store::Store;
use endgame::tables::Tables;
use web::app::Settings;
use web::serve::{Listen, serve};

use crate::console;
use crate::machine;

/// Open the workbench in the browser: practise, explore, assess
///
/// The server listens on this machine only, and keeps every practice game in a database as soon as a
/// move is made. Ctrl-C ends it; nothing is lost. Others are let in with --host and --token.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible serve --until-ready                       start, say where, and stop again
  fallible serve --until-ready --port 0 --no-open    any free port, no browser
  fallible serve --until-ready --port 0 --data practice --tables tables")]
pub(crate) struct Args {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8632)]
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

    /// Stop as soon as the server is ready: to see whether it would start
    #[arg(long)]
    until_ready: bool,

    /// Keep the practice history in this folder instead of the user's data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Keep tables in this folder instead of the user's cache folder
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = Settings {
        tables: match &args.tables {
            Some(folder) => folder.clone(),
            None => Store::default_folder()?,
        },
        data: Some(match &args.data {
            Some(folder) => folder.clone(),
            None => web::serve::default_data_folder()?,
        }),
        memory: memory(),
    };
    let listen = Listen { host: args.host, port: args.port, token: args.token.clone() };
    let mut told = Ok(());
    let ready = |address: SocketAddr| {
        let page = page(address, args.token.as_deref());
        told = writeln!(out, "the workbench is at {page}").and_then(|()| out.flush());
        if !args.no_open && !args.until_ready {
            open_browser(&page);
        }
    };
    serve(&settings, &listen, ready, stopped(args.until_ready))?;
    Ok(told?)
}

/// Half of the machine's memory: tables that answer and tables being solved share it.
fn memory() -> usize {
    let all = machine::memory_in_all().and_then(|bytes| usize::try_from(bytes).ok());
    all.map_or(Tables::DEFAULT_MEMORY, |all| all / 4 * 3)
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

/// Waits for Ctrl-C.
async fn stopped(at_once: bool) {
    while !at_once && !console::stopped() {
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

//! Runs the workbench's server on a socket.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use etcetera::BaseStrategy as _;
use tokio::net::TcpListener;

pub use crate::accept::accept;
use crate::app::{App, Gate, Settings, router};
pub use crate::connections::Limits;
use crate::history::HistoryError;
pub use crate::token::{Token, TokenError};

/// Where to listen.
#[derive(Clone, Debug)]
pub struct Listen {
    /// The address: loopback, or any with a token.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Required of every request, if there is one.
    pub token: Option<Token>,
    /// Limits on clients.
    pub limits: Limits,
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ServeError {
    #[error(
        "{0} can be reached from elsewhere: say who may come in with --token-file FILE, a file with a token of at least 8 characters, or with the variable FALLIBLE_TOKEN"
    )]
    NoToken(IpAddr),
    #[error(
        "cannot listen on {address}: choose another port with --port N, or 0 for any that is free"
    )]
    Bind { address: SocketAddr, source: std::io::Error },
    #[error(
        "there is no home folder to keep the practice history in: name a folder with --data DIR"
    )]
    NoHome,
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The system refuses threads or sockets.
    #[error("the server cannot start: try again when fewer programs run")]
    System(#[source] std::io::Error),
}

/// How long open connections may go on after the server was stopped.
const FAREWELL: Duration = Duration::from_millis(300);

/// Serves until `stopped` resolves. `ready` is called with the address once the server listens.
pub fn serve(
    settings: &Settings,
    listen: &Listen,
    ready: impl FnOnce(SocketAddr),
    stopped: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    if listen.token.is_none() && !listen.host.is_loopback() {
        return Err(ServeError::NoToken(listen.host));
    }
    let runtime = tokio::runtime::Runtime::new().map_err(ServeError::System)?;
    let app = App::open(settings)?;
    let served = runtime.block_on(run(Arc::clone(&app), listen, ready, stopped));
    app.library.jobs.cancel_all();
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn run(
    app: Arc<App>,
    listen: &Listen,
    ready: impl FnOnce(SocketAddr),
    stopped: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let address = SocketAddr::new(listen.host, listen.port);
    let bind = |source| ServeError::Bind { address, source };
    let listener = TcpListener::bind(address).await.map_err(bind)?;
    let address = listener.local_addr().map_err(bind)?;
    let gate = Gate { address: listen.host, port: address.port(), token: listen.token.clone() };
    tracing::info!(%address, "listening");
    ready(address);
    tokio::select! {
        () = accept(listener, router(app, gate), listen.limits) => (),
        () = stopped => (),
    }
    tracing::info!("stopping");
    Ok(())
}

/// The user's data folder: `~/.local/share/fallible`, or under `$XDG_DATA_HOME`.
pub fn default_data_folder() -> Result<PathBuf, ServeError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| ServeError::NoHome)?;
    Ok(strategy.data_dir().join("fallible"))
}

/// Sleeps, so that callers need not depend on tokio.
pub async fn sleep(time: Duration) {
    tokio::time::sleep(time).await;
}

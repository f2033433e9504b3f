//! The workbench on a socket.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use etcetera::BaseStrategy as _;
use tokio::net::TcpListener;

use crate::app::{App, Gate, Settings, router};
use crate::history::HistoryError;

/// Where to listen.
#[derive(Clone, Debug)]
pub struct Listen {
    /// The address: loopback, or any with a token.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Wanted of every request.
    pub token: Option<String>,
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// An open door without a lock.
    #[error(
        "{host} can be reached from elsewhere: say who may come in with --token TOKEN, at least 8 characters long"
    )]
    NoToken {
        /// The address.
        host: IpAddr,
    },
    /// Somebody else has it.
    #[error(
        "cannot listen on {address}: choose another port with --port N, or 0 for any that is free"
    )]
    Bind {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// Nobody knows where to keep the history.
    #[error(
        "there is no home folder to keep the practice history in: name a folder with --data DIR"
    )]
    NoHome,
    /// The history cannot be kept.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The system gives no threads or takes the socket away.
    #[error("the server stopped: start it again")]
    System(#[source] std::io::Error),
}

/// The shortest token that counts as one.
const SHORTEST_TOKEN: usize = 8;

/// How long open connections may go on after the end.
const FAREWELL: Duration = Duration::from_millis(300);

/// Serves until `stopped` is over; `ready` hears the address.
pub fn serve(
    settings: &Settings,
    listen: &Listen,
    ready: impl FnOnce(SocketAddr),
    stopped: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let guarded = listen.token.as_ref().is_some_and(|token| token.len() >= SHORTEST_TOKEN);
    if !guarded && (listen.token.is_some() || !listen.host.is_loopback()) {
        return Err(ServeError::NoToken { host: listen.host });
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let app = App::open(settings)?;
    let served = runtime.block_on(run(Arc::clone(&app), listen, ready, stopped));
    app.stop();
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
    let serving = axum::serve(listener, router(app, gate));
    ready(address);
    tokio::select! {
        served = serving => served.map_err(ServeError::System),
        () = stopped => Ok(()),
    }
}

/// The user's data folder: `~/.local/share/fallible`, or under `$XDG_DATA_HOME`.
pub fn default_data_folder() -> Result<PathBuf, ServeError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_| ServeError::NoHome)?;
    Ok(strategy.data_dir().join("fallible"))
}

/// Waits a while.
pub async fn sleep(time: Duration) {
    tokio::time::sleep(time).await;
}

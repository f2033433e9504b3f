//! Decides which requests are let in: those of our own pages, and those that carry the token.
//!
//! A page of another site can make a browser send requests here. It cannot choose `Host` (which stops
//! DNS rebinding), cannot hide its `Origin`, and cannot add the header `X-Fallible` without a CORS
//! preflight, which is never granted.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use study::schema::SCHEMA_VERSION;

use crate::errors::Failure;
use crate::token::Token;

/// The address the server listens on, and the token it requires.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The address listened on.
    pub address: IpAddr,
    /// The port; 0 before it is known.
    pub port: u16,
    /// Required of every request to the API, if there is one.
    pub token: Option<Token>,
}

impl Gate {
    /// Whether a request may name this host.
    fn admits_host(&self, host: &str) -> bool {
        let (name, port) = split_port(host);
        let own_port = port.is_none_or(|port| self.port == 0 || port == self.port.to_string());
        let name = name.trim_matches(['[', ']']);
        let address = name.parse::<IpAddr>().ok();
        let own_name = name.eq_ignore_ascii_case("localhost")
            || address.is_some_and(|address| address.is_loopback() || address == self.address)
            // Listening on all addresses, any name may be ours; the token decides.
            || (self.address.is_unspecified() && self.token.is_some());
        own_port && own_name
    }

    fn admits_token(&self, request: &Request) -> bool {
        let Some(wanted) = &self.token else { return true };
        // Compared as bytes: a token may hold characters that header text may not.
        let authorization = request.headers().get(header::AUTHORIZATION);
        if let Some((scheme, given)) =
            authorization.and_then(|value| value.as_bytes().split_at_checked(BEARER.len()))
            && scheme.eq_ignore_ascii_case(BEARER)
        {
            return wanted.is(given);
        }
        // Streams and downloads cannot carry headers.
        let asked = (request.method() == Method::GET).then(|| request.uri().query()).flatten();
        let mut pairs = asked.into_iter().flat_map(|query| query.split('&'));
        let in_query = pairs.find_map(|pair| pair.strip_prefix("token="));
        in_query.is_some_and(|given| wanted.is_in_query(given))
    }

    /// Why a request is refused, as a status and a sentence.
    fn refuses(&self, request: &Request) -> Option<(StatusCode, &'static str)> {
        let headers = request.headers();
        let refuse = |sentence| Some((StatusCode::FORBIDDEN, sentence));
        if ONCE.iter().any(|name| headers.get_all(name).iter().nth(1).is_some()) {
            let sentence = "the request has a header twice that may be there once: send Host, Origin and Authorization once";
            return Some((StatusCode::BAD_REQUEST, sentence));
        }
        let in_address = request.uri().authority().map(axum::http::uri::Authority::as_str);
        let Some(host) = text(headers, header::HOST.as_str()).or(in_address) else {
            return refuse("the request names no host: send it to the address the server printed");
        };
        if in_address.is_some_and(|other| other != host) {
            return refuse("the request names two hosts: use the address the server printed");
        }
        if !self.admits_host(host) {
            return refuse("the request names another host: use the address the server printed");
        }
        if let Some(origin) = headers.get(header::ORIGIN)
            && origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) != Some(host)
        {
            return refuse("the request comes from another site: use the workbench's own pages");
        }
        let path = request.uri().path();
        if !path.starts_with("/api") {
            return None;
        }
        if text(headers, "sec-fetch-site") == Some("cross-site") {
            return refuse("the request comes from another site: use the workbench's own pages");
        }
        if !self.admits_token(request) {
            let sentence = "this server wants its token: open the address it printed, or send Authorization: Bearer TOKEN";
            return Some((StatusCode::UNAUTHORIZED, sentence));
        }
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        if !reads && text(headers, "x-fallible") != Some("1") {
            return refuse("requests that change something need the header X-Fallible: 1");
        }
        None
    }
}

/// The scheme before a token in `Authorization`.
const BEARER: &[u8] = b"Bearer ";

/// Headers that decide whether a request is let in. Each may occur once, or two readers could disagree
/// about which one counts.
const ONCE: [header::HeaderName; 3] = [header::HOST, header::ORIGIN, header::AUTHORIZATION];

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Splits `[::1]:80` or `localhost` into a name and a port, if there is one.
fn split_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port))
            if !port.contains(']') && (!name.contains(':') || name.ends_with(']')) =>
        {
            (name, Some(port))
        }
        _ => (host, None),
    }
}

/// The content security policy of our pages.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request through or refuses it with a reason, and adds the security headers to the answer.
pub(crate) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let in_api = request.uri().path().starts_with("/api");
    let mut response = match gate.refuses(&request) {
        Some((status, sentence)) => {
            tracing::warn!("refused: {sentence}");
            Failure::Said(status, sentence.into()).into_response()
        }
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set("content-security-policy", POLICY);
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "no-referrer");
    set("cross-origin-resource-policy", "same-origin");
    if in_api {
        set("cache-control", "no-store");
        headers.insert("fallible-schema", SCHEMA_VERSION.into());
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(address: &str) -> Gate {
        Gate { address: address.parse().unwrap(), port: 8632, token: None }
    }

    #[test]
    fn only_our_own_names_are_admitted() {
        let gate = gate("127.0.0.1");
        for host in ["localhost:8632", "127.0.0.1:8632", "[::1]:8632", "LOCALHOST", "127.0.0.1"] {
            assert!(gate.admits_host(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8632",
            "localhost:80",
            "localhost.evil.example:8632",
            "192.168.1.2:8632",
            "",
            "127.0.0.1:8632:8632",
            "[::1]x:8632",
            "localhost:8632@evil",
        ] {
            assert!(!gate.admits_host(host), "{host}");
        }
    }

    #[test]
    fn the_bound_address_is_our_own() {
        assert!(gate("192.168.1.2").admits_host("192.168.1.2:8632"));
        assert!(!gate("192.168.1.2").admits_host("192.168.1.3:8632"));
        assert!(!gate("0.0.0.0").admits_host("desk.example:8632"));
        let with_token = Gate { token: Token::new("correct horse").ok(), ..gate("0.0.0.0") };
        assert!(with_token.admits_host("desk.example:8632"));
    }
}

//! The pages of the workbench.

use std::borrow::Cow;

/// A file that the browser asks for.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What it is: `text/html; charset=utf-8`.
    pub content_type: &'static str,
    /// Its bytes.
    pub bytes: Cow<'static, [u8]>,
}

const NO_PAGES: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fallible</title>\
<p>The workbench was built without its pages. Its API answers under <a href=\"/api/health\">/api</a>.";

/// The file of a path without its leading slash; the empty path is the first page.
pub fn asset(path: &str) -> Option<Asset> {
    matches!(path, "" | "index.html").then(|| Asset {
        content_type: "text/html; charset=utf-8",
        bytes: Cow::Borrowed(NO_PAGES.as_bytes()),
    })
}

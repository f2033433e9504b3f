//! The pages of the workbench, built from `ui/` by the build script and kept in the program.

/// Every file: its name, its bytes, the same compressed.
static FILES: &[(&str, &[u8], &[u8])] = include!(concat!(env!("OUT_DIR"), "/ui/pages.rs"));

/// A file that the browser asks for, as it is and as gzip.
#[derive(Clone, Debug)]
pub(crate) struct Asset {
    pub(crate) content_type: &'static str,
    pub(crate) bytes: &'static [u8],
    pub(crate) gzip: &'static [u8],
    /// A file whose name contains its hash may be kept for ever, others are revalidated.
    pub(crate) cache_control: &'static str,
}

/// The file of a path without its leading slash; the empty path is the first page.
pub(crate) fn asset(path: &str) -> Option<Asset> {
    let wanted = if path.is_empty() { "index.html" } else { path };
    let (name, bytes, gzip) = FILES.iter().find(|(name, ..)| *name == wanted)?;
    let lasting = name.starts_with("app-") || name.starts_with("part-");
    Some(Asset {
        content_type: content_type(name),
        bytes,
        gzip,
        cache_control: if lasting { "public, max-age=31536000, immutable" } else { "no-cache" },
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything the first page names is there, and nothing it names is on another machine.
    #[test]
    fn the_first_page_finds_its_files() {
        let page = asset("").expect("a first page");
        let html = String::from_utf8_lossy(page.bytes).into_owned();
        let named: Vec<&str> =
            html.split(['"']).filter(|text| text.starts_with('/') && text.contains('.')).collect();
        assert!(named.len() >= 3, "{named:?}");
        for path in named {
            assert!(asset(&path[1..]).is_some(), "{path} is missing");
        }
        assert!(!html.contains("://"), "a page that asks elsewhere");
    }

    #[test]
    fn a_path_cannot_leave_the_list() {
        for path in ["../Cargo.toml", "app", "/index.html"] {
            assert!(asset(path).is_none(), "{path}");
        }
    }

    /// The whole workbench, uncompressed and with every page, weighs less than 500 kB.
    #[test]
    fn the_pages_are_light() {
        let weight: usize = FILES.iter().map(|(_, bytes, _)| bytes.len()).sum();
        assert!(weight < 500_000, "{weight} bytes");
    }
}

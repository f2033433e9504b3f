//! SVG as a tree of typed elements: what can be written is well formed.

use std::fmt;

const FONT: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// One element with its attributes and what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Element {
        Element { name, attributes: Vec::new(), children: Vec::new() }
    }

    /// A drawing of this size in pixels.
    pub(crate) fn drawing(width: f64, height: f64) -> Element {
        Element::new("svg")
            .with("xmlns", "http://www.w3.org/2000/svg")
            .at("width", width)
            .at("height", height)
            .with("viewBox", format!("0 0 {width} {height}"))
    }

    /// A straight line.
    pub(crate) fn line(from: (f64, f64), to: (f64, f64)) -> Element {
        Element::new("line").at("x1", from.0).at("y1", from.1).at("x2", to.0).at("y2", to.1)
    }

    /// A line through all these points.
    pub(crate) fn polyline(points: &[(f64, f64)]) -> Element {
        let places: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", Pixels(x), Pixels(y))).collect();
        Element::new("polyline").with("fill", "none").with("points", places.join(" "))
    }

    /// A filled dot.
    pub(crate) fn dot(center: (f64, f64), radius: f64) -> Element {
        Element::new("circle").at("cx", center.0).at("cy", center.1).at("r", radius)
    }

    /// A rectangle by its upper left corner.
    pub(crate) fn rectangle(corner: (f64, f64), width: f64, height: f64) -> Element {
        Element::new("rect")
            .at("x", corner.0)
            .at("y", corner.1)
            .at("width", width)
            .at("height", height)
    }

    /// A line of text that starts here.
    pub(crate) fn text(start: (f64, f64), size: f64, text: &str) -> Element {
        let mut element =
            Element::new("text").at("x", start.0).at("y", start.1).at("font-size", size);
        element.children.push(Node::Text(text.to_owned()));
        element
    }

    /// The same in our font, with a name that screen readers say.
    #[must_use]
    pub(crate) fn named(self, title: &str) -> Element {
        self.with("font-family", FONT).with("role", "img").with("aria-label", title)
    }

    /// The same with its middle there, in this colour.
    #[must_use]
    pub(crate) fn centred(self, fill: &'static str) -> Element {
        self.with("text-anchor", "middle").with("fill", fill)
    }

    /// The same with one attribute more.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Element {
        self.attributes.push((name, value.into()));
        self
    }

    /// The same with one length more, in pixels.
    #[must_use]
    pub(crate) fn at(self, name: &'static str, pixels: f64) -> Element {
        self.with(name, Pixels(pixels).to_string())
    }

    /// The same with a tooltip.
    #[must_use]
    pub(crate) fn titled(self, text: &str) -> Element {
        let mut title = Element::new("title");
        title.children.push(Node::Text(text.to_owned()));
        self.holding([title])
    }

    /// The same with these elements inside, after those it has.
    #[must_use]
    pub(crate) fn holding(mut self, children: impl IntoIterator<Item = Element>) -> Element {
        self.children.extend(children.into_iter().map(Node::Element));
        self
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        write!(f, "{:indent$}<{}", "", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", Escaped(value))?;
        }
        if self.children.is_empty() {
            return writeln!(f, "/>");
        }
        write!(f, ">")?;
        if self.children.iter().any(|child| matches!(child, Node::Text(_))) {
            for child in &self.children {
                if let Node::Text(text) = child {
                    write!(f, "{}", Escaped(text))?;
                }
            }
        } else {
            writeln!(f)?;
            for child in &self.children {
                if let Node::Element(element) = child {
                    element.write(f, indent + 2)?;
                }
            }
            write!(f, "{:indent$}", "")?;
        }
        writeln!(f, "</{}>", self.name)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

/// A length to a hundredth of a pixel, no zeros behind.
struct Pixels(f64);

impl fmt::Display for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

/// Whether XML has a character at all: not the controls but tab and ends of line, nor two that mean
/// nothing.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Text with the five characters replaced that XML keeps for itself, and those it does not have by
/// the sign for what cannot be shown.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&apos;"),
            c if is_xml(c) => write!(f, "{c}"),
            _ => write!(f, "{}", char::REPLACEMENT_CHARACTER),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out() {
        let text = Element::text((1.0, 2.0), 12.0, "a < b & \"c\"").to_string();
        assert_eq!(
            text,
            "<text x=\"1\" y=\"2\" font-size=\"12\">a &lt; b &amp; &quot;c&quot;</text>\n"
        );
    }

    /// XML 1.0, section 2.2: nothing below a space but tab and ends of line, however it is written.
    #[test]
    fn text_is_what_xml_has() {
        let every: String = ('\0'..=char::MAX).collect();
        let text = Element::text((1.0, 2.0), 12.0, &every).with("fill", every).to_string();
        let allowed = |c: char| {
            let code = u32::from(c);
            [0x9, 0xa, 0xd].contains(&code)
                || (0x20..=0xd7ff).contains(&code)
                || (0xe000..=0xfffd).contains(&code)
                || (0x1_0000..=0x10_ffff).contains(&code)
        };
        assert!(text.chars().all(allowed));
        let named = Element::text((1.0, 2.0), 12.0, "a\u{1b}[31m\0b").to_string();
        assert!(named.contains(">a\u{fffd}[31m\u{fffd}b<"), "{named}");
    }

    #[test]
    fn elements_nest() {
        let drawing =
            Element::drawing(2.0, 1.0).holding([Element::dot((1.0, 0.333_33), 0.5).titled("t")]);
        let text = drawing.to_string();
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\""));
        assert!(text.contains("cy=\"0.33\" r=\"0.5\">\n    <title>t</title>\n  </circle>\n"));
        assert!(text.ends_with("</svg>\n"));
    }
}

//! A board with a number on each square.

use crate::shade;
use crate::svg::Element;
use crate::{FAINT, GRID, INK};

const SQUARE: f64 = 64.0;
const SIDE: f64 = 48.0;
const TOP: f64 = 84.0;
const FOOT: f64 = 70.0;

/// What is drawn on one square.
#[derive(Clone, Debug, PartialEq)]
pub enum OnSquare {
    /// A man, as its letter or its sign.
    Man(String),
    /// A number and how dark it is, between 0 and 1.
    Value {
        /// As written.
        text: String,
        /// From light to dark.
        shade: f64,
    },
    /// A word without a number.
    Word(String),
}

/// A chess board, White below, with something on each square.
#[derive(Clone, Debug)]
pub struct Board {
    /// Above everything.
    pub title: String,
    /// What is shown, in one line under the title.
    pub note: String,
    /// How words are to be read, in one line below.
    pub legend: String,
    /// From a1 to h1, then a2 and so on.
    pub squares: Vec<OnSquare>,
}

impl Board {
    /// The whole drawing.
    pub fn svg(&self) -> String {
        let (width, height) = (2.0 * SIDE + 8.0 * SQUARE, TOP + 8.0 * SQUARE + FOOT);
        let corner =
            |at: usize| (SIDE + (at % 8) as f64 * SQUARE, TOP + (7 - at / 8) as f64 * SQUARE);
        let squares = self.squares.iter().take(64).enumerate();
        let squares = squares.flat_map(|(at, what)| square(corner(at), at, what));
        let ends = (0..8).flat_map(|at| {
            let middle = (at as f64 + 0.5) * SQUARE;
            let file = char::from(b'a' + at as u8).to_string();
            let bottom = TOP + 8.0 * SQUARE;
            [
                Element::text((SIDE + middle, bottom + 20.0), 13.0, &file),
                Element::text((SIDE - 16.0, bottom - middle + 4.0), 13.0, &(at + 1).to_string()),
            ]
            .map(|name| name.centred(FAINT))
        });
        let legend = Element::text((SIDE, height - 22.0), 12.0, &self.legend).with("fill", FAINT);
        let mut head = crate::head(&self.title, &self.note, width, height);
        for text in &mut head[1..] {
            *text = text.clone().with("transform", format!("translate({} 0)", SIDE - crate::LEFT));
        }
        Element::drawing(width, height)
            .named(&self.title)
            .holding(head)
            .holding(squares)
            .holding(ends)
            .holding([legend])
            .to_string()
    }
}

fn square((x, y): (f64, f64), at: usize, what: &OnSquare) -> Vec<Element> {
    let name = format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1);
    let (fill, ink, size, text) = match what {
        OnSquare::Man(man) => ("#ffffff".to_owned(), INK, 46.0, man),
        OnSquare::Value { text, shade } => (shade::color(*shade), shade::ink(*shade), 20.0, text),
        OnSquare::Word(word) => ("#fdfdfb".to_owned(), FAINT, 13.0, word),
    };
    let under = Element::rectangle((x, y), SQUARE, SQUARE).with("fill", fill).with("stroke", GRID);
    let lift = size * 0.36;
    let text = Element::text((x + SQUARE / 2.0, y + SQUARE / 2.0 + lift), size, text).centred(ink);
    vec![under.titled(&name), text]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_drawn() {
        let mut squares = vec![OnSquare::Word("draw".to_owned()); 64];
        squares[0] = OnSquare::Value { text: "31".to_owned(), shade: 1.0 };
        squares[63] = OnSquare::Man("K".to_owned());
        let board = Board {
            title: "chart".to_owned(),
            note: String::new(),
            legend: String::new(),
            squares,
        };
        let svg = board.svg();
        assert_eq!(svg.matches("<rect ").count(), 65);
        assert_eq!(svg.matches(">draw</text>").count(), 62);
        assert!(svg.contains(">31</text>") && svg.contains(&shade::color(1.0)));
    }
}

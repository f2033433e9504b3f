use std::io::{BufRead, Write};
use corpus::look::{Before, features};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, uci::UciMove};
// stdin: lines "fen\tanswered\tcontinued" where the two are "uci|fenbefore" ; stdout binary: per line: nmoves u16, per move: uci 5 bytes, nf u16, nf*u16
fn main() {
    let out = std::io::stdout();
    let mut out = std::io::BufWriter::new(out.lock());
    let read = |fen: &str| -> Chess { fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap() };
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let parts: Vec<&str> = line.split('\t').collect();
        let at = read(parts[0]);
        let prev = |s: &str| (!s.is_empty()).then(|| { let (u, f) = s.split_once('|').unwrap(); let p = read(f); u.parse::<UciMove>().unwrap().to_move(&p).unwrap() });
        let before = Before { answered: prev(parts[1]), continued: prev(parts[2]) };
        let moves = at.legal_moves();
        let (rows, size) = features(&at, &moves, &before);
        out.write_all(&(moves.len() as u16).to_le_bytes()).unwrap();
        out.write_all(&(size as u16).to_le_bytes()).unwrap();
        for (m, row) in moves.iter().zip(rows) {
            let mut u = m.to_uci(CastlingMode::Standard).to_string().into_bytes();
            u.resize(5, b' ');
            out.write_all(&u).unwrap();
            out.write_all(&(row.len() as u16).to_le_bytes()).unwrap();
            for x in row { out.write_all(&(x as u16).to_le_bytes()).unwrap(); }
        }
    }
}

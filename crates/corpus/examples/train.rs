//! train OUT [extra pgn...]: five folds and all
use std::io::Write;
use corpus::look::{Before, features};
use shakmaty::{Chess, Move, Position};
use study::pgn::Games;
use std::path::Path;

struct Item { fold: u8, z: f32, fide: bool, chosen: u16, start: u32, n: u16 }
struct Set { items: Vec<Item>, row: Vec<u32>, feats: Vec<u32>, size: usize }

fn add(set: &mut Set, path: &str, kind: u8, from_ply: usize, max: usize) {
    let games = Games::open(Path::new(path)).unwrap();
    for game in games {
        let Ok(game) = game else { continue };
        if game.tag("FEN").is_some() || game.tag("WhiteIsComp").is_some() || game.tag("BlackIsComp").is_some() { continue }
        let elo = |t: &str| game.tag(t).and_then(|e| e.parse::<f32>().ok()).filter(|e| (500.0..=3000.0).contains(e));
        let elos = [elo("WhiteElo"), elo("BlackElo")];
        let mut at = Chess::default();
        let mut last: [Option<Move>; 2] = [None, None];
        for (k, played) in game.moves.iter().enumerate() {
            let ply = k + 1;
            if ply > max { break }
            let e = elos[k % 2];
            let moves = at.legal_moves();
            if ply >= from_ply && moves.len() >= 2 && at.board().occupied().count() > 5 && let Some(e) = e {
                let (rows, size) = features(&at, &moves, &Before { answered: last[1], continued: last[0] });
                set.size = size as usize;
                let z = if kind == 1 { (e - 1900.0) / 500.0 } else { (e - 1700.0) / 500.0 };
                let chosen = moves.iter().position(|m| *m == played.play).unwrap();
                let fold = if kind == 2 { 9 } else { (game.index + if kind == 1 { 100000 } else { 0 }) % 5 } as u8;
                set.items.push(Item { fold, z, fide: kind == 1, chosen: chosen as u16, start: set.row.len() as u32, n: moves.len() as u16 });
                for row in rows { set.row.push(set.feats.len() as u32); set.feats.extend(row.iter().map(|&x| x)); }
            }
            last = [last[1], Some(played.play)];
            at.play_unchecked(played.play);
        }
    }
}

struct Model { w: Vec<[f32; 3]> }
impl Model {
    fn train(set: &Set, keep: impl Fn(&Item) -> bool, epochs: usize, rate: f32, l2: [f32; 3]) -> Model {
        let k = set.size;
        let mut w = vec![[0f32; 3]; k]; let mut g2 = vec![[1e-2f32; 3]; k];
        let mut order: Vec<usize> = (0..set.items.len()).filter(|&i| keep(&set.items[i])).collect();
        let total = order.len() as f32;
        let mut seed = 12345u64;
        for epoch in 0..epochs {
            for i in (1..order.len()).rev() { seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); let j = (seed >> 33) as usize % (i + 1); order.swap(i, j); }
            let mut nats = 0.0;
            let lr = rate * (1.0 - epoch as f32 / epochs as f32).max(0.1);
            for batch in order.chunks(32) {
            let mut grad: std::collections::HashMap<u32, [f32; 3]> = std::collections::HashMap::new();
            for &i in batch {
                let it = &set.items[i];
                let m = [1.0, it.z, if it.fide { 1.0 } else { 0.0 }];
                let mut u: Vec<f32> = (0..it.n as usize).map(|j| set.of(it, j).iter().map(|&f| { let w = &w[f as usize]; w[0] + w[1] * m[1] + w[2] * m[2] }).sum()).collect();
                let top = u.iter().copied().fold(f32::MIN, f32::max);
                let mut s = 0.0; for x in &mut u { *x = (*x - top).exp(); s += *x; }
                nats -= (u[it.chosen as usize] / s).ln();
                for j in 0..it.n as usize {
                    let p = u[j] / s; let d = if j == it.chosen as usize { 1.0 - p } else { -p };
                    if d.abs() < 1e-5 { continue }
                    for &f in set.of(it, j) { let g = grad.entry(f).or_default(); for c in 0..3 { g[c] += d * m[c]; } }
                }
            }
            for (f, g) in grad { let f = f as usize; for c in 0..3 { let gg = g[c] / batch.len() as f32 - l2[c] * w[f][c] / total; g2[f][c] += gg * gg; w[f][c] += lr * gg / g2[f][c].sqrt(); } }
            }
            eprintln!("epoch {epoch} {:.4}", nats / total);
        }
        Model { w }
    }
    fn score(&self, set: &Set, it: &Item, j: usize) -> [f32; 3] { let mut s = [0f32; 3]; for &f in set.of(it, j) { for c in 0..3 { s[c] += self.w[f as usize][c]; } } s }
    fn nats(&self, set: &Set, it: &Item) -> f32 {
        let u: Vec<f32> = (0..it.n as usize).map(|j| { let s = self.score(set, it, j); s[0] + s[1] * it.z + if it.fide { s[2] } else { 0.0 } }).collect();
        let top = u.iter().copied().fold(f32::MIN, f32::max);
        let s: f32 = u.iter().map(|x| (x - top).exp()).sum();
        -(u[it.chosen as usize] - top - s.ln())
    }
}
impl Set { fn of(&self, it: &Item, j: usize) -> &[u32] { let r = it.start as usize + j; let a = self.row[r] as usize; let b = self.row.get(r + 1).map_or(self.feats.len(), |&b| b as usize); &self.feats[a..b] } }

fn main() {
    let out = std::env::args().nth(1).unwrap();
    let epochs: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let rate: f32 = std::env::args().nth(3).unwrap().parse().unwrap();
    let l2: f32 = std::env::args().nth(4).unwrap().parse().unwrap();
    let one = std::env::args().nth(5).is_some();
    let mut set = Set { items: vec![], row: vec![], feats: vec![], size: 0 };
    let g = "/work/shared/data/games/";
    add(&mut set, &format!("{g}lichess_by_rating.pgn.gz"), 0, 15, 160);
    add(&mut set, &format!("{g}fide_classical_stratified.pgn"), 1, 15, 160);
    add(&mut set, &format!("{g}fics_standard_by_rating.pgn.gz"), 2, 15, 120);
    eprintln!("{} decisions {} rows {} feats size {}", set.items.len(), set.row.len(), set.feats.len(), set.size);
    // the shared positions, in the order of pos.tsv, are scored by dump of weights
    for k in 0..5u8 {
        let model = Model::train(&set, |it| it.fold != k, epochs, rate, [l2, l2 * 3.0, l2 * 3.0]);
        for fide in [false, true] {
            let (mut s, mut n) = (0.0, 0);
            for it in set.items.iter().filter(|it| it.fold == k && it.fide == fide) { s += model.nats(&set, it); n += 1; }
            eprintln!("fold {k} fide {fide}: held out {:.4} of {n}", s / n as f32);
        }
        let mut f = std::fs::File::create(format!("{out}.{k}")).unwrap();
        for w in &model.w { for c in w { f.write_all(&c.to_le_bytes()).unwrap(); } }
        if one { break }
    }
}

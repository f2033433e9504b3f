use std::sync::Arc;
use endgame::{material::Material, solve::{solve, Watch}, table::Table, rules::Color, index::Slot};
use value::*;
fn cpu() -> f64 { let s=std::fs::read_to_string("/proc/self/stat").unwrap(); let f:Vec<&str>=s.rsplit(')').next().unwrap().split_whitespace().collect(); (f[11].parse::<f64>().unwrap()+f[12].parse::<f64>().unwrap())/100.0 }
fn main(){
  let args:Vec<String>=std::env::args().collect();
  let metric: Metric = args[1].parse().unwrap();
  let mut tables:Vec<Arc<Table>>=vec![];
  let start=cpu();
  for name in &args[2..] {
    let m:Material=name.parse().unwrap();
    for need in m.with_all_it_needs() {
      if tables.iter().any(|t|t.material()==need){continue}
      let c=cpu();
      let t=solve(&need,metric,&tables,&Watch::NOBODY).unwrap();
      let c2=cpu();
      print!("{need} {:.2}s deepest {:?} {:?}",c2-c,t.deepest(Color::White),t.deepest(Color::Black));
      if std::env::var("STATS").is_ok() && (need==m.normalized()) {
      for turn in Color::ALL { let mut w=0u64; let mut d=0; let mut l=0; let codes=t.codes(turn); let mut deep=0;
        for cell in 0..t.index().cells(){ let mask=t.index().class_mask(cell); if mask.representatives==0{continue}
          for b in 0..64 { if mask.representatives>>b&1==1 { match t.codec().outcome(codes[cell*64+b],turn){Some(Outcome::Win(x))=>{w+=1; if Some(x)==t.deepest(Color::White){deep+=1}},Some(Outcome::Draw)=>d+=1,Some(Outcome::Loss(x))=>{l+=1; if Some(x)==t.deepest(Color::White){deep+=1}},None=>{}} } } }
        print!("  {turn}: w{w} d{d} l{l} deep{deep}"); } let _ = Slot{turn:Color::White,index:0}; }
      println!();
      tables.push(Arc::new(t));
    }
  }
  println!("total {:.2} {}",cpu()-start, std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l|l.starts_with("VmHWM")).unwrap());
}

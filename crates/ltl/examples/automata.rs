//! t
use std::time::Instant;
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    for line in text.lines() {
        let t = Instant::now();
        let r = gmc_ltl::sizes(line);
        let e = t.elapsed().as_secs_f64();
        match r {
            Ok((s, n, a, w)) => println!("{s}\t{n}\t{a}\t{w}\t{e:.4}\t{line}"),
            Err(m) => println!("-\t-\t-\t-\t{e:.4}\t{line}\t{m}"),
        }
    }
}

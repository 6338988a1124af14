//! The figures of `gmc-explore`: what searches cost where the system costs nothing, and what a visited state takes.
//!
//! `cargo run --release -p gmc-explore --example rate` prints all of them.

#[allow(dead_code, unreachable_pub, reason = "the tests use more of it")]
#[path = "../tests/searches/toy/lattice.rs"]
mod lattice;

use gmc_explore::{Fingerprints64, Fingerprints128, Plan, Visited, bfs, dfs};
use gmc_model::Outcome;
use lattice::Lattice;
use std::time::Instant;

fn main() {
    println!("searching counters (the system itself takes some 2 ns a transition)");
    for (counters, limit) in [(4, 9), (4, 17), (4, 31), (8, 5), (6, 14), (8, 7)] {
        search("depth-first, 128 bits", counters, limit, |it| {
            dfs(it, &mut Fingerprints128::new(), Plan::default())
        });
        search("depth-first, 64 bits", counters, limit, |it| {
            dfs(it, &mut Fingerprints64::new(), Plan::default())
        });
        search("breadth-first, 128 bits", counters, limit, |it| {
            bfs(it, &mut Fingerprints128::new(), Plan::default())
        });
    }
    println!("\ninserting random fingerprints");
    for n in [10_000, 100_000, 1_000_000, 10_000_000] {
        insert("128 bits", n, Fingerprints128::new());
        insert("64 bits", n, Fingerprints64::new());
    }
}

fn search(name: &str, counters: u32, limit: u8, run: impl Fn(&mut Lattice) -> Outcome) {
    let mut lattice = Lattice::new(counters, limit);
    let started = Cpu::now();
    let outcome = run(&mut lattice);
    let nanoseconds = started.nanoseconds();
    let stats = &outcome.stats;
    assert_eq!((stats.states, stats.transitions), (lattice.states(), lattice.transitions()));
    println!(
        "  {name:<24}{:>12} states{:>12} transitions{:>8.1} ns a transition{:>8.1} bytes a state",
        stats.states,
        stats.transitions,
        nanoseconds / stats.transitions as f64,
        stats.visited_bytes as f64 / stats.states as f64,
    );
}

/// Random numbers, the same every time.
fn random(count: usize) -> impl Iterator<Item = u128> {
    let mut state = 1_u128;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
        state ^ (state >> 64)
    })
    .take(count)
}

fn insert(name: &str, count: usize, mut set: impl Visited) {
    let resident = resident_bytes();
    let (mut most, mut pause) = (0_f64, 0);
    let started = Cpu::now();
    let mut last = Instant::now();
    for (n, fingerprint) in (1..).zip(random(count)) {
        set.insert(fingerprint);
        if n % 64 == 0 {
            let now = Instant::now();
            pause = pause.max((now - last).as_micros());
            last = now;
            if n > count / 2 {
                most = most.max(set.bytes() as f64 / n as f64);
            }
        }
    }
    let new = started.nanoseconds() / count as f64;
    let resident = resident_bytes().saturating_sub(resident);
    let started = Cpu::now();
    let found = random(count).filter(|&fingerprint| !set.insert(fingerprint)).count();
    let again = started.nanoseconds() / count as f64;
    assert_eq!(found, count);
    println!(
        "  {name:<10}{count:>12} states{new:>8.1} ns new{again:>8.1} ns again{:>8.1} bytes a state, at most {most:.1}, \
         resident {:.1}; longest pause {pause} µs; omission {:.1e}",
        set.bytes() as f64 / count as f64,
        resident as f64 / count as f64,
        set.omission(),
    );
}

/// A moment in the time that this thread has had a processor for, where the host tells; otherwise of the clock.
struct Cpu(Option<u64>, Instant);

impl Cpu {
    fn now() -> Cpu {
        let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        Cpu(statistics.split(' ').next().and_then(|it| it.parse().ok()), Instant::now())
    }

    fn nanoseconds(&self) -> f64 {
        match (self, Cpu::now()) {
            (Cpu(Some(then), _), Cpu(Some(now), _)) => (now - then) as f64,
            (Cpu(_, then), Cpu(_, now)) => (now - *then).as_nanos() as f64,
        }
    }
}

/// What this process has in memory, where the host tells.
fn resident_bytes() -> usize {
    let statistics = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statistics.split(' ').nth(1).and_then(|it| it.parse::<usize>().ok());
    pages.unwrap_or_default() * 4096
}

//! The figures of `gmc-explore`: what searches cost where the system costs nothing, and what a visited state takes.
//!
//! `cargo run --release -p gmc-explore --example rate` prints all of them.

#[allow(dead_code, unreachable_pub, reason = "the tests use more of it")]
#[path = "../tests/searches/toy/lattice.rs"]
mod lattice;

use gmc_explore::{Fingerprints64, Fingerprints128, Plan, Visited, bfs, dfs};
use gmc_model::SearchResult;
use lattice::Lattice;
use std::time::Instant;

fn main() {
    // First, while no memory was given back yet that could be used again.
    println!("inserting random fingerprints");
    for n in [10_000, 100_000, 1_000_000, 10_000_000] {
        insert("128 bits", n, Fingerprints128::new);
        insert("64 bits", n, Fingerprints64::new);
    }
    println!("\none access to memory after the other, each to a random place that the one before it decides");
    for megabytes in [2, 20, 200] {
        access(megabytes);
    }
    println!("\nsearching counters");
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
}

/// Nanoseconds per repetition of something that has so many of them, repeated until they can be measured.
fn nanoseconds(repetitions: u64, mut body: impl FnMut()) -> f64 {
    let rounds = 4_000_000_u64.div_ceil(repetitions);
    let started = Cpu::now();
    for _ in 0..rounds {
        body();
    }
    started.nanoseconds() / (rounds * repetitions) as f64
}

fn access(megabytes: usize) {
    let count = (megabytes << 20) / size_of::<u128>();
    let memory: Vec<u128> = (0..count as u128).collect();
    let mut place = 1_u64;
    let each = nanoseconds(4_000_000, || {
        for _ in 0..4_000_000 {
            let at = (u128::from(place) * count as u128) >> 64;
            place = place.wrapping_add(memory[at as usize] as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
            place ^= place >> 31;
        }
    });
    println!("  {megabytes:>4} MB{:>8.1} ns", std::hint::black_box((each, place)).0);
}

fn search(name: &str, counters: u32, limit: u8, run: impl Fn(&mut Lattice) -> SearchResult) {
    let mut lattice = Lattice::new(counters, limit);
    let stats = run(&mut lattice).stats;
    assert_eq!((stats.states, stats.transitions), (lattice.states(), lattice.transitions()));
    let each = nanoseconds(stats.transitions, || drop(run(&mut lattice)));
    println!(
        "  {name:<24}{:>12} states{:>12} transitions{each:>8.1} ns a transition{:>8.1} bytes a state",
        stats.states,
        stats.transitions,
        stats.visited_bytes as f64 / stats.states as f64,
    );
}

/// Random numbers, the same every time.
fn random(count: u64) -> impl Iterator<Item = u128> {
    let mut state = 1_u128;
    let next = move || {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
        state ^ (state >> 64)
    };
    std::iter::repeat_with(next).take(count as usize)
}

fn insert<V: Visited>(name: &str, count: u64, empty: impl Fn() -> V) {
    let resident = resident_bytes();
    let (mut most, mut sum) = (0_f64, 0_f64);
    let mut set = empty();
    for (n, fingerprint) in (1..).zip(random(count)) {
        set.insert(fingerprint);
        let bytes = set.bytes() as f64 / n as f64;
        if n > count / 2 {
            (most, sum) = (most.max(bytes), sum + bytes);
        }
    }
    let resident = resident_bytes().saturating_sub(resident) as f64 / count as f64;
    let again = nanoseconds(count, || assert!(random(count).all(|it| !set.insert(it))));
    let new = nanoseconds(count, || {
        let mut set = empty();
        assert!(random(count).all(|it| set.insert(it)));
    });
    println!(
        "  {name:<10}{count:>12} states{new:>8.1} ns new{again:>8.1} ns again{:>8.1} bytes a state (at most {most:.1}, \
         resident {resident:.1})  omission {:.1e}",
        sum / (count - count / 2) as f64,
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

//! The figures of `gmc-mem`: instructions of the hot paths, how costs scale, bytes per state, and the reference model.
//!
//! `cargo run --release -p gmc-mem --example figures` prints all of them; instruction counts need valgrind.

#[path = "../tests/reference/mod.rs"]
mod reference;
#[path = "../tests/scenarios/mod.rs"]
mod scenarios;

use gmc_mem::{ExactStore, Layout, Memory, Pointer, Scalar, Site, Storage};
use reference::Reference;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    if scenarios::run_from_environment() {
        return;
    }
    let only = std::env::args().nth(1);
    let wanted = |name: &str| only.as_deref().is_none_or(|o| name.starts_with(o));
    instruction_counts(&wanted);
    if wanted("reference") {
        against_the_reference();
    }
    if wanted("journal") {
        bytes_per_saved_state();
    }
    if wanted("exact") {
        bytes_per_exact_state();
    }
}

fn instruction_counts(wanted: &dyn Fn(&str) -> bool) {
    let me = std::env::current_exe().expect("this program has a path");
    println!("instructions per iteration (callgrind)");
    let wanted: Vec<_> = scenarios::SCENARIOS.iter().filter(|s| wanted(s.name)).collect();
    let counts = scenarios::instructions(&wanted, &|command| {
        command.arg(&me);
    });
    let Some(counts) = counts else {
        println!("  valgrind is not installed: no counts");
        return;
    };
    for (scenario, count) in wanted.iter().zip(counts) {
        println!("  {:<22}{count:>14.1}", scenario.name);
    }
}

/// A deterministic stream of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn nanoseconds(repeat: u32, mut body: impl FnMut(u32)) -> f64 {
    let start = Instant::now();
    for i in 0..repeat {
        body(i);
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(repeat)
}

/// The same loads, stores and steps on `gmc-mem` and on the reference, in this run.
fn against_the_reference() {
    const OBJECTS: u64 = 100;
    let mut memory = scenarios::memory();
    let nodes = scenarios::fan(&mut memory, OBJECTS);
    memory.fingerprint();
    let mut model = Reference::default();
    let root = model.alloc(8 * OBJECTS, 0, 0);
    model.objects.get_mut(&root).expect("there").root = Some(1);
    let handles: Vec<usize> = (0..OBJECTS).map(|_| model.alloc(24, 0, 3)).collect();
    for (i, &h) in handles.iter().enumerate() {
        for word in 0..3 {
            model.put_number(h, 8 * word, 8, 0);
        }
        let bytes = (0..8).map(|index| Some(reference::Byte::Pointer { target: h, offset: 0, index }));
        model.put(root, 8 * i as i64, bytes);
    }

    let at = |i: u32| (i as usize * 7919) % OBJECTS as usize;
    let ours = nanoseconds(2_000_000, |i| {
        black_box(memory.load_u64(nodes[at(i)]).is_ok());
    });
    let theirs = nanoseconds(200_000, |i| {
        let h = handles[at(i)];
        assert!(model.judge(h, 0, 8, false).is_ok());
        let number = model.get(h, 0, 8).iter().rev().fold(0u64, |n, b| match b {
            Some(reference::Byte::Plain(b)) => n << 8 | u64::from(*b),
            _ => n,
        });
        black_box(number);
    });
    report("load 8 bytes", ours, theirs);
    let ours = nanoseconds(2_000_000, |i| memory.store_u64(nodes[at(i)], u64::from(i)).expect("in bounds"));
    let theirs = nanoseconds(200_000, |i| {
        assert!(model.judge(handles[at(i)], 0, 8, true).is_ok());
        model.put_number(handles[at(i)], 0, 8, i.into());
    });
    report("store 8 bytes", ours, theirs);
    let ours = nanoseconds(200_000, |i| {
        let mark = memory.mark();
        for k in 0..3 {
            memory.store_u64(nodes[at(3 * i + k)], u64::from(i)).expect("in bounds");
        }
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
    });
    let theirs = nanoseconds(200, |i| {
        let saved = model.clone();
        for k in 0..3 {
            model.put_number(handles[at(3 * i + k)], 0, 8, i.into());
        }
        black_box(model.fingerprint());
        model = saved;
    });
    report("mark, 3 stores, fingerprint, rewind", ours, theirs);
}

fn report(what: &str, ours: f64, theirs: f64) {
    println!("{what}: {ours:.1} ns, reference {theirs:.1} ns, {:.0} times faster", theirs / ours);
}

/// Eight processes of a program counter and a variable each; a step gives one of them a new local state of sixteen.
struct Family {
    memory: Memory,
    processes: Vec<Pointer>,
    numbers: Numbers,
}

impl Family {
    fn new() -> Family {
        let mut memory = scenarios::memory();
        let processes = (0..8)
            .map(|name| {
                let p = memory.alloc(Layout::new(48, 8), Storage::Global, Site(0)).expect("there is room");
                memory.fill(p, 0, 48).expect("in bounds");
                memory.add_root(p.prov, name);
                p
            })
            .collect();
        Family { memory, processes, numbers: Numbers(1) }
    }

    /// Changes two words.
    fn step(&mut self) {
        let process = self.processes[self.numbers.below(8) as usize];
        let (pc, variable) = (process, process.wrapping_offset(40));
        let Ok(Scalar::Bits(old)) = self.memory.load_u64(pc) else { panic!("initialised") };
        let (new, value) = ((old + 1 + self.numbers.below(3)) % 4, self.numbers.below(4));
        self.memory.store_u64(pc, new).expect("in bounds");
        self.memory.store_u64(variable, value).expect("in bounds");
    }
}

const STATES: u64 = 1_000_000;

fn bytes_per_saved_state() {
    let mut family = Family::new();
    let before = family.memory.journal_bytes();
    let start = Instant::now();
    for _ in 0..STATES {
        family.memory.mark();
        family.step();
        black_box(family.memory.fingerprint());
    }
    let each = (family.memory.journal_bytes() - before) as f64 / STATES as f64;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "depth-first stack of {STATES} states, two words each: {each:.1} bytes a state ({seconds:.2} s)"
    );
    let mut scattered = scenarios::memory();
    let nodes = scenarios::fan(&mut scattered, 1000);
    let mut numbers = Numbers(2);
    for i in 0..STATES {
        scattered.mark();
        for _ in 0..2 {
            scattered.store_u64(nodes[numbers.below(1000) as usize], i * 0x9e37_79b9).expect("in bounds");
        }
    }
    let each = scattered.journal_bytes() as f64 / STATES as f64;
    println!(
        "the same with the two words in different objects, values never repeating: {each:.1} bytes a state"
    );
}

fn bytes_per_exact_state() {
    let mut family = Family::new();
    let mut store = ExactStore::new();
    let mut steps = 0u64;
    let start = Instant::now();
    while store.len() < STATES {
        family.step();
        store.insert(&family.memory);
        steps += 1;
    }
    let each = store.bytes() as f64 / store.len() as f64;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "exact store, {} states of the same family: {each:.1} bytes a state ({steps} steps, {seconds:.2} s)",
        store.len()
    );
}

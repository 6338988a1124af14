//! The measured scenarios: what one iteration does is what the figures count.
//!
//! `examples/figures.rs` runs them under callgrind with two iteration counts and divides the difference, so that
//! setting up does not count; `tests/instructions.rs` guards the results.
#![allow(dead_code, reason = "the tests and the figures use different parts")]

use gmc_mem::{Config, Layout, Memory, Pointer, Scalar, Site, Storage, Watch};
use std::hint::black_box;

pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    /// Iterations of the shorter run; the longer one does twice as many.
    pub(crate) iterations: u64,
    pub(crate) run: fn(u64),
}

pub(crate) const SCENARIOS: &[Scenario] = &[
    Scenario { name: "load", iterations: 20_000, run: load },
    Scenario { name: "load-pointer", iterations: 20_000, run: load_pointer },
    Scenario { name: "store", iterations: 20_000, run: store },
    Scenario { name: "load-shared", iterations: 20_000, run: load_shared },
    Scenario { name: "store-shared", iterations: 20_000, run: store_shared },
    Scenario { name: "step-3", iterations: 2_000, run: step_3 },
    Scenario { name: "step-3-pointers", iterations: 2_000, run: step_3_pointers },
    Scenario { name: "search-step", iterations: 2_000, run: |n| search_step(n, false, false) },
    Scenario { name: "search-step-pointers", iterations: 2_000, run: |n| search_step(n, true, false) },
    Scenario { name: "search-step-relinking", iterations: 2_000, run: |n| search_step(n, true, true) },
    Scenario { name: "objects-10", iterations: 1_000, run: |n| objects(n, 10) },
    Scenario { name: "objects-1000", iterations: 1_000, run: |n| objects(n, 1_000) },
    Scenario { name: "objects-100000", iterations: 1_000, run: |n| objects(n, 100_000) },
    Scenario { name: "array-1k", iterations: 1_000, run: |n| array(n, 1 << 10) },
    Scenario { name: "array-1m", iterations: 1_000, run: |n| array(n, 1 << 20) },
    Scenario { name: "relink-alone", iterations: 10, run: |n| relink(n, 10_000, 0) },
    Scenario { name: "relink-among-100000", iterations: 10, run: |n| relink(n, 10_000, 100_000) },
    Scenario { name: "relink-tail", iterations: 1_000, run: |n| relink_tail(n, 10_000) },
    Scenario { name: "alloc-kill", iterations: 20_000, run: alloc_kill },
    Scenario { name: "alloc-kill-unheld", iterations: 20_000, run: alloc_kill_unheld },
    Scenario { name: "snapshot", iterations: 500, run: snapshot },
    Scenario { name: "copy-64k", iterations: 20, run: copy },
    Scenario { name: "fill-64k", iterations: 20, run: fill },
];

pub(crate) fn memory() -> Memory {
    Memory::new(Config::default())
}

pub(crate) fn object(memory: &mut Memory, size: u64) -> Pointer {
    memory.alloc(Layout::new(size, 8), Storage::Heap, Site(1)).expect("there is room")
}

/// A root with pointers to `count` nodes of 24 bytes, each initialised.
pub(crate) fn fan(memory: &mut Memory, count: u64) -> Vec<Pointer> {
    let root = memory.alloc(Layout::new(8 * count, 8), Storage::Global, Site(0)).expect("there is room");
    memory.add_root(root.prov, 1);
    (0..count)
        .map(|i| {
            let node = object(memory, 24);
            memory.fill(node, 0, 24).expect("in bounds");
            memory.store_pointer(root.wrapping_offset(8 * i as i64), node).expect("in bounds");
            node
        })
        .collect()
}

fn load(n: u64) {
    let mut memory = memory();
    let a = object(&mut memory, 512);
    memory.fill(a, 7, 512).expect("in bounds");
    let mut sum = 0;
    for i in 0..n {
        let p = Pointer { addr: a.addr + 8 * (i % 64), prov: a.prov };
        if let Ok(Scalar::Bits(bits)) = memory.load_u64(p) {
            sum ^= bits;
        }
    }
    black_box(sum);
}

fn load_pointer(n: u64) {
    let mut memory = memory();
    let a = object(&mut memory, 64);
    for i in 0..8 {
        memory.store_pointer(a.wrapping_offset(8 * i), a).expect("in bounds");
    }
    let mut sum = 0;
    for i in 0..n {
        let p = Pointer { addr: a.addr + 8 * (i % 8), prov: a.prov };
        if let Ok(Scalar::Pointer(found)) = memory.load_u64(p) {
            sum ^= found.addr;
        }
    }
    black_box(sum);
}

fn store(n: u64) {
    let mut memory = memory();
    let a = object(&mut memory, 512);
    memory.fill(a, 7, 512).expect("in bounds");
    for i in 0..n {
        let p = Pointer { addr: a.addr + 8 * (i % 64), prov: a.prov };
        if memory.store_u64(p, i).is_err() {
            return;
        }
    }
    black_box(&memory);
}

/// An object that several threads reach, whose accesses are noted.
fn shared(memory: &mut Memory) -> Pointer {
    let a = object(memory, 512);
    memory.fill(a, 7, 512).expect("in bounds");
    memory.share(a.prov);
    memory.watch(Watch::Log);
    a
}

fn load_shared(n: u64) {
    let mut memory = memory();
    let a = shared(&mut memory);
    let mut sum = 0;
    for i in 0..n {
        let p = Pointer { addr: a.addr + 8 * (i % 64), prov: a.prov };
        if let Ok(Scalar::Bits(bits)) = memory.load_u64(p) {
            sum ^= bits;
        }
    }
    black_box(sum);
}

fn store_shared(n: u64) {
    let mut memory = memory();
    let a = shared(&mut memory);
    for i in 0..n {
        let p = Pointer { addr: a.addr + 8 * (i % 64), prov: a.prov };
        if memory.store_u64(p, i).is_err() {
            return;
        }
    }
    black_box(&memory);
}

fn step_3(n: u64) {
    let mut memory = memory();
    let nodes = fan(&mut memory, 30);
    memory.fingerprint();
    for i in 0..n {
        let mark = memory.mark();
        for k in 0..3 {
            memory.store_u64(nodes[(i as usize % 10) * 3 + k], i).expect("in bounds");
        }
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
    }
}

fn step_3_pointers(n: u64) {
    let mut memory = memory();
    let nodes = fan(&mut memory, 30);
    for (i, &node) in nodes.iter().enumerate() {
        memory.store_pointer(node.wrapping_offset(8), nodes[(i + 1) % 30]).expect("in bounds");
    }
    memory.fingerprint();
    for i in 0..n {
        let mark = memory.mark();
        for k in 0..3 {
            let node = nodes[(i as usize % 10) * 3 + k];
            memory
                .store_pointer(node.wrapping_offset(8), nodes[(i as usize * 7 + k) % 30])
                .expect("in bounds");
        }
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
    }
}

/// A transition of a depth-first search, of which one in eight leads to a new state: back to the state it starts from,
/// six accesses to a record of the checker and to a global that all threads reach, leaks, fingerprint. With `pointers`
/// both chunks hold a pointer besides, which stays what it is; with `relinking` one of the stores is of a pointer, to
/// what has its name from elsewhere.
fn search_step(n: u64, pointers: bool, relinking: bool) {
    let mut memory = memory();
    let thread = memory.alloc(Layout::new(64, 8), Storage::Internal, Site(0)).expect("there is room");
    let global = memory.alloc(Layout::new(64, 8), Storage::Global, Site(0)).expect("there is room");
    for (object, name) in [(thread, 1), (global, 2)] {
        memory.fill(object, 0, 64).expect("in bounds");
        memory.add_root(object.prov, name);
        if pointers {
            let node = self::object(&mut memory, 24);
            memory.store_pointer(object.wrapping_offset(56), node).expect("in bounds");
        }
    }
    if relinking {
        memory.store_pointer(thread.wrapping_offset(16), global).expect("in bounds");
        memory.store_pointer(thread.wrapping_offset(24), thread).expect("in bounds");
    }
    memory.share(global.prov);
    memory.watch(Watch::Off);
    memory.fingerprint();
    let first = memory.mark();
    let mut last = first;
    for i in 0..n {
        memory.rewind(if i % 8 == 0 { first } else { last });
        black_box(memory.load_u64(thread)).expect("initialised");
        black_box(memory.load_u32(global)).expect("initialised");
        memory.store_u32(global.wrapping_offset(4), i).expect("in bounds");
        memory.store_u64(thread, i).expect("in bounds");
        let register = thread.wrapping_offset(16);
        if relinking {
            let target = if i % 2 == 0 { global } else { thread };
            memory.store_pointer(register, target.wrapping_offset((i % 64) as i64)).expect("in bounds");
        } else {
            memory.store_u32(register, i).expect("in bounds");
        }
        black_box(memory.load_u32(global.wrapping_offset(4))).expect("initialised");
        black_box(memory.leaks());
        black_box(memory.fingerprint());
        if i % 8 == 0 {
            last = memory.mark();
        }
    }
}

fn objects(n: u64, count: u64) {
    let mut memory = memory();
    let nodes = fan(&mut memory, count);
    memory.fingerprint();
    for i in 0..n {
        let mark = memory.mark();
        for k in 0..10 {
            let node = nodes[((i * 10 + k) * 7919 % count) as usize];
            memory.store_u64(node, i + k).expect("in bounds");
        }
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
    }
}

fn array(n: u64, size: u64) {
    let mut memory = memory();
    let a = object(&mut memory, size);
    memory.fill(a, 1, size).expect("in bounds");
    memory.add_root(a.prov, 1);
    memory.fingerprint();
    for i in 0..n {
        let mark = memory.mark();
        memory.store_u64(a.wrapping_offset((i * 7919 % (size / 8) * 8) as i64), i).expect("in bounds");
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
    }
}

/// A list of `length` nodes behind `list`, and unrelated structures.
fn list(length: usize, unrelated: u64) -> (Memory, Pointer, Vec<Pointer>) {
    let mut memory = memory();
    if unrelated > 0 {
        fan(&mut memory, unrelated);
    }
    let list = memory.alloc(Layout::new(16, 8), Storage::Global, Site(0)).expect("there is room");
    memory.add_root(list.prov, 2);
    memory.fill(list, 0, 16).expect("in bounds");
    let nodes: Vec<Pointer> = (0..length).map(|_| object(&mut memory, 16)).collect();
    for (i, &node) in nodes.iter().enumerate() {
        memory.store_u64(node.wrapping_offset(8), i as u64).expect("in bounds");
        let next = nodes.get(i + 1).copied().unwrap_or(Pointer::NULL);
        memory.store_pointer(node, next).expect("in bounds");
    }
    memory.store_pointer(list, nodes[0]).expect("in bounds");
    memory.fingerprint();
    (memory, list, nodes)
}

/// Unlinks the head of a list and links it elsewhere, then undoes that: every node changes its name twice.
fn relink(n: u64, length: usize, unrelated: u64) {
    let (mut memory, list, nodes) = list(length, unrelated);
    for _ in 0..n {
        let mark = memory.mark();
        memory.store_pointer(list, nodes[1]).expect("in bounds");
        memory.store_u64(nodes[0], 0).expect("in bounds");
        memory.store_pointer(list.wrapping_offset(8), nodes[0]).expect("in bounds");
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
        black_box(memory.fingerprint());
    }
}

/// The same at the other end, where one node is affected.
fn relink_tail(n: u64, length: usize) {
    let (mut memory, list, nodes) = list(length, 0);
    for _ in 0..n {
        let mark = memory.mark();
        memory.store_u64(nodes[length - 2], 0).expect("in bounds");
        memory.store_pointer(list.wrapping_offset(8), nodes[length - 1]).expect("in bounds");
        black_box(memory.fingerprint());
        memory.rewind(mark);
        memory.forget(mark);
        black_box(memory.fingerprint());
    }
}

/// A local variable: allocate, write, kill; with the sweeps that become due.
fn alloc_kill(n: u64) {
    let mut memory = memory();
    fan(&mut memory, 100);
    memory.fingerprint();
    memory.mark();
    for i in 0..n {
        let local = memory.alloc(Layout::new(8, 8), Storage::Frame, Site(2)).expect("there is room");
        memory.store_u64(local, i).expect("in bounds");
        memory.kill(local.prov, Site(3)).expect("live");
        if memory.wants_sweep() {
            memory.sweep(|_| {});
        }
    }
    black_box(&memory);
}

/// The same for a local variable whose address went nowhere.
fn alloc_kill_unheld(n: u64) {
    let mut memory = memory();
    fan(&mut memory, 100);
    memory.fingerprint();
    memory.mark();
    for i in 0..n {
        let local = memory.alloc(Layout::new(8, 8), Storage::Frame, Site(2)).expect("there is room");
        memory.store_u64(local, i).expect("in bounds");
        memory.kill_unheld(local.prov, Site(3)).expect("live");
    }
    black_box(&memory);
}

fn snapshot(n: u64) {
    let mut memory = memory();
    let nodes = fan(&mut memory, 10_000);
    let base = memory.snapshot();
    for i in 0..n {
        memory.store_u64(nodes[(i * 7919 % 10_000) as usize], i).expect("in bounds");
        black_box(memory.snapshot());
        memory.restore(&base);
    }
}

fn copy(n: u64) {
    let mut memory = memory();
    let (a, b) = (object(&mut memory, 1 << 16), object(&mut memory, 1 << 16));
    memory.fill(a, 1, 1 << 16).expect("in bounds");
    for _ in 0..n {
        memory.copy(b, a, 1 << 16).expect("in bounds");
    }
    black_box(&memory);
}

fn fill(n: u64) {
    let mut memory = memory();
    let a = object(&mut memory, 1 << 16);
    for i in 0..n {
        memory.fill(a, i as u8, 1 << 16).expect("in bounds");
    }
    black_box(&memory);
}

/// Instructions per iteration of scenarios, counted by callgrind; `None` where valgrind is not installed.
///
/// `program` runs the scenarios that the environment names ([`run_from_environment`]): one process for all, as it takes valgrind
/// longer to start than most of them run.
pub(crate) fn instructions(
    scenarios: &[&Scenario],
    program: &dyn Fn(&mut std::process::Command),
) -> Option<Vec<f64>> {
    const MEASURED: &str = concat!(module_path!(), "::measured");
    let name = format!("gmc-mem-{}-{}", std::process::id(), scenarios.first()?.name);
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir(&directory).ok()?;
    let mut command = std::process::Command::new("valgrind");
    command.arg("--tool=callgrind");
    command.args(["--toggle-collect=", "--dump-after="].map(|option| format!("{option}{MEASURED}")));
    command.arg(format!("--callgrind-out-file={}", directory.join("counts").display()));
    program(&mut command);
    let names: Vec<&str> = scenarios.iter().map(|it| it.name).collect();
    command.env(VARIABLE, names.join(",")).output().ok()?;
    // A dump for each call, numbered from 1.
    let count = |call: usize| -> Option<f64> {
        let dump = std::fs::read_to_string(directory.join(format!("counts.{call}"))).ok()?;
        dump.lines()
            .find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")))?
            .trim()
            .parse()
            .ok()
    };
    let each = |(at, scenario): (usize, &&Scenario)| {
        let (short, long) = (count(2 * at + 1)?, count(2 * at + 2)?);
        Some((long - short) / scenario.iterations as f64)
    };
    let all = scenarios.iter().enumerate().map(each).collect();
    std::fs::remove_dir_all(&directory).ok()?;
    all
}

/// Names the scenarios to run, with commas between them.
const VARIABLE: &str = "GMC_MEM_SCENARIOS";

/// What callgrind counts. It is not inlined, so that it can be named.
#[inline(never)]
fn measured(scenario: &Scenario, iterations: u64) {
    (scenario.run)(black_box(iterations));
}

/// Runs the scenarios that the environment asks for, each for its iterations and for twice as many; says whether it asked for any.
pub(crate) fn run_from_environment() -> bool {
    let Ok(names) = std::env::var(VARIABLE) else { return false };
    for name in names.split(',') {
        let scenario = SCENARIOS.iter().find(|s| s.name == name).expect("a known scenario");
        // Warms the heap: both counts start with the same free lists.
        (scenario.run)(1);
        measured(scenario, scenario.iterations);
        measured(scenario, 2 * scenario.iterations);
    }
    true
}

//! Guards the speed of the machine and of searches: host instructions per executed statement of GIMPLE on the programs of
//! `tests/bench/programs`, and per transition on those of `check-programs` and `family-programs` beside them, with some slack above
//! what `docs/measurements.md` says.
//!
//! Only optimised code is counted, and only where valgrind is installed: `cargo test --release -p gmc --test instructions`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GMC: &str = env!("CARGO_BIN_EXE_gmc");

/// Most instructions per statement.
const LIMITS: &[(&str, f64)] = &[("fill", 58.0), ("calls", 75.0), ("tree", 80.0), ("sieve", 49.0)];

/// Fewer rounds of `sieve` than in `./x bench`. They are all alike, so the figure is the same; callgrind takes long for each.
const ROUNDS: &str = "-DROUNDS=2";

/// Most instructions per statement, on average over the programs.
const AVERAGE: f64 = 60.0;

/// Most instructions per transition, everything from the start of the process included: program, `N`, how it is searched.
const SEARCHES: &[(&str, u32, &[&str], f64)] = &[
    ("check-programs/philosophers", 7, &["--no-reduction"], 4410.0),
    ("check-programs/filter", 3, &["--no-reduction"], 2840.0),
    ("check-programs/buffer", 2, &["--no-reduction"], 4310.0),
    ("family-programs/last-zero", 8, &["--engine", "runs"], 28400.0),
    ("family-programs/bakery", 3, &["--engine", "dpor"], 23500.0),
];

/// Whether instructions are counted here.
fn is_counted() -> bool {
    if cfg!(debug_assertions) {
        println!("not counted: the code is not optimised (use --release)");
        return false;
    }
    let valgrind = Command::new("valgrind").arg("--version").output().is_ok();
    if !valgrind {
        println!("not counted: valgrind is not installed");
    }
    valgrind
}

/// gmc, with the plugin that the other tests use.
fn gmc() -> Command {
    let mut command = Command::new(GMC);
    command.env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"));
    command
}

/// callgrind, ready to run gmc with the same plugin.
fn callgrind() -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"));
    command
}

#[test]
fn searches_stay_fast() {
    if !is_counted() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let object = directory.path().join("program.o");
    for &(name, n, options, limit) in SEARCHES {
        let source = bench(name).with_extension("c");
        let mut compile = gmc();
        compile.args(["cc", "-c", &format!("-DN={n}"), "-o"]).arg(&object).arg(source);
        assert!(compile.status().expect("started").success(), "{name} does not compile");
        let told = gmc().args(["check", "--format", "json"]).args(options).arg(&object).output();
        let told = String::from_utf8(told.expect("started").stdout).expect("text");
        assert!(told.contains("\"verdict\":\"holds\""), "{name}: {told}");
        let transitions = number(&told, "\"transitions\":", ",");
        let measured = callgrind().args([GMC, "check"]).args(options).arg(&object).output();
        let measured = String::from_utf8_lossy(&measured.expect("started").stderr).into_owned();
        let each = number(&measured, "Collected : ", "\n") / transitions;
        println!("{name} {n}: {each:.0} instructions per transition, limit {limit}");
        assert!(each <= limit, "{name} takes {each:.0} instructions per transition, more than {limit}");
    }
}

#[test]
fn the_machine_stays_fast() {
    if !is_counted() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let input = directory.path().join("input");
    let values: String = (1..=100).map(|value| format!("{value}\n")).collect();
    std::fs::write(&input, format!("1000\n{values}0\n")).expect("written");
    let mut sum = 0.0;
    for &(name, limit) in LIMITS {
        let program = compile(name, directory.path());
        let run = |command: &mut Command| -> String {
            let stdin = Stdio::from(File::open(&input).expect("readable"));
            let Output { status, stderr, .. } = command.stdin(stdin).output().expect("started");
            let text = String::from_utf8_lossy(&stderr).into_owned();
            assert!(status.success(), "{name}: {text}");
            text
        };
        let counted = run(gmc().args(["run", "--stats"]).arg(&program));
        let statements = number(&counted, "gmc: ", " statements");
        // Wherever the function is defined.
        let machine = "--toggle-collect=*::machine::Machine*::run";
        let measured = run(callgrind().args([machine, GMC, "run"]).arg(&program));
        let instructions = number(&measured, "Collected : ", "\n");
        let each = instructions / statements;
        assert!(each > 1.0, "callgrind does not see the machine run");
        println!("{name}: {each:.1} instructions per statement, limit {limit}");
        assert!(each <= limit, "{name} takes {each:.1} instructions per statement, more than {limit}");
        sum += each;
    }
    let average = sum / LIMITS.len() as f64;
    println!("on average: {average:.1}, limit {AVERAGE}");
    assert!(average <= AVERAGE, "{average:.1} instructions per statement on average, more than {AVERAGE}");
}

fn compile(name: &str, directory: &Path) -> PathBuf {
    let source = bench("programs").join(name);
    let program = directory.join(name);
    let status = gmc().args(["cc", ROUNDS]).arg(source.with_extension("c")).arg("-o").arg(&program).status();
    assert!(status.expect("started").success(), "{name} does not compile");
    program
}

/// A place among the benchmarks.
fn bench(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bench").join(name)
}

/// The number in a text between two others.
fn number(text: &str, before: &str, after: &str) -> f64 {
    let start = text.find(before).unwrap_or_else(|| panic!("no `{before}` in: {text}")) + before.len();
    let rest = &text[start..];
    rest[..rest.find(after).unwrap_or(rest.len())].trim().parse().expect("a number")
}

//! What tests of random programs share: random numbers, a compiled program `p`, and what a search finds in it.
//!
//! `GMC_BINARY` names another gmc, `GMC_CHECK_OPTIONS` further options for each check.

use crate::linking::LINK;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Numbers that look random (Steele, Lea and Flood: SplitMix, OOPSLA 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }
}

fn gmc(directory: &Path) -> Command {
    let binary = std::env::var_os("GMC_BINARY").unwrap_or_else(|| env!("CARGO_BIN_EXE_gmc").into());
    let mut command = Command::new(binary);
    command.current_dir(directory);
    command.env("GMC_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugins"));
    command
}

/// Makes the program `p`.
pub(crate) fn compile(directory: &Path, source: &str) {
    std::fs::write(directory.join("p.c"), source).expect("written");
    let compiled = gmc(directory).args(["cc", "-w"]).args(LINK).args(["p.c", "-o", "p"]).status();
    assert!(compiled.expect("gmc runs").success(), "{source}");
}

/// What a search for all errors of `p` reports. No claim of gmc may fail.
pub(crate) fn check(directory: &Path, options: &[&str], arguments: &[&str]) -> Value {
    let mut command = gmc(directory);
    command.args(["check", "--all", "--format", "json"]).args(options).arg("p");
    command.args(std::env::var("GMC_CHECK_OPTIONS").unwrap_or_default().split_whitespace());
    let output = command.arg("--").args(arguments).output().expect("gmc runs");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    if let Some(audit) = report["unknown"].as_array().into_iter().flatten().find(|it| it["reason"] == "audit")
    {
        panic!(
            "{options:?}: {}\n{}",
            audit["message"],
            std::fs::read_to_string(directory.join("p.c")).unwrap_or_default()
        );
    }
    report
}

/// Kind and line of each error.
pub(crate) fn causes(report: &Value) -> BTreeSet<(String, u64)> {
    let violations = report["violations"].as_array().into_iter().flatten();
    let kind = |it: &Value| it["kind"].as_str().unwrap_or_default().to_owned();
    violations.map(|it| (kind(it), it["line"].as_u64().unwrap_or(0))).collect()
}

/// A number that a variable of the environment sets.
pub(crate) fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |it| it.parse().unwrap_or_else(|_| panic!("{name}={it} is no number")))
}

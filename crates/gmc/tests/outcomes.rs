//! A short sample of `./x conformance outcomes`: what random concurrent programs are seen to do natively is found by gmc.

use std::path::Path;
use std::process::Command;

#[test]
fn what_programs_do_natively_is_found() {
    sample(&["--count", "20", "--seed", "202", "--runs", "60", "--time", "3"]);
}

#[test]
fn what_several_processes_do_natively_is_found() {
    sample(&["--processes", "--count", "10", "--seed", "7", "--size", "2", "--runs", "30", "--time", "2"]);
}

fn sample(options: &[&str]) {
    if cfg!(debug_assertions) {
        println!("not run: the code is not optimised (use --release)");
        return;
    }
    if Command::new("python3").arg("--version").output().is_err() {
        println!("SKIPPED: python3 is not installed");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/outcomes");
    let output = Command::new(script)
        .arg("--no-written")
        .args(options)
        .env("GMC", env!("CARGO_BIN_EXE_gmc"))
        .env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"))
        .output()
        .expect("started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{text}");
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

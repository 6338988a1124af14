//! A short sample of `./x conformance csmith`: random programs must print the same checksum natively and under `gmc run`.

use std::path::Path;
use std::process::Command;

#[test]
fn random_programs_do_as_natively() {
    if cfg!(debug_assertions) {
        println!("not run: the code is not optimised (use --release)");
        return;
    }
    if !Path::new("/usr/include/csmith").exists() {
        println!("not run: csmith is not installed");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/csmith");
    let output = Command::new(script)
        .args(["--count", "8", "--seed", "1"])
        .env("GMC", env!("CARGO_BIN_EXE_gmc"))
        .env("GMC_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/plugins"))
        .output()
        .expect("started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{text}");
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

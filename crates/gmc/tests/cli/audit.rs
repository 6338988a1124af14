//! `gmc check --audit`: a sample of programs under which every claim is compared with what happens. `./x conformance audit` has all.

use crate::linking::LINK;
use crate::sandbox::{Run, Sandbox};
use std::path::Path;

/// Programs that are about different things, each with options and its exit code. Only a search that goes on after an error is looked at whole.
const PROGRAMS: &[(&str, &[&str], i32)] = &[
    ("mutexes/early-return.ok.c", &[], 0),
    ("conditions/bounded-buffer.ok.c", &[], 0),
    ("lockfree/stack-push.ok.c", &[], 0),
    ("symmetry/first-to-come.ok.c", &[], 0),
    ("readers_writers/upgrade.ok.c", &[], 0),
    ("premises/random-thread.ok.c", &["--rand=any"], 0),
    ("premises/address-lock-order.ok.c", &["--addresses=any"], 0),
    ("races/pointer-published.bad.c", &[], 1),
    ("races/order-by-luck.bad.c", &["--all"], 1),
    ("pools/tasks-on-the-heap.too-early.bad.c", &["--all"], 1),
    ("misuse/freed-while-held.sometimes.bad.c", &["--all"], 1),
];

const ENGINES: &[&[&str]] =
    &[&[], &["--engine=dpor"], &["--engine=dfs"], &["--bfs"], &["--no-reduction"], &["--jobs=2"]];

#[test]
fn claims_hold() {
    let sandbox = Sandbox::new();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    for (name, own, code) in PROGRAMS {
        let program = programs.join(name);
        sandbox.gmc(["cc", "-w", "-o", "program"]).args(LINK).arg(&program).run().succeeded();
        for options in ENGINES {
            let ran = sandbox.gmc(["check", "--audit", "program"]).args(*own).args(*options).run();
            assert_eq!(ran.code(), Some(*code), "{name} {options:?}: {}{}", ran.stdout, ran.stderr);
            assert!(ran.stderr.contains(" 0 discrepancies"), "{name} {options:?}: {}", ran.stderr);
            assert!(!ran.stderr.contains("audit: 0 states"), "{name} {options:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn an_audit_goes_with_most_options() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", "#include <gmc.h>\nint main(void) { return gmc_choose(3) > 2; }\n");
    for options in [&["--audit", "--exact"][..], &["--audit=2", "--livelock"], &["--audit", "--profile"]] {
        sandbox.gmc(["check", "p.c"]).args(options).run().succeeded();
    }
    let bounded = sandbox.gmc(["check", "p.c", "--audit", "--switches=1"]).run();
    assert_eq!(bounded.code(), Some(2), "{}", bounded.stderr);
}

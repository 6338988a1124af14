//! A project of two directories, built by make: gmc lists exactly what the native linker kept.

use crate::sandbox::{GMC, Run, Sandbox};
use serde_json::Value;

const PROJECT: &str = "tests/projects/two-directories";

/// The functions that are defined in a linked file, as its symbol table has them; a name stands there as often as it is
/// defined.
fn symbols(sandbox: &Sandbox, file: &str) -> Vec<String> {
    let table = sandbox.command("nm").args(["--defined-only", file]).run().succeeded().stdout;
    let mut names: Vec<String> = table
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace().skip(1);
            let kind = words.next()?;
            matches!(kind, "T" | "t" | "W" | "i").then(|| words.next().map(str::to_owned))?
        })
        .collect();
    names.sort();
    names
}

/// The functions that gmc finds, by the linker's names.
fn functions(sandbox: &Sandbox, inputs: &[&str]) -> Vec<String> {
    let json = sandbox.gmc(["dump", "--format", "json"]).args(inputs).run().succeeded().stdout;
    let program: Value = serde_json::from_str(&json).expect("JSON");
    let definitions = program["definitions"].as_array().expect("definitions");
    let kept = definitions.iter().filter(|it| it["kind"] != "Variable");
    let mut names: Vec<String> =
        kept.map(|it| it["assembler"].as_str().expect("a name").to_owned()).collect();
    names.sort();
    names
}

/// What a linked file defines beyond the C library's start-up code.
fn own_symbols(sandbox: &Sandbox, file: &str) -> Vec<String> {
    sandbox.write("nothing.c", "int main(void) { return 0; }\n");
    sandbox.command("gcc").args(["nothing.c", "-o", "nothing"]).run().succeeded();
    let mut start_up = symbols(sandbox, "nothing");
    start_up.retain(|name| name != "main");
    let mut own = symbols(sandbox, file);
    own.retain(|name| !start_up.contains(name) && name != "data_start");
    own
}

#[test]
fn what_the_linker_kept() {
    let native = Sandbox::new();
    native.copy(PROJECT);
    native.command("make").args(["CFLAGS=-O0", "CXXFLAGS=-O0"]).run().succeeded();
    let expected = own_symbols(&native, "prog");
    assert!(expected.iter().filter(|name| *name == "scale").count() == 2, "{expected:?}");
    assert!(!expected.contains(&"perimeter".to_owned()), "{expected:?}");

    let ours = Sandbox::new();
    ours.copy(PROJECT);
    let compilers = [format!("CC={GMC} cc"), format!("CXX={GMC} c++")];
    ours.command("make").arg("-j8").args(compilers).run().succeeded();
    let run = |sandbox: &Sandbox| sandbox.command(sandbox.join("prog")).run().succeeded().stdout;
    assert_eq!(run(&ours), run(&native));
    assert_eq!(functions(&ours, &["prog"]), expected);

    // The same from the parts, linked by gmc, and from the sources.
    let parts = ["app/main.o", "app/report.o", "app/first.o", "app/second.o", "lib/libshapes.a"];
    assert_eq!(functions(&ours, &parts), expected);
    let sources = ["app/main.c", "app/report.c", "app/first.cc", "app/second.cc", "lib/libshapes.a"];
    assert_eq!(functions(&ours, &sources), expected);

    // Stripped of its symbols and debug information, the program still carries its units.
    ours.command("strip").arg("prog").run().succeeded();
    let stripped = functions(&ours, &["prog"]);
    assert!(expected.iter().all(|name| stripped.contains(name)), "{stripped:?}");
}

#[test]
fn the_listing() {
    let sandbox = Sandbox::new();
    sandbox.copy(PROJECT);
    let sources =
        ["app/main.c", "app/report.c", "app/first.cc", "app/second.cc", "lib/area.c", "lib/report.c"];
    let list = sandbox.gmc(["dump", "--functions"]).args(sources).run().succeeded().stdout;
    let count = |what: &str| list.lines().filter(|line| line.contains(what)).count();
    assert_eq!(count("static int scale(int)"), 2, "{list}");
    assert_eq!(count(" report(int)"), 1, "{list}");
    assert_eq!(count("app/report.c:5"), 1, "{list}");
    assert_eq!(count("::push("), 2, "{list}");
    let externals = sandbox.gmc(["dump", "--externals"]).args(sources).run().succeeded().stdout;
    assert_eq!(externals.lines().count(), 1, "{externals}");
    assert!(externals.contains("printf"), "{externals}");
}

/// An archive by itself is taken whole.
#[test]
fn a_library() {
    let sandbox = Sandbox::new();
    sandbox.copy(PROJECT);
    sandbox.command("make").args(["lib/libshapes.a", &format!("CC={GMC} cc")]).run().succeeded();
    let names = functions(&sandbox, &["lib/libshapes.a"]);
    assert_eq!(names, ["area", "fallback", "perimeter", "report", "scale", "square"]);
}

//! `gmc script`: the examples print what they did, on every language, and mistakes get a sentence.
//!
//! `examples/scripts/golden/NAME` is what an example prints. With `GMC_UPDATE_DOCUMENTS=1` in the environment the test
//! writes these files instead.

use crate::sandbox::{Run, Sandbox, has, repository};
use std::fs;

/// Names of the golden files, and what is run.
const GOLDEN: &[(&str, &[&str])] = &[
    ("count-functions.c.txt", &["examples/scripts/count-functions.lua", "examples/scripts/simple.c"]),
    ("count-functions.cc.txt", &["examples/scripts/count-functions.lua", "examples/scripts/shapes.cc"]),
    ("count-functions.f90.txt", &["examples/scripts/count-functions.lua", "examples/scripts/sum.f90"]),
    ("walk-blocks.c.txt", &["examples/scripts/walk-blocks.lua", "examples/scripts/simple.c"]),
    ("walk-blocks.cc.txt", &["examples/scripts/walk-blocks.lua", "examples/scripts/shapes.cc"]),
    ("walk-blocks.f90.txt", &["examples/scripts/walk-blocks.lua", "examples/scripts/sum.f90"]),
    ("list-api.txt", &["examples/scripts/list-api.lua"]),
    (
        "control-flow-graph.c.dot",
        &["control-flow-graph", "examples/scripts/simple.c", "--script-set", "format=dot"],
    ),
    ("call-graph.c.txt", &["call-graph", "examples/scripts/locks.c"]),
    ("trace-static.c.txt", &["examples/scripts/trace-static.lua", "examples/scripts/counters.c"]),
    ("trace-static.cc.txt", &["examples/scripts/trace-static.lua", "examples/scripts/counter.cc"]),
    (
        "trace-static.f90.txt",
        &["examples/scripts/trace-static.lua", "examples/scripts/sums.f90", "--stub", "*"],
    ),
    ("explore.c.txt", &["examples/scripts/explore.lua", "examples/scripts/locks.c"]),
];

/// A text without the numbers of GCC's temporaries, which differ between versions.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split("D.");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += "D.";
        out += part.trim_start_matches(|digit: char| digit.is_ascii_digit());
    }
    out
}

#[test]
fn examples_print_what_they_did() {
    let sandbox = Sandbox::new();
    for (name, arguments) in GOLDEN {
        if arguments.iter().any(|it| it.ends_with(".f90")) && !has("gfortran", "scripts over Fortran") {
            continue;
        }
        let mut gmc = sandbox.gmc(["script"]);
        let printed = gmc.args(*arguments).current_dir(repository()).run().succeeded().stdout;
        let path = repository().join("examples/scripts/golden").join(name);
        if std::env::var_os("GMC_UPDATE_DOCUMENTS").is_some() {
            fs::create_dir_all(path.parent().expect("a directory")).expect("made");
            fs::write(path, printed).expect("written");
        } else {
            let golden = fs::read_to_string(&path).expect(name);
            assert_eq!(without_numbers(&golden), without_numbers(&printed), "{name}");
        }
    }
}

#[test]
fn two_of_eight_paths_are_possible() {
    let sandbox = Sandbox::new();
    let run = |more: &[&str]| {
        let mut gmc = sandbox.gmc(["script", "symbolic-executor", "examples/scripts/foo.c"]);
        gmc.args(more).current_dir(repository()).run().succeeded().stdout
    };
    let expected = "function: int foo (int)\n\
                    checking path 000: no, failed at depth: 2\n\
                    checking path 010: no, failed at depth: 3\n\
                    checking path 100: no, failed at depth: 2\n\
                    checking path 110: no, failed at depth: 3\n\
                    checking path 001: no, failed at depth: 2\n\
                    checking path 011: yes\n\
                    checking path 101: no, failed at depth: 2\n\
                    checking path 111: yes\n";
    assert_eq!(run(&[]), expected);
    let one = run(&["--script-set", "path=110"]);
    assert_eq!(one, "function: int foo (int)\nchecking path 110: no, failed at depth: 3\n");
}

/// What the graph says is what GCC says: the edges of `-fdump-tree-cfg`.
#[test]
fn graphs_are_those_of_gcc() {
    let sandbox = Sandbox::new();
    let source = repository().join("examples/scripts/foo.c").display().to_string();
    let dot = sandbox
        .gmc(["script", "control-flow-graph", &source, "--script-set", "format=dot"])
        .run()
        .succeeded();
    let edges = dot.stdout.lines().filter(|it| it.contains(" -> "));
    let mut ours: Vec<(u32, u32)> = edges
        .map(|it| {
            let (from, rest) = it.trim().trim_start_matches('b').split_once(" -> b").expect("an edge");
            let to: String = rest.chars().take_while(char::is_ascii_digit).collect();
            (from.parse().expect("a number"), to.parse().expect("a number"))
        })
        .collect();
    sandbox.command("gcc").args(["-O0", "-c", "-fdump-tree-cfg-graph=cfg", &source]).run().succeeded();
    let graph = fs::read_to_string(sandbox.join("cfg.dot")).expect("GCC's graph");
    let number = |node: &str| -> u32 {
        let digits = node.rsplit("basic_block_").next().unwrap_or_default();
        digits.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
    };
    // An invisible edge keeps the exit at the bottom.
    let arrows = graph.lines().filter(|it| it.contains(" -> ") && !it.contains("style=\"invis\"]"));
    let mut theirs: Vec<(u32, u32)> =
        arrows.filter_map(|it| it.split_once(" -> ")).map(|(from, to)| (number(from), number(to))).collect();
    ours.sort_unstable();
    theirs.retain(|it| *it != (0, 1));
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let sandbox = Sandbox::new();
    let source = repository().join("examples/scripts/shapes.cc").display().to_string();
    let page = sandbox.gmc(["script", "tree-tracker", &source]).run().succeeded().stdout;
    let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|it| it.split('"').next()).collect();
    assert!(links.len() > 100, "{}", links.len());
    for link in links {
        assert!(page.contains(&format!("<section id=\"{link}\">")), "{link} leads nowhere");
    }
    if has("chromium", "reading a page of trees") {
        let file = sandbox.write("trees.html", &page);
        let mut chromium = sandbox.command("chromium");
        chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]).arg(file);
        assert!(chromium.run().succeeded().stdout.contains("function_decl"));
    }
}

#[test]
fn a_console_answers() {
    use std::io::Write as _;
    let sandbox = Sandbox::new();
    let source = repository().join("examples/scripts/simple.c").display().to_string();
    let mut gmc = sandbox.gmc(["script", "-i", &source]);
    gmc.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    gmc.stderr(std::process::Stdio::piped());
    let mut child = gmc.spawn().expect("started");
    let lines = "1 + 2\nf = gcc.program:find('simple')\nf\nf:n_basicblocks()\ngcc.build_int?\nf:entry?\nnonsense(\n\
                 nothing.x\ngcc.quit_compilation(7)\n";
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let out = child.wait_with_output().expect("ended");
    assert_eq!(out.status.code(), Some(7));
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(text, "3\nint simple (int, int)\n6\nbuild_int_cst\nentryblock\n");
    assert_eq!(String::from_utf8_lossy(&out.stderr).lines().count(), 2, "{out:?}");
}

/// `gvm.interactive` is a console in a callback, until `continue`.
#[test]
fn a_callback_opens_a_console() {
    use std::io::Write as _;
    let sandbox = Sandbox::new();
    sandbox.write("p.c", "int g = 4; int f(int n) { return n + g; } int main(void) { return f(3) - 7; }\n");
    sandbox.write(
        "s.lua",
        "function exec_gvm()\n  gvm.set_callback_fn(function() gvm.interactive() end, { callee = 'f' })\n  \
         print(gvm.interpret())\n  gcc.interactive()\nend\n",
    );
    let mut gmc = sandbox.gmc(["script", "s.lua", "p.c"]);
    gmc.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    gmc.stderr(std::process::Stdio::piped());
    let mut child = gmc.spawn().expect("started");
    let lines = "gvm.get_callee()\ngvm.read_var(0, 'g')\nnonsense(\ngvm.pau?\ncontinue\n1 + 1\n";
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let out = child.wait_with_output().expect("ended");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.starts_with("f\n4\npause\nfinished\t") && text.ends_with("\n2\n"), "{out:?}");
    assert!(out.status.success() && String::from_utf8_lossy(&out.stderr).lines().count() == 1, "{out:?}");
}

/// A jump of which nothing but an edge is left has a place.
#[test]
fn edges_have_places() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "int f(int n) {\n  for (;;) {\n    if (n > 9)\n      break;\n    if (n == 3)\n      goto out;\n    n++;\n  }\n  \
         return n;\nout:\n  return 0;\n}\nint main(void) { return f(3); }\n",
    );
    sandbox.write(
        "s.lua",
        "function gcclua()\n  if gcc.cfun:name() ~= 'f' then return end\n  for _, b in ipairs(gcc.cfun:basicblocks()) do\n\
         for _, e in ipairs(b:edges()) do\n  local _, line = e:location()\n  assert(e:src() == b and b:edge_to(e:dest()))\n\
         if line then print(line) end\nend end end\n",
    );
    let ran = sandbox.gmc(["script", "s.lua", "p.c"]).run().succeeded();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines.contains(&"4") && lines.contains(&"6"), "{lines:?}");
}

#[test]
fn a_script_that_only_looks_changes_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", "int main(void) { return 0; }\n");
    let fails = |text: &str, words: &[&str]| {
        sandbox.write("s.lua", text);
        sandbox.gmc(["script", "s.lua", "p.c"]).run().refused(words);
    };
    let advice = ["s.lua:1: ", "gmc cc --script", "at hand: `main`"];
    fails("function gcclua() gcc.build_tmp_var(gcc.get_builtin_type('int')) end", &advice);
    fails("function gcclua() gcc.cfun:duplicate_body('x') end", &advice);
    fails(
        "function gcclua() gcc.cfun:entryblock():succs()[1]:insert_first(1) end",
        &["wants a new statement", "not 1"],
    );
    fails("function gcclua() gcc.cfun:params()[1]:type() end", &["s.lua:1:", "nil"]);
    fails("function gcclua() gcc.cfun:decl():operand(3) end", &["`main` has no operand 3"]);
    fails("function gcclua() gcc.cfun:decl():type_cmp(gcc.cfun:decl()) end", &["`main` is no type"]);
    fails("function gcclua(", &["s.lua:1:", "expected"]);
    sandbox.gmc(["script", "missing.lua", "p.c"]).run().refused(&["missing.lua cannot be read"]);
    sandbox.write("quit.lua", "function gcclua() gcc.quit_compilation(5) end");
    assert_eq!(sandbox.gmc(["script", "quit.lua", "p.c"]).run().code(), Some(5));
}

#[test]
fn a_script_writes_where_it_may() {
    let sandbox = Sandbox::new();
    sandbox.write("in.txt", "hello");
    sandbox.write(
        "s.lua",
        "gcc.write('a/b.txt', gcc.read('in.txt') .. gcc.parameter('end', '?'))\ngcc.append('a/b.txt', '!')",
    );
    let arguments = ["script", "s.lua", "--script-out", "out", "--script-set", "end= you", "--", "in.txt"];
    sandbox.gmc(arguments).run().succeeded();
    assert_eq!(fs::read_to_string(sandbox.join("out/a/b.txt")).expect("written"), "hello you!");
    sandbox.write("s.lua", "gcc.write('../b.txt', 'x')");
    sandbox.gmc(arguments).run().refused(&["`../b.txt` is not in the directory"]);
    sandbox.write("s.lua", "print(io.open('in.txt'):read('a'))");
    sandbox.gmc(arguments).run().refused(&["s.lua:1:", "'io'"]);
    let mut trusted = sandbox.gmc(["script", "s.lua", "--script-unsafe"]);
    assert_eq!(trusted.run().succeeded().stdout, "hello\n");
}

//! The list in `docs/scripts.md` is what scripts can call, and Lua finds nothing else.
//!
//! When they differ: `GMC_WRITE_DOCS=1 cargo test -p gmc-script --test document`.

use gmc_script::{Files, Limits, SHIPPED, Script, Session, help, list, sections};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The line before the list.
const START: &str = "<!-- The rest is made by crates/script/tests/document.rs. -->\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_document_lists_what_there_is() {
    let path = root().join("docs/scripts.md");
    let text = fs::read_to_string(&path).expect("readable");
    let (before, found) = text.split_once(START).expect("there is a place for the list");
    if std::env::var_os("GMC_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{START}{}", list())).expect("writable");
        return;
    }
    let advice = "GMC_WRITE_DOCS=1 cargo test -p gmc-script --test document";
    assert!(found == list(), "docs/scripts.md does not list what there is: {advice}");
}

/// What a script prints.
fn printed(text: &str) -> Result<String, String> {
    let out = Rc::new(RefCell::new(Vec::new()));
    let to = out.clone();
    let sink = Box::new(move |bytes: &[u8]| to.borrow_mut().extend_from_slice(bytes));
    let session = Session::new(Vec::new(), Files::default(), sink);
    let done = Script::load(
        "test.lua",
        text,
        session,
        Limits { instructions: 1_000_000, memory: 64 << 20, ..Limits::default() },
    );
    done.map_err(|it| it.to_string())?;
    let bytes = out.borrow().clone();
    Ok(String::from_utf8(bytes).expect("text"))
}

/// What Lua finds in the tables is what the list has, function for function.
#[test]
fn lua_finds_what_is_listed() {
    for section in sections() {
        let script = format!("for name in pairs({}) do print(name) end", section.name);
        let printed = printed(&script).expect("the table is there");
        let found: BTreeSet<&str> = printed.lines().collect();
        let entries = section.entries.iter().filter(|it| !it.is_field);
        let listed: BTreeSet<&str> = entries.map(|it| it.name).collect();
        assert_eq!(found, listed, "{}", section.name);
    }
}

/// Nothing else was added to Lua's globals.
#[test]
fn globals_are_lua_and_the_listed_tables() {
    let found = printed("for name in pairs(_G) do print(name) end").expect("globals");
    let lua = [
        "_G",
        "_VERSION",
        "assert",
        "coroutine",
        "error",
        "getmetatable",
        "ipairs",
        "load",
        "math",
        "next",
        "pairs",
        "pcall",
        "print",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "select",
        "setmetatable",
        "string",
        "table",
        "tonumber",
        "tostring",
        "type",
        "utf8",
        "warn",
        "xpcall",
    ];
    let names: Vec<&str> = sections().iter().map(|it| it.name).collect();
    let others: Vec<&str> = found.lines().filter(|it| !lua.contains(it) && !names.contains(it)).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn every_row_says_what_it_does() {
    for section in sections() {
        for entry in &section.entries {
            assert!(help().contains(entry.says) && entry.says.len() >= 7, "{}", entry.name);
            assert!(!entry.says.ends_with('.'), "{}: no full stop", entry.name);
        }
    }
}

#[test]
fn the_shipped_scripts_are_the_directory() {
    let mut files: Vec<String> = fs::read_dir(root().join("scripts"))
        .expect("scripts")
        .map(|it| it.expect("readable").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let listed: Vec<String> = SHIPPED.iter().map(|it| format!("{}.lua", it.name)).collect();
    assert_eq!(files, listed);
    for it in SHIPPED {
        let first = format!("-- {}: {}", it.name, it.says);
        assert_eq!(it.text.lines().next(), Some(first.as_str()));
    }
}

#[track_caller]
fn fails(script: &str, words: &[&str]) {
    let why = printed(script).expect_err("it is wrong");
    assert_eq!(why.lines().count(), 1, "{why}");
    for word in words {
        assert!(why.contains(word), "no “{word}” in: {why}");
    }
}

#[test]
fn errors_name_the_line() {
    fails("local x = = 1", &["test.lua:1:", "unexpected symbol"]);
    fails("print('a')\nerror('no')", &["test.lua:2: no"]);
    fails("\n\nlocal x = nil\nx.y = 1", &["test.lua:4:", "nil"]);
    fails("\ngcc.get_builtin_type('integer')", &["test.lua:2: `integer` is none of C's own types", "`int`"]);
    fails(
        "gcc.get_builtin_type()",
        &["test.lua:1: `get_builtin_type` wants the name of a type", "not nothing"],
    );
    fails("gcc.build_int_cst('x')", &["wants a whole number as argument 1", "the string \"x\""]);
    fails("gcc.build_string('x')", &["there is no program"]);
    fails("smt.variable('x', 200)", &["1 to 128 bits, not 200"]);
    fails("smt.variable('x', 8):add(smt.variable('y', 9))", &["one number has 8 bits, the other one 9"]);
    fails("smt.feasible({ smt.variable('x', 8) })", &["a number of 8 bits is no condition"]);
    fails("gcc_tree.code(1)", &["test.lua:1: `code` is called on the wrong thing: 1"]);
}

#[test]
fn limits_end_a_script() {
    fails("while true do end", &["executed 1000000 instructions"]);
    fails("while true do pcall(function() while true do end end) end", &["executed 1000000 instructions"]);
    fails(
        "local c = coroutine.wrap(function() while true do end end) c()",
        &["executed 1000000 instructions"],
    );
    fails("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e6 + i) end", &["used up the memory"]);
}

#[test]
fn a_sandbox_has_no_way_out() {
    for name in ["io", "os", "package", "require", "dofile", "loadfile", "debug", "collectgarbage"] {
        assert_eq!(printed(&format!("print({name})")).as_deref(), Ok("nil\n"), "{name}");
    }
    // What Lua compiles is not verified when it is loaded again.
    let dumped = "print(load(string.dump(function() end)))";
    assert!(printed(dumped).expect("it goes on").starts_with("nil\t"), "{:?}", printed(dumped));
    fails("gcc.read('/etc/passwd')", &["may only read files that its arguments name"]);
    fails("gcc.write('x', 'y')", &["--script-out"]);
}

#[test]
fn a_script_does_the_same_again() {
    let text = "local t = { b = 1, a = 2, 10, 20, [2.5] = 3 } for k, v in pairs(t) do print(k, v) end\n\
                print(math.random(1000), math.random(1000))";
    let first = printed(text).expect("fine");
    assert!(first.starts_with("1\t10\n2\t20\n2.5\t3\na\t2\nb\t1\n"), "{first}");
    assert_eq!(printed(text).as_deref(), Ok(first.as_str()));
}

#[test]
fn a_solver_answers() {
    let text = "local x = smt.variable('x', 32)\n\
                print(smt.feasible({ x:gt(3), x:lt(5) }))\n\
                print(select(2, smt.feasible({ x:gt(3), x:lt(5) })).x)\n\
                print(smt.feasible({ x:gt(3), x:lt(4) }))\n\
                print((smt.constant(6, 8) * 7):value(), x:add(1):width(), (x - x):value())\n\
                print(smt.feasible({ x:gt(3):ite(x, x:neg()):eq(smt.constant(-5, 32):neg()) }))";
    let printed = printed(text).expect("fine");
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].starts_with("true\t"), "{printed}");
    assert_eq!(&lines[1..4], ["4", "false", "42\t32\t0"]);
    assert!(lines[4].starts_with("true"), "{printed}");
}

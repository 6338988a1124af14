//! Random programs under every means against too many states: nothing is invented, and what may be missed is said.
//!
//! Each program is searched whole, and then with means drawn at random: ignored variables, fields and heap memory, limits,
//! abstract states, coarse steps. Errors must be among those of the whole search. The answer may be *holds* only where
//! nothing was cut, and then the whole search must hold, too; never where something was ignored. Exact states and hashed
//! ones must be as many. GMC_RANDOM_APPROXIMATIONS sets how many programs there are, GMC_RANDOM_SEED where they begin.

mod linking;
mod random_programs;

use random_programs::{Random, causes, check, compile, number};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// The beginning of every program; `WHOLE` is the one in which nothing is ignored.
const START: &str = "#include <gmc.h>\n#include <pthread.h>\n#include <stdlib.h>\n#ifdef WHOLE\n#undef gmc_ignore\n\
    #define gmc_ignore(...) ((void)0)\n#endif\n\
    struct node { struct node *next; unsigned char hits, kind; };\n\
    static struct node *list;\nstatic unsigned char counts[3], data[3];\nstatic struct { unsigned char a, b; struct node *seen; } s;\n\
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
    unsigned long essence(void) { gmc_abstract_bytes(data, sizeof data); return s.b; }\n";

/// Something that is ignored.
fn ignored(random: &mut Random) -> &'static str {
    const WHAT: [&str; 8] = [
        "gmc_ignore(&counts[0]);",
        "gmc_ignore(counts, 2);",
        "gmc_ignore(&counts);",
        "gmc_ignore(&s.a);",
        "gmc_ignore(&s.seen);",
        "gmc_ignore(&list->hits);",
        "if (list->next) gmc_ignore(list->next, sizeof *list);",
        "gmc_ignore(&s);",
    ];
    WHAT[random.below(WHAT.len() as u64) as usize]
}

/// A statement under the lock.
fn statement(random: &mut Random, out: &mut String) {
    let (one, other, value) = (random.below(3), random.below(3), random.below(4));
    let _ = match random.below(16) {
        0 | 1 => writeln!(out, "counts[{one}]++;"),
        2 => writeln!(out, "counts[{one}] = (counts[{one}] + 1) % 5;"),
        3 => writeln!(out, "data[{one}] = (data[{other}] + 1) % 3;"),
        4 => writeln!(out, "data[{one}] = gmc_choose(2);"),
        5 => writeln!(out, "if (counts[{one}] == {value}) data[{other}] = 2;"),
        6 => writeln!(out, "s.a++; s.b = (s.b + {value}) % 4;"),
        7 => writeln!(out, "list->hits++; list->kind = {value};"),
        8 => writeln!(
            out,
            "{{ struct node *it = malloc(sizeof *it); if (it) {{ *it = (struct node){{list, 0, {value}}}; list = it; }} }}"
        ),
        9 => writeln!(
            out,
            "if (list->next) {{ struct node *it = list; list = it->next; s.seen = 0; free(it); }}"
        ),
        10 => writeln!(out, "s.seen = list;"),
        11 => writeln!(out, "if (s.seen) s.seen->kind = {value};"),
        12 => writeln!(out, "gmc_assert(counts[{one}] + data[{other}] != {});", value + 4),
        13 => writeln!(out, "gmc_assert(s.a != {} || data[{one}] != 1);", value + 1),
        14 => writeln!(out, "gmc_yield();"),
        _ => writeln!(out, "{}", ignored(random)),
    };
}

/// A program, and whether it ignores something in every run.
fn program(random: &mut Random) -> (String, bool) {
    let mut out = START.to_owned();
    let threads = 1 + random.below(2);
    for thread in 0..threads {
        let _ = writeln!(out, "static void *work{thread}(void *arg) {{\nfor (int i = 0; i < 3; i++) {{");
        for _ in 0..2 + random.below(3) {
            out += "pthread_mutex_lock(&m);\n";
            for _ in 0..1 + random.below(3) {
                statement(random, &mut out);
            }
            out += "pthread_mutex_unlock(&m);\n";
        }
        out += "}\nreturn arg;\n}\n";
    }
    out += "int main(void) {\nlist = calloc(1, sizeof *list);\nif (!list) return 0;\n";
    let mut surely = false;
    for _ in 0..random.below(4) {
        let what = ignored(random);
        surely |= !what.starts_with("if");
        let _ = writeln!(out, "{what}");
    }
    if threads == 2 {
        out += "pthread_t t;\npthread_create(&t, 0, work1, 0);\nwork0(0);\npthread_join(t, 0);\n";
    } else {
        out += "work0(0);\n";
    }
    out += "while (list) { struct node *next = list->next; free(list); list = next; }\ns.seen = 0;\nreturn 0;\n}\n";
    (out, surely)
}

/// Means, and whether they make the answer unknown whatever comes.
fn means(random: &mut Random) -> (Vec<&'static str>, bool) {
    const IGNORED: [&str; 6] = ["counts", "counts[1]", "s.a", "s.seen", "data[*]", "list"];
    match random.below(9) {
        0 | 1 => (Vec::new(), false),
        2 | 3 => (vec!["--ignore", IGNORED[random.below(6) as usize]], true),
        4 => (vec!["--slice", "auto"], false),
        5 => (vec!["--values", ["counts[0]=2", "data=3", "s=4"][random.below(3) as usize]], false),
        6 => (
            vec![
                "--limit",
                ["pthread_mutex_lock,gmc_choose=7", "work0=1", "pthread_mutex_unlock=9"]
                    [random.below(3) as usize],
            ],
            false,
        ),
        7 => (vec!["--abstract-identity", "--abstract", "essence"], true),
        _ => (vec!["--steps", "handlers"], false),
    }
}

fn engine(random: &mut Random, means: &[&str]) -> Vec<&'static str> {
    let of_states =
        means.iter().any(|it| ["--values", "--limit", "--abstract-identity", "--steps"].contains(it));
    match random.below(if of_states { 4 } else { 6 }) {
        0 => vec!["--engine", "dfs"],
        1 => vec!["--bfs"],
        2 => vec!["--engine", "best"],
        3 => vec!["--jobs", "2"],
        4 => vec!["--engine", "dpor"],
        _ => Vec::new(),
    }
}

fn reasons(report: &Value) -> Vec<&str> {
    let all = report["unknown"].as_array().into_iter().flatten();
    all.filter_map(|it| it["reason"].as_str()).collect()
}

fn compare(directory: &Path, (source, surely): (&str, bool), random: &mut Random) {
    compile(directory, &format!("#define WHOLE 1\n{source}"));
    let whole = check(directory, &["--engine", "dfs", "--no-reduction"], &[]);
    if whole["complete"] != true && causes(&whole).is_empty() {
        return;
    }
    let possible = causes(&whole);
    compile(directory, source);
    for _ in 0..3 {
        let (means, is_lossy) = means(random);
        let engine = engine(random, &means);
        let options: Vec<&str> = means.iter().chain(&engine).copied().collect();
        let report = check(directory, &options, &[]);
        let told = reasons(&report);
        let fail = |why: &str| panic!("{options:?}: {why}: {report:#}\nwhole: {whole:#}\n{source}");
        if told.contains(&"internal") || told.contains(&"not-replayed") {
            fail("a violation is not one");
        }
        // Lines are one further down in the whole program.
        let found = causes(&report).into_iter().map(|(kind, line)| (kind, line + 1));
        if !found.collect::<std::collections::BTreeSet<_>>().is_subset(&possible) {
            fail("an error is none");
        }
        let is_through = report["verdict"] == "holds";
        if is_through && (surely || is_lossy || !possible.is_empty()) {
            fail("it does not hold");
        }
    }
    let counted = |options: &[&str]| {
        let report = check(directory, options, &[]);
        (report["stats"]["states"].clone(), report["verdict"].clone(), causes(&report))
    };
    let (hashed, exact) = (counted(&["--engine", "dfs", "--no-symmetry"]), counted(&["--exact"]));
    assert_eq!(hashed, exact, "{source}");
}

#[test]
fn nothing_is_invented_and_what_may_be_missed_is_said() {
    let count = number("GMC_RANDOM_APPROXIMATIONS", 25);
    let first = number("GMC_RANDOM_SEED", 1);
    let directory = tempfile::tempdir().expect("a temporary directory");
    for seed in first..first + count {
        let mut random = Random(seed);
        let (source, surely) = program(&mut random);
        compare(directory.path(), (&source, surely), &mut random);
    }
}

//! Dynamic path reduction: programs of which the number of runs is known, and random programs, where what it leaves out
//! makes no difference to what is found.
//!
//! Each random program is searched by `paths` and, state by state, by `dfs`. Verdicts and causes must agree. A file has
//! many programs, of which an argument selects one, since most of the time goes into compiling. GMC_RANDOM_CHOICES sets
//! how many files there are, GMC_RANDOM_SEED where they begin.

mod linking;
mod random_programs;

use random_programs::{Random, compile, number};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// Programs of a file: as many as letters.
const PROGRAMS: u64 = 26;

impl Random {
    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len() as u64) as usize]
    }
}

const VARIABLES: &[&str] = &["a", "b", "c", "g", "h", "u", "s", "box[1]", "table[2]"];

/// What a variable becomes.
fn expression(random: &mut Random) -> String {
    let (x, y, k) = (random.pick(VARIABLES), random.pick(VARIABLES), random.below(4));
    match random.below(20) {
        0..3 => format!("{x} + {k}"),
        3 => format!("{x} - {k}"),
        4 => format!("{x} * {k}"),
        5 => format!("-{x}"),
        6 => format!("~{x}"),
        7 => format!("{x} + {y}"),
        8 => format!("{x} - {y}"),
        9 => format!("{x} {} {y}", random.pick(&["&", "|", "^"])),
        10 => format!("({x} & {}) {} {k}", random.below(8), random.pick(&["<<", ">>"])),
        11 => format!("{x} {} {}", random.pick(&["/", "%"]), k + 1),
        12 => format!("{x} {} (({y} & 3) + {})", random.pick(&["/", "%"]), u64::from(random.below(8) > 0)),
        13 => format!("(signed char)({x} * 60)"),
        14 => format!("(unsigned char){x}"),
        15 => format!("{x} {} {y}", random.pick(&["<", "<=", "==", "!=", ">"])),
        16 => format!("({x} > {k}) {} ({y} == {k})", random.pick(&["&&", "||", "&", "|"])),
        17 => format!("help({x}, {y})"),
        18 => format!("box[{x} & 3]"),
        _ => format!("(int)((double){x} * 1.5)"),
    }
}

fn condition(random: &mut Random) -> String {
    let (x, y, k) = (random.pick(VARIABLES), random.pick(VARIABLES), random.below(4));
    match random.below(6) {
        0..3 => format!("{x} {} {k}", random.pick(&["<", "<=", "==", "!=", ">", ">="])),
        3 => format!("{x} {} {y}", random.pick(&["<", "==", "!="])),
        4 => (*x).to_owned(),
        _ => format!("{x} > {k} && {y} != {k}"),
    }
}

/// A statement; `depth` counts the blocks around it.
fn statement(random: &mut Random, depth: u32, out: &mut String) {
    let (x, k) = (random.pick(VARIABLES), random.below(4));
    let block = |random: &mut Random, out: &mut String| {
        for _ in 0..1 + random.below(2) {
            statement(random, depth + 1, out);
        }
    };
    let _ = match random.below(if depth < 3 { 26 } else { 17 }) {
        0..4 => writeln!(out, "{x} = gmc_choose({});", 2 + random.below(3)),
        4..9 => writeln!(out, "{x} = {};", expression(random)),
        9 => writeln!(out, "{x}++;"),
        10 => writeln!(out, "box[{x} & 3] = {};", random.pick(VARIABLES)),
        11 => writeln!(out, "table[({x} & 7) % {}] = {k};", 3 + random.below(2) * 2),
        12 => writeln!(out, "gmc_assume({});", condition(random)),
        13 => writeln!(out, "p = {x} ? &g : &h;\n*p += {k};"),
        14 if random.below(3) == 0 => {
            let y = random.pick(VARIABLES);
            writeln!(out, "gmc_assert({x} != {} || {y} != {k});", random.below(5))
        }
        14 if random.below(3) == 0 => writeln!(out, "if ({}) return 0;", condition(random)),
        14 => writeln!(out, "if ({}) q = {k};", condition(random)),
        15 if random.below(3) == 0 => writeln!(out, "{x} = q;"),
        15 => writeln!(out, "note({x});"),
        16 => writeln!(out, "b = a = {x};"),
        17..22 => {
            let _ = writeln!(out, "if ({}) {{", condition(random));
            block(random, out);
            if random.below(2) == 0 {
                let _ = writeln!(out, "}} else {{");
                block(random, out);
            }
            writeln!(out, "}}")
        }
        22 | 23 => {
            let _ =
                writeln!(out, "for (int i{depth} = 0; i{depth} < {}; i{depth}++) {{", 1 + random.below(3));
            block(random, out);
            if random.below(3) == 0 {
                let _ = writeln!(out, "if ({}) {};", condition(random), random.pick(&["break", "continue"]));
            }
            writeln!(out, "}}")
        }
        24 => {
            let _ = writeln!(out, "switch ({x}) {{\ncase 0:");
            block(random, out);
            let _ = writeln!(out, "break;\ncase 2: case 3:");
            block(random, out);
            writeln!(out, "default: c = {k};\n}}")
        }
        _ => {
            let _ = writeln!(out, "{{ int inner[3] = {{{k}, 1, 2}};\ninner[{x} & 1] = c;");
            block(random, out);
            writeln!(out, "c = inner[1]; }}")
        }
    };
}

/// A file of programs.
fn file(random: &mut Random) -> String {
    let mut out = String::from(
        "#include <gmc.h>\nvoid reach_error(void);\nint g, h = 1, *p;\nint table[4] = {1, 2, 0, 3};\nsigned char s;\nint sum;\n\
         static int help(int x, int y) { if (x > y) return x - 1; return y; }\n\
         static void note(int x) { if (x == 2) sum++; }\n",
    );
    for program in 0..PROGRAMS {
        let _ = writeln!(out, "static int f{program}(void) {{\nint a = 0, b = 1, c = 2, q;\nunsigned u = 3;");
        out.push_str("int box[4] = {0, 1, 0, 2};\n");
        let _ = writeln!(
            out,
            "{} = gmc_choose(3);\n{} = gmc_choose(2);",
            random.pick(VARIABLES),
            random.pick(VARIABLES)
        );
        for _ in 0..3 + random.below(6) {
            statement(random, 0, &mut out);
        }
        // Seldom met, so that few runs are wrong.
        let (x, y, z) = (random.pick(VARIABLES), random.pick(VARIABLES), random.pick(VARIABLES));
        let (sum, k) = (random.below(7), random.below(4));
        let _ = match random.below(3) {
            0 => writeln!(out, "gmc_assert({x} + {y} != {sum} || {z} <= {k});"),
            1 => writeln!(out, "gmc_assert({x} != {k} || {y} == {z} || sum > 0);"),
            _ => writeln!(out, "if ({x} > {k} && {y} < {k} && {z} == {sum}) reach_error();"),
        };
        let _ = writeln!(out, "return 0;\n}}");
    }
    out.push_str("int main(int argc, char **argv) {\nif (argc < 2) return 0;\nswitch (argv[1][0] - 'a') {\n");
    for program in 0..PROGRAMS {
        let _ = writeln!(out, "case {program}: return f{program}();");
    }
    out.push_str("}\nreturn 0;\n}\n");
    out
}

/// The verdict, the causes, and how many runs were followed.
type Found = (String, BTreeSet<(String, u64)>, u64);

fn check(directory: &Path, engine: &str, arguments: &[&str]) -> Found {
    let report = random_programs::check(directory, &["--states", "100000", "--engine", engine], arguments);
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    (verdict, random_programs::causes(&report), report["engine"]["executions"].as_u64().unwrap_or(0))
}

#[test]
fn paths_that_are_left_out_make_no_difference() {
    let (first, files) = (number("GMC_RANDOM_SEED", 1), number("GMC_RANDOM_CHOICES", 4));
    let (mut violated, mut unknown, mut runs) = (0, 0, 0);
    for seed in first..first + files {
        let directory = tempfile::tempdir().expect("a directory");
        let source = file(&mut Random(seed));
        compile(directory.path(), &source);
        for program in 0..PROGRAMS {
            let letter = char::from(b'a' + program as u8).to_string();
            let states = check(directory.path(), "dfs", &[&letter]);
            let paths = check(directory.path(), "paths", &[&letter]);
            runs += paths.2;
            if paths.0 == "unknown" || states.0 == "unknown" {
                unknown += 1;
                continue;
            }
            violated += u64::from(states.0 == "violated");
            assert_eq!(
                (&states.0, &states.1),
                (&paths.0, &paths.1),
                "seed {seed}, program {letter}:\n{source}"
            );
        }
    }
    println!("{} programs, {violated} violated, {unknown} unknown, {runs} runs", files * PROGRAMS);
    assert!(unknown * 4 <= files * PROGRAMS && violated > 0 && violated < files * PROGRAMS);
}

/// The verdict of a program, and how many runs were followed.
fn follow(body: &str) -> (String, u64) {
    let directory = tempfile::tempdir().expect("a directory");
    compile(
        directory.path(),
        &format!("#include <gmc.h>\n#include <stdlib.h>\nint main(void) {{\n{body}\n}}\n"),
    );
    let (verdict, _, runs) = check(directory.path(), "paths", &[]);
    (verdict, runs)
}

/// Figure 5.1 of Yang's thesis (Dynamic path reduction for software model checking, iFM 2009).
#[test]
fn choices_that_nothing_depends_on_take_one_run() {
    let found = follow(
        "int x = 5, y = 8, z = 20;
         if (gmc_choose(2)) y = y - 1; else y = y + 1;
         x = 2 * x;
         if (gmc_choose(2)) z = z - 1; else z = z + 1;
         if (x > 10) abort();
         return 0;",
    );
    assert_eq!(found, ("holds".to_owned(), 1));
}

/// Figure 5.2: the second choice matters. Both runs with its other alternative are wrong.
#[test]
fn a_choice_that_matters_is_found() {
    let found = follow(
        "int x = 5, y = 8, z = 10;
         if (gmc_choose(2)) y = y - 1; else y = y + 1;
         x = 2 * x;
         if (!gmc_choose(2)) z = z - 1; else { z = z + 1; x = x + 1; }
         if (x > 10) abort();
         return 0;",
    );
    assert_eq!(found.0, "violated");
    assert!(found.1 <= 3, "{found:?}");
}

#[test]
fn forty_choices_of_which_four_matter_take_few_runs() {
    let found = follow(
        "int x[40], s = 0, t = 0;
         for (int i = 0; i < 40; i++) { x[i] = gmc_choose(2); if (x[i]) t += i; else t -= 1; }
         for (int i = 0; i < 4; i++) s += x[7 * i];
         if (s == 5) abort();
         return 0;",
    );
    assert_eq!(found.0, "holds");
    assert!(found.1 <= 40, "{found:?}");
}

/// Some clause of these eight is false whatever is chosen: its three literals are the reason.
#[test]
fn a_clause_that_is_false_is_a_reason() {
    let found = follow(
        "static const signed char clauses[8][3] = {{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3},
             {-1, 2, 3}, {-1, 2, -3}, {-1, -2, 3}, {-1, -2, -3}};
         int x[13], count = 0;
         for (int i = 1; i <= 12; i++) x[i] = gmc_choose(2);
         for (int j = 0; j < 8; j++)
           for (int k = 0; k < 3; k++) {
             int l = clauses[j][k];
             if (l > 0 ? x[l] : !x[-l]) { count++; break; }
           }
         if (count == 8) abort();
         return 0;",
    );
    assert_eq!(found, ("holds".to_owned(), 8));
}

//! `gmc dump`: what it prints, of every kind of input.

use crate::sandbox::{Run, Sandbox, has};
use std::collections::BTreeSet;
use std::fs;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write(
        "count.c",
        "int counter;\nint next(void);\nint count(int limit) {\n  for (int i = 0; i < limit; i++)\n    counter += next();\n  return counter;\n}\n",
    );
    sandbox.write("next.c", "int next(void) { return 1; }\n");
    sandbox
}

#[test]
fn source_lines() {
    let text = sandbox().gmc(["dump", "count.c"]).run().succeeded().stdout;
    assert!(text.contains("// count.c:5: counter += next();"), "{text}");
    assert!(text.contains("next ()"), "{text}");
}

#[test]
fn one_function() {
    let sandbox = sandbox();
    let text = sandbox.gmc(["dump", "count.c", "next.c", "--function", "next"]).run().succeeded().stdout;
    assert!(text.contains("int next (void)") && !text.contains("int count"), "{text}");
    let ran = sandbox.gmc(["dump", "next.c", "--function", "nothing"]).run();
    ran.refused(&["there is no function `nothing`", "--functions"]);
}

#[test]
fn functions_of_one_name() {
    let sandbox = Sandbox::new();
    for name in ["first", "second"] {
        sandbox.write(
            format!("{name}.c"),
            &format!("static int f(void) {{ return 1; }}\nint {name}(void) {{ return f(); }}\n"),
        );
    }
    let dump = |function: &str| sandbox.gmc(["dump", "first.c", "second.c", "--cfg", function]).run();
    dump("f").refused(&["first.c:f, second.c:f"]);
    assert!(dump("second.c:f").succeeded().stdout.starts_with("digraph"));
}

#[test]
fn graphs() {
    let sandbox = sandbox();
    let graph = sandbox.gmc(["dump", "count.c", "--cfg", "count"]).run().succeeded().stdout;
    assert!(graph.starts_with("digraph \"count\""), "{graph}");
    let draw = || sandbox.gmc(["dump", "count.c", "--cfg", "count", "--output", "count.svg"]);
    if has("dot", "drawing with Graphviz") {
        draw().run().succeeded();
        let drawing = fs::read_to_string(sandbox.join("count.svg")).expect("a drawing");
        assert!(drawing.contains("<svg") && drawing.contains("counter"), "{drawing}");
    }
    let bin = sandbox.join("bin");
    fs::create_dir(&bin).expect("created");
    for tool in ["gcc", "as", "ld"] {
        sandbox.script(&format!("bin/{tool}"), &format!("PATH='{}' exec {tool} \"$@\"", env!("PATH")));
    }
    draw().env("PATH", bin).run().refused(&["Graphviz", "apt-get install graphviz", "count.dot"]);
}

#[test]
fn json() {
    let text = sandbox().gmc(["dump", "count.c", "--format", "json"]).run().succeeded().stdout;
    let program: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(program["format"], "gmc-program");
    assert_eq!(program["externals"][0]["name"], "next");
}

#[test]
fn flags_for_the_compiler() {
    let sandbox = Sandbox::new();
    sandbox.write("inc/limit.h", "#define LIMIT 7\n");
    sandbox.write("a.c", "#include \"limit.h\"\nint f(void) { return LIMIT + EXTRA + sizeof(long); }\n");
    let dump = |flags: &[&str]| sandbox.gmc(["dump", "a.c"]).args(flags).run();
    assert_eq!(dump(&[]).code(), Some(2));
    assert!(dump(&["-Iinc", "-D", "EXTRA=1"]).succeeded().stdout.contains("return"));
    assert!(dump(&["--cflags", "-Iinc '-DEXTRA=1 + 1'"]).succeeded().stdout.contains("return"));
    assert!(
        dump(&["--cflag=-Iinc", "--cflag", "-DEXTRA=3", "-m32", "-std=c99"])
            .succeeded()
            .stdout
            .contains("return")
    );
}

/// A program for a smaller machine needs neither its headers nor its libraries.
#[test]
fn thirty_two_bits() {
    let sandbox = Sandbox::new();
    sandbox.write("a.i", "extern int g(long);\nint main(void) { return g(sizeof(void *)); }\n");
    let text = sandbox.gmc(["dump", "-m32", "a.i"]).run().succeeded().stdout;
    assert!(text.contains("g (4)"), "{text}");
    sandbox.gmc(["cc", "-m32", "-c", "a.i"]).run().succeeded();
    sandbox.command("ar").args(["rcs", "liba.a", "a.o"]).run().succeeded();
    for input in ["a.o", "liba.a"] {
        let from_object = sandbox.gmc(["dump", input]).run().succeeded().stdout;
        assert_eq!(from_object, text, "{input}");
    }
}

/// Layouts are the target's: pointers and `long` have four bytes, and a `double` in a struct is aligned like them.
#[test]
fn layouts_of_thirty_two_bits() {
    let sandbox = Sandbox::new();
    let types = "struct node { char tag; struct node *next; long count; long long wide; double real; };\n\
                 union word { void *pointer; unsigned long bits; };\n";
    sandbox.write(
        "a.i",
        &format!(
            "{types}struct node first;\nstruct node *table[3] = {{0, &first}};\n\
             extern unsigned long bits_of(struct node *, union word);\n\
             int main(void) {{ union word w; w.pointer = table[1]; return bits_of(&first, w) == sizeof first; }}\n"
        ),
    );
    sandbox.write(
        "b.i",
        &format!(
            "{types}unsigned long bits_of(struct node *n, union word w) {{ n->count = 1; return w.bits; }}\n"
        ),
    );
    let flags = ["-m32", "-nostdlib", "-static", "-Wl,-e,main", "a.i", "b.i", "-o", "program"];
    sandbox.gmc(["cc"]).args(flags).run().succeeded();
    for inputs in [&["-m32", "a.i", "b.i"][..], &["program"]] {
        let dump = |what: &[&str]| sandbox.gmc(["dump"]).args(what).args(inputs).run().succeeded().stdout;
        let types = dump(&["--types"]);
        for layout in [
            "struct node { // 28 bytes, aligned to 4\n  char tag; // offset 0\n  struct node *next; // offset 4\n  \
             long int count; // offset 8\n  long long int wide; // offset 12\n  double real; // offset 20\n};",
            "union word { // 4 bytes, aligned to 4\n",
            "// long int: signed integer of 32 bits, 4 bytes, aligned to 4\n",
        ] {
            assert!(types.contains(layout), "{layout} is not in\n{types}");
        }
        let globals = dump(&["--globals"]);
        assert!(globals.contains("12 bytes, aligned to 4"), "{globals}");
        assert_eq!(dump(&["--externals"]), "", "bits_of is another unit's");
        assert!(dump(&["--function", "main"]).contains(" == 28"), "sizeof is the target's");
    }
}

#[test]
fn shared_objects_that_a_program_needs() {
    let sandbox = Sandbox::new();
    sandbox.write("main.c", "int next(void);\nint main(void) { return next(); }\n");
    sandbox.write("next.c", "int next(void) { return 0; }\n");
    fs::create_dir(sandbox.join("lib")).expect("created");
    sandbox.gmc(["cc", "-shared", "-fPIC", "next.c", "-o", "lib/libnext.so"]).run().succeeded();
    let link = |output: &str, extra: &[&str]| {
        let mut command = sandbox.gmc(["cc", "main.c", "-Llib", "-lnext", "-o", output]);
        command.args(extra).run().succeeded();
    };
    link("found", &["-Wl,-rpath,$ORIGIN/lib"]);
    link("rpath", &["-Wl,-rpath,$ORIGIN/lib", "-Wl,--disable-new-dtags"]);
    link("lost", &[]);
    let externals = |arguments: &[&str], path: &str| {
        let mut command = sandbox.gmc(["dump", "--externals"]);
        command.args(arguments).env("LD_LIBRARY_PATH", path).run().succeeded().stdout
    };
    assert_eq!(externals(&["found"], ""), "");
    assert_eq!(externals(&["rpath"], ""), "");
    assert!(externals(&["lost"], "").contains("next"));
    assert_eq!(externals(&["lost"], "lib"), "");
    assert_eq!(externals(&["lost", "lib/libnext.so"], ""), "");
    assert_eq!(externals(&["main.c", "lib/libnext.so"], ""), "");
}

/// Archives that need each other, named in any order; members that nothing needs stay out.
#[test]
fn archives_in_a_circle() {
    let sandbox = Sandbox::new();
    sandbox.write("main.c", "int a1(void);\nint main(void) { return a1(); }\n");
    sandbox.write("a1.c", "int b1(void);\nint a1(void) { return b1(); }\n");
    sandbox.write("a2.c", "int a2(void) { return 0; }\n");
    sandbox.write("b1.c", "int a2(void);\nint b1(void) { return a2(); }\n");
    sandbox.write("b2.c", "int b2(void) { return 0; }\n");
    for library in ["a", "b"] {
        for n in ["1", "2"] {
            sandbox.gmc(["cc", "-c", &format!("{library}{n}.c")]).run().succeeded();
        }
        let objects = [format!("{library}1.o"), format!("{library}2.o")];
        sandbox.command("ar").arg("rcs").arg(format!("lib{library}.a")).args(objects).run().succeeded();
    }
    for inputs in [["main.c", "liba.a", "libb.a"], ["libb.a", "liba.a", "main.c"]] {
        let list = sandbox.gmc(["dump", "--functions"]).args(inputs).run().succeeded().stdout;
        assert_eq!(list.lines().count(), 4, "{list}");
        assert!(!list.contains("b2"), "{list}");
    }
}

#[test]
fn fortran_and_assembly() {
    let sandbox = Sandbox::new();
    sandbox.write("one.s", ".globl one\none:\n ret\n.section .note.GNU-stack,\"\",@progbits\n");
    sandbox.write("main.c", "int one(void);\nint main(void) { return one(); }\n");
    let ran = sandbox.gmc(["dump", "--externals", "main.c", "one.s"]).run().succeeded();
    assert!(ran.stderr.contains("one.s holds no code for gmc"), "{}", ran.stderr);
    assert!(ran.stdout.contains("one"), "{}", ran.stdout);
    if has("gfortran", "Fortran in `gmc dump`") {
        sandbox.write("m.f90", "module m\ncontains\nsubroutine s\nend subroutine\nend module\n");
        sandbox.write("p.f90", "program p\n use m\n call s\nend program\n");
        let list = sandbox.gmc(["dump", "--functions", "m.f90", "p.f90"]).run().succeeded().stdout;
        assert!(list.contains("s()") || list.contains("s(void)") || list.contains("__m_MOD_s"), "{list}");
        assert!(!sandbox.files().iter().any(|file| file.ends_with(".mod")), "{:?}", sandbox.files());
    }
}

/// The front ends do not get to replace calls of the library, whatever languages a command line mixes.
#[test]
fn library_calls_stay() {
    let sandbox = Sandbox::new();
    let source = "#include <stdio.h>\n#include <string.h>\nint main(void) {\n  char to[4];\n\
                  memcpy(to, \"abc\", 4);\n  printf(\"hello\\n\");\n  return strlen(\"abc\");\n}\n";
    for file in ["a.c", "a.cc"] {
        sandbox.write(file, source);
        let list = sandbox.gmc(["dump", "--externals", file]).run().succeeded().stdout;
        assert!(["memcpy(", "printf(", "strlen("].iter().all(|name| list.contains(name)), "{list}");
    }
    if has("gfortran", "Fortran beside C") {
        sandbox.write("s.f", "      subroutine s\n      print *, 1\n      end\n");
        let ran = sandbox.gmc(["cc", "-c", "a.c", "s.f"]).run().succeeded();
        assert_eq!(ran.stderr, "");
    }
}

/// Names that a C++ programmer knows, each function by as much of it as tells it apart.
#[test]
fn cxx_names() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.cc",
        "template <class T> struct Stack { T pop() { return T(); } };\n\
         template <class T> T first() { return T(); }\n\
         namespace n { static int f(int x) { static int count; return count += x; } }\n\
         static int f(long) { return n::f(1); }\n\
         int main() { return Stack<int>().pop() + first<int>() + f(1L); }\n",
    );
    let list = sandbox.gmc(["dump", "--functions", "--globals", "a.cc"]).run().succeeded().stdout;
    for declared in [
        "comdat int Stack<int>::pop(); //",
        "comdat int first<int>(); //",
        "static int n::f(int); //",
        "static int f(long); //",
        "int main(void); //",
        "static int n::f(int)::count;",
    ] {
        assert!(list.contains(declared), "{declared} is not in\n{list}");
    }
    for (name, head) in [
        ("Stack<int>::pop", "int Stack<int>::pop (struct Stack<int> *const this)"),
        ("n::f(int)", "static int n::f (int x)"),
        ("f", "static int f (long int "),
    ] {
        let text = sandbox.gmc(["dump", "--function", name, "a.cc"]).run().succeeded().stdout;
        assert!(text.lines().any(|line| line.starts_with(head)), "{head} is not in\n{text}");
    }
}

/// What asks for the exception of a region names the region as all else does.
#[test]
fn exception_regions() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "a.cc",
        "struct A { ~A(); };\nvoid f();\n\
         int g() {\n  A a;\n  try { f(); } catch (int e) { return e; }\n\
         {\n    A b;\n    try { f(); } catch (long e) { return e; }\n  }\n  return 0;\n}\n",
    );
    let text = sandbox.gmc(["dump", "--function", "g", "a.cc"]).run().succeeded().stdout;
    let numbers = |before: &str, after: char| -> BTreeSet<String> {
        let rests = text.lines().filter_map(|line| Some(line.split_once(before)?.1));
        rests.filter_map(|rest| Some(rest.split_once(after)?.0.to_owned())).collect()
    };
    let dispatched = numbers("eh_dispatch region", ';');
    assert_eq!(dispatched.len(), 2, "{text}");
    assert_eq!(numbers("__builtin_eh_pointer (", ')'), dispatched, "{text}");
    for number in dispatched {
        assert!(
            text.lines().any(|line| line.contains(&format!("// region{number} ")) && line.contains("try"))
        );
    }
}

/// `gmc dump … | head` ends without a word.
#[test]
fn a_closed_pipe() {
    let sandbox = sandbox();
    let gmc = crate::sandbox::GMC;
    let ran =
        sandbox.command("sh").args(["-c", &format!("{gmc} dump --format json count.c | head -c 1")]).run();
    assert_eq!(ran.succeeded().stderr, "");
}

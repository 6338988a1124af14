//! What may stand on gmc's command line, and what gmc says of what may not.

use crate::sandbox::{Run, Sandbox};
use std::fs;
use std::os::unix::process::ExitStatusExt;

#[test]
fn bad_inputs() {
    let sandbox = Sandbox::new();
    sandbox.write("empty.o", "");
    sandbox.write("text.o", "hello\n");
    sandbox.write("note.txt", "hello\n");
    sandbox.write("x.adb", "");
    sandbox.write("broken.o", "\x7fELF and no more");
    fs::create_dir(sandbox.join("directory")).expect("created");
    for (input, words) in [
        ("nowhere.c", "does not exist"),
        ("directory", "is a directory"),
        ("empty.o", "is empty"),
        ("text.o", "neither a source file"),
        ("note.txt", "neither a source file"),
        ("x.adb", "a language that gmc does not read"),
        ("broken.o", "is an ELF file, but"),
    ] {
        sandbox.gmc(["dump", input]).run().refused(&[input, words]);
    }
}

#[test]
fn programs_that_gmc_did_not_compile() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int main(void) { return 0; }\n");
    sandbox.command("gcc").args(["a.c", "-o", "prog"]).run().succeeded();
    sandbox.command("gcc").args(["-c", "a.c"]).run().succeeded();
    for input in ["prog", "a.o"] {
        sandbox.gmc(["dump", input]).run().refused(&[input, "gmc cc"]);
    }
}

#[test]
fn two_programs() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "int main(void) { return 0; }\n");
    sandbox.gmc(["cc", "a.c", "-o", "prog"]).run().succeeded();
    sandbox.gmc(["cc", "a.c", "-o", "other"]).run().succeeded();
    sandbox.gmc(["dump", "prog", "other"]).run().refused(&["prog is a program already", "other"]);
}

/// GCC's and the linker's own words, and exit code 2.
#[test]
fn what_does_not_compile_or_link() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.c", "int f(void) { return undeclared; }\n");
    sandbox.write("a.c", "int f(void) { return 1; }\n");
    sandbox.write("b.c", "int f(void) { return 2; }\n");
    let ran = sandbox.gmc(["dump", "bad.c"]).run();
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr.starts_with("bad.c: In function"), "{}", ran.stderr);
    let ran = sandbox.gmc(["dump", "a.c", "b.c"]).run();
    assert_eq!(ran.code(), Some(2));
    assert!(ran.stderr.contains("multiple definition of `f'"), "{}", ran.stderr);
}

#[test]
fn wrong_usage() {
    let sandbox = Sandbox::new();
    for line in [&["dump"][..], &["no-such-command"], &["dump", "--no-such-option", "a.c"]] {
        assert_eq!(sandbox.gmc(line).run().code(), Some(2), "{line:?}");
    }
}

/// Nothing is left among the temporary files, whether gmc succeeds or fails.
#[test]
fn nothing_is_left_behind() {
    let sandbox = Sandbox::new();
    let temporary = sandbox.join("tmp");
    fs::create_dir(&temporary).expect("created");
    sandbox.write("a.c", "int main(void) { return 0; }\n");
    sandbox.write("bad.c", "int\n");
    for inputs in [&["a.c"][..], &["bad.c"], &["a.c", "bad.c"]] {
        sandbox.gmc(["dump"]).args(inputs).env("TMPDIR", &temporary).run();
        assert_eq!(fs::read_dir(&temporary).expect("readable").count(), 0, "{inputs:?}");
    }
}

/// Nor when gmc is interrupted in the middle of a compilation.
#[test]
fn nothing_is_left_behind_by_an_interrupt() {
    let sandbox = Sandbox::new();
    let temporary = sandbox.join("tmp");
    fs::create_dir(&temporary).expect("created");
    sandbox.write("a.c", "int main(void) { return 0; }\n");
    let gcc = sandbox.script("gcc", "case $* in *a.c*) kill -INT $PPID; sleep 1;; *) exec gcc \"$@\";; esac");
    let mut command = sandbox.gmc(["dump", "a.c"]);
    command.env("TMPDIR", &temporary).env("GMC_GCC", gcc).env("GMC_GXX", "g++");
    assert_eq!(command.run().status.signal(), Some(2));
    assert_eq!(fs::read_dir(&temporary).expect("readable").count(), 0);
}

/// The linker lets no hidden name stay undefined; for gmc, a part of a library is as good as any other.
#[test]
fn hidden_names_that_nothing_defines() {
    let sandbox = Sandbox::new();
    let hidden = "__attribute__((visibility(\"hidden\")))";
    sandbox.write(
        "a.c",
        &format!(
            "{hidden} int helper(void);\nextern {hidden} _Thread_local int knob;\n\
             int main(void) {{ return helper() + knob; }}\n"
        ),
    );
    sandbox.write("b.c", &format!("{hidden} int helper(void) {{ return 1; }}\n"));
    sandbox.write("c.cc", "struct S { S(); ~S(); };\nS s;\n");
    let externals = |inputs: &[&str]| {
        let run = sandbox.gmc(["dump", "--externals"]).args(inputs).run().succeeded();
        assert_eq!(run.stderr, "");
        run.stdout
    };
    let alone = externals(&["a.c"]);
    assert!(alone.contains("helper") && alone.contains("knob"), "{alone}");
    assert!(externals(&["c.cc"]).contains("__dso_handle"));
    // A script that provides the name keeps no member of an archive out.
    sandbox.gmc(["cc", "-c", "b.c"]).run().succeeded();
    sandbox.command("ar").args(["rc", "lib.a", "b.o"]).run().succeeded();
    for parts in [&["a.c", "b.c"], &["a.c", "lib.a"]] {
        let both = externals(parts);
        assert!(!both.contains("helper") && both.contains("knob"), "{both}");
    }
}

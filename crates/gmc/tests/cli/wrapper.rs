//! `gmc cc` against GCC itself: the same exit code, the same output, the same files.

use crate::sandbox::{GMC, Ran, Run, Sandbox, has};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

/// Files that command lines below work on.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "#include \"a.h\"\nint helper(int);\nint main(void) { return helper(ANSWER); }\n");
    sandbox.write("a.h", "#define ANSWER 42\n");
    sandbox.write("b.c", "int helper(int x) { return x - 42; }\n");
    sandbox.write("bad.c", "int f(void) { return undeclared; }\nint g(void) { int unused; }\n");
    sandbox.write("warned.c", "int g(void) { int unused; }\n");
    sandbox
        .write("t.cc", "template <class T> T twice(T x) { return x + x; }\nint two() { return twice(1); }\n");
    sandbox.write(
        "s.S",
        "#define NAME helper\n.globl NAME\nNAME:\n ret\n.section .note.GNU-stack,\"\",@progbits\n",
    );
    sandbox.write("plain.s", ".globl helper\nhelper:\n ret\n.section .note.GNU-stack,\"\",@progbits\n");
    sandbox.write("p.f90", "program p\n print *, 1\nend program\n");
    sandbox.write("arguments", "-c -DX='1 2' a.c\n  -o from-file.o");
    sandbox.write("preprocessed.i", "int f(void) { return 1; }\n");
    sandbox
}

/// Runs a command line with GCC and with gmc, each in its own directory.
#[track_caller]
fn compare(front_end: &str, line: &str, input: &str) {
    let (gcc, command) = match front_end {
        "cc" => ("gcc", "cc"),
        "c++" => ("g++", "c++"),
        _ => ("gfortran", "fortran"),
    };
    let (theirs, ours) = (sandbox(), sandbox());
    let words = || line.split_whitespace();
    let expected = theirs.command(gcc).args(words()).run_with_input(input);
    let actual = ours.gmc([command]).args(words()).run_with_input(input);
    let context = format!("{front_end} {line}\nexpected: {expected:?}\nactual: {actual:?}");
    assert_eq!(expected.code(), actual.code(), "{context}");
    // Programs see whose compiler it is.
    let printed = actual.stdout.replace("#define __GMC__ 1\n", "");
    assert_eq!(expected.stdout, printed, "{context}");
    assert_eq!(messages(&expected, &theirs), messages(&actual, &ours), "{context}");
    assert_eq!(theirs.files(), ours.files(), "{context}");
    for file in ours.files().iter().filter(|file| file.ends_with(".d")) {
        let read = |sandbox: &Sandbox| fs::read_to_string(sandbox.join(file)).expect("readable");
        assert_eq!(read(&theirs), read(&ours), "{context}\n{file}");
    }
}

/// GCC's messages, but for the names of temporary files and of the sandbox.
fn messages(ran: &Ran, sandbox: &Sandbox) -> String {
    let text = ran.stderr.replace(&*sandbox.path().to_string_lossy(), "SANDBOX");
    let words = text.split_inclusive(['/', ' ', '\n', ':']);
    words.filter(|word| !word.starts_with("cc") || !word.contains(".o")).collect()
}

#[test]
fn compiling() {
    for line in [
        "-c a.c",
        "-c a.c b.c",
        "-S a.c",
        "-O2 -flto -c a.c -o out.o",
        "-c -MD a.c",
        "-c -MMD -MF deps.d -MT target a.c",
        "-c @arguments",
        "-pipe -c a.c",
        "-save-temps -c a.c",
        "-save-temps=obj -c a.c -o out.o",
        "-c preprocessed.i",
        "-D_FORTIFY_SOURCE=2 -O2 -Werror -Wall -c b.c",
        "-ffreestanding -c b.c",
        "-fwrapv -c b.c",
        "-fsanitize=undefined -c b.c",
        "-m32 -c b.c",
        "-x c -c a.h -o header.o",
        "-x c-header a.h",
        "-std=c99 -pedantic-errors -c b.c",
        "-Wall -c warned.c",
    ] {
        compare("cc", line, "");
    }
}

#[test]
fn linking() {
    for line in [
        "a.c b.c",
        "a.c b.c -o prog",
        "-static a.c b.c -o prog",
        "-shared -fPIC b.c -o libb.so",
        "a.c s.S -o prog",
        "a.c plain.s -o prog",
        "-flto -O2 a.c b.c -o prog",
        "-r b.c -nostdlib -o partial.o",
        "-Wl,--gc-sections -ffunction-sections a.c b.c -o prog",
        "-g a.c -o prog",
        "-g -O2 a.c b.c -lm -o prog",
    ] {
        compare("cc", line, "");
    }
}

#[test]
fn everything_but_compiling() {
    for line in [
        "",
        "-v",
        "--version",
        "-dumpmachine",
        "-dumpversion",
        "-print-file-name=plugin",
        "-print-search-dirs",
        "--help",
        "-E a.c",
        "-E -dM a.c",
        "-M a.c",
        "-MM a.c",
        "-fsyntax-only a.c",
        "-c s.S",
        "-c plain.s",
        "-x assembler -c plain.s",
        "-c a.c -o",
        "-c a.c -x",
        "-c -- a.c",
        "@nowhere",
    ] {
        compare("cc", line, "");
    }
}

#[test]
fn failing() {
    for line in [
        "-c nowhere.c",
        "nowhere.o",
        "-c bad.c",
        "-Werror -Wall -c warned.c",
        "-fno-such-flag -c a.c",
        "-g a.c b.c b.c",
        "-c a.c b.c -o one.o",
        "-c a.c -I",
        "-x nothing a.c",
    ] {
        compare("cc", line, "");
    }
}

#[test]
fn standard_input() {
    compare("cc", "-x c - -c -o in.o", "int f(void) { return 1; }\n");
    compare("cc", "-x c - -S -o in.s", "");
    compare("cc", "-E -", "#define X 1\nX\n");
    compare("cc", "-", "int x;\n");
}

#[test]
fn cxx() {
    for line in
        ["-c t.cc", "-std=c++20 -c t.cc -o out.o", "-c b.c", "-x c++ b.c -c", "-shared -fPIC t.cc -o libt.so"]
    {
        compare("c++", line, "");
    }
}

#[test]
fn fortran() {
    if has("gfortran", "`gmc fortran`") {
        for line in ["-c p.f90", "p.f90 -o prog", "-cpp -c p.f90", "-c p.f90 -J ."] {
            compare("fortran", line, "");
        }
    }
}

#[test]
fn what_is_built_runs() {
    let sandbox = sandbox();
    sandbox.gmc(["cc", "a.c", "b.c", "-O2", "-o", "prog"]).run().succeeded();
    sandbox.command(sandbox.join("prog")).run().succeeded();
}

#[test]
fn freestanding_stays_freestanding() {
    let sandbox = Sandbox::new();
    sandbox.write("f.c", "#if __STDC_HOSTED__\n#error hosted\n#endif\n");
    sandbox.gmc(["cc", "-ffreestanding", "-c", "f.c"]).run().succeeded();
}

/// A precompiled header is read back, and what is compiled with it exports.
#[test]
fn precompiled_headers() {
    let sandbox = Sandbox::new();
    sandbox.write("a.h", "static inline int one(void) { return 1; }\n");
    sandbox.write("a.c", "#include \"a.h\"\nint main(void) { return one(); }\n");
    sandbox.gmc(["cc", "a.h"]).run().succeeded();
    assert!(sandbox.join("a.h.gch").is_file());
    let ran = sandbox.gmc(["cc", "-Winvalid-pch", "-Werror", "-c", "a.c"]).run().succeeded();
    assert_eq!(ran.stderr, "");
    let list = sandbox.gmc(["dump", "--functions", "a.o"]).run().succeeded().stdout;
    assert_eq!(list.lines().count(), 2, "{list}");
}

#[test]
fn names_that_are_not_utf8() {
    let sandbox = Sandbox::new();
    let name = OsStr::from_bytes(b"a\xff.c");
    sandbox.write(name, "int main(void) { return 0; }\n");
    sandbox.gmc([OsStr::new("cc"), OsStr::new("-c"), name]).run().succeeded();
    assert!(sandbox.join(OsStr::from_bytes(b"a\xff.o")).is_file());
}

#[test]
fn a_killed_compiler() {
    let sandbox = sandbox();
    let gcc = sandbox.script("gcc", "kill -TERM $$");
    let ran = sandbox.gmc(["cc", "-v"]).env("GMC_GCC", gcc).run();
    assert_eq!(ran.status.signal(), Some(15));
}

#[test]
fn a_missing_compiler() {
    let sandbox = sandbox();
    for (command, variable) in [("cc", "GMC_GCC"), ("c++", "GMC_GXX"), ("fortran", "GMC_GFORTRAN")] {
        let ran = sandbox.gmc([command, "-c", "a.c"]).env(variable, "/nowhere/gcc").run();
        ran.refused(&["/nowhere/gcc", "apt-get install", variable]);
    }
}

/// The compiler that is asked for, and no other, is called, with its own arguments first and untouched.
#[test]
fn the_command_line() {
    let sandbox = sandbox();
    let print = "case $1 in -v) exec gcc -v;; esac; printf '%s\\n' \"$@\"";
    sandbox.script("bin/gcc-7", print);
    sandbox.script("bin/g++-7", print);
    let lines = |command: &mut Command| -> Vec<String> {
        let ran = command.env("GMC_GCC", "bin/gcc-7").run().succeeded();
        ran.stdout.lines().map(str::to_owned).collect()
    };
    let plain = lines(sandbox.gmc(["c++", "-c", "it's a file.cc", "-O2"]).env("GMC_GXX", "bin/gcc-7"));
    assert_eq!(plain[..3], ["-c", "it's a file.cc", "-O2"]);
    assert!(plain.contains(&"-ftrapv".to_owned()) && plain.contains(&"-O0".to_owned()), "{plain:?}");
    assert!(plain.last().is_some_and(|last| last.starts_with("-fplugin=/")), "{plain:?}");
    let wrapping = lines(sandbox.gmc(["c++", "-c", "a.cc", "-fwrapv"]).env("GMC_GXX", "bin/gcc-7"));
    assert!(!wrapping.contains(&"-ftrapv".to_owned()), "{wrapping:?}");
    let asking = lines(&mut sandbox.gmc(["cc", "-print-multiarch"]));
    assert_eq!(asking, ["-print-multiarch"]);
}

#[test]
fn completions_and_manual() {
    let sandbox = Sandbox::new();
    let bash = sandbox.gmc(["completions", "bash"]).run().succeeded();
    assert!(bash.stdout.contains("--externals"));
    let manual = sandbox.gmc(["man"]).run().succeeded();
    assert!(manual.stdout.contains("gmc") && manual.stdout.contains("externals"));
    let version = Command::new(GMC).arg("--version").run().succeeded();
    assert!(version.stdout.starts_with("gmc "));
}

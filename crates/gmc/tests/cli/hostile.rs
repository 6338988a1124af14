//! Input and surroundings that mean no good: programs that want out of their overlay, traces that want something run, files that
//! cannot be read or written.

use crate::sandbox::{GMC, Run, Sandbox};
use std::fs;
use std::os::unix::fs::symlink;

const WRONG: &str = "int main(void) { int *p = 0; return *p; }\n";

/// Runs a program with an overlay; all but the overlay must stay as it is.
#[track_caller]
fn stays_inside(body: &str) {
    let sandbox = Sandbox::new();
    sandbox.write("outside/victim", "as it was\n");
    sandbox.write("outside/old/file", "as it was\n");
    fs::create_dir(sandbox.join("overlay")).expect("a directory");
    let program = format!(
        "#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n#include <sys/time.h>\n\
         #include <unistd.h>\nstatic void put(const char *name, int flags) {{\n  int fd = open(name, flags, 0644);\n  \
         if (fd >= 0 && write(fd, \"HACKED\\n\", 7) != 7) exit(2);\n  close(fd);\n}}\nint main(void) {{\n{body}\nreturn 0;\n}}\n"
    );
    sandbox.write("program.c", &program);
    let before = sandbox.files();
    let modified =
        |name: &str| fs::metadata(sandbox.join(name)).and_then(|it| it.modified()).expect("a file");
    let times = [modified("outside/victim"), modified("outside/old/file")];
    let ran = sandbox.gmc(["run", "program.c", "--files", "overlay=overlay", "--time", "60"]).run();
    assert!(matches!(ran.code(), Some(0 | 7)), "{:?} {}", ran.code(), ran.stderr);
    for name in ["outside/victim", "outside/old/file"] {
        assert_eq!(
            fs::read_to_string(sandbox.join(name)).expect("still there"),
            "as it was\n",
            "{name}: {body}"
        );
        assert!(
            fs::metadata(sandbox.join(name)).is_ok_and(|it| !it.permissions().readonly()),
            "{name}: {body}"
        );
    }
    assert_eq!(times, [modified("outside/victim"), modified("outside/old/file")], "{body}");
    let added: Vec<String> =
        sandbox.files().difference(&before).filter(|it| !it.starts_with("overlay/")).cloned().collect();
    assert!(added.is_empty(), "{added:?}: {body}");
}

#[test]
fn links_do_not_lead_out_of_an_overlay() {
    stays_inside("symlink(\"outside/victim\", \"link\"); put(\"link\", O_WRONLY | O_TRUNC);");
    stays_inside(
        "symlink(\"outside\", \"dir\"); put(\"dir/victim\", O_WRONLY); put(\"dir/new\", O_CREAT | O_WRONLY);",
    );
    stays_inside(
        "char here[4096]; char name[5000]; getcwd(here, sizeof here); snprintf(name, sizeof name, \"%s/outside\", here);\n\
         symlink(name, \"dir\"); put(\"dir/victim\", O_WRONLY | O_APPEND); mkdir(\"dir/new\", 0755); unlink(\"dir/victim\");",
    );
    stays_inside(
        "symlink(\"b\", \"a\"); symlink(\"outside/victim\", \"b\"); truncate(\"a\", 0); put(\"a\", O_RDWR);",
    );
    stays_inside("symlink(\"outside/none\", \"link\"); put(\"link\", O_CREAT | O_WRONLY);");
    stays_inside(
        "symlink(\"outside\", \"dir\"); rename(\"dir/victim\", \"dir/moved\"); rename(\"program.c\", \"dir/victim\");",
    );
    stays_inside(
        "symlink(\"outside\", \"dir\"); link(\"dir/victim\", \"hard\"); put(\"hard\", O_WRONLY | O_TRUNC);",
    );
    stays_inside(
        "symlink(\"outside/old\", \"dir\"); unlink(\"dir/file\"); rmdir(\"dir/../old\"); rmdir(\"outside/old\");",
    );
    stays_inside(
        "symlink(\"outside\", \"dir\"); chmod(\"dir/victim\", 0400); chdir(\"dir\"); chmod(\"victim\", 0400);",
    );
    stays_inside(
        "chdir(\"outside/old\"); put(\"../victim\", O_WRONLY | O_TRUNC); put(\"./././file\", O_RDWR);",
    );
    stays_inside(
        "symlink(\"loop\", \"loop\"); if (open(\"loop\", O_RDONLY) >= 0) exit(2); put(\"loop\", O_CREAT | O_WRONLY);",
    );
}

#[test]
fn open_files_do_not_lead_out_of_an_overlay() {
    stays_inside(
        "int fd = open(\"outside/victim\", O_RDONLY); char n[64]; snprintf(n, 64, \"/proc/self/fd/%d\", fd); put(n, O_WRONLY);",
    );
    stays_inside("int fd = open(\"outside/victim\", O_RDONLY); fchmod(fd, 0400); ftruncate(fd, 0);");
    stays_inside(
        "int fd = open(\"outside/victim\", O_RDONLY); struct timespec t[2] = {{1, 0}, {1, 0}}; futimens(fd, t);",
    );
    stays_inside(
        "int dir = open(\"outside\", O_RDONLY); int fd = openat(dir, \"victim\", O_WRONLY | O_TRUNC); write(fd, \"x\", 1);",
    );
    stays_inside(
        "int dir = open(\"outside\", O_RDONLY); unlinkat(dir, \"victim\", 0); renameat(dir, \"old\", dir, \"new\");",
    );
}

#[test]
fn what_is_written_to_an_overlay_is_found_through_links() {
    let sandbox = Sandbox::new();
    sandbox.write("outside/victim", "as it was\n");
    fs::create_dir(sandbox.join("overlay")).expect("a directory");
    symlink("outside", sandbox.join("before")).expect("a link");
    sandbox.write(
        "program.c",
        r#"#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int reads(const char *name, const char *text) {
  char found[64] = {0};
  int fd = open(name, O_RDONLY);
  return fd >= 0 && read(fd, found, 63) >= 0 && close(fd) == 0 && strcmp(found, text) == 0;
}
int main(void) {
  if (!reads("before/victim", "as it was\n")) return 1;
  if (symlink("before", "after")) return 2;
  int fd = open("after/victim", O_WRONLY | O_TRUNC);
  if (fd < 0 || write(fd, "new\n", 4) != 4 || close(fd)) return 3;
  if (!reads("outside/victim", "new\n") || !reads("before/victim", "new\n") || !reads("after/victim", "new\n")) return 4;
  char text[64] = {0};
  if (readlink("after", text, 63) != 6 || strcmp(text, "before")) return 5;
  char *real = realpath("after/victim", 0), *plain = realpath("outside/victim", 0);
  if (!real || !plain || strcmp(real, plain)) return 6;
  if (unlink("after/victim") || reads("outside/victim", "new\n") || reads("outside/victim", "as it was\n")) return 7;
  if (unlink("before") || access("outside", F_OK) || !access("before", F_OK)) return 8;
  return 0;
}
"#,
    );
    let ran = sandbox.gmc(["run", "program.c", "--files", "overlay=overlay"]).run();
    assert_eq!(ran.code(), Some(0), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(sandbox.join("outside/victim")).expect("still there"), "as it was\n");
}

/// A trace of a wrong program, with one key changed.
fn trace_with(sandbox: &Sandbox, key: &str, value: serde_json::Value) {
    sandbox.write("wrong.c", WRONG);
    assert_eq!(sandbox.gmc(["check", "wrong.c"]).run().code(), Some(1));
    let text = fs::read_to_string(sandbox.join("gmc-trace.json")).expect("a trace");
    let mut trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    trace[key] = value;
    sandbox.write("trace.json", &trace.to_string());
}

#[test]
fn a_trace_does_not_choose_what_is_run() {
    let sandbox = Sandbox::new();
    let evil = sandbox.script("evil/gcc", "touch run-by-trace; exec gcc \"$@\"");
    trace_with(&sandbox, "gcc", serde_json::json!(evil));
    for command in ["replay", "debug"] {
        sandbox.gmc([command, "trace.json"]).run().refused(&["the compiler", "--gcc"]);
        assert!(!sandbox.join("run-by-trace").exists());
    }
    assert_eq!(sandbox.gmc(["replay", "trace.json", "--gcc", "gcc"]).run().code(), Some(1));
    assert!(!sandbox.join("run-by-trace").exists());
    assert_eq!(sandbox.gmc(["replay", "trace.json", "--trust"]).run().code(), Some(1));
    assert!(sandbox.join("run-by-trace").exists());
}

#[test]
fn a_trace_does_not_give_dangerous_flags() {
    let sandbox = Sandbox::new();
    for flag in [
        "-fplugin=./evil.so",
        "-B./evil",
        "-wrapper",
        "-specs=evil",
        "@evil",
        "-Wp,-MD,evil",
        "-save-temps",
        "-o",
    ] {
        trace_with(&sandbox, "flags", serde_json::json!([flag]));
        sandbox.gmc(["replay", "trace.json"]).run().refused(&["flag", flag, "--trust"]);
    }
    trace_with(&sandbox, "flags", serde_json::json!(["-O1", "-DX=1", "-Wall", "-fno-common"]));
    assert_eq!(sandbox.gmc(["replay", "trace.json"]).run().code(), Some(1));
    // The compiler is one that the user has installed.
    trace_with(&sandbox, "gcc", serde_json::json!("gcc"));
    assert_eq!(sandbox.gmc(["replay", "trace.json"]).run().code(), Some(1));
}

#[test]
fn a_report_that_cannot_be_written_loses_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("wrong.c", WRONG);
    let reports = [
        "--sarif",
        "/dev/full",
        "--junit",
        "none/junit.xml",
        "--html",
        "page.html",
        "--coverage",
        "/dev/full",
    ];
    let ran = sandbox
        .gmc(["check", "wrong.c", "--witness", "witness.yml", "--reproducer", "none/r.c"])
        .args(reports)
        .run();
    assert_eq!(ran.code(), Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("null-dereference"), "{}", ran.stdout);
    for name in ["/dev/full", "none/junit.xml", "none/r.c"] {
        let told =
            ran.stderr.lines().any(|it| it.starts_with("gmc: error: cannot write") && it.contains(name));
        assert!(told, "{name}: {}", ran.stderr);
    }
    assert!(sandbox.join("page.html").exists() && sandbox.join("witness.yml").exists());
    sandbox.write("right.c", "int main(void) { return 0; }\n");
    // Nothing went wrong but the report: the exit code tells of it.
    for report in ["--sarif", "--junit", "--html", "--witness", "--coverage"] {
        let ran = sandbox.gmc(["check", "right.c", report, "/dev/full", "--trace", "/dev/full"]).run();
        assert_eq!(ran.code(), Some(2), "{report}: {}", ran.stderr);
        assert!(ran.stdout.starts_with("holds"), "{report}: {}", ran.stdout);
    }
    let ran = sandbox.gmc(["check", "right.c", "--sarif", "sarif", "--trace", "/dev/full"]).run();
    assert_eq!(ran.code(), Some(0), "{}", ran.stderr);
}

/// A limit that comes while GCC compiles: what needs no program is written, and the rest is named.
#[test]
fn reports_of_a_check_that_ends_before_its_search() {
    let sandbox = Sandbox::new();
    sandbox.write("right.c", "int main(void) { return 0; }\n");
    let reports =
        ["--junit", "j.xml", "--sarif", "s.sarif", "--html", "p.html", "--coverage", "c", "--witness", "w"];
    let ran = sandbox.gmc(["check", "--time", "0", "right.c"]).args(reports).run();
    assert_eq!(ran.code(), Some(3), "{}", ran.stderr);
    let read = |name| fs::read_to_string(sandbox.join(name)).expect(name);
    let junit = read("j.xml");
    assert!(junit.contains("errors=\"1\"") && junit.contains("name=\"right.c\""), "{junit}");
    assert!(read("s.sarif").contains("toolExecutionNotifications"));
    let told: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(told.len(), 3, "{}", ran.stderr);
    for (name, line) in ["w", "c", "p.html"].into_iter().zip(told) {
        assert!(line.starts_with(&format!("gmc: error: cannot write {name}: ")), "{line}");
        assert!(!sandbox.join(name).exists());
    }
}

/// `ulimit -f` is in blocks of 512 bytes or of a KiB, as the shell has it.
#[test]
fn files_that_become_too_large_are_told() {
    let sandbox = Sandbox::new();
    let source = "#include <pthread.h>\n_Atomic int a, b;\n\
        void *f(void *p) { for (int i = 0; i < 350; i++) { a++; b--; } return p; }\n\
        int main(void) { pthread_t t; if (pthread_create(&t, 0, f, 0)) return 0; f(0); pthread_join(t, 0); return 0; }\n";
    sandbox.write("right.c", source);
    sandbox.gmc(["cc", "right.c", "-o", "right"]).run().succeeded();
    let limited = |options: &str| {
        let script = format!("ulimit -f 8; exec \"$0\" check right {options}");
        sandbox.command("sh").args(["-c", &script, GMC]).run()
    };
    let ran = limited("--html page.html");
    assert_eq!(ran.code(), Some(2), "{:?} {}", ran.status, ran.stderr);
    assert!(ran.stdout.starts_with("holds"), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("gmc: error: cannot write page.html: "), "{}", ran.stderr);
    let ran = limited("--engine dfs --no-reduction --checkpoint cp --checkpoint-every 0");
    assert_eq!(ran.code(), Some(0), "{:?} {}", ran.status, ran.stderr);
    assert!(ran.stderr.contains("cannot be kept in cp: "), "{}", ran.stderr);
    assert!(!sandbox.join("cp.part").exists(), "{}", ran.stderr);
}

/// A terminal would obey them.
#[test]
fn control_characters_are_shown_as_escapes() {
    let sandbox = Sandbox::new();
    let name = "w\u{1b}]0;x\u{7}\n.c";
    sandbox.write(name, "int main(void) { int *p = 0; /* \u{1b}[2J\u{9b} */ return *p; }\n");
    let is_clean = |text: &str| text.chars().all(|c| !c.is_control() || c == '\n');
    let ran = sandbox.gmc(["check", name]).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(is_clean(&ran.stdout) && is_clean(&ran.stderr), "{:?} {:?}", ran.stdout, ran.stderr);
    assert!(ran.stdout.starts_with("w\\x1b]0;x\\x07\\x0a.c:1:"), "{}", ran.stdout);
    assert!(ran.stdout.contains("/* \\x1b[2J\\u009b */ return *p;"), "{}", ran.stdout);
    let below = |text: &str| {
        let mut lines = ran.stdout.lines().skip_while(|line| !line.contains("int main(void) {"));
        let (line, mark) = (lines.next().expect("a line"), lines.next().expect("a mark"));
        line.find(text).is_some_and(|at| mark.find('^') == Some(at))
    };
    assert!(below("*p; }"), "{}", ran.stdout);
    let ran = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert!(is_clean(&ran.stdout), "{:?}", ran.stdout);
    let ran = sandbox.gmc(["debug", "gmc-trace.json"]).run_with_input("list 1\n\u{1b}[A\nwhere\nsteps\n");
    assert!(is_clean(&ran.stdout), "{:?}", ran.stdout);
    let ran = sandbox.gmc(["check", "no\u{1b}[2J.c"]).run();
    assert!(is_clean(&ran.stderr), "{:?}", ran.stderr);
}

#[test]
fn an_answer_that_cannot_be_printed_is_the_exit_code() {
    let sandbox = Sandbox::new();
    sandbox.write("wrong.c", WRONG);
    let full = || fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let mut child = sandbox.gmc(["check", "wrong.c", "--sarif", "report.sarif"]);
    let output = child.stdout(full()).output().expect("gmc");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"), "{output:?}");
    assert!(sandbox.join("report.sarif").exists());
}

#[test]
fn what_has_no_end_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("right.c", "int main(void) { return 0; }\n");
    symlink("/dev/zero", sandbox.join("zero.c")).expect("a link");
    for input in ["/dev/zero", "zero.c", "/dev/full", "/dev/random"] {
        sandbox.gmc(["check", input]).run().refused(&[input, "device"]);
        sandbox.gmc(["run", input]).run().refused(&[input, "device"]);
        sandbox.gmc(["dump", input]).run().refused(&[input, "device"]);
    }
    sandbox.gmc(["replay", "/dev/zero"]).run().refused(&["/dev/zero", "device"]);
    sandbox.gmc(["check", "right.c", "--stdin", "/dev/zero"]).run().refused(&["/dev/zero", "device"]);
    sandbox.gmc(["check", "right.c", "--file", "/dev/zero"]).run().refused(&["/dev/zero", "device"]);
    sandbox.gmc(["check", "right.c", "--threads", "/dev/zero"]).run().refused(&["/dev/zero", "device"]);
    sandbox.gmc(["check", "--svcomp", "/dev/zero"]).run().refused(&["/dev/zero", "device"]);
    sandbox.gmc(["check", "."]).run().refused(&["directory"]);
    sandbox.gmc(["check", "/dev/null"]).run().refused(&["/dev/null", "empty"]);
    // A file of a million megabytes without anything in it.
    let huge = fs::File::create(sandbox.join("huge")).expect("a file");
    huge.set_len(1 << 40).expect("a large file");
    sandbox.gmc(["check", "huge"]).run().refused(&["huge", "neither a source file"]);
    assert_eq!(sandbox.gmc(["check", "right.c", "--coverage", "/dev/null"]).run().code(), Some(0));
}

#[test]
fn numbers_that_are_too_large_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("right.c", "int main(void) { return 0; }\n");
    sandbox.gmc(["check", "right.c", "--bitstate", "999999G"]).run().refused(&["--bitstate", "--memory"]);
    for jobs in ["100000", "0", "-1", "99999999999999999999"] {
        let ran = sandbox.gmc(["check", "right.c", "--jobs", jobs]).run();
        assert_eq!(ran.code(), Some(2), "{jobs}: {}", ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
    let large = [
        ["--time", "99999999999h"],
        ["--memory", "16777215G"],
        ["--depth", "18446744073709551615"],
        ["--states", "18446744073709551615"],
        ["--stdin-any", "4294967295"],
        ["--choices", "4294967295"],
        ["--minimise", "99999999999h"],
    ];
    for option in large {
        let ran = sandbox.gmc(["check", "right.c"]).args(option).run();
        assert_eq!(ran.code(), Some(0), "{option:?}: {}", ran.stderr);
    }
    let every = ["--checkpoint", "kept", "--checkpoint-every", "99999999999h"];
    assert_eq!(sandbox.gmc(["check", "right.c"]).args(every).run().code(), Some(0));
    let none = sandbox.gmc(["check", "right.c", "--memory", "1K"]).run();
    assert_eq!(none.code(), Some(3), "{}", none.stderr);
    let none = sandbox.gmc(["check", "right.c", "--time", "0"]).run();
    assert_eq!(none.code(), Some(3), "{}", none.stderr);
}

#[test]
fn lines_are_those_of_the_file_that_was_compiled() {
    let sandbox = Sandbox::new();
    let source =
        "#include <stdlib.h>\nint main(void) { char *p = malloc(8);\n  p[8] = 1; free(p); return 0; }\n";
    sandbox.write("sub/part.c", source);
    sandbox.write("part.c", "// another file\n//\n// line three of another file\n");
    sandbox.gmc(["cc", "part.c", "-o", "part"]).current_dir(sandbox.join("sub")).run().succeeded();
    for command in ["run", "check"] {
        let ran = sandbox.gmc([command, "sub/part"]).run();
        let text = ran.stdout + &ran.stderr;
        assert!(text.contains("p[8] = 1;") && !text.contains("another file"), "{text}");
    }
    // It is not the same any more.
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    sandbox.write("sub/part.c", &source.replace("p[8]", "q[9]"));
    let file = fs::File::options().write(true).open(sandbox.join("sub/part.c")).expect("the source");
    file.set_modified(later).expect("a time");
    let ran = sandbox.gmc(["run", "sub/part"]).run();
    assert!(
        ran.stderr.contains("part.c has changed since") && !ran.stderr.contains("q[9]"),
        "{}",
        ran.stderr
    );
    // It is not there at all.
    fs::remove_file(sandbox.join("sub/part.c")).expect("removed");
    let ran = sandbox.gmc(["run", "sub/part"]).run();
    assert!(ran.stderr.contains("out-of-bounds") && !ran.stderr.contains("another file"), "{}", ran.stderr);
}

#[test]
fn the_engine_of_a_program_without_threads_is_not_explained_by_threads() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "alone.c",
        "#include <gmc.h>\nint main(void) { int x = gmc_choose(9); gmc_assume(x != 3); return x == 10; }\n",
    );
    let ran = sandbox.gmc(["check", "alone.c"]).run();
    assert_eq!(ran.code(), Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("engine: ") && !ran.stdout.contains("threads wait"), "{}", ran.stdout);
}

/// Processes whose command line names a file.
fn processes_with(name: &str) -> Vec<u32> {
    let processes =
        fs::read_dir("/proc").expect("/proc").filter_map(|it| it.ok()?.file_name().to_str()?.parse().ok());
    let names = |it: &u32| {
        fs::read(format!("/proc/{it}/cmdline")).is_ok_and(|it| String::from_utf8_lossy(&it).contains(name))
    };
    processes.filter(names).collect()
}

#[test]
fn compilers_end_with_gmc() {
    let sandbox = Sandbox::new();
    let powers: String = (1..9)
        .map(|n| format!("#define A{n} A{p} A{p} A{p} A{p} A{p} A{p} A{p} A{p}\n", p = n - 1))
        .collect();
    let source = sandbox.write(
        "busy.c",
        &format!("#define A0 n++;\n{powers}static int n;\nint main(void) {{ A8 return n; }}\n"),
    );
    let source = source.to_string_lossy().into_owned();
    let limited = sandbox.gmc(["check", "--time", "1", &source]).run();
    assert_eq!(limited.code(), Some(3), "{}{}", limited.stdout, limited.stderr);
    assert!(limited.stdout.starts_with("unknown: the time was up"), "{}", limited.stdout);
    let limited = sandbox.gmc(["run", "--time", "1", &source]).run();
    assert_eq!(limited.code(), Some(3), "{}", limited.stderr);
    let mut child = sandbox.gmc(["check", &source]).stdout(std::process::Stdio::null()).spawn().expect("gmc");
    while processes_with(&source).len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    sandbox.command("kill").args(["-TERM", &child.id().to_string()]).run().succeeded();
    assert_eq!(child.wait().expect("it ends").code(), Some(3));
    // The last of them may take a moment to die.
    let start = std::time::Instant::now();
    while !processes_with(&source).is_empty() {
        assert!(start.elapsed().as_secs() < 10, "{:?}", processes_with(&source));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

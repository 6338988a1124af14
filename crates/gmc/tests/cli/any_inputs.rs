//! Inputs that can be anything: standard input, arguments, files; what reports, traces and reproducers make of them.

use crate::sandbox::{Run, Sandbox};
use std::os::unix::process::ExitStatusExt as _;
use std::process::Command;

/// Wrong for one standard input, one argument and one file.
const LOCK: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char key[4] = \"\";
  int number = 0;
  FILE *file = fopen(\"key\", \"r\");
  if (!file || argc != 2 || !fgets(key, sizeof key, file) || scanf(\"%d\", &number) != 1)
    return 1;
  if (!strcmp(argv[1], \"-\\x01\") && !strcmp(key, \"k'\\n\") && number == 42)
    abort();
  return 0;
}
";

const OPTIONS: [&str; 6] = ["--stdin-any", "2", "--arg-any", "2", "--file-any", "key:3"];

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("lock.c", LOCK);
    sandbox
}

#[test]
fn reports_tell_the_inputs() {
    let sandbox = sandbox();
    let ran = sandbox.gmc(["check", "lock.c"]).args(OPTIONS).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    for text in [
        "abort",
        "note: standard input is \"42\"",
        "note: argument 1 is \"-\\x01\"",
        "note: the file key is \"k\\'\\n\"",
    ] {
        assert!(ran.stdout.contains(text), "{text}\n{}", ran.stdout);
    }
    let again = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(again.code(), Some(1), "{}{}", again.stdout, again.stderr);
    assert!(again.stdout.contains("standard input is \"42\""), "{}", again.stdout);
}

#[test]
fn reproducers_give_the_inputs_to_the_program() {
    let sandbox = sandbox();
    let ran = sandbox.gmc(["check", "lock.c", "--reproducer", "run.c"]).args(OPTIONS).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let commands: Vec<&str> =
        ran.stdout.lines().skip_while(|it| !it.starts_with("reproducer:")).skip(1).collect();
    let shell = |line: &str| {
        Command::new("sh").arg("-c").arg(line).current_dir(sandbox.path()).output().expect("a shell")
    };
    let built = shell(commands[0]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    // The second time, the file is there.
    for _ in 0..2 {
        let ended = shell(&format!("exec {}", commands[1].trim()));
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.signal().is_some() && said.contains("reproduced: SIGABRT"), "{said}");
    }
    sandbox.write("key", "mine");
    let ended = shell(&format!("exec {}", commands[1].trim()));
    assert_eq!(ended.status.code(), Some(3));
    assert_eq!(std::fs::read_to_string(sandbox.join("key")).expect("still there"), "mine");
}

#[test]
fn every_engine_finds_them() {
    let sandbox = sandbox();
    for more in
        [&["--engine", "dfs"][..], &["--engine", "bfs"], &["--jobs", "2"], &["--no-reduction"], &["--exact"]]
    {
        let ran = sandbox.gmc(["check", "lock.c"]).args(OPTIONS).args(more).run();
        assert_eq!(ran.code(), Some(1), "{more:?} {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("argument 1 is \"-\\x01\""), "{more:?} {}", ran.stdout);
    }
}

#[test]
fn answers_say_what_they_assume() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "p.c",
        "#include <string.h>\nint main(int n, char **v) { return n > 2 && strlen(v[2]) > 4; }\n",
    );
    let ran = sandbox.gmc(["check", "p.c", "--arg-any", "0-2:4", "--file-any", "a:1", "--", "given"]).run();
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    let assumed = "0 to 2 arguments have at most 4 bytes (--arg-any); the file a has 1 byte (--file-any)";
    assert!(ran.stdout.contains(assumed), "{}", ran.stdout);
}

#[test]
fn nonsense_is_refused() {
    let sandbox = sandbox();
    for (option, value, words) in [
        ("--arg-any", "", "`` is no number of bytes up to 65536"),
        ("--arg-any", "-1", "no number"),
        ("--arg-any", "3-2:1", "3 arguments are more than 2"),
        ("--arg-any", "1000:1", "up to 64"),
        ("--arg-any", "1:99999999999", "no number of bytes"),
        ("--file-any", "name", "a name and a size are expected"),
        ("--file-any", ":3", "the file needs a name"),
        ("--file-any", "a:-3", "no number of bytes"),
        ("--file-any", "a:70000", "no number of bytes up to 65536"),
    ] {
        let ran = sandbox.gmc(["check", "lock.c", &format!("{option}={value}")]).run();
        assert!(ran.code() == Some(2) && ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
    let ran = sandbox.gmc(["check", "lock.c", "--arg-any", "1", "--function", "main"]).run();
    assert!(ran.code() == Some(2) && ran.stderr.contains("--function"), "{}", ran.stderr);
}

/// A search that is stopped and goes on from its checkpoint knows again what was not decided.
#[test]
fn checkpoints_know_open_inputs() {
    let sandbox = sandbox();
    sandbox.write("p.c", &LOCK.replace("abort()", "(void)0"));
    let check = |more: &[&str]| {
        let line = [
            "check",
            "p.c",
            "--stdin-any",
            "24",
            "--arg-any",
            "2",
            "--file-any",
            "key:3",
            "--format",
            "json",
        ];
        let ran = sandbox.gmc(line).args(more).run();
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("a report");
        (ran.code(), report["verdict"].clone(), report["stats"]["states"].clone(), ran.stderr)
    };
    let whole = check(&["--checkpoint", "whole"]);
    assert_eq!(whole.0, Some(0), "{}", whole.3);
    let times = ["50ms", "100ms", "200ms", "400ms", "800ms"];
    let stopped = times.iter().any(|time| {
        check(&["--checkpoint", "kept", "--time", time]).0 == Some(3) && sandbox.join("kept").exists()
    });
    assert!(stopped, "the search cannot be stopped");
    let second = check(&["--checkpoint", "kept"]);
    assert!(second.3.contains("going on from kept"), "{}", second.3);
    assert_eq!((second.0, second.1, second.2), (whole.0, whole.1, whole.2));
}

/// With `--inputs concrete` each byte is a choice of its own.
#[test]
fn bytes_can_be_tried_one_by_one() {
    let sandbox = Sandbox::new();
    sandbox.write("p.c", "#include <stdio.h>\nint main(void) { return 10 / (getchar() - 'x'); }\n");
    for more in [&[][..], &["--inputs", "concrete"]] {
        let ran = sandbox.gmc(["check", "p.c", "--stdin-any", "1"]).args(more).run();
        assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("division-by-zero"), "{}", ran.stdout);
    }
}

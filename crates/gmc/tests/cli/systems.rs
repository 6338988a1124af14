//! Systems of several programs on several hosts: `--system`, `--program`. What files say wrong is tested beside the
//! parser.

use crate::sandbox::{Ran, Run as _, Sandbox, repository};

fn example(name: &str, options: &[&str]) -> Ran {
    let sandbox = Sandbox::new();
    let path = repository().join("examples/systems").join(name).join("system.toml");
    let path = path.display().to_string();
    sandbox.gmc(["check", "--system", &path].into_iter().chain(options.iter().copied())).run()
}

#[test]
fn engines_agree_on_the_examples() {
    for (name, fix) in [("ping-pong", "-DRETRY"), ("commit", "-DFIXED")] {
        for engine in ["dpor", "dfs", "bfs", "best"] {
            let wrong = example(name, &["--engine", engine]);
            assert_eq!(wrong.code(), Some(1), "{name}, {engine}: {}{}", wrong.stdout, wrong.stderr);
            // Its busy waiting makes many states.
            if name == "commit" && engine != "dpor" {
                continue;
            }
            let right = example(name, &["--engine", engine, fix]);
            assert_eq!(right.code(), Some(0), "{name}, {engine}: {}{}", right.stdout, right.stderr);
        }
        if name == "commit" {
            continue;
        }
        let workers = example(name, &["--engine", "dfs", "--jobs=2", fix]);
        assert_eq!(workers.code(), Some(0), "{name}: {}{}", workers.stdout, workers.stderr);
        let exact = example(name, &["--engine", "dfs", "--exact", fix]);
        assert_eq!(exact.code(), Some(0), "{name}: {}{}", exact.stdout, exact.stderr);
    }
    let pipeline = example("pipeline", &[]);
    assert_eq!(pipeline.code(), Some(0), "{}{}", pipeline.stdout, pipeline.stderr);
}

#[test]
fn traces_and_reports_name_hosts_and_programs() {
    let sandbox = Sandbox::new();
    let path = repository().join("examples/systems/commit/system.toml").display().to_string();
    let ran = sandbox.gmc(["check", "--system", &path, "--html", "report.html"]).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("(worker1: participant)"), "{}", ran.stdout);
    let replayed = sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(replayed.code(), Some(1), "{}{}", replayed.stdout, replayed.stderr);
    assert!(replayed.stdout.contains("(chief: coordinator)"), "{}", replayed.stdout);
    let html = std::fs::read_to_string(sandbox.join("report.html")).expect("a page");
    assert!(html.contains("worker1: participant"));
}

#[test]
fn systems_run() {
    let sandbox = Sandbox::new();
    let path = repository().join("examples/systems/commit/system.toml").display().to_string();
    let ran = sandbox.gmc(["run", "--system", &path]).run();
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn what_is_wrong_is_one_sentence() {
    let sandbox = Sandbox::new();
    sandbox.write("s.toml", "[program.p]\nsources = ['p.c']\n[[process]]\nprogram = 'q'\n");
    let ran = sandbox.gmc(["check", "--system", "s.toml"]).run();
    assert_eq!(ran.code(), Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("s.toml:4: `program`: no [program.q] is in the file"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    sandbox.write("p.c", "int main(void) { return 0; }\n");
    sandbox.write("t.toml", "[program.p]\nsources = ['p.c']\n[[process]]\nprogram = 'p'\n");
    for (options, sentence) in [
        (&["--file", "p.c"][..], "--file is not for a system"),
        (&["--env", "A=b"], "--env is not for a system"),
        (&["--ltl", "G {client: x}"], "no process runs a program `client`"),
        (&["--ltl", "G {3: x}"], "`3` is no process: they are numbered from 1 to 1"),
        (&["--ltl", "G true", "--crash", "1"], "do not go together with what need not happen"),
    ] {
        let ran =
            sandbox.gmc(["check", "--system", "t.toml"].into_iter().chain(options.iter().copied())).run();
        assert_eq!(ran.code(), Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains(sentence), "{}", ran.stderr);
    }
    let ran = sandbox.gmc(["check", "p.c", "--system", "t.toml"]).run();
    assert_eq!(ran.code(), Some(2), "{}", ran.stdout);
    let ran = sandbox.gmc(["check", "--system", "nowhere.toml"]).run();
    assert!(ran.stderr.contains("nowhere.toml"), "{}", ran.stderr);
}

/// Two hosts with their own files, and processes whose numbers and names of hosts differ.
#[test]
fn hosts_have_files_and_names_of_their_own() {
    let sandbox = Sandbox::new();
    let source = "\
#include <assert.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char name[64], text[16];
  assert(argc == 2);
  assert(gethostname(name, sizeof name) == 0 && strcmp(name, argv[1]) == 0);
  FILE *own = fopen(\"/etc/own\", \"r\");
  assert(own && fgets(text, sizeof text, own) && strcmp(text, argv[1]) == 0);
  fclose(own);
  assert(if_nametoindex(\"eth0\") == 2 && if_nametoindex(\"eth1\") == (strcmp(name, \"a\") ? 0 : 3));
  struct ifaddrs *all;
  int count = 0;
  assert(getifaddrs(&all) == 0);
  for (struct ifaddrs *it = all; it; it = it->ifa_next) count++;
  assert(count == (strcmp(name, \"a\") ? 3 : 5));
  freeifaddrs(all);
  return 0;
}
";
    sandbox.write("p.c", source);
    sandbox.write("a.txt", "a");
    sandbox.write("b.txt", "b");
    let system = "\
[program.p]
sources = ['p.c']
[host.a]
addresses = ['10.0.0.1/24', 'fd00::1/64']
files = ['a.txt:/etc/own']
[host.a.interface.eth1]
addresses = ['10.0.1.1/24']
[host.b]
addresses = ['10.0.0.2/24']
files = ['b.txt:/etc/own']
[link.one]
hosts = ['a', 'b']
[link.two]
hosts = ['a.eth1']
[[process]]
program = 'p'
host = 'a'
args = ['a']
[[process]]
program = 'p'
host = 'b'
args = ['b']
";
    sandbox.write("s.toml", system);
    let ran = sandbox.gmc(["check", "--system", "s.toml"]).run();
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    sandbox.write("s.toml", &system.replace("args = ['b']", "args = ['a']"));
    let ran = sandbox.gmc(["check", "--system", "s.toml"]).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
}

/// A state says which program a process runs: programs with equal states are not taken for each other.
#[test]
fn programs_are_told_apart() {
    let sandbox = Sandbox::new();
    sandbox.write("good.c", "int main(void) { return 0; }\n");
    sandbox.write("evil.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
    sandbox.write(
        "main.c",
        "#include <gmc.h>\n#include <unistd.h>\nint main(void) {\n  \
         execl(gmc_choose(2) ? \"/bin/evil\" : \"/bin/good\", \"x\", (char *)0);\n  return 1;\n}\n",
    );
    for engine in ["dpor", "dfs", "bfs", "best"] {
        let programs = ["--program", "good=good.c", "--program", "evil=evil.c"];
        let ran = sandbox.gmc(["check", "main.c", "--engine", engine].into_iter().chain(programs)).run();
        assert_eq!(ran.code(), Some(1), "{engine}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("evil.c:2"), "{}", ran.stdout);
    }
}

/// An invariant sees each process of its program, whichever has moved; what it would see of another program is unknown.
#[test]
fn invariants_look_at_processes_of_their_own_program() {
    let sandbox = Sandbox::new();
    let source = "\
#include <gmc.h>
#include <unistd.h>
int busy;
static int one_is_busy(void) {
  int all = 0;
  for (int i = 0; i < gmc_processes(); i++) all += GMC_OF(gmc_process(i), busy);
  return all <= 1;
}
int main(void) {
  gmc_invariant(one_is_busy);
  busy = 1;
  gmc_yield();
  busy = 0;
  gmc_yield();
  return 0;
}
";
    sandbox.write("p.c", source);
    sandbox.write("q.c", "#include <gmc.h>\nint busy;\nint main(void) { gmc_yield(); return busy; }\n");
    let programs = "[program.p]\nsources = ['p.c']\n[program.q]\nsources = ['q.c']\n";
    for (second, code, says) in
        [("p", 1, "one_is_busy"), ("q", 3, "a look at a process that runs another program")]
    {
        let processes = format!("[[process]]\nprogram = 'p'\n[[process]]\nprogram = '{second}'\n");
        sandbox.write("s.toml", &format!("{programs}{processes}"));
        for engine in ["dpor", "dfs", "bfs"] {
            let ran = sandbox.gmc(["check", "--system", "s.toml", "--engine", engine]).run();
            assert_eq!(ran.code(), Some(code), "{second}, {engine}: {}{}", ran.stdout, ran.stderr);
            assert!(ran.stdout.contains(says), "{second}, {engine}: {}", ran.stdout);
        }
    }
}

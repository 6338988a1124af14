//! `examples/verisoft`: programs that use VeriSoft's primitives, unchanged.

use crate::sandbox::{Run, Sandbox, repository};

/// The exit code and the report of a check of a program together with the primitives.
fn checked(program: &str, options: &[&str]) -> (Option<i32>, String) {
    let sandbox = Sandbox::new();
    let files = repository().join("examples/verisoft");
    let mut gmc = sandbox.gmc(["check"]);
    gmc.arg(files.join(program)).arg(files.join("primitives.c")).args(options);
    let ran = gmc.run();
    (ran.code(), ran.stdout + &ran.stderr)
}

#[test]
fn philosophers_starve() {
    for engine in ["dpor", "dfs", "walk"] {
        let (code, said) = checked("philosophers.c", &["--engine", engine]);
        assert!(
            code == Some(1) && said.contains("deadlock: all 4 processes wait for ever"),
            "{engine}: {said}"
        );
    }
}

#[test]
fn tosses_and_queues() {
    let (code, said) = checked("requests.c", &[]);
    assert!(code == Some(1) && said.contains("assertion"), "{said}");
    let (code, said) = checked("requests.c", &["-DPATIENT"]);
    assert!(code == Some(0) && said.starts_with("holds"), "{said}");
    // Every state by another search: it ends with the same answer.
    let (code, said) = checked("requests.c", &["-DPATIENT", "--engine", "dfs"]);
    assert!(code == Some(0) && said.starts_with("holds"), "{said}");
}

/// Names of one's own for the same, by a mapping file.
#[test]
fn other_names() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "coins.c",
        "#include <semaphore.h>\n#include <pthread.h>\n#include <assert.h>\n\
         void P(sem_t *); void V(sem_t *); unsigned pick(unsigned);\n\
         static sem_t turn;\nstatic int sum;\n\
         static void *run(void *none) { P(&turn); sum += pick(2); V(&turn); return none; }\n\
         int main(void) {\n  pthread_t it[2];\n  sem_init(&turn, 0, 1);\n\
         for (int i = 0; i < 2; i++) pthread_create(&it[i], 0, run, 0);\n\
         for (int i = 0; i < 2; i++) pthread_join(it[i], 0);\n  assert(sum <= MOST);\n}\n",
    );
    sandbox.write("names", "P = sem_wait\nV = sem_post\npick = gmc_choose\n");
    for (most, code) in [("-DMOST=2", 0), ("-DMOST=1", 1)] {
        let ran = sandbox.gmc(["check", "coins.c", "--threads", "names", most]).run();
        assert_eq!(ran.code(), Some(code), "{}{}", ran.stdout, ran.stderr);
    }
}

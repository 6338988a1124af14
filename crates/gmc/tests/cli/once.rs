//! A command reads each unit and compiles the program once, whatever it reports.

use crate::sandbox::{Run, Sandbox};

/// Two threads race; `qsort` is one of the functions that are written in C, so their models are read, too.
const RACE: &str = "\
#include <pthread.h>
#include <stdlib.h>
static int numbers[] = { 2, 1 };
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *sort(void *arg) {
  qsort(numbers, 2, sizeof *numbers, compare);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sort, 0);
  sort(0);
  pthread_join(thread, 0);
}
";

#[test]
fn one_compilation_for_all_reports() {
    let sandbox = Sandbox::new();
    sandbox.write("race.c", RACE);
    let line = "check race.c --html page.html --coverage lines.info --reproducer run.c -j 2 --timings";
    let ran = sandbox.gmc(line.split(' ')).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let told = ran.stderr.lines().find_map(|line| line.strip_prefix("gmc: units: "));
    let told = told.unwrap_or_else(|| panic!("no counts in {}", ran.stderr));
    let numbers: Vec<u64> =
        told.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect();
    let [units, read, compilations] = numbers[..] else { panic!("no three numbers: {told}") };
    assert!(units > 1, "the models are not there: {told}");
    assert_eq!((read, compilations), (units, 1), "{told}");
    for file in ["page.html", "lines.info", "run.c", "gmc-trace.json"] {
        assert!(sandbox.join(file).exists(), "{file} is not written");
    }
}

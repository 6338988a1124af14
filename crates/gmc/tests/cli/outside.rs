//! What a program under check is given of files and input, and what it is told to fail with.

use crate::sandbox::{Run, Sandbox};
use std::fs;

/// Adds up what it finds in a directory and changes it; wrong where that is seven.
const SUM: &str = "\
#include <assert.h>
#include <dirent.h>
#include <stdio.h>
int main(void) {
  int sum = 0, n;
  char name[300];
  DIR *directory = opendir(\"data\");
  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    snprintf(name, sizeof name, \"data/%s\", entry->d_name);
    FILE *file = fopen(name, \"r+\");
    if (!file)
      continue;
    if (fscanf(file, \"%d\", &n) == 1)
      sum += n;
    rewind(file);
    fputs(\"changed\", file);
    fclose(file);
  }
  if (directory)
    closedir(directory);
  assert(sum != 7);
  return 0;
}
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("sum.c", SUM);
    sandbox.write("host/one", "3\n");
    sandbox.write("host/inner/two", "ignored\n");
    sandbox.write("four", "4\n");
    sandbox
}

#[test]
fn files_are_copies() {
    let sandbox = sandbox();
    let ran = sandbox.gmc(["check", "sum.c", "--dir", "host:data"]).run();
    assert_eq!(ran.code(), Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("there are no files but those that were given (--file, --dir)"),
        "{}",
        ran.stdout
    );
    let ran = sandbox.gmc(["check", "sum.c", "--dir", "host:data", "--file", "four:data/four"]).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let text = |name: &str| fs::read_to_string(sandbox.join(name)).expect("still there");
    assert_eq!((text("host/one"), text("four")), ("3\n".to_owned(), "4\n".to_owned()));
}

#[test]
fn a_trace_belongs_to_the_files_that_were_given() {
    let sandbox = sandbox();
    let ran = sandbox.gmc(["check", "sum.c", "--dir", "host:/data", "--file", "four:data/x"]).run();
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    let again = || sandbox.gmc(["replay", "gmc-trace.json"]).run();
    assert_eq!(again().code(), Some(1));
    sandbox.write("host/one", "4\n");
    let ran = again();
    assert_eq!(ran.code(), Some(3));
    assert!(ran.stderr.contains("have changed since gmc-trace.json was written"), "{}", ran.stderr);
    fs::remove_file(sandbox.join("four")).expect("it was there");
    again().refused(&["four"]);
}

#[test]
fn what_cannot_be_given_is_named() {
    let sandbox = sandbox();
    sandbox.gmc(["check", "sum.c", "--file", "nowhere:x"]).run().refused(&["nowhere"]);
    sandbox.gmc(["check", "sum.c", "--dir", "nowhere"]).run().refused(&["nowhere"]);
    sandbox.gmc(["check", "sum.c", "--stdin", "nowhere"]).run().refused(&["nowhere"]);
    for (fail, words) in
        [("mallocs=1", "`mallocs` could fail; there are malloc"), ("malloc=x", "`x` is no number")]
    {
        let ran = sandbox.gmc(["check", "sum.c", "--fail", fail]).run();
        assert_eq!(ran.code(), Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
}

/// One budget for a list, another for each further option.
#[test]
fn failures_have_budgets() {
    let sandbox = Sandbox::new();
    let text = "\
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  void *one = malloc(1), *two = calloc(1, 1);
  FILE *file = fopen(\"/dev/null\", \"r\");
  int failures = !one + !two + !file;
  free(one);
  free(two);
  if (file)
    fclose(file);
  assert(failures < LIMIT);
  return 0;
}
";
    sandbox.write("count.c", text);
    let verdict = |limit: &str, fail: &[&str]| {
        let options = fail.iter().flat_map(|it| ["--fail", it]);
        let ran = sandbox.gmc(["check", "count.c", limit].into_iter().chain(options)).run();
        ran.code()
    };
    assert_eq!(verdict("-DLIMIT=1", &[]), Some(0));
    assert_eq!(verdict("-DLIMIT=1", &["malloc=1"]), Some(1));
    assert_eq!(verdict("-DLIMIT=2", &["malloc,open=1"]), Some(0));
    assert_eq!(verdict("-DLIMIT=2", &["malloc,open=2"]), Some(1));
    assert_eq!(verdict("-DLIMIT=2", &["malloc=1", "open=1"]), Some(1));
    assert_eq!(verdict("-DLIMIT=3", &["malloc=1", "open=1"]), Some(0));
    // A function by its own name stands for itself.
    assert_eq!(verdict("-DLIMIT=1", &["realloc=5"]), Some(0));
    assert_eq!(verdict("-DLIMIT=2", &["calloc=5"]), Some(0));
}

/// Calls three functions that nobody defines; wrong where two of them are not zero.
const SENSOR: &str = "\
#include <assert.h>
int sensor(int);
unsigned char level(void);
void beep(void);
static int (*through)(int) = sensor;
int main(void) {
  beep();
  if (level() > 3)
    assert(through(2) == 0);
  return 0;
}
";

#[test]
fn what_nobody_models_is_listed() {
    let sandbox = Sandbox::new();
    sandbox.write("sensor.c", SENSOR);
    sandbox.write("plain.c", "#include <stdlib.h>\nint main(void) { return abs(0); }\n");
    let ran = sandbox.gmc(["check", "--externals", "sensor.c"]).run().succeeded();
    let expected = "beep: used by main (sensor.c:7)\nlevel: used by main (sensor.c:8)\n\
                    sensor: used by through (sensor.c:5)\n";
    assert_eq!(ran.stdout, expected);
    let ran = sandbox.gmc(["check", "--externals", "plain.c"]).run().succeeded();
    assert_eq!(ran.stdout, "all functions that the program uses are defined or modelled\n");
}

#[test]
fn what_nobody_models_can_be_assumed() {
    let sandbox = Sandbox::new();
    sandbox.write("sensor.c", SENSOR);
    sandbox.write("model.c", "int sensor(int n) { return n; }\nvoid beep(void) {}\n");
    let ran = |options: &[&str]| sandbox.gmc(["check", "sensor.c"].iter().chain(options)).run();
    assert_eq!(ran(&[]).code(), Some(3));
    let all = ran(&["--stub", "*"]);
    assert_eq!(all.code(), Some(0), "{}", all.stdout);
    assert!(all.stdout.contains("`level` returns 0 and does nothing else (--stub)"), "{}", all.stdout);
    let any = ran(&["--stub", "beep", "--stub", "sensor", "--havoc", "level"]);
    assert_eq!(any.code(), Some(0), "{}", any.stdout);
    assert!(
        any.stdout.contains("`level` returns any value and does nothing else (--havoc)"),
        "{}",
        any.stdout
    );
    let modelled = ran(&["--model", "model.c", "--havoc", "level"]);
    assert_eq!(modelled.code(), Some(1), "{}", modelled.stdout);
    assert!(modelled.stdout.contains("assertion"), "{}", modelled.stdout);
    assert_eq!(sandbox.gmc(["replay", "gmc-trace.json"]).run().code(), Some(1));
    let modelled = ran(&["--model", "model.c", "--stub", "level"]);
    assert_eq!(modelled.code(), Some(0), "{}", modelled.stdout);
    assert!(modelled.stdout.contains("functions do what model.c says (--model)"), "{}", modelled.stdout);
    ran(&["--havoc", "nobody"]).refused(&["`nobody`"]);
}

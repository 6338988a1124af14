//! Reports in files for other programs: SARIF, JUnit, witnesses.
//!
//! That they keep to their published schemas is tested by `./x conformance formats`, which has the schemas; here, that they have the
//! parts that those demand and say what the answer says.

use crate::sandbox::{Run, Sandbox};
use serde_json::Value;
use std::fs;

const RACE: &str = "\
#include <pthread.h>
static int shared;
static void *work(void *arg) { shared = 1; return arg; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared = 2;
  pthread_join(thread, 0);
  return 0;
}
";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("a race.c", RACE);
    sandbox.write("fine.c", "int main(void) { return 0; }\n");
    sandbox
}

fn written(sandbox: &Sandbox, program: &str, option: &str, file: &str, more: &str) -> String {
    let ran = sandbox.gmc(["check", program, option, file]).args(more.split_whitespace()).run();
    fs::read_to_string(sandbox.join(file)).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

#[test]
fn sarif() {
    let sandbox = sandbox();
    let log: Value =
        serde_json::from_str(&written(&sandbox, "a race.c", "--sarif", "out.sarif", "")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "gmc");
    let result = &run["results"][0];
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
    assert_eq!((&result["ruleId"], &rule["id"]), (&"data-race".into(), &"data-race".into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20race.c");
    assert!(place["region"]["startLine"].as_u64() > Some(1));
    assert!(result["message"]["text"].as_str().is_some_and(|it| it.ends_with('.')));
    assert!(!result["relatedLocations"].as_array().expect("notes").is_empty());
    // One flow for each thread, in the order of the run.
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("flows");
    assert_eq!(flows[0]["id"], "thread 0");
    let mut order: Vec<u64> = flows
        .iter()
        .flat_map(|flow| flow["locations"].as_array().expect("places"))
        .map(|it| it["executionOrder"].as_u64().expect("a number"))
        .collect();
    order.sort_unstable();
    assert_eq!(order, (1..=order.len() as u64).collect::<Vec<_>>());
    let fine: Value =
        serde_json::from_str(&written(&sandbox, "fine.c", "--sarif", "out.sarif", "")).expect("JSON");
    assert_eq!(fine["runs"][0]["results"], Value::Array(Vec::new()));
    assert_eq!(fine["runs"][0]["properties"]["verdict"], "holds");
    let unknown: Value = serde_json::from_str(&written(
        &sandbox,
        "a race.c",
        "--sarif",
        "out.sarif",
        "--switches 0 --allow data-race",
    ))
    .expect("JSON");
    let invocation = &unknown["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"][0]["descriptor"]["id"], "bounded");
}

#[test]
fn junit() {
    let sandbox = sandbox();
    let bad = written(&sandbox, "a race.c", "--junit", "out.xml", "");
    assert!(bad.contains("<testsuite name=\"gmc check\" tests=\"1\" failures=\"1\" errors=\"0\""), "{bad}");
    assert!(bad.contains("<failure type=\"data-race\" message=\"thread "), "{bad}");
    assert!(bad.contains("&lt;pthread.h&gt;") || bad.contains("shared = "), "{bad}");
    let fine = written(&sandbox, "fine.c", "--junit", "out.xml", "");
    assert!(fine.contains("failures=\"0\" errors=\"0\"") && !fine.contains("<failure"), "{fine}");
    let unknown = written(&sandbox, "a race.c", "--junit", "out.xml", "--switches 0 --allow data-race");
    assert!(unknown.contains("errors=\"1\"") && unknown.contains("<error type=\"bounded\""), "{unknown}");
}

#[test]
fn witnesses() {
    let sandbox = sandbox();
    let bad = written(&sandbox, "a race.c", "--witness", "out.yml", "");
    for part in [
        "- entry_type: \"violation_sequence\"\n",
        "    format_version: \"2.0\"\n",
        "      - \"a race.c\"\n",
        "LTL(G ! data-race)",
        "      data_model: \"LP64\"\n",
        "        type: \"target\"\n        action: \"follow\"\n        location:\n          file_name: \"a race.c\"\n",
    ] {
        assert!(bad.contains(part), "{part}{bad}");
    }
    let fine = written(&sandbox, "fine.c", "--witness", "out.yml", "");
    assert!(
        fine.contains("- entry_type: \"invariant_set\"\n") && fine.ends_with("  content: []\n"),
        "{fine}"
    );
    let graph = written(&sandbox, "a race.c", "--witness", "out.graphml", "");
    assert!(graph.contains("<data key=\"witness-type\">violation_witness</data>"), "{graph}");
    assert!(graph.contains("<data key=\"threadId\">0</data>"), "{graph}");
    assert_eq!(graph.matches("<data key=\"violation\">true</data>").count(), 1);
    assert_eq!(graph.matches("<edge ").count(), graph.matches("</edge>").count());
    // What is not known has no witness, and gmc says so.
    let ran = sandbox
        .gmc(["check", "a race.c", "--witness", "none.yml", "--switches", "0", "--allow", "data-race"])
        .run();
    assert_eq!(ran.code(), Some(3));
    assert!(ran.stderr.contains("none.yml is not written"), "{}", ran.stderr);
    assert!(!sandbox.join("none.yml").exists());
}

/// Where time is told, reports say that time.
#[test]
fn witnesses_can_be_reproduced() {
    let sandbox = sandbox();
    let make = |file: &str| {
        let mut gmc = sandbox.gmc(["check", "fine.c", "--witness", file]);
        gmc.env("SOURCE_DATE_EPOCH", "1709251199").run();
        fs::read_to_string(sandbox.join(file)).expect("written")
    };
    let first = make("one.yml");
    assert!(first.contains("creation_time: \"2024-02-29T23:59:59Z\""), "{first}");
    assert_eq!(first, make("two.yml"));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let sandbox = sandbox();
    for option in ["--sarif", "--junit", "--witness", "--html"] {
        let ran = sandbox.gmc(["check", "fine.c", option, "no/such/file"]).run();
        assert_eq!(ran.code(), Some(2), "{option}");
        assert!(ran.stdout.contains("holds"), "{}", ran.stdout);
        assert!(
            ran.stderr.contains("error: cannot write") && ran.stderr.contains("no/such/file"),
            "{}",
            ran.stderr
        );
    }
}

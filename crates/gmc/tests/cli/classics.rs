//! Classic bugs and what users read about them: the report on a terminal and the page, as snapshots beside the programs.
//!
//! `examples/classics/NAME.txt` is what `gmc check` prints, `NAME.page` an outline of what the page shows. With
//! `GMC_UPDATE_DOCUMENTS=1` in the environment the tests write them instead.

use crate::sandbox::{Run, Sandbox, repository};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

fn programs() -> Vec<PathBuf> {
    let files = fs::read_dir(repository().join("examples/classics")).expect("examples/classics");
    let mut programs: Vec<PathBuf> = files.map(|it| it.expect("readable").path()).collect();
    programs.retain(|it| it.extension().is_some_and(|it| it == "c"));
    programs.sort();
    programs
}

/// What gmc prints of a program, and the page that it writes.
fn check(program: &std::path::Path) -> (String, String) {
    let sandbox = Sandbox::new();
    let name = program.strip_prefix(repository()).expect("inside").display().to_string();
    let mut gmc = sandbox.gmc(["check", &name, "--minimise", "60s"]);
    gmc.args(["--trace", "trace.json"]).arg("--html").arg(sandbox.join("page.html"));
    let trace = repository().join("trace.json");
    let ran = gmc.current_dir(repository()).run();
    let _ = fs::remove_file(trace);
    assert_eq!(ran.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stderr, "");
    (ran.stdout, fs::read_to_string(sandbox.join("page.html")).expect("the page"))
}

/// The data in a page.
fn data(page: &str) -> Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let (_, rest) = page.split_once(start).expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(data).expect("JSON")
}

/// What a page shows, without figures of time and memory.
fn outline(page: &Value) -> String {
    let mut out = String::new();
    let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
    let list = |it: &Value| it.as_array().cloned().unwrap_or_default();
    let place = |it: &Value| match it {
        Value::Null => String::new(),
        it => format!(
            " ({}:{})",
            it["file"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default(),
            it["line"]
        ),
    };
    let _ = writeln!(out, "{}: {}", text(&page["verdict"]), text(&page["headline"]));
    for finding in list(&page["findings"]) {
        let _ = writeln!(
            out,
            "{}: {}{}",
            text(&finding["kind"]),
            text(&finding["message"]),
            place(&finding["location"])
        );
        for note in list(&finding["notes"]) {
            let _ = writeln!(out, "  note: {}{}", text(&note["message"]), place(&note["location"]));
        }
        let scenes = list(&finding["scenes"]);
        let events = list(&finding["events"]);
        assert_eq!(scenes.len(), events.len() + 1, "a state before each step and after the last one");
        for (number, event) in events.iter().enumerate() {
            let _ = writeln!(
                out,
                "step {} T{}{}: {}",
                number + 1,
                event["thread"],
                place(&event["location"]),
                text(&event["text"])
            );
            for effect in list(&event["effects"]) {
                let _ = writeln!(out, "    {}", text(&effect));
            }
            let path: Vec<String> =
                list(&event["path"]).iter().map(|it| format!("T{}:{}", it[0], it[2])).collect();
            let _ = writeln!(out, "    lines {}", path.join(" "));
        }
        let Some(last) = scenes.last() else { continue };
        for thread in list(&last["threads"]) {
            let _ = writeln!(out, "T{} {}", thread["number"], text(&thread["state"]));
            for frame in list(&thread["frames"]) {
                let _ =
                    writeln!(out, "  {}{}", text(&frame["location"]["function"]), place(&frame["location"]));
                variables(&mut out, "    ", &frame["variables"]);
            }
        }
        variables(&mut out, "", &last["globals"]);
        for block in list(&last["heap"]) {
            let freed = if block["freed"] == true { ", freed" } else { "" };
            let _ = writeln!(
                out,
                "heap #{} {} {} bytes{freed}",
                block["number"],
                text(&block["ty"]),
                block["size"]
            );
            variables(&mut out, "  ", &block["parts"]);
        }
    }
    out
}

fn variables(out: &mut String, indent: &str, them: &Value) {
    for it in them.as_array().into_iter().flatten() {
        let to = it["target"].as_u64().map_or(String::new(), |to| format!(" → #{to}"));
        let value = it["value"].as_str().unwrap_or_default();
        let _ = writeln!(
            out,
            "{indent}{} {} = {value}{to}",
            it["ty"].as_str().unwrap_or_default(),
            it["name"].as_str().unwrap_or_default()
        );
        variables(out, &format!("{indent}  "), &it["parts"]);
    }
}

/// Without the line of figures, which has times.
fn without_figures(report: &str) -> String {
    let kept: Vec<&str> = report.lines().filter(|line| !line.ends_with(" MiB")).collect();
    kept.join("\n") + "\n"
}

#[track_caller]
fn compare(snapshot: &std::path::Path, actual: &str) {
    if std::env::var_os("GMC_UPDATE_DOCUMENTS").is_some() {
        fs::write(snapshot, actual).expect("written");
        return;
    }
    let expected = fs::read_to_string(snapshot).unwrap_or_default();
    assert_eq!(
        expected,
        actual,
        "{}: GMC_UPDATE_DOCUMENTS=1 ./x test classics writes it",
        snapshot.display()
    );
}

#[test]
fn there_are_ten() {
    assert_eq!(programs().len(), 10);
}

#[test]
fn reports_are_as_they_were() {
    for program in programs() {
        let (report, page) = check(&program);
        compare(&program.with_extension("txt"), &without_figures(&report));
        compare(&program.with_extension("page"), &outline(&data(&page)));
    }
}

/// A page is one file: nothing in it is fetched from anywhere, and what it shows cannot end its scripts.
#[test]
fn a_page_needs_nothing_else() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "script.c",
        "#include <assert.h>\nint main(void) {\n  const char *text = \"</script><script>alert(1)</script><!--\";\n  \
         assert(!text && \"</script>\");\n}\n",
    );
    sandbox.gmc(["check", "script.c", "--html", "page.html"]).run();
    let page = fs::read_to_string(sandbox.join("page.html")).expect("the page");
    let own = page.replace("http://www.w3.org/2000/svg", "");
    for part in ["http://", "https://", " src=", "<link", "@import", "url(http"] {
        assert!(!own.contains(part), "{part}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "one for the data, one for the script");
    let data = data(&page);
    assert!(data["sources"]["script.c"].as_str().is_some_and(|it| it.contains("</script>")));
}

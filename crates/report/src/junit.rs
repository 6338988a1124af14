//! An answer as JUnit XML, for continuous integration: `gmc check --junit FILE`.
//!
//! Each violation is a test case that fails. Without violations there is one test case, which has an error where the
//! answer is unknown.

use crate::answer::{Answer, Word};
use gmc_model::Location;

/// The answer as JUnit XML. `name` is what was checked; `report` is the report for people, which it includes.
pub fn answer(answer: &Answer, name: &str, report: &str) -> String {
    let seconds = answer.stats.elapsed.as_secs_f64();
    let failures = answer.findings.len();
    let errors = usize::from(answer.word() == Word::Unknown);
    let tests = failures.max(1);
    let suite = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" time=\"{seconds:.3}\""
    );
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"gmc\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         time=\"{seconds:.3}\">\n  <testsuite name=\"gmc check\" {suite}>\n"
    );
    for it in &answer.findings {
        let violation = &it.finding.violation;
        let case = format!("{name}: {}", violation.kind);
        let before = violation.location.as_ref().map(prefix).unwrap_or_default();
        out += &case_start(&case, violation.location.as_ref(), seconds);
        out += &format!(
            "      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
            violation.kind,
            escaped(&violation.message),
            escaped(&format!("{before}{}\n", violation.message))
        );
    }
    if answer.findings.is_empty() {
        out += &case_start(name, None, seconds);
        for reason in answer.reasons.iter().take(errors * answer.reasons.len()) {
            let before = reason.location.as_ref().map(prefix).unwrap_or_default();
            out += &format!(
                "      <error type=\"{}\" message=\"{}\">{}</error>\n",
                reason.word,
                escaped(&reason.message),
                escaped(&format!("{before}{}\n", reason.message))
            );
        }
        out += "    </testcase>\n";
    }
    out += &format!("    <system-out>{}</system-out>\n  </testsuite>\n</testsuites>\n", escaped(report));
    out
}

fn case_start(name: &str, at: Option<&Location>, seconds: f64) -> String {
    let location =
        at.map_or(String::new(), |at| format!(" file=\"{}\" line=\"{}\"", escaped(&at.file), at.line));
    format!("    <testcase classname=\"gmc\" name=\"{}\"{location} time=\"{seconds:.3}\">\n", escaped(name))
}

/// `FILE:LINE:COLUMN: `, which stands before a message.
fn prefix(at: &Location) -> String {
    format!("{}:{}:{}: ", at.file, at.line, at.column)
}

/// A text as XML writes it. Characters that XML cannot represent become U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

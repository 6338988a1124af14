//! Tests: the inputs of runs as files, in gmc's own form and in that of Test-Comp (`gmc check --tests DIR`). See
//! `docs/tests.md`.
//!
//! Both forms have the inputs in the order in which the run asks for them. gmc's own says who asks, and where; the C
//! file [`REPLAY`] feeds it to the program natively.

use crate::reproducer::{Build, quoted};
use gmc_model::{GivenInput, Input, InputSource, InputType, Violation};
use std::fmt::{self, Write as _};

/// The version of gmc's own form.
pub const VERSION: u32 = 1;

/// The C file that feeds a test to the program.
pub const REPLAY: &str = include_str!("../../../runtime/replay/replay.c");

/// A test.
#[derive(Clone, Debug)]
pub struct TestCase<'a> {
    /// What is tested, for readers.
    pub program: &'a str,
    /// What its environment answers, in order.
    pub inputs: &'a [Input],
    /// What it gets from outside: standard input, arguments, files.
    pub given: &'a [GivenInput],
    /// What the run comes to.
    pub end: &'a TestEnd,
    /// The ways of branches that no earlier test takes.
    pub covers: &'a [String],
    /// The run has more than one thread, so that the inputs alone do not say what happens.
    pub threads: bool,
}

/// What the run of a test comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestEnd {
    /// The program ends.
    Completed,
    /// Something is wrong.
    Error(Box<Violation>),
    /// An assumption of the program does not hold.
    Assumption,
    /// It goes on: the inputs are those of its beginning.
    Open,
}

/// How many tests there are, and what they cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tests {
    /// Where they are.
    pub directory: String,
    /// How many were written.
    pub count: u64,
    /// How many of them end in an error.
    pub errors: u64,
    /// Ways of branches that they take.
    pub covered: u64,
    /// Ways of branches that the program has.
    pub branches: u64,
    /// Paths for which no inputs were found.
    pub lost: u64,
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tests { directory, count, errors, covered, branches, lost } = self;
        write!(f, "tests: {count} in {directory}")?;
        match errors {
            0 => {}
            1 => f.write_str(", 1 of them ends in an error")?,
            many => write!(f, ", {many} of them end in an error")?,
        }
        write!(f, "; they cover {covered} of {branches} branches")?;
        match lost {
            0 => Ok(()),
            1 => f.write_str("; for 1 path no inputs were found"),
            many => write!(f, "; for {many} paths no inputs were found"),
        }
    }
}

/// The test in gmc's own form.
pub fn text(test: &TestCase<'_>) -> String {
    let mut out = format!("gmc-test {VERSION}\n# one run of {}\n", in_line(test.program));
    // Writing to a string cannot fail.
    let _ = write_text(&mut out, test);
    out
}

fn write_text(out: &mut String, test: &TestCase<'_>) -> fmt::Result {
    if test.threads {
        writeln!(out, "# it has several threads: their order is in the trace beside this file, not here")?;
    }
    match test.end {
        TestEnd::Completed => writeln!(out, "end completed")?,
        TestEnd::Assumption => writeln!(out, "end assumption")?,
        TestEnd::Open => writeln!(out, "end open")?,
        TestEnd::Error(violation) => {
            write!(out, "end error {}", violation.kind)?;
            if let Some(at) = &violation.location {
                write!(out, " {}:{}", in_line(&at.file), at.line)?;
            }
            writeln!(out, ": {}", in_line(&violation.message))?;
        }
    }
    for way in test.covers {
        writeln!(out, "covers {}", in_line(way))?;
    }
    for GivenInput { source, bytes } in test.given {
        let bytes = bytes.escape_ascii();
        match source {
            InputSource::Stdin => writeln!(out, "stdin \"{bytes}\"")?,
            InputSource::Argument(number) => writeln!(out, "argument {number} \"{bytes}\"")?,
            InputSource::File(name) => {
                writeln!(out, "file \"{}\" \"{bytes}\"", name.as_bytes().escape_ascii())?;
            }
        }
    }
    for input in test.inputs.iter().filter(|it| !is_given(it)) {
        // What no function gives cannot be set from outside.
        let head = if input.function == Input::UNSET { "# input" } else { "input" };
        write!(out, "{head} {} = {}  {}", input.function, value(input), type_name(input.ty))?;
        if let Some(at) = &input.location
            && at.line > 0
        {
            write!(out, ", {}:{}", in_line(&at.file), at.line)?;
        }
        if let Some(name) = &input.name {
            write!(out, ", {}", in_line(name))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The test as Test-Comp wants it (<https://gitlab.com/sosy-lab/test-comp/test-format>).
pub fn testcomp(test: &TestCase<'_>) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n",
    );
    let covers_error = matches!(test.end, TestEnd::Error(_));
    out += if covers_error { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" };
    for input in test.inputs.iter().filter(|it| it.function != Input::UNSET && !is_given(it)) {
        let variable = input.name.as_ref().map_or(String::new(), |it| format!(" variable=\"{}\"", xml(it)));
        out += &format!("  <input type=\"{}\"{variable}>{}</input>\n", type_name(input.ty), value(input));
    }
    out + "</testcase>\n"
}

/// Whether an input is a byte of what the run gets from outside.
fn is_given(input: &Input) -> bool {
    [Input::STDIN, Input::PROGRAM_ARGUMENT, Input::FILE].contains(&input.function)
}

/// What Test-Comp's `metadata.xml` says of all tests.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The program's file, and its SHA-256.
    pub program: (String, String),
    /// What the tests are for, as a property file has it.
    pub specification: String,
    /// The function that is called first.
    pub entry: String,
    /// Bits of a pointer.
    pub bits: u32,
    /// When the tests were made, in the form of ISO 8601.
    pub created: String,
    /// gmc's version.
    pub version: String,
}

/// The file `metadata.xml`.
pub fn metadata(it: &Metadata) -> String {
    let element = |name: &str, text: &str| format!("  <{name}>{}</{name}>\n", xml(text));
    let elements = [
        element("sourcecodelang", "C"),
        element("producer", &format!("gmc {}", it.version)),
        element("specification", &it.specification),
        element("programfile", &it.program.0),
        element("programhash", &it.program.1),
        element("entryfunction", &it.entry),
        element("architecture", &format!("{}bit", it.bits)),
        element("creationtime", &it.created),
    ];
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n{}</test-metadata>\n",
        elements.concat()
    )
}

/// The command that builds the program with what feeds tests to it, and runs the first test. `build.file` is the
/// program that it makes; with a harness, the source is a part of that.
pub fn commands(build: &Build, directory: &str, has_harness: bool) -> String {
    let directory = directory.trim_end_matches('/');
    let mut words = vec![build.compiler.clone(), "-g".to_owned()];
    words.extend(build.flags.iter().cloned());
    if let Some(headers) = &build.headers {
        words.extend(["-idirafter".to_owned(), headers.clone()]);
    }
    if has_harness {
        words.push(format!("{directory}/harness.c"));
    } else {
        words.extend(build.inputs.iter().cloned());
    }
    words.extend([format!("{directory}/replay.c"), "-o".to_owned(), build.file.clone()]);
    let words: Vec<String> = words.iter().map(|it| quoted(it)).collect();
    let arguments: String = build.arguments.iter().map(|it| format!(" {}", quoted(it))).collect();
    let test = quoted(&format!("{directory}/test-1.test"));
    format!("{}\n  GMC_TEST={test} ./{}{arguments}", words.join(" "), quoted(&build.file))
}

/// A type in the words of C.
fn type_name(ty: InputType) -> &'static str {
    match ty {
        InputType::Single => "float",
        InputType::Double => "double",
        InputType::Signed(..=8) => "signed char",
        InputType::Signed(..=16) => "short",
        InputType::Signed(..=32) => "int",
        InputType::Signed(_) => "long long",
        InputType::Unsigned(1) => "bool",
        InputType::Unsigned(..=8) => "unsigned char",
        InputType::Unsigned(..=16) => "unsigned short",
        InputType::Unsigned(..=32) => "unsigned int",
        InputType::Unsigned(_) => "unsigned long long",
    }
}

/// A value as `scanf` reads it.
fn value(input: &Input) -> String {
    // The shortest digits that are read back as the same number; infinities and NaN have names that C knows.
    match input.ty {
        InputType::Single => float(f64::from(f32::from_bits(input.value as u32)), || {
            format!("{:e}", f32::from_bits(input.value as u32))
        }),
        InputType::Double => {
            float(f64::from_bits(input.value), || format!("{:e}", f64::from_bits(input.value)))
        }
        InputType::Signed(_) => (input.value as i64).to_string(),
        InputType::Unsigned(_) => input.value.to_string(),
    }
}

fn float(number: f64, digits: impl FnOnce() -> String) -> String {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number.is_nan() {
        format!("{sign}nan")
    } else if number.is_infinite() {
        format!("{sign}inf")
    } else {
        digits()
    }
}

/// A text without anything that would end a line.
fn in_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A text within XML.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // XML has no way to write most of the others.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_model::{ErrorKind, Location, ThreadId};

    fn input(function: &'static str, ty: InputType, value: u64) -> Input {
        let location =
            Some(Location { file: "a.c".to_owned(), line: 7, column: 1, function: "main".to_owned() });
        Input { function, name: None, ty, location, value, chosen: false }
    }

    #[test]
    fn values_are_read_back() {
        let text = |ty, bits| value(&input("f", ty, bits));
        assert_eq!(text(InputType::Signed(32), -5i64 as u64), "-5");
        assert_eq!(text(InputType::Unsigned(64), u64::MAX), "18446744073709551615");
        assert_eq!(text(InputType::Double, 0.1f64.to_bits()), "1e-1");
        assert_eq!(text(InputType::Double, (-0.0f64).to_bits()), "-0e0");
        assert_eq!(text(InputType::Single, u64::from(f32::NEG_INFINITY.to_bits())), "-inf");
        assert_eq!(text(InputType::Single, u64::from(f32::NAN.to_bits())), "nan");
        assert_eq!(text(InputType::Single, u64::from(f32::MIN_POSITIVE.to_bits())), "1.1754944e-38");
    }

    #[test]
    fn both_forms() {
        let mut named = input("gmc_any", InputType::Unsigned(8), 200);
        named.name = Some("a<b\n".to_owned());
        let inputs = [
            input("__VERIFIER_nondet_int", InputType::Signed(32), 3),
            input(Input::STDIN, InputType::Unsigned(8), 97),
            named,
            input(Input::UNSET, InputType::Unsigned(32), 1),
        ];
        let violation = Violation {
            kind: ErrorKind::Assertion,
            message: "`x`\ndoes not hold".to_owned(),
            location: inputs[0].location.clone(),
            thread: ThreadId::FIRST,
            stack: Vec::new(),
            notes: Vec::new(),
            about: Vec::new(),
        };
        let end = TestEnd::Error(Box::new(violation));
        let covers = ["a.c:3 0 1".to_owned()];
        let given = [
            GivenInput { source: InputSource::Stdin, bytes: b"a\"\n\0".to_vec() },
            GivenInput { source: InputSource::File("b c".to_owned()), bytes: Vec::new() },
        ];
        let test = TestCase {
            program: "a.c",
            inputs: &inputs,
            given: &given,
            end: &end,
            covers: &covers,
            threads: false,
        };
        assert_eq!(
            text(&test),
            "gmc-test 1\n# one run of a.c\nend error assertion a.c:7: `x` does not hold\ncovers a.c:3 0 1\n\
             stdin \"a\\\"\\n\\x00\"\nfile \"b c\" \"\"\n\
             input __VERIFIER_nondet_int = 3  int, a.c:7\n\
             input gmc_any = 200  unsigned char, a.c:7, a<b \n\
             # input what was never set = 1  unsigned int, a.c:7\n"
        );
        let form = testcomp(&test);
        let body: Vec<&str> = form.lines().skip(2).collect();
        assert_eq!(
            body,
            [
                "<testcase coversError=\"true\">",
                "  <input type=\"int\">3</input>",
                "  <input type=\"unsigned char\" variable=\"a&lt;b \">200</input>",
                "</testcase>"
            ]
        );
    }
}

//! Task definitions: as much of YAML as they use.
//!
//! Keys with a value, with a list or with further keys, by indentation; texts plain or in quotes; comments.

/// A task definition.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Task {
    /// Files of the program, relative to the definition.
    pub(super) input_files: Vec<String>,
    /// Files of properties, likewise.
    pub(super) properties: Vec<String>,
    /// `C`
    pub(super) language: Option<String>,
    /// `ILP32` or `LP64`
    pub(super) data_model: Option<String>,
}

impl Task {
    /// Reads one; what is wrong with it, otherwise.
    pub(super) fn parse(text: &str) -> Result<Task, String> {
        let mut task = Task::default();
        let mut section = String::new();
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| format!("line {number}: {what}");
            let line = without_comment(line);
            let content = line.trim_start();
            let nested = content.len() < line.len() || content.starts_with('-');
            let content = content.trim_end();
            if content.is_empty() || content == "---" {
                continue;
            }
            // An entry of a list may start with a key.
            let content = content.strip_prefix('-').map_or(content, str::trim_start);
            if !nested {
                let (key, value) = content.split_once(':').ok_or_else(|| wrong("a key is expected"))?;
                section = key.trim().to_owned();
                if section == "input_files" {
                    task.input_files.extend(texts(value.trim()).map_err(|it| wrong(&it))?);
                }
                continue;
            }
            let pair = content.split_once(':').map(|(key, value)| (key.trim(), value.trim()));
            match (section.as_str(), pair) {
                ("input_files", _) => {
                    task.input_files.extend(texts(content).map_err(|it| wrong(&it))?);
                }
                ("properties", Some(("property_file", value))) => {
                    task.properties.extend(texts(value).map_err(|it| wrong(&it))?);
                }
                ("options", Some(("language", value))) => task.language = texts(value)?.pop(),
                ("options", Some(("data_model", value))) => task.data_model = texts(value)?.pop(),
                _ => {}
            }
        }
        if task.input_files.is_empty() {
            return Err("it has no input_files".to_owned());
        }
        Ok(task)
    }
}

/// A line up to its comment, if that does not stand in quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '#') if at == 0 || line[..at].ends_with([' ', '\t']) => return &line[..at],
            _ => {}
        }
    }
    line
}

/// A text, or those of a list in brackets.
fn texts(value: &str) -> Result<Vec<String>, String> {
    if let Some(rest) = value.strip_prefix('[') {
        let inside = rest.strip_suffix(']').ok_or("a list does not end in this line")?;
        return inside.split(',').map(str::trim).filter(|it| !it.is_empty()).map(text).collect();
    }
    if value.is_empty() { Ok(Vec::new()) } else { Ok(vec![text(value)?]) }
}

fn text(value: &str) -> Result<String, String> {
    let quoted = |quote: char| value.strip_prefix(quote).map(|rest| rest.strip_suffix(quote));
    match quoted('\'').or_else(|| quoted('"')) {
        None => Ok(value.to_owned()),
        Some(Some(inside)) if !inside.contains(['\'', '"', '\\']) => Ok(inside.to_owned()),
        Some(_) => Err(format!("{value} is no text that gmc understands")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_versions_of_the_format() {
        let old = "format_version: '1.0'\n\n# old file name: a.i\ninput_files: 'a-1.i' # this one\n\n\
                   properties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: true\n";
        let expected = Task {
            input_files: vec!["a-1.i".to_owned()],
            properties: vec!["../properties/unreach-call.prp".to_owned()],
            ..Task::default()
        };
        assert_eq!(Task::parse(old), Ok(expected));
        let new = "format_version: '2.0'\ninput_files:\n  - \"a.c\"\n  - b.c\n\
                   properties:\n- property_file: x.prp\n- expected_verdict: false\n  property_file: y.prp\n\
                   options:\n  language: C\n  data_model: LP64\n";
        let expected = Task {
            input_files: vec!["a.c".to_owned(), "b.c".to_owned()],
            properties: vec!["x.prp".to_owned(), "y.prp".to_owned()],
            language: Some("C".to_owned()),
            data_model: Some("LP64".to_owned()),
        };
        assert_eq!(Task::parse(new), Ok(expected));
        assert_eq!(Task::parse("input_files: [a.c, 'b.c']").expect("right").input_files, ["a.c", "b.c"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(Task::parse("properties:\n").expect_err("wrong"), "it has no input_files");
        assert_eq!(Task::parse("what is this\n").expect_err("wrong"), "line 1: a key is expected");
        assert!(Task::parse("input_files: 'a\n").expect_err("wrong").starts_with("line 1: 'a is no text"));
    }
}

//! Coverage as an lcov tracefile (geninfo(1)), which most tools read: `gmc check --coverage FILE`.

use gmc_model::{Coverage, FileCoverage};
use std::fmt::Write as _;

/// Coverage as a tracefile.
pub fn write(coverage: &Coverage) -> String {
    let mut out = String::new();
    for (name, file) in &coverage.files {
        // Writing to a string cannot fail.
        let _ = section(&mut out, name, file);
    }
    out
}

fn section(out: &mut String, name: &str, file: &FileCoverage) -> std::fmt::Result {
    writeln!(out, "TN:gmc\nSF:{name}")?;
    for (line, function) in file.functions.keys() {
        writeln!(out, "FN:{line},{function}")?;
    }
    for ((_, function), count) in &file.functions {
        writeln!(out, "FNDA:{count},{function}")?;
    }
    let hit = |counts: &mut dyn Iterator<Item = &u64>| counts.filter(|it| **it > 0).count();
    writeln!(out, "FNF:{}\nFNH:{}", file.functions.len(), hit(&mut file.functions.values()))?;
    for ((line, branch, way), count) in &file.branches {
        writeln!(out, "BRDA:{line},{branch},{way},{count}")?;
    }
    writeln!(out, "BRF:{}\nBRH:{}", file.branches.len(), hit(&mut file.branches.values()))?;
    for (line, count) in &file.lines {
        writeln!(out, "DA:{line},{count}")?;
    }
    writeln!(out, "LF:{}\nLH:{}\nend_of_record", file.lines.len(), hit(&mut file.lines.values()))
}

/// Coverage from a tracefile. Records that [`write`] does not write are ignored.
pub fn read(text: &str) -> Coverage {
    let mut coverage = Coverage::default();
    let mut name = String::new();
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        if key == "SF" {
            value.clone_into(&mut name);
        }
        let file = coverage.files.entry(name.clone()).or_default();
        let numbers: Vec<u64> = value.split(',').map_while(|it| it.parse().ok()).collect();
        let rest = value.split_once(',').map_or("", |it| it.1);
        match (key, &numbers[..]) {
            ("DA", [line, count, ..]) => *file.lines.entry(*line as u32).or_default() += count,
            ("BRDA", [line, branch, way, count]) => {
                *file.branches.entry((*line as u32, *branch as u32, *way as u32)).or_default() += count;
            }
            ("FN", [line, ..]) => *file.functions.entry((*line as u32, rest.to_owned())).or_default() += 0,
            ("FNDA", [count, ..]) => {
                let known = file.functions.iter_mut().find(|it| it.0.1 == rest);
                known.into_iter().for_each(|it| *it.1 += count);
            }
            _ => {}
        }
    }
    coverage.files.remove("");
    coverage
}

/// What was never executed, for people: whole functions, and ranges of lines in functions that were executed.
pub fn unreached(coverage: &Coverage) -> Vec<String> {
    let mut out = Vec::new();
    for (name, file) in &coverage.files {
        let functions = file.functions.iter().filter(|it| *it.1 == 0);
        out.extend(functions.map(|((line, function), _)| format!("function `{function}` ({name}:{line})")));
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut broken = true;
        for (&line, &count) in &file.lines {
            let start = file.functions.range(..=(line, "\u{10ffff}".to_owned())).next_back();
            let skipped = start.is_some_and(|it| *it.1 == 0);
            match ranges.last_mut() {
                _ if count > 0 || skipped => broken = true,
                Some(last) if !broken => last.1 = line,
                _ => {
                    ranges.push((line, line));
                    broken = false;
                }
            }
        }
        for (first, last) in ranges {
            out.push(if first == last {
                format!("{name}:{first}")
            } else {
                format!("{name}:{first}–{last}")
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{read, unreached, write};

    const TEXT: &str = "TN:gmc\nSF:a.c\nFN:1,f\nFN:9,g\nFNDA:1,f\nFNDA:0,g\nFNF:2\nFNH:1\n\
                        BRDA:2,0,0,1\nBRDA:2,0,1,0\nBRF:2\nBRH:1\n\
                        DA:2,1\nDA:3,0\nDA:5,0\nDA:6,1\nDA:10,0\nLF:5\nLH:2\nend_of_record\n";

    #[test]
    fn what_is_written_can_be_read() {
        assert_eq!(write(&read(TEXT)), TEXT);
    }

    #[test]
    fn runs_add_up() {
        let mut both = read(TEXT);
        both.merge(&read(&TEXT.replace("DA:3,0", "DA:3,1")));
        assert_eq!((both.files["a.c"].lines[&2], both.files["a.c"].lines[&3]), (2, 1));
    }

    #[test]
    fn what_is_unreached_is_said_in_few_words() {
        assert_eq!(unreached(&read(TEXT)), ["function `g` (a.c:9)", "a.c:3–5"]);
    }
}

//! Patterns of names, as filters have them: `*` stands for any text, `?` for any one character.

/// Whether a name is of a pattern.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // Where the last star stands, and how much of the name it takes so far.
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                p = at + 1;
                n = taken + 1;
            }
        }
    }
    pattern[p..].iter().all(|&it| it == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_text() {
        let yes = [
            ("*", ""),
            ("*", "f"),
            ("f", "f"),
            ("f*", "foo"),
            ("*o", "foo"),
            ("f?o", "foo"),
            ("a*b*c", "axbybc"),
        ];
        let no = [("", "f"), ("f", "g"), ("f*", "gf"), ("?", ""), ("a*b", "ac"), ("f?", "f")];
        assert!(yes.iter().all(|it| matches(it.0, it.1)));
        assert!(!no.iter().any(|it| matches(it.0, it.1)));
    }
}

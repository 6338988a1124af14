//! Names of functions as people say them: those of C++ end with the types of their parameters, which tell overloaded
//! functions apart, and which a reader mostly need not see.

/// A name without the types of its parameters: `ns::pick` for `ns::pick(item const&, int&) const`. Names of C have
/// none.
pub fn without_parameters(name: &str) -> &str {
    let Some(end) = name.rfind(')') else { return name };
    let mut open = 0;
    for (at, it) in name[..=end].char_indices().rev() {
        match it {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        // What is all in parentheses, or what follows them, is no list of parameters: `(anonymous namespace)::x`.
        if open == 0 {
            return if at == 0 || name[end..].contains("::") { name } else { &name[..at] };
        }
    }
    name
}

/// Whether a name means this function: in C++ it may lack the parameters and the qualification.
pub fn names_function(named: &str, function: &str) -> bool {
    let plain = without_parameters(function);
    function == named || plain == named || plain.rsplit("::").next() == Some(named)
}

#[cfg(test)]
mod tests {
    use super::{names_function, without_parameters};

    #[test]
    fn parameters() {
        for (name, plain) in [
            ("main", "main"),
            ("ns::pick(item const&, int&) const", "ns::pick"),
            ("(anonymous namespace)::work(int)", "(anonymous namespace)::work"),
            ("(anonymous namespace)::counter", "(anonymous namespace)::counter"),
            ("main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()"),
            ("call<main::{lambda(int)#1}>(main::{lambda(int)#1}, int)", "call<main::{lambda(int)#1}>"),
            ("run(void (*)(int), int)", "run"),
            ("odd)", "odd)"),
        ] {
            assert_eq!(without_parameters(name), plain);
        }
    }

    #[test]
    fn functions() {
        for named in ["ns::pick(item const&, int&)", "ns::pick", "pick"] {
            assert!(names_function(named, "ns::pick(item const&, int&)"), "{named}");
        }
        assert!(!names_function("pic", "pick") && !names_function("", "main"));
    }
}

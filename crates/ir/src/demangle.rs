//! Names of C++ as people write them: what the linker calls `_ZN4bank7depositEi` is `bank::deposit(int)`.
//!
//! Names that are not mangled, and those that the demangler does not understand, stay as they are.

use cpp_demangle::{DemangleOptions, Symbol};

/// A name of the linker's.
pub fn name(mangled: &str) -> String {
    if !mangled.starts_with("_Z") {
        return mangled.to_owned();
    }
    shown(mangled).unwrap_or_else(|| mangled.to_owned())
}

/// A type by its mangled name, as `std::type_info::name` returns it.
pub fn type_name(mangled: &str) -> String {
    // A variable template's argument stands where a type alone may stand.
    let wrapped = format!("_ZTI{mangled}");
    let shown = shown(&wrapped).and_then(|text| text.strip_prefix("typeinfo for ").map(str::to_owned));
    shown.unwrap_or_else(|| mangled.to_owned())
}

fn shown(mangled: &str) -> Option<String> {
    let symbol = Symbol::new(mangled).ok()?;
    let options = DemangleOptions::new().no_return_type();
    symbol.demangle_with_options(&options).ok().map(|text| tidy(&text))
}

/// Without what only the library's makers care about.
fn tidy(text: &str) -> String {
    text.replace("std::__cxx11::", "std::")
        .replace("std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string")
        .replace("{lambda(", "lambda(")
        .replace(" >", ">")
}

#[cfg(test)]
mod tests {
    use super::{name, type_name};

    #[test]
    fn names_as_people_write_them() {
        assert_eq!(name("main"), "main");
        assert_eq!(name("_ZN4bank7depositEi"), "bank::deposit(int)");
        assert_eq!(
            name("_ZNSt6vectorIiSaIiEE9push_backERKi"),
            "std::vector<int, std::allocator<int>>::push_back(int const&)"
        );
        assert_eq!(name("_Z"), "_Z");
    }

    #[test]
    fn types_by_their_names() {
        assert_eq!(type_name("i"), "int");
        assert_eq!(type_name("St13runtime_error"), "std::runtime_error");
        assert_eq!(type_name("NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"), "std::string");
        assert_eq!(type_name("PKc"), "char const*");
    }
}

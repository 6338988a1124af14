//! The flags that gmc adds to a compilation, each with its reason.
//!
//! They come after the user's, so that they win: the program that is checked is the one that was written, not what an
//! optimiser may make of it. What they override is what the user loses: optimisation (`-O2`), link-time optimisation
//! (`-flto`), fortified library calls and stack protectors. Sanitizers and coverage stay as the user asks: what they
//! add to the GIMPLE is exported with it.

use super::arguments::Request;
use super::language::Language;

/// A flag of GCC's that gmc adds.
struct Flag {
    text: &'static str,
    /// f951 takes it without a warning.
    fortran: bool,
}

const fn flag(text: &'static str) -> Flag {
    Flag { text, fortran: true }
}

/// Signed overflow is kept for gmc to find; the user's `-fwrapv` is respected instead.
const TRAP_OVERFLOW: &str = "-ftrapv";

const FLAGS: &[Flag] = &[
    // Every statement of the source is there, in its order.
    flag("-O0"),
    // Source places, and marks where a statement begins.
    flag("-g"),
    flag("-gstatement-frontiers"),
    // printf stays printf, and memcpy a call.
    Flag { text: "-fno-builtin", fortran: false },
    // GCC folds `a + 1 > a` otherwise.
    flag(TRAP_OVERFLOW),
    // Nothing is folded because of what may not alias, trap, round or be null.
    flag("-fno-strict-aliasing"),
    flag("-fno-delete-null-pointer-checks"),
    flag("-frounding-math"),
    flag("-fsignaling-nans"),
    flag("-ffp-contract=off"),
    // An LTO link drops sections that it does not know.
    flag("-fno-lto"),
    // These need optimisation, or replace calls by others.
    flag("-U_FORTIFY_SOURCE"),
    flag("-fno-stack-protector"),
];

/// What to add to a command line, the plugin itself not included.
///
/// In a command line that mixes Fortran with C, C needs `-fno-builtin` more than f951 minds it.
pub(super) fn flags(request: &Request) -> impl Iterator<Item = &'static str> {
    let all_fortran = !request.languages.iter().any(|it| matches!(it, Language::C | Language::Cxx));
    let sets_overflow = request.sets_overflow;
    FLAGS
        .iter()
        .filter(move |flag| flag.fortran || !all_fortran)
        .filter(move |flag| flag.text != TRAP_OVERFLOW || !sets_overflow)
        .map(|flag| flag.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_documented() {
        let document = include_str!("../../../../docs/compilers.md");
        for flag in FLAGS {
            assert!(document.contains(&format!("`{}`", flag.text)), "docs/compilers.md lacks {}", flag.text);
        }
    }
}

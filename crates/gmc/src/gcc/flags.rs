//! The flags that gmc adds to a compilation, each with its reason.
//!
//! They come after the user's, so that they win: the program that is checked is the one that was written, not what an
//! optimiser may make of it. What they override is what the user loses: optimisation (`-O2`), link-time optimisation
//! (`-flto`), fortified library calls and stack protectors. Sanitizers and coverage stay as the user asks: what they
//! add to the GIMPLE is exported with it. All of them suit every language; what does not is set by the plugin
//! (`preserve.cc`).

use super::arguments::Request;

/// Signed overflow is kept for gmc to find; the user's `-fwrapv` is respected instead.
const TRAP_OVERFLOW: &str = "-ftrapv";

/// Takes the directory of gmc's headers, which is searched last: a `gmc.h` of the program's own comes first.
pub(super) const INCLUDE: &str = "-idirafter";

/// Says to the program that it is compiled for gmc.
pub(super) const DEFINE: &str = "-D__GMC__=1";

const FLAGS: &[&str] = &[
    // Every statement of the source is there, in its order.
    "-O0",
    // Source places, and marks where a statement begins.
    "-g",
    "-gstatement-frontiers",
    // GCC folds `a + 1 > a` otherwise.
    TRAP_OVERFLOW,
    // Nothing is folded because of what may not alias, trap, round or be null.
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-frounding-math",
    "-fsignaling-nans",
    "-ffp-contract=off",
    // An LTO link drops sections that it does not know.
    "-fno-lto",
    // These need optimisation, or replace calls by others.
    "-U_FORTIFY_SOURCE",
    "-fno-stack-protector",
];

/// What to add to a command line, the plugin itself not included.
pub(super) fn flags(request: &Request) -> impl Iterator<Item = &'static str> {
    let sets_overflow = request.sets_overflow;
    FLAGS.iter().copied().filter(move |flag| *flag != TRAP_OVERFLOW || !sets_overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_documented() {
        let document = include_str!("../../../../docs/compilers.md");
        for flag in FLAGS.iter().chain([&INCLUDE, &DEFINE]) {
            assert!(document.contains(&format!("`{flag}`")), "docs/compilers.md lacks {flag}");
        }
    }
}

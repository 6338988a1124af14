//! Which of the calls under way an error is reported at.
//!
//! Headers of the C++ library and of the compiler are the program's by their code, and not by who can mend them: what
//! goes wrong there, callers do wrong. So the innermost call outside of them is the one; the place in the header is a
//! note.

use super::{ends, location};
use crate::machine::Machine;
use crate::thread::Frame;

/// Whether a file is a header of the C++ library, or one of the compiler's own, such as those of intrinsics.
fn is_library_header(file: &str) -> bool {
    let Some((front, rest)) = file.split_once("/include/") else { return false };
    rest.starts_with("c++/") || rest.contains("/c++/") || front.contains("/lib/gcc/")
}

/// Of calls, the last one first, the one that errors are reported at.
/// Without any, it is the innermost.
pub(super) fn own_call(machine: &Machine, frames: &[Frame]) -> usize {
    let is_own = |frame: &Frame| {
        let code = &machine.compiled.codes[frame.code];
        !code.modelled && !is_library_header(&location(&machine.compiled, frame).file)
    };
    ends(frames).position(is_own).unwrap_or(0)
}

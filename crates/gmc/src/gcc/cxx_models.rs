//! The compiled part of the C++ library, written in C++ (`models/cxx`). A program gets those files that define
//! something it lacks; each is compiled on its own when it is first needed, as a shared object, and then kept.
//!
//! What templates can be instantiated from the headers is instantiated there, as libstdc++ does, so programs are
//! compiled by `gmc c++` exactly as by GCC. C programs pay nothing: they lack no name of C++, but for vector
//! instructions, whose models are templates.
//!
//! Invariant: [`FILES`] lists all of them; a test compares it with the directory.

use super::driver::{FrontEnd, Toolchain};
use super::models::{Part, compiled};
use super::plugin::PluginError;
use gmc_libc::library;
use object::{Object, ObjectSymbol};
use std::collections::HashSet;
use std::ffi::OsString;

/// A file, and what names that it defines have in them: one of these, and often others do, too.
pub(crate) struct File {
    part: Part,
    hints: &'static [&'static str],
    /// It joins a program that defines one of these.
    beside: &'static [&'static str],
}

const FLAGS: &[&str] =
    &["-std=gnu++17", "-fchar8_t", "-shared", "-nostdlib", "-fPIC", "-fno-access-control", "-w"];

macro_rules! source {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../models/cxx/", $name)))
    };
}

/// A file, what it includes, and what names that it defines have in them.
macro_rules! file {
    ($name:literal $(+ $included:literal)?, $($hint:literal)* $(; beside $($defined:literal)+)?) => {
        File {
            part: Part {
                sources: &[source!($name) $(, source!($included))?],
                front_end: FrontEnd::Cxx,
                flags: FLAGS,
            },
            hints: &[$($hint),*],
            beside: &[$($($defined),+)?],
        }
    };
}

/// All files.
pub(crate) const FILES: &[File] = &[
    file!("bits.cc",; beside "_ZNSt13_Bvector_baseISaIbEE11_M_allocateEm" "_ZNSt13_Bvector_baseISaIbEE11_M_allocateEj"),
    file!("changes.cc" + "filesystem.h", "_ZNSt10filesystem"),
    file!("charconv.cc", "to_chars" "from_chars"),
    file!("codecvt.cc" + "unicode.h", "__codecvt_utf"),
    file!("complex.cc", "St7complex"),
    file!("containers.cc", "_List_node_base" "_Rb_tree_" "_Prime_rehash_policy" "_bytes" "St4hashI"),
    file!("debug.cc", "__gnu_debug"),
    file!("directories.cc", "directory_"),
    file!("errors.cc", "throw_" "_error" "error_c" "categ" "__cow_string" "assert_fail" "bad_function" "_of_range" "_argument"),
    file!("exceptions.cc",
        "__cxa_" "_new_handler" "_Unwind_ForcedUnwind" "terminate" "unexpected" "exception" "bad_alloc" "bad_cast" "bad_ty" "bad_array"),
    file!("files.cc" + "filesystem.h", "_ZNSt10filesystem"),
    file!("floats.cc" + "vectors.h", "__builtin_ia32_"),
    file!("fstreams.cc", "St13basic_filebufIc" "fstreamIc" "basic_file"),
    file!("functional.cc", "placeholders"),
    file!("input.cc" + "input.h", "rsI" "7getline" "6ignore" "_streambufs" "istream_extract"),
    file!("iostream.cc", "_ZSt3cin" "_ZSt4c" "8ios_base4Init" "sync_with_stdio" "sync_filebufIc"),
    file!("locales.cc" + "facets.h", "6locale" "ctype" "_facet" "codecvt" "collate" "__uselocale"),
    file!("new.cc",; beside
        "_Znwm" "_Znam" "_Znwj" "_Znaj" "_ZdlPv" "_ZdaPv"
        "_ZnwmSt11align_val_t" "_ZnwjSt11align_val_t" "_ZdlPvSt11align_val_t"),
    file!("numbers.cc" + "numbers.h", "num_get" "num_put" "numpunct" "__num_base" "__convert_to_v" "_grouping"),
    file!("paths.cc", "4path" "filesystem_error" "10hash_value"),
    file!("random.cc", "random_device"),
    file!("resources.cc", "3pmr"),
    file!("shared.cc", "_Sp_locker" "bad_weak_ptr"),
    file!("sstreams.cc", "basic_stringbufIc" "stringstreamIc"),
    file!("streams.cc" + "streams.h", "basic_" "ios_base" "SoE" "Si" "So" "failure"),
    file!("strings.cc", "basic_string" "_ZNSaI" "_ZNKSaI"),
    file!("threads.cc",
        "6thread" "11this_thread" "condition_var" "__future_base" "__once" "chrono" "_futex_" "at_thread_exit"),
    file!("times.cc" + "facets.h", "timepunct" "time_put" "time_get"),
    file!("typeinfo.cc", "_ZTI" "_ZTV" "_ZTS"),
    file!("unicode.cc" + "unicode.h", "codecvtID"),
    file!("vectors.cc" + "vectors.h", "__builtin_ia32_"),
    file!("wfstreams.cc", "basic_filebufIw" "fstreamIw"),
    file!("winput.cc" + "input.h", "rsI" "7getline" "6ignore" "_streambufs" "istream_extractIw"),
    file!("wiostream.cc", "_ZSt4wc" "_ZSt5wc" "sync_filebufIw"),
    file!("wlocales.cc" + "facets.h", "ctypeIw" "ctype_bynameIw" "codecvtIw" "collateIw" "numpunctIw" "num_getIw" "num_putIw"),
    file!("wnumbers.cc" + "numbers.h", "num_getIw" "num_putIw" "numpunct_cacheIw" "numpunctIw" "numpunct_bynameIw"),
    file!("wsstreams.cc", "basic_stringbufIw" "stringstreamIw"),
    file!("wstreams.cc" + "streams.h", "Iw"),
];

impl File {
    /// Whether it may define one of these names.
    pub(crate) fn may_define(&self, names: &HashSet<&str>) -> bool {
        names.iter().any(|name| is_for_files(name) && self.hints.iter().any(|hint| name.contains(hint)))
    }

    /// Whether it is to join a program that defines these names.
    pub(crate) fn stands_beside(&self, defined: &HashSet<&str>) -> bool {
        self.beside.iter().any(|name| defined.contains(name))
    }

    /// Its shared object.
    pub(crate) fn object(&self, toolchain: &Toolchain, flags: &[OsString]) -> Result<Vec<u8>, PluginError> {
        compiled(&self.part, toolchain, flags)
    }

    /// Its shared object, if that defines one of these names.
    pub(crate) fn defining(
        &self,
        names: &HashSet<&str>,
        toolchain: &Toolchain,
        flags: &[OsString],
    ) -> Result<Option<Vec<u8>>, PluginError> {
        let bytes = self.object(toolchain, flags)?;
        let defines = object::File::parse(&*bytes).is_ok_and(|file| {
            file.dynamic_symbols()
                .any(|it| it.is_definition() && it.name().is_ok_and(|name| names.contains(name)))
        });
        Ok(defines.then_some(bytes))
    }
}

/// Whether a file can define a name: it is mangled, one of the run-time library, or a vector instruction that the
/// machine does not have.
fn is_for_files(name: &str) -> bool {
    ["_Z", "__cxa_", "__once_", "_Unwind_"].iter().any(|it| name.starts_with(it))
        || name.starts_with("__builtin_ia32_") && library().find(name).is_none()
}

#[cfg(test)]
mod tests {
    use super::FILES;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn names_of_c_need_none() {
        let names = ["reach_error", "terminate", "throw_exception", "basic_string", "bytes_to_chars"];
        assert!(!FILES.iter().any(|file| file.may_define(&names.into())));
        assert!(FILES.iter().any(|file| file.may_define(&["_ZSt9terminatev"].into())));
    }

    #[test]
    fn the_list_is_the_directory() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cxx");
        let files: BTreeSet<String> = fs::read_dir(directory)
            .expect("the models' directory")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> =
            FILES.iter().flat_map(|file| file.part.sources).map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, listed);
    }
}

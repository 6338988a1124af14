//! The headers for programs under check: `include/gmc.h` travels in this binary, and compilations find it in the cache.
//!
//! The directory's name holds a hash of its contents, so each gmc finds its own. It is searched after all others
//! (`-idirafter`): a program that has a `gmc.h` of its own keeps it.

use super::cache::{Cache, CacheError};
use super::plugin::PluginError;
use std::path::PathBuf;
use xxhash_rust::xxh3::Xxh3;

/// Each file with its contents.
const SOURCES: &[(&str, &str)] = &[("gmc.h", include_str!("../../../../include/gmc.h"))];

/// The directory that has the headers, after this at the latest.
pub(crate) fn directory() -> Result<PathBuf, PluginError> {
    let user = match Cache::of_user().and_then(|cache| provide(&cache)) {
        Ok(directory) => return Ok(directory),
        Err(problem) => problem,
    };
    // The plugin, which goes the same way, has warned of this.
    let stand_in = Cache::temporary().and_then(|cache| provide(&cache));
    stand_in.map_err(|temporary| PluginError::NoCache { user, temporary })
}

fn provide(cache: &Cache) -> Result<PathBuf, CacheError> {
    let directory = directory_name();
    for (name, text) in SOURCES {
        let name = format!("{directory}/{name}");
        if !cache.has(&name, text.as_bytes()) {
            cache.write(text.as_bytes(), &name)?;
        }
    }
    Ok(cache.directory.join(directory))
}

fn directory_name() -> String {
    let mut hash = Xxh3::new();
    for (name, text) in SOURCES {
        for bytes in [name.as_bytes(), text.as_bytes()] {
            hash.update(&(bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        }
    }
    format!("include-{:032x}", hash.digest128())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_list_is_the_directory() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
        let files: BTreeSet<String> = fs::read_dir(directory)
            .expect("the headers' directory")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(files, listed);
    }
}

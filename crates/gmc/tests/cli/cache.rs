//! The plugin cache: built once whatever runs at the same time, and clear words when it cannot be.

use crate::sandbox::{GMC, Ran, Run, Sandbox, shared_plugins, skip};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many plugins were built into a cache.
fn builds(cache: &Path) -> usize {
    fs::read_to_string(cache.join("builds.log")).unwrap_or_default().lines().count()
}

/// A compilation with this cache directory. To build the plugin takes a while, so g++ is replaced by a script.
fn compile(sandbox: &Sandbox, cache: &Path) -> Command {
    let cxx = fast_cxx(sandbox);
    let mut command = sandbox.gmc(["cc", "-c", "a.c"]);
    command.env("GMC_CACHE_DIR", cache).env("TMPDIR", sandbox.path()).env("GMC_GXX", cxx);
    command
}

/// A g++ that brings the plugin that the other tests use, which is there.
fn fast_cxx(sandbox: &Sandbox) -> PathBuf {
    sandbox.write("a.c", "int x;\n");
    sandbox.gmc(["cc", "-c", "a.c"]).run().succeeded();
    sandbox.script(
        "fast/g++",
        &format!(
            "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done
            cp \"$(ls -t '{}'/gmc-gcc$(gcc -dumpversion | cut -d. -f1)-*.so | head -1)\" \"$out\"",
            shared_plugins().display()
        ),
    )
}

/// The directory that stands in for a cache that cannot be used.
fn stand_in(sandbox: &Sandbox) -> PathBuf {
    let user = fs::metadata("/proc/self").expect("Linux").uid();
    sandbox.join(format!("gmc-{user}"))
}

/// A build takes long enough here for all eight jobs to find no plugin.
#[test]
fn make_with_many_jobs_builds_once() {
    let sandbox = Sandbox::new();
    let fast = fast_cxx(&sandbox);
    let slow = sandbox.script("slow/g++", &format!("sleep 1; exec '{}' \"$@\"", fast.display()));
    let cache = sandbox.join("cache");
    let objects: Vec<String> = (0..16).map(|i| format!("f{i}.o")).collect();
    for i in 0..16 {
        sandbox.write(format!("f{i}.c"), &format!("int f{i}(void) {{ return {i}; }}\n"));
    }
    sandbox.write("Makefile", &format!("all: {}\n", objects.join(" ")));
    let mut make = sandbox.command("make");
    make.args(["-j8", &format!("CC={GMC} cc")]).env("GMC_CACHE_DIR", &cache);
    make.env("TMPDIR", sandbox.path()).env("GMC_GXX", slow);
    make.run().succeeded();
    assert!(objects.iter().all(|object| sandbox.join(object).is_file()));
    assert_eq!(builds(&cache), 1);
    // Nothing unfinished is left, and g++ uses the same plugin.
    sandbox.gmc(["c++", "-c", "f0.c"]).env("GMC_CACHE_DIR", &cache).run().succeeded();
    assert_eq!(builds(&cache), 1);
    assert!(sandbox.files().iter().all(|file| !file.ends_with(".new")));
}

/// A file that was cut off or changed is made again, whatever it is.
#[test]
fn damaged_files_are_made_again() {
    let sandbox = Sandbox::new();
    let cache = sandbox.join("cache");
    compile(&sandbox, &cache).run().succeeded();
    sandbox.write("b.c", "#include <gmc.h>\n#include <stdlib.h>\nint main(void) { return abs(0); }\n");
    let file = |start: &str, end: &str| {
        let names = fs::read_dir(&cache).expect("a cache").map(|it| it.expect("a file").path());
        let mut found = names.filter(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            name.starts_with(start) && name.ends_with(end)
        });
        found.next().expect("it was made")
    };
    let check = || sandbox.gmc(["check", "b.c"]).env("GMC_CACHE_DIR", &cache).run();
    let plugin = file("gmc-gcc", ".so");
    let whole = fs::read(&plugin).expect("a plugin");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for (count, damaged) in [&whole[..whole.len() / 2], &[], &changed].into_iter().enumerate() {
        fs::write(&plugin, damaged).expect("damaged");
        compile(&sandbox, &cache).run().succeeded();
        assert_eq!(builds(&cache), count + 2);
        assert!(fs::read(&plugin).expect("a plugin") == whole);
    }
    check().succeeded();
    let header = file("include-", "").join("gmc.h");
    let whole = fs::read(&header).expect("a header");
    fs::write(&header, "#error damaged\n").expect("damaged");
    check().succeeded();
    assert!(fs::read(&header).expect("a header") == whole);
}

#[test]
fn another_gcc_gets_another_plugin() {
    let sandbox = Sandbox::new();
    let cache = sandbox.join("cache");
    compile(&sandbox, &cache).run().succeeded();
    sandbox.script(
        "gcc",
        "case $1 in -v) gcc -v 2>&1 | sed 's/^Target: /&other-/' >&2;; *) exec gcc \"$@\";; esac",
    );
    compile(&sandbox, &cache).env("GMC_GCC", sandbox.join("gcc")).run().succeeded();
    assert_eq!(builds(&cache), 2);
}

#[test]
fn an_unusable_directory_is_replaced() {
    let sandbox = Sandbox::new();
    let cache = Path::new("/proc/gmc");
    for _ in 0..2 {
        let ran = compile(&sandbox, cache).run().succeeded();
        assert!(
            ran.stderr.starts_with("gmc: warning: the cache directory /proc/gmc cannot be written"),
            "{}",
            ran.stderr
        );
        assert!(ran.stderr.contains("set GMC_CACHE_DIR"), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1);
    }
    assert_eq!(builds(&stand_in(&sandbox)), 1);
}

/// Runs a script with an own file system as the cache; none where that is not allowed.
fn with_file_system(sandbox: &Sandbox, what: &str, script: &str) -> Option<Ran> {
    let cache = sandbox.join("cache");
    fs::create_dir(&cache).expect("created");
    let compile = compile(sandbox, &cache);
    let script = sandbox.script("script", &format!("set -e\n{script}"));
    let mount = |command: &str| {
        let mut unshare = sandbox.command("unshare");
        unshare.args(["--mount", "--map-root-user", "sh", "-c", command]);
        unshare.envs(compile.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("GMC", GMC);
        unshare.run()
    };
    if !mount("mount -t tmpfs none cache").status.success() {
        skip(&format!("no file system can be mounted here, so {what} is not tested"));
        return None;
    }
    Some(mount(&script.to_string_lossy()).succeeded())
}

#[test]
fn a_read_only_directory() {
    let sandbox = Sandbox::new();
    let script = "mount -t tmpfs -o ro none cache; $GMC cc -c a.c";
    let Some(ran) = with_file_system(&sandbox, "a read-only cache", script) else { return };
    assert!(ran.stderr.contains("cannot be written (Read-only file system"), "{}", ran.stderr);
    assert_eq!(builds(&stand_in(&sandbox)), 1);
}

/// A plugin that is there serves from a read-only directory too, and without a word.
#[test]
fn a_read_only_directory_with_a_plugin() {
    let sandbox = Sandbox::new();
    let script = "mount -t tmpfs none cache; $GMC cc -c a.c; mount -o remount,ro cache; $GMC cc -c a.c";
    let Some(ran) = with_file_system(&sandbox, "a read-only cache with a plugin", script) else { return };
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_full_directory() {
    let sandbox = Sandbox::new();
    let script = "mount -t tmpfs -o size=8k none cache; $GMC cc -c a.c; $GMC cc -c a.c";
    let Some(ran) = with_file_system(&sandbox, "a full cache", script) else { return };
    assert!(ran.stderr.contains("cannot be written (No space left on device"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 2, "{}", ran.stderr);
    assert_eq!(builds(&stand_in(&sandbox)), 1);
}

#[test]
fn no_directory_at_all() {
    let sandbox = Sandbox::new();
    let ran = compile(&sandbox, Path::new("/proc/gmc")).env("TMPDIR", "/proc").run();
    ran.refused(&["/proc/gmc", "set GMC_CACHE_DIR"]);
}

/// A directory among the temporary files that somebody else could have filled is not trusted.
#[test]
fn an_exposed_directory() {
    let sandbox = Sandbox::new();
    let stand_in = stand_in(&sandbox);
    let refused =
        || compile(&sandbox, Path::new("/proc/gmc")).run().refused(&["lets others in", "/proc/gmc"]);
    fs::create_dir(&stand_in).expect("created");
    for mode in [0o777, 0o770, 0o755] {
        fs::set_permissions(&stand_in, fs::Permissions::from_mode(mode)).expect("changed");
        refused();
    }
    fs::set_permissions(&stand_in, fs::Permissions::from_mode(0o700)).expect("changed");
    let elsewhere = sandbox.join("elsewhere");
    fs::rename(&stand_in, &elsewhere).expect("moved");
    symlink(&elsewhere, &stand_in).expect("linked");
    refused();
    fs::remove_file(&stand_in).expect("removed");
    compile(&sandbox, Path::new("/proc/gmc")).run().succeeded();
    let made = fs::symlink_metadata(&stand_in).expect("made anew");
    assert_eq!(made.permissions().mode() & 0o7777, 0o700);
}

#[test]
fn missing_plugin_headers() {
    let sandbox = Sandbox::new();
    let gcc =
        sandbox.script("gcc", "case $1 in -print-file-name=plugin) echo plugin;; *) exec gcc \"$@\";; esac");
    let ran = compile(&sandbox, &sandbox.join("cache")).env("GMC_GCC", gcc).run();
    let version = sandbox.command("gcc").arg("-dumpversion").run().stdout;
    let major = version.trim().split('.').next().expect("a version").to_owned();
    ran.refused(&[&format!("apt-get install gcc-{major}-plugin-dev"), "dnf install gcc-plugin-devel"]);
}

#[test]
fn missing_cxx_compiler() {
    let sandbox = Sandbox::new();
    let gcc = sandbox.script("gcc", "exec gcc \"$@\"");
    let ran = compile(&sandbox, &sandbox.join("cache")).env("GMC_GCC", gcc).env_remove("GMC_GXX").run();
    ran.refused(&["the C++ compiler", "apt-get install g++", "GMC_GXX"]);
}

#[test]
fn other_compilers() {
    let sandbox = Sandbox::new();
    let cache = sandbox.join("cache");
    for (says, words) in [
        ("clang version 16.0.6", &["Clang", "GCC 10"][..]),
        ("gcc version 9.4.0 (Ubuntu)", &["GCC 9", "too old"]),
        ("tcc version 0.9.27", &["does not say that it is GCC"]),
    ] {
        let gcc = sandbox.script("gcc", &format!("echo '{says}' >&2"));
        compile(&sandbox, &cache).env("GMC_GCC", gcc).run().refused(words);
    }
}

#[test]
fn xdg_and_home() {
    let sandbox = Sandbox::new();
    let (home, xdg) = (sandbox.join("home"), sandbox.join("xdg"));
    let compile = |command: &mut Command| command.env_remove("GMC_CACHE_DIR").run().succeeded();
    compile(compile_in(&sandbox).env("HOME", &home).env("XDG_CACHE_HOME", &xdg));
    assert_eq!(builds(&xdg.join("gmc")), 1);
    // Every build takes its time: the second one only has to look in the right place.
    fs::create_dir_all(home.join(".cache")).expect("created");
    fs::rename(xdg.join("gmc"), home.join(".cache/gmc")).expect("moved");
    compile(compile_in(&sandbox).env("HOME", &home).env_remove("XDG_CACHE_HOME"));
    assert_eq!(builds(&home.join(".cache/gmc")), 1);
}

fn compile_in(sandbox: &Sandbox) -> Command {
    compile(sandbox, Path::new(""))
}

//! The plugin cache: built once whatever runs at the same time, and clear words when it cannot be.

use crate::sandbox::{GMC, Run, Sandbox, shared_plugins, skip};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many plugins were built into a cache.
fn builds(cache: &Path) -> usize {
    fs::read_to_string(cache.join("builds.log")).unwrap_or_default().lines().count()
}

/// A compilation with this cache directory. To build the plugin takes a while, so g++ is replaced by a script that
/// brings the one that the other tests use.
fn compile(sandbox: &Sandbox, cache: &Path) -> Command {
    sandbox.write("a.c", "int x;\n");
    sandbox.gmc(["cc", "-c", "a.c"]).run().succeeded();
    sandbox.script(
        "fast/g++",
        &format!(
            "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done
            cp \"$(ls -t '{}'/*.so | head -1)\" \"$out\"",
            shared_plugins().display()
        ),
    );
    let mut command = sandbox.gmc(["cc", "-c", "a.c"]);
    command
        .env("GMC_CACHE_DIR", cache)
        .env("TMPDIR", sandbox.path())
        .env("GMC_GXX", sandbox.join("fast/g++"));
    command
}

/// The directory that stands in for a cache that cannot be used.
fn stand_in(sandbox: &Sandbox) -> PathBuf {
    let user = fs::metadata("/proc/self").expect("Linux").uid();
    sandbox.join(format!("gmc-{user}"))
}

#[test]
fn make_with_many_jobs_builds_once() {
    let sandbox = Sandbox::new();
    let cache = sandbox.join("cache");
    let objects: Vec<String> = (0..16).map(|i| format!("f{i}.o")).collect();
    for i in 0..16 {
        sandbox.write(format!("f{i}.c"), &format!("int f{i}(void) {{ return {i}; }}\n"));
    }
    sandbox.write("Makefile", &format!("all: {}\n", objects.join(" ")));
    let mut make = sandbox.command("make");
    make.args(["-j8", &format!("CC={GMC} cc")]).env("GMC_CACHE_DIR", &cache).env("TMPDIR", sandbox.path());
    make.run().succeeded();
    assert!(objects.iter().all(|object| sandbox.join(object).is_file()));
    assert_eq!(builds(&cache), 1);
    // Nothing unfinished is left, and g++ uses the same plugin.
    sandbox.gmc(["c++", "-c", "f0.c"]).env("GMC_CACHE_DIR", &cache).run().succeeded();
    assert_eq!(builds(&cache), 1);
    assert!(sandbox.files().iter().all(|file| !file.ends_with(".new")));
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

#[test]
fn a_read_only_directory() {
    let sandbox = Sandbox::new();
    let cache = sandbox.join("cache");
    fs::create_dir(&cache).expect("created");
    let allow = |mode| fs::set_permissions(&cache, fs::Permissions::from_mode(mode)).expect("changed");
    allow(0o555);
    if fs::write(cache.join("probe"), "").is_ok() {
        return skip("root writes to read-only directories, so a read-only cache is not tested");
    }
    let ran = compile(&sandbox, &cache).run().succeeded();
    assert!(ran.stderr.contains("cannot be written (Permission denied"), "{}", ran.stderr);
    allow(0o755);
    // A plugin that is there serves from a read-only directory too, and without a word.
    compile(&sandbox, &cache).run().succeeded();
    allow(0o555);
    assert_eq!(compile(&sandbox, &cache).run().succeeded().stderr, "");
    allow(0o755);
}

#[test]
fn a_full_directory() {
    let sandbox = Sandbox::new();
    let cache = sandbox.join("cache");
    fs::create_dir(&cache).expect("created");
    let script = sandbox.script(
        "full",
        "mount -t tmpfs -o size=8k none cache || exit 77
        \"$GMC\" cc -c a.c && \"$GMC\" cc -c a.c",
    );
    compile(&sandbox, &cache);
    let ran = sandbox
        .command("unshare")
        .args(["--mount", "--map-root-user"])
        .arg(script)
        .envs([
            ("GMC", GMC.as_ref()),
            ("GMC_CACHE_DIR", cache.as_os_str()),
            ("TMPDIR", sandbox.path().as_os_str()),
        ])
        .run();
    if ran.code() != Some(0)
        && ran.stderr.lines().all(|line| line.contains("mount") || line.contains("unshare"))
    {
        return skip("no file system can be mounted here, so a full cache is not tested");
    }
    let ran = ran.succeeded();
    assert!(ran.stderr.contains("No space left on device"), "{}", ran.stderr);
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
    let exposed = stand_in(&sandbox);
    fs::create_dir(&exposed).expect("created");
    fs::set_permissions(&exposed, fs::Permissions::from_mode(0o777)).expect("changed");
    let ran = compile(&sandbox, Path::new("/proc/gmc")).run();
    ran.refused(&["others may write to it"]);
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

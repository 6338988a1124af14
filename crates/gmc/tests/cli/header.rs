//! `gmc.h`: found wherever gmc compiles, in C and C++ of any standard, and never in the way.

use crate::sandbox::{Run, Sandbox, repository};
use std::fs;

/// Everything that the header declares.
const USES_ALL: &str = "#include <gmc.h>
#include <gmc.h>
static int holds(void) { return 1; }
static unsigned long essence(void) { gmc_abstract_bytes(\"a\", 1); return 1; }
static void sees(const struct gmc_message *m) { gmc_assert(m->event >= GMC_SENT && m->size < 9); }
int main(void)
{
    unsigned chosen = gmc_choose ? gmc_choose(3) : 3;
    if (!gmc_choose)
        return 0;
    gmc_invariant(holds);
    gmc_on_message(sees);
    gmc_start();
    gmc_end(GMC_HEAP | GMC_FILES);
    if (chosen > 3)
        gmc_watch();
    gmc_assume(chosen < 2);
    gmc_assert(chosen < 3);
    gmc_atomic_begin();
    gmc_yield();
    gmc_atomic_end();
    gmc_label(\"here\");
    gmc_ignore(&chosen);
    gmc_ignore(&chosen, sizeof chosen);
    gmc_abstract(essence);
    gmc_progress();
    return 1;
}
";

#[test]
fn compilations_find_it() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", USES_ALL);
    sandbox.write("a.cc", USES_ALL);
    let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];
    for (command, standard, file) in [
        ("cc", "-std=c89", "a.c"),
        ("cc", "-std=gnu17", "a.c"),
        ("c++", "-std=c++98", "a.cc"),
        ("c++", "-std=c++20", "a.cc"),
    ] {
        let ran = sandbox.gmc([command, standard, "-c", file]).args(strict).run().succeeded();
        assert_eq!(ran.stderr, "", "{standard}");
    }
    let list = sandbox.gmc(["dump", "--functions", "a.c"]).run().succeeded().stdout;
    assert_eq!(list.lines().count(), 4, "{list}");
}

/// What is only preprocessed finds it too, and dependencies leave it out as they do all headers of the system.
#[test]
fn preprocessing_finds_it() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", USES_ALL);
    for line in [&["cc", "-E", "a.c"][..], &["cc", "-fsyntax-only", "a.c"], &["cc", "-M", "a.c"]] {
        sandbox.gmc(line).run().succeeded();
    }
    assert_eq!(sandbox.gmc(["cc", "-MM", "a.c"]).run().succeeded().stdout, "a.o: a.c\n");
}

/// A linked executable runs natively, where the functions are null.
#[test]
fn executables_link() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", USES_ALL);
    sandbox.gmc(["cc", "a.c", "-o", "a"]).run().succeeded();
    sandbox.command("./a").run().succeeded();
}

#[test]
fn a_header_of_the_program_comes_first() {
    let sandbox = Sandbox::new();
    sandbox.write("include/gmc.h", "#define OWN 1\n");
    sandbox.write("a.c", "#include <gmc.h>\nint own = OWN;\n");
    sandbox.gmc(["cc", "-Iinclude", "-c", "a.c"]).run().succeeded();
}

/// The cache has it under a name of its own, and as it is in the repository.
#[test]
fn it_is_kept_in_the_cache() {
    let sandbox = Sandbox::new();
    sandbox.write("a.c", "#include <gmc.h>\n");
    let cache = sandbox.join("cache");
    sandbox.gmc(["cc", "-E", "a.c"]).env("GMC_CACHE_DIR", &cache).run().succeeded();
    let files: Vec<String> = sandbox.files().into_iter().filter(|file| file.starts_with("cache/")).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    assert!(file.starts_with("cache/include-") && file.ends_with("/gmc.h"), "{file}");
    let header = fs::read(repository().join("include/gmc.h")).expect("the header");
    assert_eq!(fs::read(sandbox.join(file)).expect("written"), header);
}

//! The scripts that ship with gmc, which users name without a file.

/// A script that ships with gmc.
pub struct Shipped {
    /// What users call it.
    pub name: &'static str,
    /// What it does: its first line says so, too.
    pub says: &'static str,
    /// Lua.
    pub text: &'static str,
    /// C that is linked with what was compiled under the script.
    pub runtime: Option<&'static str>,
}

/// A script of `scripts/`, and what its first line says it does.
macro_rules! shipped {
    ($name:literal, $says:literal) => {
        Shipped {
            name: $name,
            says: $says,
            text: include_str!(concat!("../../../scripts/", $name, ".lua")),
            runtime: None,
        }
    };
    ($name:literal, $says:literal, $runtime:literal) => {
        Shipped {
            runtime: Some(include_str!(concat!("../../../runtime/", $runtime))),
            ..shipped!($name, $says)
        }
    };
}

/// All of them, by name. A test compares with the directory, and with the first lines of the files.
pub const SHIPPED: &[Shipped] = &[
    shipped!("block-profiler", "counts how often each basic block is executed, natively", "script/blocks.c"),
    shipped!("call-graph", "who calls whom, and in which orders locks are taken"),
    shipped!(
        "call-tracer",
        "prints each call of functions whose names match a pattern, before and after",
        "script/trace.c"
    ),
    shipped!(
        "control-flow-graph",
        "draws the control-flow graph of each function, with counts of a profile as colours"
    ),
    shipped!(
        "function-duplicator",
        "gives each function a second body, and picks one at each call",
        "script/pick.c"
    ),
    shipped!("symbolic-executor", "says of each path through a function whether any input takes it"),
    shipped!(
        "tree-tracker",
        "a page with every property of every tree of a function, in which trees are links"
    ),
];

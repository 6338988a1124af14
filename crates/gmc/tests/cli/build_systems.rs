//! Autoconf and CMake take gmc for a compiler like any other: what they find out with GCC, they find out with gmc.

use crate::sandbox::{GMC, Run, Sandbox, has};
use std::fs;

#[test]
fn cmake() {
    if !has("cmake", "CMake with `gmc cc`") {
        return;
    }
    let project = "cmake_minimum_required(VERSION 3.10)\nproject(p C CXX)\ninclude(CheckCCompilerFlag)\n\
        include(CheckFunctionExists)\ninclude(CheckTypeSize)\ncheck_c_compiler_flag(-fwrapv HAS_WRAPV)\n\
        check_c_compiler_flag(-fno-such-flag HAS_NOTHING)\ncheck_function_exists(printf HAS_PRINTF)\n\
        check_type_size(long LONG)\nfile(WRITE answers \"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} \
        ${CMAKE_CXX_COMPILER_ID} ${CMAKE_C_STANDARD_COMPUTED_DEFAULT} ${HAS_WRAPV} ${HAS_NOTHING} ${HAS_PRINTF} \
        ${LONG} ${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES} ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES}\")\n\
        add_library(l STATIC l.cc)\nadd_executable(prog a.c)\ntarget_link_libraries(prog l)\n";
    let build = |cc: &str, cxx: &str| {
        let sandbox = Sandbox::new();
        sandbox.write("CMakeLists.txt", project);
        sandbox.write("a.c", "int two(void);\nint main(void) { return two() - 2; }\n");
        sandbox.write("l.cc", "extern \"C\" int two() { return 2; }\n");
        let mut cmake = sandbox.command("cmake");
        cmake.args(["-S", ".", "-B", "build"]).env("CC", cc).env("CXX", cxx).run().succeeded();
        sandbox.command("cmake").args(["--build", "build"]).run().succeeded();
        sandbox.command(sandbox.join("build/prog")).run().succeeded();
        fs::read_to_string(sandbox.join("answers")).expect("CMake's answers")
    };
    let answers = build(&format!("{GMC} cc"), &format!("{GMC} c++"));
    assert!(answers.starts_with("GNU "), "{answers}");
    // The directory of gmc.h is one more that the compiler looks into by itself; nothing else differs.
    let own = answers.find("/include-").and_then(|at| answers[..at].rfind(';')).expect("gmc's own directory");
    let (before, rest) = answers.split_at(own);
    let after = rest.find(' ').map_or("", |at| &rest[at..]);
    assert_eq!(format!("{before}{after}"), build("gcc", "g++"));
}

#[test]
fn autoconf() {
    if !has("autoconf", "Autoconf with `gmc cc`") {
        return;
    }
    let configure = "AC_INIT([p], [1])\nAC_CONFIG_HEADERS([config.h])\nAC_PROG_CC\nAC_PROG_CXX\nAC_PROG_CPP\n\
        AC_C_INLINE\nAC_C_BIGENDIAN\nAC_C_CONST\nAC_CHECK_SIZEOF([long])\nAC_CHECK_FUNCS([printf strdup no_such_function])\n\
        AC_CHECK_LIB([m], [cos])\nAC_CHECK_HEADERS([stdint.h no-such-header.h])\nAC_OUTPUT\n";
    let sandbox = Sandbox::new();
    sandbox.write("configure.ac", configure);
    sandbox.command("autoheader").run().succeeded();
    sandbox.command("autoconf").run().succeeded();
    let configure = |cc: &str, cxx: &str| {
        let mut command = sandbox.command("sh");
        let ran = command.arg("configure").args([format!("CC={cc}"), format!("CXX={cxx}")]).run().succeeded();
        let answers = ran.stdout.replace(cxx, "CXX").replace(cc, "CC");
        (answers, fs::read_to_string(sandbox.join("config.h")).expect("config.h"))
    };
    let ours = configure(&format!("{GMC} cc"), &format!("{GMC} c++"));
    assert!(ours.1.contains("#define HAVE_PRINTF 1"));
    assert_eq!(ours.1, configure("gcc", "g++").1);
}

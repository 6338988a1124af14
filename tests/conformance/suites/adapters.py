"""Where the tests of peers' suites are, how they are compiled, and what is expected of them.

Each function takes a checkout and gives tests. A test is a Test; its `expected` is `holds`, `violated`, or nothing where its authors
do not say.
"""

import dataclasses
import pathlib
import re

SHIMS = pathlib.Path(__file__).resolve().parent / "shims"


@dataclasses.dataclass
class Test:
    name: str
    sources: list
    expected: str | None
    flags: list = dataclasses.field(default_factory=list)
    options: list = dataclasses.field(default_factory=list)
    arguments: list = dataclasses.field(default_factory=list)
    # What the suite looks for besides assertions and memory: the rest may be allowed
    looks_for: frozenset = frozenset()


RACES = frozenset({"data-race"})
DEADLOCKS = frozenset({"deadlock"})
LEAKS = frozenset({"memory-leak"})


def genmc(root):
    """tests/correct and tests/wrong; without what is about files, the kernel's primitives and relations between libraries."""
    for kind, expected in (("correct", "holds"), ("wrong", "violated")):
        for path in sorted((root / "tests" / kind).rglob("variants/*.c")):
            name = str(path.relative_to(root / "tests"))
            text = path.read_text(errors="replace")
            included = "".join(other.read_text(errors="replace") for other in path.parent.parent.glob("*.[ch]"))
            if re.search(r"/(fs|lkmm|relinche|saver|lapor)/", name) or re.search(r"lkmm\.h|__VERIFIER_(hp|spawn|plock|pbarrier)", text + included):
                continue
            flags = [f"-I{SHIMS}", "-std=gnu11", "-includestdint.h"]
            flags += [] if re.search(r"define N\b", text) else ["-DN=3"]
            options = ["--livelock"] if "/liveness/" in name else []
            yield Test(name, [path], expected, flags, options, looks_for=RACES)


def nidhugg(root):
    """tests/smoke, with the verdicts of its reference."""
    directory = root / "tests" / "smoke"
    for line in (directory / "reference.results.txt").read_text().splitlines():
        words = line.split()
        if len(words) < 4 or words[1] not in ("Allow", "Forbid"):
            continue
        path = directory / "C-tests" / f"{words[0]}.c"
        yield Test(path.stem, [path], "violated" if words[1] == "Allow" else "holds", [f"-I{SHIMS}", "-std=gnu11", "-includestdint.h"])


def sctbench(root):
    """The small programs in C: names end in what is expected."""
    for path in sorted((root / "benchmarks").glob("concurrent-software-benchmarks/*.c")):
        expected = "violated" if re.search(r"_bad|_sat", path.stem) else "holds" if "_ok" in path.stem or "unsat" in path.stem else None
        expected = "holds" if "unsat" in path.stem else expected
        yield Test(path.stem, [path], expected, [f"-I{path.parent}", "-std=gnu89"], looks_for=DEADLOCKS)
    yield from work_stealing(root)


def work_stealing(root):
    """SCTBench's queues of CHESS's; what they print does not matter."""
    for path in sorted((root / "benchmarks" / "chess").glob("*WorkStealQueue*.cpp")):
        yield Test(path.stem, [path], "violated", [f"-I{path.parent}", "-std=gnu++11"], ["--stub", "*"])


def goblint(root):
    """tests/regression: lines that say RACE! race, and where all say NORACE nothing does."""
    for path in sorted((root / "tests" / "regression").glob("*/*.c")):
        text = path.read_text(errors="replace")
        marks = set(re.findall(r"//\s*(RACE!|NORACE|RACE\b)", text))
        # Some start every function as a thread, or let locking fail.
        if not marks or "RACE" in marks and "RACE!" not in marks or re.search(r"allfuns|sem\.lock\.fail|linux/", text):
            continue
        expected = "violated" if "RACE!" in marks else "holds"
        yield Test(f"{path.parent.name}/{path.stem}", [path], expected, [f"-I{SHIMS}", "-std=gnu11"], looks_for=RACES)


def described(root, folders, name):
    """Directories with test.desc: importance, file, options, and expressions that the output must match."""
    for folder in folders:
        for path in sorted((root / "regression" / folder).glob("*/test.desc")):
            lines = path.read_text(errors="replace").splitlines()
            if len(lines) < 4 or not lines[0].startswith(("CORE", "THOROUGH")) or not lines[1].strip().endswith(".c"):
                continue
            text = "\n".join(lines[3:])
            verdict = re.search(r"^\^?VERIFICATION (SUCCESSFUL|FAILED)", text, re.M) or re.search(r"VERIFICATION (FAILED)", text)
            expected = {"SUCCESSFUL": "holds", "FAILED": "violated"}[verdict[1]] if verdict else None
            if "--no-assertions" in lines[2]:
                continue
            wanted = [f"-include{SHIMS / name}", "-std=gnu11"] + [word for word in lines[2].split() if re.match(r"-D\w|-I\w", word)]
            # Threads that a label starts are CBMC's own.
            if "__CPROVER_ASYNC" in "".join(file.read_text(errors="replace") for file in path.parent.glob("*.c")):
                continue
            files = [path.parent / word for word in f"{lines[1]} {lines[2]}".split() if word.endswith(".c")]
            looks = frozenset(
                kind
                for option, kind in (("data-races", "data-race"), ("deadlock", "deadlock"), ("memory-leak", "memory-leak"))
                if option in lines[2]
            )
            yield Test(f"{folder}/{path.parent.name}", files, expected, wanted, looks_for=looks)


def cbmc(root):
    yield from described(root, ["cbmc-concurrency"], "cprover.h")


def esbmc(root):
    yield from described(root, ["esbmc-unix", "esbmc-unix2"], "esbmc.h")
    yield from esbmc_cpp(root)


def esbmc_cpp(root):
    """Programs in C++: without Qt's, SystemC's, and those that only compile. Bounds on loops are ESBMC's own."""
    for path in sorted((root / "regression" / "esbmc-cpp").glob("*/*/test.desc")):
        lines = path.read_text(errors="replace").splitlines()
        sources = re.findall(r"[\w.-]+\.(?:cpp|cc|C)\b", " ".join(lines[1:3]))
        verdict = re.search(r"VERIFICATION (SUCCESSFUL|FAILED)", "\n".join(lines[3:]))
        if not lines or not lines[0].startswith(("CORE", "THOROUGH")) or not sources or not verdict or "systemc" in str(path):
            continue
        if "--no-assertions" in lines[2] or "--function" in lines[2]:
            continue
        standard = re.search(r"--std[ =]([\w+]+)", lines[2])
        flags = [f"-include{SHIMS / 'esbmc.h'}", f"-std={standard[1] if standard else 'gnu++17'}"]
        flags += [word for word in lines[2].split() if re.match(r"-D\w|-I\w", word)]
        looks = frozenset({"memory-leak"} if "memory-leak" in lines[2] else ())
        name = f"esbmc-cpp/{path.parent.parent.name}/{path.parent.name}"
        expected = {"SUCCESSFUL": "holds", "FAILED": "violated"}[verdict[1]]
        yield Test(name, [path.parent / source for source in sources], expected, flags, looks_for=looks)


def divine(root):
    """Programs in C with threads: what goes wrong says ERROR."""
    for folder in ("pthread", "lang-c", "demo", "posix", "leak", "svcomp/pthread", "svcomp/pthread-atomic", "svcomp/pthread-ext"):
        for path in sorted((root / "test" / folder).rglob("*.c")):
            text = path.read_text(errors="replace")
            tags = re.search(r"TAGS:([^*]*)", text)
            if not tags or "todo" in tags[1] or "pthread" not in text:
                continue
            verify = re.search(r"VERIFY_OPTS:([^*]*)", text)
            fails = [] if verify and "nofail:malloc" in verify[1] or "malloc" not in text else ["--fail", "malloc=1"]
            expected = "violated" if re.search(r"/\* *ERROR|// *ERROR|EXPECT:.*error", text) else "holds"
            looks = LEAKS | DEADLOCKS
            yield Test(str(path.relative_to(root / "test")), [path], expected, [f"-I{SHIMS}", "-std=gnu11"], fails, looks_for=looks)


def tsan(root):
    """test/tsan of compiler-rt: what FileCheck wants to see. Its barrier, which orders nothing, is nothing here.

    Left out is what asks TSan itself: its annotations, its interface for Java, fibres, locks and reports.
    """
    interface = re.compile(
        r"Annotate[A-Z]|ANNOTATE_|__tsan_(?!testonly)|__sanitizer_unaligned|custom_mutex\.h|REQUIRES|UNSUPPORTED: linux"
        r"|ignore_noninstrumented|suppressions"
    )
    for path in sorted((root / "test" / "tsan").glob("*.c*")):
        text = path.read_text(errors="replace")
        text = text.replace("CHECK-NOT: WARNING", "CHECK-NOT: ThreadSanitizer")
        warns = re.search(r"CHECK(?!-NOT)[\w-]*: *(WARNING|.*ThreadSanitizer)", text) and not re.search(r"CHECK-NOT: .*ThreadSanitizer", text)
        if path.suffix not in (".c", ".cpp", ".cc") or "CHECK" not in text or interface.search(text):
            continue
        flags = ["-std=gnu11" if path.suffix == ".c" else "-std=gnu++11", f"-I{root / 'test'}"]
        yield Test(path.name, [path], "violated" if warns else "holds", flags, ["--model", SHIMS / "tsan.c", "--clock", "ordered"], looks_for=RACES | DEADLOCKS)


def valgrind(root):
    """helgrind/tests and drd/tests: how many errors are in the output that is expected."""
    for tool in ("helgrind", "drd"):
        for path in sorted((root / tool / "tests").glob("*.vgtest")):
            settings = dict(re.findall(r"^(\w+): *(.*)$", path.read_text(), re.M))
            source = path.parent / (pathlib.Path(settings.get("prog", "-")).name + ".c")
            output = path.with_suffix(".stderr.exp")
            if not source.exists() or not output.exists():
                continue
            summary = re.findall(r"ERROR SUMMARY: (\d+) errors", output.read_text(errors="replace"))
            if not summary:
                continue
            flags = [f"-I{root}", f"-I{root / tool}", f"-I{root / 'include'}", f"-I{SHIMS / 'valgrind/client/include'}", f"-I{SHIMS / 'valgrind'}", "-std=gnu11"]
            arguments = settings.get("args", "").split()
            expected = "violated" if int(summary[-1]) else "holds"
            yield Test(f"{tool}/{path.stem}", [source], expected, flags, arguments=arguments, looks_for=RACES | DEADLOCKS)


def cdschecker(root):
    """Tests in C: they say nothing of what is expected."""
    for path in sorted((root / "test").glob("**/*.c")):
        yield Test(str(path.relative_to(root)), [path], None, ["-Duser_main=main", f"-I{SHIMS / 'cdschecker'}", "-std=gnu11"])


def libvsync(root):
    """Tests of the library, as it verifies them."""
    for path in sorted((root / "test").glob("*/*.c")):
        flags = [f"-I{root / 'include'}", f"-I{root / 'test/include'}", f"-I{root / 'vatomic/include'}", f"-I{path.parent / 'include'}"]
        flags += [f"-I{SHIMS}", "-DVATOMIC_BUILTINS", "-DVSYNC_VERIFICATION", "-DVSYNC_VERIFICATION_QUICK", "-std=gnu11"]
        yield Test(f"{path.parent.name}/{path.stem}", [path], "holds", flags)


def dat3m(root):
    """Locks and structures without locks; the first verdict in dartagnan's tests that is for TSO."""
    verdicts = {}
    for path in sorted((root / "dartagnan/src/test/java").rglob("C*Test.java")):
        for name, verdict in re.findall(r'\{ *"([\w-]+)", *(?:TSO|SC), *(PASS|FAIL|UNKNOWN)', path.read_text(errors="replace")):
            verdicts.setdefault(name, verdict)
    for folder in ("locks", "lfds", "ck", "miscellaneous"):
        for path in sorted((root / "benchmarks" / folder).glob("*.c")):
            if "asm" in path.stem:
                continue
            expected = {"FAIL": "violated", "PASS": "holds", "UNKNOWN": "holds"}.get(verdicts.get(path.stem))
            flags = [f"-I{root / 'include'}", f"-I{SHIMS}", f"-I{path.parent}", "-std=gnu11", "-includestdint.h"]
            options = ["--model", SHIMS / "dat3m.c"]
            yield Test(f"{folder}/{path.stem}", [path], expected, flags, options, looks_for=RACES)


# By the name that a checkout's directory has.
SUITES = {
    "genmc": genmc,
    "nidhugg": nidhugg,
    "sctbench": sctbench,
    "analyzer": goblint,
    "cbmc": cbmc,
    "esbmc": esbmc,
    "divine": divine,
    "compiler-rt": tsan,
    "valgrind": valgrind,
    "cdschecker": cdschecker,
    "libvsync": libvsync,
    "Dat3M": dat3m,
}

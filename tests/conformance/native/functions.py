"""Random C functions of a few inputs, whose result is one number.

A function that is `tame` does nothing undefined, whatever its inputs are; the others do the same arithmetic without
looking, so that some inputs make it undefined. Nothing here knows what a function computes: that is for the native run.
"""

# What a type is called, what follows `__VERIFIER_nondet_`, and its bits.
TYPES = {
    "_Bool": ("bool", 1, False),
    "signed char": ("char", 8, True),
    "unsigned char": ("uchar", 8, False),
    "short": ("short", 16, True),
    "unsigned short": ("ushort", 16, False),
    "int": ("int", 32, True),
    "unsigned": ("uint", 32, False),
    "long": ("long", 64, True),
    "unsigned long": ("ulong", 64, False),
    "long long": ("longlong", 64, True),
    "unsigned long long": ("ulonglong", 64, False),
    "float": ("float", 32, False),
    "double": ("double", 64, False),
}
FLOATS = ["float", "double"]
INTEGERS = [it for it in TYPES if it not in FLOATS]
WIDE = ["__int128", "unsigned __int128"]
UNSIGNED = ["unsigned", "unsigned long", "unsigned long long"]
NARROW = ["_Bool", "signed char", "unsigned char", "short"]

HEAD = """
struct Odd { int a; short b; signed char c[5]; };
struct Fields { unsigned a : 3; int b : 7; unsigned long long c : 37; long long d : 21; _Bool e : 1; unsigned f : 16; };
union Punned { unsigned long long whole; unsigned halves[2]; short quarters[4]; unsigned char bytes[8]; };
static struct Odd global_odd[4];
static int global;
static unsigned char global_bytes[16];
static int smaller(int x) { return x / 2; }
static int other(int x) { return x ^ 0x55; }
static int (*const table[2])(int) = {smaller, other};
static unsigned deep(unsigned n, unsigned x) { return n ? deep(n - 1, x * 3 + n) : x; }
static struct Odd changed(struct Odd it, int by) { it.b = (short)by; it.c[2] ^= (signed char)(by >> 3); return it; }
"""


class Function:
    """The text of a function, and the types of its inputs."""

    def __init__(self, rng, name, inputs, tame, floats, wide, size):
        self.rng, self.tame, self.floats, self.wide = rng, tame, floats, wide
        self.inputs, self.name, self.count, self.loops = inputs, name, 0, 0
        self.places = []  # (text, type): what can be read and assigned
        self.readable = [(f"x{at}", type_) for at, type_ in enumerate(inputs)]
        body = self.setting() + self.block(size, 2)
        sum_ = " ^ ".join(self.digest(text, type_) for text, type_ in self.readable + self.places[:4])
        parameters = ", ".join(f"{type_} x{at}" for at, type_ in enumerate(inputs))
        result = f"  return {self.expression(2, 'unsigned long long')} + ({sum_});\n"
        if rng.random() < 0.5:
            result = f"  return {self.expression(3, 'unsigned long long')};\n"
        self.text = f"static unsigned long long {name}({parameters}) {{\n{body}{result}}}\n"

    def digest(self, text, type_):
        if type_ in FLOATS:
            return f"({text} > 1)"
        return f"(unsigned long long)({text})"

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def one_in(self, n):
        return self.rng.randrange(n) == 0

    def type(self):
        choices = INTEGERS + ["int", "unsigned"] * 2
        if self.floats:
            choices = choices + FLOATS * 3
        if self.wide:
            choices = choices + WIDE * 3
        return self.rng.choice(choices)

    def integer(self):
        return self.rng.choice(INTEGERS + (WIDE * 3 if self.wide else []))

    # What the function works with besides its inputs.
    def setting(self):
        rng, text = self.rng, ""
        element = self.rng.choice([it for it in INTEGERS if it != "_Bool"])
        values = ", ".join(str(rng.randrange(-9, 120)) for _ in range(8))
        text += f"  {element} a[8] = {{{values}}};\n"
        self.element = element
        text += "  struct Odd o[5] = {{1, 2, {3}}, {4, 5, {6, 7}}, {8, 9, {10}}, {-1, -2, {-3}}};\n"
        # What lies between the fields is copied, too.
        text += "  struct Fields f;\n  memset(&f, 0, sizeof f);\n  f.a = 1, f.b = -2, f.c = 3, f.d = -4, f.e = 1, f.f = 5;\n"
        text += "  union Punned u = {0};\n"
        text += f"  {element} *p = a + 2;\n  struct Odd *q = o + 1;\n  (void)p, (void)q, (void)f, (void)u;\n"
        self.places += [("global", "int"), ("f.a", "unsigned"), ("f.b", "int"), ("f.c", "unsigned long long"),
                        ("f.d", "long long"), ("f.e", "_Bool"), ("u.halves[1]", "unsigned"), ("u.whole", "unsigned long long"),
                        ("o[2].b", "short"), ("u.quarters[2]", "short"), ("o[3].c[4]", "signed char")]
        rng.shuffle(self.places)
        for _ in range(rng.randrange(1, 4)):
            name, type_ = self.fresh(), self.type()
            text += f"  {type_} {name} = {self.expression(2, type_)};\n"
            self.places.insert(0, (name, type_))
        return text

    def cast(self, type_, text, from_):
        """What is beyond an integer's numbers must not be converted to one."""
        if from_ in FLOATS and type_ not in FLOATS and type_ != "_Bool":
            if self.tame or not self.one_in(3):
                low = "0" if type_.startswith("unsigned") else "-100"
                return f"({type_})({text} > {low} && {text} < 100 ? {text} : 7)"
        return f"({type_})({text})"

    def leaf(self, type_):
        """A constant or something that has a value."""
        rng = self.rng
        if rng.random() < 0.25:
            if type_ in FLOATS:
                return f"({type_}){rng.choice(['0.5', '1.0', '-2.25', '3e10', '1e-3', '100.0', '0.0'])}"
            number = rng.choice([0, 1, 2, 3, 5, 7, 10, 16, 63, 100, 127, 128, 255, 256, 1000, 65535, 0x12345678, 2**31 - 1])
            sign = rng.choice(["", "", "-"])
            return f"({type_}){sign}{number}"
        known = self.readable * 2 + self.places
        if rng.random() < 0.2:
            known = [("a[%d]" % rng.randrange(8), self.element), ("o[1].a", "int"), ("global_odd[1].b", "short")]
        text, from_ = rng.choice(known)
        return self.cast(type_, text, from_)

    def expression(self, depth, type_):
        """An expression of this type."""
        if depth <= 0:
            return self.leaf(type_)
        if type_ in FLOATS:
            return self.floating(depth, type_)
        rng = self.rng
        kind = rng.randrange(20)
        if kind < 2:
            return self.leaf(type_)
        if kind < 5:
            return f"({type_})({self.arithmetic(depth)})"
        if kind < 7:
            op = rng.choice(["&", "|", "^"])
            one, two = self.integer(), self.integer()
            return f"({type_})({self.expression(depth - 1, one)} {op} {self.expression(depth - 1, two)})"
        if kind < 9:
            return f"({type_})({self.shift(depth)})"
        if kind == 9:
            return f"({type_})({self.division(depth)})"
        if kind < 12:
            return f"({type_})({self.condition(depth)})"
        if kind < 14:
            one, two = self.type(), self.integer()
            both = (self.expression(depth - 1, one), self.expression(depth - 1, two))
            chosen = f"({self.condition(depth - 1)} ? {both[0]} : {both[1]})"
            if one in FLOATS:
                return f"({type_})({chosen} > 0)" if type_ != "_Bool" else f"(_Bool)({chosen})"
            return f"({type_})({chosen})"
        if kind == 14:
            return f"({type_})({rng.choice('~-!+')}{self.expression(depth - 1, rng.choice(UNSIGNED + ['unsigned char']))})"
        if kind < 17:
            return f"({type_})({self.indexed(depth)[0]})"
        if kind == 17:
            return f"({type_})({self.builtin(depth)})"
        inner = self.type()
        return self.cast(type_, self.leaf(inner) if inner in FLOATS else self.expression(depth - 1, inner), inner)

    def floating(self, depth, type_):
        rng, kind = self.rng, self.rng.randrange(9)
        if kind < 4:
            op = rng.choice("+-*/" if self.one_in(3) else "+-+-*")
            one, two = rng.choice(FLOATS), rng.choice(FLOATS)
            return f"({type_})({self.expression(depth - 1, one)} {op} {self.expression(depth - 1, two)})"
        if kind < 6:
            return f"({type_}){self.expression(depth - 1, self.integer())}"
        if kind == 6:
            one, two = rng.choice(FLOATS), rng.choice(FLOATS)
            both = (self.expression(depth - 1, one), self.expression(depth - 1, two))
            return f"({type_})({self.condition(depth - 1)} ? {both[0]} : {both[1]})"
        if kind == 7:
            return f"({type_})-{self.expression(depth - 1, rng.choice(FLOATS))}"
        return self.leaf(type_)

    def arithmetic(self, depth):
        rng, op = self.rng, self.rng.choice("+-*+-")
        if not self.tame and self.one_in(2):
            one, two = self.integer(), self.integer()
        elif self.one_in(3):
            one, two = rng.choice(NARROW), rng.choice(NARROW)
        else:
            choices = UNSIGNED + (["unsigned __int128"] * 2 if self.wide else [])
            one, two = rng.choice(choices), rng.choice(choices)
        return self.whole(f"{self.expression(depth - 1, one)} {op} {self.expression(depth - 1, two)}")

    def whole(self, text):
        """GCC computes only the bits that a cast leaves, and then the sanitizers see nothing: here the cast comes later."""
        return text if self.tame else f"({{ __auto_type t_ = {text}; t_; }})"

    def shift(self, depth):
        rng, type_ = self.rng, self.integer()
        bits = {"__int128": 128, "unsigned __int128": 128}.get(type_) or max(32, TYPES[type_][1])
        count = self.expression(depth - 1, self.integer())
        if self.tame or not self.one_in(3):
            count = f"({count} & {bits - 1})"
        return self.whole(f"{self.expression(depth - 1, type_)} {rng.choice(['<<', '>>'])} {count}")

    def division(self, depth):
        rng, type_, op = self.rng, self.integer(), self.rng.choice("/%")
        if self.one_in(2):
            type_ = rng.choice(["unsigned char", "short", "unsigned", "int"])
        one = self.expression(depth - 1, type_)
        if self.one_in(3):
            return f"{one} {op} ({type_ if type_ != '_Bool' else 'int'}){rng.choice([1, 2, 3, 7, 10, 16, 100])}"
        two = self.leaf(type_)
        if not self.tame and self.one_in(2):
            return self.whole(f"{one} {op} {two}")
        return f"({two} == 0 || {two} == -1 ? {one} : {one} {op} {two})"

    def condition(self, depth):
        rng, kind = self.rng, self.rng.randrange(8)
        if kind < 5:
            op = rng.choice(["<", "<=", ">", ">=", "==", "!="])
            one, two = self.type(), self.type()
            if kind == 0:
                two = one
            return f"({self.expression(depth - 1, one)} {op} {self.expression(depth - 1, two)})"
        if kind == 5:
            return f"({self.condition(depth - 1)} {rng.choice(['&&', '||'])} {self.condition(depth - 1)})" \
                if depth > 1 else f"!{self.leaf(self.integer())}"
        if kind == 6:
            return rng.choice(["(p < a + 4)", "(p == a + 3)", "(q - o == 2)", "(q != o + 1)", "(p - a < 5)"])
        return f"({self.expression(depth - 1, self.integer())} != 0)"

    def index(self, depth, count):
        """A number below `count`, which is a power of two."""
        if not self.tame and self.one_in(4):
            return self.expression(depth - 1, self.rng.choice(["unsigned char", "int", "long", "signed char"]))
        return f"({self.expression(depth - 1, self.integer())} & {count - 1})"

    def indexed(self, depth):
        """An element of something: the text and the type."""
        rng, kind = self.rng, self.rng.randrange(10)
        if kind < 3:
            return f"a[{self.index(depth, 8)}]", self.element
        if kind == 3:
            return f"o[{self.index(depth, 4)}].b", "short"
        if kind == 4:
            return f"o[{self.index(depth, 4)}].c[{self.index(depth, 4)}]", "signed char"
        if kind == 5:
            return f"u.bytes[{self.index(depth, 8)}]", "unsigned char"
        if kind == 6:
            return f"global_bytes[{self.index(depth, 16)}]", "unsigned char"
        if kind == 7:
            return rng.choice([("p[1]", self.element), ("*p", self.element), ("p[-1]", self.element)])
        if kind == 8:
            return rng.choice([("q->a", "int"), ("q[-1].c[3]", "signed char"), ("q[1].b", "short"), ("q->c[1]", "signed char")])
        return rng.choice([(f"u.quarters[{self.index(depth, 4)}]", "short"), (f"global_odd[{self.index(depth, 4)}].a", "int")])

    def builtin(self, depth):
        rng, kind = self.rng, self.rng.randrange(9)
        def some(type_):
            return self.expression(depth - 1, type_)
        if kind == 0:
            return f"__builtin_popcount({some('unsigned')})"
        if kind == 1:
            return f"__builtin_clz({some('unsigned')} | 1)"
        if kind == 2:
            return f"__builtin_ctzll({some('unsigned long long')} | 256)"
        if kind == 3:
            return f"__builtin_bswap32({some('unsigned')})"
        if kind == 4:
            return f"table[{self.index(depth, 2) if self.tame else '1'}]({some('int')})"
        if kind == 5:
            return f"deep({some('unsigned')} & 3, {some('unsigned')})"
        if kind == 6:
            return f"changed(o[{rng.randrange(5)}], {some('int')}).{rng.choice(['a', 'b', 'c[2]'])}"
        op, type_ = rng.choice(["add", "sub", "mul"]), rng.choice(["int", "unsigned", "long", "unsigned char"])
        return f"({{ {type_} t_; __builtin_{op}_overflow({some('int')}, {some(self.rng.choice(['int', 'unsigned', 'long']))}, &t_) ? 5 : (long long)t_; }})"

    def assignment(self, depth):
        rng = self.rng
        if rng.random() < 0.45:
            text, type_ = self.indexed(depth)
        else:
            text, type_ = rng.choice(self.places)
        if type_ in FLOATS:
            return f"{text} {rng.choice(['=', '+=', '-=', '*='])} {self.expression(depth, type_)};"
        kind = rng.randrange(4)
        if kind < 2 or type_ == "_Bool":
            return f"{text} = {self.expression(depth, type_)};"
        if kind == 2:
            return f"{text} {rng.choice(['^=', '|=', '&='])} {self.expression(depth, self.integer())};"
        if type_ in WIDE:
            return f"{text} = ({type_})((unsigned __int128){text} * 5 + {self.expression(depth, 'unsigned')});"
        return f"{text} {rng.choice(['+=', '-=', '*='])} {self.expression(depth, rng.choice(UNSIGNED))};" \
            if type_ not in ("long", "long long") else f"{text} += {self.expression(depth, 'unsigned long')};"

    def block(self, size, depth):
        return "".join(f"  {self.statement(depth)}\n" for _ in range(size))

    def statement(self, depth):
        rng, kind = self.rng, self.rng.randrange(22)
        if depth <= 0 or kind < 8:
            return self.assignment(2)
        inner = lambda count: " ".join(self.statement(depth - 1) for _ in range(count))
        if kind < 12:
            tail = f" else {{ {inner(1)} }}" if self.one_in(2) else ""
            return f"if ({self.condition(2)}) {{ {inner(rng.randrange(1, 3))} }}{tail}"
        if kind < 14:
            return self.switch(inner)
        if kind < 16 and self.loops < 2:
            self.loops += 1
            name = f"i{self.loops}"
            bound = f"({self.expression(1, self.integer())} & {rng.choice([1, 3])})" if self.one_in(2) else str(rng.randrange(1, 5))
            self.readable.append((name, "int"))
            body = inner(rng.randrange(1, 3))
            self.readable.pop()
            return f"for (int {name} = 0; {name} < {bound}; {name}++) {{ {body} }}"
        if kind == 16:
            return f"p = a + 1 + {self.index(2, 4)};" if self.tame else f"p = a + 1 + ({self.expression(1, 'int')} & 3);"
        if kind == 17:
            return f"q = &o[1 + ({self.expression(1, self.integer())} & 1)];"
        if kind == 18:
            name = self.fresh()
            return f"{{ struct Odd {name} = o[{self.index(2, 4)}]; {name}.a ^= {self.leaf('int')}; o[{self.index(1, 4)}] = {name}; }}"
        if kind == 19:
            size = rng.choice([1, 2, 3, 4, 5, 8])
            to, from_ = rng.choice([("&u", "&f"), ("global_bytes + 3", "&u"), ("&u", "a"), ("u.bytes", "global_bytes + 1"),
                                    ("&o[2].c", "&u"), ("&u.whole", "&x0")])
            if from_ == "&x0":
                size = f"sizeof x0"
            elif to == "&o[2].c":
                size = min(size, 5)
            return f"__builtin_memcpy({to}, {from_}, {size});" if from_ != "a" else f"__builtin_memcpy({to}, a, {min(size, 8)});"
        if kind == 20:
            return f"{{ int *s_[2] = {{&global, &o[1].a}}; *s_[{self.expression(1, 'int')} & 1] = {self.expression(1, 'int')}; }}"
        return f"while (global > 0 && global_bytes[5]++ < 3) {{ global /= 2; {inner(1)} }}"

    def switch(self, inner):
        rng = self.rng
        what = rng.choice([f"{self.expression(2, self.integer_but_wide())} & 7", self.expression(2, "signed char"), self.expression(2, "unsigned short")])
        labels = rng.sample([0, 1, 2, 3, 4, 5, 6, 7, 100, -1, 65], rng.randrange(1, 5))
        text = "".join(f"case {it}: {inner(1)} {rng.choice(['break;', 'break;', ''])} " for it in labels)
        low = rng.randrange(8, 60)
        if self.one_in(2):
            text += f"case {low} ... {low + rng.randrange(5)}: {inner(1)} break; "
        return f"switch ({what}) {{ {text}default: {inner(1)} }}"

    def integer_but_wide(self):
        return self.rng.choice(INTEGERS)

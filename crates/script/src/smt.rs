//! Symbolic numbers for scripts: terms, and a solver that says whether conditions can hold at once.

use crate::api::{Arguments, Row, call, get, one};
use gmc_term::{Answer, Arena, Binary, Budget, Model, Solver, Symbol, TermId, Terms, Unary};
use mlua::{IntoLua, Lua, MetaMethod, MultiValue, UserData, UserDataMethods, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// All terms of a script, and its solver.
struct World {
    terms: Terms,
    solver: RefCell<Solver>,
    names: RefCell<Vec<(String, u8)>>,
}

/// A symbolic number or condition.
#[derive(Clone)]
pub(crate) struct Term {
    world: Rc<World>,
    id: TermId,
}

type Build = fn(&mut Arena, TermId, TermId) -> TermId;

pub(crate) const ROWS: &[Row<()>] = &[
    call(
        "variable",
        "name, bits",
        "an unknown number of so many bits; the same name is the same number",
        variable,
    ),
    call("constant", "value, bits", "a number of so many bits", |lua, (), mut arguments| {
        let value: i64 = arguments.take(lua, "a whole number")?;
        let bits = width(lua, &mut arguments)?;
        let world = world(lua);
        let id = world.terms.lock().constant(value as i128 as u128, bits);
        one(lua, Term { world, id })
    }),
    call(
        "feasible",
        "conditions",
        "whether conditions can all hold at once, with numbers for which they do; nil and why where no one knows",
        feasible,
    ),
];

pub(crate) const TERM: &[Row<Term>] = &[
    get("width", "how many bits it has", |lua, it| it.width().into_lua(lua)),
    get("value", "the number that it is, if it is the same whatever the variables are", |lua, it| {
        let bits = u32::from(it.width());
        let known = it.world.terms.lock().number(it.id);
        known.map(|it| ((it << (128 - bits)) as i128 >> (128 - bits)) as i64).into_lua(lua)
    }),
    call("add", "other", "the sum", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Add, a, b))
    }),
    call("sub", "other", "the difference", |lua, it, rest| it.with(lua, rest, |t, a, b| t.sub(a, b))),
    call("mul", "other", "the product", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Mul, a, b))
    }),
    call("div", "other", "the signed quotient, cut towards zero", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::SDiv, a, b))
    }),
    call("rem", "other", "the signed remainder", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::SRem, a, b))
    }),
    call("udiv", "other", "the unsigned quotient", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::UDiv, a, b))
    }),
    call("urem", "other", "the unsigned remainder", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::URem, a, b))
    }),
    call("band", "other", "bits that both have; of conditions, both", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::And, a, b))
    }),
    call("bor", "other", "bits that either has; of conditions, either", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Or, a, b))
    }),
    call("bxor", "other", "bits that one has", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Xor, a, b))
    }),
    call("shl", "other", "shifted to the left", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Shl, a, b))
    }),
    call("shr", "other", "shifted to the right, zeros from the left", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::LShr, a, b))
    }),
    call("sar", "other", "shifted to the right, the sign from the left", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::AShr, a, b))
    }),
    call("eq", "other", "the condition that they are equal", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Eq, a, b))
    }),
    call("ne", "other", "that they are not equal", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| negated(t, Binary::Eq, a, b))
    }),
    call("lt", "other", "that it is less, with sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Slt, a, b))
    }),
    call("le", "other", "that it is not greater, with sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Sle, a, b))
    }),
    call("gt", "other", "that it is greater, with sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Slt, b, a))
    }),
    call("ge", "other", "that it is not less, with sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Sle, b, a))
    }),
    call("ult", "other", "that it is less, without sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Ult, a, b))
    }),
    call("ule", "other", "that it is not greater, without sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Ule, a, b))
    }),
    call("ugt", "other", "that it is greater, without sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Ult, b, a))
    }),
    call("uge", "other", "that it is not less, without sign", |lua, it, rest| {
        it.with(lua, rest, |t, a, b| t.binary(Binary::Ule, b, a))
    }),
    call("neg", "", "with the other sign", |lua, it, _| it.build(lua, |t, a| t.neg(a))),
    call("bnot", "", "every bit the other way; of a condition, its negation", |lua, it, _| {
        it.build(lua, |t, a| t.not(a))
    }),
    call(
        "sext",
        "bits",
        "the same number with sign in so many bits, of which it may lose some",
        |lua, it, rest| it.resized(lua, rest, Unary::SExt),
    ),
    call(
        "zext",
        "bits",
        "the same number without sign in so many bits, of which it may lose some",
        |lua, it, rest| it.resized(lua, rest, Unary::ZExt),
    ),
    call("ite", "a, b", "a where the condition holds, b where it does not", |lua, it, mut arguments| {
        let (a, b): (Term, Term) =
            (arguments.take(lua, "a symbolic number")?, arguments.take(lua, "a symbolic number")?);
        if it.width() != 1 || a.width() != b.width() {
            return Err(mlua::Error::runtime("`ite` wants a condition, and two numbers of the same width"));
        }
        let id = it.world.terms.lock().ite(it.id, a.id, b.id);
        one(lua, Term { id, world: it.world.clone() })
    }),
];

fn negated(terms: &mut Arena, op: Binary, a: TermId, b: TermId) -> TermId {
    let holds = terms.binary(op, a, b);
    terms.not(holds)
}

fn world(lua: &Lua) -> Rc<World> {
    if let Some(world) = lua.app_data_ref::<Rc<World>>() {
        return world.clone();
    }
    let world = Rc::new(World {
        terms: Terms::default(),
        solver: RefCell::new(Solver::new(Budget::default())),
        names: RefCell::default(),
    });
    lua.set_app_data(world.clone());
    world
}

fn width(lua: &Lua, arguments: &mut Arguments) -> mlua::Result<u8> {
    match arguments.take::<i64>(lua, "a number of bits")? {
        bits @ 1..=128 => Ok(bits as u8),
        bits => Err(mlua::Error::runtime(format!("a number has 1 to 128 bits, not {bits}"))),
    }
}

fn variable(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let name: String = arguments.take(lua, "a name")?;
    let bits = width(lua, &mut arguments)?;
    let world = world(lua);
    let at = {
        let mut names = world.names.borrow_mut();
        let found = names.iter().position(|it| it.0 == name);
        found.unwrap_or_else(|| {
            names.push((name.clone(), bits));
            names.len() - 1
        })
    };
    let known = world.names.borrow()[at].1;
    if known != bits {
        return Err(mlua::Error::runtime(format!("`{name}` has {known} bits, not {bits}")));
    }
    let id = world.terms.lock().symbol(Symbol { name: at as u32, width: bits });
    one(lua, Term { world, id })
}

fn feasible(lua: &Lua, (): &(), mut arguments: Arguments) -> mlua::Result<MultiValue> {
    let list: Vec<Term> = arguments.take(lua, "a list of conditions")?;
    if let Some(it) = list.iter().find(|it| it.width() != 1) {
        return Err(mlua::Error::runtime(format!("a number of {} bits is no condition", it.width())));
    }
    let world = world(lua);
    let conditions: Vec<TermId> = list.iter().map(|it| it.id).collect();
    let answer = world.solver.borrow_mut().solve(&world.terms, &conditions);
    match answer {
        Answer::Sat(model) => {
            let numbers = numbers(lua, &world, &model)?;
            Ok(MultiValue::from_iter([true.into_lua(lua)?, numbers]))
        }
        Answer::Unsat => one(lua, false),
        Answer::GaveUp(why) => Ok(MultiValue::from_iter([Value::Nil, why.into_lua(lua)?])),
    }
}

/// What each variable is, with sign.
fn numbers(lua: &Lua, world: &World, model: &Model) -> mlua::Result<Value> {
    let table = lua.create_table()?;
    for (at, (name, bits)) in (0..).zip(world.names.borrow().iter()) {
        let (value, shift) = (model.get(Symbol { name: at, width: *bits }), 128 - u32::from(*bits));
        table.set(name.as_str(), ((value << shift) as i128 >> shift) as i64)?;
    }
    table.into_lua(lua)
}

impl Term {
    fn width(&self) -> u8 {
        self.world.terms.lock().width(self.id)
    }

    fn build(&self, lua: &Lua, build: fn(&mut Arena, TermId) -> TermId) -> mlua::Result<MultiValue> {
        let id = build(&mut self.world.terms.lock(), self.id);
        one(lua, Term { id, world: self.world.clone() })
    }

    /// With another number of the same width; a plain number gets it.
    fn with(&self, lua: &Lua, mut arguments: Arguments, build: Build) -> mlua::Result<MultiValue> {
        let other: Value = arguments.take(lua, "a number")?;
        one(lua, self.joined(&other, build)?)
    }

    fn joined(&self, other: &Value, build: Build) -> mlua::Result<Term> {
        let width = self.width();
        let mut terms = self.world.terms.lock();
        let other = match other {
            Value::Integer(value) => terms.constant(i128::from(*value) as u128, width),
            Value::UserData(it) => it.borrow::<Term>()?.id,
            _ => {
                return Err(mlua::Error::runtime(
                    "a symbolic number is computed with others, or with whole numbers",
                ));
            }
        };
        let found = terms.width(other);
        if found != width {
            return Err(mlua::Error::runtime(format!("one number has {width} bits, the other one {found}")));
        }
        let id = build(&mut terms, self.id, other);
        Ok(Term { id, world: self.world.clone() })
    }

    fn resized(&self, lua: &Lua, mut arguments: Arguments, how: Unary) -> mlua::Result<MultiValue> {
        let bits = width(lua, &mut arguments)?;
        let own = self.width();
        let mut terms = self.world.terms.lock();
        let id = match bits.cmp(&own) {
            std::cmp::Ordering::Less => terms.extract(self.id, 0, bits),
            std::cmp::Ordering::Equal => self.id,
            std::cmp::Ordering::Greater => terms.unary(how, self.id, bits),
        };
        drop(terms);
        one(lua, Term { id, world: self.world.clone() })
    }
}

impl UserData for Term {
    fn add_fields<F: mlua::UserDataFields<Term>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "smt_term");
    }

    fn add_methods<M: UserDataMethods<Term>>(methods: &mut M) {
        crate::api::add_rows(methods, TERM);
        let operators: [(MetaMethod, Build); 3] = [
            (MetaMethod::Add, |t, a, b| t.binary(Binary::Add, a, b)),
            (MetaMethod::Sub, |t, a, b| t.sub(a, b)),
            (MetaMethod::Mul, |t, a, b| t.binary(Binary::Mul, a, b)),
        ];
        for (operator, build) in operators {
            methods.add_meta_method(operator, move |_, it, other: Value| it.joined(&other, build));
        }
    }
}

impl mlua::FromLua for Term {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Term> {
        Ok(mlua::AnyUserData::from_lua(value, lua)?.borrow::<Term>()?.clone())
    }
}

use gmc_ir::{image::Image, program::Program, text};
fn main() {
    let mut a = std::env::args().skip(1);
    let what = a.next().unwrap();
    let path = a.next().unwrap();
    let p = Program::link(vec![Image::read(&path, &std::fs::read(&path).unwrap()).unwrap()]).unwrap();
    let mut s = String::new();
    let src = |d: &str, f: &str, l: u32| {
        let path = std::path::Path::new(d).join(f);
        std::fs::read_to_string(path).ok()?.lines().nth(l as usize - 1).map(str::to_owned)
    };
    match what.as_str() {
        "types" => p.units().for_each(|(_, u)| text::types(&mut s, &u.linked.unit).unwrap()),
        "defs" => p.definitions().iter().for_each(|d| {
            s += &format!(
                "{:016x} {}\n",
                d.address.unwrap_or(0),
                p.unit(d.global.unit).str(p.symbol(d.global).assembler)
            )
        }),
        "globals" => text::globals(&mut s, &p).unwrap(),
        "functions" => text::functions(&mut s, &p).unwrap(),
        "externals" => text::externals(&mut s, &p).unwrap(),
        "unsupported" => text::unsupported(&mut s, &p).unwrap(),
        _ => text::program(&mut s, &p, &src).unwrap(),
    }
    print!("{s}");
}

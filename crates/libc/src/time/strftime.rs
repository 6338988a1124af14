//! `strftime` in the C locale.

use super::calendar::Tm;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A date as a format wants it.
pub(super) fn format(format: &[u8], tm: &Tm) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = format.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut conversion = bytes.next();
        // Other names and digits, of which there are none here; and how to pad.
        let mut pad = None;
        while let Some(flag @ (b'E' | b'O' | b'_' | b'-' | b'0' | b'^' | b'#')) = conversion {
            pad = Some(flag);
            conversion = bytes.next();
        }
        let Some(conversion) = conversion else {
            out.push(b'%');
            break;
        };
        match convert(conversion, pad, tm) {
            Some(text) if pad == Some(b'^') => out.extend(text.to_uppercase().bytes()),
            Some(text) => out.extend(text.bytes()),
            None => out.extend([b'%', conversion]),
        }
    }
    out
}

fn convert(conversion: u8, pad: Option<u8>, tm: &Tm) -> Option<String> {
    let year = i64::from(tm.year) + 1900;
    let name = |names: &'static [&'static str], at: i32| {
        usize::try_from(at).ok().and_then(|at| names.get(at)).copied().unwrap_or("?")
    };
    let short = |name: &'static str| name.get(..3).unwrap_or(name).to_owned();
    let number = |value: i32, width: usize, usual: u8| match pad.unwrap_or(usual) {
        b'-' => format!("{value}"),
        b'_' => format!("{value:width$}"),
        _ => format!("{value:0width$}"),
    };
    let hour = match tm.hour % 12 {
        0 => 12,
        hour => hour,
    };
    let combined = |parts: &[u8]| Some(String::from_utf8_lossy(&format(parts, tm)).into_owned());
    Some(match conversion {
        b'a' => short(name(&DAYS, tm.weekday)),
        b'A' => name(&DAYS, tm.weekday).to_owned(),
        b'b' | b'h' => short(name(&MONTHS, tm.month)),
        b'B' => name(&MONTHS, tm.month).to_owned(),
        b'c' => return combined(b"%a %b %e %H:%M:%S %Y"),
        b'C' => format!("{:02}", year.div_euclid(100)),
        b'd' => number(tm.day, 2, b'0'),
        b'D' | b'x' => return combined(b"%m/%d/%y"),
        b'e' => number(tm.day, 2, b'_'),
        b'F' => return combined(b"%Y-%m-%d"),
        b'g' => format!("{:02}", iso_week(tm).0.rem_euclid(100)),
        b'G' => iso_week(tm).0.to_string(),
        b'H' => number(tm.hour, 2, b'0'),
        b'I' => number(hour, 2, b'0'),
        b'j' => number(tm.day_of_year + 1, 3, b'0'),
        b'k' => number(tm.hour, 2, b'_'),
        b'l' => number(hour, 2, b'_'),
        b'm' => number(tm.month + 1, 2, b'0'),
        b'M' => number(tm.minute, 2, b'0'),
        b'n' => "\n".to_owned(),
        b'p' => if tm.hour < 12 { "AM" } else { "PM" }.to_owned(),
        b'P' => if tm.hour < 12 { "am" } else { "pm" }.to_owned(),
        b'r' => return combined(b"%I:%M:%S %p"),
        b'R' => return combined(b"%H:%M"),
        b's' => tm.seconds().to_string(),
        b'S' => number(tm.second, 2, b'0'),
        b't' => "\t".to_owned(),
        b'T' | b'X' => return combined(b"%H:%M:%S"),
        b'u' => if tm.weekday == 0 { 7 } else { tm.weekday }.to_string(),
        b'U' => number((tm.day_of_year + 7 - tm.weekday) / 7, 2, b'0'),
        b'V' => format!("{:02}", iso_week(tm).1),
        b'w' => tm.weekday.to_string(),
        b'W' => number((tm.day_of_year + 7 - (tm.weekday + 6) % 7) / 7, 2, b'0'),
        b'y' => number(year.rem_euclid(100) as i32, 2, b'0'),
        b'Y' => year.to_string(),
        b'z' => "+0000".to_owned(),
        b'Z' => "GMT".to_owned(),
        b'%' => "%".to_owned(),
        _ => return None,
    })
}

/// Year and week of ISO 8601: that of the week's Thursday.
fn iso_week(tm: &Tm) -> (i64, i32) {
    let to_thursday = i64::from(3 - (tm.weekday + 6) % 7);
    let thursday = Tm::at(tm.seconds() + to_thursday * 86_400);
    (i64::from(thursday.year) + 1900, thursday.day_of_year / 7 + 1)
}

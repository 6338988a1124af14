//! Dates of the Gregorian calendar and seconds since 1970, after H. Hinnant, "chrono-compatible low-level date
//! algorithms": years start in March, so that leap days come last.

/// A date and time, as `struct tm` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tm {
    pub(super) second: i32,
    pub(super) minute: i32,
    pub(super) hour: i32,
    pub(super) day: i32,
    /// From 0.
    pub(super) month: i32,
    /// Since 1900.
    pub(super) year: i32,
    pub(super) weekday: i32,
    pub(super) day_of_year: i32,
    pub(super) daylight_saving: i32,
}

impl From<[i32; 9]> for Tm {
    fn from(fields: [i32; 9]) -> Tm {
        let [second, minute, hour, day, month, year, weekday, day_of_year, daylight_saving] = fields;
        Tm { second, minute, hour, day, month, year, weekday, day_of_year, daylight_saving }
    }
}

impl Tm {
    /// In the order of `struct tm`.
    pub(super) fn fields(&self) -> [i32; 9] {
        let &Tm { second, minute, hour, day, month, year, weekday, day_of_year, daylight_saving } = self;
        [second, minute, hour, day, month, year, weekday, day_of_year, daylight_saving]
    }

    /// A point in time, in seconds since 1970.
    pub(super) fn at(seconds: i64) -> Tm {
        let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = (month + 2) % 12;
        let year = year_of_era + era * 400 + i64::from(month < 2);
        Tm {
            second: (rest % 60) as i32,
            minute: (rest / 60 % 60) as i32,
            hour: (rest / 3600) as i32,
            day: day as i32,
            month: month as i32,
            year: (year - 1900) as i32,
            weekday: (days + 4).rem_euclid(7) as i32,
            day_of_year: (days - days_to(year, 0)) as i32,
            daylight_saving: 0,
        }
    }

    /// Seconds since 1970; fields may be out of range.
    pub(super) fn seconds(&self) -> i64 {
        let months = i64::from(self.month);
        let year = 1900 + i64::from(self.year) + months.div_euclid(12);
        let days = days_to(year, months.rem_euclid(12)) + i64::from(self.day) - 1;
        days * 86_400 + i64::from(self.hour) * 3600 + i64::from(self.minute) * 60 + i64::from(self.second)
    }
}

/// Days from 1970 to the first of a month, counted from 0.
fn days_to(year: i64, month: i64) -> i64 {
    let year = if month < 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 10) % 12) + 2) / 5;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_seconds_agree() {
        for (seconds, date) in [
            (0, [1970, 1, 1, 4, 0]),
            (951_782_400, [2000, 2, 29, 2, 59]),
            (1_704_067_200, [2024, 1, 1, 1, 0]),
            (-1, [1969, 12, 31, 3, 364]),
        ] {
            let tm = Tm::at(seconds);
            assert_eq!([tm.year + 1900, tm.month + 1, tm.day, tm.weekday, tm.day_of_year], date);
            assert_eq!(tm.seconds(), seconds);
        }
        for day in -200_000..200_000 {
            assert_eq!(Tm::at(day * 86_400).seconds(), day * 86_400);
        }
    }
}

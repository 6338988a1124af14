//! Files that count or tell time: `eventfd`, `timerfd`.

use super::{Files, Thing, flag};
use crate::bytes::Bytes;
use crate::clock::{Deadline, Timed};
use crate::errno::{self, Errno};
use crate::pipe::Want;
use crate::sockets::bits;
use std::time::Duration;

/// A number that is read and written: `eventfd`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Event {
    count: u64,
    /// Reading takes one, not all.
    semaphore: bool,
}

/// A timer that is read: `timerfd`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct TimerFile {
    /// When it expires next, as the clock will show it.
    next: Option<Duration>,
    interval: Duration,
    /// Whether it counts since 1970.
    pub(super) is_date: bool,
    /// It has expired in a search, and was not read since.
    expired: bool,
}

impl Event {
    /// Whether a number can be added.
    fn takes(&self, more: u64) -> bool {
        u64::MAX - 1 - self.count >= more
    }

    pub(super) fn ready(&self) -> u32 {
        let mut mask = if self.count > 0 { bits::IN } else { 0 };
        if self.takes(1) {
            mask |= bits::OUT;
        }
        mask
    }
}

impl TimerFile {
    /// How often it has expired, at a time.
    fn expired(&self, now: Duration) -> u64 {
        match self.next {
            None => self.expired.into(),
            Some(next) if next <= now && self.interval.is_zero() => 1,
            Some(next) if next <= now => ((now - next).as_nanos() / self.interval.as_nanos()) as u64 + 1,
            _ => 0,
        }
    }

    pub(super) fn ready(&self, now: Duration) -> u32 {
        if self.expired(now) > 0 { bits::IN } else { 0 }
    }
}

impl Files {
    /// `eventfd`
    pub fn event(&mut self, count: u64, semaphore: bool, flags: i32) -> Result<i32, Errno> {
        let flags = flags & (flag::NO_WAIT | flag::CLOSE_ON_EXEC) | flag::BOTH;
        self.add(Thing::Event(Event { count, semaphore }), flags)
    }

    /// `timerfd_create`; a clock that shows the date, or one that shows the time since the start.
    pub fn timer(&mut self, is_date: bool, flags: i32) -> Result<i32, Errno> {
        let flags = flags & (flag::NO_WAIT | flag::CLOSE_ON_EXEC) | flag::BOTH;
        self.add(Thing::Timer(TimerFile { is_date, ..TimerFile::default() }), flags)
    }

    /// Whether what is read and written is a number of eight bytes, the lowest first.
    pub fn counts(&self, fd: i32) -> bool {
        self.get(fd).is_ok_and(|it| matches!(it.thing, Thing::Event(_) | Thing::Timer(_)))
    }

    pub(super) fn read_event(&mut self, fd: i32, count: usize) -> Result<Bytes, Errno> {
        if count < 8 {
            return Err(errno::EINVAL);
        }
        let (id, flags) = (self.id(fd)?, self.get(fd)?.flags);
        let now = self.clock().shows();
        let value = match &mut self.get_mut(fd)?.thing {
            Thing::Event(event) if event.count > 0 => {
                let value = if event.semaphore { 1 } else { event.count };
                event.count -= value;
                value
            }
            Thing::Timer(timer) if timer.expired(now) > 0 => {
                let value = timer.expired(now);
                let next = timer.next.take().filter(|_| !timer.interval.is_zero());
                let passed = timer.interval.saturating_mul(u32::try_from(value).unwrap_or(u32::MAX));
                timer.next = next.map(|it| it + passed);
                if std::mem::take(&mut timer.expired) {
                    self.clock_mut().look_at(Timed::File(id as u32));
                }
                value
            }
            _ => return Err(self.wait(Want::Event(id as u32, 0), flags)),
        };
        self.wake_file(id as u32, bits::OUT);
        Ok(value.to_le_bytes().to_vec().into())
    }

    pub(super) fn write_event(&mut self, fd: i32, bytes: &[u8]) -> Result<usize, Errno> {
        let word = bytes.first_chunk::<8>().ok_or(errno::EINVAL)?;
        let more = u64::from_le_bytes(*word);
        let (id, flags) = (self.id(fd)?, self.get(fd)?.flags);
        let Thing::Event(event) = &mut self.get_mut(fd)?.thing else { return Err(errno::EINVAL) };
        if more == u64::MAX {
            return Err(errno::EINVAL);
        }
        if !event.takes(more) {
            return Err(self.wait(Want::Event(id as u32, more), flags));
        }
        event.count += more;
        self.wake_file(id as u32, bits::IN);
        Ok(8)
    }

    /// Whether what a call wants of such a file is there: something to read (0), or room for a number.
    pub(super) fn event_is_met(&self, open: u32, more: u64) -> bool {
        let now = self.clock().shows();
        match self.outside.open.get(open as usize).and_then(Option::as_ref).map(|it| &it.thing) {
            Some(Thing::Event(event)) if more == 0 => event.count > 0,
            Some(Thing::Event(event)) => event.takes(more),
            Some(Thing::Timer(timer)) => timer.expired(now) > 0,
            Some(&Thing::Signals(set)) => self.waiting_signal(set).is_some(),
            _ => true,
        }
    }

    /// When the next timer expires that is a file.
    pub fn next_timer(&self) -> Option<Duration> {
        let timers = self.outside.open.iter().flatten().filter_map(|it| match &it.thing {
            Thing::Timer(timer) => timer.next,
            _ => None,
        });
        timers.filter(|&it| it > self.clock().shows()).min()
    }

    /// `timerfd_settime`: what was left before, and the interval before.
    pub fn set_timer(
        &mut self,
        fd: i32,
        next: Option<Duration>,
        interval: Duration,
    ) -> Result<(Duration, Duration), Errno> {
        let before = self.timer_left(fd)?;
        if let Thing::Timer(timer) = &mut self.get_mut(fd)?.thing {
            timer.next = next;
            timer.interval = interval;
        }
        Ok(before)
    }

    /// `timerfd_settime` in a search in which time moves: it expires after this time; not at all where that is zero.
    pub fn arm_timer(
        &mut self,
        fd: i32,
        after: Duration,
        interval: Duration,
    ) -> Result<(Duration, Duration), Errno> {
        let (before, of) = (self.timer_left(fd)?, Timed::File(self.id(fd)? as u32));
        if let Thing::Timer(timer) = &mut self.get_mut(fd)?.thing {
            timer.expired = false;
            timer.interval = interval;
        }
        let clock = self.clock_mut();
        match after.is_zero() {
            true => clock.forget(of),
            false => clock.set_deadline(of, Deadline { left: Some(after), interval, ..Deadline::default() }),
        }
        Ok(before)
    }

    /// A timer expires, in a search.
    pub(crate) fn expire_timer(&mut self, at: u32) {
        let open = self.outside.open.get_mut(at as usize).and_then(Option::as_mut);
        if let Some(Thing::Timer(timer)) = open.map(|it| &mut it.thing) {
            timer.expired = true;
        }
        self.wake_file(at, bits::IN);
    }

    /// Whether a timer that is a file counts since 1970.
    pub fn timer_is_date(&self, fd: i32) -> Result<bool, Errno> {
        match &self.get(fd)?.thing {
            Thing::Timer(timer) => Ok(timer.is_date),
            _ => Err(errno::EINVAL),
        }
    }

    /// `timerfd_gettime`: what is left, and the interval.
    pub fn timer_left(&self, fd: i32) -> Result<(Duration, Duration), Errno> {
        let now = self.clock().shows();
        let Thing::Timer(timer) = &self.get(fd)?.thing else { return Err(errno::EINVAL) };
        if self.clock().moves() {
            let deadline = self.clock().deadline(Timed::File(self.id(fd)? as u32));
            let left = deadline.and_then(|it| it.left).unwrap_or_default();
            return Ok((left, timer.interval));
        }
        let next = match timer.next {
            Some(next) if next <= now && timer.interval.is_zero() => None,
            Some(next) if next <= now => {
                let passed = u32::try_from(timer.expired(now)).unwrap_or(u32::MAX);
                Some(next + timer.interval.saturating_mul(passed))
            }
            other => other,
        };
        Ok((next.map_or(Duration::ZERO, |next| next - now), timer.interval))
    }
}

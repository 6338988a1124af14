//! A message-sequence chart in text: lanes are columns, messages are arrows between them.
//!
//! ```text
//! messages:
//!         alice: client      bob: server
//!               │                 │
//!    5          ├─ "ping" ──✗     │          lost: nobody is there
//!    9          ├─ "ping" ───────▶│
//!   12          1 s pass: the wait of process 1 is over
//! ```

use super::{BLUE, BOLD, DIM, PLAIN, Printer, RED};
use crate::chart::{Arrow, Chart, Row, Way, What};
use std::fmt::{self, Write as _};

/// Columns before the first lane.
const MARGIN: usize = 6;

/// From lane to lane, at least and at most.
const NARROWEST: usize = 14;
const WIDEST: usize = 44;

impl Printer<'_> {
    /// A chart, in at most `width` characters where there is room for lanes.
    pub(super) fn chart(&mut self, chart: &Chart, width: usize) -> fmt::Result {
        if chart.is_empty() {
            return Ok(());
        }
        let (bold, plain) = (self.paint(BOLD), self.paint(PLAIN));
        writeln!(self.out, "{bold}messages:{plain}")?;
        let gap = (width.saturating_sub(MARGIN) / chart.lanes.len()).clamp(NARROWEST, WIDEST);
        let lanes: Vec<usize> = (0..chart.lanes.len()).map(|lane| MARGIN + gap / 2 + lane * gap).collect();
        let mut head = Canvas::default();
        for (name, at) in chart.lanes.iter().zip(&lanes) {
            let name: String = match name.chars().count() {
                count if count < gap => name.clone(),
                _ => name.chars().take(gap - 2).chain(['…']).collect(),
            };
            head.put(at.saturating_sub(name.chars().count() / 2), &name);
        }
        writeln!(self.out, "{bold}{}{plain}", head.text())?;
        for row in &chart.rows {
            self.chart_row(row, &lanes)?;
        }
        Ok(())
    }

    fn chart_row(&mut self, row: &Row, lanes: &[usize]) -> fmt::Result {
        let mut canvas = Canvas::default();
        lanes.iter().for_each(|&at| canvas.put(at, "│"));
        let (mut style, mut beside) = ("", String::new());
        match &row.what {
            What::Arrow(arrow) => {
                canvas.arrow(arrow, lanes);
                beside = arrow.why.map_or(String::new(), |why| format!("lost: {why}"));
            }
            What::Note(text) => {
                style = DIM;
                canvas.put(lanes[0], text);
            }
            What::Wrong(lane, text) => {
                style = RED;
                canvas.put(lanes[*lane], &format!("✗ {text}"));
            }
        }
        let (number, dim, plain) = (self.paint(BLUE), self.paint(DIM), self.paint(PLAIN));
        let text: String = canvas.text().chars().skip(MARGIN).collect();
        let (style, end) = (self.paint(style), if style.is_empty() { "" } else { plain });
        write!(self.out, "{number}{:>4}{plain}  {style}{text}{end}", row.step)?;
        if !beside.is_empty() {
            write!(self.out, "  {dim}{beside}{plain}")?;
        }
        writeln!(self.out)
    }
}

/// A line that is drawn on.
#[derive(Default)]
struct Canvas(Vec<char>);

impl Canvas {
    /// Writes a text over what is there.
    fn put(&mut self, at: usize, text: &str) {
        let end = at + text.chars().count();
        if self.0.len() < end {
            self.0.resize(end, ' ');
        }
        self.0.splice(at..end, text.chars());
    }

    fn text(&self) -> String {
        self.0.iter().collect::<String>().trim_end().to_owned()
    }

    fn arrow(&mut self, arrow: &Arrow, lanes: &[usize]) {
        let (from, to) = (lanes[arrow.lanes.0], lanes[arrow.lanes.1]);
        if from == to {
            let sign = if arrow.way == Way::Lost { "✗" } else { "◀" };
            return self.put(from, &format!("├{sign} {}", arrow.text));
        }
        let is_right = from < to;
        let (left, right) = (from.min(to) + 1, from.max(to));
        // Dotted where it was sent in another row than it arrives in.
        let line = if arrow.way == Way::Leaves || arrow.sent.is_some() { '┄' } else { '─' };
        let mut way: Vec<char> = vec![line; right - left];
        let last = way.len() - 1;
        let room = way.len().saturating_sub(6);
        let text: String = match arrow.text.chars().count() {
            count if count <= room => arrow.text.clone(),
            _ => arrow.text.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
        };
        let text = format!(" {text} ");
        let length = text.chars().count();
        let at = if is_right { 1 } else { last.saturating_sub(length) };
        way.splice(at..at + length, text.chars());
        // What does not arrive ends on its way.
        let (head, cut) = match arrow.way {
            Way::Arrives if is_right => ('▶', 0),
            Way::Arrives => ('◀', 0),
            Way::Lost => ('✗', 1),
            Way::Leaves => (line, 1),
        };
        let end = if is_right { last - cut } else { cut };
        way[end] = head;
        if cut > 0 {
            way[if is_right { last } else { 0 }] = ' ';
        }
        self.put(left, &way.iter().collect::<String>());
        self.put(from, if is_right { "├" } else { "┤" });
    }
}

//! Rewrites a file with all drawn changes, each enabled by a condition at run time.

use std::ops::Range;

use crate::sites::{Form, Piece, Site};

/// The function that selects a change at run time, which is added to the end of a crate's root; `reached` are the
/// changes that a run has reached.
pub(crate) const SWITCH: &str = r#"
#[doc(hidden)]
#[allow(missing_docs, clippy::all, dead_code, unreachable_pub)]
pub(crate) mod mutant {
    extern crate std;
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static CHOSEN: OnceLock<(u32, Option<std::ffi::OsString>)> = OnceLock::new();
    static REACHED: [AtomicBool; 8192] = [const { AtomicBool::new(false) }; 8192];
    pub(crate) fn on(number: u32) -> bool {
        let (chosen, log) = CHOSEN.get_or_init(|| {
            let chosen = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok());
            (chosen.unwrap_or(u32::MAX), std::env::var_os("MUTANTS_REACHED"))
        });
        if let Some(log) = log
            && !REACHED[number as usize].swap(true, Relaxed)
        {
            let file = std::fs::OpenOptions::new().append(true).create(true).open(log);
            let _ = file.and_then(|mut file| file.write_all(std::format!("{number}\n").as_bytes()));
        }
        *chosen == number
    }
}
"#;

/// A change and its number.
pub(crate) type Numbered<'a> = (u32, &'a Site);

/// The new text of a file, and the lines of each change.
pub(crate) fn rewrite(text: &str, changes: &[Numbered<'_>]) -> (String, Vec<(u32, Range<usize>)>) {
    let mut changes = changes.to_vec();
    // Outer changes come first.
    changes.sort_by_key(|(number, site)| (site.range.start, usize::MAX - site.range.end, *number));
    let mut writer = Writer {
        text,
        new: String::new(),
        lines: Vec::new(),
    };
    writer.write(0..text.len(), &changes);
    (writer.new, writer.lines)
}

struct Writer<'a> {
    text: &'a str,
    new: String,
    lines: Vec<(u32, Range<usize>)>,
}

impl Writer<'_> {
    fn line(&self) -> usize {
        self.new.matches('\n').count() + 1
    }

    /// Writes a range of the old text with the changes inside it.
    fn write(&mut self, range: Range<usize>, changes: &[Numbered<'_>]) {
        let mut at = range.start;
        let mut rest = changes;
        while let Some(((number, site), after)) = rest.split_first() {
            rest = after;
            let place = site.range.clone();
            if place.start < at || place.end > range.end {
                continue;
            }
            self.new += &self.text[at..place.start];
            let begun = self.line();
            let asks = format!("crate::mutant::on({number})");
            match &site.form {
                Form::Return(value) => self.new += &format!(" if {asks} {{ return {value}; }} "),
                Form::Without => {
                    self.new += &format!("if !{asks} {{ ");
                    self.write(place.clone(), after);
                    self.new += " }";
                }
                Form::Other(pieces) => {
                    self.new += &format!("(if {asks} {{ ");
                    for piece in pieces {
                        match piece {
                            Piece::Text(text) => self.new += text,
                            Piece::Old(old) => {
                                let inner: Vec<_> = after
                                    .iter()
                                    .filter(|(_, site)| {
                                        old.start <= site.range.start && site.range.end <= old.end
                                    })
                                    .copied()
                                    .collect();
                                self.write(old.clone(), &inner);
                            }
                        }
                    }
                    self.new += " } else { ";
                    self.write(place.clone(), after);
                    self.new += " })";
                }
            }
            let ended = self.line();
            self.lines.push((*number, begun..ended + 1));
            at = place.end;
        }
        self.new += &self.text[at..range.end];
    }
}

//! Compares the bytes of a part with those that DXC's validator generates from the program.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::rules::PART_LAYOUT;
use crate::finding::Finding;
use crate::report::Report;
use dxc_format::FourCC;
use dxc_format::parts::PartView;
use dxc_format::runtime::shape::DocumentForm;
use dxc_format::runtime::walk::{Content, Sink, Span};

/// Reports the first byte that differs from the expected bytes. Values that differ are reported separately.
pub(super) fn compare(part: FourCC, stored: &[u8], expected: &[u8], findings: &mut Report) {
    let mut pairs = stored.iter().zip(expected);
    let Some(at) = pairs.position(|(stored, expected)| stored != expected) else {
        let (stored, expected) = (stored.len(), expected.len());
        if stored != expected {
            let found = format!("the part has {stored} bytes, but DXC writes {expected}");
            findings.push(Finding::new(&PART_LAYOUT, "size", found).within_part(part));
        }
        return;
    };
    let byte = |bytes: &[u8]| bytes.get(at).copied().unwrap_or_default();
    let [stored_byte, expected] = [stored, expected].map(byte);
    let found =
        format!("byte {at:#x} of the part is {stored_byte:#x}, but DXC writes {expected:#x}");
    let path = path_at(part, stored, at);
    findings.push(Finding::new(&PART_LAYOUT, path, found).within_part(part));
}

/// The path of the field or record at an offset of a part; `padding` if there is none.
fn path_at(part: FourCC, data: &[u8], offset: usize) -> String {
    let mut search = Search {
        offset,
        entered: String::new(),
        lengths: Vec::new(),
        found: None,
    };
    // The part was read before, so this does not fail.
    let _ = PartView::walk(part, data, &mut search);
    search.found.unwrap_or_else(|| "padding".into())
}

/// Searches for the innermost field at an offset.
struct Search {
    offset: usize,
    /// The path of the current structure, with a dot after it.
    entered: String,
    /// The lengths of the paths of the enclosing structures.
    lengths: Vec<usize>,
    found: Option<String>,
}

impl Sink for Search {
    fn span(&mut self, span: Span) {
        let within = self.offset.checked_sub(span.at);
        let Some(within) = within.filter(|within| *within < span.size) else {
            return;
        };
        let name = if span.name.is_empty() {
            "padding"
        } else {
            span.name
        };
        let entered = &self.entered;
        self.found = Some(match span.content {
            Content::Run { stride, .. } if stride > 0 => {
                format!("{entered}{name}[{}]", within / stride)
            }
            _ => format!("{entered}{name}"),
        });
    }

    fn enter(&mut self, name: &'static str, index: Option<usize>, _: &'static DocumentForm) {
        self.lengths.push(self.entered.len());
        self.entered += &match index {
            Some(index) => format!("{name}[{index}]."),
            None if name.is_empty() => String::new(),
            None => format!("{name}."),
        };
    }

    fn leave(&mut self) {
        self.entered
            .truncate(self.lengths.pop().unwrap_or_default());
    }
}

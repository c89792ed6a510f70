//! Compares the bytes of signatures with those that DXC writes for the program.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Program;
use crate::report::Report;
use crate::validate::layout;
use crate::validate::rows::{Name, Row};
use dxc_format::constants::SigComponentType;
use dxc_format::parts::Part;
use dxc_format::runtime::int::int;
use dxc_format::signature::{Signature, SignatureElement, shares_names};
use dxc_format::{Container, FourCC};

impl Program<'_> {
    /// Compares the order of the elements and of their names, reserved bytes and padding. The values must be equal.
    pub(super) fn check_bytes(
        &self,
        rows: &[Row<'_>],
        (part, container): (FourCC, &Container<'_>),
        findings: &mut Report,
    ) {
        let Some(stored) = container.find(part) else {
            return;
        };
        if let Some(expected) = self.signature_bytes(rows, part, stored.data.len()) {
            layout::compare(part, stored.data, &expected, findings);
        }
    }

    /// The bytes that DXC writes for a signature; `None` if it cannot be written.
    fn signature_bytes(&self, rows: &[Row<'_>], part: FourCC, size: usize) -> Option<Vec<u8>> {
        let shares = shares_names(int(dxil::validator_minor(&self.module))) == 1;
        let mut names = Names {
            shares,
            left: size,
            ..Names::default()
        };
        let mut signature = Signature::default();
        let mut last = None;
        for row in rows {
            let element = row.place.element;
            let name = match last {
                Some((known, name)) if known == element => name,
                _ => names.push(row.name)?,
            };
            last = Some((element, name));
            signature.elements.push(element_of(row, name));
        }
        signature.names.0 = names.table;
        let order = |element: &SignatureElement| (element.stream, element.register, element.name);
        signature.elements.sort_by_key(order);
        let length = signature.names.0.len();
        let mut bytes = Part::from(signature).to_bytes(part).ok()?;
        if !shares {
            // The sizes of records are multiples of 4 bytes, so only the names need padding.
            let padding = length.next_multiple_of(4) - length;
            bytes.truncate(bytes.len() - padding);
        }
        Some(bytes)
    }
}

/// The names of a signature.
#[derive(Default)]
struct Names<'a> {
    /// Whether equal names are stored only once.
    shares: bool,
    table: Vec<u8>,
    offsets: BTreeMap<[&'a str; 2], u32>,
    /// The remaining bytes for names: names in metadata may be shared, and the part's names are not larger than the
    /// part.
    left: usize,
}

impl<'a> Names<'a> {
    /// The offset of a name in the table; `None` if the table would be larger than the part.
    fn push(&mut self, name: Name<'a>) -> Option<u32> {
        let parts = name.parts();
        // All elements with the same system value share one name.
        let is_shared = self.shares || matches!(name, Name::SystemValue(_));
        if let Some(offset) = self.offsets.get(&parts).filter(|_| is_shared) {
            return Some(*offset);
        }
        self.left = self.left.checked_sub(name.len() + 1)?;
        let offset = u32::try_from(self.table.len()).ok()?;
        self.table.extend(parts.into_iter().flat_map(str::bytes));
        self.table.push(0);
        self.offsets.insert(parts, offset);
        Some(offset)
    }
}

fn element_of(row: &Row<'_>, name: u32) -> SignatureElement {
    SignatureElement {
        stream: row.stream,
        name,
        index: row.index,
        system_value: row.system_value.unwrap_or_default(),
        component_type: SigComponentType(row.component_type),
        register: row.register,
        mask: row.mask,
        exclusive_mask: row.exclusive_mask.unwrap_or_default(),
        min_precision: row.min_precision.unwrap_or_default(),
        ..SignatureElement::default()
    }
}

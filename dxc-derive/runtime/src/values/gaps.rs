//! Bytes that no field covers, with their offsets.

use alloc::format;
use alloc::vec::Vec;

use super::node::{Map, Node};
use super::problem::DocumentError;
use super::source::Source;
use super::value::{each, numbers};

type Result<T> = core::result::Result<T, DocumentError>;

/// Bytes that no field covers, each with its offset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gaps(pub Vec<(usize, Vec<u8>)>);

impl Gaps {
    pub fn size(&self) -> usize {
        let sizes = self.0.iter().map(|(_, gap)| gap.len());
        sizes.fold(0, usize::saturating_add)
    }

    pub fn show(&self, layout: &mut Map) {
        let gaps = self.0.iter().map(|(at, bytes)| {
            let bytes = Node::bytes(bytes);
            Node::map([("At", (*at as u64).into()), ("Bytes", bytes)])
        });
        layout.push_list("Gaps", gaps);
    }

    pub fn read(source: &Source<'_>) -> Result<Self> {
        let gap = |source: &Source<'_>| {
            let at = source.size("At")?;
            let bytes = source.read("Bytes", numbers)?;
            Ok((at, bytes.unwrap_or_default()))
        };
        let gaps = source.read("Gaps", |node| each(node, |node| Source::whole(node, gap)));
        Ok(Self(gaps?.unwrap_or_default()))
    }

    /// Refuses bytes that exceed the size.
    pub fn check(&self, size: usize) -> Result<()> {
        let is_within = |(at, gap): &(usize, Vec<u8>)| {
            let end = at.checked_add(gap.len());
            end.is_some_and(|end| end <= size)
        };
        match self.0.iter().position(|gap| !is_within(gap)) {
            Some(index) => Err(DocumentError::new(format!("bytes past the end at {size}"))
                .within_index(index)
                .within("Gaps")),
            None => Ok(()),
        }
    }

    /// Copies them to their offsets, except for those past the end.
    pub fn put(&self, out: &mut [u8]) {
        for (at, gap) in &self.0 {
            self::put(out, *at, gap);
        }
    }
}

/// Copies bytes to an offset, unless they exceed the end.
pub fn put(out: &mut [u8], at: usize, bytes: &[u8]) {
    let rest = out.get_mut(at..);
    if let Some(room) = rest.and_then(|rest| rest.get_mut(..bytes.len())) {
        room.copy_from_slice(bytes);
    }
}

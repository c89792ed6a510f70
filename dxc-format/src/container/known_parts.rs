//! Looks up kinds of parts by FourCC and data.

use crate::generated::parts::PARTS;
use crate::runtime::reader::has_at;
use crate::runtime::{FourCC, PartInfo};

impl PartInfo {
    /// The kind of a part with this FourCC and data.
    pub fn find(fourcc: FourCC, data: &[u8]) -> Option<&'static Self> {
        let is_recognized =
            |part: &Self| part.magic.is_none_or(|(at, bytes)| has_at(data, at, bytes));
        Self::of_fourcc(fourcc).find(|part| is_recognized(part))
    }

    /// The kinds of parts that share a FourCC. Only their data distinguishes them.
    pub fn of_fourcc(fourcc: FourCC) -> impl Iterator<Item = &'static Self> {
        PARTS.iter().filter(move |part| part.fourcc == fourcc)
    }
}

//! Builds the data of a part, from a document or with default values. The type of the part follows from its FourCC.

use alloc::vec::Vec;

use dxc_format::{PartType, PartVisitor};
use dxc_runtime::FourCC;
use dxc_runtime::values::build_or_compare::BuildOrCompare;
use dxc_runtime::values::source::Source;

use crate::DocumentError;

/// Builds the data of a part of the visited type; none if its content is not in the document.
pub(crate) struct PartTask<'s, 'd, 't, 'l> {
    pub(crate) fourcc: FourCC,
    pub(crate) source: &'s Source<'d>,
    pub(crate) task: &'t mut BuildOrCompare<'l>,
}

impl PartVisitor for PartTask<'_, '_, '_, '_> {
    type Output = Result<Option<Vec<u8>>, DocumentError>;

    fn typed<T: PartType>(self) -> Self::Output {
        let is_there = T::FORM.flat || self.source.has(T::FORM);
        let Some(args) = T::args(self.fourcc).filter(|_| is_there) else {
            return Ok(None);
        };
        self.source
            .inner(T::FORM, |source| self.task.run::<T>(source, args).map(Some))
    }

    fn opaque(self) -> Self::Output {
        self.source.opaque()
    }
}

/// Makes the data of a new part; `None` if its type has no default value.
pub(crate) struct NewPart(pub(crate) FourCC);

impl PartVisitor for NewPart {
    type Output = Option<Vec<u8>>;

    fn typed<T: PartType>(self) -> Self::Output {
        let args = T::args(self.0)?;
        T::new_value(args).ok()?.to_bytes(args).ok()
    }

    fn opaque(self) -> Self::Output {
        None
    }
}

//! What every part's type can do.

use alloc::vec::Vec;

use crate::memory::Memory;
use crate::shape::Shown;
use crate::walk::Sink;
use crate::{ForgetUnknown, Result, Unknown};

/// A structure of fields one behind the other, some of them placed by offsets: what a part holds.
///
/// `#[sequence]` implements it, with a view of the same fields that borrows.
pub trait Sequence: core::marker::Sized + PartialEq + ForgetUnknown {
    /// What reading and writing take from whoever holds it, such as the layout that its FourCC implies.
    type Args: Copy;
    /// The borrowed form.
    type View<'a>: Copy + Unknown;

    /// How documents show a part that holds it.
    const SHOWN: &'static Shown;

    /// Reads the borrowed form, telling `sink` what every byte is.
    ///
    /// # Errors
    /// Names the field, its offset and what was expected.
    fn walk<'a, S: Sink + ?core::marker::Sized>(
        bytes: &'a [u8],
        args: Self::Args,
        sink: &mut S,
    ) -> Result<Self::View<'a>>;

    /// The owned form of a view.
    fn from_view(view: &Self::View<'_>) -> Self;

    /// Reads the owned form.
    ///
    /// # Errors
    /// Names the field, its offset and what was expected.
    fn from_bytes(bytes: &[u8], args: Self::Args) -> Result<Self> {
        Ok(Self::from_view(&Self::walk(bytes, args, &mut ())?))
    }

    /// How many bytes the value will take, as far as that can be told quickly.
    fn expected_size(&self) -> usize;

    /// Appends the bytes: those that were read, if nothing was changed. What an error leaves of them has no meaning.
    ///
    /// # Errors
    /// Names the field whose value cannot be written, and why.
    fn append_to(&self, out: &mut Vec<u8>, args: Self::Args) -> Result<()>;

    /// The bytes: those that were read, if nothing was changed.
    ///
    /// # Errors
    /// Names the field whose value cannot be written, and why.
    fn to_bytes(&self, args: Self::Args) -> Result<Vec<u8>> {
        let mut out = Vec::with_capacity(self.expected_size());
        self.append_to(&mut out, args)?;
        Ok(out)
    }
}

/// Remembers the layout of bytes that were read as `T`.
pub fn remember<T: Sequence>(bytes: &[u8], args: T::Args) -> Memory {
    Memory::of(bytes, |sink| {
        // They were read once already.
        let _ = T::walk(bytes, args, sink);
    })
}

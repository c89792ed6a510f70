//! Relates the types of parts to their FourCCs.

use alloc::vec::Vec;

use dxc_runtime::newer;
use dxc_runtime::tables::LayOut;
use dxc_runtime::walk::{Sink, borrowed};
use dxc_runtime::{Error, ErrorKind, FourCC, Result, Sequence};

/// The type of a part, which its FourCC implies.
///
/// The enum of parts implements this trait for each of its types.
pub trait PartType: LayOut {
    /// The arguments in a part with this FourCC; `None` if such a part never has this type.
    fn args(fourcc: FourCC) -> Option<Self::Args>;

    /// Whether a part with this FourCC and these bytes has this type. Several types may share a FourCC.
    fn is_in(fourcc: FourCC, bytes: &[u8]) -> bool {
        let _ = bytes;
        Self::args(fourcc).is_some()
    }
}

/// Receives the type of a part.
pub trait PartVisitor: Sized {
    /// The result of a visit.
    type Output;

    /// Visits a part of type `T`.
    fn typed<T: PartType>(self) -> Self::Output;

    /// Visits a part without a type.
    fn opaque(self) -> Self::Output;
}

/// Reads the view of a part of a known type.
///
/// # Errors
/// [`ErrorKind::WrongPart`] if the part does not have this type; other errors contain the field, its offset and the
/// expected value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn view_part<T: PartType>(fourcc: FourCC, bytes: &[u8]) -> Result<T::View<'_>> {
    let args = T::args(fourcc).filter(|_| T::is_in(fourcc, bytes));
    let Some(args) = args else {
        return Err(wrong_part(fourcc));
    };
    match T::walk(bytes, args, borrowed(&mut ())) {
        Ok(view) => Ok(view),
        Err(error) => Err(newer::explain::<T>(error, bytes, args)),
    }
}

/// Appends the data of a part with this FourCC.
///
/// # Errors
/// [`ErrorKind::WrongPart`] if such a part never has this type; other errors contain the field whose value cannot be
/// written.
#[inline]
pub fn append_part<T: PartType>(value: &T, out: &mut Vec<u8>, fourcc: FourCC) -> Result<()> {
    match T::args(fourcc).map(|args| value.append_to(out, args)) {
        Some(Ok(())) => Ok(()),
        Some(Err(error)) => Err(error.within_part(fourcc, 0)),
        None => Err(wrong_part(fourcc)),
    }
}

/// The error for a type of a value or view that does not match the part's FourCC.
#[cold]
pub(crate) fn wrong_part(fourcc: FourCC) -> Error {
    Error::without_byte(ErrorKind::WrongPart).within_part(fourcc, 0)
}

/// Reads a part's content, wrapped by `wrap`, and reports it to `sink`.
///
/// It is one function per type: the last step of a dispatch on types.
///
/// # Errors
/// The error contains the part, the field, its offset and the expected value.
#[inline(never)]
pub fn walk_part<'a, T: Sequence, V, S: Sink + ?Sized>(
    fourcc: FourCC,
    bytes: &'a [u8],
    args: T::Args,
    sink: &mut S,
    wrap: impl FnOnce(T::View<'a>) -> V,
) -> Result<V> {
    sink.enter("", None, T::FORM);
    match T::walk(bytes, args, sink) {
        Ok(view) => {
            sink.leave();
            Ok(wrap(view))
        }
        Err(error) => Err(newer::explain::<T>(error, bytes, args).within_part(fourcc, 0)),
    }
}

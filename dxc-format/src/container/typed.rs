//! Accesses parts by the type that the caller chooses, without the enum of all types.

use crate::container::view::RawPart;
use crate::generated::parts::Part;
use crate::runtime::part_type::view_part;
use crate::runtime::{PartType, PartVisitor, Result, Sequence};

impl<'a> RawPart<'a> {
    /// Reads the view of a part whose type you know. It is faster than [`view`](Self::view), which returns any type.
    ///
    /// ```
    /// use dxc_format::{Builder, Container, parts, signature::Signature};
    ///
    /// let mut builder = Builder::new();
    /// builder.set_part(parts::ISG1, Signature::default())?;
    /// let bytes = builder.to_bytes()?;
    ///
    /// for part in Container::parse(&bytes)?.parts() {
    ///     if matches!(part.fourcc, parts::ISG1 | parts::OSG1) {
    ///         println!("{}: {} elements", part.fourcc, part.view_as::<Signature>()?.elements().len());
    ///     }
    /// }
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::WrongPart`](crate::ErrorKind::WrongPart) if the part is not of this type; if its data cannot be read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view_as<T: PartType>(&self) -> Result<T::View<'a>> {
        match view_part::<T>(self.fourcc, self.data) {
            Ok(view) => Ok(view),
            Err(error) => Err(error.within_part(self.fourcc, self.data_offset)),
        }
    }

    /// Like [`view_as`](Self::view_as), but reads the value, which owns its data.
    ///
    /// # Errors
    /// Returns the errors of [`view_as`](Self::view_as).
    #[inline]
    pub fn value_as<T: PartType>(&self) -> Result<T> {
        Ok(<T as Sequence>::from_view(&self.view_as::<T>()?))
    }

    /// Calls a visitor with the part's type. Use it for operations that are the same for all types of parts.
    ///
    /// ```
    /// use dxc_format::{Builder, Container, PartType, PartVisitor, RawPart, Result, types::Unknown, features::FeatureInfo, parts};
    ///
    /// /// Whether a part can be read.
    /// struct IsReadable<'a>(RawPart<'a>);
    ///
    /// impl PartVisitor for IsReadable<'_> {
    ///     type Output = bool;
    ///
    ///     fn typed<T: PartType>(self) -> bool {
    ///         self.0.view_as::<T>().is_ok()
    ///     }
    ///
    ///     fn opaque(self) -> bool {
    ///         true
    ///     }
    /// }
    ///
    /// let mut builder = Builder::new();
    /// builder.set_part(parts::SFI0, FeatureInfo::default())?;
    /// builder.push(parts::HASH, b"too short".as_slice());
    /// let bytes = builder.to_bytes()?;
    /// let parts = Container::parse(&bytes)?.parts();
    /// let are_readable: Vec<bool> = parts.map(|part| part.visit(IsReadable(part))).collect();
    /// assert_eq!(are_readable, [true, false]);
    /// # Ok::<(), dxc_format::Error>(())
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn visit<V: PartVisitor>(&self, visitor: V) -> V::Output {
        Part::visit_type(self.fourcc, self.data, visitor)
    }
}

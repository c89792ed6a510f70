//! Edits the content of a part by its type: moves it to another version, or drops its unrecognized bytes.

use dxc_format::runtime::tables::lay_out_known;
use dxc_format::types::{ForgetUnknown as _, Lost};
use dxc_format::{FourCC, Part, PartEntry, PartType, PartVisitor, Result, TableStyle};

/// What to do with the value of a part.
#[derive(Clone, Copy)]
pub(crate) enum TypedEdit {
    /// Move it to a version.
    Convert(u32),
    /// Drop its unrecognized bytes.
    Recognized,
}

impl TypedEdit {
    /// Edits a part, and returns what it lost. Its bytes stay as they are if it loses nothing and keeps its version.
    pub(crate) fn apply(self, part: &mut PartEntry<'_>) -> Result<Vec<Lost>> {
        let bytes = part.to_bytes()?;
        let visitor = Visitor {
            fourcc: part.fourcc,
            bytes: &bytes,
            edit: self,
        };
        let (edited, lost) = Part::visit_type(part.fourcc, &bytes, visitor)?;
        if let Some(edited) = edited {
            part.data = edited.into();
        }
        Ok(lost)
    }
}

/// The numbers of the versions of a part's type, the oldest first; empty if it has none.
pub(crate) fn versions(part: &PartEntry<'_>) -> Result<Vec<u32>> {
    struct Versions;

    impl PartVisitor for Versions {
        type Output = Vec<u32>;

        fn typed<T: PartType>(self) -> Vec<u32> {
            let numbers = T::VERSIONS.iter().filter_map(|layout| layout.version);
            let mut numbers: Vec<u32> = numbers.collect();
            numbers.dedup();
            numbers
        }

        fn opaque(self) -> Vec<u32> {
            Vec::new()
        }
    }

    Ok(Part::visit_type(part.fourcc, &part.to_bytes()?, Versions))
}

struct Visitor<'a> {
    fourcc: FourCC,
    bytes: &'a [u8],
    edit: TypedEdit,
}

impl PartVisitor for Visitor<'_> {
    /// The new bytes, if they changed, and what was lost.
    type Output = Result<(Option<Vec<u8>>, Vec<Lost>)>;

    fn typed<T: PartType>(self) -> Self::Output {
        let Some(args) = T::args(self.fourcc) else {
            return self.opaque();
        };
        let in_part = |error: dxc_format::Error| error.within_part(self.fourcc, 0);
        let mut value = T::from_bytes(self.bytes, args).map_err(in_part)?;
        let style = style_of(&value, args);
        let lost = match self.edit {
            TypedEdit::Convert(version) => value.convert(version, args),
            TypedEdit::Recognized => value.forget_unknown(),
        };
        // What only the lost values referenced goes, too.
        if let Some(style) = style.filter(|_| !lost.is_empty()) {
            lay_out_known(&mut value, args, style).map_err(in_part)?;
        }
        let bytes = value.to_bytes(args).map_err(in_part)?;
        Ok(((bytes != self.bytes).then_some(bytes), lost))
    }

    fn opaque(self) -> Self::Output {
        Ok((None, Vec::new()))
    }
}

/// The style of a value's tables, if they have exactly the layout of a style.
fn style_of<T: PartType>(value: &T, args: T::Args) -> Option<TableStyle> {
    [TableStyle::Dxc, TableStyle::Llvm]
        .into_iter()
        .find(|style| {
            let mut laid_out = value.clone();
            // Entries that only unrecognized bytes may reference would be lost: then no style matches.
            laid_out.forget_unknown();
            let known = laid_out.to_bytes(args);
            lay_out_known(&mut laid_out, args, *style).is_ok() && laid_out.to_bytes(args) == known
        })
}

//! Checks C++ names: everything that items and their fields mirror must be findable in a header.

use crate::model::{Bits, Content, Field, Item, Type};
use crate::span::Spanned;

use super::Checker;

impl Checker<'_> {
    /// Checks the C++ names of an item and of everything in it.
    pub(super) fn mirrored(&self, item: &Item) {
        let holder = item.cpp.as_ref();
        item.mirrored().for_each(|cpp| self.cpp_type(cpp));
        match &item.content {
            Content::Switch(union) if union.size.is_some() => {
                self.cpp_members(holder, union.arms.iter().map(|arm| &arm.cpp));
            }
            Content::Struct(of) => {
                for (holder, fields) in item.fields_by_version() {
                    self.cpp_members(holder, fields.iter().map(|field| &field.cpp));
                }
                let moved = of
                    .fields
                    .iter()
                    .skip_while(|field| self.schema.is_in_place(field));
                for cpp in moved.filter_map(|field| field.cpp.as_ref()) {
                    let noted = self.note(
                        cpp,
                        "the field has no fixed offset, so it cannot mirror a C++ member",
                    );
                    noted.help("only fields before all counts, offsets and conditions can mirror a C++ member");
                }
            }
            Content::Bits(bits) => self.cpp_bits(&item.name, bits),
            Content::Enum(_) | Content::Switch(_) | Content::Let(_) => {}
        }
    }

    fn cpp_type(&self, cpp: &Spanned<String>) {
        if !is_path(cpp, "::") {
            self.note(cpp, format!("`{cpp}` is not a C++ type"))
                .help("use its full name, such as `llvm::dxbc::Header`");
        }
    }

    fn cpp_members<'c>(
        &self,
        holder: Option<&Spanned<String>>,
        members: impl Iterator<Item = &'c Option<Spanned<String>>>,
    ) {
        for cpp in members.flatten() {
            self.cpp_member(cpp);
            if holder.is_none() {
                let what = format!("the C++ type of the member `{cpp}` is missing");
                self.note(cpp, what)
                    .help("name the type in `cpp` of the struct, or remove this key");
            }
        }
    }

    fn cpp_member(&self, cpp: &Spanned<String>) {
        if !is_path(cpp, ".") {
            self.note(cpp, format!("`{cpp}` is not a C++ member"))
                .help("use its name, or `Member.Inner` for a member of a member");
        }
    }

    /// Checks packed bits, which have no C++ type: the item that contains them must have one.
    fn cpp_bits(&self, name: &Spanned<String>, bits: &Bits) {
        let members = || bits.fields.iter().filter_map(|field| field.cpp.as_ref());
        members().for_each(|cpp| self.cpp_member(cpp));
        let is_whole = self.schema.lost.is_empty() && !self.schema.torn;
        if let Some(cpp) = members().next()
            && is_whole
            && !self.schema.items.iter().any(|item| holds(item, name))
        {
            let what = format!("the C++ type of the member `{cpp}` is missing");
            self.note(cpp, what).help(format!(
                "no struct that mirrors a C++ type has a field of the type `{name}`"
            ));
        }
    }
}

/// Whether an item that mirrors a C++ type contains a field of this type.
fn holds(item: &Item, of: &str) -> bool {
    let is = |ty: &Type| ty.base.item() == Some(of);
    let holds = |(cpp, fields): (Option<_>, &[Field])| {
        cpp.is_some() && fields.iter().any(|field| is(&field.ty))
    };
    item.fields_by_version().into_iter().any(holds)
}

/// Whether a text consists of names with `between` between them.
fn is_path(text: &str, between: &str) -> bool {
    text.split(between).all(|name| {
        !name.starts_with(|letter: char| letter.is_ascii_digit())
            && !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    })
}

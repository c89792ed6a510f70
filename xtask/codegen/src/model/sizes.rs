//! Computes fixed sizes.

use super::{Base, Content, Field, Form, Schema};

impl Schema {
    /// The size of a type in bytes, if it is fixed.
    pub fn size(&self, base: &Base) -> Option<u64> {
        match base {
            Base::Integer(bits) | Base::Signed(bits) | Base::Float(bits) => {
                Some(u64::from(*bits) / 8)
            }
            Base::FourCC => Some(4),
            Base::StringRef | Base::RowRef(_) | Base::ListRef(_) | Base::Lists => Some(4),
            Base::Bool8 => Some(1),
            Base::Array(of, count) => self.size(of)?.checked_mul(*count),
            Base::Item(name) => {
                if let Some(known) = self.sizes.borrow().get(name) {
                    return *known;
                }
                // An item that contains itself has no fixed size.
                self.sizes.borrow_mut().insert(name.clone(), None);
                let size = self.size_of_item(name);
                self.sizes.borrow_mut().insert(name.clone(), size);
                size
            }
            _ => None,
        }
    }

    fn size_of_item(&self, name: &str) -> Option<u64> {
        match self.content(name)? {
            Content::Enum(item) => Some(u64::from(item.bits) / 8),
            Content::Bits(item) => Some(u64::from(item.bits) / 8),
            Content::Struct(of) if of.form == Form::Record => self.size_of_fields(&of.fields),
            Content::Switch(switch) => u64::try_from(switch.size.as_ref()?.value).ok(),
            Content::Struct(_) | Content::Let(_) => None,
        }
    }

    /// The sum of the sizes of fields.
    fn size_of_fields(&self, fields: &[Field]) -> Option<u64> {
        fields.iter().try_fold(0u64, |size, field| {
            size.checked_add(self.size(&field.ty.base)?)
        })
    }

    /// Whether a field of a sequence always follows the fields before it, with a fixed size: it has no count, offset or
    /// condition.
    pub(crate) fn is_in_place(&self, field: &Field) -> bool {
        let is_always = field.condition.is_none() && field.known.is_none();
        let size = self.size(&field.ty.base);
        field.kind.is_single() && size.is_some() && field.at.is_none() && is_always
    }
}

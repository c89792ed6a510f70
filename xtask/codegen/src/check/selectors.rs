//! Checks selectors, and other enum values that are passed as arguments: their enum must be that of the parameter.

use crate::expression::{Expression, Type as Found};
use crate::model::{Base, Field, Type};
use crate::span::Spanned;
use dxc_text::words::nearest;

use super::Checker;

impl Checker<'_> {
    /// Checks that the selector of a union is a field of the same record or struct.
    pub(super) fn selected(&self, name: &Spanned<String>, ty: &Type, beside: &[&Field]) {
        let Some(of) = ty.base.inner_item() else {
            return;
        };
        let union = self.schema.union(of);
        let Some(selector) = union.and_then(|union| union.takes.first()) else {
            return;
        };
        let select = &selector.name;
        let mut fields = beside.iter();
        if let Some(field) = fields.find(|field| field.is_named(select)) {
            let is_other = |base: &Base| {
                let is_enum = |name: &str| self.is_enum_of(name, &selector.ty.base);
                base.item().is_none_or(|name| !is_enum(name))
            };
            let is_lost =
                |name: &str| self.schema.is_lost(name) || self.schema.item(name).is_none();
            let is_known = !field.ty.base.item().is_some_and(is_lost);
            if let (Base::Item(wanted), true) = (&selector.ty.base, is_known)
                && self.schema.enumeration(wanted).is_some()
                && is_other(&field.ty.base)
            {
                let what = format!("the selector `{select}` of `{of}` is not a `{wanted}`");
                let noted = self
                    .note(ty, what)
                    .other(&field.ty, "the type of the field");
                noted.help(format!("`{select}` needs the type `{wanted}`"));
            }
            return;
        }
        let what = format!("`{of}` needs a selector field `{select}`, which `{name}` lacks");
        let noted = self.note(ty, what).other(select, "selected by");
        let beside = beside.iter().map(|field| field.name.as_str());
        if let Some(near) = nearest(select, beside) {
            noted.help(format!("did you mean `{near}`?"));
        }
    }

    /// Checks that the argument of a type is not a value of another enum than the parameter's.
    pub(super) fn enum_passed(
        &self,
        ty: &Type,
        position: usize,
        argument: &Expression,
        found: &Found,
    ) {
        let Base::Item(of) = &ty.base else { return };
        let Some(parameter) = self.schema.takes(of).get(position) else {
            return;
        };
        if let (Found::Enum(found), Base::Item(wanted)) = (found, &parameter.ty.base)
            && !self.is_enum_of(found, &parameter.ty.base)
        {
            let what = format!("`{argument}` is a `{found}`, and `{of}` takes a `{wanted}`");
            self.note(argument, what)
                .other(&parameter.ty, "declared here");
        }
    }

    /// Whether an enum is the one that a type names, or has the same values.
    fn is_enum_of(&self, name: &str, base: &Base) -> bool {
        let values = |name: &str| {
            let of = self.schema.enumeration(name);
            of.map(|of| self.schema.values(of))
        };
        match (values(name), base.item().and_then(values)) {
            (Some(own), Some(wanted)) => std::ptr::eq(own, wanted),
            (own, _) => own.is_some(),
        }
    }
}

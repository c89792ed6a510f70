//! Records, the versions of records, and unions.

use super::{Builder, Facts};
use crate::declared;
use crate::diagnostic::Spanned;
use crate::load;
use crate::model::{Arm, Content, Field, Shown, Type, Union, Version, Versioned};
impl Builder<'_> {
    pub(super) fn versioned(&self, it: declared::Versioned) -> Facts {
        let by_size = it.versions.iter().all(|version| version.when.is_none());
        let content = Content::Versioned(Versioned {
            by_size,
            takes: self.parameters(it.takes),
            versions: self.versions(it.versions, by_size),
        });
        Facts::new(it.doc, it.source, content)
    }

    pub(super) fn union(&self, it: declared::Union) -> Facts {
        let arms = it.arms.into_iter();
        let content = Content::Union(Union {
            size: it.size,
            by: it.by,
            select: it.select,
            arms: arms.map(|arm| self.arm(arm)).collect(),
        });
        Facts::new(it.doc, it.source, content).mirroring(it.cpp)
    }

    pub(super) fn field(&self, field: declared::RecordField) -> Field {
        let (has_type, has_doc) = (field.ty.is_some(), field.doc.is_some());
        load::check_described(&field.name, has_type, has_doc, self.mistakes);
        let ty = field.ty.map(|ty| self.ty(&ty));
        let (ty, naming) = self.naming(ty.unwrap_or_else(|| Type::lost(&field.name.span)));
        Field {
            name: field.name,
            ty,
            is: field.is,
            default: field.default,
            cpp: field.cpp,
            reserved: field.reserved,
            shown: Shown {
                key: field.yaml,
                flatten: field.flatten,
                show: field.show,
                version: None,
            },
            reference: naming.table,
            last: naming.last,
            run: naming.run,
            len: naming.len,
            base: naming.base,
            null: naming.null,
            checked: naming.checked,
            doc: field.doc.unwrap_or_default(),
        }
    }

    fn versions(&self, declared: Vec<Spanned<declared::Version>>, by_size: bool) -> Vec<Version> {
        let mut versions: Vec<Version> = Vec::new();
        for version in declared {
            let (span, version) = (version.span, version.value);
            let fields = version.fields.into_iter();
            let fields =
                fields.filter_map(|field| self.field_of_version(field, by_size, &versions));
            let fields = fields.collect();
            let number = version.name.trim_start_matches('v').parse().ok();
            let number = number.map(|value| Spanned {
                value,
                span: version.name.span,
            });
            versions.push(Version {
                number: number.filter(|_| by_size),
                when: version.when,
                cpp: version.cpp,
                fields,
                span,
            });
        }
        versions
    }

    /// A field of a version. A bare name stands for the field of an earlier one.
    fn field_of_version(
        &self,
        field: declared::RecordField,
        by_size: bool,
        versions: &[Version],
    ) -> Option<Field> {
        if field.ty.is_some() {
            return Some(self.field(field));
        }
        let earlier = || versions.iter().flat_map(|version| &version.fields);
        let named = |earlier: &&Field| earlier.name.value == field.name.value;
        if let Some(earlier) = earlier().find(named) {
            return Some(Field {
                name: field.name,
                cpp: field.cpp,
                ..earlier.clone()
            });
        }
        if by_size || field.doc.is_some() || versions.is_empty() {
            return Some(self.field(field));
        }
        let name = &field.name;
        let what = format!(
            "`{}` has no `type`, and no earlier version has such a field",
            name.value
        );
        let noted = self.mistakes.note(&name.span, what);
        noted.legal(name, earlier().map(|earlier| earlier.name.as_str()));
        None
    }

    fn arm(&self, arm: declared::Arm) -> Arm {
        Arm {
            name: arm.name,
            when: arm.when,
            ty: self.ty(&arm.ty),
            shown: Shown {
                key: arm.yaml,
                flatten: arm.flatten,
                ..Shown::default()
            },
            cpp: arm.cpp,
            doc: arm.doc,
        }
    }
}

//! Sequences, and the choices in them.

use super::naming::Naming;
use super::{Builder, Facts, computed};
use crate::declared;
use crate::diagnostic::Spanned;
use crate::expression::origin;
use crate::model::{
    Arm, Choice, Content, FieldKind, Parameter, Sequence, SequenceField, Shown, Type,
};
impl Builder<'_> {
    pub(super) fn sequence(&self, it: declared::Sequence) -> Facts {
        let fields = it.fields.into_iter();
        let mut fields: Vec<_> = fields.map(|field| self.sequence_field(field)).collect();
        computed::infer(&mut fields);
        let content = Content::Sequence(Sequence {
            takes: self.parameters(it.takes),
            key: it.yaml,
            flatten: it.flatten,
            follows: it.follows,
            fields,
        });
        Facts::new(it.doc, it.source, content).mirroring(it.cpp)
    }

    pub(super) fn choice(&self, it: declared::Choice) -> Facts {
        let arms = it.arms.into_iter();
        let content = Content::Choice(Choice {
            takes: self.parameters(it.takes),
            by: it.by,
            otherwise: it.otherwise,
            arms: arms.map(|arm| self.choice_arm(arm)).collect(),
        });
        Facts::new(it.doc, it.source, content)
    }

    fn choice_arm(&self, arm: declared::ChoiceArm) -> Arm {
        Arm {
            name: arm.name,
            when: arm.when,
            ty: self.ty(&arm.ty),
            shown: Shown {
                key: arm.yaml,
                flatten: arm.flatten,
                ..Shown::default()
            },
            cpp: None,
            doc: arm.doc,
        }
    }

    fn sequence_field(&self, field: Spanned<declared::SequenceField>) -> SequenceField {
        let (span, field) = (field.span, field.value);
        let is_padding = field.align.is_some() && field.at.is_none() && !field.pool;
        let ty = match &field.ty {
            Some(ty) => Some(self.parse_type(ty)),
            None => (!is_padding).then(|| Type::lost(&span)),
        };
        let (ty, naming) = match ty.map(|ty| self.naming_of_pool(ty)) {
            Some((ty, naming)) => (Some(ty), naming),
            None => (None, Naming::default()),
        };
        let manner = ty.as_ref().map(Type::manner).unwrap_or_default();
        let at = field.at.map(|at| origin(at, self.source));
        let (from, at) = at.map_or((None, None), |(from, at)| (from, Some(at)));
        SequenceField {
            name: field.name,
            ty,
            kind: FieldKind::default(),
            cpp: field.cpp,
            kept: field.kept,
            is: field.is,
            usual: field.usual,
            default: field.default,
            shown: Shown {
                key: field.yaml,
                flatten: field.flatten,
                show: field.show,
                version: field.version,
            },
            count: field.count,
            each: field.each,
            unknown: field.unknown,
            manner,
            named: field.named,
            stride: field.stride,
            size: field.size,
            at,
            from,
            align: field.align,
            fill: field.fill,
            condition: field.condition,
            ours: field.ours,
            known: field.known,
            null: naming.null.or(field.null),
            pool: field.pool,
            near: field.near,
            reference: naming.table,
            doc: field.doc,
        }
    }

    pub(super) fn parameters(&self, takes: Vec<Spanned<String>>) -> Vec<Parameter> {
        takes.into_iter().map(|text| self.parameter(text)).collect()
    }

    /// `name: type`.
    fn parameter(&self, text: Spanned<String>) -> Parameter {
        let parts = text
            .split_once(':')
            .map(|(name, ty)| (name.trim(), ty.trim()));
        let is_whole = |(name, ty): &(&str, &str)| {
            syn::parse_str::<syn::Ident>(name).is_ok() && !ty.is_empty()
        };
        match parts.filter(is_whole) {
            Some((name, ty)) => {
                let ty = self.parse_type(&self.source.part(&text, ty));
                Parameter {
                    name: self.source.part(&text, name),
                    ty,
                }
            }
            None => {
                let what = format!("`{}` is no parameter", text.value);
                let noted = self.mistakes.note(&text.span, what);
                noted.help("a parameter is written `name: type`");
                Parameter {
                    ty: Type::lost(&text.span),
                    name: text,
                }
            }
        }
    }
}

//! Checks how documents show values: which keys match which types.

use crate::expression::Expression;
use crate::model::{Base, Content, Enum, Field, FieldKind, Show, Shown, Struct, Type};

use super::Checker;

impl Checker<'_> {
    /// Checks the keys of a single value.
    pub(super) fn check_shown(&self, shown: &Shown, ty: Option<&Type>) {
        self.check_shown_if(shown, ty, false, false);
    }

    /// Like `check_shown`, for a value that may be `counted`, or that is computed under a condition and otherwise
    /// absent.
    fn check_shown_if(
        &self,
        shown: &Shown,
        ty: Option<&Type>,
        counted: bool,
        is_conditional: bool,
    ) {
        let base = ty.map(|ty| &ty.base);
        let content = base.and_then(|base| self.schema.content_of(base));
        if let (Some(Base::Item(_)), None) = (base, content) {
            // Already reported.
            return;
        }
        let flags = content.and_then(Content::flags);
        let holds_fields = content.is_some_and(|content| {
            content.enumeration().is_none() && !matches!(content, Content::Let(_))
        });
        if let Some(flatten) = &shown.flatten
            && (counted || !holds_fields)
        {
            self.note(flatten, "only a single value with fields can be flattened")
                .help("structs, switches, bits and flags have fields");
        }
        if let (Some(flatten), Some(key)) = (&shown.flatten, &shown.key)
            && (flags.is_none() && content.and_then(Content::union).is_none())
        {
            self.note(&key.newest, "a flattened field has no key")
                .other(flatten, "flattened");
        }
        let Some(show) = &shown.show else { return };
        let (fits, what) = match show.value {
            Show::Set => (
                counted || flags.is_some() || matches!(base, Some(Base::Integer(_))),
                "flags, an integer or a list",
            ),
            Show::Mask => (matches!(base, None | Some(Base::Integer(_))), "an integer"),
            Show::Version => (ty.is_none(), "a bit field without a type"),
            Show::Number => (content.and_then(Content::enumeration).is_some(), "an enum"),
            Show::Signed => (matches!(base, Some(Base::Integer(_))), "an integer"),
            Show::Text => (matches!(base, Some(Base::Bytes)), "bytes"),
            Show::Always => (
                is_conditional && matches!(base, Some(Base::Integer(_))),
                "a computed integer with an `if`",
            ),
            Show::Never => (true, ""),
        };
        if !fits {
            let noted = self.note(show, format!("`show` requires {what} here"));
            if let (Show::Text, Some(Base::Array(of, count))) = (show.value, base)
                && **of == Base::Integer(8)
            {
                noted.help(format!(
                    "in a structure, use `type = \"bytes\", count = \"{count}\"`"
                ));
            }
        }
    }

    /// Checks the keys of a field of a sequence.
    pub(super) fn sequence_shown(&self, before: &[Field], field: &Field) {
        let is_conditional = field.is.is_some() && field.condition.is_some();
        let counted = field.count.is_some();
        self.check_shown_if(&field.shown, Some(&field.ty), counted, is_conditional);
        if let (Some(flatten), Some(condition)) = (
            &field.shown.flatten,
            field.condition.as_deref().or(field.known.as_ref()),
        ) {
            self.note(flatten, "an optional field cannot be flattened")
                .other(condition, "it may")
                .help("its key shows whether it is present");
        }
        let may_be_newer = matches!(
            field.kind,
            FieldKind::Value | FieldKind::Computed | FieldKind::Strings
        );
        if let Some(llvm) = &field.shown.llvm {
            if llvm.truth() == Some(true) {
                self.note(llvm, "`llvm` is a number, a condition or `false`")
                    .help("without `llvm`, every LLVM that has the part has the key");
            } else if llvm.number().is_some() && !may_be_newer {
                self.note(
                    llvm,
                    "a number as `llvm` requires a single value, or strings",
                )
                .help("a part has `llvm`, too; lists have a condition");
            }
        }
        if let Some(each) = &field.each {
            let end = each.range().map(|(_, end)| end);
            let is_bounded = |end: &Expression| {
                end.number().is_some() || before.iter().any(|field| field.bounds(each))
            };
            if end.is_none() {
                self.note(&each.text, "expected `name in 0..N`")
                    .help("for example `stream in 0..4`, with `stream` in `count`");
            } else if let Some(end) = end.filter(|end| !is_bounded(end)) {
                let what = format!("no list before this one has the `count` `{end}`");
                self.note(&each.text, what)
                    .help("use a literal, or the `count` of the list with the lengths");
            }
        }
    }

    /// Checks that documents show the version of records that have several versions.
    pub(super) fn version_shown(&self, sequence: &Struct, field: &Field) {
        let versions = match &field.ty.base {
            base if sequence.is_taken(base) => "may have several versions".to_owned(),
            base => match self.schema.versions_by_size(base) {
                None | Some(0 | 1) => return,
                Some(count) => format!("has {count} versions"),
            },
        };
        let help = match &field.stride {
            None if field.shown.version.is_some() => return,
            None => {
                "`version`: the key of documents for the version, such as `version = \"Version\"`"
                    .to_owned()
            }
            Some(stride) => match hidden_stride(sequence, stride) {
                Some(source_field) => format!("`yaml`: the key of documents for `{source_field}`"),
                None => return,
            },
        };
        let what = format!(
            "`{}` {versions}, and documents do not show which",
            field.name
        );
        self.note(&field.name, what).help(help);
    }

    /// Checks the column with the names in documents.
    pub(super) fn shown_by(&self, item: &Enum) {
        let Some(column) = &item.shown_by else { return };
        let texts = item.columns.iter().filter(|column| !column.is_number());
        let legal: Vec<&str> = texts.map(|column| column.name.as_str()).collect();
        if !legal.contains(&column.as_str()) {
            let what = format!("there is no column `{column}` of strings");
            self.note(column, what).legal(column, legal);
        }
    }
}

/// The field of a stride, if documents show neither that field nor the version of the records.
fn hidden_stride<'s>(sequence: &'s Struct, stride: &Expression) -> Option<&'s str> {
    let mut fields = sequence.fields.iter();
    let source_field = fields.find(|field| stride.is_field(&field.name))?;
    let is_shown = source_field.is.is_none() || source_field.shown.key.is_some();
    let mut others = sequence.fields.iter();
    let follows = others.any(|field| field.shown.version.is_some());
    (!is_shown && !follows).then_some(&source_field.name)
}

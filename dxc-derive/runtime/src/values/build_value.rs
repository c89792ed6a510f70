//! Builds values from documents: a visitor fills the fields of a new value.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::problem::DocumentError;
use super::requested::Requested;
use super::scope::Scope;
use super::source::Source;
use super::value::{each, len, unsigned};
use crate::fields::{Field, Fields, TableDeclaration, TableKind, Visitor};
use crate::shape::{LlvmKey, ValueForm};
use crate::tables::{LISTS, LayOut, STRINGS};
use crate::{Blob, BySize, Fixed, Row, SizedRecord, Strided, StringTable};

type Result<T> = core::result::Result<T, DocumentError>;

/// The fields that a visit fills. Values come first, since the arguments of other fields depend on them.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// Single values.
    Values,
    /// Records, structures, bytes and texts.
    Contents,
    /// The tables of the part, to which its records have added their references.
    Tables,
}

/// A computed field in the document.
#[derive(Clone, Copy)]
pub(super) struct Stated {
    pub(super) key: &'static str,
    pub(super) number: Option<u32>,
    /// Whether the document has its key.
    pub(super) is_given: bool,
}

/// Fills a value with the content of a map. Optional fields without a key are absent.
struct BuildValue<'b, 'd> {
    source: &'b Source<'d>,
    scope: &'b mut Scope,
    pass: Pass,
    is_nested: bool,
    /// The computed fields, by name.
    computed: BTreeMap<&'static str, Stated>,
    /// The rule for the size of each record of the next field, and that size.
    stride: (&'static str, Option<u32>),
    result: Result<()>,
}

/// The value of a part in a document, and the entries of tables that its records reference.
pub(super) fn part_value<T: LayOut>(
    source: &Source<'_>,
    args: T::Args,
    requested: Requested,
) -> Result<(T, Scope)> {
    let mut scope = Scope::default();
    scope.requested = requested;
    scope.has_tables = has_tables::<T>();
    if T::REFERS {
        let own = |is_kind: fn(&TableKind) -> bool, usual| {
            let table = T::TABLES.iter().find(|table| is_kind(&table.kind));
            (table.map_or(usual, |table| table.name), table.is_none())
        };
        let strings = own(|kind| matches!(kind, TableKind::Strings { .. }), STRINGS);
        scope.enclosing_strings.name = Some(strings.0);
        scope.enclosing_strings.is_awaited = strings.1;
        let lists = own(|kind| matches!(kind, TableKind::Lists), LISTS);
        scope.enclosing_lists.name = Some(lists.0);
        scope.enclosing_lists.is_awaited = lists.1;
    }
    let value = build(source, args, &mut scope, false)?;
    source.finish()?;
    Ok((value, scope))
}

/// Whether a part, or a structure in it, has tables.
pub(super) fn has_tables<T: LayOut>() -> bool {
    T::REFERS || !T::TABLES.is_empty()
}

/// The value of a structure in a document.
fn structure<T: Fields>(source: &Source<'_>, args: T::Args, scope: &mut Scope) -> Result<T> {
    build(source, args, scope, true)
}

fn build<T: Fields>(
    source: &Source<'_>,
    args: T::Args,
    scope: &mut Scope,
    is_nested: bool,
) -> Result<T> {
    let mut value = T::new_value(args)?;
    let mut build = BuildValue {
        source,
        scope,
        pass: Pass::Values,
        is_nested,
        computed: BTreeMap::new(),
        stride: ("", None),
        result: Ok(()),
    };
    for pass in [Pass::Values, Pass::Contents, Pass::Tables] {
        build.pass = pass;
        value.visit(Some(args), &mut build);
    }
    build.result.map(|()| value)
}

impl<'d> BuildValue<'_, 'd> {
    /// Calls `fill` in its pass, unless there was an error.
    fn fill(&mut self, pass: Pass, fill: impl FnOnce(&Source<'d>, &mut Scope) -> Result<()>) {
        if self.pass == pass && self.result.is_ok() {
            self.result = fill(self.source, self.scope);
        }
    }
}

/// The arguments of records or structures, which are known after the pass of single values.
fn known<A>(args: Option<A>) -> Result<A> {
    args.ok_or_else(|| DocumentError::new("the arguments are unknown"))
}

impl<'v> Visitor<'v> for BuildValue<'_, '_> {
    fn value<T: Row<Context = ()>>(&mut self, field: &'static Field, value: &'v mut T) {
        self.fill(Pass::Values, |source, scope| {
            *value = source.row(&field.shown, *value, (), scope)?;
            Ok(())
        });
    }

    fn optional<T: Fixed>(&mut self, field: &'static Field, value: &'v mut Option<T>) {
        self.fill(Pass::Values, |source, scope| {
            let has = source.has(&field.shown);
            let read = has.then(|| source.row(&field.shown, T::default(), (), scope));
            *value = read.transpose()?;
            Ok(())
        });
    }

    fn computed<T: Fixed>(&mut self, field: &'static Field, new: T) {
        let (key, mut number) = (self.source.key(&field.shown), None);
        self.fill(Pass::Values, |source, scope| {
            let since = matches!(field.shown.llvm, LlvmKey::Since(_));
            if since && field.shown.form == ValueForm::Never {
                // LLVM's documents may contain it.
                source.read(key, unsigned::<u64>)?;
            }
            let value = source.row(&field.shown, new, (), scope)?;
            let mut bytes = [0; 8];
            let is_encoded = value.encode(&mut bytes).is_some();
            number = Some(u64::from_le_bytes(bytes)).filter(|_| is_encoded);
            Ok(())
        });
        if self.pass == Pass::Values {
            let number = number.and_then(|number| number.try_into().ok());
            let stated = Stated {
                key,
                number,
                is_given: self.source.has(&field.shown),
            };
            self.computed.insert(field.name, stated);
        }
    }

    fn link(&mut self, field: &'static Field, index: &'v mut u32) {
        self.value(field, index);
    }

    fn optional_link(&mut self, field: &'static Field, index: &'v mut Option<u32>) {
        self.optional(field, index);
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, record: &'v mut SizedRecord<T>) {
        self.fill(Pass::Values, |source, scope| {
            *record = source.sized(&field.shown, scope)?;
            Ok(())
        });
    }

    fn stride(&mut self, rule: &'static str, size: Option<u32>) {
        self.stride = (rule, size);
    }

    fn strided<T: Row<Context = ()>>(
        &mut self,
        field: &'static Field,
        records: &'v mut Strided<T>,
    ) {
        let (rule, size) = core::mem::take(&mut self.stride);
        let stated = match self.computed.get(rule) {
            Some(stated) => *stated,
            None => Stated {
                key: rule,
                number: size,
                is_given: true,
            },
        };
        self.fill(Pass::Contents, |source, scope| {
            *records = source.strided(&field.shown, stated, scope)?;
            Ok(())
        });
    }

    fn run<T: Row>(
        &mut self,
        field: &'static Field,
        records: &'v mut Vec<T>,
        context: Option<T::Context>,
    ) {
        self.fill(Pass::Contents, |source, scope| {
            *records = source.run(&field.shown, known(context)?, field.each, scope)?;
            Ok(())
        });
    }

    fn record<T: Row>(
        &mut self,
        field: &'static Field,
        record: &'v mut T,
        context: Option<T::Context>,
    ) {
        self.fill(Pass::Contents, |source, scope| {
            *record = source.row(&field.shown, *record, known(context)?, scope)?;
            Ok(())
        });
    }

    fn arm<T: Fields>(&mut self, field: &'static Field, value: &'v mut T, args: Option<T::Args>) {
        self.nested(field, value, args);
    }

    fn nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut T,
        args: Option<T::Args>,
    ) {
        self.fill(Pass::Contents, |source, scope| {
            let args = known(args)?;
            *value = source.inner(&field.shown, |source| structure(source, args, scope))?;
            Ok(())
        });
    }

    fn optional_nested<T: Fields>(
        &mut self,
        field: &'static Field,
        value: &'v mut Option<T>,
        args: Option<T::Args>,
    ) {
        self.fill(Pass::Contents, |source, scope| {
            let inner = source.has(&field.shown).then(|| {
                let args = known(args)?;
                source.inner(&field.shown, |source| structure(source, args, scope))
            });
            *value = inner.transpose()?;
            Ok(())
        });
    }

    fn items<T: Fields>(
        &mut self,
        field: &'static Field,
        items: &'v mut Vec<T>,
        args: Option<T::Args>,
    ) {
        let (rule, size) = core::mem::take(&mut self.stride);
        self.fill(Pass::Contents, |source, scope| {
            let read = source.read(source.key(&field.shown), |node| {
                let args = known(args)?;
                scope.count_structures(len(node))?;
                each(node, |node| {
                    Source::whole(node, |source| structure(source, args, scope))
                })
            });
            *items = read?.unwrap_or_default();
            match rule {
                "" => Ok(()),
                _ => source.check_strides(&field.shown, items.len(), (size, rule), scope),
            }
        });
    }

    fn strings(
        &mut self,
        field: &'static Field,
        strings: &'v mut StringTable,
        _: &'static TableDeclaration,
    ) {
        if self.is_nested {
            return self.fill(Pass::Contents, |source, scope| {
                *strings = source.table_of_strings(&field.shown, scope)?;
                Ok(())
            });
        }
        self.fill(Pass::Tables, |source, scope| {
            *strings = scope.strings(field.name);
            source.table_entries(&field.shown)
        });
    }

    fn numbers(
        &mut self,
        field: &'static Field,
        numbers: &'v mut Vec<u32>,
        table: &'static TableDeclaration,
    ) {
        if !self.is_nested {
            return self.fill(Pass::Tables, |_, scope| {
                *numbers = scope.numbers(field.name);
                Ok(())
            });
        }
        self.fill(Pass::Contents, |source, scope| {
            *numbers = match table.kind {
                TableKind::Lists => source.table_of_lists(&field.shown, scope)?,
                _ => source.run::<u32>(&field.shown, (), false, scope)?,
            };
            Ok(())
        });
    }

    fn blob<T: Blob>(&mut self, field: &'static Field, blob: &'v mut T, _: bool) {
        self.fill(Pass::Contents, |source, _| {
            *blob.bytes_mut() = source.blob(T::CONTENT, &field.shown)?;
            Ok(())
        });
    }

    fn optional_blob<T: Blob>(&mut self, field: &'static Field, blob: &'v mut Option<T>) {
        self.fill(Pass::Contents, |source, _| {
            if source.has(&field.shown) {
                let mut read = T::default();
                *read.bytes_mut() = source.blob(T::CONTENT, &field.shown)?;
                *blob = Some(read);
            }
            Ok(())
        });
    }
}

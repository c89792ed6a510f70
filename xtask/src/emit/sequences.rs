//! Sequences.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::attribute::{list, shown};
use super::{Emitter, docs};
use crate::check::{is_nested, scope};
use crate::diagnostic::Spanned;
use crate::expression::{Entity, Expression, Lowered, Rules, Scope, is_plain, settable};
use crate::model::{Base, Item, Schema, Sequence, SequenceField};

impl Emitter<'_> {
    pub(super) fn sequence(&self, item: &Item, sequence: &Sequence) -> TokenStream {
        let item_docs = self.record_docs(item, &self.order_of_sequence(item, sequence));
        let (name, view) = (
            format_ident!("{}", item.name.value),
            format_ident!("{}View", item.name.value),
        );
        let takes = self.parameters(&sequence.takes);
        let takes = (!takes.is_empty()).then(|| list("takes", &takes));
        let records = sequence.takes.iter();
        let records = records.filter(|parameter| parameter.ty.base == Base::Record);
        let records: Vec<_> = records
            .map(|parameter| format_ident!("{}", parameter.name.value))
            .collect();
        let records = (!records.is_empty()).then(|| quote!(<#(#records: BySize),*>));
        let view = [format!("view = {view}")];
        let is_inner = self.schema.is_inner(&item.name.value);
        let nested = is_inner.then(|| "nested".to_owned());
        let key = sequence.key.as_ref();
        let key = key.map(|key| format!("yaml = {:?}", key.value));
        let follows = sequence.follows.as_ref();
        let follows = follows.map(|record| format!("follows = {}", record.value));
        let refers = self.refers(&item.name.value);
        let words = view.into_iter().chain(takes).chain(follows).chain(nested);
        let words = words.chain(refers);
        let flatten = sequence.flatten.as_ref().map(|_| "flatten".to_owned());
        let words = words.chain(key).chain(flatten).collect();
        let attribute = self.attributes.named("sequence", words);
        let fields = (0..sequence.fields.len()).map(|index| self.sequence_field(sequence, index));
        let takes_rest = sequence
            .fields
            .iter()
            .any(|field| field.takes_rest() && !field.leaves_some(self.schema));
        // What a pool holds may lie anywhere: what lies between is remembered.
        let has_pool = sequence.fields.iter().any(|field| field.pool);
        let trailing = (!takes_rest && !is_inner && !has_pool).then(|| {
            let docs = docs(&["Bytes after the last field, which are kept."], 4);
            quote!(#docs #[dxc(trailing)] pub trailing: Vec<u8>,)
        });
        // What stands inside may be placed, too.
        let placed = sequence.fields.iter().any(|field| {
            field.at.is_some() || field.align.is_some() || has_inner(self.schema, field)
        });
        let memory = (placed && !is_inner).then(|| {
            let docs = docs(
                &["The layout that was read, if it is not the usual one."],
                4,
            );
            quote!(#docs #[dxc(memory)] pub memory: Memory,)
        });
        quote! {
            #item_docs
            #attribute
            #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub struct #name #records {
                #(#fields)*
                #trailing
                #memory
            }
        }
    }

    fn sequence_field(&self, sequence: &Sequence, index: usize) -> TokenStream {
        let field = &sequence.fields[index];
        if let Some(align) = field.align.as_ref().filter(|_| field.is_padding()) {
            let fill = field.fill.as_ref();
            let fill = fill.map(|fill| format!("fill = {}", fill.value));
            let align = format!("align = {}", align.value);
            let words = [Some(align), fill].into_iter().flatten().collect();
            let words = self.attributes.dxc(words);
            let name = format_ident!("padding_{index}");
            return quote!(#words #name: (),);
        }
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
            return TokenStream::new();
        };
        let scope = scope(self.schema, sequence, index, self.mistakes);
        let entity = scope
            .names
            .iter()
            .find(|known| known.name == name.value)
            .map(|known| known.entity.clone());
        let usual = field.usual.as_ref().map_or_else(String::new, |usual| {
            format!("`None` stands for the usual value, `{}`.", usual.value)
        });
        let begins = match field.manner.nul_first {
            true => "A new table begins with the empty string, `intern(\"\")`, so that 0 names it.",
            false => "",
        };
        let docs = docs(
            &[field.doc.as_deref().unwrap_or_default(), &usual, begins],
            4,
        );
        let words = self
            .attributes
            .dxc(self.words(sequence, field, &scope, entity.as_ref()));
        let base = self.applied(ty);
        let rust = match entity {
            _ if field.usual.is_some() => quote!(Option<#base>),
            Some(Entity::Strided) => quote!(Strided<#base>),
            Some(Entity::Run) if self.is_named(sequence, field) => quote!(IndexTable),
            Some(Entity::Run) => quote!(Vec<#base>),
            Some(Entity::Sized(_)) => quote!(SizedRecord<#base>),
            Some(Entity::Absent(_) | Entity::Pooled { or_none: true }) => quote!(Option<#base>),
            _ if field.null.is_some() => quote!(Option<#base>),
            _ if field.pool => quote!(Pool<#base>),
            _ => base,
        };
        let visibility = field.is.is_none().then(|| quote!(pub));
        let name = format_ident!("{}", name.value);
        quote!(#docs #words #visibility #name: #rust,)
    }

    fn words(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        scope: &Scope<'_>,
        entity: Option<&Entity>,
    ) -> Vec<String> {
        let early = Rules::default();
        let late = Rules {
            ahead: true,
            ..early
        };
        let mut words = Vec::new();
        words.extend(self.kind(sequence, field, entity).map(str::to_owned));
        let rule = |text: &Expression, lowered: &Lowered| self.rule(text, &as_int(text, lowered));
        if let Some((text, lowered)) = field
            .condition
            .as_ref()
            .and_then(|text| Some((text, scope.condition(text, early)?)))
        {
            let rule = self.rule(text, &lowered.rust);
            words.push(format!("if = {rule}"));
        }
        if let Some((text, lowered)) = field
            .ours
            .as_ref()
            .and_then(|text| Some((text, scope.condition(text, early)?)))
        {
            let rule = self.rule(text, &lowered.rust);
            words.push(format!("ours = {rule}"));
        }
        if let Some((text, lowered)) = field
            .at
            .as_ref()
            .and_then(|text| Some((text, scope.number(text, early)?)))
        {
            let at = as_int(text, &lowered);
            let at = match &field.from {
                Some(from) => {
                    let from = format_ident!("at_{}", from.value);
                    quote!(int(#from) + #at)
                }
                None => at,
            };
            let rule = self.rule(text, &at);
            words.push(format!("at = {rule}"));
        }
        words.extend(placed(field));
        for (word, text) in [("is", &field.is), ("usual", &field.usual)] {
            let Some((text, lowered)) = text
                .as_ref()
                .and_then(|text| Some((text, scope.lower(text, late)?)))
            else {
                continue;
            };
            words.push(format!("{word} = {}", rule(text, &lowered)));
            if lowered.late && word == "is" {
                words.push("late".to_owned());
            }
            if word == "is" && holds(sequence, field, text, scope) {
                words.push("holds".to_owned());
            }
        }
        match &field.count {
            Some(count) if count.is_rest() => words.push("to_end".to_owned()),
            Some(text) => {
                let Some(lowered) = scope.number(text, early) else {
                    return words;
                };
                words.push(format!("count = {}", rule(text, &lowered)));
                words.extend(self.on_writing(sequence, field, text, scope));
            }
            None => {}
        }
        let each = field.each.as_ref().and_then(|each| each.range());
        words.extend(each.map(|(name, end)| format!("each({name}, {end})")));
        words.extend(field.manner.words());
        words.extend(field.unknown.then(|| "unknown".to_owned()));
        if !field.named.is_empty() {
            let names: Vec<String> = field.named.iter().map(|name| name.value.clone()).collect();
            words.push(list("named", &names));
        }
        if field.size.as_ref().is_some_and(|size| size.is_rest()) {
            words.push("to_end".to_owned());
        }
        for (word, text) in [("stride", &field.stride), ("size", &field.size)] {
            let Some((text, lowered)) = text
                .as_ref()
                .filter(|text| !text.is_rest())
                .and_then(|text| Some((text, scope.number(text, early)?)))
            else {
                continue;
            };
            words.push(format!("{word} = {}", rule(text, &lowered)));
            if word == "size" && !is_computed(sequence, text) {
                words.push("compare".to_owned());
            }
        }
        let args = field.ty.iter().flat_map(|ty| self.schema.arguments(ty));
        let values = args.filter(|(_, is_record)| !is_record);
        let with: Vec<String> = values
            .filter_map(|(text, _)| Some(rule(text, &scope.number(text, late)?)))
            .collect();
        if !with.is_empty() {
            words.push(list("with", &with));
        }
        if let (Some(Entity::Run | Entity::Strided), Some(ty)) = (entity, &field.ty) {
            words.extend(self.checks(&ty.base));
        }
        words.extend(shown(&field.shown));
        words
    }

    /// The word that names what a field is, where no other word does.
    fn kind(
        &self,
        sequence: &Sequence,
        field: &SequenceField,
        entity: Option<&Entity>,
    ) -> Option<&'static str> {
        let is_told = field.is.is_some() || field.usual.is_some() || field.pool;
        match (&field.ty.as_ref()?.base, entity?) {
            _ if is_told || field.reference.is_some() => None,
            (Base::CStr, _) => Some("text"),
            (Base::Bytes, _) => Some("bytes"),
            (Base::Strings, _) => Some("strings"),
            (Base::Lists, _) => Some("lists"),
            _ if has_inner(self.schema, field) => Some(match field.count {
                Some(_) => "items",
                None => "nested",
            }),
            (_, Entity::Strided) => Some("strided"),
            (_, Entity::Run) if self.is_named(sequence, field) => Some("index_table"),
            (_, Entity::Run) => Some("run"),
            (_, Entity::Sized(_)) => Some("sized"),
            (_, Entity::Absent(_)) => Some("optional"),
            _ => None,
        }
    }

    /// What writing does about a count: nothing where it is computed from the run; it sets a kept field that a path
    /// names; it compares anything else.
    fn on_writing(
        &self,
        sequence: &Sequence,
        run: &SequenceField,
        count: &Expression,
        scope: &Scope<'_>,
    ) -> Option<String> {
        let name = run.name.as_ref()?;
        let path = count.path();
        let root = path.as_ref().and_then(|path| path.first());
        let named = |field: &&SequenceField| {
            let name = field.name.as_ref();
            name.is_some_and(|name| root.is_some_and(|root| **root == name.value))
        };
        let field = sequence.fields.iter().find(named);
        if let Some(is) = field.and_then(|field| field.is.as_ref()) {
            let round = run.manner.round;
            let is_own =
                is.is_length(name) || round.is_some_and(|round| is.is_rounded_length(name, round));
            return (!is_own).then(|| "compare".to_owned());
        }
        // Of several runs with one count, the first sets it.
        let counted = |field: &&SequenceField| field.count.as_ref() == Some(count);
        let first = sequence.fields.iter().find(counted)?.name.as_ref()?;
        let is_always = run.null.is_none();
        let is_single = run.each.is_none() && path.is_some();
        let field = field.filter(|field| field.usual.is_none() && field.reference.is_none());
        if is_single && field.is_some() && is_always && first.value == name.value {
            let set = settable(scope, count).map(|set| format!("sets = {set}"));
            return set.or(Some("compare".to_owned()));
        }
        Some("compare".to_owned())
    }

    /// Whether records of the sequence name runs of a field.
    fn is_named(&self, sequence: &Sequence, table: &SequenceField) -> bool {
        let types = sequence.fields.iter().filter_map(|field| field.ty.as_ref());
        types
            .flat_map(|ty| self.schema.fields(&ty.base))
            .filter_map(|field| field.run.as_ref())
            .any(|run| {
                table
                    .name
                    .as_ref()
                    .is_some_and(|name| name.value == run.value)
            })
    }

    /// The offsets into a table that reading checks.
    fn checks(&self, records: &Base) -> Vec<String> {
        let mut checks = Vec::new();
        for field in self
            .schema
            .fields(records)
            .into_iter()
            .filter(|field| field.checked)
        {
            let table = field.reference.iter();
            let check =
                table.map(|table| format!("check({} in {})", field.name.value, table.value));
            // Later versions list the field again.
            checks.extend(
                check
                    .filter(|check| !checks.contains(check))
                    .collect::<Vec<_>>(),
            );
        }
        checks
    }
}

/// Whether an expression names a field that is computed, so that it cannot disagree with what it is computed from.
fn is_computed(sequence: &Sequence, expression: &Expression) -> bool {
    let mut fields = sequence.fields.iter();
    fields.any(|field| {
        let is_computed = field.is.is_some() || field.usual.is_some();
        let name = field.name.as_ref().filter(|_| is_computed);
        name.is_some_and(|name| expression.names(name))
    })
}

/// Whether a field that is computed is what its origin was read by, such as the count of a run that is the run's length:
/// then reading finds them equal.
fn holds(sequence: &Sequence, field: &SequenceField, is: &Expression, scope: &Scope<'_>) -> bool {
    let Some((function, origin)) = is.asked() else {
        return false;
    };
    let named =
        |name: &Option<Spanned<String>>| name.as_ref().is_some_and(|name| *origin == name.value);
    let Some(read) = sequence.fields.iter().find(|read| named(&read.name)) else {
        return false;
    };
    let entity = scope.names.iter().find(|known| *origin == known.name);
    let by = match (
        function.to_string().as_str(),
        entity.map(|known| &known.entity),
    ) {
        ("len", Some(Entity::Run | Entity::Strided | Entity::Bytes)) if read.each.is_none() => {
            &read.count
        }
        ("stride_of", Some(Entity::Strided)) => &read.stride,
        ("size_of", Some(Entity::Sized(_))) => &read.size,
        _ => return false,
    };
    let is_there = read.condition.is_none() || read.condition == field.condition;
    let (name, by) = (field.name.as_ref(), by.as_ref());
    is_there && name.zip(by).is_some_and(|(name, by)| by.is_field(name))
}

/// Whether a field holds structures.
pub(super) fn has_inner(schema: &Schema, field: &SequenceField) -> bool {
    match field.ty.as_ref().map(|ty| &ty.base) {
        Some(Base::Item(of)) => schema.item(of).is_some_and(|item| is_nested(&item.content)),
        _ => false,
    }
}

/// The words on what lies elsewhere, and on who names it.
fn placed(field: &SequenceField) -> Vec<String> {
    let number = |word: &str, value: &Option<Spanned<i128>>| {
        let value = value.as_ref()?;
        Some(format!("{word} = {}", value.value))
    };
    let name = |word: &str, value: &Option<Spanned<String>>| {
        let value = value.as_ref()?;
        Some(format!("{word} = {}", value.value))
    };
    let words = [
        field.pool.then(|| "pool".to_owned()),
        field.near.then(|| "near".to_owned()),
        number("aligned", &field.align),
        number("fill", &field.fill),
        number("null", &field.null),
        name("known", &field.known),
        name("names", &field.reference),
    ];
    words.into_iter().flatten().collect()
}

/// A lowered number as an `Int`: literals and enum values are none yet.
pub(super) fn as_int(expression: &Expression, lowered: &Lowered) -> TokenStream {
    let rust = &lowered.rust;
    match expression.tree() {
        Some(tree) if is_plain(tree) => quote!(int(#rust)),
        _ => rust.clone(),
    }
}

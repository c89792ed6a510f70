//! From documents to the owned value.

use proc_macro2::TokenStream;

use super::field_kind::FieldKind;
use super::fields::is_table;
use super::parse::{Member, Sequence};
use super::tables::lays_out;
use super::used::Used;
use super::words::{context, nested_args};
use crate::attributes::Rule;
use crate::hygiene::size_of_self;
use crate::serde;

/// `FromDocument`.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let name = &sequence.name;
    let names = &sequence.words.takes.names;
    let own_size = size_of_self();
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let places = Used::new(sequence, &[]).locals(sequence);
    let reads = sequence.members.iter();
    let reads = reads.map(|member| read(sequence, member));
    let kept = sequence.kept().map(|member| &member.name);
    let keys = sequence.members.iter().filter_map(key);
    let tables = (!sequence.words.nested).then(|| tables(sequence));
    let only = only_tables(sequence);
    let laid_out = lays_out(sequence).then(|| {
        quote! {
            const HAS_TABLES: bool = true;
            #only

            fn lay_out_tables(
                &mut self,
                args: Self::Given,
                plan: &dxc_runtime::document::TablePlan<'_>,
            ) -> Result<(), dxc_runtime::document::Problem> {
                dxc_runtime::document::lay_out_tables(self, args, plan)
            }
        }
    });
    let is_alone = !sequence.words.nested && names.is_empty();
    let serde = is_alone.then(|| serde::implementations(name, "part"));
    quote! {
        #serde

        dxc_runtime::__document! {
            impl #generics dxc_runtime::document::FromDocument for #name #of #limits {
                const KEYS: &'static [dxc_runtime::document::FieldKey] = {
                    use dxc_runtime::document;
                    &[#(#keys),*]
                };

                #[allow(unused_variables, unused_assignments, unused_mut)]
                fn build(
                    source: &dxc_runtime::document::Source<'_>,
                    (#(#names,)*): Self::Given,
                    scope: &mut dxc_runtime::document::Scope,
                ) -> Result<Self, dxc_runtime::document::Problem> {
                    let (start, #own_size) = (0usize, 0usize);
                    #places
                    #(#reads)*
                    #tables
                    Ok(Self { #(#kept),* })
                }

                #laid_out
            }
        }
    }
}

/// The key of a field in documents, and its content.
fn key(member: &Member) -> Option<TokenStream> {
    let Member {
        ty,
        kind,
        words,
        facts,
        ..
    } = member;
    let record = |row| quote!(Record(|| <#row as dxc_runtime::Row>::known((), usize::MAX).0));
    let structure = |item| quote!(Structure(|| <#item as document::FromDocument>::KEYS));
    let inner = match kind {
        FieldKind::Padding(_) | FieldKind::Memory => return None,
        FieldKind::Value => record(ty),
        FieldKind::Sized(row) | FieldKind::Strided(row) => record(row),
        FieldKind::Run(row) if words.with.is_empty() => record(row),
        FieldKind::Items(item) | FieldKind::Pool(item) | FieldKind::Nested(item) => structure(item),
        _ => quote!(Plain),
    };
    Some(quote!(document::FieldKey::new(#facts, document::Inner::#inner)))
}

/// A local with the name of the field, for expressions.
fn read(sequence: &Sequence, member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        kind,
        words,
        ..
    } = member;
    let shown = member.shown();
    let perhaps = |read| quote!(source.has(#shown).then(|| source.#read(#shown)).transpose()?);
    let value = match kind {
        // If documents would show an offset or a size, it is computed on writing.
        FieldKind::Computed | FieldKind::Value => match &words.default {
            Some(new) => quote!(source.fixed_or::<#ty>(#shown, #new, scope)?),
            None => quote!(source.fixed::<#ty>(#shown, scope)?),
        },
        FieldKind::Usual(ty) | FieldKind::Optional(ty) => {
            quote!(source.optional::<#ty>(#shown, scope)?)
        }
        FieldKind::Bytes { may_lack: false } | FieldKind::Trailing => {
            quote!(source.bytes(#shown)?)
        }
        FieldKind::Bytes { .. } => perhaps(quote!(bytes)),
        // The records of a part add to its tables first.
        _ if is_table(member) && !sequence.words.nested => return quote!(),
        FieldKind::Padding(_) => return quote!(),
        FieldKind::Strings if is_table(member) => {
            quote!(source.table_of_strings(#shown, scope)?)
        }
        FieldKind::Strings if sequence.words.nested => {
            quote!(dxc_runtime::StringTable(source.texts(#shown)?))
        }
        FieldKind::Strings => quote!(source.strings(#shown)?),
        FieldKind::Run(_) if words.lists => quote!(source.table_of_lists(#shown, scope)?),
        FieldKind::Run(_) if words.table => {
            quote!(dxc_runtime::IndexTable(source.run::<u32>(#shown, (), false, scope)?))
        }
        FieldKind::Run(row) => {
            let context = context(row, &words.with);
            let several = words.each.is_some();
            quote!(source.run::<#row>(#shown, #context, #several, scope)?)
        }
        FieldKind::Strided(_) => {
            let stride = words.stride.as_ref();
            let stride = stride.map(|rule| (&rule.rust, stride_key(sequence, rule)));
            let (stride, key) = stride.unzip();
            quote!(source.strided(#shown, (#stride).narrow(), #key, scope)?)
        }
        FieldKind::Sized(row) => quote!(source.sized::<#row>(#shown, scope)?),
        FieldKind::Items(item) => {
            let args = nested_args(member, item);
            match &words.stride {
                Some(Rule { rust, text }) => {
                    quote!(source.strided_items::<#item>(#shown, (#rust, #text), #args, scope)?)
                }
                None => quote!(source.items::<#item>(#shown, #args, scope)?),
            }
        }
        FieldKind::Nested(ty) => {
            let args = nested_args(member, ty);
            let build = quote! {{
                let args = #args;
                source.inner(#shown, |source| {
                    <#ty as dxc_runtime::document::FromDocument>::build(source, args, scope)
                })?
            }};
            match member.may_lack() {
                true => quote!(if source.has(#shown) { #build } else { None }),
                false => build,
            }
        }
        FieldKind::Text { may_lack: false } => quote!(source.text(#shown)?),
        FieldKind::Text { .. } => perhaps(quote!(text)),
        FieldKind::Reference { may_lack: false } => quote!(source.fixed::<u32>(#shown, scope)?),
        FieldKind::Reference { may_lack: true } => quote!(source.optional::<u32>(#shown, scope)?),
        FieldKind::Pool(item) => {
            let args = nested_args(member, item);
            quote!(dxc_runtime::Pool(source.items::<#item>(#shown, #args, scope)?))
        }
        FieldKind::Memory => quote!(Default::default()),
    };
    quote!(let #name = #value;)
}

/// The key of the field with the stride of records; the rule, if it is not a field.
fn stride_key(sequence: &Sequence, Rule { text, .. }: &Rule) -> String {
    let text = text.value();
    let field = sequence.members.iter().find(|member| member.name == text);
    let key = field.map(|field| field.words.shown.key(&text));
    key.unwrap_or(text)
}

/// Which tables of its own numbers mean that do not say which.
fn only_tables(sequence: &Sequence) -> TokenStream {
    let tables = || sequence.members.iter().filter(|member| is_table(member));
    let strings = tables().find(|member| matches!(member.kind, FieldKind::Strings));
    let lists = tables().find(|member| member.words.lists);
    let constants = [("STRINGS", strings), ("LISTS", lists)];
    let constants = constants.into_iter().filter_map(|(constant, member)| {
        let (constant, name) = (format_ident!("{constant}"), &member?.text);
        Some(quote!(const #constant: &'static str = #name;))
    });
    let refers = sequence.words.refers.then(|| {
        quote!(
            const REFERS: bool = true;
        )
    });
    quote!(#refers #(#constants)*)
}

/// The tables, after records have added their references.
fn tables(sequence: &Sequence) -> TokenStream {
    let tables = sequence.members.iter().filter(|member| is_table(member));
    let reads = tables.map(
        |Member {
             name,
             text,
             kind,
             words,
             ..
         }| {
            match kind {
                FieldKind::Strings => quote!(let #name = scope.strings(#text);),
                _ if words.table => {
                    quote!(let #name = dxc_runtime::IndexTable(scope.numbers(#text));)
                }
                _ => quote!(let #name = scope.numbers(#text);),
            }
        },
    );
    quote!(#(#reads)*)
}

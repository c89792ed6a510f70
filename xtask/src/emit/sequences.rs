//! Sequences.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::attribute::{expression, list};
use super::{Emitter, docs};
use crate::check::scope;
use crate::diagnostic::Spanned;
use crate::expression::{Entity, Lowered, Rules, Scope, is_path};
use crate::model::{Base, Content, Field, Item, Sequence, SequenceField};

/// The offsets into a table that reading checks.
struct Checked<'f> {
    field: &'f Field,
    /// The position of `base` among what the record takes.
    base: Option<usize>,
}

impl Emitter<'_> {
    pub(super) fn sequence(&self, item: &Item, sequence: &Sequence) -> TokenStream {
        let item_docs = self.item_docs(item);
        let (name, view) = (
            format_ident!("{}", item.name.value),
            format_ident!("{}View", item.name.value),
        );
        let takes = self.parameters(&sequence.takes);
        let takes = (!takes.is_empty()).then(|| list("takes", &takes));
        let view = [format!("view = {view}")];
        let attribute = self
            .attributes
            .named("sequence", view.into_iter().chain(takes).collect());
        let fields = (0..sequence.fields.len()).map(|index| self.sequence_field(sequence, index));
        let takes_rest = sequence.fields.iter().any(|field| {
            field
                .count
                .as_ref()
                .is_some_and(|count| count.value == "..")
        });
        let trailing = (!takes_rest).then(|| {
            let docs = docs(&["Bytes behind the last field."], 4);
            quote!(#docs #[dxc(trailing)] pub trailing: Vec<u8>,)
        });
        let placed = sequence
            .fields
            .iter()
            .any(|field| field.at.is_some() || field.align.is_some());
        let memory = placed.then(|| {
            let docs = docs(
                &["The layout that was read, where it is not the usual one."],
                4,
            );
            quote!(#docs #[dxc(memory)] pub memory: Memory,)
        });
        quote! {
            #item_docs
            #attribute
            #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub struct #name {
                #(#fields)*
                #trailing
                #memory
            }
        }
    }

    fn sequence_field(&self, sequence: &Sequence, index: usize) -> TokenStream {
        let field = &sequence.fields[index];
        if let Some(align) = &field.align {
            let words = self
                .attributes
                .dxc(vec![format!("align = {}", align.value)]);
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
        let docs = docs(&[field.doc.as_deref().unwrap_or_default(), &usual], 4);
        let words = self
            .attributes
            .dxc(self.words(sequence, field, &scope, entity.as_ref()));
        let base = self.rust_type(&ty.base);
        let rust = match entity {
            _ if field.usual.is_some() => quote!(Option<#base>),
            Some(Entity::Run) if field.stride.is_some() => quote!(Strided<#base>),
            Some(Entity::Run) => quote!(Vec<#base>),
            Some(Entity::Sized(_)) => quote!(Sized<#base>),
            Some(Entity::Single(_)) if field.condition.is_some() && field.is.is_none() => {
                quote!(Option<#base>)
            }
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
        let rule =
            |text: &Spanned<String>, lowered: &Lowered| self.rule(text, &as_int(text, lowered));
        if let Some((text, lowered)) = field
            .condition
            .as_ref()
            .and_then(|text| Some((text, scope.condition(text, early)?)))
        {
            let rule = self.rule(text, &lowered.rust);
            words.push(format!("if = {rule}"));
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
        }
        match &field.count {
            Some(count) if count.value == ".." => words.push("to_end".to_owned()),
            Some(text) => {
                let Some(lowered) = scope.number(text, early) else {
                    return words;
                };
                words.push(format!("count = {}", rule(text, &lowered)));
                if !self.belongs(sequence, text) {
                    words.push("compare".to_owned());
                }
            }
            None => {}
        }
        for (word, text) in [("stride", &field.stride), ("size", &field.size)] {
            let Some((text, lowered)) = text
                .as_ref()
                .and_then(|text| Some((text, scope.number(text, early)?)))
            else {
                continue;
            };
            words.push(format!("{word} = {}", rule(text, &lowered)));
        }
        let args = field.ty.as_ref().map_or(&[][..], |ty| &ty.args);
        let with: Vec<String> = args
            .iter()
            .filter_map(|text| Some(rule(text, &scope.number(text, late)?)))
            .collect();
        if !with.is_empty() {
            words.push(list("with", &with));
        }
        if matches!(entity, Some(Entity::Run)) {
            words.extend(self.checks(field, args, scope));
        }
        words
    }

    /// Whether a count is a field that is computed from the run.
    fn belongs(&self, sequence: &Sequence, count: &Spanned<String>) -> bool {
        let field = sequence.fields.iter().find(|field| {
            field
                .name
                .as_ref()
                .is_some_and(|name| name.value == count.value.trim())
        });
        is_path(count) && field.is_some_and(|field| field.is.is_some())
    }

    fn checks(
        &self,
        field: &SequenceField,
        args: &[Spanned<String>],
        scope: &Scope<'_>,
    ) -> Option<String> {
        let Base::Item(of) = &field.ty.as_ref()?.base else {
            return None;
        };
        let checked = match &self.schema.item(of)?.content {
            Content::Versioned(versioned) => {
                let mut fields = versioned
                    .versions
                    .iter()
                    .flat_map(|version| &version.fields);
                let field = fields.find(|field| field.checked)?;
                let base = field.base.as_ref()?;
                let takes = versioned
                    .takes
                    .iter()
                    .position(|parameter| parameter.name.value == base.value);
                Checked { field, base: takes }
            }
            _ => return None,
        };
        let (name, table) = (
            &checked.field.name.value,
            &checked.field.reference.as_ref()?.value,
        );
        let base = checked
            .base
            .and_then(|index| args.get(index))
            .and_then(|text| {
                let lowered = scope.number(
                    text,
                    Rules {
                        ahead: true,
                        ..Rules::default()
                    },
                )?;
                Some(as_int(text, &lowered))
            });
        let base = base.map_or_else(String::new, |base| {
            format!(", base = {}", expression(&base))
        });
        Some(format!("check({name} in {table}{base})"))
    }
}

/// A lowered number as an `Int`: literals and enum values are none yet.
fn as_int(text: &Spanned<String>, lowered: &Lowered) -> TokenStream {
    let rust = &lowered.rust;
    let is_literal = matches!(
        syn::parse_str::<syn::Expr>(text),
        Ok(syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(_),
            ..
        }))
    );
    if is_literal {
        quote!(int(#rust))
    } else {
        rust.clone()
    }
}

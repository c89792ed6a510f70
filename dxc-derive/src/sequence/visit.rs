//! Generates the list of a sequence's fields for visitors.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::counts::named;
use super::field_kind::FieldKind;
use super::locals::locals;
use super::parse::{Member, MemberWords, Sequence};
use super::words::{arguments, conditional};
use crate::attributes::{Parameters, Rule};
use crate::hygiene;

/// The implementation of `Fields`.
pub(super) fn implementation(sequence: &Sequence) -> TokenStream {
    let name = &sequence.name;
    let types = &sequence.words.takes.types;
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let field_args = sequence.members.iter();
    let field_args =
        field_args.flat_map(|member| [FieldArgs::new(member), FieldArgs::stride(sequence, member)]);
    let field_args: Vec<FieldArgs> = field_args.flatten().collect();
    let answers = (!field_args.is_empty()).then(|| answers(sequence, &field_args));
    // Known before a visit borrows the value.
    let names = field_args.iter().map(|args| &args.name);
    let ask = (!field_args.is_empty()).then(|| quote!(let (#(#names,)*) = self.field_args(args);));
    let visits = sequence.members.iter().map(|member| {
        let (stride, visit) = (stride(sequence, member), visit(member));
        quote!(#stride #visit)
    });
    quote! {
        #answers

        #[allow(unused_variables)]
        impl #generics dxc_runtime::fields::Fields for #name #of #limits {
            type Args = (#(#types,)*);

            fn new_value(_: Self::Args) -> dxc_runtime::Result<Self> {
                Ok(Default::default())
            }

            fn visit<'v, __V: dxc_runtime::fields::Visitor<'v> + ?core::marker::Sized>(
                &'v mut self,
                args: Option<Self::Args>,
                visitor: &mut __V,
            ) {
                #ask
                #(#visits)*
            }
        }
    }
}

/// The local with the arguments of a field's records or structures; `None` if they are not known.
fn given_to(member: &Member) -> syn::Ident {
    hygiene::local("args", &member.name)
}

/// A fact about a field that a visit needs before it borrows the value: its arguments, or whether it is present.
struct FieldArgs {
    name: syn::Ident,
    ty: TokenStream,
    /// The fact, if the arguments of the sequence are known.
    answer: TokenStream,
    /// The fact, if they are not known.
    otherwise: TokenStream,
}

impl FieldArgs {
    fn new(member: &Member) -> Option<Self> {
        let words = &member.words;
        if is_table(member) {
            words.condition.as_ref()?;
            return Some(Self {
                name: hygiene::local("has", &member.name),
                ty: quote!(bool),
                answer: conditional(member, quote!(true), quote!(false)),
                otherwise: quote!(true),
            });
        }
        if words.with.is_empty() {
            return None;
        }
        let ty = match &member.kind {
            FieldKind::Run(row) => quote!(<#row as dxc_runtime::Row>::Context),
            FieldKind::Items(item) | FieldKind::Pool(item) | FieldKind::Nested(item) => {
                quote!(<#item as dxc_runtime::Fields>::Args)
            }
            _ => return None,
        };
        let answer = arguments(&ty, words.with.iter().map(Rule::known));
        Some(Self {
            name: given_to(member),
            ty: quote!(Option<#ty>),
            answer: quote!(Some(#answer)),
            otherwise: quote!(None),
        })
    }
}

impl FieldArgs {
    /// The size of each record, unless that is a computed field.
    fn stride(sequence: &Sequence, member: &Member) -> Option<Self> {
        let rule = member.words.stride.as_ref()?;
        let Rule { rust, .. } = rule;
        named(sequence, rule).is_none().then(|| Self {
            name: hygiene::local("stride", &member.name),
            ty: quote!(Option<u32>),
            answer: quote!((#rust).narrow()),
            otherwise: quote!(None),
        })
    }
}

/// Passes the rule for the size of each record to a visitor.
fn stride(sequence: &Sequence, member: &Member) -> Option<TokenStream> {
    let rule = member.words.stride.as_ref()?;
    let (text, name) = (&rule.text, hygiene::local("stride", &member.name));
    let size = match named(sequence, rule) {
        Some(_) => quote!(None),
        None => quote!(#name),
    };
    Some(quote!(visitor.stride(#text, #size);))
}

/// The function that returns these facts for all fields at once.
fn answers(sequence: &Sequence, field_args: &[FieldArgs]) -> TokenStream {
    let name = &sequence.name;
    let Parameters { names, types } = &sequence.words.takes;
    let (generics, of, limits) = sequence.generics.split_for_impl();
    let locals = locals(sequence);
    let (types_of_all, answers) = (
        field_args.iter().map(|args| &args.ty),
        field_args.iter().map(|args| &args.answer),
    );
    let otherwise = field_args.iter().map(|args| &args.otherwise);
    quote! {
        impl #generics #name #of #limits {
            /// The arguments that the value passes to its fields, and which tables it has.
            #[allow(unused_variables, unused_assignments, unused_mut)]
            fn field_args(&self, args: Option<(#(#types,)*)>) -> (#(#types_of_all,)*) {
                let Some((#(#names,)*)) = args else {
                    return (#(#otherwise,)*);
                };
                #locals
                (#(#answers,)*)
            }
        }
    }
}

/// Visits a field.
fn visit(member: &Member) -> TokenStream {
    let Member {
        name,
        ty,
        kind,
        words,
        descriptor,
        ..
    } = member;
    if matches!(kind, FieldKind::Computed) {
        let new = words.default.as_ref();
        let new = new.map_or_else(|| quote!(Default::default()), ToTokens::to_token_stream);
        return quote!(visitor.computed::<#ty>(#descriptor, #new););
    }
    let Some(method) = kind.visit() else {
        return quote!();
    };
    let is_option = member.is_optional || matches!(kind, FieldKind::Canonical(_));
    let may_be_none = is_option || matches!(kind, FieldKind::Nested(_)) && member.may_lack();
    let method = match method {
        "value" if may_be_none => format_ident!("optional"),
        _ if may_be_none => format_ident!("optional_{method}"),
        _ if is_table(member) && kind.is_strings() => format_ident!("strings"),
        _ if is_table(member) => format_ident!("numbers"),
        _ => format_ident!("{method}"),
    };
    let (field, further) = (quote!(&mut self.#name), further(member));
    match &words.condition {
        _ if matches!(kind, FieldKind::OriginalLayout) => quote!(visitor.#method(#field);),
        Some(_) if is_table(member) => {
            let has = hygiene::local("has", name);
            quote!(if #has { visitor.#method(#descriptor, #field #further); })
        }
        _ => quote!(visitor.#method(#descriptor, #field #further);),
    }
}

/// The arguments of a visitor's method after the field.
fn further(member: &Member) -> TokenStream {
    let words = &member.words;
    match &member.kind {
        _ if is_table(member) => {
            let table = declaration(member);
            quote!(, const { &#table })
        }
        FieldKind::Blob(_) if member.is_optional => quote!(),
        FieldKind::Blob(_) => {
            let is_unknown = words.unknown;
            quote!(, #is_unknown)
        }
        FieldKind::Trailing => quote!(, true),
        FieldKind::Run(_) | FieldKind::Nested(_) | FieldKind::Items(_) | FieldKind::Pool(_) => {
            if words.with.is_empty() {
                quote!(, Some(()))
            } else {
                let args = given_to(member);
                quote!(, #args)
            }
        }
        _ => quote!(),
    }
}

/// Whether a field is a table that records reference.
pub(super) fn is_table(member: &Member) -> bool {
    let is_named = !member.words.shown.named.is_empty();
    member.kind.is_strings() && !is_named || member.words.table || member.words.lists
}

/// The declaration of a table.
pub(super) fn declaration(table: &Member) -> TokenStream {
    let MemberWords {
        nul_first,
        repeats,
        merges,
        lists,
        ..
    } = table.words;
    let name = &table.text;
    let round = table.words.round.as_ref();
    let round = round.map_or(quote!(1), |round| quote!(#round));
    let kind = match &table.kind {
        kind if kind.is_strings() => quote!(Strings {
            nul_first: #nul_first,
            repeats: #repeats,
            merges: #merges,
        }),
        _ if lists => quote!(Lists),
        _ => quote!(Numbers),
    };
    quote! {
        dxc_runtime::tables::TableDeclaration {
            name: #name,
            round: #round,
            kind: dxc_runtime::tables::TableKind::#kind,
        }
    }
}

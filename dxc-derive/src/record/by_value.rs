//! Generates records with versions by value: a parameter selects the fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, Ident, LitStr};

use super::{Member, Record, Version};
use crate::attributes::{Parameters, Rule, wrong};
use crate::code::Code;
use crate::layout::{Placed, fields};
use crate::reference::visit;
use crate::serde::implementations;

/// `version(when = .., without(..))`.
#[derive(Default)]
pub(super) struct VersionWords {
    /// Its condition; one version may have none.
    when: Option<Rule>,
    /// The fields that the version lacks.
    without: Vec<Ident>,
}

words!(VersionWords {
    when: value,
    without: list
});

/// The condition under which a record contains a field, for messages.
#[derive(Default)]
struct Condition(Option<LitStr>);

words!(Condition { 0 = "if": value });

pub(super) fn expand(
    name: &Ident,
    data: Data,
    Parameters { names, types }: &Parameters,
    versions: &[VersionWords],
    serde: &[Code],
) -> syn::Result<TokenStream> {
    let Some(newest) = versions.len().checked_sub(1) else {
        let expected = "expected `#[dxc(version(when = .., without(..)))]`";
        return wrong(name.span(), expected);
    };
    let members = fields(name, data)?.into_iter();
    let members = members.map(|(placed, Condition(rule))| {
        let versions = versions.iter();
        let is_in = versions.map(|version| !version.without.contains(&placed.name));
        Member {
            is_in: is_in.collect(),
            placed,
            rule: rule.map_or_else(String::new, |rule| rule.value()),
            since: None,
            grown: false,
        }
    });
    let whens = versions.iter().enumerate().map(|(number, version)| {
        let rules = version.when.iter().map(|when| &when.rust);
        quote!(#(if #rules { return #number; })*)
    });
    let record = Record {
        name,
        members: members.collect(),
        versions: versions.iter().enumerate().map(version).collect(),
        arguments: quote!((#(#names,)*)),
        types: quote!((#(#types,)*)),
        context: quote!((#(#names,)*): (#(#types,)*)),
        // If no condition is true, the last version is used.
        selection: quote!(#(#whens)* #newest),
        version: None,
    };
    let sizes = record.sizes();
    let earlier = record.placed().map(Placed::earlier);
    let has_args = serde.len() == names.len();
    let serde = has_args.then(|| implementations(name, "by_value", Some(quote!((#(#serde,)*)))));
    let (own, row, read_as) = (
        record.own(),
        record.row(&record.by_value()),
        record.read_as(),
    );
    Ok(quote! {
        #own

        impl #name { #read_as #(#earlier)* }

        dxc_runtime::__binrw_row!(#name, [#(#sizes),*]);

        #row

        #serde
    })
}

/// The layout of a version.
fn version((number, VersionWords { when, .. }): (usize, &VersionWords)) -> Version {
    let when = when.as_ref();
    let when = when.map(|when| format!(" if `{}`", when.text.value()));
    let when = when.unwrap_or_default();
    Version {
        layout: format_ident!("LAYOUT_{number}"),
        doc: format!("The layout{when}: the offset and type of each field."),
        number: None,
    }
}

impl Record<'_> {
    /// The method that reads the record in one of the layouts.
    fn read_as(&self) -> TokenStream {
        let context = &self.context;
        let reads = self.if_there(|Member { placed, .. }| {
            let name = &placed.name;
            let value = placed.converted("relative", quote!(known.field()?));
            quote!(record.#name = #value;)
        });
        quote! {
            /// The record in `bytes`, in one of the layouts.
            #[allow(unused_variables)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_as(bytes: &[u8], layout: usize, #context) -> Option<Self> {
                let mut record = <Self as Default>::default();
                let mut known = dxc_runtime::Decoder(bytes.get(..Self::nth_layout(layout).size)?);
                #reads
                Some(record)
            }
        }
    }

    /// The methods of `Row` for versions by value.
    fn by_value(&self) -> TokenStream {
        let Self {
            arguments, context, ..
        } = self;
        let newest = self.newest();
        let read = self.by_version(
            &quote!(Self::version_index(#arguments, 0)),
            |layout| quote!(Self::read_as(bytes, #layout, #arguments)),
        );
        let visits = self.if_there(|member| visit(&member.placed));
        let moves = self.if_absent(|member| member.leave(quote!(false)));
        quote! {
            #[inline]
            fn read_row(bytes: &[u8], #context) -> Option<Self> {
                #read
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_newest(#context, stride: usize) -> bool {
                stride == Self::NEWEST && Self::version_index(#arguments, stride) == #newest
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read_newest(bytes: &[u8], #context) -> Option<Self> {
                Self::read_as(bytes, #newest, #arguments)
            }

            #[allow(unused_variables)]
            #[inline]
            fn refer(
                &mut self,
                #context,
                place: &dxc_runtime::tables::SharedPath,
                visit: &mut dxc_runtime::tables::Visit<'_>,
            ) {
                let layout = Self::version_index(#arguments, 0);
                #visits
            }

            #[allow(unused_variables)]
            fn move_to(
                &mut self,
                #context,
                _: u32,
                lost: &mut dyn ::core::ops::FnMut(&'static str, dxc_runtime::newtype::String),
            ) {
                let layout = Self::version_index(#arguments, 0);
                #moves
            }
        }
    }
}
